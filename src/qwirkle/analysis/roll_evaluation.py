"""Choice of dice to roll, by the value of the turn that follows and not only by its score.

The expert samples a few rolls for each choice. The master builds a table of the value of the best
turn with every set of dice, which gives the exact mean value of every choice.
"""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis.deadline import StopCondition
from qwirkle.analysis.dice_endgame import DiceEndgame, is_small_dice_endgame
from qwirkle.analysis.endgame import EndgameLimitReached
from qwirkle.analysis.evaluation import Evaluator
from qwirkle.analysis.odds import MAX_KERNEL_HAND, compute_odds, mean_scores
from qwirkle.analysis.score_table import LINE_KIND_COUNT, SET_COUNT
from qwirkle.engine import movegen
from qwirkle.engine.board import MAX_LINE_LENGTH
from qwirkle.engine.movegen import ScoredPlay, best_play
from qwirkle.engine.pieces import COLOUR_COUNT, SHAPE_COUNT, Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

VALUE_OFFSET, VALUE_SCALE = 128, 64
"""Values are stored in the table as small positive integers: shifted, in fractions of a point."""


class RollEvaluation(Struct, frozen=True):
    """A choice of dice to roll, with its mean score and the mean value of the turn that follows."""

    rolled: tuple[int, ...]
    mean: float
    value: float


def choose_dice(evaluations: list[RollEvaluation], view: View) -> tuple[int, ...]:
    """Return the dice to roll, as indices into the hand; empty if placing now is best."""
    if not evaluations:
        return ()
    rolled = evaluations[0].rolled
    if not rolled and not view.options.can_place:
        return tuple(range(len(view.hand)))
    return rolled


def evaluate_rolls(
    evaluator: Evaluator,
    max_reply_sets: int,
    max_dice_positions: int,
    random: random.Random,
    stop: StopCondition,
) -> list[RollEvaluation]:
    """Evaluate every choice of dice, best first; empty for an unplayable hand.

    A placement is one colour with a set of shapes, or one shape with a set of colours. The
    opponents' reply is computed for the `max_reply_sets` best-scoring sets; the others get the
    reply on the current board. Dice endgames of up to `max_dice_positions` are solved exactly.
    Falls back to `evaluate_rolls_sampled` if the values don't fit into a table.
    """
    view = evaluator.view
    roll_odds = compute_odds(view.board, view.hand, view.variant, view.free_rolls)
    if roll_odds is None:
        return []
    if is_small_dice_endgame(view, max_dice_positions):
        endgame = DiceEndgame(view, max_dice_positions, stop)
        with suppress(EndgameLimitReached):
            margins = endgame.roll_margins(view.board, view.hand, endgame.opponent_hand)
            return _rank_rolls(roll_odds.choices, margins)
    if view.is_opening or view.free_rolls > 1 or not view.variant.rolls_when_stuck:
        return evaluate_rolls_sampled(
            evaluator, random, stop
        )  # a table of values can't express these
    plays = _plays_by_set(view)
    plays.sort(key=lambda entry: -entry[2][1])
    table = np.zeros((LINE_KIND_COUNT, SET_COUNT), dtype=np.int16)
    if len(view.hand) > MAX_KERNEL_HAND or _exceeds_table_range(plays, view.variant):
        return evaluate_rolls_sampled(evaluator, random, stop)
    replies_left = max_reply_sets
    for kind, set_, (pieces, points) in plays:
        replies_left = 0 if stop() else replies_left
        reply = evaluator.reply_after(pieces) if replies_left > 0 else evaluator.current_reply
        replies_left -= 1
        if not view.bag_size and len(pieces) == len(view.hand):
            reply, points = 0.0, points + view.variant.scoring.out_bonus
        value = points - evaluator.weights.reply * reply
        table[kind, set_] = max(1, round((value + VALUE_OFFSET) * VALUE_SCALE))
    for bit in range(SHAPE_COUNT):
        larger = np.arange(SET_COUNT) >> bit & 1 == 1
        smaller = np.arange(SET_COUNT)[larger] ^ (1 << bit)
        table[:, larger] = np.maximum(table[:, larger], table[:, smaller])
    values = mean_scores(table, view.hand, view.variant)
    return _rank_rolls(
        roll_odds.choices, None if values is None else values / VALUE_SCALE - VALUE_OFFSET
    )


