"""The table as flat arrays: what lies where, and what fits on each open cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.board import GOES_WITH as GOES_WITH_OF
from qwirkle.engine.pieces import EVERY_FACE as EVERY
from qwirkle.kernel.compiling import Array, compiled, int64

Ints = NDArray[np.int64]

SIDE = 128
"""Rows and columns of the ground; the middle of a game is the middle of it."""

MIDDLE = SIDE // 2
CELLS = SIDE * SIDE

EVERY_FACE = int64(EVERY)
GOES_WITH = np.array(GOES_WITH_OF, dtype=np.int64)

NOTHING = -1

# What the single numbers of a ground are.
OPEN_COUNT = 0
PIECES = 1
NEAR_EDGE = 2
NUMBERS = 3

EDGE = 14
"""Closer to the edge than this the arrays no longer do, and plain Python takes over."""


def new_ground() -> tuple[NDArray[np.int8], Ints, NDArray[np.int32], NDArray[np.int32], Ints]:
    """An empty ground: faces, what fits, the open cells, where each stands among them, numbers."""
    return (
        np.full(CELLS, NOTHING, dtype=np.int8),
        np.zeros(CELLS, dtype=np.int64),
        np.zeros(CELLS, dtype=np.int32),
        np.full(CELLS, NOTHING, dtype=np.int32),
        np.zeros(NUMBERS, dtype=np.int64),
    )


@compiled
def axis_fit(faces: Array, at: int, step: int) -> int:
    """The faces that fit at a cell as far as one direction is concerned."""
    fit = EVERY_FACE
    for way in (-step, step):
        beside = at + way
        while faces[beside] >= 0:
            face = faces[beside]
            if not (fit >> face) & 1:
                return int64(0)
            fit &= GOES_WITH[face]
            beside += way
    return fit


@compiled
def run_length(faces: Array, at: int, way: int) -> int:
    """How many pieces stand in an unbroken run from the next cell on."""
    length = 0
    beside = at + way
    while faces[beside] >= 0:
        length += 1
        beside += way
    return length


@compiled
def open_cell(
    faces: Array, fits: Array, opened: Array, place: Array, numbers: Array, at: int
) -> None:
    """Note an empty cell beside a piece, with what fits there now."""
    if place[at] < 0:
        place[at] = numbers[OPEN_COUNT]
        opened[numbers[OPEN_COUNT]] = at
        numbers[OPEN_COUNT] += 1
    fits[at] = axis_fit(faces, at, 1) & axis_fit(faces, at, SIDE)


@compiled
def lay(
    faces: Array, fits: Array, opened: Array, place: Array, numbers: Array, face: int, at: int
) -> None:
    """Lay one piece, and bring the open cells at the ends of its runs up to date."""
    faces[at] = face
    numbers[PIECES] += 1
    here = place[at]
    if here >= 0:
        last = opened[numbers[OPEN_COUNT] - 1]
        opened[here] = last
        place[last] = here
        place[at] = NOTHING
        numbers[OPEN_COUNT] -= 1
    column, row = at % SIDE, at // SIDE
    if column < EDGE or row < EDGE or column >= SIDE - EDGE or row >= SIDE - EDGE:
        numbers[NEAR_EDGE] = 1
    for step in (1, SIDE):
        open_cell(
            faces, fits, opened, place, numbers, at - step * (run_length(faces, at, -step) + 1)
        )
        open_cell(
            faces, fits, opened, place, numbers, at + step * (run_length(faces, at, step) + 1)
        )


@compiled
def clear(faces: Array, fits: Array, opened: Array, place: Array, numbers: Array) -> None:
    """Take everything off the ground again."""
    for at in range(CELLS):
        faces[at] = NOTHING
        place[at] = NOTHING
    for number in range(NUMBERS):
        numbers[number] = 0


@compiled
def fitting(fits: Array, opened: Array, numbers: Array) -> int:
    """The faces that fit somewhere."""
    found = int64(0)
    for index in range(numbers[OPEN_COUNT]):
        found |= fits[opened[index]]
    return found
