"""The bot runner of plain-text mode and the server: if a bot fails, another plays its turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from qwirkle.engine.errors import IllegalMove
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.i18n import tr
from qwirkle.records.players import Player
from qwirkle.worker.client import WorkerError, hang_timeout
from qwirkle.worker.pool import WorkerPool

FALLBACK_BOT = "simple"
"""Bot that plays a turn if another bot fails."""


class FallbackBotRunner:
    """Finds the moves of bots; `report` gets one sentence if another bot had to play."""

    def __init__(self, pool: WorkerPool, report: Callable[[str], None]) -> None:
        self._pool = pool
        self._report = report

    async def choose_move(self, player: Player, view: View, seed: str) -> Move:
        """Return the bot's move, or the fallback bot's if it fails or times out."""
        bot = player.bot or FALLBACK_BOT
        timeout = hang_timeout(bot)
        try:
            async with self._pool.acquire() as worker, asyncio.timeout(timeout):
                return await worker.choose(bot, view, seed)
        except WorkerError as error:
            self._report(str(error))
        except TimeoutError:
            self._report(
                tr(
                    "{name} has not answered for {seconds:.0f} seconds, so another bot plays "
                    "this turn.",
                    name=player.name,
                    seconds=timeout,
                )
            )
        return await self._choose_fallback_move(view, seed)

    async def replace_illegal_move(self, player: Player, view: View, error: IllegalMove) -> Move:
        """Report the illegal move and return the fallback bot's move."""
        self._report(illegal_move_text(player, error))
        return await self._choose_fallback_move(view, "fallback")

    async def _choose_fallback_move(self, view: View, seed: str) -> Move:
        async with self._pool.acquire() as worker:
            return await worker.choose(FALLBACK_BOT, view, seed)


def illegal_move_text(player: Player, error: IllegalMove) -> str:
    """One sentence about a bot that tried an illegal move."""
    return tr("{name} tried what the rules forbid: {reason}", name=player.name, reason=str(error))
