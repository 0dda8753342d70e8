"""Exact odds of a roll: the mean best score of each choice of dice."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.kernel.compiling import Array, compiled, int64

SHAPES = 6
MOST_DICE = 6
"""Larger hands have too many outcomes to keep room for."""

DEAD = 0
"""How many outcomes fit for a dead hand (J7)."""


class Outcomes(NamedTuple):
    """Room for every outcome of a roll."""

    running: Array
    """The best score of what lies already, for each way in which all dice but one fall."""
    masks: Array
    """The faces that lie already, sorted by colour."""
    turned: Array
    """The same, sorted by shape."""
    points: Array
    """What is folded, and what it is folded into: the sums of points."""
    stuck: Array
    """The same for how many outcomes fit nowhere."""
    means: Array
    """The mean of each choice of dice."""


def new_outcomes() -> Outcomes:
    """Room for one hand of dice at a time."""
    count = SHAPES ** (MOST_DICE - 1)
    return Outcomes(
        np.zeros(count, dtype=np.int16),
        np.zeros(count, dtype=np.int64),
        np.zeros(count, dtype=np.int64),
        np.zeros((2, 2 * count), dtype=np.int32),
        np.zeros((2, 2 * count), dtype=np.int32),
        np.zeros(1 << MOST_DICE, dtype=np.float64),
    )


@compiled
def _list_all_but_last(best: Array, hand: Array, size: int, room: Outcomes) -> int:
    """List the ways in which all dice but the last can fall; gives how many there are.

    Dice are added one by one. A die that shows a shape changes only the set of its colour and the
    set of its shape. Going backwards lets each level overwrite the one before.
    """
    running, masks, turned = room.running, room.masks, room.turned
    running[0], masks[0], turned[0] = 0, 0, 0
    rows = 1
    for die in range(size - 1):
        colour = hand[die] // SHAPES
        for row in range(rows - 1, -1, -1):
            points, mask, turn = running[row], masks[row], turned[row]
            own = (mask >> (SHAPES * colour)) & 63
            for shape in range(SHAPES - 1, -1, -1):
                found = max(points, best[colour, own | (1 << shape)])
                of_shape = ((turn >> (6 * shape)) & 63) | (1 << colour)
                to = row * SHAPES + shape
                running[to] = max(found, best[6 + shape, of_shape])
                masks[to] = mask | (int64(1) << (SHAPES * colour + shape))
                turned[to] = turn | (int64(1) << (6 * shape + colour))
        rows *= SHAPES
    return rows


@compiled
def _add_last(best: Array, last: int, rows: int, room: Outcomes) -> int:
    """Fold the last die: as it lies, or summed over its shapes; gives how many outcomes fit."""
    colour, kept = last // SHAPES, last % SHAPES
    fitting = 0
    for row in range(rows):
        points, turn = room.running[row], room.turned[row]
        own = (room.masks[row] >> (SHAPES * colour)) & 63
        total, stuck = 0, 0
        for shape in range(SHAPES):
            found = max(points, best[colour, own | (1 << shape)])
            of_shape = ((turn >> (6 * shape)) & 63) | (1 << colour)
            found = max(found, best[6 + shape, of_shape])
            total += found
            stuck += found == 0
            if shape == kept:
                room.points[0, row] = found
                room.stuck[0, row] = found == 0
        room.points[0, rows + row] = total
        room.stuck[0, rows + row] = stuck
        fitting += SHAPES - stuck
    return fitting


@compiled
def _fold(sums: Array, hand: Array, size: int, rows: int) -> int:
    """Fold the other dice, one after the other; gives which of the two halves holds the end."""
    here, folds, width = 0, 2, rows
    for die in range(size - 1):
        there = 1 - here
        width //= SHAPES
        kept = hand[die] % SHAPES
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
def means_of(best: Array, hand: Array, size: int, room: Outcomes) -> int:
    """Find the mean of each choice: choice n rolls the dice whose bit in n is set.

    An outcome that fits nowhere takes the mean of those that do when all dice are rolled (C4).
    Gives how many outcomes fit: none for a dead hand.
    """
    if size == 0:
        return DEAD
    rows = _list_all_but_last(best, hand, size, room)
    fitting = _add_last(best, hand[size - 1], rows, room)
    if fitting == 0:
        return DEAD
    total = 0
    for row in range(rows):
        total += room.points[0, rows + row]
    forced = total / fitting
    some_stuck = fitting < rows * SHAPES
    end = _fold(room.points, hand, size, rows)
    if some_stuck:
        _fold(room.stuck, hand, size, rows)
    for index in range(1 << size):
        # The last die was folded first, so its bit is the lowest here.
        choice = (index >> 1) | ((index & 1) << (size - 1))
        outcomes = 1
        for die in range(size):
            if (choice >> die) & 1:
                outcomes *= SHAPES
        stuck = room.stuck[end, index] if some_stuck else 0
        room.means[choice] = (room.points[end, index] + stuck * forced) / outcomes
    return fitting
