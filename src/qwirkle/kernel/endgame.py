"""Alpha-beta search of a two-player endgame on the grid: both hands known, bag empty.

The search keeps its own stack, since numba can't safely cache recursive functions. A level of the
stack is a position with a player to move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.kernel.compiling import Array, compiled, inlined, int64
from qwirkle.kernel.grid import LEVELS, Grid, Noted, lay, remember, restore
from qwirkle.kernel.plays import (
    COUNT,
    FIRST,
    LONGEST,
    MOST_LISTED,
    PLAY,
    POINTS,
    Search,
    best_plays,
)

NO_LIMIT = 10_000

SOLVED, TOO_LARGE, OFF_GRID = 1, 0, -1
"""How a search ends: solved, out of positions, or with a piece too close to the grid's edge."""


class Descent(NamedTuple):
    """The line of turns being searched, one level per turn."""

    hands: Array
    """Hands of the player to move (0) and of the opponent (1)."""
    sizes: Array
    plays: Array
    counts: Array
    """0 if the player can only pass."""
    tried: Array
    """Number of plays searched or skipped so far."""
    lows: Array
    highs: Array
    """The alpha-beta window: margins outside it don't change the result."""
    bests: Array
    passed: Array
    """1 if the turn that led here was a pass."""
    starts: Array
    """Index in `placed_cells` of the first piece placed at this level."""
    laid: Array
    chosen: Array
    """Index of the best play of level 0 so far."""


def new_descent() -> Descent:
    """Allocate the stack for one search at a time."""
    counts, tried, lows, highs, bests, passed, starts = (
        np.zeros(LEVELS, dtype=np.int64) for _ in range(7)
    )
    return Descent(
        np.zeros((LEVELS, 2, LONGEST), dtype=np.int64),
        np.zeros((LEVELS, 2), dtype=np.int64),
        np.zeros((LEVELS, MOST_LISTED, PLAY), dtype=np.int64),
        counts,
        tried,
        lows,
        highs,
        bests,
        passed,
        starts,
        np.zeros(LEVELS * LONGEST, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@compiled
def search_end(
    grid: Grid,
    noted: Noted,
    search: Search,
    descent: Descent,
    bonus: int,
    out_bonus: int,
    first_width: int,
    width: int,
    most_positions: int,
) -> int:
    """Search from level 0, whose hands and `after_pass` are set; return SOLVED or why not.

    The result is `best_margins[0]` and `best_index`. A position is searched for its `beam_width`
    best plays (`root_beam_width` at level 0) and for plays that go out. If a beam holds every
    play, the result is exact.
    """
    descent.lows[0], descent.highs[0] = -NO_LIMIT, NO_LIMIT
    descent.starts[0] = 0
    level, left = 0, most_positions
    entering = True
    while True:
        if entering:
            left -= 1
            if left < 0 or grid.near_edge[0]:
                off = grid.near_edge[0]
                restore(grid, noted, 0, descent.laid, 0, descent.starts[level])
                return OFF_GRID if off else TOO_LARGE
            _list(grid, noted, search, descent, bonus, level)
            if descent.counts[level] == 0 and not descent.passed[level]:
                _pass_on(descent, level)
                level += 1
                continue
        if _is_done(descent, level):
            if level == 0:
                return SOLVED
            level -= 1
            _take_back(grid, noted, descent, level)
            entering = False
            continue
        wide = first_width if level == 0 else width
        entering = _try_next(grid, descent, out_bonus, wide, level)
        level += entering


@inlined
def _list(
    grid: Grid, noted: Noted, search: Search, descent: Descent, bonus: int, level: int
) -> None:
    """List the plays of a new position."""
    held = int64(0)
    for index in range(descent.sizes[level, 0]):
        held |= int64(1) << descent.hands[level, 0, index]
    best_plays(grid, held, bonus, search, MOST_LISTED)
    count = search.listed[0]
    for index in range(count):
        for part in range(FIRST + 2 * search.found[index, COUNT]):
            descent.plays[level, index, part] = search.found[index, part]
    descent.counts[level] = count
    descent.tried[level] = 0
    descent.bests[level] = -NO_LIMIT if count else 0
    if count:
        remember(grid, noted, level)


@inlined
def _is_done(descent: Descent, level: int) -> bool:
    return (
        descent.tried[level] >= descent.counts[level] or descent.lows[level] >= descent.highs[level]
    )


@inlined
def _pass_on(descent: Descent, level: int) -> None:
    """Enter the next level after a pass."""
    for player in range(2):
        size = descent.sizes[level, player]
        descent.sizes[level + 1, 1 - player] = size
        for index in range(size):
            descent.hands[level + 1, 1 - player, index] = descent.hands[level, player, index]
    descent.passed[level + 1] = 1
    descent.starts[level + 1] = descent.starts[level]
    descent.lows[level + 1] = -descent.highs[level]
    descent.highs[level + 1] = -descent.lows[level]


@inlined
def _try_next(grid: Grid, descent: Descent, out_bonus: int, width: int, level: int) -> bool:
    """Try the next play. Return True if it leads to the next level."""
    index = descent.tried[level]
    descent.tried[level] += 1
    size = descent.sizes[level, 0]
    count = descent.plays[level, index, COUNT]
    points = descent.plays[level, index, POINTS]
    if count == size:
        _note(descent, level, index, points + out_bonus)
        return False
    if index >= width:
        return False
    deeper = level + 1
    descent.sizes[deeper, 1] = size
    for place in range(size):
        descent.hands[deeper, 1, place] = descent.hands[level, 0, place]
    first = descent.starts[level]
    for piece in range(count):
        face = descent.plays[level, index, FIRST + 2 * piece]
        at = descent.plays[level, index, FIRST + 2 * piece + 1]
        lay(grid, face, at)
        descent.laid[first + piece] = at
        place = 0
        while descent.hands[deeper, 1, place] != face:
            place += 1
        descent.sizes[deeper, 1] -= 1
        descent.hands[deeper, 1, place] = descent.hands[deeper, 1, descent.sizes[deeper, 1]]
    descent.sizes[deeper, 0] = descent.sizes[level, 1]
    for place in range(descent.sizes[level, 1]):
        descent.hands[deeper, 0, place] = descent.hands[level, 1, place]
    descent.passed[deeper] = 0
    descent.starts[deeper] = first + count
    descent.lows[deeper] = points - descent.highs[level]
    descent.highs[deeper] = points - descent.lows[level]
    return True


@inlined
def _note(descent: Descent, level: int, index: int, margin: int) -> None:
    """Record the margin of a play if it is the best so far."""
    if margin > descent.bests[level]:
        descent.bests[level] = margin
        descent.lows[level] = max(descent.lows[level], margin)
        if level == 0:
            descent.chosen[0] = index


@inlined
def _take_back(grid: Grid, noted: Noted, descent: Descent, level: int) -> None:
    """Return to a level with the result of the one below."""
    result = descent.bests[level + 1]
    if descent.counts[level] == 0:
        descent.bests[level] = -result
        return
    index = descent.tried[level] - 1
    start, end = descent.starts[level], descent.starts[level + 1]
    restore(grid, noted, level, descent.laid, start, end)
    _note(descent, level, index, descent.plays[level, index, POINTS] - result)
