"""The ladder: how often each bot must beat the ones below; `python -m tests.ladder 1000 2`."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from qwirkle import catalog
from qwirkle.bots.arena import Contest, process_executor, run_contest

SEED = 4242


@dataclass(frozen=True, slots=True)
class Rung:
    """The first of these bots must win at least this share of the games."""

    variant: str
    bots: tuple[str, ...]
    needed: float

    @property
    def name(self) -> str:
        """The rung in a few words."""
        return f"{self.variant} {self.bots[0]} against {', '.join(self.bots[1:])}"


RUNGS = (
    Rung("tiles", ("casual", "random"), 0.97),
    Rung("cubes", ("greedy", "casual"), 0.97),
    Rung("tiles", ("expert", "greedy"), 0.68),
    Rung("cubes", ("expert", "greedy"), 0.63),
    Rung("tiles", ("expert", "greedy", "greedy", "greedy"), 0.30),
    Rung("cubes", ("expert", "greedy", "greedy", "greedy"), 0.30),
    Rung("tiles", ("master", "greedy"), 0.75),
    Rung("cubes", ("master", "greedy"), 0.68),
)


def climb(rung: Rung, games: int, jobs: int) -> bool:
    """Play one rung and tell; whether the share is reached."""
    contest = Contest(catalog.load(rung.variant), rung.bots, games, SEED)
    with process_executor(jobs) as executor:
        score = run_contest(contest, executor, jobs, lambda *_: True)
    first = score.bots[0]
    low, high = first.interval
    reached = first.win_rate >= rung.needed
    sys.stdout.write(
        f"{'ok   ' if reached else 'SHORT'} {rung.name}: {first.win_rate:.1%} of {first.games}"
        f" ({low:.1%} to {high:.1%}), needed {rung.needed:.0%},"
        f" mean scores {', '.join(f'{bot.mean_score:.1f}' for bot in score.bots)}\n"
    )
    sys.stdout.flush()
    return reached


def main(games: int, jobs: int, only: str = "") -> int:
    """Climb every rung whose name holds the text; 1 where one is short."""
    reached = [climb(rung, games, jobs) for rung in RUNGS if only in rung.name]
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:4]))
