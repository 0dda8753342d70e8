"""The client of the analysis process."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from qwirkle.analysis.search import SearchMethod, SearchResult
from qwirkle.engine import rules
from qwirkle.game import Game
from qwirkle.records.schema import Header
from qwirkle.worker.client import AnalysisWorker, WorkerError
from qwirkle.worker.process import PROGRESS_INTERVAL, ProgressThrottle
from tests.tui.conftest import CUBES, TILES, TIMEOUT, human_players


async def test_a_bot_answers_with_a_legal_move() -> None:
    """The move returned by the other process is legal."""
    worker = AnalysisWorker()
    try:
        for variant in (TILES, CUBES):
            game = Game(Header(variant, human_players(2), 3))
            view = game.view(game.position.seat_to_move)
            rules.validate_move(view, await worker.choose("simple", view, "seed"))
    finally:
        worker.close()


async def test_a_master_bot_reports_its_final_candidates() -> None:
    """The last progress update has the chosen move first, even in an opening without simulation."""
    worker = AnalysisWorker()
    updates: list[SearchResult] = []
    try:
        game = Game(Header(TILES, human_players(2), 3))
        view = game.view(game.position.seat_to_move)
        move = await worker.choose("master-0.1", view, "seed", updates.append)
    finally:
        worker.close()
    assert updates[-1].best.move == move


def test_progress_is_rate_limited_but_the_last_update_is_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An update within the interval is replaced by the next one, and `flush` sends the last."""
    results = [SearchResult(SearchMethod.ESTIMATE, ()) for _ in range(5)]
    times = iter(
        (0.0, 0.0, 0.01, 0.02, PROGRESS_INTERVAL, PROGRESS_INTERVAL, PROGRESS_INTERVAL + 0.01)
    )
    monkeypatch.setattr("qwirkle.worker.process.monotonic", lambda: next(times))
    sent: list[SearchResult] = []
    throttle = ProgressThrottle(sent.append)
    for result in results:
        throttle.update(result)
    assert [id(result) for result in sent] == [id(results[0]), id(results[3])]
    throttle.flush()
    throttle.flush()
    assert [id(result) for result in sent[2:]] == [id(results[4])]


async def test_a_new_request_cancels_the_one_before() -> None:
    """The answer for the old position never arrives."""
    game = Game(Header(TILES, human_players(2), 3))
    view = game.view(game.position.seat_to_move)
    worker = AnalysisWorker()
    try:
        old = asyncio.create_task(worker.choose("simple", view, "old"))
        await asyncio.sleep(0)
        assert await worker.choose("simple", view, "new")
        with pytest.raises(asyncio.CancelledError):
            await old
    finally:
        worker.close()


async def test_a_killed_process_is_replaced() -> None:
    """If the process is killed from outside, a new one answers."""
    game = Game(Header(TILES, human_players(2), 3))
    view = game.view(game.position.seat_to_move)
    worker = AnalysisWorker()
    try:
        first = await worker.choose("simple", view, "seed")
        process = worker.process_id
        assert process is not None
        os.kill(process, signal.SIGKILL)
        assert await worker.choose("simple", view, "seed") == first
        assert worker.process_id != process
    finally:
        worker.close()


async def test_a_process_that_times_out_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If hints take too long, the process is killed and the next request starts a new one."""
    game = Game(Header(TILES, human_players(2), 3))
    view = game.view(game.position.seat_to_move)
    worker = AnalysisWorker()
    try:
        assert await worker.find_hints(view)
        process = worker.process_id
        assert process is not None
        os.kill(process, signal.SIGSTOP)
        with monkeypatch.context() as patch:
            patch.setattr("qwirkle.worker.client.HINT_TIMEOUT", 0.1)
            with pytest.raises(WorkerError, match=r"\b0\.1\b"):
                await worker.find_hints(view)
        assert await worker.find_hints(view)
        assert worker.process_id != process
    finally:
        worker.close()


async def test_an_unknown_bot_is_an_error() -> None:
    """An error in the other process comes back as WorkerError."""
    game = Game(Header(TILES, human_players(2), 3))
    worker = AnalysisWorker()
    try:
        with pytest.raises(WorkerError):
            await worker.choose("nobody", game.view(game.position.seat_to_move), "seed")
    finally:
        worker.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
async def test_the_process_ends_with_its_parent() -> None:
    """If the parent is killed with SIGKILL, no process is left."""
    program = textwrap.dedent(
        """
        import asyncio, sys
        from qwirkle import catalog
        from qwirkle.worker.client import AnalysisWorker
        from qwirkle.game import Game
        from qwirkle.records.schema import Header
        from qwirkle.records.players import Player
        async def main():
            game = Game(Header(catalog.bundled_variants()[0], (Player("A"), Player("B")), 1))
            worker = AnalysisWorker()
            await worker.choose("simple", game.view(game.position.seat_to_move), "seed")
            print(worker.process_id, flush=True)
            await asyncio.sleep(3600)
        asyncio.run(main())
        """
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    with parent.stdout:
        child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    async with asyncio.timeout(TIMEOUT):
        while _is_alive(child):
            await asyncio.sleep(0.05)


def _is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2]
    except OSError:
        return False
    return state.split()[0] not in ("Z", "X")


@pytest.mark.parametrize("name", ["Liar", "Odd"])
async def test_an_answer_that_is_not_a_move_is_an_error(name: str) -> None:
    """An external bot's answer never reaches the game unless it's a move."""
    game = Game(Header(TILES, human_players(2), 3))
    worker = AnalysisWorker()
    try:
        with pytest.raises(WorkerError, match="move"):
            await worker.choose(
                f"tests.arena.bad_bots:{name}", game.view(game.position.seat_to_move), "seed"
            )
    finally:
        worker.close()
