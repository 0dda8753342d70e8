"""Standings of a tournament: wins, mean scores, and confidence intervals of the win rates."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct, field

from qwirkle.arena.game import Outcome

Z_95 = 1.959963984540054
"""Standard deviations on either side of the mean that hold 95% of a normal distribution."""


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a win rate.

    >>> [round(end, 3) for end in wilson_interval(131.5, 200)]
    [0.589, 0.72]
    """
    if not games:
        return 0.0, 1.0
    rate = wins / games
    spread = Z_95 * Z_95 / games
    middle = (rate + spread / 2) / (1 + spread)
    half = Z_95 * sqrt(rate * (1 - rate) / games + spread / games / 4) / (1 + spread)
    low = middle - half if wins else 0.0
    high = middle + half if wins < games else 1.0
    return low, high


class BotStanding(Struct):
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
    def win_rate_interval(self) -> tuple[float, float]:
        """95% confidence interval of the win rate."""
        return wilson_interval(float(self.wins), self.games)

    @property
    def mean_score(self) -> float:
        """Points per game."""
        return self.points / self.games if self.games else 0.0


class Standings(Struct):
    """The results of all bots."""

    bots: list[BotStanding]
    games: int = 0
    forfeits: list[Outcome] = field(default_factory=list)
    """Games that a bot lost because it failed."""
    games_at_event_limit: list[int] = field(default_factory=list)
    """Numbers of the games stopped because they had too many events."""

    @classmethod
    def for_bots(cls, names: Sequence[str]) -> Standings:
        """Return the standings before the first game."""
        return cls([BotStanding(name) for name in names])

    def add(self, outcome: Outcome) -> None:
        self.games += 1
        for bot, points in zip(self.bots, outcome.scores, strict=True):
            bot.games += 1
            bot.points += points
        for winner in outcome.winners:
            self.bots[winner].wins += Fraction(1, len(outcome.winners))
        if outcome.forfeit is not None:
            self.forfeits.append(outcome)
        if outcome.hit_event_limit:
            self.games_at_event_limit.append(outcome.number)

    @property
    def max_interval_width(self) -> float:
        """Width of the widest interval."""
        return max(high - low for low, high in (bot.win_rate_interval for bot in self.bots))
