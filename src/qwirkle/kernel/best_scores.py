"""The score table of a grid: the best score of every set of faces, for each kind of line.

A set has one bit per shape or colour. A family of sets has one bit per set, 64 in all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.kernel.compiling import Array, compiled, inlined, int64, uint64
from qwirkle.kernel.grid import CELLS, SIDE, Grid, run_length
from qwirkle.kernel.plays import LONGEST, worth

KINDS = 12
"""Kinds of line: the six colours (bits are shapes), then the six shapes (bits are colours)."""

SETS = 64
MOST_BONUS = 100
MOST_POINTS = (LONGEST + 1) * (LONGEST + MOST_BONUS)
"""Upper bound for one turn: six pieces, every line complete."""

WITHOUT = np.array(
    [sum(1 << set_ for set_ in range(SETS) if not set_ & used) for used in range(SETS)],
    dtype=np.uint64,
)
"""For each set, the family of all sets disjoint from it."""

LED = np.array(
    [
        [
            sum(1 << set_ for set_ in range(SETS) if set_.bit_count() == lead + 1 and set_ & have)
            for have in range(SETS)
        ]
        for lead in range(LONGEST)
    ],
    dtype=np.uint64,
)
"""For [lead, members]: all sets of `lead + 1` faces, at least one of them from `members`."""

EVERY_SIXTH = sum(1 << (6 * place) for place in range(6))
GATHER = sum(1 << (25 - 5 * place) for place in range(6))
"""Multiplying by this packs every sixth bit together from bit 25 up; nothing carries."""

ONE = uint64(1)
LOW = uint64(0xFF)


class Scan(NamedTuple):
    """Working arrays for one pass over the grid."""

    across: Array
    """Points of the crossing line, per open cell."""
    bits: Array
    """Set of faces that fit, per open cell and kind of line."""
    families: Array
    """Family of sets that score exactly so many points, per kind of line and points."""


def new_scan() -> Scan:
    """Allocate the arrays for computing one score table at a time."""
    return Scan(
        np.zeros(CELLS, dtype=np.int64),
        np.zeros((CELLS, KINDS), dtype=np.int8),
        np.zeros((KINDS, MOST_POINTS + 1), dtype=np.uint64),
    )


@inlined
def _split(mask: int, bits: Array) -> None:
    """Split a mask of faces into one set per kind of line."""
    for place in range(6):
        bits[place] = (mask >> (6 * place)) & 63
        bits[6 + place] = ((((mask >> place) & EVERY_SIXTH) * GATHER) >> 25) & 63


@inlined
def _extended(family: int, have: int) -> int:
    """Return the family of all sets with one more member, taken from `members`."""
    grown = uint64(0)
    for place in range(6):
        if (have >> place) & 1:
            bit = 1 << place
            grown |= (family & WITHOUT[bit]) << uint64(bit)
    return grown


@inlined
def _bit_of(face: int, kind: int) -> int:
    """Return the bit of a face in a kind of line, or 0 if it doesn't belong there."""
    if kind < 6:
        return 1 << (face % 6) if face // 6 == kind else 0
    return 1 << (face // 6) if face % 6 == kind - 6 else 0


@inlined
def _fill(
    grid: Grid,
    bonus: int,
    step: int,
    first: int,
    start: int,
    kind: int,
    used: int,
    family: int,
    scan: Scan,
) -> None:
    """Fill a line cell by cell from `first`, and record the points of every possible end."""
    led = start != first and used == 0
    at = first
    total = scan.across[grid.place[first]]
    while family:
        after = at + step
        if grid.faces[after] < 0:
            length = (after - start) // step
            place = grid.place[after]
            if not led or place >= 0:
                scan.families[kind, total + worth(length, bonus)] |= family
            if length >= LONGEST:
                return
            have = 63 & ~used
            if place >= 0:
                total += scan.across[place]
                have &= scan.bits[place, kind]
            family = _extended(family, have)
        else:
            bit = _bit_of(grid.faces[after], kind)
            if not bit or used & bit:
                return
            family &= WITHOUT[bit]
            used |= bit
        at = after


@compiled
def best_table(grid: Grid, bonus: int, scan: Scan, best: Array) -> None:
    """Write the best score of each kind of line and set of faces into `table` (12 x 64)."""
    most = (LONGEST + 1) * (LONGEST + bonus)
    for kind in range(KINDS):
        for points in range(most + 1):
            scan.families[kind, points] = 0
    for index in range(grid.open_count[0]):
        _split(grid.fits[grid.opened[index]], scan.bits[index])
    for axis in range(2):
        step = SIDE if axis else 1
        for index in range(grid.open_count[0]):
            scan.across[index] = worth(grid.lengths[1 - axis, grid.opened[index]], bonus)
        for index in range(grid.open_count[0]):
            first = grid.opened[index]
            if grid.fits[first]:
                if grid.faces[first - step] >= 0:
                    _scan_from_run(grid, bonus, step, first, scan)
                else:
                    _scan_from_free(grid, bonus, step, first, scan)
    for kind in range(KINDS):
        _spread(scan.families[kind], most, best[kind])


@inlined
def _scan_from_run(grid: Grid, bonus: int, step: int, first: int, scan: Scan) -> None:
    """Record every way to extend the run that ends before an open cell."""
    before = run_length(grid, first, -step)
    start = first - step * before
    for kind in (grid.faces[start] // 6, 6 + grid.faces[start] % 6):
        used = 0
        for index in range(before):
            bit = _bit_of(grid.faces[start + step * index], kind)
            if not bit:
                used = -1
                break
            used |= bit
        if used >= 0:
            family = LED[0, scan.bits[grid.place[first], kind] & ~used]
            _fill(grid, bonus, step, first, start, kind, used, family, scan)


@inlined
def _scan_from_free(grid: Grid, bonus: int, step: int, first: int, scan: Scan) -> None:
    """Record every line from an open cell, with or without pieces on free cells before it."""
    free = 0
    while free < LONGEST - 1 and grid.place[first - step * (free + 1)] < 0:
        free += 1
    # A free cell before the first scores the same as one after the last, if there is one.
    room = 0
    while room < LONGEST and grid.place[first + step * (room + 1)] < 0:
        room += 1
    for kind in range(KINDS):
        have = scan.bits[grid.place[first], kind]
        if have:
            for lead in range(max(0, min(free, LONGEST - 1 - room)) + 1):
                start = first - step * lead
                _fill(grid, bonus, step, first, start, kind, 0, LED[lead, have], scan)


@inlined
def _spread(families: Array, most: int, best: Array) -> None:
    """Write the best points of each set or any of its subsets into one row of the table."""
    for set_ in range(SETS):
        best[set_] = 0
    done = uint64(0)
    for points in range(most, 0, -1):
        family = families[points]
        if family:
            for bit in (1, 2, 4, 8, 16, 32):
                family |= (family & WITHOUT[bit]) << uint64(bit)
            family &= ~done
            done |= family
            set_ = int64(0)
            while family:
                if not family & LOW:
                    family >>= uint64(8)
                    set_ += 8
                else:
                    if family & ONE:
                        best[set_] = points
                    family >>= ONE
                    set_ += 1
