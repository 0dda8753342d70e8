"""Applies events to positions, in live games and in replays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    GameEvent,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.inventory import add_to_bag, find_slots, remove_from_bag, remove_from_hand
from qwirkle.engine.pieces import Faces
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Stage


def apply_event(position: Position, event: GameEvent) -> Position:
    """Return the position after an event, without validating it."""
    variant = position.variant
    match event:
        case Dealt(player, pieces):
            is_last = player == position.player_count - 1
            return replace(
                position,
                hands=_with_hand(position, pieces),
                bag=remove_from_bag(variant, position.bag, pieces),
                seat_to_move=0 if is_last else player + 1,
                stage=Stage.CHOOSE_OPENER if is_last else Stage.DEAL,
            )
        case Opened(player, _):
            return _at_decision(position, _free_rolls_in_turn(variant, 1), seat_to_move=player)
        case Placed():
            return _place(position, event)
        case Drawn(player, pieces):
            hands = _with_hand(position, position.hands[player] + pieces)
            return _next_turn(position, hands, remove_from_bag(variant, position.bag, pieces))
        case Rolled(player, before, after, forced):
            hand = _replace_rolled(position.hands[player], before, after)
            free_rolls = 0 if forced else position.free_rolls - 1
            return _at_decision(position, free_rolls, hands=_with_hand(position, hand))
        case Traded(player, gave, drew):
            hand = remove_from_hand(position.hands[player], gave)
            bag = add_to_bag(variant, remove_from_bag(variant, position.bag, drew), gave)
            paid = replace(position, scores=_with_points(position, -variant.trade.cost))
            return _next_turn(paid, _with_hand(position, hand + drew), bag)
        case Redrawn(_, gave, drew):
            bag = remove_from_bag(variant, add_to_bag(variant, position.bag, gave), drew)
            return _at_decision(position, 0, hands=_with_hand(position, drew), bag=bag)
        case Passed():
            passes = position.consecutive_passes + 1
            if passes == position.player_count:
                return replace(
                    position, free_rolls=0, consecutive_passes=passes, stage=Stage.FINISH
                )
            return _next_turn(position, position.hands, position.bag, passes)
        case Finished(_, _, scores, _):  # pragma: no branch
            return replace(position, scores=scores, stage=Stage.OVER, result=event)


def _place(position: Position, event: Placed) -> Position:
    player = event.player
    hand = remove_from_hand(position.hands[player], tuple(face for face, _, _ in event.pieces))
    placed = replace(
        position,
        board=position.board.place(event.pieces),
        hands=_with_hand(position, hand),
        scores=_with_points(position, event.points),
        free_rolls=0,
        consecutive_passes=0,
        stage=Stage.DRAW,
    )
    if any(position.bag):
        return placed
    if not hand:
        return replace(placed, stage=Stage.FINISH)
    return _next_turn(placed, placed.hands, placed.bag)


def _next_turn(
    position: Position, hands: tuple[Faces, ...], bag: tuple[int, ...], passes: int = 0
) -> Position:
    turns = position.turns_played + 1
    if meets_end_rule(position.variant, turns, position.scores):
        return replace(
            position,
            hands=hands,
            bag=bag,
            free_rolls=0,
            consecutive_passes=passes,
            stage=Stage.FINISH,
        )
    return _at_decision(
        position,
        _free_rolls_in_turn(position.variant, turns + 1),
        hands=hands,
        bag=bag,
        consecutive_passes=passes,
        turns_played=turns,
        seat_to_move=(position.seat_to_move + 1) % position.player_count,
    )


def meets_end_rule(variant: Variant, turns: int, scores: Sequence[int]) -> bool:
    """Return True if the game ends after `turns` turns (round limit or target score)."""
    rounds_played, turns_left_in_round = divmod(turns, len(scores))
    if turns_left_in_round:
        return False
    rule = variant.end
    if rule.max_rounds is not None and rounds_played >= rule.max_rounds:
        return True
    return rule.target_score is not None and max(scores) >= rule.target_score


def _free_rolls_in_turn(variant: Variant, turn_number: int) -> int:
    """Return the free rolls in this turn of the game, counted from 1 (C3, J1)."""
    step = variant.roll_step
    return step.times if step is not None and turn_number >= step.from_turn else 0


def _at_decision(position: Position, free_rolls: int, **changes: Any) -> Position:
    """Return the position with these changes, at the stage where a player decides."""
    stage_after_roll = Stage.PLACE if position.board.cells else Stage.OPENING
    stage = Stage.ROLL if free_rolls > 0 else stage_after_roll
    return replace(position, free_rolls=free_rolls, stage=stage, **changes)


def _replace_rolled(hand: Faces, before: Faces, after: Faces) -> Faces:
    replaced = list(hand)
    for index, face in zip(find_slots(hand, before), after, strict=True):
        replaced[index] = face
    return tuple(replaced)


def _with_points(position: Position, points: int) -> tuple[int, ...]:
    scores = list(position.scores)
    scores[position.seat_to_move] += points
    return tuple(scores)


def _with_hand(position: Position, hand: Faces) -> tuple[Faces, ...]:
    player = position.seat_to_move
    return (*position.hands[:player], hand, *position.hands[player + 1 :])
