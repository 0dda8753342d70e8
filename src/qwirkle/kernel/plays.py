"""Finds the best plays of a hand, in the same order as the engine's move generator."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.kernel.compiling import Array, compiled, inlined, int64
from qwirkle.kernel.grid import GOES_WITH, SIDE, Grid, run_length

LONGEST = 6

# A play is a row of integers: points, number of pieces, then face and cell of each in line order.
POINTS = 0
COUNT = 1
FIRST = 2
PLAY = FIRST + 2 * LONGEST

BIT_NUMBERS = np.zeros(37, dtype=np.int64)
for _face in range(36):
    BIT_NUMBERS[(1 << _face) % 37] = _face
"""Index of a single bit, by its value modulo 37: the remainders of 36 bits all differ."""


MOST_LISTED = 256
"""Maximum number of plays that one search returns."""


class Search(NamedTuple):
    """Working arrays of the play search: the best plays so far, and the current play by depth.

    The anchor of the current play is at index MAX_LINE_LENGTH of `faces` and `cells`; pieces
    before and after it in the line are at the indices around it.
    """

    found: Array
    """One play per row, best first."""
    best: Array
    """A view of the first row."""
    listed: Array
    faces: Array
    cells: Array
    todo: Array
    """Mask of the faces still to try."""
    lines: Array
    """Mask of the faces that fit into the line."""
    lengths: Array
    crossings: Array
    """Points of the crossing lines."""
    ahead: Array
    """The next empty cell."""
    beyond: Array
    """Number of pieces right after that cell."""
    lead_todo: Array
    lead_lines: Array


def new_search() -> Search:
    """Allocate the arrays for one search at a time."""
    room = [np.zeros(2 * LONGEST + 2, dtype=np.int64) for _ in range(10)]
    found = np.zeros((MOST_LISTED, PLAY), dtype=np.int64)
    return Search(found, found[0], np.zeros(1, dtype=np.int64), *room)


@inlined
def worth(length: int, bonus: int) -> int:
    """Return the score of a line (R9, R10); a single piece isn't a line."""
    if length < 2:
        return 0
    return length + bonus if length == LONGEST else length


@inlined
def lowest(mask: int) -> int:
    """Return the index of the lowest set bit."""
    return BIT_NUMBERS[(mask & -mask) % 37]


@inlined
def _comes_before(search: Search, points: int, first: int, count: int, row: int) -> bool:
    """Return True if the current play ranks before a listed one: by points, then face, x and y."""
    found = search.found
    if points != found[row, POINTS]:
        return points > found[row, POINTS]
    for index in range(count):
        if index >= found[row, COUNT]:
            return False
        mine, its = search.faces[first + index], found[row, FIRST + 2 * index]
        if mine != its:
            return mine < its
        here, there = search.cells[first + index], found[row, FIRST + 2 * index + 1]
        if here % SIDE != there % SIDE:
            return here % SIDE < there % SIDE
        if here != there:
            return here < there
    return count < found[row, COUNT]


@inlined
def _offer(search: Search, most: int, points: int, first: int, count: int) -> None:
    """Insert the current play into the list if it is among the best."""
    found, listed = search.found, search.listed[0]
    if listed == most and points < found[listed - 1, POINTS]:
        return
    if listed == most and not _comes_before(search, points, first, count, listed - 1):
        return
    if listed < most:
        search.listed[0] += 1
        listed += 1
    at = listed - 1
    while at > 0 and _comes_before(search, points, first, count, at - 1):
        for index in range(FIRST + 2 * found[at - 1, COUNT]):
            found[at, index] = found[at - 1, index]
        at -= 1
    found[at, POINTS] = points
    found[at, COUNT] = count
    for index in range(count):
        found[at, FIRST + 2 * index] = search.faces[first + index]
        found[at, FIRST + 2 * index + 1] = search.cells[first + index]


@compiled
def best_play(grid: Grid, held: int, bonus: int, search: Search) -> None:
    """Find the best play of a hand. Its PIECE_COUNT is 0 if nothing fits."""
    best_plays(grid, held, bonus, search, 1)
    if search.listed[0] == 0:
        search.best[POINTS] = -1
        search.best[COUNT] = 0


