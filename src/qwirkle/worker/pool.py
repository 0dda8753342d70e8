"""A few analysis workers shared by many games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from qwirkle.i18n import tr
from qwirkle.worker.client import AnalysisWorker, WorkerError

if TYPE_CHECKING:
    from qwirkle.analysis.hints import Hints
    from qwirkle.analysis.review import TurnRecord, TurnReview
    from qwirkle.engine.view import View

REVIEW_TIMEOUT = 60.0
"""Seconds to wait for the review of a turn: far more than it takes on any machine."""


class WorkerPool:
    """A fixed number of analysis workers; requests queue in order when all are busy."""

    def __init__(self, count: int) -> None:
        self._workers = [AnalysisWorker() for _ in range(count)]
        self._idle: asyncio.Queue[AnalysisWorker] = asyncio.Queue()
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._review_lock = asyncio.Lock()
        """Held during a review: reviews use one worker at a time and leave the others to bots."""

    @asynccontextmanager
    async def acquire(self) -> AsyncIterator[AnalysisWorker]:
        """Reserve a worker for one request, which is cancelled on exit if it is still pending."""
        worker = await self._idle.get()
        try:
            yield worker
        finally:
            worker.cancel()
            self._idle.put_nowait(worker)

    async def find_hints(self, view: View) -> Hints:
        """Return hints for a view. Raises WorkerError."""
        async with self.acquire() as worker:
            return await worker.find_hints(view)

    async def review_turn(self, turn: TurnRecord) -> TurnReview:
        """Review a turn, one turn at a time across the pool. Raises WorkerError."""
        try:
            async with (
                self._review_lock,
                self.acquire() as worker,
                asyncio.timeout(REVIEW_TIMEOUT),
            ):
                return await worker.review_turn(turn)
        except TimeoutError:
            raise WorkerError(
                tr("No answer came within {seconds:g} seconds.", seconds=REVIEW_TIMEOUT)
            ) from None

    def cancel(self) -> None:
        """Do nothing: a request is cancelled with the task that awaits it."""

    def close(self) -> None:
        for worker in self._workers:
            worker.close()
