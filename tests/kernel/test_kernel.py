"""The compiled kernel gives the same results as plain Python."""

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
from qwirkle.analysis.endgame import EndgameLimitReached, EndgameLimits, search_endgame_python
from qwirkle.analysis.odds import mean_scores
from qwirkle.analysis.rollouts import Afterstate, RolloutBatch
from qwirkle.analysis.score_table import compute_score_table
from qwirkle.arena.game import has_fast_path, play_game
from qwirkle.arena.tournament import Tournament, ages_for_deal, deal_seed_for_round, play_rounds
from qwirkle.bots.bots import SimpleBot
from qwirkle.compile_kernel import KernelMismatch, compare_kernel
from qwirkle.engine import movegen, rng
from qwirkle.engine.board import EMPTY_BOARD, Board
from qwirkle.engine.moves import Move
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import PlaceStep, RefillStep, RollStep, Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loader
from tests.kernel.conftest import kernel_availability
from tests.random_games import random_game
from tests.sample_positions import RULESET, DiceSource, TileSource, random_position
from tests.sample_rulesets import with_changes

pytestmark = pytest.mark.extra

pytest.importorskip("numba", reason="the extra `fast` is not installed")


if TYPE_CHECKING:
    from qwirkle.kernel.interface import Kernel


SUPPORTED = [variant for variant in catalog.bundled_variants() if loader.supports_play(variant)]


def positions(count: int) -> list[tuple[Board, Faces]]:
    """Boards of all sizes with a hand each, alternating tiles and dice."""
    boards = []
    for seed in range(count):
        random = Random(seed)
        source = TileSource(random) if seed % 2 else DiceSource(random)
        boards.append(random_position(random, source, 6, 1 + seed % 30))
    return boards


def test_best_play_matches_the_engine(tools: Kernel) -> None:
    """The best play is the first of the engine's generator."""
    for board, hand in positions(300):
        assert tools.best_play(board, hand, RULESET) == movegen.best_play(board, hand, RULESET)


def test_score_tables_match(tools: Kernel) -> None:
    """The best-score tables are identical."""
    for board, _ in positions(150):
        best = tools.score_table(board, RULESET)
        assert best is not None
        assert best.tolist() == [list(row) for row in compute_score_table(board, RULESET).scores]


@pytest.mark.parametrize("size", range(1, 7))
def test_odds_match_for_every_hand_size(tools: Kernel, size: int) -> None:
    """The mean of every choice of dice is bit-identical for hands of every size."""
    for board, hand in positions(10):
        best = np.array(compute_score_table(board, RULESET).scores, dtype=np.int16)
        plain, fast = mean_scores(best, hand[:size], RULESET), tools.mean_scores(best, hand[:size])
        assert plain is not None
        assert fast is not None
        assert fast.tolist() == plain.tolist()


@pytest.mark.parametrize("colours", ["001234", "001122", "000112", "000111", "000012", "000000"])
def test_odds_match_for_equal_dice(tools: Kernel, colours: str) -> None:
    """Dice of one colour, anywhere in the hand, give identical means too."""
    random = Random(colours)
    for board, _ in positions(6):
        best = np.array(compute_score_table(board, RULESET).scores, dtype=np.int16)
        dice = random.sample(colours, len(colours))
        hand = tuple(6 * int(colour) + random.randrange(6) for colour in dice)
        plain, fast = mean_scores(best, hand, RULESET), tools.mean_scores(best, hand)
        assert plain is not None
        assert fast is not None
        assert fast.tolist() == plain.tolist()


def test_an_unplayable_hand_has_no_odds(tools: Kernel) -> None:
    """J7: around a square of four reds, a hand without a red die has no odds."""
    board = Board.of([(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 1)])
    best = tools.score_table(board, RULESET)
    assert best is not None
    assert tools.mean_scores(best, (8, 15)) is None
    assert mean_scores(best, (8, 15), RULESET) is None


class _BotPlayer:
    is_trusted = True

    def choose(self, view: View) -> Move:
        return SimpleBot().choose(view, Random(), lambda: False)


