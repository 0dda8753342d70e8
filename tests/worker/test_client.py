"""Thinking in another process."""

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
    """The move that comes back from the other process is legal here."""
    thinker = AnalysisWorker()
    try:
        for variant in (TILES, CUBES):
            game = Game(Header(variant, human_players(2), 3))
            view = game.view(game.position.player)
            rules.validate_move(view, await thinker.choose("simple", view, "seed"))
    finally:
        thinker.close()


async def test_the_last_thought_of_a_master_is_told() -> None:
    """Even where nothing is played out, as in an opening, one can see what it chose from."""
    thinker = AnalysisWorker()
    told: list[SearchResult] = []
    try:
        game = Game(Header(TILES, human_players(2), 3))
        view = game.view(game.position.player)
        move = await thinker.choose("master-0.1", view, "seed", told.append)
    finally:
        thinker.close()
    assert told[-1].best.move == move


def test_thoughts_are_told_now_and_then_and_the_last_in_any_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What comes within the pause is kept, and dropped for what comes after it."""
    thoughts = [SearchResult(SearchMethod.ESTIMATE, ()) for _ in range(5)]
    times = iter(
        (0.0, 0.0, 0.01, 0.02, PROGRESS_INTERVAL, PROGRESS_INTERVAL, PROGRESS_INTERVAL + 0.01)
    )
    monkeypatch.setattr("qwirkle.worker.process.monotonic", lambda: next(times))
    told: list[SearchResult] = []
    teller = ProgressThrottle(told.append)
    for thought in thoughts:
        teller.update(thought)
    assert [id(thought) for thought in told] == [id(thoughts[0]), id(thoughts[3])]
    teller.flush()
    teller.flush()
    assert [id(thought) for thought in told[2:]] == [id(thoughts[4])]


async def test_a_new_question_drops_the_one_before() -> None:
    """The answer for an old position never arrives."""
    game = Game(Header(TILES, human_players(2), 3))
    view = game.view(game.position.player)
    thinker = AnalysisWorker()
    try:
        old = asyncio.create_task(thinker.choose("simple", view, "old"))
        await asyncio.sleep(0)
        assert await thinker.choose("simple", view, "new")
        with pytest.raises(asyncio.CancelledError):
            await old
    finally:
        thinker.close()


async def test_a_process_that_was_killed_is_replaced() -> None:
    """When the process is ended from outside, a new one answers."""
    game = Game(Header(TILES, human_players(2), 3))
    view = game.view(game.position.player)
    thinker = AnalysisWorker()
    try:
        first = await thinker.choose("simple", view, "seed")
        process = thinker.process_id
        assert process is not None
        os.kill(process, signal.SIGKILL)
        assert await thinker.choose("simple", view, "seed") == first
        assert thinker.process_id != process
    finally:
        thinker.close()


async def test_hints_that_never_come_are_asked_of_another_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A process that does not answer in time is given up, and the next question gets a new one."""
    game = Game(Header(TILES, human_players(2), 3))
    view = game.view(game.position.player)
    thinker = AnalysisWorker()
    try:
        assert await thinker.hints(view)
        process = thinker.process_id
        assert process is not None
        os.kill(process, signal.SIGSTOP)
        with monkeypatch.context() as impatient:
            impatient.setattr("qwirkle.worker.client.HINT_TIMEOUT", 0.1)
            with pytest.raises(WorkerError, match=r"0\.1 seconds"):
                await thinker.hints(view)
        assert await thinker.hints(view)
        assert thinker.process_id != process
    finally:
        thinker.close()


async def test_a_bot_that_does_not_exist_fails_with_a_sentence() -> None:
    """What goes wrong in the other process comes back as one sentence."""
    game = Game(Header(TILES, human_players(2), 3))
    thinker = AnalysisWorker()
    try:
        with pytest.raises(WorkerError):
            await thinker.choose("nobody", game.view(game.position.player), "seed")
    finally:
        thinker.close()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
async def test_the_process_ends_with_its_asker_however_that_ends() -> None:
    """After SIGKILL of the asker no process is left behind."""
    program = textwrap.dedent(
        """
        import asyncio, sys
        from qwirkle import catalog
        from qwirkle.worker.client import AnalysisWorker
        from qwirkle.game import Game
        from qwirkle.records.schema import Header, Player
        async def main():
            game = Game(Header(catalog.bundled_variants()[0], (Player("A"), Player("B")), 1))
            thinker = AnalysisWorker()
            await thinker.choose("simple", game.view(game.position.player), "seed")
            print(thinker.process_id, flush=True)
            await asyncio.sleep(3600)
        asyncio.run(main())
        """
    )
    asker = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert asker.stdout is not None
    with asker.stdout:
        child = int(asker.stdout.readline())
    asker.kill()
    asker.wait()
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
async def test_an_answer_that_is_no_move_fails_with_a_sentence(name: str) -> None:
    """What a bot of another package answers never reaches the game unless it is a move."""
    game = Game(Header(TILES, human_players(2), 3))
    thinker = AnalysisWorker()
    try:
        with pytest.raises(WorkerError, match="isn't a move"):
            await thinker.choose(
                f"tests.arena.bad_bots:{name}", game.view(game.position.player), "seed"
            )
    finally:
        thinker.close()
