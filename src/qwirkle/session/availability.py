"""Why a key or button does nothing right now, as a status code or an IllegalMove."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum, auto
from typing import TYPE_CHECKING

from qwirkle.engine.errors import IllegalMove
from qwirkle.engine.moves import Trade
from qwirkle.engine.validation import validate_move
from qwirkle.engine.view import Stage, View
from qwirkle.session.draft import Draft, TurnMode

if TYPE_CHECKING:
    from qwirkle.session.turn import TurnState


class Status(StrEnum):
    """The result of a player's last action, as a code; `status_text` puts it into words."""

    FINDING_HINTS = auto()
    """The presenter requests hints and then calls `with_hints`."""
    HINTS = auto()
    EXPLAINING = auto()
    """The presenter requests a review of the last turn and then calls `with_explanation`."""
    EXPLANATION = auto()
    HIDDEN_HAND = auto()
    NO_TURN_YET = auto()
    NOT_YOUR_TURN = auto()
    GAME_OVER = auto()
    NO_CHOICE = auto()
    PICK_FIRST = auto()
    FITS_NOWHERE = auto()
    PLACE_FIRST = auto()
    MARK_FIRST = auto()
    RETURN_PIECES_FIRST = auto()
    NOTHING_TO_RETURN = auto()
    NO_SUCH_PIECE = auto()
    ALREADY_PLACED = auto()
    CHOOSING_TRADE = auto()
    ROLL_FIRST = auto()
    ROLL_OR_SKIP = auto()
    ONLY_WHEN_MARKING = auto()
    NO_TRADES = auto()
    NO_TRADE_YET = auto()
    TRADE_ONLY_IF_STUCK = auto()
    EMPTY_BAG = auto()
    BAG_TOO_SMALL = auto()
    NO_ROLLS = auto()
    NO_ROLL_YET = auto()
    ROLL_USED = auto()
    NO_HINTS = auto()
    PURIST = auto()
    NOTHING_TO_UNDO = auto()
    UNDO_AFTER_DRAW = auto()
    NOTHING_TO_REPLAY = auto()
    ALL_PANES_VISIBLE = auto()
    NOT_OVER = auto()
    BOARD_COVERED = auto()


INTENDED_ACTIONS = {
    TurnMode.PLACE: ("play", "start_roll"),
    TurnMode.TRADE: ("trade",),
    TurnMode.ROLL: ("roll",),
}
"""By turn mode, the actions that a key with several actions most likely means."""


def intended_action(turn_state: TurnState, actions: Sequence[str]) -> str:
    """Return the action that a key most likely means in the current turn mode."""
    mode = turn_state.draft.mode if turn_state.draft else TurnMode.PLACE
    return next((action for action in INTENDED_ACTIONS[mode] if action in actions), actions[-1])


def unavailable_reason(turn_state: TurnState, action: str) -> Status | IllegalMove:
    """Return why an action isn't available."""
    draft, view = turn_state.draft, turn_state.view
    if view.stage is Stage.OVER:
        return Status.GAME_OVER
    if draft is None:
        return Status.NOT_YOUR_TURN
    if view.forced_move is not None:
        return Status.NO_CHOICE
    match action:
        case "hint":
            return Status.PURIST if turn_state.purist else Status.NO_HINTS
        case "back" | "clear" | "stop_trade":
            return Status.NOTHING_TO_RETURN
        case "trade" if draft.mode is TurnMode.TRADE and draft.marked_slots:
            return _trade_error(draft)
        case "trade" | "roll" if draft.mode is not TurnMode.PLACE:
            return Status.MARK_FIRST
        case "mark_all" if draft.mode is TurnMode.PLACE:
            return Status.ONLY_WHEN_MARKING
    if draft.mode is TurnMode.PLACE:
        return _placing_reason(action, draft, view)
    if draft.mode is TurnMode.TRADE:
        return Status.CHOOSING_TRADE
    return Status.ROLL_FIRST if view.options.can_place else Status.ROLL_OR_SKIP


def _trade_error(draft: Draft) -> Status | IllegalMove:
    """Return why the marked pieces can't be traded."""
    try:
        validate_move(draft.view, Trade(draft.marked_faces))
    except IllegalMove as error:
        return error
    return Status.NO_CHOICE


def _placing_reason(action: str, draft: Draft, view: View) -> Status | IllegalMove:
    match action:
        case "play" if draft.placed and draft.incomplete_reason:
            return draft.incomplete_reason
        case "play":
            return Status.PLACE_FIRST
        case "start_trade" | "trade":
            return _no_trade_reason(view)
        case "start_roll" | "roll":
            return _no_roll_reason(view)
        case "next_fit" if draft.picked_slot is not None:
            return Status.PURIST
    return Status.PICK_FIRST


def _no_trade_reason(view: View) -> Status:
    step = view.variant.place_step
    if view.options.max_trade:
        return Status.RETURN_PIECES_FIRST
    if not view.variant.allows_trading:
        return Status.NO_TRADES
    if view.is_opening:
        return Status.NO_TRADE_YET
    if not view.bag_size:
        return Status.EMPTY_BAG
    return Status.BAG_TOO_SMALL if "trade" in step.instead else Status.TRADE_ONLY_IF_STUCK


def _no_roll_reason(view: View) -> Status:
    step = view.variant.roll_step
    if view.options.can_roll_free:
        return Status.RETURN_PIECES_FIRST
    if step is None:
        return Status.NO_ROLLS
    return Status.NO_ROLL_YET if view.turns_played + 1 < step.from_turn else Status.ROLL_USED
