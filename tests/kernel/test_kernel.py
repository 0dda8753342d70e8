"""The kernel gives what plain Python gives, to the last play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from qwirkle import catalog
from qwirkle.analysis.odds import means_of
from qwirkle.analysis.rollouts import Outlook
from qwirkle.analysis.table import best_table
from qwirkle.bots.arena import Contest, play_rounds
from qwirkle.bots.arena_game import play_game
from qwirkle.bots.casual import Casual
from qwirkle.engine import chance, movegen
from qwirkle.engine.board import EMPTY, Board
from qwirkle.engine.moves import Move
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loading
from tests.play import random_game
from tests.positions import RULESET, FromBag, FromDice, play_on

pytestmark = pytest.mark.extra

pytest.importorskip("numba", reason="the extra `fast` is not installed")

from qwirkle.kernel.chance import begin_event, next_random  # noqa: E402
from qwirkle.kernel.rollouts import enter_futures  # noqa: E402
from qwirkle.kernel.tools import Tools  # noqa: E402


@pytest.fixture(scope="module")
def tools() -> Tools:
    """The tools of the kernel."""
    return Tools()


def positions(count: int) -> list[tuple[Board, Faces]]:
    """Boards of every size with a hand each, some with tiles and some with dice."""
    found = []
    for seed in range(count):
        random = Random(seed)
        source = FromBag(random) if seed % 2 else FromDice(random)
        found.append(play_on(random, source, 6, 1 + seed % 30))
    return found


def test_best_play(tools: Tools) -> None:
    """The best play is the one that the engine's generator puts first."""
    for board, hand in positions(300):
        assert tools.best_play(board, hand, RULESET) == movegen.best_play(board, hand, RULESET)


def test_table(tools: Tools) -> None:
    """The best-score table is the same, number by number."""
    for board, _ in positions(150):
        best = tools.best_scores(board, RULESET)
        assert best is not None
        assert best.tolist() == [list(row) for row in best_table(board, RULESET).best]


@pytest.mark.parametrize("size", range(1, 7))
def test_odds(tools: Tools, size: int) -> None:
    """The mean of every choice of dice is the same to the last bit, for hands of every size."""
    for board, hand in positions(10):
        best = np.array(best_table(board, RULESET).best, dtype=np.int16)
        plain, fast = means_of(best, hand[:size]), tools.means_of(best, hand[:size])
        assert plain is not None
        assert fast is not None
        assert fast.tolist() == plain.tolist()


def test_dead_hand(tools: Tools) -> None:
    """J7: four reds in a square leave nothing for a hand without red dice."""
    board = Board.of([(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)])
    best = tools.best_scores(board, RULESET)
    assert best is not None
    assert tools.means_of(best, (8, 15)) is None
    assert means_of(best, (8, 15)) is None


class _Seat:
    trusted = True

    def choose(self, view: View) -> Move:
        return Casual().choose(view, Random(), lambda: False)


@pytest.mark.parametrize("variant", catalog.bundled(), ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_casual_games(tools: Tools, variant: Variant, players: int) -> None:
    """A whole game of casual players ends with the same scores after as many turns."""
    for seed in (*range(12), 2**63 - 1):
        end = play_game(variant, [_Seat()] * players, seed).position
        assert tools.casual_game(variant, players, seed) == (*end.scores, end.turns + 1)


def test_chance_takes_the_same_steps() -> None:
    """Each event of a game finds the same numbers in its source."""
    state = np.zeros(1, dtype=np.uint64)
    for seed in (0, 7, 2**63 - 1):
        for number in (0, 1, 4000):
            begin_event(seed, number, state)
            source = chance.for_event(seed, number)
            assert [next_random(state) for _ in range(5)] == [source.random() for _ in range(5)]


def test_a_board_that_is_too_large(tools: Tools) -> None:
    """Plain Python finds the play on a board that the kernel has no room for."""
    board = EMPTY
    for step in range(60):
        board = board.lay([((step % 6) * 6, 5 * step, 5 * step)])
    assert tools.best_scores(board, RULESET) is None
    assert tools.best_play(board, (1,), RULESET) == movegen.best_play(board, (1,), RULESET)


def test_it_is_compiled_apart_and_then_used(tmp_path: Path) -> None:
    """One process compiles everything; the next finds it on disk, and `off` turns it off."""
    home = {**os.environ, "QWIRKLE_HOME": str(tmp_path)}
    home.pop(loading.SWITCH, None)
    asked = "from qwirkle.kernel import loading; print(loading.tools() is not None)"

    def answer(**more: str) -> str:
        run = subprocess.run(
            [sys.executable, "-c", asked],
            env={**home, **more},
            capture_output=True,
            text=True,
            check=True,
        )
        return run.stdout.strip()

    assert answer() == "False"
    subprocess.run([sys.executable, "-m", "qwirkle.kernel"], env=home, check=True)
    assert answer() == "True"
    assert answer(**{loading.SWITCH: "off"}) == "False"


@pytest.mark.parametrize("variant", catalog.bundled(), ids=lambda variant: variant.name)
def test_the_arena_tells_the_same(
    tools: Tools, variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outcome of every game between casual bots is the same with the kernel and without."""
    contest = Contest(variant, ("casual", "casual", "casual"), games=12, seed=5)
    plain = play_rounds(contest, range(contest.rounds))
    monkeypatch.setattr(loading, "tools", lambda: tools)
    assert play_rounds(contest, range(contest.rounds)) == plain


@pytest.mark.parametrize("variant", catalog.bundled(), ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 4])
def test_rollouts(tools: Tools, variant: Variant, players: int) -> None:
    """What everybody gains in a rollout, and would gain next, is the same to the last bit."""
    for seed in range(6):
        game = random_game(variant, players, seed, most_events=12 + 12 * seed)
        if game.over or not game.position.board.cells:
            continue
        view = game.view(game.position.player)
        outlook = Outlook(view, 2, players, Random(seed))
        futures = enter_futures(
            [(future.world.hands, future.world.bag, future.shapes) for future in outlook.futures],
            variant.hand_size,
            players,
        )
        for kept in ((), view.hand[:3]):
            plain = [
                (course.gains, course.next_gains)
                for course in outlook.plain_courses(view.board, kept)
            ]
            assert tools.roll_outs(view.board, kept, futures, variant, players) == plain
