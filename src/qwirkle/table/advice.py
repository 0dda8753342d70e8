"""The hints shown for a turn, as marks on the board and as text; pure."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.hints import Hint, HintReason, Hints
from qwirkle.engine.holding import find_slots
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Cell, Face, Faces
from qwirkle.engine.view import View
from qwirkle.table.draft import in_placement_order
from qwirkle.table.notes import KeyLabels
from qwirkle.texts import tr

MAX_ODDS_SHOWN = 9
"""Number of dice choices shown with their odds."""

HINT_LETTERS = "ABCDEFGH"
"""Names of the hints; digits stand for pieces."""


class HintSelection(Struct, frozen=True):
    """Hints for a turn, best first. One is selected; all of them or only that one are shown."""

    hints: tuple[Hint, ...]
    points_without_roll: int | None = None
    """Best score with the hand as it is; None if nothing fits."""
    roll_odds: tuple[tuple[Faces, float], ...] = ()
    """The best choices of dice to roll, with their mean scores; last, keeping all dice."""
    selected: int = 0
    """Index of the hint that the player would take."""
    shows_selected_only: bool = False

    @classmethod
    def for_view(cls, view: View, hints: Hints) -> HintSelection:
        """Select the first hint; sort the pieces of each placement so that they can be placed."""
        ordered = tuple(
            replace(hint, move=Place(in_placement_order(view.board, hint.move.pieces)))
            if isinstance(hint.move, Place)
            else hint
            for hint in hints
        )
        advice = cls(ordered, points_without_roll(view), _best_odds(view, hints))
        return replace(advice, shows_selected_only=advice.has_overlap)

    @property
    def has_overlap(self) -> bool:
        """True if several hints use the same cell, so that they can't all be shown at once."""
        cells = Counter(
            (x, y)
            for hint in self.hints
            if isinstance(hint.move, Place)
            for _, x, y in hint.move.pieces
        )
        return any(count > 1 for count in cells.values())

    @property
    def with_next_selected(self) -> HintSelection:
        """Select the next hint and show only that one; after the last, start again."""
        if self.selected + 1 < len(self.hints):
            return replace(self, selected=self.selected + 1, shows_selected_only=True)
        return replace(self, selected=0, shows_selected_only=self.has_overlap)

    @property
    def with_only_selected(self) -> HintSelection:
        return replace(self, shows_selected_only=True)

    @property
    def move(self) -> Move | None:
        """The move of the selected hint, or None if there are no hints."""
        return self.hints[self.selected].move if self.hints else None

    @property
    def cell_marks(self) -> dict[Cell, tuple[str, Face]]:
        """Cell -> hint letter and face, for every hint shown."""
        return {
            (x, y): (HINT_LETTERS[place], face)
            for place, hint in enumerate(self.hints)
            if isinstance(hint.move, Place)
            and (place == self.selected or not self.shows_selected_only)
            for face, x, y in hint.move.pieces
        }

    def prompt_text(self, hand: Faces, key_labels: KeyLabels) -> str:
        """Describe the hints shown and name the keys that take one or show another."""
        if not self.hints:
            return self.hints_text(hand)
        letter, enter = HINT_LETTERS[self.selected], key_labels.get("table.take-hint", tr("Enter"))
        if len(self.hints) == 1:
            taking = tr("{key} takes it.", key=enter)
        else:
            more = key_labels.get("table.hint", "i")
            taking = tr(
                "{key} takes {letter}, {more}: another.", key=enter, letter=letter, more=more
            )
        return f"{self.hints_text(hand)}  {taking[0].upper()}{taking[1:]}"

    def hints_text(self, hand: Faces) -> str:
        """Describe the hints shown, naming pieces by their slot numbers.

        If all hints are rolls, add the best score without a roll.
        """
        if not self.hints:
            return tr("There is no hint for this.")
        told = [
            _hint_text(HINT_LETTERS[place], hint, hand, is_short=place != self.selected)
            for place, hint in enumerate(self.hints)
            if place == self.selected or not self.shows_selected_only
        ]
        if self.points_without_roll is not None and all(
            isinstance(hint.move, Roll) for hint in self.hints
        ):
            told.append(tr("Keep all: +{points}.", points=self.points_without_roll))
        return "  ".join(told)


def _best_odds(view: View, hints: Hints) -> tuple[tuple[Faces, float], ...]:
    """Return the best choices of dice, with equal faces listed once; keeping all dice is last."""
    found: dict[Faces, float] = {}
    for rolled, mean in hints.choices:
        if rolled:
            found.setdefault(tuple(sorted(view.hand[index] for index in rolled)), mean)
    kept = () if hints.keep_all is None else (((), hints.keep_all),)
    return (*tuple(found.items())[:MAX_ODDS_SHOWN], *kept)


def points_without_roll(view: View) -> int | None:
    """Return the best score with the hand as it is, or None if nothing fits."""
    return best_placement(view)[1] if view.options.can_place else None


def _hint_text(letter: str, hint: Hint, hand: Faces, *, is_short: bool) -> str:
    """Describe one hint; leave out the reasons if it must be short."""
    speaking = [each for each in hint.reasons if each is not HintReason.MORE_ON_AVERAGE]
    why = "" if is_short else ", ".join(_reason_texts()[each] for each in speaking[:2])
    match hint.move:
        case Place(pieces):
            keys = slot_numbers(tuple(face for face, _, _ in pieces), hand)
            told = tr(
                "{letter}: lay {keys}, +{points:.0f}", letter=letter, keys=keys, points=hint.points
            )
        case Trade(faces):
            told = tr(
                "{letter}: trade {keys}", letter=letter, keys=_sorted_slot_numbers(faces, hand)
            )
        case Roll(faces) if is_short:
            keys = _sorted_slot_numbers(faces, hand)
            told = tr(
                "{letter}: roll {keys}, +{points:.1f}", letter=letter, keys=keys, points=hint.points
            )
        case Roll(faces):
            told = tr(
                "{letter}: roll {keys}, +{points:.1f} on average",
                letter=letter,
                keys=_sorted_slot_numbers(faces, hand),
                points=hint.points,
            )
        case _:
            return ""
    return tr("{told} ({why}).", told=told, why=why) if why else tr("{told}.", told=told)


def slot_numbers(faces: Faces, hand: Faces) -> str:
    """Return the slot numbers of these faces in a hand, in the order of the faces.

    >>> slot_numbers((5, 7), (7, 5, 5))
    '2+1'
    """
    return "+".join(str(slot + 1) for slot in find_slots(hand, faces))


def _sorted_slot_numbers(faces: Faces, hand: Faces) -> str:
    """Return the slot numbers of these faces from left to right."""
    return "+".join(str(slot + 1) for slot in sorted(find_slots(hand, faces)))


def _reason_texts() -> dict[HintReason, str]:
    return {
        HintReason.GOES_OUT: tr("goes out"),
        HintReason.QWIRKLE: tr("a Qwirkle"),
        HintReason.MOST_POINTS: tr("most points"),
        HintReason.SEVERAL_LINES: tr("several lines"),
        HintReason.GIVES_LITTLE: tr("gives the others little"),
        HintReason.GIVES_MUCH: tr("gives the others much"),
        HintReason.KEEPS_WELL: tr("keeps a good hand"),
        HintReason.KEEPS_BADLY: tr("keeps a poor hand"),
        HintReason.BETTER_HAND: tr("for a better hand"),
        HintReason.SURE_POINTS: tr("sure points"),
    }
