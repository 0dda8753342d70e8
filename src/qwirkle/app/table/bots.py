"""Bots in a local game: gets their moves, and asks what to do if a bot hangs or fails."""

from __future__ import annotations

import asyncio
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING

from qwirkle.engine.refusal import Refusal
from qwirkle.notation import Player
from qwirkle.table.bots import GRACE, SUBSTITUTE, forbidden_text
from qwirkle.texts import tr
from qwirkle.thinker.client import ThinkingFailed, patience_with

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwirkle.analysis.thinking import Thought
    from qwirkle.app.pages.page import Page
    from qwirkle.engine.moves import Move
    from qwirkle.engine.view import View


class Choice(Enum):
    """The player's choice about a bot that hangs or fails."""

    WAIT = auto()
    REPLACE = auto()
    LEAVE = auto()


class BotsAtTable:
    """The bot runner of a local game: it asks the player about bots that hang or fail."""

    def __init__(
        self, screen: Page[None], watching: Callable[[], Callable[[int, Thought], None] | None]
    ) -> None:
        self._screen = screen
        self._thinker = screen.table_app.thinker
        self._watching = watching
        """Returns the callback for search results (seat, result), or None if they stay hidden."""

    async def choose(self, player: Player, view: View, seed: str) -> Move:
        return await self._ask(player.bot or SUBSTITUTE, player.name, view, seed)

    async def replace(self, player: Player, view: View, refusal: Refusal) -> Move:
        self._screen.notify(forbidden_text(player, refusal), severity="error", markup=False)
        return await self._ask(SUBSTITUTE, player.name, view, "fallback")

    async def _ask(self, bot: str, name: str, view: View, seed: str) -> Move:
        asked = bot
        while True:
            watching = self._watching()
            watch = None if watching is None else partial(watching, view.seat)
            thinking = asyncio.create_task(self._thinker.choose(asked, view, seed, watch))
            try:
                choice = await self._wait_for(thinking, name, patience_with(asked) + GRACE)
                if choice is None:
                    return await thinking
            except ThinkingFailed as failure:
                if asked != SUBSTITUTE:
                    self._screen.notify(str(failure), severity="error", markup=False)
                    asked = SUBSTITUTE
                    continue
                choice = await self._ask_about(str(failure), thinking)
            finally:
                thinking.cancel()
            self._thinker.close()  # a bot that hangs there would block the next request
            asked = SUBSTITUTE if choice is Choice.REPLACE else bot
            if choice is Choice.LEAVE:
                self._screen.table_app.action_leave_to_start()

    async def _wait_for(
        self, thinking: asyncio.Task[Move], name: str, patience: float
    ) -> Choice | None:
        """Wait for a bot; return None once it's done, or the choice of a player who won't wait."""
        waited = 0.0
        while True:
            await asyncio.wait((thinking,), timeout=patience)
            if thinking.done():
                return None
            waited += patience
            trouble = tr(
                "{name} has not answered for {seconds:.0f} seconds.", name=name, seconds=waited
            )
            choice = await self._ask_about(trouble, thinking)
            if choice is not Choice.WAIT:
                return choice
            patience *= 2

    async def _ask_about(self, trouble: str, thinking: asyncio.Task[Move]) -> Choice:
        from qwirkle.app.table.hanging import HangingScreen

        return await self._screen.app.push_screen_wait(HangingScreen(trouble, SUBSTITUTE, thinking))
