"""The layout of a game: panes that show one frame, arranged for the terminal's size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.tui.breakpoints import (
    MIN_COLUMNS_FOR_ALL,
    MIN_COLUMNS_FOR_SIDE,
    MIN_COLUMNS_FOR_WIDE_SIDE,
)
from qwirkle.tui.drawing.palette import Appearance
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.hand import HandPane
from qwirkle.tui.widgets.log import LogPane
from qwirkle.tui.widgets.scores import ScoresPane, render_score_row
from qwirkle.tui.widgets.unseen import UnseenPane

if TYPE_CHECKING:
    from textual.widgets import Tabs

MIN_ROWS_FOR_SIDE = 24
"""With fewer rows the side doesn't fit: its panes are shown over the board, one at a time."""

BANNER_ROWS = 2


class SidePanel(Vertical):
    """Container of the panes beside the board."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return []


class GameView(Widget):
    """Banner, board, hand and side; data flows one way, from the frame to the panes."""

    DEFAULT_CSS = """
    GameView { height: 1fr; layout: vertical; }
    """
    BOARD_CLASS: ClassVar[type[BoardPane]] = BoardPane

    # Each pane repaints only its own changes; repainting this widget would repaint all panes.
    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True, init=False)
    side_frame: reactive[Frame | None] = reactive(
        None, repaint=False, always_update=True, init=False
    )
    """The frame for the side panes; replaced only when something they show has changed."""
    appearance: reactive[Appearance] = reactive(Appearance, repaint=False)

    def __init__(self, appearance: Appearance, zoom: int | None, *, purist: bool = False) -> None:
        self.purist = purist
        """True to leave out the pane of unseen pieces."""
        super().__init__(classes=f"-show-{next(iter(self.side_panes()))}")
        self.set_reactive(GameView.appearance, appearance)
        self.board = self.BOARD_CLASS(zoom, id="board")
        self._banner = Static("", id="banner", markup=False)
        self._score_row = Static("", id="score-row", markup=False)
        self._banner_texts = ("", "")
        """Banner and news, as shown now."""

    def compose(self) -> ComposeResult:
        yield self._banner
        yield Static("", id="record-warning", markup=False)
        yield self._score_row
        yield self.board.data_bind(GameView.frame, GameView.appearance)
        yield HandPane(id="hand").data_bind(GameView.frame, GameView.appearance)
        with SidePanel(id="side"):
            if self.has_tabs:
                yield self._build_tabs()
            yield from self.compose_side()

    def side_panes(self) -> Mapping[str, str]:
        """Return the side panes' names and titles; the first is shown first."""
        titles = {"scores": tr("Scores"), "unseen": tr("Unseen"), "log": tr("Log")}
        if self.purist:
            del titles["unseen"]
        return titles

    def compose_side(self) -> ComposeResult:
        """Compose the side panes."""
        panes = (ScoresPane(id="scores"), UnseenPane(id="unseen"), LogPane(id="log"))
        for pane in panes:
            if pane.id in self.side_panes():
                yield pane.data_bind(GameView.appearance, frame=GameView.side_frame)

    # Content

    def watch_frame(self, frame: Frame | None) -> None:
        if frame is None:
            return
        if (frame.banner, frame.news) != self._banner_texts:
            self.set_banner(frame.banner, frame.news)
        side_frame = self.side_frame
        if side_frame is None or _side_content(side_frame) != _side_content(frame):
            self.side_frame = frame
            self._score_row.update(render_score_row(frame, self.appearance), layout=False)

    def watch_side_frame(self, frame: Frame | None) -> None:
        """Add the panes for odds and bots' candidates when needed; most games have neither."""
        if frame is None or not (frame.odds or frame.thinking) or self.query("#odds"):
            return
        from qwirkle.tui.widgets.odds import OddsPane
        from qwirkle.tui.widgets.thinking import ThinkingPane

        for pane in (OddsPane(id="odds"), ThinkingPane(id="thinking")):
            pane.data_bind(GameView.appearance, frame=GameView.side_frame)
            self.query_one(SidePanel).mount(pane)

    def render_lines(self, crop: Region) -> list[Strip]:
        return []

    def set_banner(self, banner: str, news: str = "") -> None:
        """Show the banner, with the news above it if both fit.

        The banner's height is fixed, so that nothing below it moves.
        """
        self._banner_texts = (banner, news)
        columns = max(1, self.app.size.width - 2)
        rows = sum(Content(text).get_height({}, columns) for text in (news, banner))
        text = f"{news}\n{banner}" if news and rows <= BANNER_ROWS else banner
        if str(self._banner.content) != text:
            self._banner.update(Content(text), layout=False)

    def show_warning(self, warning: str) -> None:
        """Show a warning about the record in a bar; an empty text hides the bar."""
        bar = self.query_one("#record-warning", Static)
        bar.display = bool(warning)
        bar.update(Content(warning))

    # Layout

    def on_mount(self) -> None:
        self._update_width_class()

    def _update_width_class(self) -> None:
        self.screen.set_class(self.app.size.width >= MIN_COLUMNS_FOR_WIDE_SIDE, "-very-wide")

    def on_resize(self, event: events.Resize) -> None:
        """Refit the banner, and add tabs if the side can't show all panes at once."""
        self.set_banner(*self._banner_texts)
        if self.has_tabs and not self.query("#tabs"):
            self.query_one("#side").mount(self._build_tabs(), before=0)
        self._update_width_class()
        if self.has_overlay and self.has_side:
            self.close_overlay()

    @property
    def has_side(self) -> bool:
        """True if the side fits next to the board."""
        width, height = self.app.size
        return width >= MIN_COLUMNS_FOR_SIDE and height >= MIN_ROWS_FOR_SIDE

    @property
    def has_tabs(self) -> bool:
        """True if the side shows one pane at a time."""
        return MIN_COLUMNS_FOR_SIDE <= self.app.size.width < MIN_COLUMNS_FOR_ALL

    @property
    def has_overlay(self) -> bool:
        """True if a side pane covers the board because it doesn't fit beside it."""
        return self.has_class("-overlay")

    @property
    def can_switch_pane(self) -> bool:
        """True if not all panes are visible at once."""
        return self.has_tabs or not self.has_side

    def _build_tabs(self) -> Tabs:
        """Build one tab per side pane. Tabs load slowly, so import them only when needed."""
        from textual.widgets import Tab, Tabs

        tabs = Tabs(
            *(Tab(title, id=f"tab-{name}") for name, title in self.side_panes().items()), id="tabs"
        )
        tabs.can_focus = False
        return tabs

    def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        for name in self.side_panes():
            self.set_class(event.tab.id == f"tab-{name}", f"-show-{name}")

    def show_next_pane(self) -> None:
        """Show the next side pane; if panes cover the board, the board follows the last one."""
        from textual.widgets import Tabs

        if not (self.has_side or self.has_overlay):
            self._set_overlay(is_open=True)
            return
        for tabs in self.query("#tabs").results(Tabs):
            if self.has_overlay and tabs.active == f"tab-{list(self.side_panes())[-1]}":
                self.close_overlay()
            tabs.action_next_tab()

    def close_overlay(self) -> None:
        """Return to the board."""
        self._set_overlay(is_open=False)
        self.board.focus()

    def _set_overlay(self, *, is_open: bool) -> None:
        if is_open and not self.query("#tabs"):
            self.query_one("#side").mount(self._build_tabs(), before=0)
        self.set_class(is_open, "-overlay")
        self.screen.refresh_bindings()

    @on(events.Click, "#score-row")
    def _click_scores(self) -> None:
        self.show_next_pane()


def _side_content(frame: Frame) -> tuple[object, ...]:
    """Return the parts of a frame that the side panes show."""
    return frame.seats, frame.stock, frame.log, frame.odds, frame.thinking
