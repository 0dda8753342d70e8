"""Finds equivalent partial rolls: dice of one colour can be swapped without a difference."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qwirkle.kernel.jit import Array, jit_inline

SHAPE_COUNT = 6
MAX_DICE = 6
"""Larger hands have too many outcomes to allocate arrays for."""

DUPLICATE = -1
"""Marks a partial roll that equals an earlier one apart from the order of same-colour dice."""


def _first_equivalents(same_colour: int) -> NDArray[np.int16]:
    """Return, for each partial roll, the first one with the same shapes on the same colours."""
    dice = np.arange(MAX_DICE - 2)
    place_values = SHAPE_COUNT ** dice[::-1]
    shapes = np.arange(SHAPE_COUNT ** len(dice))[:, None] // place_values % SHAPE_COUNT
    colours = np.cumsum(1 - (same_colour >> dice[::-1] & 1))
    first: NDArray[np.int16] = np.sort(colours * SHAPE_COUNT + shapes) % SHAPE_COUNT @ place_values
    return first.astype(np.int16)


FIRST_EQUIVALENT = np.array([_first_equivalents(bits) for bits in range(1 << (MAX_DICE - 3))])
"""By `same_colour_bits` and partial roll, the first equivalent partial roll."""


@jit_inline
def sort_dice(hand: Array, size: int, order: Array, dice: Array) -> None:
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
def same_colour_bits(dice: Array, count: int) -> int:
    """Return a bit per die after the first: 1 if it has the colour of the die before it."""
    bits = 0
    for die in range(1, count):
        bits = 2 * bits + (dice[die] // SHAPE_COUNT == dice[die - 1] // SHAPE_COUNT)
    return bits
