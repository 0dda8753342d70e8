"""A few thinkers for many tables: each answers one question after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from qwirkle.thinker.client import Thinker

if TYPE_CHECKING:
    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.judging import JudgedTurn, PlayedTurn
    from qwirkle.engine.view import View


class ThinkerPool:
    """Lends thinkers; who asks when all are busy waits, the first first."""

    def __init__(self, count: int) -> None:
        self._all = [Thinker() for _ in range(count)]
        self._free: asyncio.Queue[Thinker] = asyncio.Queue()
        for thinker in self._all:
            self._free.put_nowait(thinker)

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
        """How good a turn was; raises ThinkingFailed."""
        async with self.lend() as thinker:
            return await thinker.judge(taken)

    def drop(self) -> None:
        """Nothing: a question is dropped with the task that asks it."""

    def close(self) -> None:
        """End all processes."""
        for thinker in self._all:
            thinker.close()
