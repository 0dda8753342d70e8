"""The parts of a table on a screen: panes bound to one frame, laid out by the room there is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from qwirkle.app.pages.page import FEWEST_FOR_ALL, FEWEST_FOR_SIDE, Page
from qwirkle.app.paint.look import Look
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.hand import HandPane
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.panes.log import LogPane
from qwirkle.app.panes.scores import ScoresPane, score_row
from qwirkle.app.panes.unseen import UnseenPane
from qwirkle.table.frame import Frame
from qwirkle.texts import tr

if TYPE_CHECKING:
    from textual.widgets import Tabs

SIDES = ("scores", "unseen", "log")


class TablePage(Page[None], inherit_bindings=False):
    """A screen with a table on it: a new frame reaches every pane, and nothing comes back."""

    CSS_PATH: ClassVar[str | None] = None  # the app has the styles of the table
    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"

    # The panes paint what is new to them; a repaint of the screen would paint all of it.
    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True, init=False)
    calm: reactive[Frame | None] = reactive(None, repaint=False, always_update=True, init=False)
    """The frame as the panes at the side need it: new only when the game has moved on."""
    look: reactive[Look] = reactive(Look, repaint=False)
    dress: reactive[Look] = reactive(Look, repaint=False)
    """The look without the zoom, which is of the board alone."""

    _banner_rows = 0
    _banner_text: str | None = None

    def __init__(self) -> None:
        super().__init__(classes="-show-scores")
        self.set_reactive(TablePage.look, self.table_app.look)
        self.set_reactive(TablePage.dress, replace(self.look, zoom=None))

    def compose_page(self) -> ComposeResult:
        """Banner, board, hand and the panes at the side."""
        yield Static("", id="banner", markup=False)
        yield Static("", id="save-trouble", markup=False)
        yield Static("", id="score-row", markup=False)
        with Horizontal(id="table"):
            with Vertical(id="middle"):
                yield BoardPane(id="board").data_bind(TablePage.frame, TablePage.look)
                yield HandPane(id="hand").data_bind(TablePage.frame, look=TablePage.dress)
            with Vertical(id="side"):
                yield from self.compose_side()
        yield KeyBar()

    def compose_side(self) -> ComposeResult:
        """Scores, unseen pieces and log."""
        if self._needs_tabs():
            yield _tabs()
        for pane in (ScoresPane(id="scores"), UnseenPane(id="unseen"), LogPane(id="log")):
            yield pane.data_bind(look=TablePage.dress, frame=TablePage.calm)

    def watch_look(self, look: Look) -> None:
        """Let the other panes follow all but the zoom."""
        self.dress = replace(look, zoom=None)

    def watch_frame(self, frame: Frame | None) -> None:
        """Say whose turn it is; let the side follow when the game has moved on."""
        if frame is None or self.gone or self.query_one_optional("#banner") is None:
            return
        self._show_banner(frame.banner)
        if self.calm is None or self.calm.view != frame.view or self.calm.log != frame.log:
            self.calm = frame
            self.query_one("#score-row", Static).update(score_row(frame, self.look), layout=False)

    def _show_banner(self, text: str) -> None:
        """Lay the screen out anew only where the banner needs more or fewer lines."""
        if text == self._banner_text:
            return
        self._banner_text = text
        before, self._banner_rows = self._banner_rows, self._rows_of(text)
        banner = self.query_one("#banner", Static)
        banner.update(Content(text), layout=before != self._banner_rows)
        self.query_one(BoardPane).covered = self._banner_rows - 1

    def _rows_of(self, text: str) -> int:
        room = max(1, self.app.size.width - 2)
        return 1 if cell_len(text) <= room else min(3, Content(text).get_height({}, room))

    def on_resize(self, event: events.Resize) -> None:
        """Know how many lines the banner has now, and whether the side has room for all."""
        if self._banner_text is not None:
            self._banner_rows = self._rows_of(self._banner_text)
            self.query_one(BoardPane).covered = self._banner_rows - 1
        if self._needs_tabs() and not self.query("#tabs"):
            self.query_one("#side").mount(_tabs(), before=0)
        self.call_after_refresh(self.refresh_bindings)

    def _needs_tabs(self) -> bool:
        return FEWEST_FOR_SIDE <= self.app.size.width < FEWEST_FOR_ALL

    def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        """Show the pane of a tab."""
        shown = str(event.tab.id).removeprefix("tab-")
        for name in SIDES:
            self.set_class(name == shown, f"-show-{name}")

    def action_next_pane(self) -> None:
        """Show the next pane at the side, where only one has room."""
        from textual.widgets import Tabs

        for tabs in self.query("#tabs").results(Tabs):
            tabs.action_next_tab()

    def offers(self, action: str) -> bool | None:
        """Panes are changed only where they are tabs."""
        if action == "next_pane":
            return self._needs_tabs() and self.query_one("#side").display
        return super().offers(action)

    @on(BoardPane.Zoomed)
    def _keep_zoom(self, event: BoardPane.Zoomed) -> None:
        self.table_app.look = replace(self.table_app.look, zoom=event.zoom)
        self.look = self.table_app.look


def _tabs() -> Tabs:
    """One for each pane at the side; only where they are needed, since they are slow to load."""
    from textual.widgets import Tab, Tabs

    tabs = Tabs(
        Tab(tr("Scores"), id="tab-scores"),
        Tab(tr("Unseen"), id="tab-unseen"),
        Tab(tr("Log"), id="tab-log"),
        id="tabs",
    )
    tabs.can_focus = False
    return tabs
