"""Exact odds of a roll: the mean best score for each choice of dice to roll.

A choice has a bit for each die of the hand. "Folding" a die turns scores per shape into two
values: the score if the die stays, and the sum over its shapes if it is rolled. Dice of one colour
can be swapped without a difference, so only one of several equivalent partial rolls is scored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwirkle.kernel.jit import Array, int32, int64, jit, jit_inline

SHAPE_COUNT = 6
MAX_DICE = 6
"""Larger hands have too many outcomes to allocate arrays for."""

DUPLICATE = -1
"""Marks a partial roll that equals an earlier one apart from the order of same-colour dice."""

UNPLAYABLE = 0
"""Number of outcomes that fit, for an unplayable hand (J7)."""


def _first_equivalents(same_colour: int) -> NDArray[np.int16]:
    """Return, for each partial roll, the first one with the same shapes on the same colours."""
    dice = np.arange(MAX_DICE - 2)
    place_values = SHAPE_COUNT ** dice[::-1]
    shapes = np.arange(SHAPE_COUNT ** len(dice))[:, None] // place_values % SHAPE_COUNT
    colours = np.cumsum(1 - (same_colour >> dice[::-1] & 1))
    first: NDArray[np.int16] = np.sort(colours * SHAPE_COUNT + shapes) % SHAPE_COUNT @ place_values
    return first.astype(np.int16)


FIRST_EQUIVALENT = np.array([_first_equivalents(bits) for bits in range(1 << (MAX_DICE - 3))])
"""By `_same_colour_bits` and partial roll, the first equivalent partial roll."""


class OddsBuffers(NamedTuple):
    """Working arrays for every outcome of a roll."""

    order: Array
    """Index in the hand of each die, sorted so that dice of one colour are adjacent."""
    dice: Array
    """The faces in that order."""
    partial_scores: Array
    """Best score of each partial roll, that is, of all dice but the last two."""
    colour_masks: Array
    """Faces of each partial roll: six bits of shapes per colour."""
    shape_masks: Array
    """The same as six bits of colours per shape."""
    first_die_scores: Array
    second_die_scores: Array
    """Best score with one more die, by its shape."""
    pair_scores: Array
    """Best score with both dice, by their shapes."""
    flat_pair_scores: Array
    """A flat view of the same array."""
    point_sums: Array
    """Sums of points: folding reads one row and writes the other."""
    stuck_counts: Array
    """The same for the number of outcomes that fit nowhere."""
    means: Array
    """Mean best score, by choice."""


def new_odds_buffers() -> OddsBuffers:
    """Allocate the arrays for one hand of dice at a time."""
    count = SHAPE_COUNT ** (MAX_DICE - 2)
    pair = np.zeros((SHAPE_COUNT, SHAPE_COUNT), dtype=np.int32)
    return OddsBuffers(
        np.zeros(MAX_DICE, dtype=np.int64),
        np.zeros(MAX_DICE, dtype=np.int64),
        np.zeros(count, dtype=np.int16),
        np.zeros(count, dtype=np.int64),
        np.zeros(count, dtype=np.int64),
        np.zeros(SHAPE_COUNT, dtype=np.int32),
        np.zeros(SHAPE_COUNT, dtype=np.int32),
        pair,
        pair.reshape(-1),
        np.zeros((2, 4 * count), dtype=np.int32),
        np.zeros((2, 4 * count), dtype=np.int32),
        np.zeros(1 << MAX_DICE, dtype=np.float64),
    )


@jit_inline
def _sort_dice(hand: Array, size: int, order: Array, dice: Array) -> None:
    """Sort dice by colour, most frequent first; `order` gets the original indices."""
    for position in range(size):
        order[position] = position
    for position in range(size):
        chosen, highest = position, -1
        for candidate in range(position, size):
            colour = hand[order[candidate]] // SHAPE_COUNT
            rank = colour
            for index in range(size):
                rank += SHAPE_COUNT * (hand[index] // SHAPE_COUNT == colour)
            if rank > highest:
                chosen, highest = candidate, rank
        order[position], order[chosen] = order[chosen], order[position]
        dice[position] = hand[order[position]]


@jit_inline
def _same_colour_bits(dice: Array, count: int) -> int:
    """Return a bit per die after the first: 1 if it has the colour of the die before it."""
    bits = 0
    for die in range(1, count):
        bits = 2 * bits + (dice[die] // SHAPE_COUNT == dice[die - 1] // SHAPE_COUNT)
    return bits


@jit_inline
def _list_partial_rolls(table: Array, size: int, buffers: OddsBuffers) -> int:
    """List the partial rolls (all dice but the last two) and return their number.

    Dice are added one by one; a die changes only the set of its colour and the set of its shape.
    Iterating backwards lets each level overwrite the one before. If a die shows a lower shape
    than the one of its colour before it, the partial roll is a duplicate.
    """
    scores, colour_masks, shape_masks = (
        buffers.partial_scores,
        buffers.colour_masks,
        buffers.shape_masks,
    )
    scores[0], colour_masks[0], shape_masks[0] = 0, 0, 0
    rows = 1
    for die in range(size - 2):
        colour = buffers.dice[die] // SHAPE_COUNT
        is_alike = die > 0 and buffers.dice[die - 1] // SHAPE_COUNT == colour
        for row in range(rows - 1, -1, -1):
            points, colour_mask, shape_mask = scores[row], colour_masks[row], shape_masks[row]
            colour_set = (colour_mask >> (SHAPE_COUNT * colour)) & 63
            lowest = row % SHAPE_COUNT if is_alike else 0
            for shape in range(SHAPE_COUNT - 1, -1, -1):
                target = row * SHAPE_COUNT + shape
                if shape < lowest or points == DUPLICATE:
                    scores[target] = DUPLICATE
                    continue
                best = max(points, table[colour, colour_set | (1 << shape)])
                shape_set = ((shape_mask >> (6 * shape)) & 63) | (1 << colour)
                scores[target] = max(best, table[6 + shape, shape_set])
                colour_masks[target] = colour_mask | (int64(1) << (SHAPE_COUNT * colour + shape))
                shape_masks[target] = shape_mask | (int64(1) << (6 * shape + colour))
        rows *= SHAPE_COUNT
    return rows


@jit_inline
def _score_same_colour_pair(table: Array, colour: int, row: int, buffers: OddsBuffers) -> None:
    """Score the last two dice for each pair of shapes, both dice being of one colour."""
    shape_mask = buffers.shape_masks[row]
    colour_set = (buffers.colour_masks[row] >> (SHAPE_COUNT * colour)) & 63
    points = buffers.partial_scores[row]
    for shape in range(SHAPE_COUNT):
        shape_set = ((shape_mask >> (6 * shape)) & 63) | (1 << colour)
        buffers.first_die_scores[shape] = max(points, table[6 + shape, shape_set])
    for shape in range(SHAPE_COUNT):
        first, line = buffers.first_die_scores[shape], colour_set | (1 << shape)
        for second in range(SHAPE_COUNT):
            best = max(first, buffers.first_die_scores[second])
            buffers.pair_scores[shape, second] = max(best, table[colour, line | (1 << second)])


@jit_inline
def _score_mixed_pair(
    table: Array, colour: int, other_colour: int, row: int, buffers: OddsBuffers
) -> None:
    """Score the last two dice of different colours, which share a line only if shapes are equal."""
    shape_mask, colour_mask = buffers.shape_masks[row], buffers.colour_masks[row]
    colour_set = (colour_mask >> (SHAPE_COUNT * colour)) & 63
    other_colour_set = (colour_mask >> (SHAPE_COUNT * other_colour)) & 63
    points = buffers.partial_scores[row]
    for shape in range(SHAPE_COUNT):
        shape_set = (shape_mask >> (6 * shape)) & 63
        best = max(points, table[colour, colour_set | (1 << shape)])
        buffers.first_die_scores[shape] = max(best, table[6 + shape, shape_set | (1 << colour)])
        best = max(points, table[other_colour, other_colour_set | (1 << shape)])
        buffers.second_die_scores[shape] = max(
            best, table[6 + shape, shape_set | (1 << other_colour)]
        )
    for shape in range(SHAPE_COUNT):
        first = buffers.first_die_scores[shape]
        for other_shape in range(SHAPE_COUNT):
            buffers.pair_scores[shape, other_shape] = max(
                first, buffers.second_die_scores[other_shape]
            )
        shape_set = (shape_mask >> (6 * shape)) & 63
        both = table[6 + shape, shape_set | (1 << colour) | (1 << other_colour)]
        buffers.pair_scores[shape, shape] = max(buffers.pair_scores[shape, shape], both)


@jit_inline
def _fold_last_two(table: Array, size: int, rows: int, buffers: OddsBuffers) -> int:
    """Fold the last two dice and return how many outcomes fit."""
    first_die, second_die = buffers.dice[size - 2], buffers.dice[size - 1]
    first_shape, second_shape = first_die % SHAPE_COUNT, second_die % SHAPE_COUNT
    fitting = rows * SHAPE_COUNT * SHAPE_COUNT
    first_equivalents = FIRST_EQUIVALENT[_same_colour_bits(buffers.dice, size - 2)]
    for row in range(rows):
        if buffers.partial_scores[row] == DUPLICATE:
            equivalent = first_equivalents[row]
            for fold in range(0, 4 * rows, rows):
                buffers.point_sums[0, fold + row] = buffers.point_sums[0, fold + equivalent]
                buffers.stuck_counts[0, fold + row] = buffers.stuck_counts[0, fold + equivalent]
            fitting -= buffers.stuck_counts[0, 3 * rows + row]
            continue
        if first_die // SHAPE_COUNT == second_die // SHAPE_COUNT:
            _score_same_colour_pair(table, first_die // SHAPE_COUNT, row, buffers)
        else:
            _score_mixed_pair(
                table, first_die // SHAPE_COUNT, second_die // SHAPE_COUNT, row, buffers
            )
        total, first_rolled, second_rolled = int32(0), int32(0), int32(0)
        for shape in range(SHAPE_COUNT):
            first_rolled += buffers.pair_scores[shape, second_shape]
            second_rolled += buffers.pair_scores[first_shape, shape]
        for pair in range(SHAPE_COUNT * SHAPE_COUNT):
            total += buffers.flat_pair_scores[pair]
        buffers.point_sums[0, row] = buffers.pair_scores[first_shape, second_shape]
        buffers.point_sums[0, rows + row] = second_rolled
        buffers.point_sums[0, 2 * rows + row] = first_rolled
        buffers.point_sums[0, 3 * rows + row] = total
        if buffers.partial_scores[row] == 0:
            fitting -= _fold_stuck(first_shape, second_shape, row, rows, buffers)
        else:
            for fold in range(4):
                buffers.stuck_counts[0, fold * rows + row] = 0
    return fitting


@jit_inline
def _fold_stuck(first: int, second: int, row: int, rows: int, buffers: OddsBuffers) -> int:
    """Fold the number of outcomes that fit nowhere, and return the total."""
    total, first_rolled, second_rolled = 0, 0, 0
    for shape in range(SHAPE_COUNT):
        first_rolled += buffers.pair_scores[shape, second] == 0
        second_rolled += buffers.pair_scores[first, shape] == 0
        for other_shape in range(SHAPE_COUNT):
            total += buffers.pair_scores[shape, other_shape] == 0
    buffers.stuck_counts[0, row] = buffers.pair_scores[first, second] == 0
    buffers.stuck_counts[0, rows + row] = second_rolled
    buffers.stuck_counts[0, 2 * rows + row] = first_rolled
    buffers.stuck_counts[0, 3 * rows + row] = total
    return total


@jit
def _fold_dice(sums: Array, dice: Array, size: int, rows: int) -> int:
    """Fold the other dice one by one, and return which row of `sums` holds the result."""
    source, folds, width = 0, 4, rows
    for die in range(size - 2):
        target = 1 - source
        width //= SHAPE_COUNT
        kept_shape = dice[die] % SHAPE_COUNT
        for fold in range(folds):
            first = fold * width * SHAPE_COUNT
            to_kept = fold * width
            to_sum = (folds + fold) * width
            for offset in range(width):
                total = sums[source, first + offset]
                for shape in range(1, SHAPE_COUNT):
                    total += sums[source, first + shape * width + offset]
                sums[target, to_sum + offset] = total
                sums[target, to_kept + offset] = sums[source, first + kept_shape * width + offset]
        source = target
        folds *= 2
    return source


@jit
def _compute_one_die_means(table: Array, die: int, buffers: OddsBuffers) -> int:
    colour, shown_shape = die // SHAPE_COUNT, die % SHAPE_COUNT
    total, fitting = 0, 0
    for shape in range(SHAPE_COUNT):
        buffers.first_die_scores[shape] = max(
            table[colour, 1 << shape], table[6 + shape, 1 << colour]
        )
        total += buffers.first_die_scores[shape]
        fitting += buffers.first_die_scores[shape] > 0
    if fitting == 0:
        return UNPLAYABLE
    forced = total / fitting
    buffers.means[0] = (
        buffers.first_die_scores[shown_shape]
        + (buffers.first_die_scores[shown_shape] == 0) * forced
    )
    buffers.means[1] = (total + (SHAPE_COUNT - fitting) * forced) / SHAPE_COUNT
    return fitting


@jit
def compute_mean_scores(table: Array, hand: Array, size: int, buffers: OddsBuffers) -> int:
    """Compute the mean best score of each choice and return how many outcomes fit.

    An outcome that fits nowhere counts as the mean of those that fit when all dice are rolled
    (C4). Returns UNPLAYABLE if nothing ever fits.
    """
    if size < 2:
        return _compute_one_die_means(table, hand[0], buffers) if size else UNPLAYABLE
    _sort_dice(hand, size, buffers.order, buffers.dice)
    rows = _list_partial_rolls(table, size, buffers)
    fitting = _fold_last_two(table, size, rows, buffers)
    if fitting == 0:
        return UNPLAYABLE
    total = 0
    for row in range(rows):
        total += buffers.point_sums[0, 3 * rows + row]
    forced = total / fitting
    can_be_stuck = fitting < rows * SHAPE_COUNT * SHAPE_COUNT
    result_row = _fold_dice(buffers.point_sums, buffers.dice, size, rows)
    if can_be_stuck:
        _fold_dice(buffers.stuck_counts, buffers.dice, size, rows)
    for index in range(1 << size):
        # The last two dice were folded first, so theirs are the lowest bits of the index.
        folded = (index >> 2) | (((index >> 1) & 1) << (size - 2)) | ((index & 1) << (size - 1))
        choice, outcomes = 0, 1
        for die in range(size):
            if (folded >> die) & 1:
                choice |= 1 << buffers.order[die]
                outcomes *= SHAPE_COUNT
        stuck = buffers.stuck_counts[result_row, index] if can_be_stuck else 0
        buffers.means[choice] = (buffers.point_sums[result_row, index] + stuck * forced) / outcomes
    return fitting
