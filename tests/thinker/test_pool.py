"""Thinkers that many tables share."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import pytest

from qwirkle.analysis.judging import PlayedTurn, judge_turn, turns_of
from qwirkle.thinker.client import Thinker, ThinkingFailed
from qwirkle.thinker.pool import ThinkerPool
from tests.app.conftest import HIDDEN, PATIENCE, small
from tests.play import random_game


@pytest.fixture
async def pool() -> AsyncIterator[ThinkerPool]:
    """Two thinkers."""
    found = ThinkerPool(2)
    yield found
    found.close()


def a_turn() -> PlayedTurn:
    """A turn of a finished game."""
    return turns_of(random_game(small(HIDDEN), 2, seed=6))[3]


async def test_judgements_leave_a_thinker_to_bots(
    pool: ThinkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many turns are to be judged, one at a time is, and somebody else is heard."""
    judged = []

    async def judge(_: Thinker, taken: PlayedTurn) -> None:
        judged.append(taken)
        await asyncio.Event().wait()

    monkeypatch.setattr(Thinker, "judge", judge)
    reviews = [asyncio.create_task(pool.judge(a_turn())) for _ in range(3)]
    try:
        for _ in range(20):  # rounds of the loop, in which all three could have begun
            await asyncio.sleep(0)
        assert len(judged) == 1
        async with asyncio.timeout(PATIENCE), pool.lend():
            assert len(judged) == 1
    finally:
        for task in reviews:
            task.cancel()
        await asyncio.wait(reviews)


async def test_a_judgement_that_never_comes_holds_nobody_up(
    pool: ThinkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that does not answer in time is given up, and the next turn is judged."""
    turn = a_turn()
    expected = judge_turn(turn)
    assert await pool.judge(turn) == expected
    assert await pool.judge(turn) == expected
    processes = [thinker.process_id for thinker in pool._all]
    for process in processes:
        assert process is not None
        os.kill(process, signal.SIGSTOP)
    with monkeypatch.context() as impatient:
        impatient.setattr("qwirkle.thinker.pool.JUDGING_PATIENCE", 0.1)
        for _ in processes:
            with pytest.raises(ThinkingFailed, match=r"0\.1 seconds"):
                await pool.judge(turn)
    assert await pool.judge(turn) == expected
