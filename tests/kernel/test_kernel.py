"""The kernel gives what plain Python gives, to the last play."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.determinization import sample_determinizations
from qwirkle.analysis.endgame import EndgameLimitReached, EndgameLimits, search_python
from qwirkle.analysis.odds import mean_scores
from qwirkle.analysis.rollouts import Afterstate, RolloutBatch
from qwirkle.analysis.score_table import compute_score_table
from qwirkle.arena.game import has_fast_path, play_game
from qwirkle.arena.tournament import Tournament, deal_ages, deal_seed, play_rounds
from qwirkle.bots.bots import SimpleBot
from qwirkle.compile_kernel import KernelMismatch, compare_kernel
from qwirkle.engine import movegen, rng
from qwirkle.engine.board import EMPTY_BOARD, Board
from qwirkle.engine.moves import Move
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import PlaceStep, RefillStep, RollStep, Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loader
from tests.kernel.conftest import answer
from tests.random_games import random_game
from tests.sample_positions import RULESET, DiceSource, TileSource, random_position
from tests.sample_rulesets import with_changes

pytestmark = pytest.mark.extra

pytest.importorskip("numba", reason="the extra `fast` is not installed")


if TYPE_CHECKING:
    from qwirkle.kernel.interface import Kernel


KNOWN = [variant for variant in catalog.bundled_variants() if loader.supports_play(variant)]


def positions(count: int) -> list[tuple[Board, Faces]]:
    """Boards of every size with a hand each, some with tiles and some with dice."""
    found = []
    for seed in range(count):
        random = Random(seed)
        source = TileSource(random) if seed % 2 else DiceSource(random)
        found.append(random_position(random, source, 6, 1 + seed % 30))
    return found


def test_best_play(tools: Kernel) -> None:
    """The best play is the one that the engine's generator puts first."""
    for board, hand in positions(300):
        assert tools.best_play(board, hand, RULESET) == movegen.best_play(board, hand, RULESET)


def test_table(tools: Kernel) -> None:
    """The best-score table is the same, number by number."""
    for board, _ in positions(150):
        best = tools.score_table(board, RULESET)
        assert best is not None
        assert best.tolist() == [list(row) for row in compute_score_table(board, RULESET).scores]


@pytest.mark.parametrize("size", range(1, 7))
def test_odds(tools: Kernel, size: int) -> None:
    """The mean of every choice of dice is the same to the last bit, for hands of every size."""
    for board, hand in positions(10):
        best = np.array(compute_score_table(board, RULESET).scores, dtype=np.int16)
        plain, fast = mean_scores(best, hand[:size], RULESET), tools.mean_scores(best, hand[:size])
        assert plain is not None
        assert fast is not None
        assert fast.tolist() == plain.tolist()


@pytest.mark.parametrize("colours", ["001234", "001122", "000112", "000111", "000012", "000000"])
def test_odds_of_dice_alike(tools: Kernel, colours: str) -> None:
    """Dice of one colour, wherever they stand in the hand, change nothing about that."""
    random = Random(colours)
    for board, _ in positions(6):
        best = np.array(compute_score_table(board, RULESET).scores, dtype=np.int16)
        dice = random.sample(colours, len(colours))
        hand = tuple(6 * int(colour) + random.randrange(6) for colour in dice)
        plain, fast = mean_scores(best, hand, RULESET), tools.mean_scores(best, hand)
        assert plain is not None
        assert fast is not None
        assert fast.tolist() == plain.tolist()


def test_dead_hand(tools: Kernel) -> None:
    """J7: four reds in a square leave nothing for a hand without red dice."""
    board = Board.of([(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)])
    best = tools.score_table(board, RULESET)
    assert best is not None
    assert tools.mean_scores(best, (8, 15)) is None
    assert mean_scores(best, (8, 15), RULESET) is None


class _BotPlayer:
    is_trusted = True

    def choose(self, view: View) -> Move:
        return SimpleBot().choose(view, Random(), lambda: False)


