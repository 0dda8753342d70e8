"""Every way to lay pieces of a hand.

A play never holds two alike pieces (R4), so a hand is a mask. A play fills the empty cells of a
row or column one after the other, pieces in between bridged. Its *anchor* is the first of its
cells that touches a piece; the cells before the anchor touch nothing, so any piece that goes with
the rest of the line may lie there. From each face at each anchor a play grows forwards, cell by
cell, and from each of those backwards over the free cells: so every play is met once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from qwirkle.engine.board import GOES_WITH, NO_GAP, QWIRKLE, Board, Gap
from qwirkle.engine.pieces import (
    EVERY_FACE,
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

Growing: TypeAlias = tuple[tuple[Laid, ...], int, int, int, int, int]
"""A play, the next cell to fill, the faces that go with its line, the line's length, and the points
of the lines across."""


@cache
def _worth_of_lengths(bonus: int) -> tuple[int, ...]:
    """What a line scores by its length (R9, R10); a lone piece is no line."""
    return (0, 0, *range(2, QWIRKLE), QWIRKLE + bonus)


def plays(board: Board, hand: Faces, variant: Variant) -> list[Play]:
    """Every legal placement on a board with pieces, each once (R4 to R7, J10).

    The order depends on what lies where and on the faces in the hand, on nothing else.
    """
    held = mask_of(hand)
    faces = sorted(set(hand))
    worth = _worth_of_lengths(variant.qwirkle_bonus)
    fits, rows, columns = board.fits, board.rows, board.columns
    found: list[Play] = []
    for cell, fit in sorted([(cell, fit) for cell, mask in fits.items() if (fit := mask & held)]):
        x, y = cell
        row_fit, left, _, _, right, _, _ = rows.get(cell, NO_GAP)
        column_fit, above, _, _, below, _, _ = columns.get(cell, NO_GAP)
        width, height = left + right + 1, above + below + 1
        for face in faces:
            if not fit >> face & 1:
                continue
            anchor = face, x, y
            found.append(((anchor,), worth[width] + worth[height]))
            line = row_fit & GOES_WITH[face]
            if line & held:
                free = 0 if left else _free_cells(fits, x, y, 1, 0, (line & held).bit_count())
                start = (anchor,), x + right + 1, y, line, width, worth[height]
                _grow(found, start, (1, 0), free, held, worth, fits, rows, columns)
            line = column_fit & GOES_WITH[face]
            if line & held:
                free = 0 if above else _free_cells(fits, x, y, 0, 1, (line & held).bit_count())
                start = (anchor,), x, y + below + 1, line, height, worth[width]
                _grow(found, start, (0, 1), free, held, worth, fits, columns, rows)
    return found


def _free_cells(fits: Mapping[Cell, int], x: int, y: int, dx: int, dy: int, most: int) -> int:
    """How many cells right before x, y touch nothing, as far as that matters."""
    free = 0
    while free < most and (x - dx, y - dy) not in fits:
        x, y, free = x - dx, y - dy, free + 1
    return free


def _grow(
    found: list[Play],
    start: Growing,
    step: Cell,
    free: int,
    held: int,
    worth: tuple[int, ...],
    fits: Mapping[Cell, int],
    along: Mapping[Cell, Gap],
    across: Mapping[Cell, Gap],
) -> None:
    """Add the plays of two or more pieces that grow from one piece at an anchor."""
    dx, dy = step
    growing = [start]
    while growing:
        pieces, x, y, line, length, crossing = growing.pop()
        if free:
            _lead(found, pieces, step, free, held, line, length, crossing, worth)
        cell = x, y
        fit = held & line & fits.get(cell, EVERY_FACE)
        if not fit:
            continue
        _, _, _, _, after, after_fit, after_set = along.get(cell, NO_GAP)
        if after_set & ~line:
            continue
        _, before, _, _, behind, _, _ = across.get(cell, NO_GAP)
        crossed = crossing + worth[before + behind + 1]
        longer = length + 1 + after
        points = crossed + worth[longer]
        next_x, next_y = x + dx * (after + 1), y + dy * (after + 1)
        while fit:
            bit = fit & -fit
            fit ^= bit
            face = bit.bit_length() - 1
            more = (*pieces, (face, x, y))
            found.append((more, points))
            rest = line & after_fit & GOES_WITH[face]
            if rest & held:
                growing.append((more, next_x, next_y, rest, longer, crossed))


def _lead(
    found: list[Play],
    pieces: tuple[Laid, ...],
    step: Cell,
    free: int,
    held: int,
    line: int,
    length: int,
    crossing: int,
    worth: tuple[int, ...],
) -> None:
    """Add the plays that put more pieces on free cells right before the first one."""
    _, x, y = pieces[0]
    x, y = x - step[0], y - step[1]
    length += 1
    points = crossing + worth[length]
    fit = line & held
    while fit:
        bit = fit & -fit
        fit ^= bit
        face = bit.bit_length() - 1
        more = ((face, x, y), *pieces)
        found.append((more, points))
        rest = line & GOES_WITH[face]
        if free > 1 and rest & held:
            _lead(found, more, step, free - 1, held, rest, length, crossing, worth)


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
