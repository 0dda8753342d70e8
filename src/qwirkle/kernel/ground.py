"""The table as flat arrays: what lies where, and what fits on each open cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.engine.board import GOES_WITH as GOES_WITH_OF
from qwirkle.engine.pieces import EVERY_FACE as EVERY
from qwirkle.kernel.compiling import Array, compiled, inlined, int64

SIDE = 128
"""Rows and columns of the ground; the middle of a game is the middle of it."""

MIDDLE = SIDE // 2
CELLS = SIDE * SIDE

EDGE = 14
"""Closer to the edge than this the arrays no longer do, and plain Python takes over."""

EVERY_FACE = int64(EVERY)
GOES_WITH = np.array(GOES_WITH_OF, dtype=np.int64)

NOTHING = -1


class Ground(NamedTuple):
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


def new_ground() -> Ground:
    """A ground with nothing on it."""
    return Ground(
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
def run_length(ground: Ground, at: int, way: int) -> int:
    """How many pieces stand in an unbroken run from the next cell on."""
    length = 0
    beside = at + way
    while ground.faces[beside] >= 0:
        length += 1
        beside += way
    return length


@inlined
def _open(ground: Ground, at: int, axis: int, step: int) -> None:
    """Note an empty cell at the end of a run, with what fits there now."""
    if ground.place[at] < 0:
        ground.place[at] = ground.open_count[0]
        ground.opened[ground.open_count[0]] = at
        ground.open_count[0] += 1
        ground.line_fits[1 - axis, at] = EVERY_FACE
        ground.lengths[1 - axis, at] = 1
    fit = EVERY_FACE
    length = 1
    for way in (-step, step):
        beside = at + way
        while ground.faces[beside] >= 0:
            face = ground.faces[beside]
            fit &= GOES_WITH[face] if (fit >> face) & 1 else int64(0)
            length += 1
            beside += way
    ground.line_fits[axis, at] = fit
    ground.lengths[axis, at] = length
    ground.fits[at] = fit & ground.line_fits[1 - axis, at]


@compiled
def lay(ground: Ground, face: int, at: int) -> None:
    """Lay one piece, and bring the open cells at the ends of its runs up to date."""
    ground.faces[at] = face
    here = ground.place[at]
    if here >= 0:
        ground.open_count[0] -= 1
        last = ground.opened[ground.open_count[0]]
        ground.opened[here] = last
        ground.place[last] = here
        ground.place[at] = NOTHING
    column, row = at % SIDE, at // SIDE
    if column < EDGE or row < EDGE or column >= SIDE - EDGE or row >= SIDE - EDGE:
        ground.near_edge[0] = 1
    for axis in range(2):
        step = SIDE if axis else 1
        _open(ground, at - step * (run_length(ground, at, -step) + 1), axis, step)
        _open(ground, at + step * (run_length(ground, at, step) + 1), axis, step)


@compiled
def lay_out(ground: Ground, pieces: Array, dx: int, dy: int) -> None:
    """Put just these pieces on the ground: rows of faces, x and y, moved by dx and dy."""
    clear(ground)
    for index in range(pieces.shape[1]):
        at = (pieces[2, index] + dy) * SIDE + pieces[1, index] + dx
        lay(ground, pieces[0, index], at)


@compiled
def clear(ground: Ground) -> None:
    """Take everything off the ground."""
    for at in range(CELLS):
        ground.faces[at] = NOTHING
        ground.place[at] = NOTHING
    ground.open_count[0] = 0
    ground.near_edge[0] = 0


@compiled
def fitting(ground: Ground) -> int:
    """The faces that fit somewhere."""
    found = int64(0)
    for index in range(ground.open_count[0]):
        found |= ground.fits[ground.opened[index]]
    return found


@compiled
def remember(ground: Ground, into: Ground) -> None:
    """Note in another ground what is open here and what fits there."""
    into.open_count[0] = ground.open_count[0]
    for index in range(ground.open_count[0]):
        at = ground.opened[index]
        into.opened[index] = at
        into.fits[index] = ground.fits[at]
        for axis in range(2):
            into.line_fits[axis, index] = ground.line_fits[axis, at]
            into.lengths[axis, index] = ground.lengths[axis, at]


@compiled
def restore(ground: Ground, noted: Ground, laid: Array, laid_count: int) -> None:
    """Take off again what has been laid since `remember`."""
    for index in range(ground.open_count[0]):
        ground.place[ground.opened[index]] = NOTHING
    for index in range(laid_count):
        ground.faces[laid[index]] = NOTHING
    for index in range(noted.open_count[0]):
        at = noted.opened[index]
        ground.opened[index] = at
        ground.place[at] = index
        ground.fits[at] = noted.fits[index]
        for axis in range(2):
            ground.line_fits[axis, at] = noted.line_fits[axis, index]
            ground.lengths[axis, at] = noted.lengths[axis, index]
    ground.open_count[0] = noted.open_count[0]
    ground.near_edge[0] = 0