@compiled
def best_plays(grid: Grid, held: int, bonus: int, search: Search, most: int) -> None:
    """Find up to `max_plays` of the best plays of a hand."""
    search.listed[0] = 0
    for index in range(grid.open_count[0]):
        anchor = grid.opened[index]
        fit = grid.fits[anchor] & held
        alone = worth(grid.lengths[0, anchor], bonus) + worth(grid.lengths[1, anchor], bonus)
        search.cells[LONGEST] = anchor
        while fit:
            face = lowest(fit)
            fit &= fit - 1
            search.faces[LONGEST] = face
            _offer(search, most, alone, LONGEST, 1)
            for axis in range(2):
                line = grid.line_fits[axis, anchor] & GOES_WITH[face]
                if line & held:
                    _grow(grid, held, bonus, axis, anchor, line, search, most)


@inlined
def _free_cells(grid: Grid, anchor: int, step: int, fit: int) -> int:
    """Count the cells right before the anchor that touch no piece, up to what the hand can fill."""
    most = 0
    while fit:
        fit &= fit - 1
        most += 1
    free = 0
    while free < most and grid.place[anchor - step * (free + 1)] < 0:
        free += 1
    return free


@inlined
def _grow(
    grid: Grid, held: int, bonus: int, axis: int, anchor: int, line: int, search: Search, most: int
) -> None:
    """Offer every play of two or more pieces that extends the piece on an anchor.

    At depth d the play has d more pieces after the anchor. Free cells before it are filled too.
    """
    step = SIDE if axis else 1
    free = 0
    if grid.faces[anchor - step] < 0:
        free = _free_cells(grid, anchor, step, line & held)
    search.lines[0] = line
    search.lengths[0] = grid.lengths[axis, anchor]
    search.crossings[0] = worth(grid.lengths[1 - axis, anchor], bonus)
    search.ahead[0] = anchor + step * (run_length(grid, anchor, step) + 1)
    depth = 0
    entering = True
    while depth >= 0:
        if entering:
            if free:
                _lead(held, bonus, step, free, depth, search, most)
            _look_ahead(grid, held, step, depth, search)
        if search.todo[depth] == 0:
            depth -= 1
            entering = False
            continue
        face = lowest(search.todo[depth])
        search.todo[depth] &= search.todo[depth] - 1
        at = search.ahead[depth]
        search.faces[LONGEST + depth + 1], search.cells[LONGEST + depth + 1] = face, at
        crossed = search.crossings[depth]
        if grid.place[at] >= 0:
            crossed += worth(grid.lengths[1 - axis, at], bonus)
        longer = search.lengths[depth] + 1 + search.beyond[depth]
        _offer(search, most, crossed + worth(longer, bonus), LONGEST, depth + 2)
        rest = search.lines[depth] & GOES_WITH[face]
        beside = at + step
        while grid.faces[beside] >= 0:
            rest &= GOES_WITH[grid.faces[beside]]
            beside += step
        entering = (rest & held) != 0
        if entering:
            depth += 1
            search.lines[depth] = rest
            search.lengths[depth] = longer
            search.crossings[depth] = crossed
            search.ahead[depth] = beside


@inlined
def _look_ahead(grid: Grid, held: int, step: int, depth: int, search: Search) -> None:
    """List the faces to try on the next cell, given the pieces that follow it."""
    at, line = search.ahead[depth], search.lines[depth]
    fit = held & line
    if grid.place[at] >= 0:
        fit &= grid.fits[at]
    beyond = 0
    beside = at + step
    while grid.faces[beside] >= 0:
        if not (line >> grid.faces[beside]) & 1:
            fit = int64(0)
        beyond += 1
        beside += step
    search.todo[depth] = fit
    search.beyond[depth] = beyond


@inlined
def _lead(
    held: int, bonus: int, step: int, free: int, forward: int, search: Search, most: int
) -> None:
    """Offer the plays that also fill free cells right before the anchor."""
    todo, lines = search.lead_todo, search.lead_lines
    lines[0] = search.lines[forward]
    todo[0] = lines[0] & held
    length, crossing = search.lengths[forward], search.crossings[forward]
    depth = 0
    while depth >= 0:
        if todo[depth] == 0:
            depth -= 1
            continue
        face = lowest(todo[depth])
        todo[depth] &= todo[depth] - 1
        first = LONGEST - depth - 1
        search.faces[first], search.cells[first] = face, search.cells[first + 1] - step
        points = crossing + worth(length + depth + 1, bonus)
        _offer(search, most, points, first, forward + depth + 2)
        rest = lines[depth] & GOES_WITH[face]
        if depth + 1 < free and rest & held:
            depth += 1
            lines[depth] = rest
            todo[depth] = rest & held
