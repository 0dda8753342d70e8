"""Thinkers that many tables share."""

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
    """Two thinkers."""
    found = WorkerPool(2)
    yield found
    found.close()


def a_turn() -> TurnRecord:
    """A turn of a finished game."""
    return completed_turns(random_game(small_variant(TILES), 2, seed=6))[3]


async def test_judgements_leave_a_thinker_to_bots(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many turns are to be judged, one at a time is, and somebody else is heard."""
    judged = []

    async def judge(_: AnalysisWorker, taken: TurnRecord) -> None:
        judged.append(taken)
        await asyncio.Event().wait()

    monkeypatch.setattr(AnalysisWorker, "review_turn", judge)
    reviews = [asyncio.create_task(pool.review_turn(a_turn())) for _ in range(3)]
    try:
        for _ in range(20):  # rounds of the loop, in which all three could have begun
            await asyncio.sleep(0)
        assert len(judged) == 1
        async with asyncio.timeout(TIMEOUT), pool.acquire():
            assert len(judged) == 1
    finally:
        for task in reviews:
            task.cancel()
        await asyncio.wait(reviews)


async def test_a_judgement_that_never_comes_holds_nobody_up(
    pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that does not answer in time is given up, and the next turn is judged."""
    turn = a_turn()
    expected = review_turn(turn)
    assert await pool.review_turn(turn) == expected
    assert await pool.review_turn(turn) == expected
    processes = [thinker.process_id for thinker in pool._workers]
    for process in processes:
        assert process is not None
        os.kill(process, signal.SIGSTOP)
    with monkeypatch.context() as impatient:
        impatient.setattr("qwirkle.worker.pool.REVIEW_TIMEOUT", 0.1)
        for _ in processes:
            with pytest.raises(WorkerError, match=r"0\.1 seconds"):
                await pool.review_turn(turn)
    assert await pool.review_turn(turn) == expected
