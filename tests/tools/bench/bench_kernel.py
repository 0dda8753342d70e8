"""The compiled kernel, each row against plain Python in the same run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from random import Random

import pytest

from qwirkle import catalog
from qwirkle.analysis.determinization import sample_determinizations
from qwirkle.analysis.odds import mean_scores_python, to_array
from qwirkle.analysis.rollouts import Afterstate, RolloutBatch
from qwirkle.analysis.score_table import compute_score_table
from qwirkle.arena.tournament import Tournament, play_rounds
from qwirkle.engine import movegen
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loader
from tests.random_games import random_game
from tests.tools.bench.bench_engine import boards
from tests.tools.bench.measure import Benchmark, compare, measure, timed

pytest.importorskip("numba", reason="the extra `fast` is not installed")

from qwirkle.kernel.interface import Kernel

pytestmark = pytest.mark.benchmark(timer=time.process_time)

VARIANTS = [variant for variant in catalog.bundled_variants() if variant.name in ("tiles", "cubes")]
PIECES = 50
GAMES = 40


@pytest.fixture(scope="module")
def tools() -> Kernel:
    """The tools of the kernel, compiled now where they are not."""
    if not loader.is_compiled():
        home = {**os.environ, loader.ENV_VAR: "on"}
        subprocess.run([sys.executable, "-m", "qwirkle.compile_kernel"], env=home, check=True)
    return Kernel()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def bench_simple(
    benchmark: Benchmark, tools: Kernel, variant: Variant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One game of two simple bots."""
    contest = Tournament(variant, ("simple", "simple"), GAMES, 1)
    plain = timed(lambda: play_rounds(contest, range(contest.round_count)), 1) / GAMES
    monkeypatch.setattr(loader, "get_kernel", lambda: tools)
    benchmark.extra_info.update(what=f"kernel: a game of {variant.name}, simple", parts=GAMES)
    benchmark.pedantic(
        lambda: play_rounds(contest, range(contest.round_count)), rounds=5, warmup_rounds=1
    )
    compare(benchmark, "the same in plain Python", plain)


def bench_best_play(benchmark: Benchmark, tools: Kernel) -> None:
    """The best play of a hand, the board laid out anew each time."""
    board, hand = boards(PIECES)[0]
    variant = VARIANTS[0]
    work = "kernel: the best play, 50 pieces"
    measure(benchmark, work, lambda: tools.best_play(board, hand, variant), 20, 10)
    plain = timed(lambda: movegen.best_play(board, hand, variant), 20)
    compare(benchmark, "the same in plain Python", plain)


def bench_table(benchmark: Benchmark, tools: Kernel) -> None:
    """The best score of every hand at once."""
    board, _ = boards(PIECES)[0]
    variant = VARIANTS[0]
    work = "kernel: best score of every hand, 50 pieces"
    measure(benchmark, work, lambda: tools.score_table(board, variant), 20, 10)
    compare(
        benchmark,
        "the same in plain Python",
        timed(lambda: compute_score_table(board, variant), 20),
    )


def bench_odds(benchmark: Benchmark, tools: Kernel) -> None:
    """The mean of all 64 choices of dice, the table given."""
    board, hand = boards(PIECES)[0]
    best = to_array(compute_score_table(board, VARIANTS[0]))
    work = "kernel: odds of 64 choices from a table"
    measure(benchmark, work, lambda: tools.mean_scores(best, hand), 20, 10)
    compare(
        benchmark,
        "the same with numpy",
        timed(lambda: mean_scores_python(best, hand, VARIANTS[0]), 20),
    )


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def bench_rollouts(benchmark: Benchmark, tools: Kernel, variant: Variant) -> None:
    """Rollouts as the strongest bot makes them, from a board in mid-game."""
    game = random_game(variant, 2, 3, most_events=50)
    view = game.view(game.position.player)
    worlds, rounds = (16, 1) if variant.roll_step else (128, 2)
    outlook = RolloutBatch(
        view, sample_determinizations(view, worlds, Random(1)), rounds, Random(1)
    )
    branch = Afterstate(view.board, 0, view.hand[:4])
    plain = timed(lambda: outlook.run_python(branch), 3) / worlds
    benchmark.extra_info.update(what=f"kernel: a rollout of {variant.name}", parts=worlds)
    benchmark.pedantic(lambda: outlook.run_kernel(tools, branch), rounds=10, warmup_rounds=1)
    compare(benchmark, "the same in plain Python", plain)
