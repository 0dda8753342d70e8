"""The score table and the exact odds of dice."""

from __future__ import annotations

import time

import pytest

from qwirkle import catalog
from qwirkle.analysis.odds import compute_odds
from qwirkle.analysis.score_table import compute_score_table
from qwirkle.engine import movegen
from tests.tools.bench.bench_engine import boards_with_hands
from tests.tools.bench.measure import Benchmark, measure, median_time, set_baseline

pytestmark = pytest.mark.benchmark(timer=time.process_time)

DICE = next(variant for variant in catalog.bundled_variants() if variant.roll_step)


@pytest.mark.parametrize("pieces", [10, 50, 80])
def bench_table(benchmark: Benchmark, pieces: int) -> None:
    """Measure the score table: the best score of every hand at once."""
    board, hand = boards_with_hands(pieces)[0]
    measure(
        benchmark,
        f"best score of every hand, {pieces} pieces",
        lambda: compute_score_table(board, DICE),
        20,
    )
    seconds = median_time(lambda: movegen.generate_plays(board, hand, DICE), 20)
    set_baseline(benchmark, "plays of one hand", seconds)


@pytest.mark.parametrize("pieces", [10, 50, 80])
def bench_odds(benchmark: Benchmark, pieces: int) -> None:
    """Measure the mean score of all 64 choices of dice to roll."""
    board, hand = boards_with_hands(pieces)[0]
    measure(
        benchmark,
        f"odds of 64 choices, {pieces} pieces",
        lambda: compute_odds(board, hand, DICE),
        20,
    )
    seconds = median_time(lambda: movegen.generate_plays(board, hand, DICE), 20) * 6**6
    set_baseline(benchmark, "plays of all 46,656 outcomes", seconds)
