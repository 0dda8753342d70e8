"""A few thinkers for many tables: each answers one question after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from qwirkle.texts import tr
from qwirkle.thinker.client import Thinker, ThinkingFailed

if TYPE_CHECKING:
    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.judging import JudgedTurn, PlayedTurn
    from qwirkle.engine.view import View

JUDGING_PATIENCE = 60.0
"""Seconds for which a judgement is waited for: far more than it takes on any machine."""


class ThinkerPool:
    """Lends thinkers; who asks when all are busy waits, the first first."""

    def __init__(self, count: int) -> None:
        self._all = [Thinker() for _ in range(count)]
        self._free: asyncio.Queue[Thinker] = asyncio.Queue()
        for thinker in self._all:
            self._free.put_nowait(thinker)
        self._judging = asyncio.Lock()
        """Held while a turn is judged: reviews take one thinker, and leave the others to bots."""

    @asynccontextmanager
    async def lend(self) -> AsyncIterator[Thinker]:
        """A thinker for one question; what it has not answered by the end is dropped."""
        thinker = await self._free.get()
        try:
            yield thinker
        finally:
            thinker.drop()
            self._free.put_nowait(thinker)

    async def hints(self, view: View) -> Hints:
        """What the analysis advises; raises ThinkingFailed."""
        async with self.lend() as thinker:
            return await thinker.hints(view)

    async def judge(self, taken: PlayedTurn) -> JudgedTurn:
        """How good a turn was, one turn at a time for all who ask; raises ThinkingFailed."""
        try:
            async with (
                self._judging,
                self.lend() as thinker,
                asyncio.timeout(JUDGING_PATIENCE),
            ):
                return await thinker.judge(taken)
        except TimeoutError:
            raise ThinkingFailed(
                tr("No answer came within {seconds:g} seconds.", seconds=JUDGING_PATIENCE)
            ) from None

    def drop(self) -> None:
        """Nothing: a question is dropped with the task that asks it."""

    def close(self) -> None:
        """End all processes."""
        for thinker in self._all:
            thinker.close()
