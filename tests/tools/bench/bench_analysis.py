"""The table of best scores and the exact odds of dice."""

from __future__ import annotations

import time

import pytest

from qwirkle import catalog
from qwirkle.analysis.odds import odds
from qwirkle.analysis.score_table import compute_score_table
from qwirkle.engine import movegen
from tests.tools.bench.bench_engine import boards
from tests.tools.bench.measure import Benchmark, compare, measure, timed

pytestmark = pytest.mark.benchmark(timer=time.process_time)

DICE = next(variant for variant in catalog.bundled_variants() if variant.roll_step)


@pytest.mark.parametrize("pieces", [10, 50, 80])
def bench_table(benchmark: Benchmark, pieces: int) -> None:
    """The best score of every hand at once."""
    board, hand = boards(pieces)[0]
    measure(
        benchmark,
        f"best score of every hand, {pieces} pieces",
        lambda: compute_score_table(board, DICE),
        20,
    )
    compare(
        benchmark, "plays of one hand", timed(lambda: movegen.generate_plays(board, hand, DICE), 20)
    )


@pytest.mark.parametrize("pieces", [10, 50, 80])
def bench_odds(benchmark: Benchmark, pieces: int) -> None:
    """The mean of all 64 choices of dice."""
    board, hand = boards(pieces)[0]
    measure(benchmark, f"odds of 64 choices, {pieces} pieces", lambda: odds(board, hand, DICE), 20)
    naive = timed(lambda: movegen.generate_plays(board, hand, DICE), 20) * 6**6
    compare(benchmark, "plays of all 46,656 outcomes", naive)
