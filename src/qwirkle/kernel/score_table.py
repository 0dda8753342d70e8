"""The score table of a grid: the best score of every set of faces, for each kind of line.

A set has one bit per shape or colour. A family of sets has one bit per set, 64 in all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.kernel.grid import CELL_COUNT, GRID_SIZE, Grid, run_length
from qwirkle.kernel.jit import Array, int64, jit, jit_inline, uint64
from qwirkle.kernel.plays import MAX_LINE_LENGTH, line_score

LINE_KIND_COUNT = 12
"""Kinds of line: the six colours (bits are shapes), then the six shapes (bits are colours)."""

SET_COUNT = 64
MAX_BONUS = 100
MAX_TURN_POINTS = (MAX_LINE_LENGTH + 1) * (MAX_LINE_LENGTH + MAX_BONUS)
"""Upper bound for one turn: six pieces, every line complete."""

DISJOINT_SETS = np.array(
    [sum(1 << set_ for set_ in range(SET_COUNT) if not set_ & used) for used in range(SET_COUNT)],
    dtype=np.uint64,
)
"""For each set, the family of all sets disjoint from it."""

SETS_BY_FREE_CELLS = np.array(
    [
        [
            sum(
                1 << set_
                for set_ in range(SET_COUNT)
                if set_.bit_count() == free_filled + 1 and set_ & members
            )
            for members in range(SET_COUNT)
        ]
        for free_filled in range(MAX_LINE_LENGTH)
    ],
    dtype=np.uint64,
)
"""For [free_filled, members]: all sets of `free_filled + 1` faces, at least one of `members`."""

EVERY_SIXTH_BIT = sum(1 << (6 * index) for index in range(6))
GATHER_MULTIPLIER = sum(1 << (25 - 5 * index) for index in range(6))
"""Multiplying by this packs every sixth bit together from bit 25 up; nothing carries."""

ONE = uint64(1)
LOW_BYTE = uint64(0xFF)


class ScanBuffers(NamedTuple):
    """Working arrays for one pass over the grid."""

    crossing_points: Array
    """Points of the crossing line, per open cell."""
    fitting_bits: Array
    """Set of faces that fit, per open cell and kind of line."""
    families: Array
    """Family of the sets that score exactly that many points, per kind of line and points."""


def new_scan_buffers() -> ScanBuffers:
    """Allocate the arrays for computing one score table at a time."""
    return ScanBuffers(
        np.zeros(CELL_COUNT, dtype=np.int64),
        np.zeros((CELL_COUNT, LINE_KIND_COUNT), dtype=np.int8),
        np.zeros((LINE_KIND_COUNT, MAX_TURN_POINTS + 1), dtype=np.uint64),
    )


@jit_inline
def _split_by_kind(mask: int, bits: Array) -> None:
    """Split a mask of faces into one set per kind of line."""
    for index in range(6):
        bits[index] = (mask >> (6 * index)) & 63
        bits[6 + index] = ((((mask >> index) & EVERY_SIXTH_BIT) * GATHER_MULTIPLIER) >> 25) & 63


@jit_inline
def _add_member(family: int, members: int) -> int:
    """Return the family of all sets with one more member, taken from `members`."""
    grown = uint64(0)
    for index in range(6):
        if (members >> index) & 1:
            bit = 1 << index
            grown |= (family & DISJOINT_SETS[bit]) << uint64(bit)
    return grown


@jit_inline
def _line_bit(face: int, kind: int) -> int:
    """Return the bit of a face in a kind of line, or 0 if it doesn't belong there."""
    if kind < 6:
        return 1 << (face % 6) if face // 6 == kind else 0
    return 1 << (face // 6) if face % 6 == kind - 6 else 0


@jit_inline
def _extend_line(
    grid: Grid,
    qwirkle_bonus: int,
    step: int,
    first: int,
    start: int,
    kind: int,
    used: int,
    family: int,
    scan: ScanBuffers,
) -> None:
    """Fill a line cell by cell from `first`, and record the points of every possible end."""
    starts_on_free_cell = start != first and used == 0
    cell = first
    total = scan.crossing_points[grid.open_index[first]]
    while family:
        after = cell + step
        if grid.faces[after] < 0:
            length = (after - start) // step
            open_index = grid.open_index[after]
            if not starts_on_free_cell or open_index >= 0:
                scan.families[kind, total + line_score(length, qwirkle_bonus)] |= family
            if length >= MAX_LINE_LENGTH:
                return
            members = 63 & ~used
            if open_index >= 0:
                total += scan.crossing_points[open_index]
                members &= scan.fitting_bits[open_index, kind]
            family = _add_member(family, members)
        else:
            bit = _line_bit(grid.faces[after], kind)
            if not bit or used & bit:
                return
            family &= DISJOINT_SETS[bit]
            used |= bit
        cell = after


@jit
def compute_score_table(grid: Grid, qwirkle_bonus: int, scan: ScanBuffers, table: Array) -> None:
    """Write the best score of each kind of line and set of faces into `table` (12 x 64)."""
    max_points = (MAX_LINE_LENGTH + 1) * (MAX_LINE_LENGTH + qwirkle_bonus)
    for kind in range(LINE_KIND_COUNT):
        for points in range(max_points + 1):
            scan.families[kind, points] = 0
    for index in range(grid.open_count[0]):
        _split_by_kind(grid.allowed_faces[grid.open_cells[index]], scan.fitting_bits[index])
    for axis in range(2):
        step = GRID_SIZE if axis else 1
        for index in range(grid.open_count[0]):
            scan.crossing_points[index] = line_score(
                grid.line_lengths[1 - axis, grid.open_cells[index]], qwirkle_bonus
            )
        for index in range(grid.open_count[0]):
            first = grid.open_cells[index]
            if grid.allowed_faces[first]:
                if grid.faces[first - step] >= 0:
                    _scan_from_run(grid, qwirkle_bonus, step, first, scan)
                else:
                    _scan_from_free_cell(grid, qwirkle_bonus, step, first, scan)
    for kind in range(LINE_KIND_COUNT):
        _best_by_set(scan.families[kind], max_points, table[kind])


@jit_inline
def _scan_from_run(
    grid: Grid, qwirkle_bonus: int, step: int, first: int, scan: ScanBuffers
) -> None:
    """Record every way to extend the run that ends before an open cell."""
    before = run_length(grid, first, -step)
    start = first - step * before
    for kind in (grid.faces[start] // 6, 6 + grid.faces[start] % 6):
        used = 0
        for index in range(before):
            bit = _line_bit(grid.faces[start + step * index], kind)
            if not bit:
                used = -1
                break
            used |= bit
        if used >= 0:
            family = SETS_BY_FREE_CELLS[0, scan.fitting_bits[grid.open_index[first], kind] & ~used]
            _extend_line(grid, qwirkle_bonus, step, first, start, kind, used, family, scan)


@jit_inline
def _scan_from_free_cell(
    grid: Grid, qwirkle_bonus: int, step: int, first: int, scan: ScanBuffers
) -> None:
    """Record every line from an open cell, with or without pieces on free cells before it."""
    free = 0
    while free < MAX_LINE_LENGTH - 1 and grid.open_index[first - step * (free + 1)] < 0:
        free += 1
    # A free cell before the first scores the same as one after the last, if there is one.
    free_after = 0
    while free_after < MAX_LINE_LENGTH and grid.open_index[first + step * (free_after + 1)] < 0:
        free_after += 1
    for kind in range(LINE_KIND_COUNT):
        members = scan.fitting_bits[grid.open_index[first], kind]
        if members:
            for free_filled in range(max(0, min(free, MAX_LINE_LENGTH - 1 - free_after)) + 1):
                start = first - step * free_filled
                _extend_line(
                    grid,
                    qwirkle_bonus,
                    step,
                    first,
                    start,
                    kind,
                    0,
                    SETS_BY_FREE_CELLS[free_filled, members],
                    scan,
                )


@jit_inline
def _best_by_set(families: Array, max_points: int, row: Array) -> None:
    """Write the best points of each set or any of its subsets into one row of the table."""
    for set_ in range(SET_COUNT):
        row[set_] = 0
    done = uint64(0)
    for points in range(max_points, 0, -1):
        family = families[points]
        if family:
            for bit in (1, 2, 4, 8, 16, 32):
                family |= (family & DISJOINT_SETS[bit]) << uint64(bit)
            family &= ~done
            done |= family
            set_ = int64(0)
            while family:
                if not family & LOW_BYTE:
                    family >>= uint64(8)
                    set_ += 8
                else:
                    if family & ONE:
                        row[set_] = points
                    family >>= ONE
                    set_ += 1
