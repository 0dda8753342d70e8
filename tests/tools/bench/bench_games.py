"""Whole games of two bots, as the arena plays them."""

from __future__ import annotations

import time

import pytest

from qwirkle import catalog
from qwirkle.arena.tournament import Tournament, play_rounds
from qwirkle.bots.registry import BOTS
from tests.tools.bench.measure import Benchmark

pytestmark = pytest.mark.benchmark(timer=time.process_time)

FEW = {"expert": 2, "master": 1}
"""Rounds of the slow bots; the others play ten."""


@pytest.mark.parametrize("bot", list(BOTS))
@pytest.mark.parametrize("variant", ["tiles", "cubes"])
def bench_game(benchmark: Benchmark, variant: str, bot: str) -> None:
    """One game of a bot against itself."""
    games = FEW.get(bot, 20)
    contest = Tournament(catalog.load_variant(variant), (bot, bot), games, 1)
    benchmark.extra_info.update(what=f"a game of {variant}, {bot}", parts=games)
    benchmark.pedantic(
        lambda: play_rounds(contest, range(contest.round_count)),
        rounds=1 if bot in FEW else 3,
        warmup_rounds=0 if bot == "master" else 1,
    )
