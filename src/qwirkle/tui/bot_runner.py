"""Bots in a local game: gets their moves, and asks what to do if a bot hangs or fails."""

from __future__ import annotations

import asyncio
from enum import Enum, auto
from functools import partial
from typing import TYPE_CHECKING

from qwirkle.engine.errors import IllegalMove
from qwirkle.i18n import tr
from qwirkle.records.players import Player
from qwirkle.session.fallback_bot_runner import FALLBACK_BOT, illegal_move_text
from qwirkle.worker.client import WorkerError, hang_timeout

if TYPE_CHECKING:
    from collections.abc import Callable

    from qwirkle.analysis.search import SearchResult
    from qwirkle.engine.moves import Move
    from qwirkle.engine.view import View
    from qwirkle.tui.screens.base import BaseScreen


class BotFailureChoice(Enum):
    """The player's choice about a bot that hangs or fails."""

    WAIT = auto()
    REPLACE = auto()
    LEAVE = auto()


class InteractiveBotRunner:
    """The bot runner of a local game: it asks the player about bots that hang or fail."""

    def __init__(
        self,
        screen: BaseScreen[None],
        get_observer: Callable[[], Callable[[int, SearchResult], None] | None],
    ) -> None:
        self._screen = screen
        self._analysis_worker = screen.qwirkle_app.analysis_worker
        self._get_observer = get_observer
        """Returns the callback for search results (seat, result), or None if they stay hidden."""

    async def choose_move(self, player: Player, view: View, seed: str) -> Move:
        return await self._find_move(player.bot or FALLBACK_BOT, player.name, view, seed)

    async def replace_illegal_move(self, player: Player, view: View, error: IllegalMove) -> Move:
        self._screen.notify(illegal_move_text(player, error), severity="error", markup=False)
        return await self._find_move(FALLBACK_BOT, player.name, view, "fallback")

    async def _find_move(self, bot: str, name: str, view: View, seed: str) -> Move:
        current_bot = bot
        while True:
            observer = self._get_observer()
            on_progress = None if observer is None else partial(observer, view.seat)
            pending_move = asyncio.create_task(
                self._analysis_worker.choose(current_bot, view, seed, on_progress)
            )
            try:
                choice = await self._wait_for_bot(pending_move, name, hang_timeout(current_bot))
                if choice is None:
                    return await pending_move
            except WorkerError as error:
                if current_bot != FALLBACK_BOT:
                    self._screen.notify(str(error), severity="error", markup=False)
                    current_bot = FALLBACK_BOT
                    continue
                choice = await self._ask_player(str(error), pending_move)
            finally:
                pending_move.cancel()
            self._analysis_worker.close()  # a bot that hangs there would block the next request
            current_bot = FALLBACK_BOT if choice is BotFailureChoice.REPLACE else bot
            if choice is BotFailureChoice.LEAVE:
                self._screen.qwirkle_app.action_leave_to_start()

    async def _wait_for_bot(
        self, pending_move: asyncio.Task[Move], name: str, timeout: float
    ) -> BotFailureChoice | None:
        """Wait for a bot; return None once it's done, or the choice of a player who won't wait."""
        waited = 0.0
        while True:
            await asyncio.wait((pending_move,), timeout=timeout)
            if pending_move.done():
                return None
            waited += timeout
            error = tr(
                "{name} has not answered for {seconds:.0f} seconds.", name=name, seconds=waited
            )
            choice = await self._ask_player(error, pending_move)
            if choice is not BotFailureChoice.WAIT:
                return choice
            timeout *= 2

    async def _ask_player(self, error: str, pending_move: asyncio.Task[Move]) -> BotFailureChoice:
        from qwirkle.tui.screens.bot_failure import BotFailureScreen

        return await self._screen.app.push_screen_wait(
            BotFailureScreen(error, FALLBACK_BOT, pending_move)
        )
