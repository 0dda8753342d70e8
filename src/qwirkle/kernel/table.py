"""The best score of every set of faces, on the ground."""

from __future__ import annotations

import numpy as np

from qwirkle.kernel.compiling import Array, compiled, int64, uint64
from qwirkle.kernel.ground import SIDE, Ground, run_length
from qwirkle.kernel.plays import LONGEST, worth, worth_through

KINDS = 12
SETS = 64

WITHOUT = np.array(
    [sum(1 << set_ for set_ in range(SETS) if not set_ & used) for used in range(SETS)],
    dtype=np.uint64,
)
"""For each set of bits the family of all sets that have none of them, a family being 64 bits."""

SIZED = np.array(
    [sum(1 << set_ for set_ in range(SETS) if set_.bit_count() == size) for size in range(7)],
    dtype=np.uint64,
)
"""For each size the family of all sets of it."""

ONE = uint64(1)


@compiled
def _bits(mask: int, kind: int) -> int:
    """The shapes of one colour, or the colours of one shape, in a set of faces."""
    if kind < 6:
        return (mask >> (6 * kind)) & 63
    shape = kind - 6
    found = int64(0)
    for colour in range(6):
        found |= ((mask >> (6 * colour + shape)) & 1) << colour
    return found


@compiled
def _extended(family: int, have: int) -> int:
    """The family of all sets with one more member, out of `have`."""
    grown = uint64(0)
    for place in range(6):
        if (have >> place) & 1:
            bit = 1 << place
            grown |= (family & WITHOUT[bit]) << uint64(bit)
    return grown


@compiled
def _enter(best: Array, kind: int, family: int, points: int) -> None:
    """Every set of the family can make these points."""
    set_ = 0
    while family:
        if not family & uint64(0xFFFF):
            family >>= uint64(16)
            set_ += 16
        else:
            if family & ONE and best[kind, set_] < points:
                best[kind, set_] = points
            family >>= ONE
            set_ += 1


@compiled
def _bit_of(face: int, kind: int) -> int:
    """The bit of a face in a kind of line, 0 where it does not belong to it."""
    if kind < 6:
        return 1 << (face % 6) if face // 6 == kind else 0
    return 1 << (face // 6) if face % 6 == kind - 6 else 0


@compiled
def _fill(
    ground: Ground,
    bonus: int,
    step: int,
    first: int,
    start: int,
    kind: int,
    used: int,
    family: int,
    across: Array,
    best: Array,
) -> None:
    """Go on from the first open cell that is filled, entering each place to end."""
    led = start != first and used == 0
    at = first
    total = across[ground.place[first]]
    while family:
        after = at + step
        if ground.faces[after] < 0:
            length = (after - start) // step
            if not led or ground.place[after] >= 0:
                _enter(best, kind, family, total + worth(length, bonus))
            if length >= LONGEST:
                return
            have = 63 & ~used
            if ground.place[after] >= 0:
                total += across[ground.place[after]]
                have &= _bits(ground.fits[after], kind)
            family = _extended(family, have)
        else:
            bit = _bit_of(ground.faces[after], kind)
            if not bit or used & bit:
                return
            family &= WITHOUT[bit]
            used |= bit
        at = after


@compiled
def best_table(ground: Ground, bonus: int, across: Array, best: Array) -> None:
    """Put the best score of each kind of line and set of faces into `best` (12 rows of 64)."""
    for kind in range(KINDS):
        for set_ in range(SETS):
            best[kind, set_] = 0
    for step in (1, SIDE):
        for index in range(ground.open_count[0]):
            across[index] = worth_through(ground, ground.opened[index], SIDE + 1 - step, bonus)
        for index in range(ground.open_count[0]):
            first = ground.opened[index]
            if ground.fits[first]:
                if ground.faces[first - step] >= 0:
                    _scan_from_run(ground, bonus, step, first, across, best)
                else:
                    _scan_from_free(ground, bonus, step, first, across, best)
    for kind in range(KINDS):
        for bit in (1, 2, 4, 8, 16, 32):
            for set_ in range(SETS):
                if set_ & bit and best[kind, set_ ^ bit] > best[kind, set_]:
                    best[kind, set_] = best[kind, set_ ^ bit]


@compiled
def _scan_from_run(
    ground: Ground, bonus: int, step: int, first: int, across: Array, best: Array
) -> None:
    """Enter every way to go on from a run with one open cell."""
    before = run_length(ground, first, -step)
    start = first - step * before
    for kind in range(KINDS):
        used = 0
        for index in range(before):
            bit = _bit_of(ground.faces[start + step * index], kind)
            if not bit:
                used = -1
                break
            used |= bit
        if used >= 0:
            family = _extended(ONE, _bits(ground.fits[first], kind) & ~used)
            _fill(ground, bonus, step, first, start, kind, used, family, across, best)


@compiled
def _scan_from_free(
    ground: Ground, bonus: int, step: int, first: int, across: Array, best: Array
) -> None:
    """Enter every way to go on from one open cell, with free cells before it filled or not."""
    free = 0
    while free < LONGEST - 1 and ground.place[first - step * (free + 1)] < 0:
        free += 1
    # A free cell before the first is worth one after the last, where there is one.
    room = 0
    while room < LONGEST and ground.place[first + step * (room + 1)] < 0:
        room += 1
    for lead in range(max(0, min(free, LONGEST - 1 - room)) + 1):
        start = first - step * lead
        for kind in range(KINDS):
            have = _bits(ground.fits[first], kind)
            if have:
                family = _extended(SIZED[lead], have)
                _fill(ground, bonus, step, first, start, kind, 0, family, across, best)
