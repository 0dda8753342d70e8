"""Hints of the analysis as marks on the board and a sentence; pure."""

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
"""How many choices of dice are told with their odds."""

LETTERS = "ABCDEFGH"
"""What hints are called: numbers are for pieces."""


class Advice(Struct, frozen=True):
    """Hints for a turn, best first, one of which is chosen: all are shown, or that one alone."""

    hints: tuple[Hint, ...]
    sure: int | None = None
    """The most that the hand makes as it lies."""
    odds: tuple[tuple[Faces, float], ...] = ()
    """The best choices of dice to roll and their mean scores, and at the end that of no roll."""
    chosen: int = 0
    """The place of the hint that would be taken."""
    alone: bool = False

    @classmethod
    def on(cls, view: View, hints: Hints) -> Advice:
        """What is shown first of the hints for a view, their pieces in an order to lay them in."""
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
        """Whether several hints lay a piece on one cell, so that not all can be marked at once."""
        cells = Counter(
            (x, y)
            for hint in self.hints
            if isinstance(hint.move, Place)
            for _, x, y in hint.move.pieces
        )
        return any(count > 1 for count in cells.values())

    @property
    def next(self) -> Advice:
        """The next hint chosen, and shown alone; after the last one, what was shown first."""
        if self.chosen + 1 < len(self.hints):
            return replace(self, chosen=self.chosen + 1, alone=True)
        return replace(self, chosen=0, alone=self.crowded)

    @property
    def chosen_alone(self) -> Advice:
        """The same with no other hint shown."""
        return replace(self, alone=True)

    @property
    def move(self) -> Move | None:
        """The move of the chosen hint; None where there is no hint."""
        return self.hints[self.chosen].move if self.hints else None

    @property
    def marks(self) -> dict[Cell, tuple[str, Face]]:
        """The cells of the shown hints, with the letter of the hint and the face it lays there."""
        return {
            (x, y): (LETTERS[place], face)
            for place, hint in enumerate(self.hints)
            if isinstance(hint.move, Place) and (place == self.chosen or not self.alone)
            for face, x, y in hint.move.pieces
        }

    def text(self, hand: Faces, keys: Keys) -> str:
        """What is said of the shown hints, and which key takes one."""
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
        """What is said of the shown hints; pieces are told by the keys that pick them.

        Where all of them roll, what the hand makes without a roll is told too.
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
    """The best choices of dice, those that roll alike dice once; keeping all of them is last."""
    found: dict[Faces, float] = {}
    for rolled, mean in hints.choices:
        if rolled:
            found.setdefault(tuple(sorted(view.hand[index] for index in rolled)), mean)
    kept = () if hints.keep_all is None else (((), hints.keep_all),)
    return (*tuple(found.items())[:MOST_ODDS], *kept)


def sure_points(view: View) -> int | None:
    """The most that the hand makes as it lies; None where nothing fits."""
    return best_placement(view)[1] if view.options.place else None


def _told(letter: str, hint: Hint, hand: Faces, *, in_short: bool) -> str:
    """A hint; in short without the reasons, so that several have room."""
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
    """The keys of these pieces in a hand.

    >>> keys_of((5, 7), (7, 5, 5))
    '2+1'
    """
    return "+".join(str(slot + 1) for slot in places_in(hand, faces))


def _in_order(faces: Faces, hand: Faces) -> str:
    """The keys of these pieces from the left, where they need no other order."""
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
