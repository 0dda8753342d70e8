"""Computes what the player to move can do, from the steps of the variant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from qwirkle.engine.movegen import set_size
from qwirkle.engine.pieces import Faces, mask_of
from qwirkle.engine.view import PLAYER_STAGES, Options, Stage

if TYPE_CHECKING:
    from qwirkle.engine.position import Position
    from qwirkle.engine.variant import Variant


def options_of(position: Position) -> Options:
    """Return what the player to move can do; nothing if no player is due."""
    if position.stage not in PLAYER_STAGES:
        return Options()
    step = position.variant.place_step
    free_roll = position.stage is Stage.ROLL
    hand = position.hands[position.player]
    if not position.board.cells:
        # A4: a player whose largest set is too small rerolls until it is large enough.
        ready = set_size(hand) >= position.variant.opening.least
        return Options(place=ready, free_roll=free_roll, forced_roll=not ready)
    if mask_of(hand) & position.board.fitting:
        trade = _most_to_trade(position) if "trade" in step.instead else 0
        least = position.variant.trade.least if trade else 1
        return Options(place=True, free_roll=free_roll, trade=trade, trade_from=least)
    tried = (_WHEN_STUCK[name](position) for name in step.stuck)
    return next(found for found in tried if found is not None)  # pass is always possible


def _trade(position: Position) -> Options | None:
    """T4, unless the board is blocked (J11) or the bag holds too few pieces (J5)."""
    most = _most_to_trade(position)
    if most == 0 or _table_is_dead(position):
        return None
    free_roll, least = position.stage is Stage.ROLL, position.variant.trade.least
    return Options(free_roll=free_roll, trade=most, trade_from=least)


def _roll(position: Position) -> Options | None:
    """C4, unless no face of the hand fits (J7)."""
    if _hand_is_dead(position):
        return None
    return Options(free_roll=position.stage is Stage.ROLL, forced_roll=True)


def _redraw(position: Position) -> Options | None:
    """J7: if the bag holds a piece with a face that fits."""
    if not _sides_in_bag(position) & position.board.fitting:
        return None
    return Options(
        free_roll=position.stage is Stage.ROLL, redraw=True, dead=_hand_is_dead(position)
    )


def _pass(position: Position) -> Options | None:
    """J5, J7, J11: nothing else is possible."""
    return Options(free_roll=position.stage is Stage.ROLL, pass_=True, dead=_hand_is_dead(position))


_WHEN_STUCK: dict[str, Callable[[Position], Options | None]] = {
    "trade": _trade,
    "roll": _roll,
    "redraw": _redraw,
    "pass": _pass,
}


def _most_to_trade(position: Position) -> int:
    """Return how many pieces can be traded: at most the bag (J4); 0 if no trade is legal."""
    variant, in_bag = position.variant, sum(position.bag)
    most = min(variant.most_traded, len(position.hands[position.player]), in_bag)
    return most if in_bag >= variant.trade.bag and most >= variant.trade.least else 0


def _hand_is_dead(position: Position) -> bool:
    """J7: no face of any die in the hand fits anywhere, so no roll can help."""
    hand = position.hands[position.player]
    return not _sides(position.variant, hand) & position.board.fitting


def _table_is_dead(position: Position) -> bool:
    """J11: no piece of any hand or the bag fits anywhere."""
    sides = _sides_in_bag(position)
    for hand in position.hands:
        sides |= _sides(position.variant, hand)
    return not sides & position.board.fitting


def _sides(variant: Variant, faces: Faces) -> int:
    """Return the mask of all faces that these pieces can show."""
    mask = 0
    for face in faces:
        mask |= mask_of(variant.kinds[variant.kind_of[face]].faces)
    return mask


def _sides_in_bag(position: Position) -> int:
    mask = 0
    for kind, left in zip(position.variant.kinds, position.bag, strict=True):
        if left:
            mask |= mask_of(kind.faces)
    return mask
