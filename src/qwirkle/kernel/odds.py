"""Exact odds of a roll: the mean best score for each choice of dice to roll.

A choice has a bit for each die of the hand. "Folding" a die turns scores per shape into two
values: the score if the die stays, and the sum over its shapes if it is rolled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.kernel.compiling import Array, compiled, inlined, int32, int64
from qwirkle.kernel.twins import FIRST_TWIN, MOST_DICE, SHAPES, TWIN, alike_bits, sort_dice

DEAD = 0
"""Number of outcomes that fit, for an unplayable hand (J7)."""


class Outcomes(NamedTuple):
    """Working arrays for every outcome of a roll."""

    order: Array
    """Index in the hand of each die, sorted so that dice of one colour are adjacent."""
    dice: Array
    """The faces in that order."""
    running: Array
    """Best score of each partial roll, that is, of all dice but the last two."""
    masks: Array
    """Faces of each partial roll: six bits of shapes per colour."""
    turned: Array
    """The same as six bits of colours per shape."""
    one: Array
    other: Array
    """Best score with one more die, by its shape."""
    pair: Array
    """Best score with both dice, by their shapes."""
    flat_pair: Array
    """A flat view of the same array."""
    points: Array
    """Sums of points: folding reads one row and writes the other."""
    stuck: Array
    """The same for the number of outcomes that fit nowhere."""
    means: Array
    """Mean best score, by choice."""


def new_outcomes() -> Outcomes:
    """Allocate the arrays for one hand of dice at a time."""
    count = SHAPES ** (MOST_DICE - 2)
    pair = np.zeros((SHAPES, SHAPES), dtype=np.int32)
    return Outcomes(
        np.zeros(MOST_DICE, dtype=np.int64),
        np.zeros(MOST_DICE, dtype=np.int64),
        np.zeros(count, dtype=np.int16),
        np.zeros(count, dtype=np.int64),
        np.zeros(count, dtype=np.int64),
        np.zeros(SHAPES, dtype=np.int32),
        np.zeros(SHAPES, dtype=np.int32),
        pair,
        pair.reshape(-1),
        np.zeros((2, 4 * count), dtype=np.int32),
        np.zeros((2, 4 * count), dtype=np.int32),
        np.zeros(1 << MOST_DICE, dtype=np.float64),
    )


@inlined
def _list_all_but_two(best: Array, size: int, room: Outcomes) -> int:
    """List the partial rolls (all dice but the last two) and return their number.

    Dice are added one by one; a die changes only the set of its colour and the set of its shape.
    Iterating backwards lets each level overwrite the one before. If a die shows a lower shape
    than the one of its colour before it, the partial roll is a duplicate.
    """
    running, masks, turned = room.running, room.masks, room.turned
    running[0], masks[0], turned[0] = 0, 0, 0
    rows = 1
    for die in range(size - 2):
        colour = room.dice[die] // SHAPES
        is_alike = die > 0 and room.dice[die - 1] // SHAPES == colour
        for row in range(rows - 1, -1, -1):
            points, mask, turn = running[row], masks[row], turned[row]
            own = (mask >> (SHAPES * colour)) & 63
            lowest = row % SHAPES if is_alike else 0
            for shape in range(SHAPES - 1, -1, -1):
                to = row * SHAPES + shape
                if shape < lowest or points == TWIN:
                    running[to] = TWIN
                    continue
                found = max(points, best[colour, own | (1 << shape)])
                of_shape = ((turn >> (6 * shape)) & 63) | (1 << colour)
                running[to] = max(found, best[6 + shape, of_shape])
                masks[to] = mask | (int64(1) << (SHAPES * colour + shape))
                turned[to] = turn | (int64(1) << (6 * shape + colour))
        rows *= SHAPES
    return rows


@inlined
def _roll_alike(best: Array, colour: int, row: int, room: Outcomes) -> None:
    """Score the last two dice for each pair of shapes, both dice being of one colour."""
    turn = room.turned[row]
    own = (room.masks[row] >> (SHAPES * colour)) & 63
    points = room.running[row]
    for shape in range(SHAPES):
        of_shape = ((turn >> (6 * shape)) & 63) | (1 << colour)
        room.one[shape] = max(points, best[6 + shape, of_shape])
    for shape in range(SHAPES):
        first, line = room.one[shape], own | (1 << shape)
        for second in range(SHAPES):
            found = max(first, room.one[second])
            room.pair[shape, second] = max(found, best[colour, line | (1 << second)])


@inlined
def _roll_unlike(best: Array, colour: int, second: int, row: int, room: Outcomes) -> None:
    """Score the last two dice of different colours, which share a line only if shapes are equal."""
    turn, mask = room.turned[row], room.masks[row]
    own = (mask >> (SHAPES * colour)) & 63
    its = (mask >> (SHAPES * second)) & 63
    points = room.running[row]
    for shape in range(SHAPES):
        set_ = (turn >> (6 * shape)) & 63
        found = max(points, best[colour, own | (1 << shape)])
        room.one[shape] = max(found, best[6 + shape, set_ | (1 << colour)])
        found = max(points, best[second, its | (1 << shape)])
        room.other[shape] = max(found, best[6 + shape, set_ | (1 << second)])
    for shape in range(SHAPES):
        first = room.one[shape]
        for at in range(SHAPES):
            room.pair[shape, at] = max(first, room.other[at])
        set_ = (turn >> (6 * shape)) & 63
        both = best[6 + shape, set_ | (1 << colour) | (1 << second)]
        room.pair[shape, shape] = max(room.pair[shape, shape], both)


@inlined
def _roll_last_two(best: Array, size: int, rows: int, room: Outcomes) -> int:
    """Fold the last two dice and return how many outcomes fit."""
    one, other = room.dice[size - 2], room.dice[size - 1]
    kept, second = one % SHAPES, other % SHAPES
    fitting = rows * SHAPES * SHAPES
    first_twin = FIRST_TWIN[alike_bits(room.dice, size - 2)]
    for row in range(rows):
        if room.running[row] == TWIN:
            twin = first_twin[row]
            for fold in range(0, 4 * rows, rows):
                room.points[0, fold + row] = room.points[0, fold + twin]
                room.stuck[0, fold + row] = room.stuck[0, fold + twin]
            fitting -= room.stuck[0, 3 * rows + row]
            continue
        if one // SHAPES == other // SHAPES:
            _roll_alike(best, one // SHAPES, row, room)
        else:
            _roll_unlike(best, one // SHAPES, other // SHAPES, row, room)
        total, of_one, of_other = int32(0), int32(0), int32(0)
        for shape in range(SHAPES):
            of_one += room.pair[shape, second]
            of_other += room.pair[kept, shape]
        for at in range(SHAPES * SHAPES):
            total += room.flat_pair[at]
        room.points[0, row] = room.pair[kept, second]
        room.points[0, rows + row] = of_other
        room.points[0, 2 * rows + row] = of_one
        room.points[0, 3 * rows + row] = total
        if room.running[row] == 0:
            fitting -= _note_stuck(kept, second, row, rows, room)
        else:
            for fold in range(4):
                room.stuck[0, fold * rows + row] = 0
    return fitting


@inlined
def _note_stuck(kept: int, second: int, row: int, rows: int, room: Outcomes) -> int:
    """Fold the number of outcomes that fit nowhere, and return the total."""
    total, of_one, of_other = 0, 0, 0
    for shape in range(SHAPES):
        of_one += room.pair[shape, second] == 0
        of_other += room.pair[kept, shape] == 0
        for at in range(SHAPES):
            total += room.pair[shape, at] == 0
    room.stuck[0, row] = room.pair[kept, second] == 0
    room.stuck[0, rows + row] = of_other
    room.stuck[0, 2 * rows + row] = of_one
    room.stuck[0, 3 * rows + row] = total
    return total


@compiled
def _fold(sums: Array, dice: Array, size: int, rows: int) -> int:
    """Fold the other dice one by one, and return which row of `sums` holds the result."""
    here, folds, width = 0, 4, rows
    for die in range(size - 2):
        there = 1 - here
        width //= SHAPES
        kept = dice[die] % SHAPES
        for fold in range(folds):
            source = fold * width * SHAPES
            to_kept = fold * width
            to_sum = (folds + fold) * width
            for at in range(width):
                total = sums[here, source + at]
                for shape in range(1, SHAPES):
                    total += sums[here, source + shape * width + at]
                sums[there, to_sum + at] = total
                sums[there, to_kept + at] = sums[here, source + kept * width + at]
        here = there
        folds *= 2
    return here


@compiled
def _means_of_one(best: Array, die: int, room: Outcomes) -> int:
    colour, kept = die // SHAPES, die % SHAPES
    total, fitting = 0, 0
    for shape in range(SHAPES):
        room.one[shape] = max(best[colour, 1 << shape], best[6 + shape, 1 << colour])
        total += room.one[shape]
        fitting += room.one[shape] > 0
    if fitting == 0:
        return DEAD
    forced = total / fitting
    room.means[0] = room.one[kept] + (room.one[kept] == 0) * forced
    room.means[1] = (total + (SHAPES - fitting) * forced) / SHAPES
    return fitting


@compiled
def means_of(best: Array, hand: Array, size: int, room: Outcomes) -> int:
    """Compute the mean best score of each choice and return how many outcomes fit.

    An outcome that fits nowhere counts as the mean of those that fit when all dice are rolled
    (C4). Returns UNPLAYABLE if nothing ever fits.
    """
    if size < 2:
        return _means_of_one(best, hand[0], room) if size else DEAD
    sort_dice(hand, size, room.order, room.dice)
    rows = _list_all_but_two(best, size, room)
    fitting = _roll_last_two(best, size, rows, room)
    if fitting == 0:
        return DEAD
    total = 0
    for row in range(rows):
        total += room.points[0, 3 * rows + row]
    forced = total / fitting
    some_stuck = fitting < rows * SHAPES * SHAPES
    end = _fold(room.points, room.dice, size, rows)
    if some_stuck:
        _fold(room.stuck, room.dice, size, rows)
    for index in range(1 << size):
        # The last two dice were folded first, so theirs are the lowest bits of the index.
        folded = (index >> 2) | (((index >> 1) & 1) << (size - 2)) | ((index & 1) << (size - 1))
        choice, outcomes = 0, 1
        for die in range(size):
            if (folded >> die) & 1:
                choice |= 1 << room.order[die]
                outcomes *= SHAPES
        stuck = room.stuck[end, index] if some_stuck else 0
        room.means[choice] = (room.points[end, index] + stuck * forced) / outcomes
    return fitting
