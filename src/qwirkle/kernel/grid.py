"""The table as flat arrays: what lies where, and what fits on each open cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.engine.board import GOES_WITH as GOES_WITH_OF
from qwirkle.engine.pieces import EVERY_FACE as EVERY
from qwirkle.kernel.compiling import Array, compiled, inlined, int64

SIDE = 128
"""Rows and columns of the grid; the middle of a game is the middle of it."""

MIDDLE = SIDE // 2
CELLS = SIDE * SIDE

EDGE = 14
"""Closer to the edge than this the arrays no longer do, and plain Python takes over."""

EVERY_FACE = int64(EVERY)
GOES_WITH = np.array(GOES_WITH_OF, dtype=np.int64)

NOTHING = -1


class Grid(NamedTuple):
    """A table. A cell is row * SIDE + column; an open cell is an empty one beside a piece."""

    faces: Array
    """What lies on each cell, or NOTHING."""
    fits: Array
    """For each open cell the faces that may be laid there alone."""
    line_fits: Array
    """The same as far as its row alone (0), or its column (1), is concerned."""
    lengths: Array
    """How long its row (0) and its column (1) get once it is filled."""
    opened: Array
    """The open cells, in no order."""
    place: Array
    """Where each cell stands in `opened`, or NOTHING."""
    open_count: Array
    """How many cells are open."""
    near_edge: Array
    """Whether a piece came too close to the edge."""


def new_grid() -> Grid:
    """A grid with nothing on it."""
    return Grid(
        np.full(CELLS, NOTHING, dtype=np.int8),
        np.zeros(CELLS, dtype=np.int64),
        np.zeros((2, CELLS), dtype=np.int64),
        np.zeros((2, CELLS), dtype=np.int8),
        np.zeros(CELLS, dtype=np.int32),
        np.full(CELLS, NOTHING, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@inlined
def run_length(grid: Grid, at: int, way: int) -> int:
    """How many pieces stand in an unbroken run from the next cell on."""
    length = 0
    beside = at + way
    while grid.faces[beside] >= 0:
        length += 1
        beside += way
    return length


@inlined
def _open(grid: Grid, at: int, axis: int, step: int) -> None:
    """Note an empty cell at the end of a run, with what fits there now."""
    if grid.place[at] < 0:
        grid.place[at] = grid.open_count[0]
        grid.opened[grid.open_count[0]] = at
        grid.open_count[0] += 1
        grid.line_fits[1 - axis, at] = EVERY_FACE
        grid.lengths[1 - axis, at] = 1
    fit = EVERY_FACE
    length = 1
    for way in (-step, step):
        beside = at + way
        while grid.faces[beside] >= 0:
            face = grid.faces[beside]
            fit &= GOES_WITH[face] if (fit >> face) & 1 else int64(0)
            length += 1
            beside += way
    grid.line_fits[axis, at] = fit
    grid.lengths[axis, at] = length
    grid.fits[at] = fit & grid.line_fits[1 - axis, at]


@compiled
def lay(grid: Grid, face: int, at: int) -> None:
    """Lay one piece, and bring the open cells at the ends of its runs up to date."""
    grid.faces[at] = face
    here = grid.place[at]
    if here >= 0:
        grid.open_count[0] -= 1
        last = grid.opened[grid.open_count[0]]
        grid.opened[here] = last
        grid.place[last] = here
        grid.place[at] = NOTHING
    column, row = at % SIDE, at // SIDE
    if column < EDGE or row < EDGE or column >= SIDE - EDGE or row >= SIDE - EDGE:
        grid.near_edge[0] = 1
    for axis in range(2):
        step = SIDE if axis else 1
        _open(grid, at - step * (run_length(grid, at, -step) + 1), axis, step)
        _open(grid, at + step * (run_length(grid, at, step) + 1), axis, step)


@compiled
def lay_out(grid: Grid, pieces: Array, dx: int, dy: int) -> None:
    """Put just these pieces on the grid: rows of faces, x and y, moved by dx and dy."""
    clear(grid)
    for index in range(pieces.shape[1]):
        at = (pieces[2, index] + dy) * SIDE + pieces[1, index] + dx
        lay(grid, pieces[0, index], at)


@compiled
def clear(grid: Grid) -> None:
    """Take everything off the grid."""
    for at in range(CELLS):
        grid.faces[at] = NOTHING
        grid.place[at] = NOTHING
    grid.open_count[0] = 0
    grid.near_edge[0] = 0


@compiled
def fitting(grid: Grid) -> int:
    """The faces that fit somewhere."""
    found = int64(0)
    for index in range(grid.open_count[0]):
        found |= grid.fits[grid.opened[index]]
    return found


class Noted(NamedTuple):
    """What was open on a grid at several moments, each of which has a level of its own."""

    counts: Array
    opened: Array
    fits: Array
    line_fits: Array
    lengths: Array


LEVELS = 32
MOST_OPEN = 2304
"""How many moments are noted at once, and how many open cells of each."""


def new_noted() -> Noted:
    """Room to note what is open."""
    return Noted(
        np.zeros(LEVELS, dtype=np.int64),
        np.zeros((LEVELS, MOST_OPEN), dtype=np.int32),
        np.zeros((LEVELS, MOST_OPEN), dtype=np.int64),
        np.zeros((LEVELS, 2, MOST_OPEN), dtype=np.int64),
        np.zeros((LEVELS, 2, MOST_OPEN), dtype=np.int8),
    )


@compiled
def remember(grid: Grid, noted: Noted, level: int) -> None:
    """Note what is open and what fits there."""
    noted.counts[level] = grid.open_count[0]
    for index in range(grid.open_count[0]):
        at = grid.opened[index]
        noted.opened[level, index] = at
        noted.fits[level, index] = grid.fits[at]
        for axis in range(2):
            noted.line_fits[level, axis, index] = grid.line_fits[axis, at]
            noted.lengths[level, axis, index] = grid.lengths[axis, at]


@compiled
def restore(grid: Grid, noted: Noted, level: int, laid: Array, first: int, end: int) -> None:
    """Take off again what has been laid since `remember`: the cells from `first` to `end`."""
    for index in range(grid.open_count[0]):
        grid.place[grid.opened[index]] = NOTHING
    for index in range(first, end):
        grid.faces[laid[index]] = NOTHING
    for index in range(noted.counts[level]):
        at = noted.opened[level, index]
        grid.opened[index] = at
        grid.place[at] = index
        grid.fits[at] = noted.fits[level, index]
        for axis in range(2):
            grid.line_fits[axis, at] = noted.line_fits[level, axis, index]
            grid.lengths[axis, at] = noted.lengths[level, axis, index]
    grid.open_count[0] = noted.counts[level]
    grid.near_edge[0] = 0
