"""The bot ladder: `python -m tests.tools.ladder` plays every bot against weaker ones.

`python -m tests.tools.ladder "tiles expert"` plays the rungs whose names contain this text, and
`python -m tests.tools.ladder cost` measures the CPU time of each bot's turns. The results are in
docs/strength.md.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from time import process_time

from qwirkle import catalog
from qwirkle.arena.bot_players import BundledBotPlayer
from qwirkle.arena.game import play_game
from qwirkle.arena.process_pool import ProcessPool
from qwirkle.arena.tournament import Tournament, ages_for_deal, run_tournament
from qwirkle.bots.registry import BOTS
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View

SEED = 4242
VARIANTS = ("tiles", "cubes")

MIN_WIN_RATES = {
    "tiles casual, random": 0.90,
    "cubes casual, random": 0.90,
    "tiles greedy, casual": 0.80,
    "cubes greedy, casual": 0.80,
    "cubes greedy, simple": 0.97,
    "tiles expert, greedy": 0.68,
    "cubes expert, greedy": 0.63,
    "tiles expert, greedy, greedy, greedy": 0.30,
    "cubes expert, greedy, greedy, greedy": 0.30,
    "tiles master, greedy": 0.75,
    "cubes master, greedy": 0.68,
}
"""Minimum win rate of the first bot, by rung."""

MULTIPLAYER = (
    ("casual", "greedy", 2),
    ("casual", "greedy", 3),
    ("expert", "greedy", 2),
    ("expert", "greedy", 3),
    ("master", "greedy", 3),
)
"""One bot against several of another: name, opponent, number of opponents."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A bot against one or more weaker ones."""

    variant: str
    bots: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.variant} {', '.join(self.bots)}"

    @property
    def games(self) -> int:
        """Number of games: fewer for slow bots and for one-sided pairings."""
        weak = self.bots[1] in ("random", "casual", "simple")
        if "master" in self.bots:
            return 60 if weak else 100 if self.name not in MIN_WIN_RATES else 200
        return 200 if weak and "expert" in self.bots else 1000


def rungs() -> Iterator[Rung]:
    """Yield all rungs, the fastest first."""
    for below, above in combinations(BOTS, 2):
        for variant in VARIANTS:
            yield Rung(variant, (above, below))
    for above, below, others in MULTIPLAYER:
        for variant in VARIANTS:
            yield Rung(variant, (above, *(below,) * others))


def play_rung(rung: Rung) -> bool:
    """Play a rung and print its row. Return True if the win rate is high enough."""
    contest = Tournament(catalog.load_variant(rung.variant), rung.bots, rung.games, SEED)
    jobs = os.cpu_count() or 1
    with ProcessPool(jobs) as executor:
        standings = run_tournament(contest, executor, jobs, lambda *_: True)
    first = standings.bots[0]
    low, high = first.win_rate_interval
    opponents = len(rung.bots) - 1
    against = rung.bots[1] if opponents == 1 else f"{opponents} {rung.bots[1]}"
    means = ", ".join(f"{bot.mean_score:.1f}" for bot in standings.bots)
    min_win_rate = MIN_WIN_RATES.get(rung.name, 0.0)
    row = (
        rung.variant,
        str(len(rung.bots)),
        rung.bots[0],
        against,
        f"{first.win_rate:.1%}",
        f"{low:.1%} to {high:.1%}".replace("%", ""),
        f"{min_win_rate:.0%}" if min_win_rate else "",
        f"{first.games:,}",
        means,
    )
    sys.stdout.write(f"| {' | '.join(row)} |\n")
    sys.stdout.flush()
    return first.win_rate >= min_win_rate


class TimedBot(BundledBotPlayer):
    """A bot that measures its own CPU time, in seconds."""

    seconds = 0.0
    longest = 0.0

    def choose(self, view: View) -> Move:
        start = process_time()
        move = super().choose(view)
        elapsed = process_time() - start
        self.seconds += elapsed
        self.longest = max(self.longest, elapsed)
        return move


def print_cost(variant: str, bot: str, games: int) -> None:
    """Print the CPU time of a bot's turns against itself: the mean, and the longest decision."""
    seconds, longest, turns = 0.0, 0.0, 0
    for game in range(games):
        players = [TimedBot(bot, f"{game}/{seat}") for seat in range(2)]
        played = play_game(catalog.load_variant(variant), players, game, ages_for_deal(game, 2))
        turns += played.position.turns_played
        seconds += sum(player.seconds for player in players)
        longest = max(longest, *(player.longest for player in players))
    mean = seconds / turns
    sys.stdout.write(f"| {variant} | {bot} | {mean * 1e3:.1f} ms | {longest * 1e3:.1f} ms |\n")
    sys.stdout.flush()


def main(only: str = "") -> int:
    """Play every rung whose name contains `only`. Return 1 if a bot wins too rarely."""
    if only == "cost":
        for variant in VARIANTS:
            for bot in BOTS:
                print_cost(variant, bot, 2 if bot == "master" else 6)
        return 0
    passed = [play_rung(rung) for rung in rungs() if only in rung.name]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
