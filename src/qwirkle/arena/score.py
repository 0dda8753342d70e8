"""Counts the games of an arena: wins in parts, mean scores, and how sure the rates are."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct, field

from qwirkle.arena.game import Outcome

SURE = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The interval at 95 % for the rate behind that many wins (Wilson).

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
    """How one bot has done so far."""

    name: str
    games: int = 0
    wins: Fraction = Fraction(0)
    """A win that is shared counts in parts (J9)."""
    points: int = 0

    @property
    def win_rate(self) -> float:
        """The share of games won."""
        return float(self.wins / self.games) if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true rate lies, at 95 %."""
        return wilson(float(self.wins), self.games)

    @property
    def mean_score(self) -> float:
        """Points a game."""
        return self.points / self.games if self.games else 0.0


class Score(Struct):
    """How all bots of an arena have done so far."""

    bots: list[Standing]
    games: int = 0
    forfeits: list[Outcome] = field(default_factory=list)
    """The games that ended because a bot did not play on."""
    stopped: list[int] = field(default_factory=list)
    """The numbers of the games that had too many events."""

    @classmethod
    def of(cls, names: Sequence[str]) -> Score:
        """The score before the first game."""
        return cls([Standing(name) for name in names])

    def add(self, outcome: Outcome) -> None:
        """Count one more game."""
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
        """The width of the widest interval."""
        return max(high - low for low, high in (bot.interval for bot in self.bots))
