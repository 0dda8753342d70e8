"""Progress of a review: finished turns, the next one, and the mistakes; pure."""

from __future__ import annotations

from itertools import chain

from msgspec import Struct, field

from qwirkle.analysis.judging import JudgedTurn
from qwirkle.reviewing.frames import Reviewed
from qwirkle.reviewing.words import MISTAKE, Told, Tone, tell_turn
from qwirkle.texts import tr


class Judged(Struct):
    """The turn reviews finished so far, by turn index."""

    count: int
    found: dict[int, JudgedTurn] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    """Turn index -> why it couldn't be reviewed."""

    @property
    def done(self) -> int:
        """Number of turns that are reviewed or have failed."""
        return len(self.found) + len(self.failed)

    @property
    def turns(self) -> tuple[JudgedTurn, ...]:
        return tuple(self.found[index] for index in sorted(self.found))

    def told(self, reviewed: Reviewed, index: int) -> tuple[Told, ...]:
        """Describe a turn as far as it's reviewed."""
        turn = self.found.get(index)
        if turn is not None:
            told = tell_turn(turn, reviewed.names[turn.player], reviewed.weights)
            # While hands are hidden, don't reveal which pieces another player could have placed.
            return tuple(each for each in told if reviewed.hands_shown or not each.pieces)
        if index in self.failed:
            return (Told(self.failed[index], tone=Tone.BAD),)
        return (Told(tr("This turn is being reviewed…"), tone=Tone.ASIDE),)

    def next_index(self, shown: int) -> int | None:
        """Return the next turn to review: the one shown, then later ones, then earlier ones."""
        known = self.found.keys() | self.failed.keys()
        for index in chain(range(shown, self.count), range(shown)):
            if index not in known:
                return index
        return None

    def next_mistake(self, shown: int) -> int | None:
        """Return the index of the next mistake; wraps around. None if there is no mistake."""
        mistakes: list[int] = self._mistakes()
        later = [index for index in mistakes if index > shown]
        return next(iter(later or mistakes), None)

    def next_biggest(self, after: int | None) -> int | None:
        """Return the index of the next smaller mistake; the largest after None or the smallest."""
        ranked = sorted(self._mistakes(), key=lambda index: (-self.found[index].lost, index))
        if after in ranked[:-1]:
            return ranked[ranked.index(after) + 1]
        return ranked[0] if ranked else None

    def _mistakes(self) -> list[int]:
        return sorted(index for index, turn in self.found.items() if turn.lost >= MISTAKE)
