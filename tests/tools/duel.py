"""How much better one bot is than another, by its lead in points; one line for each candidate.

`python -m tests.tools.duel tiles master,master-0.5 expert` holds each of the first bots against the
second: every deal is played in every seating, the bots' chance is settled by the deal, and the
lead of a deal is the mean over its seatings. A tenth of the games tells as much as counting wins.

With more players one of the first sits among so many of the second (`--players 4`). A duel ends as
soon as the lead is known to `--within` points at 95 %, or is clearly above or below nothing, but
not before `--least` games and not after `--games`.
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

CLEARLY = 3.0
"""So many standard errors away from nothing a lead is taken as shown: looking often needs more."""


class Duel:
    """The deals of one candidate so far."""

    def __init__(self, least: int, within: float) -> None:
        self.least = least
        self.within = within
        self.leads: list[float] = []
        self.won = 0.0
        self.games = 0

    def hear(self, _: Standings, outcomes: list[Outcome]) -> bool:
        """Note one deal; whether more are needed."""
        for outcome in outcomes:
            if outcome.forfeit is not None:
                raise SystemExit(
                    f"Game {outcome.number} was not played to its end: {outcome.forfeit}"
                )
        self.leads.append(fmean(lead_of(outcome) for outcome in outcomes))
        self.games += len(outcomes)
        self.won += sum((0 in o.winners) / len(o.winners) for o in outcomes)
        if self.games < self.least or len(self.leads) < 2:
            return True
        return self.error > self.within / Z_95 and abs(self.lead) < CLEARLY * self.error

    @property
    def lead(self) -> float:
        """The mean lead of the first bot."""
        return fmean(self.leads)

    @property
    def error(self) -> float:
        """The standard error of that."""
        return stdev(self.leads) / math.sqrt(len(self.leads))


def lead_of(outcome: Outcome) -> float:
    """By how much the first bot is ahead of the mean of the others."""
    own, *others = outcome.scores
    return own - fmean(others)


def main() -> None:
    """Play the duels that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.duel", description=__doc__)
    parser.add_argument("variant")
    parser.add_argument("bots", help="the candidates, with commas")
    parser.add_argument("against")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000, help="at most")
    parser.add_argument("--least", type=int, default=100)
    parser.add_argument("--within", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    for bot in asked.bots.split(","):
        bots = (bot, *(asked.against,) * (asked.players - 1))
        contest = Tournament(catalog.load_variant(asked.variant), bots, asked.games, asked.seed)
        contest.check()
        duel = Duel(asked.least, asked.within)
        with ProcessPool(asked.jobs) as executor:
            run_tournament(contest, executor, asked.jobs, duel.hear)
        low, high = wilson_interval(duel.won, duel.games)
        others = asked.against if asked.players == 2 else f"{asked.players - 1} {asked.against}"
        row = (
            asked.variant,
            bot,
            others,
            f"{duel.lead:+.1f} ± {duel.error:.1f}",
            f"{duel.won / duel.games:.1%}".replace("%", " %"),
            f"{low:.1%} to {high:.1%}".replace("%", ""),
            f"{duel.games:,}",
        )
        sys.stdout.write(f"| {' | '.join(row)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
