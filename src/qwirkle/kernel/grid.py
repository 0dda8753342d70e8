"""The board as flat arrays: the piece on each cell, and what fits on each open cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.engine.board import COMPATIBLE as ENGINE_COMPATIBLE
from qwirkle.engine.pieces import ALL_FACES as ENGINE_ALL_FACES
from qwirkle.kernel.jit import Array, int64, jit, jit_inline

GRID_SIZE = 128
"""Rows and columns; a board is centred on the grid."""

MIDDLE = GRID_SIZE // 2
CELL_COUNT = GRID_SIZE * GRID_SIZE

EDGE_MARGIN = 14
"""Plain Python takes over if a piece is placed closer to the edge than this."""

ALL_FACES = int64(ENGINE_ALL_FACES)
COMPATIBLE = np.array(ENGINE_COMPATIBLE, dtype=np.int64)

EMPTY = -1


class Grid(NamedTuple):
    """A board. A cell is row * GRID_SIZE + column; an open cell is an empty one next to a piece."""

    faces: Array
    """The face on each cell, or EMPTY."""
    allowed_faces: Array
    """Mask of the faces that can be placed alone on an open cell."""
    line_allowed_faces: Array
    """The same for its row (0) and its column (1) alone."""
    line_lengths: Array
    """Length of its row (0) and its column (1) once it is filled."""
    open_cells: Array
    """The open cells, unordered."""
    open_index: Array
    """Index of each cell in `open_cells`, or EMPTY."""
    open_count: Array
    near_edge: Array
    """1 if a piece was placed too close to the edge."""


def new_grid() -> Grid:
    """Allocate an empty grid."""
    return Grid(
        np.full(CELL_COUNT, EMPTY, dtype=np.int8),
        np.zeros(CELL_COUNT, dtype=np.int64),
        np.zeros((2, CELL_COUNT), dtype=np.int64),
        np.zeros((2, CELL_COUNT), dtype=np.int8),
        np.zeros(CELL_COUNT, dtype=np.int32),
        np.full(CELL_COUNT, EMPTY, dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@jit_inline
def run_length(grid: Grid, cell: int, step: int) -> int:
    """Count the pieces in an unbroken run that starts one step from a cell."""
    length = 0
    neighbour = cell + step
    while grid.faces[neighbour] >= 0:
        length += 1
        neighbour += step
    return length


@jit_inline
def _update_open_cell(grid: Grid, cell: int, axis: int, step: int) -> None:
    """Open the empty cell at the end of a run, or update what fits there."""
    if grid.open_index[cell] < 0:
        grid.open_index[cell] = grid.open_count[0]
        grid.open_cells[grid.open_count[0]] = cell
        grid.open_count[0] += 1
        grid.line_allowed_faces[1 - axis, cell] = ALL_FACES
        grid.line_lengths[1 - axis, cell] = 1
    fit = ALL_FACES
    length = 1
    for direction in (-step, step):
        neighbour = cell + direction
        while grid.faces[neighbour] >= 0:
            face = grid.faces[neighbour]
            fit &= COMPATIBLE[face] if (fit >> face) & 1 else int64(0)
            length += 1
            neighbour += direction
    grid.line_allowed_faces[axis, cell] = fit
    grid.line_lengths[axis, cell] = length
    grid.allowed_faces[cell] = fit & grid.line_allowed_faces[1 - axis, cell]


@jit
def place_piece(grid: Grid, face: int, cell: int) -> None:
    """Place one piece and update the open cells at the ends of its runs."""
    grid.faces[cell] = face
    index = grid.open_index[cell]
    if index >= 0:
        grid.open_count[0] -= 1
        last = grid.open_cells[grid.open_count[0]]
        grid.open_cells[index] = last
        grid.open_index[last] = index
        grid.open_index[cell] = EMPTY
    column, row = cell % GRID_SIZE, cell // GRID_SIZE
    if (
        column < EDGE_MARGIN
        or row < EDGE_MARGIN
        or column >= GRID_SIZE - EDGE_MARGIN
        or row >= GRID_SIZE - EDGE_MARGIN
    ):
        grid.near_edge[0] = 1
    for axis in range(2):
        step = GRID_SIZE if axis else 1
        _update_open_cell(grid, cell - step * (run_length(grid, cell, -step) + 1), axis, step)
        _update_open_cell(grid, cell + step * (run_length(grid, cell, step) + 1), axis, step)


@jit
def load_pieces(grid: Grid, pieces: Array, dx: int, dy: int) -> None:
    """Clear the grid and place these pieces (rows: faces, x, y), shifted by dx and dy."""
    clear_grid(grid)
    for index in range(pieces.shape[1]):
        cell = (pieces[2, index] + dy) * GRID_SIZE + pieces[1, index] + dx
        place_piece(grid, pieces[0, index], cell)


@jit
def clear_grid(grid: Grid) -> None:
    """Remove all pieces."""
    for cell in range(CELL_COUNT):
        grid.faces[cell] = EMPTY
        grid.open_index[cell] = EMPTY
    grid.open_count[0] = 0
    grid.near_edge[0] = 0


@jit
def playable_faces(grid: Grid) -> int:
    """Return a mask of the faces that fit somewhere."""
    mask = int64(0)
    for index in range(grid.open_count[0]):
        mask |= grid.allowed_faces[grid.open_cells[index]]
    return mask


class Snapshots(NamedTuple):
    """Saved open cells of a grid, one snapshot per level."""

    open_counts: Array
    open_cells: Array
    allowed_faces: Array
    line_allowed_faces: Array
    line_lengths: Array


MAX_LEVELS = 32
MAX_OPEN_CELLS = 2304
"""Number of snapshots, and of open cells per snapshot."""


def new_snapshots() -> Snapshots:
    """Allocate the arrays for snapshots."""
    return Snapshots(
        np.zeros(MAX_LEVELS, dtype=np.int64),
        np.zeros((MAX_LEVELS, MAX_OPEN_CELLS), dtype=np.int32),
        np.zeros((MAX_LEVELS, MAX_OPEN_CELLS), dtype=np.int64),
        np.zeros((MAX_LEVELS, 2, MAX_OPEN_CELLS), dtype=np.int64),
        np.zeros((MAX_LEVELS, 2, MAX_OPEN_CELLS), dtype=np.int8),
    )


@jit
def save_snapshot(grid: Grid, snapshots: Snapshots, level: int) -> None:
    """Save the open cells and what fits there."""
    snapshots.open_counts[level] = grid.open_count[0]
    for index in range(grid.open_count[0]):
        cell = grid.open_cells[index]
        snapshots.open_cells[level, index] = cell
        snapshots.allowed_faces[level, index] = grid.allowed_faces[cell]
        for axis in range(2):
            snapshots.line_allowed_faces[level, axis, index] = grid.line_allowed_faces[axis, cell]
            snapshots.line_lengths[level, axis, index] = grid.line_lengths[axis, cell]


@jit
def restore_snapshot(
    grid: Grid, snapshots: Snapshots, level: int, placed_cells: Array, first: int, end: int
) -> None:
    """Undo all placements since a snapshot: `placed_cells[first:end]`."""
    for index in range(grid.open_count[0]):
        grid.open_index[grid.open_cells[index]] = EMPTY
    for index in range(first, end):
        grid.faces[placed_cells[index]] = EMPTY
    for index in range(snapshots.open_counts[level]):
        cell = snapshots.open_cells[level, index]
        grid.open_cells[index] = cell
        grid.open_index[cell] = index
        grid.allowed_faces[cell] = snapshots.allowed_faces[level, index]
        for axis in range(2):
            grid.line_allowed_faces[axis, cell] = snapshots.line_allowed_faces[level, axis, index]
            grid.line_lengths[axis, cell] = snapshots.line_lengths[level, axis, index]
    grid.open_count[0] = snapshots.open_counts[level]
    grid.near_edge[0] = 0
