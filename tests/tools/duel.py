"""Compare bots by their lead in points, with one table row per candidate.

`python -m tests.tools.duel tiles master,master-0.5 expert` plays each candidate of the first list
against the second bot. Every deal is played in every seating, the deal seeds the bots' random
choices, and the lead of a deal is the mean over its seatings. This needs a tenth of the games that
counting wins does.

With `--players 4`, one candidate plays against three opponents. A duel stops once the lead is known
to `--within` points at 95% confidence, or differs significantly from zero, but not before `--least`
games and not after `--games`.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from statistics import fmean, stdev

from qwirkle import catalog
from qwirkle.arena.game import Outcome
from qwirkle.arena.process_pool import ProcessPool
from qwirkle.arena.standings import Z_95, Standings, wilson_interval
from qwirkle.arena.tournament import Tournament, run_tournament

SIGNIFICANT = 3.0
"""Standard errors from zero that make a lead significant; high because it's checked repeatedly."""


class Duel:
    """The results of one candidate so far."""

    def __init__(self, min_games: int, precision: float) -> None:
        self.min_games = min_games
        self.precision = precision
        self.leads: list[float] = []
        self.wins = 0.0
        self.games = 0

    def add_deal(self, _: Standings, outcomes: list[Outcome]) -> bool:
        """Add the games of a deal. Return True if more deals are needed."""
        for outcome in outcomes:
            if outcome.forfeit is not None:
                raise SystemExit(f"Game {outcome.number} ended early: {outcome.forfeit}")
        self.leads.append(fmean(lead_of(outcome) for outcome in outcomes))
        self.games += len(outcomes)
        self.wins += sum((0 in o.winners) / len(o.winners) for o in outcomes)
        if self.games < self.min_games or len(self.leads) < 2:
            return True
        return self.error > self.precision / Z_95 and abs(self.lead) < SIGNIFICANT * self.error

    @property
    def lead(self) -> float:
        """Mean lead of the first bot, in points."""
        return fmean(self.leads)

    @property
    def error(self) -> float:
        """Standard error of the lead."""
        return stdev(self.leads) / math.sqrt(len(self.leads))


def lead_of(outcome: Outcome) -> float:
    """Return the first bot's lead over the mean score of the others."""
    own, *others = outcome.scores
    return own - fmean(others)


def main() -> None:
    """Play a duel for each candidate."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.duel",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("variant")
    parser.add_argument("bots", help="candidates, separated by commas")
    parser.add_argument("against", help="opponent")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000, help="maximum number of games")
    parser.add_argument("--least", type=int, default=100, help="minimum number of games")
    parser.add_argument("--within", type=float, default=1.0, help="points: stop at this precision")
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    for bot in options.bots.split(","):
        bots = (bot, *(options.against,) * (options.players - 1))
        contest = Tournament(
            catalog.load_variant(options.variant), bots, options.games, options.seed
        )
        contest.validate()
        duel = Duel(options.least, options.within)
        with ProcessPool(options.jobs) as executor:
            run_tournament(contest, executor, options.jobs, duel.add_deal)
        low, high = wilson_interval(duel.wins, duel.games)
        opponents = (
            options.against if options.players == 2 else f"{options.players - 1} {options.against}"
        )
        row = (
            options.variant,
            bot,
            opponents,
            f"{duel.lead:+.1f} ± {duel.error:.1f}",
            f"{duel.wins / duel.games:.1%}",
            f"{low:.1%} to {high:.1%}".replace("%", ""),
            f"{duel.games:,}",
        )
        sys.stdout.write(f"| {' | '.join(row)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
