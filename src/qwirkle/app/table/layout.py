"""A table on a screen: panes that show one frame, laid out by the room there is."""

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
"""With fewer rows, or fewer columns than `FEWEST_FOR_SIDE`, the side is a page over the board."""

FEWEST_FOR_BROAD_SIDE = 160
"""From so many columns on, the side is broad: names and pieces have more room."""

BANNER_ROWS = 2


class Side(Vertical):
    """The panes beside the board."""

    def render_lines(self, crop: Region) -> list[Strip]:
        return []


class TableView(Widget):
    """Banner, board, hand and side: a new frame reaches every pane, and nothing comes back."""

    DEFAULT_CSS = """
    TableView { height: 1fr; layout: vertical; }
    """
    BOARD: ClassVar[type[BoardPane]] = BoardPane
    """The kind of pane that the board is."""

    # The panes paint what is new to them; a repaint of the whole would paint all of it.
    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True, init=False)
    calm: reactive[Frame | None] = reactive(None, repaint=False, always_update=True, init=False)
    """The frame as the panes at the side need it: new only when the game has moved on."""
    look: reactive[Look] = reactive(Look, repaint=False)

    def __init__(self, look: Look, zoom: int | None, *, purist: bool = False) -> None:
        self.purist = purist
        """Whether nothing is shown that one could not see at a kitchen table."""
        super().__init__(classes=f"-show-{next(iter(self.sides()))}")
        self.set_reactive(TableView.look, look)
        self.board = self.BOARD(zoom, id="board")
        self._banner = Static("", id="banner", markup=False)
        self._score_row = Static("", id="score-row", markup=False)
        self._said = ("", "")
        """What the banner says: what there is to do, and the news."""

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
        """The panes at the side with the titles of their tabs; the first one is shown first."""
        titles = {"scores": tr("Scores"), "unseen": tr("Unseen"), "log": tr("Log")}
        if self.purist:
            del titles["unseen"]
        return titles

    def compose_side(self) -> ComposeResult:
        """Scores, unseen pieces and log."""
        panes = (ScoresPane(id="scores"), UnseenPane(id="unseen"), LogPane(id="log"))
        for pane in panes:
            if pane.id in self.sides():
                yield pane.data_bind(TableView.look, frame=TableView.calm)

    # What is shown

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
        """Add the panes for odds and thoughts once there are any; most games have none."""
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
        """Write into the banner: what there is to do, and above it the news where both have room.

        The banner has as many lines as ever, so that nothing below it moves.
        """
        self._said = (banner, news)
        room = max(1, self.app.size.width - 2)
        rows = sum(Content(text).get_height({}, room) for text in (news, banner))
        text = f"{news}\n{banner}" if news and rows <= BANNER_ROWS else banner
        if str(self._banner.content) != text:
            self._banner.update(Content(text), layout=False)

    def warn(self, trouble: str) -> None:
        """Show a bar with what is wrong with the record, or none."""
        bar = self.query_one("#save-trouble", Static)
        bar.display = bool(trouble)
        bar.update(Content(trouble))

    # The room there is

    def on_mount(self) -> None:
        self._widen()

    def _widen(self) -> None:
        self.screen.set_class(self.app.size.width >= FEWEST_FOR_BROAD_SIDE, "-broad")

    def on_resize(self, event: events.Resize) -> None:
        """Fill the banner anew, and have tabs where the side has no room for all panes."""
        self.say(*self._said)
        if self.tabbed and not self.query("#tabs"):
            self.query_one("#side").mount(self._tabs(), before=0)
        self._widen()
        if self.paged and self.beside:
            self.close_page()

    @property
    def beside(self) -> bool:
        """Whether there is room for the side next to the board."""
        width, height = self.app.size
        return width >= FEWEST_FOR_SIDE and height >= FEWEST_ROWS_FOR_SIDE

    @property
    def tabbed(self) -> bool:
        """Whether the side has room for one pane only."""
        return FEWEST_FOR_SIDE <= self.app.size.width < FEWEST_FOR_ALL

    @property
    def paged(self) -> bool:
        """Whether a pane of the side is shown over the board, for want of room beside it."""
        return self.has_class("-paged")

    @property
    def turns_panes(self) -> bool:
        """Whether there is another pane to turn to."""
        return self.tabbed or not self.beside

    def _tabs(self) -> Tabs:
        """One for each pane at the side; only where they are needed, since they load slowly."""
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
        """Show the next pane, where not all have room; over the board the last leads back to it."""
        from textual.widgets import Tabs

        if not (self.beside or self.paged):
            self._turn_page(opened=True)
            return
        for tabs in self.query("#tabs").results(Tabs):
            if self.paged and tabs.active == f"tab-{list(self.sides())[-1]}":
                self.close_page()
            tabs.action_next_tab()

    def close_page(self) -> None:
        """Show the board again."""
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
    """What the panes at the side show of a frame."""
    return frame.seats, frame.stock, frame.log, frame.odds, frame.thinking
