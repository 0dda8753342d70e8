"""Hints of the analysis as marks on the board and a sentence; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qwirkle.analysis.hints import Hint, Why
from qwirkle.engine import movegen
from qwirkle.engine.moves import Place, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces
from qwirkle.engine.view import View
from qwirkle.texts import tr


@dataclass(frozen=True, slots=True)
class Advice:
    """Hints for a turn, best first: all of them, or one alone."""

    hints: tuple[Hint, ...]
    sure: int | None = None
    """The most that the hand makes as it lies."""
    alone: int | None = None
    """The place of the only hint that is shown; None shows all."""

    @property
    def next(self) -> Advice:
        """The next hint alone; after the last one, all of them."""
        place = 0 if self.alone is None else self.alone + 1
        return replace(self, alone=place if place < len(self.hints) else None)

    @property
    def marks(self) -> dict[Cell, tuple[int, Face]]:
        """The cells of the shown hints, with the number of the hint and the face it lays there.

        Of several hints for one cell the best is marked there.
        """
        marks: dict[Cell, tuple[int, Face]] = {}
        for place, hint in enumerate(self.hints):
            if isinstance(hint.move, Place) and self.alone in (None, place):
                for face, x, y in hint.move.pieces:
                    marks.setdefault((x, y), (place + 1, face))
        return marks

    def text(self, hand: Faces, keys: Mapping[str, str]) -> str:
        """What is said of the shown hints; `keys` has those that were moved, by their ids."""
        if self.alone is not None:
            return tr("Hint {told}", told=_told(self.alone + 1, self.hints[self.alone], hand))
        told = hint_text(self.hints, hand, self.sure)
        if sum(isinstance(hint.move, Place) for hint in self.hints) < 2:
            return told
        key = keys.get("table.hint", "i")
        return tr("{told}  {key}: one by one.", told=told, key=key)


def sure_points(view: View) -> int | None:
    """The most that the hand makes as it lies; None where nothing fits."""
    return max(
        (points for _, points in movegen.plays(view.board, view.hand, view.variant)), default=None
    )


def hint_text(hints: Sequence[Hint], hand: Faces, sure: int | None = None) -> str:
    """The hints in a line, best first; pieces are told by the keys that pick them.

    Where all of them roll, what the hand makes without a roll comes last.
    """
    told = [_told(number, hint, hand) for number, hint in enumerate(hints, start=1)]
    if hints and sure is not None and all(isinstance(hint.move, Roll) for hint in hints):
        told.append(tr("Keep all: +{points}.", points=sure))
    return "  ".join(text for text in told if text) or tr("There is no hint for this.")


def _told(number: int, hint: Hint, hand: Faces) -> str:
    speaking = [each for each in hint.why if each is not Why.MORE_ON_AVERAGE]
    why = ", ".join(_words()[each] for each in speaking[:2])
    match hint.move:
        case Place(pieces):
            keys = keys_of(tuple(face for face, _, _ in pieces), hand)
            told = tr(
                "{number}: lay {keys}, +{points:.0f}", number=number, keys=keys, points=hint.points
            )
        case Trade(faces):
            told = tr("{number}: trade {keys}", number=number, keys=keys_of(faces, hand))
        case Roll(faces):
            told = tr(
                "{number}: roll {keys}, +{points:.1f} on average",
                number=number,
                keys=keys_of(faces, hand),
                points=hint.points,
            )
        case _:
            return ""
    return tr("{told} ({why}).", told=told, why=why) if why else tr("{told}.", told=told)


def keys_of(faces: Faces, hand: Faces) -> str:
    """The keys of these pieces in a hand.

    >>> keys_of((5, 7), (7, 5, 5))
    '2+1'
    """
    free = list(enumerate(hand, start=1))
    keys = []
    for face in faces:
        slot = next(each for each in free if each[1] == face)
        free.remove(slot)
        keys.append(str(slot[0]))
    return "+".join(keys)


def _words() -> dict[Why, str]:
    return {
        Why.GOES_OUT: tr("goes out"),
        Why.QWIRKLE: tr("a Qwirkle"),
        Why.MOST_POINTS: tr("most points"),
        Why.SEVERAL_LINES: tr("several lines"),
        Why.GIVES_LITTLE: tr("gives the others little"),
        Why.GIVES_MUCH: tr("gives the others much"),
        Why.KEEPS_WELL: tr("keeps a good hand"),
        Why.KEEPS_BADLY: tr("keeps a poor hand"),
        Why.BETTER_HAND: tr("for a better hand"),
        Why.SURE_POINTS: tr("sure points"),
    }
