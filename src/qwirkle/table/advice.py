"""The hints shown for a turn, as marks on the board and as text; pure."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.hints import Hint, Hints, Why
from qwirkle.engine.holding import places_in
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces
from qwirkle.engine.view import View
from qwirkle.table.draft import in_laying_order
from qwirkle.table.notes import Keys
from qwirkle.texts import tr

MOST_ODDS = 9
"""Number of dice choices shown with their odds."""

LETTERS = "ABCDEFGH"
"""Names of the hints; digits stand for pieces."""


class Advice(Struct, frozen=True):
    """Hints for a turn, best first. One is selected; all of them or only that one are shown."""

    hints: tuple[Hint, ...]
    sure: int | None = None
    """Best score with the hand as it is; None if nothing fits."""
    odds: tuple[tuple[Faces, float], ...] = ()
    """The best choices of dice to roll, with their mean scores; last, keeping all dice."""
    chosen: int = 0
    """Index of the hint that the player would take."""
    alone: bool = False

    @classmethod
    def on(cls, view: View, hints: Hints) -> Advice:
        """Select the first hint; sort the pieces of each placement so that they can be placed."""
        ordered = tuple(
            replace(hint, move=Place(in_laying_order(view.board, hint.move.pieces)))
            if isinstance(hint.move, Place)
            else hint
            for hint in hints
        )
        advice = cls(ordered, sure_points(view), _best_odds(view, hints))
        return replace(advice, alone=advice.crowded)

    @property
    def crowded(self) -> bool:
        """True if several hints use the same cell, so that they can't all be shown at once."""
        cells = Counter(
            (x, y)
            for hint in self.hints
            if isinstance(hint.move, Place)
            for _, x, y in hint.move.pieces
        )
        return any(count > 1 for count in cells.values())

    @property
    def next(self) -> Advice:
        """Select the next hint and show only that one; after the last, start again."""
        if self.chosen + 1 < len(self.hints):
            return replace(self, chosen=self.chosen + 1, alone=True)
        return replace(self, chosen=0, alone=self.crowded)

    @property
    def chosen_alone(self) -> Advice:
        return replace(self, alone=True)

    @property
    def move(self) -> Move | None:
        """The move of the selected hint, or None if there are no hints."""
        return self.hints[self.chosen].move if self.hints else None

    @property
    def marks(self) -> dict[Cell, tuple[str, Face]]:
        """Cell -> hint letter and face, for every hint shown."""
        return {
            (x, y): (LETTERS[place], face)
            for place, hint in enumerate(self.hints)
            if isinstance(hint.move, Place) and (place == self.chosen or not self.alone)
            for face, x, y in hint.move.pieces
        }

    def text(self, hand: Faces, keys: Keys) -> str:
        """Describe the hints shown and name the keys that take one or show another."""
        if not self.hints:
            return self.told(hand)
        letter, enter = LETTERS[self.chosen], keys.get("table.take-hint", tr("Enter"))
        if len(self.hints) == 1:
            taking = tr("{key} takes it.", key=enter)
        else:
            more = keys.get("table.hint", "i")
            taking = tr(
                "{key} takes {letter}, {more}: another.", key=enter, letter=letter, more=more
            )
        return f"{self.told(hand)}  {taking[0].upper()}{taking[1:]}"

    def told(self, hand: Faces) -> str:
        """Describe the hints shown, naming pieces by their slot numbers.

        If all hints are rolls, add the best score without a roll.
        """
        if not self.hints:
            return tr("There is no hint for this.")
        told = [
            _told(LETTERS[place], hint, hand, in_short=place != self.chosen)
            for place, hint in enumerate(self.hints)
            if place == self.chosen or not self.alone
        ]
        if self.sure is not None and all(isinstance(hint.move, Roll) for hint in self.hints):
            told.append(tr("Keep all: +{points}.", points=self.sure))
        return "  ".join(told)


def _best_odds(view: View, hints: Hints) -> tuple[tuple[Faces, float], ...]:
    """Return the best choices of dice, with equal faces listed once; keeping all dice is last."""
    found: dict[Faces, float] = {}
    for rolled, mean in hints.choices:
        if rolled:
            found.setdefault(tuple(sorted(view.hand[index] for index in rolled)), mean)
    kept = () if hints.keep_all is None else (((), hints.keep_all),)
    return (*tuple(found.items())[:MOST_ODDS], *kept)


def sure_points(view: View) -> int | None:
    """Return the best score with the hand as it is, or None if nothing fits."""
    return best_placement(view)[1] if view.options.place else None


def _told(letter: str, hint: Hint, hand: Faces, *, in_short: bool) -> str:
    """Describe one hint; leave out the reasons if it must be short."""
    speaking = [each for each in hint.why if each is not Why.MORE_ON_AVERAGE]
    why = "" if in_short else ", ".join(_words()[each] for each in speaking[:2])
    match hint.move:
        case Place(pieces):
            keys = keys_of(tuple(face for face, _, _ in pieces), hand)
            told = tr(
                "{letter}: lay {keys}, +{points:.0f}", letter=letter, keys=keys, points=hint.points
            )
        case Trade(faces):
            told = tr("{letter}: trade {keys}", letter=letter, keys=_in_order(faces, hand))
        case Roll(faces) if in_short:
            keys = _in_order(faces, hand)
            told = tr(
                "{letter}: roll {keys}, +{points:.1f}", letter=letter, keys=keys, points=hint.points
            )
        case Roll(faces):
            told = tr(
                "{letter}: roll {keys}, +{points:.1f} on average",
                letter=letter,
                keys=_in_order(faces, hand),
                points=hint.points,
            )
        case _:
            return ""
    return tr("{told} ({why}).", told=told, why=why) if why else tr("{told}.", told=told)


def keys_of(faces: Faces, hand: Faces) -> str:
    """Return the slot numbers of these faces in a hand, in the order of the faces.

    >>> keys_of((5, 7), (7, 5, 5))
    '2+1'
    """
    return "+".join(str(slot + 1) for slot in places_in(hand, faces))


def _in_order(faces: Faces, hand: Faces) -> str:
    """Return the slot numbers of these faces from left to right."""
    return "+".join(str(slot + 1) for slot in sorted(places_in(hand, faces)))


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
