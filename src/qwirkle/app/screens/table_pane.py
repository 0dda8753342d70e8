"""The parts of a table on a screen: panes bound to one frame, laid out by the room there is."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Footer, Static, Tab, Tabs

from qwirkle.app.frame import Frame
from qwirkle.app.look import Look
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.panes.hand import HandPane
from qwirkle.app.panes.log import LogPane
from qwirkle.app.panes.scores import ScoresPane, score_row
from qwirkle.app.panes.unseen import UnseenPane
from qwirkle.app.screens.page import Page
from qwirkle.texts import tr

SIDES = ("scores", "unseen", "log")


class TablePage(Page[None], inherit_bindings=False):
    """A screen with a table on it: a new frame reaches every pane, and nothing comes back."""

    AUTO_FOCUS: ClassVar[str | None] = "BoardPane"

    frame: reactive[Frame | None] = reactive(None, always_update=True, init=False)
    look: reactive[Look] = reactive(Look)

    def compose_page(self) -> ComposeResult:
        """Banner, board, hand and the panes at the side."""
        yield Static("", id="banner", markup=False)
        yield Static("", id="save-trouble", markup=False)
        yield Static("", id="score-row", markup=False)
        with Horizontal(id="table"):
            with Vertical(id="middle"):
                yield BoardPane(id="board").data_bind(TablePage.frame, TablePage.look)
                yield HandPane(id="hand").data_bind(TablePage.frame, TablePage.look)
            with Vertical(id="side"):
                tabs = Tabs(
                    Tab(tr("Scores"), id="tab-scores"),
                    Tab(tr("Unseen"), id="tab-unseen"),
                    Tab(tr("Log"), id="tab-log"),
                    id="tabs",
                )
                tabs.can_focus = False
                yield tabs
                yield ScoresPane(id="scores").data_bind(TablePage.frame, TablePage.look)
                yield UnseenPane(id="unseen").data_bind(TablePage.frame, TablePage.look)
                yield LogPane(id="log").data_bind(TablePage.frame, TablePage.look)
        yield Footer(show_command_palette=True)

    def on_mount(self) -> None:
        """Take the look of the app."""
        self.look = self.table_app.look
        self.add_class("-show-scores")

    def watch_frame(self, frame: Frame | None) -> None:
        """Say whose turn it is, and the scores in one line."""
        if frame is not None:
            self.query_one("#banner", Static).update(Content(frame.banner))
            self.query_one("#score-row", Static).update(score_row(frame, self.look))

    @on(Tabs.TabActivated)
    def _show_side(self, event: Tabs.TabActivated) -> None:
        shown = str(event.tab.id).removeprefix("tab-")
        for name in SIDES:
            self.set_class(name == shown, f"-show-{name}")

    def action_next_pane(self) -> None:
        """Show the next pane at the side, where only one has room."""
        self.query_one("#tabs", Tabs).action_next_tab()

    def offers(self, action: str) -> bool | None:
        """Panes are changed only where they are tabs."""
        if action == "next_pane":
            return bool(self.query_one("#tabs").display and self.query_one("#side").display)
        return super().offers(action)

    @on(BoardPane.Zoomed)
    def _keep_zoom(self, event: BoardPane.Zoomed) -> None:
        self.table_app.look = replace(self.table_app.look, zoom=event.zoom)
        self.look = self.table_app.look
