"""The board as flat arrays: the piece on each cell, and what fits on each open cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.engine.board import GOES_WITH as GOES_WITH_OF
from qwirkle.engine.pieces import EVERY_FACE as EVERY
from qwirkle.kernel.compiling import Array, compiled, inlined, int64

SIDE = 128
"""Rows and columns; a board is centred on the grid."""

MIDDLE = SIDE // 2
CELLS = SIDE * SIDE

EDGE = 14
"""Plain Python takes over if a piece is placed closer to the edge than this."""

EVERY_FACE = int64(EVERY)
GOES_WITH = np.array(GOES_WITH_OF, dtype=np.int64)

NOTHING = -1


class Grid(NamedTuple):
    """A board. A cell is row * GRID_SIZE + column; an open cell is an empty one next to a piece."""

    faces: Array
    """The face on each cell, or EMPTY."""
    fits: Array
    """Mask of the faces that can be placed alone on an open cell."""
    line_fits: Array
    """The same for its row (0) and its column (1) alone."""
    lengths: Array
    """Length of its row (0) and its column (1) once it is filled."""
    opened: Array
    """The open cells, unordered."""
    place: Array
    """Index of each cell in `open_cells`, or EMPTY."""
    open_count: Array
    near_edge: Array
    """1 if a piece was placed too close to the edge."""


def new_grid() -> Grid:
    """Allocate an empty grid."""
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
    """Count the pieces in an unbroken run that starts one step from a cell."""
    length = 0
    beside = at + way
    while grid.faces[beside] >= 0:
        length += 1
        beside += way
    return length


@inlined
def _open(grid: Grid, at: int, axis: int, step: int) -> None:
    """Open the empty cell at the end of a run, or update what fits there."""
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
    """Place one piece and update the open cells at the ends of its runs."""
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
    """Clear the grid and place these pieces (rows: faces, x, y), shifted by dx and dy."""
    clear(grid)
    for index in range(pieces.shape[1]):
        at = (pieces[2, index] + dy) * SIDE + pieces[1, index] + dx
        lay(grid, pieces[0, index], at)


@compiled
def clear(grid: Grid) -> None:
    """Remove all pieces."""
    for at in range(CELLS):
        grid.faces[at] = NOTHING
        grid.place[at] = NOTHING
    grid.open_count[0] = 0
    grid.near_edge[0] = 0


@compiled
def fitting(grid: Grid) -> int:
    """Return a mask of the faces that fit somewhere."""
    found = int64(0)
    for index in range(grid.open_count[0]):
        found |= grid.fits[grid.opened[index]]
    return found


class Noted(NamedTuple):
    """Saved open cells of a grid, one snapshot per level."""

    counts: Array
    opened: Array
    fits: Array
    line_fits: Array
    lengths: Array


LEVELS = 32
MOST_OPEN = 2304
"""Number of snapshots, and of open cells per snapshot."""


def new_noted() -> Noted:
    """Allocate the arrays for snapshots."""
    return Noted(
        np.zeros(LEVELS, dtype=np.int64),
        np.zeros((LEVELS, MOST_OPEN), dtype=np.int32),
        np.zeros((LEVELS, MOST_OPEN), dtype=np.int64),
        np.zeros((LEVELS, 2, MOST_OPEN), dtype=np.int64),
        np.zeros((LEVELS, 2, MOST_OPEN), dtype=np.int8),
    )


@compiled
def remember(grid: Grid, noted: Noted, level: int) -> None:
    """Save the open cells and what fits there."""
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
    """Undo all placements since a snapshot: `placed_cells[first:end]`."""
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
