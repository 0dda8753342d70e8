"""Standings of a tournament: wins, mean scores, and confidence intervals of the win rates."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct, field

from qwirkle.arena.game import Outcome

SURE = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95% of a normal distribution."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a win rate.

    >>> [round(end, 3) for end in wilson(131.5, 200)]
    [0.589, 0.72]
    """
    if not games:
        return 0.0, 1.0
    rate = wins / games
    spread = SURE * SURE / games
    middle = (rate + spread / 2) / (1 + spread)
    half = SURE * sqrt(rate * (1 - rate) / games + spread / games / 4) / (1 + spread)
    low = middle - half if wins else 0.0
    high = middle + half if wins < games else 1.0
    return low, high


class Standing(Struct):
    """The results of one bot."""

    name: str
    games: int = 0
    wins: Fraction = Fraction(0)
    """A shared win counts as a fraction (J9)."""
    points: int = 0

    @property
    def win_rate(self) -> float:
        """Share of games won, 0 to 1."""
        return float(self.wins / self.games) if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95% confidence interval of the win rate."""
        return wilson(float(self.wins), self.games)

    @property
    def mean_score(self) -> float:
        """Points per game."""
        return self.points / self.games if self.games else 0.0


class Score(Struct):
    """The results of all bots."""

    bots: list[Standing]
    games: int = 0
    forfeits: list[Outcome] = field(default_factory=list)
    """Games that a bot lost because it failed."""
    stopped: list[int] = field(default_factory=list)
    """Numbers of the games stopped because they had too many events."""

    @classmethod
    def of(cls, names: Sequence[str]) -> Score:
        """Return the standings before the first game."""
        return cls([Standing(name) for name in names])

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        for bot, points in zip(self.bots, outcome.scores, strict=True):
            bot.games += 1
            bot.points += points
        for winner in outcome.winners:
            self.bots[winner].wins += Fraction(1, len(outcome.winners))
        if outcome.forfeit is not None:
            self.forfeits.append(outcome)
        if outcome.stopped:
            self.stopped.append(outcome.number)

    @property
    def width(self) -> float:
        """Width of the widest interval."""
        return max(high - low for low, high in (bot.interval for bot in self.bots))
