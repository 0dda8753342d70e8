"""Computes what the player to move can do, from the steps of the variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from qwirkle.engine.movegen import largest_set_size
from qwirkle.engine.pieces import Faces, face_mask
from qwirkle.engine.view import PLAYER_STAGES, Options, Stage

if TYPE_CHECKING:
    from qwirkle.engine.position import Position
    from qwirkle.engine.variant import Variant


def available_options(position: Position) -> Options:
    """Return what the player to move can do; empty if no player is to move."""
    if position.stage not in PLAYER_STAGES:
        return Options()
    step = position.variant.place_step
    free_roll = position.stage is Stage.ROLL
    hand = position.hands[position.seat_to_move]
    if not position.board.cells:
        # A4: a player whose largest set is too small rerolls until it is large enough.
        can_open = largest_set_size(hand) >= position.variant.opening.min_pieces
        return Options(can_place=can_open, can_roll_free=free_roll, must_roll=not can_open)
    if face_mask(hand) & position.board.playable_faces:
        max_trade = _max_trade(position) if "trade" in step.instead else 0
        min_trade = position.variant.trade.min_pieces if max_trade else 1
        return Options(
            can_place=True, can_roll_free=free_roll, max_trade=max_trade, min_trade=min_trade
        )
    possible = (_STUCK_OPTIONS[name](position) for name in step.stuck)
    return next(options for options in possible if options is not None)  # pass is always possible


def _trade_options(position: Position) -> Options | None:
    """T4, unless the board is blocked (J11) or the bag holds too few pieces (J5)."""
    max_trade = _max_trade(position)
    if max_trade == 0 or _is_board_blocked(position):
        return None
    free_roll, min_trade = position.stage is Stage.ROLL, position.variant.trade.min_pieces
    return Options(can_roll_free=free_roll, max_trade=max_trade, min_trade=min_trade)


def _roll_options(position: Position) -> Options | None:
    """C4, unless no face of the hand fits (J7)."""
    if _is_hand_unplayable(position):
        return None
    return Options(can_roll_free=position.stage is Stage.ROLL, must_roll=True)


def _redraw_options(position: Position) -> Options | None:
    """J7: if the bag holds a piece with a face that fits."""
    if not _possible_faces_in_bag(position) & position.board.playable_faces:
        return None
    return Options(
        can_roll_free=position.stage is Stage.ROLL,
        can_redraw=True,
        is_hand_unplayable=_is_hand_unplayable(position),
    )


def _pass_options(position: Position) -> Options | None:
    """J5, J7, J11: nothing else is possible."""
    return Options(
        can_roll_free=position.stage is Stage.ROLL,
        can_pass=True,
        is_hand_unplayable=_is_hand_unplayable(position),
    )


_STUCK_OPTIONS: dict[str, Callable[[Position], Options | None]] = {
    "trade": _trade_options,
    "roll": _roll_options,
    "redraw": _redraw_options,
    "pass": _pass_options,
}


def _max_trade(position: Position) -> int:
    """Return how many pieces can be traded: at most the bag (J4); 0 if no trade is legal."""
    variant, in_bag = position.variant, sum(position.bag)
    max_trade = min(variant.max_trade, len(position.hands[position.seat_to_move]), in_bag)
    return (
        max_trade
        if in_bag >= variant.trade.min_bag_size and max_trade >= variant.trade.min_pieces
        else 0
    )


def _is_hand_unplayable(position: Position) -> bool:
    """J7: no face of any die in the hand fits anywhere, so no roll can help."""
    hand = position.hands[position.seat_to_move]
    return not _possible_faces(position.variant, hand) & position.board.playable_faces


def _is_board_blocked(position: Position) -> bool:
    """J11: no piece of any hand or the bag fits anywhere."""
    mask = _possible_faces_in_bag(position)
    for hand in position.hands:
        mask |= _possible_faces(position.variant, hand)
    return not mask & position.board.playable_faces


def _possible_faces(variant: Variant, faces: Faces) -> int:
    """Return the mask of all faces that these pieces can show."""
    mask = 0
    for face in faces:
        mask |= face_mask(variant.kinds[variant.kind_by_face[face]].faces)
    return mask


def _possible_faces_in_bag(position: Position) -> int:
    mask = 0
    for kind, count in zip(position.variant.kinds, position.bag, strict=True):
        if count:
            mask |= face_mask(kind.faces)
    return mask
