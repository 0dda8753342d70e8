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

from qwirkle.i18n import tr
from qwirkle.tui.bot_runner import BotFailureChoice
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from qwirkle.engine.moves import Move


class BotFailureScreen(BaseScreen[BotFailureChoice]):
    """A dialog that returns the player's choice; it closes automatically when the bot answers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w,escape", "choose('wait')", tr("Wait"), id="hanging.wait"),
        Binding("o", "choose('replace')", tr("Another bot"), id="hanging.replace"),
        Binding("l", "choose('leave')", tr("Leave"), id="hanging.leave"),
    ]

    def __init__(self, error: str, fallback_bot: str, pending_move: asyncio.Task[Move]) -> None:
        super().__init__()
        self._error = error
        self._fallback_bot = fallback_bot
        self._pending_move = pending_move

    def compose_screen(self) -> ComposeResult:
        failed = self._pending_move.done()
        with Middle(), VerticalGroup(classes="card"):
            yield Static(Content(self._error), classes="title")
            yield Static(tr("What shall happen now?"), markup=False)
            yield Button(tr("Try once more") if failed else tr("Wait"), id="wait")
            yield Button(
                tr("Let “{bot}” play this turn", bot=self._fallback_bot),
                id="replace",
                variant="primary",
            )
            yield Button(tr("Leave the game"), id="leave", variant="error")
        yield KeyBar()

    def on_mount(self) -> None:
        """Focus the fallback bot, so that Enter lets it play."""
        self.query_one("#replace").focus()
        if not self._pending_move.done():
            self.run_worker(self._close_on_answer())

    async def _close_on_answer(self) -> None:
        await asyncio.wait((self._pending_move,))
        if self.is_current:  # under another screen it stays open until the player chooses
            self.dismiss(BotFailureChoice.WAIT)

    @on(Button.Pressed)
    def choose_by_button(self, event: Button.Pressed) -> None:
        if not self.too_small:
            self.action_choose(event.button.id or "wait")

    def action_choose(self, choice: str) -> None:
        if self.is_current:
            self.dismiss(BotFailureChoice[choice.upper()])
