"""Finds equivalent partial rolls: dice of one colour can be swapped without a difference."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qwirkle.kernel.compiling import Array, inlined

SHAPES = 6
MOST_DICE = 6
"""Larger hands have too many outcomes to allocate arrays for."""

TWIN = -1
"""Marks a partial roll that equals an earlier one apart from the order of same-colour dice."""


def _first_twins(alike: int) -> NDArray[np.int16]:
    """Return, for each partial roll, the first one with the same shapes on the same colours."""
    places = np.arange(MOST_DICE - 2)
    worth = SHAPES ** places[::-1]
    shapes = np.arange(SHAPES ** len(places))[:, None] // worth % SHAPES
    colours = np.cumsum(1 - (alike >> places[::-1] & 1))
    found: NDArray[np.int16] = np.sort(colours * SHAPES + shapes) % SHAPES @ worth
    return found.astype(np.int16)


FIRST_TWIN = np.array([_first_twins(alike) for alike in range(1 << (MOST_DICE - 3))])
"""By `same_colour_bits` and partial roll, the first equivalent partial roll."""


@inlined
def sort_dice(hand: Array, size: int, order: Array, dice: Array) -> None:
    """Sort dice by colour, most frequent first; `order` gets the original indices."""
    for place in range(size):
        order[place] = place
    for place in range(size):
        chosen, highest = place, -1
        for later in range(place, size):
            colour = hand[order[later]] // SHAPES
            rank = colour
            for index in range(size):
                rank += SHAPES * (hand[index] // SHAPES == colour)
            if rank > highest:
                chosen, highest = later, rank
        order[place], order[chosen] = order[chosen], order[place]
        dice[place] = hand[order[place]]


@inlined
def alike_bits(dice: Array, count: int) -> int:
    """Return a bit per die after the first: 1 if it has the colour of the die before it."""
    alike = 0
    for die in range(1, count):
        alike = 2 * alike + (dice[die] // SHAPES == dice[die - 1] // SHAPES)
    return alike
