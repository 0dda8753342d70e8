"""The worker pool shared by all games of a server."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest

from qwirkle.analysis.review import TurnRecord, completed_turns, review_turn
from qwirkle.worker.client import AnalysisWorker, WorkerError
from qwirkle.worker.pool import WorkerPool
from tests.random_games import random_game
from tests.tui.conftest import TILES, TIMEOUT, small_variant


@pytest.fixture
async def pool() -> AsyncIterator[WorkerPool]:
    """A pool of two workers."""
    created = WorkerPool(2)
    yield created
    created.close()


def sample_turn() -> TurnRecord:
    """Return a turn of a finished game."""
    return completed_turns(random_game(small_variant(TILES), 2, seed=6))[3]


async def test_reviews_leave_a_worker_for_bots(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many reviews are pending, only one runs, so other requests get a worker."""
    started = []

    async def never_finish(_: AnalysisWorker, turn: TurnRecord) -> None:
        started.append(turn)
        await asyncio.Event().wait()

    monkeypatch.setattr(AnalysisWorker, "review_turn", never_finish)
    reviews = [asyncio.create_task(pool.review_turn(sample_turn())) for _ in range(3)]
    try:
        for _ in range(20):  # enough loop iterations for all three to start
            await asyncio.sleep(0)
        assert len(started) == 1
        async with asyncio.timeout(TIMEOUT), pool.acquire():
            assert len(started) == 1
    finally:
        for task in reviews:
            task.cancel()
        await asyncio.wait(reviews)


async def test_a_review_that_times_out_does_not_block_the_pool(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stuck process is replaced, and the next turn is reviewed."""
    turn = sample_turn()
    expected = review_turn(turn)
    assert await pool.review_turn(turn) == expected
    assert await pool.review_turn(turn) == expected
    processes = [worker.process_id for worker in pool._workers]
    for process in processes:
        assert process is not None
        os.kill(process, signal.SIGSTOP)
    with monkeypatch.context() as patch:
        patch.setattr("qwirkle.worker.pool.REVIEW_TIMEOUT", 0.1)
        for _ in processes:
            with pytest.raises(WorkerError, match=r"\b0\.1\b"):
                await pool.review_turn(turn)
    assert await pool.review_turn(turn) == expected