def _exceeds_table_range(plays: list[tuple[int, int, ScoredPlay]], variant: Variant) -> bool:
    """Return True if house rules could push a value outside the range of the table."""
    max_points = max((points for _, _, (_, points) in plays), default=0) + variant.scoring.out_bonus
    max_reply = max(variant.line_scores) * (MAX_LINE_LENGTH + 1)
    return max(max_points, max_reply) >= VALUE_OFFSET


def _rank_rolls(
    choices: list[tuple[tuple[int, ...], float]], values: NDArray[np.float64] | None
) -> list[RollEvaluation]:
    """Pair choices of dice with their values, best first; empty for an unplayable hand."""
    if values is None:
        return []
    evaluations = [
        RollEvaluation(rolled, mean, float(values[sum(1 << die for die in rolled)]))
        for rolled, mean in choices
    ]
    return sorted(
        evaluations, key=lambda evaluation: (-round(evaluation.value, 9), len(evaluation.rolled))
    )


def _plays_by_set(view: View) -> list[tuple[int, int, ScoredPlay]]:
    """Return the best play that uses every piece of a set, for each set the dice can show."""
    colours = [face // SHAPE_COUNT for face in view.hand]
    plays = []
    for kind, set_ in product(range(LINE_KIND_COUNT), range(1, SET_COUNT)):
        bits = [bit for bit in range(max(COLOUR_COUNT, SHAPE_COUNT)) if set_ >> bit & 1]
        if kind < COLOUR_COUNT:
            faces = tuple(kind * SHAPE_COUNT + shape for shape in bits)
            is_possible = len(bits) <= colours.count(kind) and bits[-1] < view.variant.pieces.shapes
        else:
            faces = tuple(colour * SHAPE_COUNT + kind - COLOUR_COUNT for colour in bits)
            is_possible = (
                set(bits) <= set(colours) and kind - COLOUR_COUNT < view.variant.pieces.shapes
            )
        play = best_play(view.board, faces, view.variant) if is_possible else None
        if play is not None and len(play[0]) == len(faces):
            plays.append((kind, set_, play))
    return plays


def evaluate_rolls_sampled(
    evaluator: Evaluator, random: random.Random, stop: StopCondition
) -> list[RollEvaluation]:
    """Evaluate the most promising choices of dice, best first; empty for an unplayable hand.

    The mean score of a choice is exact. What its turns give the opponents is sampled with the same
    rolls for every choice.
    """
    view, limits = evaluator.view, evaluator.limits
    roll_odds = compute_odds(view.board, view.hand, view.variant, view.free_rolls)
    if roll_odds is None:
        return []
    best_mean = roll_odds.best[1]
    choices = [
        choice for choice in roll_odds.choices if choice[1] >= best_mean - limits.max_roll_deficit
    ]
    shapes = view.variant.pieces.shapes
    # The opponents' reply hardly depends on how the game is opened.
    count = 0 if view.is_opening else limits.sampled_rolls
    rolls = [[int(random.random() * shapes) for _ in view.hand] for _ in range(count)]
    evaluations = []
    for rolled, mean in choices[: limits.max_roll_choices]:
        hands = {_apply_roll(view.hand, rolled, roll): 0 for roll in rolls}
        for roll in rolls:
            hands[_apply_roll(view.hand, rolled, roll)] += 1
        excess = sum(
            count * _best_value_minus_points(evaluator, hand) for hand, count in hands.items()
        )
        evaluations.append(
            RollEvaluation(rolled, mean, mean + (excess / len(rolls) if rolls else 0.0))
        )
        if stop():
            break
    return sorted(evaluations, key=lambda evaluation: -round(evaluation.value, 9))


def _apply_roll(hand: Faces, rolled: tuple[int, ...], roll: list[int]) -> Faces:
    return tuple(
        face // SHAPE_COUNT * SHAPE_COUNT + roll[die] if die in rolled else face
        for die, face in enumerate(hand)
    )


def _best_value_minus_points(evaluator: Evaluator, hand: Faces) -> float:
    """Return the value of the best turn of a hand, less the highest score it can make."""
    view, weights = evaluator.view, evaluator.weights
    plays = movegen.sort_plays(movegen.generate_plays(view.board, hand, view.variant))
    if not plays:
        return -weights.reply * evaluator.current_reply
    max_points = plays[0][1]
    return max(
        points - max_points - weights.reply * evaluator.reply_after(pieces)
        for pieces, points in plays[: evaluator.limits.placements_per_roll]
    )
