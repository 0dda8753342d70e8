"""Hints as text."""

from __future__ import annotations

from qwirkle.analysis.hints import Hint, HintReason
from qwirkle.engine.holding import find_slots
from qwirkle.engine.moves import Place, Roll, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.table.hint_selection import HINT_LETTERS, HintSelection
from qwirkle.table.notes import KeyLabels
from qwirkle.texts import tr


def hint_prompt_text(selection: HintSelection, hand: Faces, key_labels: KeyLabels) -> str:
    """Describe the hints shown and name the keys that take one or show another."""
    if not selection.hints:
        return hints_text(selection, hand)
    letter, enter = HINT_LETTERS[selection.selected], key_labels.get("table.take-hint", tr("Enter"))
    if len(selection.hints) == 1:
        taking = tr("{key} takes it.", key=enter)
    else:
        more = key_labels.get("table.hint", "i")
        taking = tr("{key} takes {letter}, {more}: another.", key=enter, letter=letter, more=more)
    return f"{hints_text(selection, hand)}  {taking[0].upper()}{taking[1:]}"


def hints_text(selection: HintSelection, hand: Faces) -> str:
    """Describe the hints shown, naming pieces by their slot numbers.

    If all hints are rolls, add the best score without a roll.
    """
    if not selection.hints:
        return tr("There is no hint for this.")
    told = [
        _hint_text(HINT_LETTERS[place], hint, hand, is_short=place != selection.selected)
        for place, hint in enumerate(selection.hints)
        if place == selection.selected or not selection.shows_selected_only
    ]
    if selection.points_without_roll is not None and all(
        isinstance(hint.move, Roll) for hint in selection.hints
    ):
        told.append(tr("Keep all: +{points}.", points=selection.points_without_roll))
    return "  ".join(told)


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
