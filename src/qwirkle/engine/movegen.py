"""Every way to lay pieces of a hand.

A play never holds two alike pieces (R4), so a hand is a mask. A play fills the empty cells of a
row or column one after the other, pieces in between bridged. Its *anchor* is the first of its
cells that touches a piece; the cells before the anchor touch nothing, so any piece that goes with
the rest of the line may lie there. From each face at each anchor a play grows forwards, cell by
cell, and from each of those backwards over the free cells: so every play is met once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from qwirkle.engine.board import GOES_WITH, NO_GAP, QWIRKLE, Board, Gap
from qwirkle.engine.pieces import (
    EVERY_FACE,
    FACES,
    SAME_COLOUR,
    SAME_SHAPE,
    Cell,
    Faces,
    Laid,
    mask_of,
)

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant

Play: TypeAlias = tuple[tuple[Laid, ...], int]
"""Pieces in the order in which they stand in their line, and the points they score."""


@cache
def _worth_of_lengths(bonus: int) -> tuple[int, ...]:
    """What a line scores by its length (R9, R10); a lone piece is no line."""
    return (0, 0, *range(2, QWIRKLE), QWIRKLE + bonus)


@lru_cache(maxsize=1 << 14)
def _faces_in(mask: int) -> Faces:
    return tuple(face for face in range(FACES) if mask >> face & 1)


def plays(board: Board, hand: Faces, variant: Variant) -> list[Play]:
    """Every legal placement on a board with pieces, each once (R4 to R7, J10).

    The order depends on what lies where and on the faces in the hand, on nothing else.
    """
    held = mask_of(hand)
    worth = _worth_of_lengths(variant.qwirkle_bonus)
    fits, rows, columns = board.fits, board.rows, board.columns
    anchors = sorted([(cell, mask & held) for cell, mask in fits.items() if mask & held])
    found: list[Play] = []
    for cell, fit in anchors:
        x, y = cell
        _, left, _, _, right, _, _ = rows.get(cell, NO_GAP)
        _, above, _, _, below, _, _ = columns.get(cell, NO_GAP)
        points = worth[left + right + 1] + worth[above + below + 1]
        found += [(((face, x, y),), points) for face in _faces_in(fit)]
    for dx, dy, along, across in ((1, 0, rows, columns), (0, 1, columns, rows)):
        growth = found, held, worth, fits, along, across, dx, dy
        for cell, fit in anchors:
            gap_fit, before, _, _, after, _, _ = along.get(cell, NO_GAP)
            next_cell = None
            for face in _faces_in(fit):
                line = gap_fit & GOES_WITH[face]
                if not line & held:
                    continue
                if next_cell is None:
                    x, y = cell
                    _, above, _, _, below, _, _ = across.get(cell, NO_GAP)
                    crossing = worth[above + below + 1]
                    length = before + after + 1
                    back = x - dx, y - dy
                    free = not before and back not in fits
                    next_cell = x + dx * (after + 1), y + dy * (after + 1)
                    next_fit = held & fits.get(next_cell, EVERY_FACE)
                pieces = ((face, x, y),)
                if line & next_fit:
                    _grow(growth, pieces, next_cell, line, length, crossing, free)
                if free:
                    _lead(growth, pieces, back, line, length, crossing)
    return found


Growth: TypeAlias = tuple[
    list[Play],
    int,
    tuple[int, ...],
    Mapping[Cell, int],
    Mapping[Cell, Gap],
    Mapping[Cell, Gap],
    int,
    int,
]
"""What stays the same while plays grow along one axis: the plays found, the hand, the worth of
lines, what fits, the gaps along and across, and the step."""


def _grow(
    growth: Growth,
    pieces: tuple[Laid, ...],
    cell: Cell,
    line: int,
    length: int,
    crossing: int,
    free: bool,
) -> None:
    """Add the plays that go on at this cell.

    The line that the pieces stand in has a length and faces that go with it; the lines across
    have scored `crossing`; `free` says whether the cell before the pieces touches nothing.
    """
    found, held, worth, fits, along, across, dx, dy = growth
    _, _, _, _, after, after_fit, after_set = along.get(cell, NO_GAP)
    if after_set & ~line:
        return
    x, y = cell
    _, above, _, _, below, _, _ = across.get(cell, NO_GAP)
    crossing += worth[above + below + 1]
    length += 1 + after
    points = crossing + worth[length]
    next_cell = None
    for face in _faces_in(line & held & fits.get(cell, EVERY_FACE)):
        more = (*pieces, (face, x, y))
        found.append((more, points))
        rest = line & after_fit & GOES_WITH[face]
        if not rest & held:
            continue
        if next_cell is None:
            next_cell = x + dx * (after + 1), y + dy * (after + 1)
            next_fit = held & fits.get(next_cell, EVERY_FACE)
        if rest & next_fit:
            _grow(growth, more, next_cell, rest, length, crossing, free)
        if free:
            _, first_x, first_y = more[0]
            _lead(growth, more, (first_x - dx, first_y - dy), rest, length, crossing)


def _lead(
    growth: Growth, pieces: tuple[Laid, ...], cell: Cell, line: int, length: int, crossing: int
) -> None:
    """Add the plays with more pieces before these, at this cell that touches nothing and on."""
    found, held, worth, fits, _, _, dx, dy = growth
    x, y = cell
    length += 1
    points = crossing + worth[length]
    back = x - dx, y - dy
    for face in _faces_in(line & held):
        more = ((face, x, y), *pieces)
        found.append((more, points))
        rest = line & GOES_WITH[face]
        if rest & held and back not in fits:
            _lead(growth, more, back, rest, length, crossing)


def best_play(board: Board, hand: Faces, variant: Variant) -> Play | None:
    """The first of `in_order(plays(…))`, or None where nothing fits."""
    return min(plays(board, hand, variant), key=_rank, default=None)


def in_order(found: list[Play]) -> list[Play]:
    """These plays by points, most first, and among equals by their pieces."""
    return sorted(found, key=_rank)


def _rank(play: Play) -> tuple[int, tuple[Laid, ...]]:
    pieces, points = play
    return -points, pieces


def largest_sets(hand: Faces) -> tuple[Faces, ...]:
    """Every set of the largest size that the hand holds (R3), its faces in order.

    >>> largest_sets((0, 0, 1, 6, 20))
    ((0, 1), (0, 6))
    """
    sets = {
        tuple(sorted({face for face in hand if same[face] == same[first]}))
        for first in hand
        for same in (SAME_COLOUR, SAME_SHAPE)
    }
    largest = max(map(len, sets), default=0)
    return tuple(sorted(faces for faces in sets if len(faces) == largest))


def opening_plays(hand: Faces, variant: Variant) -> list[Play]:
    """Each largest set of the hand, once, as a row that starts at 0, 0 (R3)."""
    worth = _worth_of_lengths(variant.qwirkle_bonus)
    return [
        (
            tuple((face, x, 0) for x, face in enumerate(faces)),
            worth[len(faces)] if len(faces) > 1 else variant.lone_piece,
        )
        for faces in largest_sets(hand)
    ]
