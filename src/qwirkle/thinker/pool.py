"""A few analysis workers shared by many games."""

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
"""Seconds to wait for the review of a turn: far more than it takes on any machine."""


class ThinkerPool:
    """A fixed number of analysis workers; requests queue in order when all are busy."""

    def __init__(self, count: int) -> None:
        self._all = [Thinker() for _ in range(count)]
        self._free: asyncio.Queue[Thinker] = asyncio.Queue()
        for thinker in self._all:
            self._free.put_nowait(thinker)
        self._judging = asyncio.Lock()
        """Held during a review: reviews use one worker at a time and leave the others to bots."""

    @asynccontextmanager
    async def lend(self) -> AsyncIterator[Thinker]:
        """Reserve a worker for one request, which is cancelled on exit if it is still pending."""
        thinker = await self._free.get()
        try:
            yield thinker
        finally:
            thinker.drop()
            self._free.put_nowait(thinker)

    async def hints(self, view: View) -> Hints:
        """Return hints for a view. Raises WorkerError."""
        async with self.lend() as thinker:
            return await thinker.hints(view)

    async def judge(self, taken: PlayedTurn) -> JudgedTurn:
        """Review a turn, one turn at a time across the pool. Raises WorkerError."""
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
        """Do nothing: a request is cancelled with the task that awaits it."""

    def close(self) -> None:
        for thinker in self._all:
            thinker.close()
