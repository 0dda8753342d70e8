"""How far a review is: what is known of its turns, which comes next, where mistakes are; pure."""

from __future__ import annotations

from itertools import chain

from msgspec import Struct, field

from qwirkle.analysis.judging import JudgedTurn
from qwirkle.reviewing.frames import Reviewed
from qwirkle.reviewing.words import MISTAKE, Told, Tone, tell_turn
from qwirkle.texts import tr


class Judged(Struct):
    """What is known of so many turns, by their index."""

    count: int
    found: dict[int, JudgedTurn] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    """Why a turn could not be judged."""

    @property
    def done(self) -> int:
        """How many turns there is nothing more to wait for."""
        return len(self.found) + len(self.failed)

    @property
    def turns(self) -> tuple[JudgedTurn, ...]:
        """The judged turns in their order."""
        return tuple(self.found[index] for index in sorted(self.found))

    def told(self, reviewed: Reviewed, index: int) -> tuple[Told, ...]:
        """All that is to be said of a turn by now."""
        turn = self.found.get(index)
        if turn is not None:
            told = tell_turn(turn, reviewed.names[turn.player], reviewed.weights)
            # While hands are hidden, nobody reads which pieces another could have laid.
            return tuple(each for each in told if reviewed.hands_shown or not each.pieces)
        if index in self.failed:
            return (Told(self.failed[index], tone=Tone.BAD),)
        return (Told(tr("This turn is being reviewed…"), tone=Tone.ASIDE),)

    def next_index(self, shown: int) -> int | None:
        """Which turn to judge next: the one that is looked at, then those after it, then all."""
        known = self.found.keys() | self.failed.keys()
        for index in chain(range(shown, self.count), range(shown)):
            if index not in known:
                return index
        return None

    def next_mistake(self, shown: int) -> int | None:
        """The next turn that was a mistake, from the start again after the last one."""
        mistakes: list[int] = self._mistakes()
        later = [index for index in mistakes if index > shown]
        return next(iter(later or mistakes), None)

    def next_biggest(self, after: int | None) -> int | None:
        """The mistake that is next in size after this one; the biggest after None or the last."""
        ranked = sorted(self._mistakes(), key=lambda index: (-self.found[index].lost, index))
        if after in ranked[:-1]:
            return ranked[ranked.index(after) + 1]
        return ranked[0] if ranked else None

    def _mistakes(self) -> list[int]:
        return sorted(index for index, turn in self.found.items() if turn.lost >= MISTAKE)
