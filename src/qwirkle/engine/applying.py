"""Applying: what an event makes of a position, live and in a replay alike."""

from __future__ import annotations

from dataclasses import replace

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
from qwirkle.engine.view import Stage


def apply(position: Position, event: Happening) -> Position:
    """The position after an event; the event is taken as it is."""
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
        case Opened(player, matches):
            return replace(position, player=player, matches=matches, stage=Stage.OPENING)
        case Placed():
            return _place(position, event)
        case Drawn(player, pieces):
            hands = _with_hand(position, position.hands[player] + pieces)
            return _next_turn(position, hands, take_from(variant, position.bag, pieces))
        case Rolled(player, before, after, _):
            hand = _turned(position.hands[player], before, after)
            return replace(position, hands=_with_hand(position, hand), stage=Stage.PLACE)
        case Traded(player, gave, drew):
            hand = without(position.hands[player], gave)
            bag = put_into(variant, take_from(variant, position.bag, drew), gave)
            return _next_turn(position, _with_hand(position, hand + drew), bag)
        case Redrawn(_, gave, drew):
            bag = take_from(variant, put_into(variant, position.bag, gave), drew)
            return replace(position, hands=_with_hand(position, drew), bag=bag, stage=Stage.PLACE)
        case Passed():
            passes = position.passes + 1
            if passes == position.players:
                return replace(position, passes=passes, stage=Stage.END)
            return _next_turn(position, position.hands, position.bag, passes)
        case Finished(_, _, scores, _):  # pragma: no branch
            return replace(position, scores=scores, stage=Stage.OVER, result=event)


def _place(position: Position, event: Placed) -> Position:
    player = event.player
    hand = without(position.hands[player], tuple(face for face, _, _ in event.pieces))
    scores = list(position.scores)
    scores[player] += event.points
    placed = replace(
        position,
        board=position.board.lay(event.pieces),
        hands=_with_hand(position, hand),
        scores=tuple(scores),
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
    roll = position.variant.roll_step
    may_roll = roll is not None and turns + 1 >= roll.from_turn
    return replace(
        position,
        hands=hands,
        bag=bag,
        passes=passes,
        turns=turns,
        player=(position.player + 1) % position.players,
        stage=Stage.ROLL if may_roll else Stage.PLACE,
    )


def _turned(hand: Faces, before: Faces, after: Faces) -> Faces:
    turned = list(hand)
    for index, face in zip(places_in(hand, before), after, strict=True):
        turned[index] = face
    return tuple(turned)


def _with_hand(position: Position, hand: Faces) -> tuple[Faces, ...]:
    player = position.player
    return (*position.hands[:player], hand, *position.hands[player + 1 :])
