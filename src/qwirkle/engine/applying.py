"""Applies events to positions, in live games and in replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    Happening,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.holding import places_in, put_into, take_from, without
from qwirkle.engine.pieces import Faces
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage


def apply(position: Position, event: Happening) -> Position:
    """Return the position after an event, without validating it."""
    variant = position.variant
    match event:
        case Dealt(player, pieces):
            last = player == position.players - 1
            return replace(
                position,
                hands=_with_hand(position, pieces),
                bag=take_from(variant, position.bag, pieces),
                player=0 if last else player + 1,
                stage=Stage.OPEN if last else Stage.DEAL,
            )
        case Opened(player, _):
            return _deciding(position, _rolls_in_turn(variant, 1), player=player)
        case Placed():
            return _place(position, event)
        case Drawn(player, pieces):
            hands = _with_hand(position, position.hands[player] + pieces)
            return _next_turn(position, hands, take_from(variant, position.bag, pieces))
        case Rolled(player, before, after, forced):
            hand = _turned(position.hands[player], before, after)
            left = 0 if forced else position.free_rolls - 1
            return _deciding(position, left, hands=_with_hand(position, hand))
        case Traded(player, gave, drew):
            hand = without(position.hands[player], gave)
            bag = put_into(variant, take_from(variant, position.bag, drew), gave)
            paid = replace(position, scores=_with_points(position, -variant.trade.cost))
            return _next_turn(paid, _with_hand(position, hand + drew), bag)
        case Redrawn(_, gave, drew):
            bag = take_from(variant, put_into(variant, position.bag, gave), drew)
            return _deciding(position, 0, hands=_with_hand(position, drew), bag=bag)
        case Passed():
            passes = position.passes + 1
            if passes == position.players:
                return replace(position, free_rolls=0, passes=passes, stage=Stage.END)
            return _next_turn(position, position.hands, position.bag, passes)
        case Finished(_, _, scores, _):  # pragma: no branch
            return replace(position, scores=scores, stage=Stage.OVER, result=event)


def _place(position: Position, event: Placed) -> Position:
    player = event.player
    hand = without(position.hands[player], tuple(face for face, _, _ in event.pieces))
    placed = replace(
        position,
        board=position.board.lay(event.pieces),
        hands=_with_hand(position, hand),
        scores=_with_points(position, event.points),
        free_rolls=0,
        passes=0,
        stage=Stage.DRAW,
    )
    if any(position.bag):
        return placed
    if not hand:
        return replace(placed, stage=Stage.END)
    return _next_turn(placed, placed.hands, placed.bag)


def _next_turn(
    position: Position, hands: tuple[Faces, ...], bag: tuple[int, ...], passes: int = 0
) -> Position:
    turns = position.turns + 1
    if is_over(position.variant, turns, position.scores):
        return replace(position, hands=hands, bag=bag, free_rolls=0, passes=passes, stage=Stage.END)
    return _deciding(
        position,
        _rolls_in_turn(position.variant, turns + 1),
        hands=hands,
        bag=bag,
        passes=passes,
        turns=turns,
        player=(position.player + 1) % position.players,
    )


def is_over(variant: Variant, turns: int, scores: Sequence[int]) -> bool:
    """Return True if the game ends after `turns` turns (round limit or target score)."""
    rounds, further = divmod(turns, len(scores))
    if further:
        return False
    ending = variant.end
    if ending.turns is not None and rounds >= ending.turns:
        return True
    return ending.score is not None and max(scores) >= ending.score


def _rolls_in_turn(variant: Variant, number: int) -> int:
    """Return the free rolls in this turn of the game, counted from 1 (C3, J1)."""
    step = variant.roll_step
    return step.times if step is not None and number >= step.from_turn else 0


def _deciding(position: Position, free_rolls: int, **changes: Any) -> Position:
    """Return the position with these changes, at the stage where a player decides."""
    without_roll = Stage.PLACE if position.board.cells else Stage.OPENING
    stage = Stage.ROLL if free_rolls > 0 else without_roll
    return replace(position, free_rolls=free_rolls, stage=stage, **changes)


def _turned(hand: Faces, before: Faces, after: Faces) -> Faces:
    turned = list(hand)
    for index, face in zip(places_in(hand, before), after, strict=True):
        turned[index] = face
    return tuple(turned)


def _with_points(position: Position, points: int) -> tuple[int, ...]:
    scores = list(position.scores)
    scores[position.player] += points
    return tuple(scores)


def _with_hand(position: Position, hand: Faces) -> tuple[Faces, ...]:
    player = position.player
    return (*position.hands[:player], hand, *position.hands[player + 1 :])