def test_a_failed_compilation_is_not_repeated(environment: dict[str, str], tmp_path: Path) -> None:
    """If compiling fails, one line says so, and the next start doesn't try again."""
    broken = tmp_path / "numba.py"
    broken.write_text("njit = typeof = None")
    path = os.pathsep.join([str(tmp_path), environment.get("PYTHONPATH", "")])
    without_numba = {**environment, "QWIRKLE_HOME": str(tmp_path / "home"), "PYTHONPATH": path}
    run = subprocess.run(
        [sys.executable, "-m", "qwirkle.compile_kernel"],
        env=without_numba,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert run.stderr.strip()
    assert len(run.stderr.splitlines()) == 1
    code = "from qwirkle.kernel import loader; print(loader.needs_compiling())"
    run = subprocess.run(
        [sys.executable, "-c", code], env=without_numba, capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


def test_the_kernel_supports_these_rulesets() -> None:
    """The kernel supports six-piece lines at a point per piece, and play with standard steps."""
    scoring = [
        variant.name for variant in catalog.bundled_variants() if loader.supports_scoring(variant)
    ]
    assert scoring == ["cubes", "cubes-mindware", "sprint", "tiles", "tiles-mindware"]
    playing = [variant.name for variant in SUPPORTED]
    assert playing == ["cubes", "cubes-mindware", "tiles", "tiles-mindware"]
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


@pytest.mark.parametrize("variant", [*SUPPORTED, TWICE], ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_simple_games_match(tools: Kernel, variant: Variant, players: int) -> None:
    """A game between simple bots ends with the same scores and number of turns."""
    if not has_fast_path(variant):
        assert variant.opening.who == "oldest"
        return
    for seed in (*range(12), 2**63 - 1):
        ages = ages_for_deal(seed, players)
        end = play_game(variant, [_BotPlayer()] * players, seed, ages).position
        assert tools.play_simple_game(variant, ages, seed) == (*end.scores, end.turns_played + 1)


def test_random_numbers_match(tools: Kernel) -> None:
    """Each event's random generator yields the same numbers."""
    from qwirkle.kernel.rng import next_random, seed_event

    state = np.zeros(1, dtype=np.uint64)
    for seed in (0, 7, 2**63 - 1):
        for number in (0, 1, 4000):
            seed_event(seed, number, state)
            numbers = [next_random(state) for _ in range(5)]
            source = rng.rng_for_event(seed, number)
            assert numbers == [source.random() for _ in range(5)]


def test_a_board_beyond_the_grid_falls_back_to_python(tools: Kernel) -> None:
    """If a board exceeds the kernel's grid, plain Python finds the play."""
    board = EMPTY_BOARD
    for step in range(60):
        board = board.place([((step % 6) * 6, 5 * step, 5 * step)])
    assert tools.score_table(board, RULESET) is None
    assert tools.best_play(board, (1,), RULESET) == movegen.best_play(board, (1,), RULESET)


@pytest.mark.parametrize("side", [(-1, 0), (1, 0), (0, -1), (0, 1), (1, 1)])
def test_plays_at_the_edge_match(tools: Kernel, side: tuple[int, int]) -> None:
    """At the edge of the board, the kernel finds no plays beyond it."""
    for number, (small, hand) in enumerate(positions(20)):
        extent = max(abs(coordinate) for cell in small.cells for coordinate in cell)
        dx, dy = (direction * (200 - extent - number % 6) for direction in side)
        board = Board.of([(face, x + dx, y + dy) for (x, y), face in small.cells.items()])
        assert tools.best_play(board, hand, RULESET) == movegen.best_play(board, hand, RULESET)
        assert tools.score_table(board, RULESET) is None


def test_the_kernel_is_compiled_once_and_can_be_turned_off(environment: dict[str, str]) -> None:
    """One process compiles the kernel, the next loads it, and `off` disables it."""
    assert kernel_availability(environment) == "True"
    assert kernel_availability({**environment, loader.KERNEL_VARIABLE: "off"}) == "False"


def test_nothing_is_compiled_again(environment: dict[str, str], code_folder: Path) -> None:
    """A process that loads the code from disk doesn't change it."""
    before = {path: path.stat().st_mtime_ns for path in code_folder.rglob("*")}
    code = (
        "from qwirkle import catalog\n"
        "from qwirkle.compile_kernel import compare_kernel\n"
        "from qwirkle.kernel import loader\n"
        "compare_kernel(loader.get_kernel())"
    )
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert {path: path.stat().st_mtime_ns for path in code_folder.rglob("*")} == before


@pytest.mark.parametrize(
    ("name", "result"),
    [
        ("best_play", None),
        ("score_table", np.zeros((12, 64), dtype=np.int16)),
        ("mean_scores", None),
        ("run_rollouts", (np.zeros((8, 2)), np.zeros(8), np.zeros(8))),
        ("best_plays", []),
        ("search_endgame", None),
    ],
)
def test_a_kernel_with_different_results_is_refused(
    tools: Kernel, monkeypatch: pytest.MonkeyPatch, name: str, result: object
) -> None:
    """Before first use, the kernel's results are compared with those of plain Python."""
    compare_kernel(tools)
    monkeypatch.setattr(type(tools), name, lambda *_: result)
    with pytest.raises(KernelMismatch):
        compare_kernel(tools)


@pytest.mark.parametrize("variant", catalog.bundled_variants(), ids=lambda variant: variant.name)
def test_arena_outcomes_match(
    tools: Kernel, variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games between simple bots have the same outcome with and without the kernel."""
    tournament = Tournament(variant, ("simple", "simple", "simple"), games=12, seed=5)
    plain = play_rounds(tournament, range(tournament.round_count))
    monkeypatch.setattr(loader, "get_kernel", lambda: tools)
    assert play_rounds(tournament, range(tournament.round_count)) == plain


@pytest.mark.parametrize("spare", [-40, -2, -1, 0, 1, 5])
def test_games_are_stopped_at_the_same_event(
    tools: Kernel, monkeypatch: pytest.MonkeyPatch, spare: int
) -> None:
    """A game near the event limit stops at the same event with the kernel."""
    variant = catalog.load_variant("tiles")
    tournament = Tournament(variant, ("simple", "simple"), games=2, seed=5)
    deal = deal_seed_for_round(5, 0)
    events = len(play_game(variant, [_BotPlayer()] * 2, deal, ages_for_deal(deal, 2)).events)
    monkeypatch.setattr("qwirkle.arena.game.MAX_EVENTS", events + spare)
    plain = play_rounds(tournament, range(1))
    assert [outcome.hit_event_limit for outcome in plain] == [spare < 0] * 2
    monkeypatch.setattr(loader, "get_kernel", lambda: tools)
    assert play_rounds(tournament, range(1)) == plain


@pytest.mark.parametrize("variant", SUPPORTED, ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 4, 6])
def test_rollouts_match(tools: Kernel, variant: Variant, players: int) -> None:
    """Each player's points in a rollout and prospects after it are bit-identical."""
    for seed in range(6):
        # Hidden hands differ between determinizations.
        ruleset = with_changes(
            variant, hand__open=variant.hand.open and seed % 2 == 0, players__max=6
        )
        game = random_game(ruleset, players, seed, max_events=12 + 12 * seed)
        if game.is_over or not game.position.board.cells:
            continue
        view = game.view(game.position.seat_to_move)
        batch = RolloutBatch(view, sample_determinizations(view, 3, Random(seed)), 1, Random(seed))
        for leave, returned in (((), ()), (view.hand[:3], ()), (view.hand[:2], view.hand[2:])):
            afterstate = Afterstate(view.board, 0, leave, returned)
            assert batch.run_kernel(tools, afterstate).equals(batch.run_python(afterstate))


@pytest.mark.parametrize(
    "limits", [EndgameLimits(300), EndgameLimits(30, 3, 5), EndgameLimits(4, 1, 2)]
)
def test_endgames_match(tools: Kernel, limits: EndgameLimits) -> None:
    """Endgame searches visit the same positions and find the same play and margin."""
    solved = 0
    for seed, (board, hand) in enumerate(positions(120)):
        hands = (hand[: 1 + seed % 4], hand[3:])
        sizes = (limits.beam_width, limits.root_beam_width, limits.max_positions)
        result = tools.search_endgame(board, hands, seed % 2, RULESET, *sizes)
        try:
            plain = search_endgame_python(RULESET, board, hands, seed % 2, limits, never_stop)
        except EndgameLimitReached:
            assert result is None
            continue
        assert result == plain
        solved += 1
    assert 20 < solved < 120


def test_best_plays_match_the_engine(tools: Kernel) -> None:
    """The requested number of best plays comes in the order of the engine's generator."""
    for board, hand in positions(60):
        plays = movegen.sort_plays(movegen.generate_plays(board, hand, RULESET))
        for count in (1, 5, 200):
            assert tools.best_plays(board, hand, RULESET, count) == plays[:count]
