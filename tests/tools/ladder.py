"""The ladder: every bot against every other; `python -m tests.tools.ladder` plays all of it.

`python -m tests.tools.ladder "tiles expert"` plays the rungs with this in their name, and
`python -m tests.tools.ladder cost` tells what a turn of each bot costs. The rows are in
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
from qwirkle.arena.tournament import Tournament, deal_ages, run_tournament
from qwirkle.bots.registry import BOTS
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View

SEED = 4242
VARIANTS = ("tiles", "cubes")

NEEDED = {
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
"""What the first bot must win at least."""

WITH_MORE = (
    ("casual", "greedy", 2),
    ("casual", "greedy", 3),
    ("expert", "greedy", 2),
    ("expert", "greedy", 3),
    ("master", "greedy", 3),
)
"""One of the first against so many of the second."""


@dataclass(frozen=True, slots=True)
class Rung:
    """One bot against one or more of those below."""

    variant: str
    bots: tuple[str, ...]

    @property
    def name(self) -> str:
        """The rung in a few words."""
        return f"{self.variant} {', '.join(self.bots)}"

    @property
    def games(self) -> int:
        """Fewer where a game takes seconds, or where all is clear soon."""
        weak = self.bots[1] in ("random", "casual", "simple")
        if "master" in self.bots:
            return 60 if weak else 100 if self.name not in NEEDED else 200
        return 200 if weak and "expert" in self.bots else 1000


def rungs() -> Iterator[Rung]:
    """All of them, the cheapest first."""
    for below, above in combinations(BOTS, 2):
        for variant in VARIANTS:
            yield Rung(variant, (above, below))
    for above, below, others in WITH_MORE:
        for variant in VARIANTS:
            yield Rung(variant, (above, *(below,) * others))


def climb(rung: Rung) -> bool:
    """Play one rung and tell; whether the share is reached."""
    contest = Tournament(catalog.load_variant(rung.variant), rung.bots, rung.games, SEED)
    jobs = os.cpu_count() or 1
    with ProcessPool(jobs) as executor:
        score = run_tournament(contest, executor, jobs, lambda *_: True)
    first = score.bots[0]
    low, high = first.win_rate_interval
    others = len(rung.bots) - 1
    against = rung.bots[1] if others == 1 else f"{others} {rung.bots[1]}"
    means = ", ".join(f"{bot.mean_score:.1f}" for bot in score.bots)
    needed = NEEDED.get(rung.name, 0.0)
    row = (
        rung.variant,
        str(len(rung.bots)),
        rung.bots[0],
        against,
        f"{first.win_rate:.1%}".replace("%", " %"),
        f"{low:.1%} to {high:.1%}".replace("%", ""),
        f"{needed:.0%}".replace("%", " %") if needed else "",
        f"{first.games:,}",
        means,
    )
    sys.stdout.write(f"| {' | '.join(row)} |\n")
    sys.stdout.flush()
    return first.win_rate >= needed


class TimedSeat(BundledBotPlayer):
    """A bot whose thinking is timed."""

    seconds = 0.0
    longest = 0.0

    def choose(self, view: View) -> Move:
        """The bot's move."""
        start = process_time()
        move = super().choose(view)
        spent = process_time() - start
        self.seconds += spent
        self.longest = max(self.longest, spent)
        return move


def tell_cost(variant: str, bot: str, games: int) -> None:
    """What a turn of a bot costs against itself: the mean, and the longest single choice."""
    seconds, longest, turns = 0.0, 0.0, 0
    for game in range(games):
        seats = [TimedSeat(bot, f"{game}/{seat}") for seat in range(2)]
        played = play_game(catalog.load_variant(variant), seats, game, deal_ages(game, 2))
        turns += played.position.turns_played
        seconds += sum(seat.seconds for seat in seats)
        longest = max(longest, *(seat.longest for seat in seats))
    mean = seconds / turns
    sys.stdout.write(f"| {variant} | {bot} | {mean * 1e3:.1f} ms | {longest * 1e3:.1f} ms |\n")
    sys.stdout.flush()


def main(only: str = "") -> int:
    """Climb every rung whose name holds the text; 1 where one is short."""
    if only == "cost":
        for variant in VARIANTS:
            for bot in BOTS:
                tell_cost(variant, bot, 2 if bot == "master" else 6)
        return 0
    reached = [climb(rung) for rung in rungs() if only in rung.name]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
