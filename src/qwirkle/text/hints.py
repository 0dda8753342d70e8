"""Hints as text."""

from __future__ import annotations

from qwirkle.analysis.hints import Hint, HintReason
from qwirkle.engine.inventory import find_slots
from qwirkle.engine.moves import Place, Roll, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.i18n import tr
from qwirkle.session.hint_selection import HINT_LETTERS, HintSelection
from qwirkle.text.status import ControlLabels


def hint_prompt_text(selection: HintSelection, hand: Faces, control_labels: ControlLabels) -> str:
    """Describe the hints shown and name the keys that take one or show another."""
    if not selection.hints:
        return hints_text(selection, hand)
    letter, enter = (
        HINT_LETTERS[selection.selected],
        control_labels.get("table.take-hint", tr("Enter")),
    )
    if len(selection.hints) == 1:
        prompt = tr("{key} takes it.", key=enter)
    else:
        hint_key = control_labels.get("table.hint", "i")
        prompt = tr(
            "{key} takes {letter}, {more}: another.", key=enter, letter=letter, more=hint_key
        )
    return f"{hints_text(selection, hand)}  {prompt[0].upper()}{prompt[1:]}"


def hints_text(selection: HintSelection, hand: Faces) -> str:
    """Describe the hints shown, naming pieces by their slot numbers.

    If all hints are rolls, add the best score without a roll.
    """
    if not selection.hints:
        return tr("There is no hint for this.")
    texts = [
        _hint_text(HINT_LETTERS[index], hint, hand, is_short=index != selection.selected)
        for index, hint in enumerate(selection.hints)
        if index == selection.selected or not selection.shows_selected_only
    ]
    if selection.points_without_roll is not None and all(
        isinstance(hint.move, Roll) for hint in selection.hints
    ):
        texts.append(tr("Keep all: +{points}.", points=selection.points_without_roll))
    return "  ".join(texts)


def _hint_text(letter: str, hint: Hint, hand: Faces, *, is_short: bool) -> str:
    """Describe one hint; leave out the reasons if it must be short."""
    reasons = [reason for reason in hint.reasons if reason is not HintReason.MORE_ON_AVERAGE]
    reason_text = "" if is_short else ", ".join(_reason_texts()[reason] for reason in reasons[:2])
    match hint.move:
        case Place(pieces):
            keys = slot_numbers(tuple(face for face, _, _ in pieces), hand)
            text = tr(
                "{letter}: lay {keys}, +{points:.0f}", letter=letter, keys=keys, points=hint.points
            )
        case Trade(faces):
            text = tr(
                "{letter}: trade {keys}", letter=letter, keys=_sorted_slot_numbers(faces, hand)
            )
        case Roll(faces) if is_short:
            keys = _sorted_slot_numbers(faces, hand)
            text = tr(
                "{letter}: roll {keys}, +{points:.1f}", letter=letter, keys=keys, points=hint.points
            )
        case Roll(faces):
            text = tr(
                "{letter}: roll {keys}, +{points:.1f} on average",
                letter=letter,
                keys=_sorted_slot_numbers(faces, hand),
                points=hint.points,
            )
        case _:
            return ""
    return (
        tr("{told} ({why}).", told=text, why=reason_text)
        if reason_text
        else tr("{told}.", told=text)
    )


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
        HintReason.WEAK_REPLY: tr("gives the others little"),
        HintReason.STRONG_REPLY: tr("gives the others much"),
        HintReason.GOOD_NEXT_TURN: tr("keeps a good hand"),
        HintReason.POOR_NEXT_TURN: tr("keeps a poor hand"),
        HintReason.BETTER_HAND: tr("for a better hand"),
        HintReason.SURE_POINTS: tr("sure points"),
    }