def test_what_failed_once_is_not_tried_again(environment: dict[str, str], tmp_path: Path) -> None:
    """Where no code can be made that is said in a sentence, and the next start does not try."""
    broken = tmp_path / "numba.py"
    broken.write_text("njit = typeof = None")
    path = os.pathsep.join([str(tmp_path), environment.get("PYTHONPATH", "")])
    without = {**environment, "QWIRKLE_HOME": str(tmp_path / "home"), "PYTHONPATH": path}
    run = subprocess.run(
        [sys.executable, "-m", "qwirkle.compile_kernel"],
        env=without,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert run.stderr.startswith("The kernel cannot be used here: ")
    assert len(run.stderr.splitlines()) == 1
    asked = "from qwirkle.kernel import loader; print(loader.needs_compiling())"
    run = subprocess.run(
        [sys.executable, "-c", asked], env=without, capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


def test_which_rulesets_the_kernel_knows() -> None:
    """It scores lines of six with a point a piece, and plays on where nothing else is unusual."""
    lines = [
        variant.name for variant in catalog.bundled_variants() if loader.supports_scoring(variant)
    ]
    assert lines == ["cubes", "cubes-mindware", "sprint", "tiles", "tiles-mindware"]
    turns = [variant.name for variant in KNOWN]
    assert turns == ["cubes", "cubes-mindware", "tiles", "tiles-mindware"]
    games = [variant.name for variant in catalog.bundled_variants() if has_fast_path(variant)]
    assert games == ["cubes", "tiles", "tiles-mindware"]
    dice = catalog.load_variant("cubes")
    passing = with_changes(
        dice, turn=(RollStep(2), PlaceStep((), ("redraw", "pass")), RefillStep())
    )
    assert not loader.supports_play(passing)
    assert not loader.supports_scoring(with_changes(dice, scoring__line=(2, 3, 4, 5, 6)))


CUBES = catalog.load_variant("cubes")
TWICE = with_changes(CUBES, name="twice", turn=(RollStep(2, 2), *CUBES.turn[1:]))


@pytest.mark.parametrize("variant", [*KNOWN, TWICE], ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_simple_games(tools: Kernel, variant: Variant, players: int) -> None:
    """A whole game of simple players ends with the same scores after as many turns."""
    if not has_fast_path(variant):
        assert variant.opening.who == "oldest"
        return
    for seed in (*range(12), 2**63 - 1):
        ages = deal_ages(seed, players)
        end = play_game(variant, [_BotPlayer()] * players, seed, ages).position
        assert tools.play_simple_game(variant, ages, seed) == (*end.scores, end.turns_played + 1)


def test_chance_takes_the_same_steps(tools: Kernel) -> None:
    """Each event of a game finds the same numbers in its source."""
    from qwirkle.kernel.rng import next_random, seed_event

    state = np.zeros(1, dtype=np.uint64)
    for seed in (0, 7, 2**63 - 1):
        for number in (0, 1, 4000):
            seed_event(seed, number, state)
            found = [next_random(state) for _ in range(5)]
            source = rng.rng_for_event(seed, number)
            assert found == [source.random() for _ in range(5)]


def test_a_board_that_is_too_large(tools: Kernel) -> None:
    """Plain Python finds the play on a board that the kernel has no room for."""
    board = EMPTY_BOARD
    for step in range(60):
        board = board.place([((step % 6) * 6, 5 * step, 5 * step)])
    assert tools.score_table(board, RULESET) is None
    assert tools.best_play(board, (1,), RULESET) == movegen.best_play(board, (1,), RULESET)


@pytest.mark.parametrize("side", [(-1, 0), (1, 0), (0, -1), (0, 1), (1, 1)])
def test_the_ends_of_the_table(tools: Kernel, side: tuple[int, int]) -> None:
    """Where the table ends nothing is found off it, as in plain Python."""
    for far, (small, hand) in enumerate(positions(20)):
        reach = max(abs(at) for cell in small.cells for at in cell)
        dx, dy = (way * (200 - reach - far % 6) for way in side)
        board = Board.of([(face, x + dx, y + dy) for (x, y), face in small.cells.items()])
        assert tools.best_play(board, hand, RULESET) == movegen.best_play(board, hand, RULESET)
        assert tools.score_table(board, RULESET) is None


def test_it_is_compiled_apart_and_then_used(environment: dict[str, str]) -> None:
    """One process compiles everything; the next finds it on disk, and `off` turns it off."""
    assert answer(environment) == "True"
    assert answer({**environment, loader.ENV_VAR: "off"}) == "False"


def test_nothing_is_compiled_again(environment: dict[str, str], code_folder: Path) -> None:
    """A process that finds the code on disk adds nothing to it."""
    before = {path: path.stat().st_mtime_ns for path in code_folder.rglob("*")}
    asked = (
        "from qwirkle import catalog\n"
        "from qwirkle.compile_kernel import compare_kernel\n"
        "from qwirkle.kernel import loader\n"
        "compare_kernel(loader.get_kernel())"
    )
    subprocess.run([sys.executable, "-c", asked], env=environment, check=True)
    assert {path: path.stat().st_mtime_ns for path in code_folder.rglob("*")} == before


@pytest.mark.parametrize(
    ("name", "answered"),
    [
        ("best_play", None),
        ("score_table", np.zeros((12, 64), dtype=np.int16)),
        ("mean_scores", None),
        ("run_rollouts", (np.zeros((8, 2)), np.zeros(8), np.zeros(8))),
        ("best_plays", []),
        ("search_endgame", None),
    ],
)
def test_code_that_computes_something_else_is_not_used(
    tools: Kernel, monkeypatch: pytest.MonkeyPatch, name: str, answered: object
) -> None:
    """Plays, tables, odds and rollouts are compared with plain Python before the first use."""
    compare_kernel(tools)
    monkeypatch.setattr(type(tools), name, lambda *_: answered)
    with pytest.raises(KernelMismatch):
        compare_kernel(tools)


@pytest.mark.parametrize("variant", catalog.bundled_variants(), ids=lambda variant: variant.name)
def test_the_arena_tells_the_same(
    tools: Kernel, variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outcome of every game between simple bots is the same with the kernel and without."""
    contest = Tournament(variant, ("simple", "simple", "simple"), games=12, seed=5)
    plain = play_rounds(contest, range(contest.round_count))
    monkeypatch.setattr(loader, "get_kernel", lambda: tools)
    assert play_rounds(contest, range(contest.round_count)) == plain


@pytest.mark.parametrize("spare", [-40, -2, -1, 0, 1, 5])
def test_games_are_stopped_at_the_same_event(
    tools: Kernel, monkeypatch: pytest.MonkeyPatch, spare: int
) -> None:
    """A game that has just as many events as it may have is told the same with the kernel."""
    variant = catalog.load_variant("tiles")
    contest = Tournament(variant, ("simple", "simple"), games=2, seed=5)
    deal = deal_seed(5, 0)
    events = len(play_game(variant, [_BotPlayer()] * 2, deal, deal_ages(deal, 2)).events)
    monkeypatch.setattr("qwirkle.arena.game.MAX_EVENTS", events + spare)
    plain = play_rounds(contest, range(1))
    assert [outcome.hit_event_limit for outcome in plain] == [spare < 0] * 2
    monkeypatch.setattr(loader, "get_kernel", lambda: tools)
    assert play_rounds(contest, range(1)) == plain


@pytest.mark.parametrize("variant", KNOWN, ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_rollouts(tools: Kernel, variant: Variant, players: int) -> None:
    """What everybody gains in a rollout, and would gain next, is the same to the last bit."""
    for seed in range(6):
        # Where hands are hidden they differ from world to world.
        shown = with_changes(
            variant, hand__open=variant.hand.open and seed % 2 == 0, players__most=6
        )
        game = random_game(shown, players, seed, most_events=12 + 12 * seed)
        if game.is_over or not game.position.board.cells:
            continue
        view = game.view(game.position.player)
        outlook = RolloutBatch(
            view, sample_determinizations(view, 3, Random(seed)), 1, Random(seed)
        )
        for kept, returned in (((), ()), (view.hand[:3], ()), (view.hand[:2], view.hand[2:])):
            branch = Afterstate(view.board, 0, kept, returned)
            assert outlook.run_kernel(tools, branch).equals(outlook.run_python(branch))


@pytest.mark.parametrize(
    "attempt", [EndgameLimits(300), EndgameLimits(30, 3, 5), EndgameLimits(4, 1, 2)]
)
def test_ends(tools: Kernel, attempt: EndgameLimits) -> None:
    """The end of a game is searched in the same order, to the same play and margin."""
    solved = 0
    for seed, (board, hand) in enumerate(positions(120)):
        hands = (hand[: 1 + seed % 4], hand[3:])
        sizes = (attempt.beam_width, attempt.root_beam_width, attempt.max_positions)
        found = tools.search_endgame(board, hands, seed % 2, RULESET, *sizes)
        try:
            plain = search_python(RULESET, board, hands, seed % 2, attempt, never_stop)
        except EndgameLimitReached:
            assert found is None
            continue
        assert found == plain
        solved += 1
    assert 20 < solved < 120


def test_best_plays(tools: Kernel) -> None:
    """So many of the best plays as are asked for, in the order of the engine's generator."""
    for board, hand in positions(60):
        plays = movegen.sort_plays(movegen.generate_plays(board, hand, RULESET))
        for most in (1, 5, 200):
            assert tools.best_plays(board, hand, RULESET, most) == plays[:most]
