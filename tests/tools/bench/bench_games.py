"""Whole games between two bots, as the arena plays them."""

from __future__ import annotations

import time

import pytest

from qwirkle import catalog
from qwirkle.arena.tournament import Tournament, play_rounds
from qwirkle.bots.registry import BOTS
from tests.tools.bench.measure import Benchmark

pytestmark = pytest.mark.benchmark(timer=time.process_time)

GAMES = 20
SLOW_BOT_GAMES = {"expert": 2, "master": 1}


@pytest.mark.parametrize("bot", list(BOTS))
@pytest.mark.parametrize("variant", ["tiles", "cubes"])
def bench_game(benchmark: Benchmark, variant: str, bot: str) -> None:
    """Measure one game of a bot against itself."""
    games = SLOW_BOT_GAMES.get(bot, GAMES)
    tournament = Tournament(catalog.load_variant(variant), (bot, bot), games, 1)
    benchmark.extra_info.update(label=f"a game of {variant}, {bot}", batch_size=games)
    benchmark.pedantic(
        lambda: play_rounds(tournament, range(tournament.round_count)),
        rounds=1 if bot in SLOW_BOT_GAMES else 3,
        warmup_rounds=0 if bot == "master" else 1,
    )
