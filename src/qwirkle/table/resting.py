"""Why a key or button does nothing right now, as a status code or an IllegalMove."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from qwirkle.engine.checking import check
from qwirkle.engine.moves import Trade
from qwirkle.engine.refusal import Refusal
from qwirkle.engine.view import Stage, View
from qwirkle.table.draft import Draft, Task
from qwirkle.table.notes import Note

if TYPE_CHECKING:
    from qwirkle.table.desk import Desk

MEANT = {Task.LAY: ("play", "start_roll"), Task.TRADE: ("trade",), Task.ROLL: ("roll",)}
"""By turn mode, the actions that a key with several actions most likely means."""


def meant_by(desk: Desk, actions: Sequence[str]) -> str:
    """Return the action that a key most likely means in the current turn mode."""
    task = desk.draft.task if desk.draft else Task.LAY
    return next((action for action in MEANT[task] if action in actions), actions[-1])


def why_not(desk: Desk, action: str) -> Note | Refusal:
    """Return why an action isn't available."""
    draft, view = desk.draft, desk.view
    if view.stage is Stage.OVER:
        return Note.OVER
    if draft is None:
        return Note.NOT_YOUR_TURN
    if view.forced is not None:
        return Note.NO_CHOICE
    match action:
        case "hint":
            return Note.PURIST if desk.purist else Note.NO_HINTS
        case "back" | "clear" | "stop_trade":
            return Note.NOTHING_TO_TAKE_BACK
        case "trade" if draft.task is Task.TRADE and draft.marks:
            return _why_not_these(draft)
        case "trade" | "roll" if draft.task is not Task.LAY:
            return Note.MARK_FIRST
        case "mark_all" if draft.task is Task.LAY:
            return Note.MARKS_ONLY
    if draft.task is Task.LAY:
        return _why_not_while_laying(action, draft, view)
    if draft.task is Task.TRADE:
        return Note.MARKING
    return Note.ROLL_FIRST if view.options.place else Note.ROLL_OR_LEAVE


def _why_not_these(draft: Draft) -> Note | Refusal:
    """Return why the marked pieces can't be traded."""
    try:
        check(draft.view, Trade(draft.marked_faces))
    except Refusal as refusal:
        return refusal
    return Note.NO_CHOICE


def _why_not_while_laying(action: str, draft: Draft, view: View) -> Note | Refusal:
    match action:
        case "play" if draft.laid and draft.missing:
            return draft.missing
        case "play":
            return Note.LAY_FIRST
        case "start_trade" | "trade":
            return _why_no_trade(view)
        case "start_roll" | "roll":
            return _why_no_roll(view)
        case "next_fit" if draft.picked is not None:
            return Note.PURIST
    return Note.PICK_FIRST


def _why_no_trade(view: View) -> Note:
    step = view.variant.place_step
    if view.options.trade:
        return Note.TAKE_BACK_FIRST
    if not view.variant.trades:
        return Note.NEVER_TRADED
    if view.opening:
        return Note.NO_TRADE_YET
    if not view.bag_size:
        return Note.EMPTY_BAG
    return Note.BAG_TOO_SMALL if "trade" in step.instead else Note.ONLY_IF_STUCK


def _why_no_roll(view: View) -> Note:
    step = view.variant.roll_step
    if view.options.free_roll:
        return Note.TAKE_BACK_FIRST
    if step is None:
        return Note.NEVER_ROLLED
    return Note.NO_ROLL_YET if view.turns + 1 < step.from_turn else Note.ROLL_USED
