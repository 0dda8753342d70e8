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

from qwirkle.app.pages.page import FEWEST_FOR_ALL, FEWEST_FOR_SIDE
from qwirkle.app.paint.look import Look
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.hand import HandPane
from qwirkle.app.panes.log import LogPane
from qwirkle.app.panes.scores import ScoresPane, score_row
from qwirkle.app.panes.unseen import UnseenPane
from qwirkle.table.frame import Frame
from qwirkle.texts import tr

if TYPE_CHECKING:
    from textual.widgets import Tabs


FEWEST_ROWS_FOR_SIDE = 24
"""With fewer rows the side doesn't fit: its panes are shown over the board, one at a time."""

FEWEST_FOR_BROAD_SIDE = 160
"""With at least this many columns, the side is wider: names and pieces get more room."""

BANNER_ROWS = 2


class Side(Vertical):
    """Container of the panes beside the board."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return []


class TableView(Widget):
    """Banner, board, hand and side; data flows one way, from the frame to the panes."""

    DEFAULT_CSS = """
    TableView { height: 1fr; layout: vertical; }
    """
    BOARD: ClassVar[type[BoardPane]] = BoardPane

    # Each pane repaints only its own changes; repainting this widget would repaint all panes.
    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True, init=False)
    calm: reactive[Frame | None] = reactive(None, repaint=False, always_update=True, init=False)
    """The frame for the side panes; replaced only when something they show has changed."""
    look: reactive[Look] = reactive(Look, repaint=False)

    def __init__(self, look: Look, zoom: int | None, *, purist: bool = False) -> None:
        self.purist = purist
        """True to leave out the pane of unseen pieces."""
        super().__init__(classes=f"-show-{next(iter(self.sides()))}")
        self.set_reactive(TableView.look, look)
        self.board = self.BOARD(zoom, id="board")
        self._banner = Static("", id="banner", markup=False)
        self._score_row = Static("", id="score-row", markup=False)
        self._said = ("", "")
        """Banner and news, as shown now."""

    def compose(self) -> ComposeResult:
        yield self._banner
        yield Static("", id="save-trouble", markup=False)
        yield self._score_row
        yield self.board.data_bind(TableView.frame, TableView.look)
        yield HandPane(id="hand").data_bind(TableView.frame, TableView.look)
        with Side(id="side"):
            if self.tabbed:
                yield self._tabs()
            yield from self.compose_side()

    def sides(self) -> Mapping[str, str]:
        """Return the side panes' names and titles; the first is shown first."""
        titles = {"scores": tr("Scores"), "unseen": tr("Unseen"), "log": tr("Log")}
        if self.purist:
            del titles["unseen"]
        return titles

    def compose_side(self) -> ComposeResult:
        """Compose the side panes."""
        panes = (ScoresPane(id="scores"), UnseenPane(id="unseen"), LogPane(id="log"))
        for pane in panes:
            if pane.id in self.sides():
                yield pane.data_bind(TableView.look, frame=TableView.calm)

    # Content

    def watch_frame(self, frame: Frame | None) -> None:
        if frame is None:
            return
        if (frame.banner, frame.news) != self._said:
            self.say(frame.banner, frame.news)
        calm = self.calm
        if calm is None or _at_side(calm) != _at_side(frame):
            self.calm = frame
            self._score_row.update(score_row(frame, self.look), layout=False)

    def watch_calm(self, frame: Frame | None) -> None:
        """Add the panes for odds and bots' candidates when needed; most games have neither."""
        if frame is None or not (frame.odds or frame.thinking) or self.query("#odds"):
            return
        from qwirkle.app.panes.odds import OddsPane
        from qwirkle.app.panes.thinking import ThinkingPane

        for pane in (OddsPane(id="odds"), ThinkingPane(id="thinking")):
            pane.data_bind(TableView.look, frame=TableView.calm)
            self.query_one(Side).mount(pane)

    def render_lines(self, crop: Region) -> list[Strip]:
        return []

    def say(self, banner: str, news: str = "") -> None:
        """Show the banner, with the news above it if both fit.

        The banner's height is fixed, so that nothing below it moves.
        """
        self._said = (banner, news)
        room = max(1, self.app.size.width - 2)
        rows = sum(Content(text).get_height({}, room) for text in (news, banner))
        text = f"{news}\n{banner}" if news and rows <= BANNER_ROWS else banner
        if str(self._banner.content) != text:
            self._banner.update(Content(text), layout=False)

    def warn(self, trouble: str) -> None:
        """Show a warning about the record in a bar; an empty text hides the bar."""
        bar = self.query_one("#save-trouble", Static)
        bar.display = bool(trouble)
        bar.update(Content(trouble))

    # Layout

    def on_mount(self) -> None:
        self._widen()

    def _widen(self) -> None:
        self.screen.set_class(self.app.size.width >= FEWEST_FOR_BROAD_SIDE, "-broad")

    def on_resize(self, event: events.Resize) -> None:
        """Refit the banner, and add tabs if the side can't show all panes at once."""
        self.say(*self._said)
        if self.tabbed and not self.query("#tabs"):
            self.query_one("#side").mount(self._tabs(), before=0)
        self._widen()
        if self.paged and self.beside:
            self.close_page()

    @property
    def beside(self) -> bool:
        """True if the side fits next to the board."""
        width, height = self.app.size
        return width >= FEWEST_FOR_SIDE and height >= FEWEST_ROWS_FOR_SIDE

    @property
    def tabbed(self) -> bool:
        """True if the side shows one pane at a time."""
        return FEWEST_FOR_SIDE <= self.app.size.width < FEWEST_FOR_ALL

    @property
    def paged(self) -> bool:
        """True if a side pane covers the board because it doesn't fit beside it."""
        return self.has_class("-paged")

    @property
    def turns_panes(self) -> bool:
        """True if not all panes are visible at once."""
        return self.tabbed or not self.beside

    def _tabs(self) -> Tabs:
        """Build one tab per side pane. Tabs load slowly, so import them only when needed."""
        from textual.widgets import Tab, Tabs

        tabs = Tabs(
            *(Tab(title, id=f"tab-{name}") for name, title in self.sides().items()), id="tabs"
        )
        tabs.can_focus = False
        return tabs

    def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        for name in self.sides():
            self.set_class(event.tab.id == f"tab-{name}", f"-show-{name}")

    def show_next_pane(self) -> None:
        """Show the next side pane; if panes cover the board, the board follows the last one."""
        from textual.widgets import Tabs

        if not (self.beside or self.paged):
            self._turn_page(opened=True)
            return
        for tabs in self.query("#tabs").results(Tabs):
            if self.paged and tabs.active == f"tab-{list(self.sides())[-1]}":
                self.close_page()
            tabs.action_next_tab()

    def close_page(self) -> None:
        """Return to the board."""
        self._turn_page(opened=False)
        self.board.focus()

    def _turn_page(self, *, opened: bool) -> None:
        if opened and not self.query("#tabs"):
            self.query_one("#side").mount(self._tabs(), before=0)
        self.set_class(opened, "-paged")
        self.screen.refresh_bindings()

    @on(events.Click, "#score-row")
    def _click_scores(self) -> None:
        self.show_next_pane()


def _at_side(frame: Frame) -> tuple[object, ...]:
    """Return the parts of a frame that the side panes show."""
    return frame.seats, frame.stock, frame.log, frame.odds, frame.thinking
