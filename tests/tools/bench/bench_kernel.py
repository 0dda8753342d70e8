"""The compiled kernel, compared with plain Python in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from random import Random

import pytest

from qwirkle import catalog
from qwirkle.analysis.determinization import sample_determinizations
from qwirkle.analysis.odds import mean_scores_python, score_table_to_array
from qwirkle.analysis.rollouts import Afterstate, RolloutBatch
from qwirkle.analysis.score_table import compute_score_table
from qwirkle.arena.tournament import Tournament, play_rounds
from qwirkle.engine import movegen
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loader
from tests.random_games import random_game
from tests.tools.bench.bench_engine import boards_with_hands
from tests.tools.bench.measure import Benchmark, measure, median_time, set_baseline

pytest.importorskip("numba", reason="the extra `fast` is not installed")

from qwirkle.kernel.interface import Kernel

pytestmark = pytest.mark.benchmark(timer=time.process_time)

VARIANTS = [variant for variant in catalog.bundled_variants() if variant.name in ("tiles", "cubes")]
PIECES = 50
GAMES = 40
PLAIN_PYTHON = "the same in plain Python"


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    """The kernel, compiled first if necessary."""
    if not loader.is_compiled():
        environment = {**os.environ, loader.KERNEL_VARIABLE: "on"}
        command = [sys.executable, "-m", "qwirkle.compile_kernel"]
        subprocess.run(command, env=environment, check=True)
    return Kernel()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def bench_simple(
    benchmark: Benchmark, kernel: Kernel, variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measure one game between two simple bots."""
    tournament = Tournament(variant, ("simple", "simple"), GAMES, 1)

    def play() -> None:
        play_rounds(tournament, range(tournament.round_count))

    python_seconds = median_time(play, 1) / GAMES
    monkeypatch.setattr(loader, "get_kernel", lambda: kernel)
    label = f"kernel: a game of {variant.name}, simple"
    benchmark.extra_info.update(label=label, batch_size=GAMES)
    benchmark.pedantic(play, rounds=5, warmup_rounds=1)
    set_baseline(benchmark, PLAIN_PYTHON, python_seconds)


def bench_best_play(benchmark: Benchmark, kernel: Kernel) -> None:
    """Measure finding the best play of a hand, including the conversion of the board."""
    board, hand = boards_with_hands(PIECES)[0]
    variant = VARIANTS[0]
    label = f"kernel: the best play, {PIECES} pieces"
    measure(benchmark, label, lambda: kernel.best_play(board, hand, variant), 20, 10)
    python_seconds = median_time(lambda: movegen.best_play(board, hand, variant), 20)
    set_baseline(benchmark, PLAIN_PYTHON, python_seconds)


def bench_table(benchmark: Benchmark, kernel: Kernel) -> None:
    """Measure the score table: the best score of every hand at once."""
    board, _ = boards_with_hands(PIECES)[0]
    variant = VARIANTS[0]
    label = f"kernel: best score of every hand, {PIECES} pieces"
    measure(benchmark, label, lambda: kernel.score_table(board, variant), 20, 10)
    python_seconds = median_time(lambda: compute_score_table(board, variant), 20)
    set_baseline(benchmark, PLAIN_PYTHON, python_seconds)


def bench_odds(benchmark: Benchmark, kernel: Kernel) -> None:
    """Measure the mean score of all 64 choices of dice to roll, from an existing score table."""
    board, hand = boards_with_hands(PIECES)[0]
    table = score_table_to_array(compute_score_table(board, VARIANTS[0]))
    label = "kernel: odds of 64 choices from a table"
    measure(benchmark, label, lambda: kernel.mean_scores(table, hand), 20, 10)
    numpy_seconds = median_time(lambda: mean_scores_python(table, hand, VARIANTS[0]), 20)
    set_baseline(benchmark, "the same with numpy", numpy_seconds)


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def bench_rollouts(benchmark: Benchmark, kernel: Kernel, variant: Variant) -> None:
    """Measure a rollout from the middle of a game, with the settings of the strongest bot."""
    game = random_game(variant, 2, 3, max_events=50)
    view = game.view(game.position.seat_to_move)
    rollouts, rounds = (16, 1) if variant.roll_step else (128, 2)
    batch = RolloutBatch(
        view, sample_determinizations(view, rollouts, Random(1)), rounds, Random(1)
    )
    afterstate = Afterstate(view.board, 0, view.hand[:4])
    python_seconds = median_time(lambda: batch.run_python(afterstate), 3) / rollouts
    label = f"kernel: a rollout of {variant.name}"
    benchmark.extra_info.update(label=label, batch_size=rollouts)
    benchmark.pedantic(lambda: batch.run_kernel(kernel, afterstate), rounds=10, warmup_rounds=1)
    set_baseline(benchmark, PLAIN_PYTHON, python_seconds)
