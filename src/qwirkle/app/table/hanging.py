"""The dialog about a bot that hangs or fails."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle, VerticalGroup
from textual.content import Content
from textual.widgets import Button, Static

from qwirkle.app.pages.page import Page
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.app.table.bots import Choice
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.engine.moves import Move


class HangingScreen(Page[Choice]):
    """A dialog that returns the player's choice; it closes by itself when the bot answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w,escape", "choose('wait')", tr("Wait"), id="hanging.wait"),
        Binding("o", "choose('replace')", tr("Another bot"), id="hanging.replace"),
        Binding("l", "choose('leave')", tr("Leave"), id="hanging.leave"),
    ]

    def __init__(self, trouble: str, other: str, thinking: asyncio.Task[Move]) -> None:
        super().__init__()
        self._trouble = trouble
        self._other = other
        self._thinking = thinking

    def compose_page(self) -> ComposeResult:
        failed = self._thinking.done()
        with Middle(), VerticalGroup(classes="card"):
            yield Static(Content(self._trouble), classes="title")
            yield Static(tr("What shall happen now?"), markup=False)
            yield Button(tr("Try once more") if failed else tr("Wait"), id="wait")
            yield Button(
                tr("Let “{bot}” play this turn", bot=self._other), id="replace", variant="primary"
            )
            yield Button(tr("Leave the game"), id="leave", variant="error")
        yield KeyBar()

    def on_mount(self) -> None:
        """Focus the fallback bot, so that Enter lets it play."""
        self.query_one("#replace").focus()
        if not self._thinking.done():
            self.run_worker(self._go_with_answer())

    async def _go_with_answer(self) -> None:
        await asyncio.wait((self._thinking,))
        if self.is_current:  # under another screen it stays open until the player chooses
            self.dismiss(Choice.WAIT)

    @on(Button.Pressed)
    def choose_by_button(self, event: Button.Pressed) -> None:
        if not self.tiny:
            self.action_choose(event.button.id or "wait")

    def action_choose(self, choice: str) -> None:
        if self.is_current:
            self.dismiss(Choice[choice.upper()])
