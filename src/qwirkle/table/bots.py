"""Bot runner for games without a screen: if a bot crashes or hangs, another plays its turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from qwirkle.engine.moves import Move
from qwirkle.engine.refusal import Refusal
from qwirkle.engine.view import View
from qwirkle.notation import Player
from qwirkle.texts import tr
from qwirkle.thinker.client import ThinkingFailed, patience_with
from qwirkle.thinker.pool import ThinkerPool

GRACE = 7.0
"""Seconds beyond its time limit that a bot gets to start, load and answer."""

SUBSTITUTE = "simple"
"""Bot that plays a turn if another bot fails."""


class SteadyBots:
    """Finds the moves of bots; `report` gets one sentence if another bot had to play."""

    def __init__(self, pool: ThinkerPool, tell: Callable[[str], None]) -> None:
        self._pool = pool
        self._tell = tell

    async def choose(self, player: Player, view: View, seed: str) -> Move:
        """Return the bot's move, or the fallback bot's if it fails or times out."""
        bot = player.bot or SUBSTITUTE
        patience = patience_with(bot) + GRACE
        try:
            async with self._pool.lend() as thinker, asyncio.timeout(patience):
                return await thinker.choose(bot, view, seed)
        except ThinkingFailed as failure:
            self._tell(str(failure))
        except TimeoutError:
            self._tell(
                tr(
                    "{name} has not answered for {seconds:.0f} seconds, so another bot plays "
                    "this turn.",
                    name=player.name,
                    seconds=patience,
                )
            )
        return await self._substitute(view, seed)

    async def replace(self, player: Player, view: View, refusal: Refusal) -> Move:
        """Report the illegal move and return the fallback bot's move."""
        self._tell(forbidden_text(player, refusal))
        return await self._substitute(view, "fallback")

    async def _substitute(self, view: View, seed: str) -> Move:
        async with self._pool.lend() as thinker:
            return await thinker.choose(SUBSTITUTE, view, seed)


def forbidden_text(player: Player, refusal: Refusal) -> str:
    """One sentence about a bot that tried an illegal move."""
    return tr("{name} tried what the rules forbid: {reason}", name=player.name, reason=str(refusal))
