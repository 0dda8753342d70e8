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
    """The best score of each."""
    masks: Array
    """The faces that lie already, sorted by colour."""
    turned: Array
    """The same, sorted by shape."""
    values: Array
    """What is folded, and what it is folded into."""
    means: Array
    """The mean of each choice of dice."""


def new_outcomes() -> Outcomes:
    """Room for one hand of dice at a time."""
    count = SHAPES**MOST_DICE
    return Outcomes(
        np.zeros(count, dtype=np.int16),
        np.zeros(count // SHAPES, dtype=np.int64),
        np.zeros(count // SHAPES, dtype=np.int64),
        np.zeros((2, count), dtype=np.float64),
        np.zeros(1 << MOST_DICE, dtype=np.float64),
    )


@compiled
def _list_outcomes(best: Array, hand: Array, size: int, room: Outcomes) -> int:
    """List the best score of every outcome of rolling all dice; gives how many there are.

    Dice are added one by one. A die that shows a shape changes only the set of its colour and the
    set of its shape. Going backwards lets each level overwrite the one before.
    """
    running, masks, turned = room.running, room.masks, room.turned
    running[0], masks[0], turned[0] = 0, 0, 0
    rows = 1
    for die in range(size):
        colour = hand[die] // SHAPES
        last = die == size - 1
        for row in range(rows - 1, -1, -1):
            points, mask, turn = running[row], masks[row], turned[row]
            own = (mask >> (SHAPES * colour)) & 63
            for shape in range(SHAPES - 1, -1, -1):
                found = points
                of_colour = best[colour, own | (1 << shape)]
                if of_colour > found:
                    found = of_colour
                of_shape = best[6 + shape, ((turn >> (6 * shape)) & 63) | (1 << colour)]
                if of_shape > found:
                    found = of_shape
                to = row * SHAPES + shape
                running[to] = found
                if not last:
                    masks[to] = mask | (int64(1) << (SHAPES * colour + shape))
                    turned[to] = turn | (int64(1) << (6 * shape + colour))
        rows *= SHAPES
    return rows


@compiled
def means_of(best: Array, hand: Array, size: int, room: Outcomes) -> int:
    """Find the mean of each choice: choice n rolls the dice whose bit in n is set.

    An outcome that fits nowhere takes the mean of those that do when all dice are rolled (C4).
    Gives how many outcomes fit: none for a dead hand.
    """
    count = _list_outcomes(best, hand, size, room)
    running, values = room.running, room.values
    fitting, total = 0, 0
    for row in range(count):
        points = int64(running[row])
        total += points
        if points > 0:
            fitting += 1
    if fitting == 0:
        return DEAD
    forced = total / fitting
    for row in range(count):
        values[0, row] = running[row] if running[row] > 0 else forced
    # One axis falls after the other: as the die lies, or the mean over its six shapes.
    here, there, rows, width = 0, 1, 1, count
    for die in range(size):
        width //= SHAPES
        kept = hand[die] % SHAPES
        for row in range(rows):
            source = row * width * SHAPES
            to_kept = row * width
            to_mean = (rows + row) * width
            for at in range(width):
                values[there, to_kept + at] = values[here, source + kept * width + at]
                mean = values[here, source + at]
                for shape in range(1, SHAPES):
                    mean += values[here, source + shape * width + at]
                values[there, to_mean + at] = mean / SHAPES
        here, there = there, here
        rows *= 2
    for choice in range(rows):
        room.means[choice] = values[here, choice]
    return fitting
