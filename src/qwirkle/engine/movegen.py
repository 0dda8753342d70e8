"""Every way to lay pieces of a hand, and the best one.

A play never holds two alike pieces (R4), so a hand is a mask. A play fills the empty cells of a
row or column one after the other, pieces in between bridged. Its *anchor* is the first of its cells
that touches a piece; the cells before the anchor are *free*: they touch nothing, so any piece that
goes with the rest of the line may lie there. From each face at each anchor a play grows forwards,
cell by cell, and from each of those backwards over the free cells: so every play is met once.

A growing play is its pieces, the mask of the faces that go with all of its line (never one that is
in it), the length of that line, and what the lines across score (`crossing`). All else is looked up
in the gaps of the board. This is the innermost work of every search, so it passes plain numbers
and tuples, and builds a play only where it counts.

A line of one colour and a line of one shape score alike where there are as many colours as shapes.
Where there are not, plays of one colour and plays of one shape grow apart from each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from typing import TypeAlias

from qwirkle.engine.board import GOES_WITH, LONGEST, NO_GAP, Board, Gap, points_of
from qwirkle.engine.pieces import (
    EVERY_FACE,
    FACES,
    SAME_COLOUR,
    SAME_SHAPE,
    Cell,
    Face,
    Faces,
    Laid,
    mask_of,
)
from qwirkle.engine.variant import SHAPE_LINE, Variant
from qwirkle.engine.view import View

_first = itemgetter(0)

Play: TypeAlias = tuple[tuple[Laid, ...], int]
"""Pieces in the order in which they stand in their line, and the points they score."""

Growth: TypeAlias = tuple[
    list[Play],
    int,
    tuple[int, ...],
    tuple[int, ...],
    Mapping[Cell, int],
    Mapping[Cell, Gap],
    Mapping[Cell, Gap],
    int,
    int,
]
"""What stays while plays grow along one axis: the plays found, the hand as a mask, the worth of
lengths, the worth of lines across, what fits alone, the gaps along and across, and the step."""


@lru_cache(maxsize=1 << 14)
def faces_in(mask: int) -> Faces:
    """The faces of a mask, the lowest first."""
    return tuple(face for face in range(FACES) if mask >> face & 1)


def plays(board: Board, hand: Faces, variant: Variant) -> list[Play]:
    """Every legal placement on a board with pieces, each once (R4 to R7, J10).

    The order depends on what lies where and on the faces in the hand, on nothing else.
    """
    held = mask_of(hand)
    worth = variant.worths
    fits, rows, columns = board.fits, board.rows, board.columns
    found: list[Play] = []
    in_row = found, held, worth, worth, fits, rows, columns, 1, 0
    in_column = found, held, worth, worth, fits, columns, rows, 0, 1
    apart = variant.pieces.colours != variant.pieces.shapes
    for cell, fit in sorted([(cell, mask & held) for cell, mask in fits.items() if mask & held]):
        x, y = cell
        row, column = rows.get(cell, NO_GAP), columns.get(cell, NO_GAP)
        width, height = worth[row[7]], worth[column[7]]
        for face in faces_in(fit):
            found.append((((face, x, y),), width + height))
            goes_with = GOES_WITH[face] & held
            if goes_with & row[0]:
                for growth in _apart(in_row, face) if apart else (in_row,):
                    _grow(growth, cell, face, row, height, 0)
            if goes_with & column[0]:
                for growth in _apart(in_column, face) if apart else (in_column,):
                    _grow(growth, cell, face, column, width, 0)
    return found


def _apart(growth: Growth, face: Face) -> tuple[Growth, Growth]:
    """The growth of plays with this face first that share its colour, and its shape."""
    found, held, _, worth, fits, along, across, dx, dy = growth
    rest = worth, fits, along, across, dx, dy
    return (
        (found, held & SAME_COLOUR[face], worth, *rest),
        (found, held & SAME_SHAPE[face], worth[SHAPE_LINE:], *rest),
    )


def best_play(board: Board, hand: Faces, variant: Variant) -> Play | None:
    """The first of `in_order(plays(…))`, or None where nothing fits.

    It bounds from above what can grow from each anchor along each axis, and follows the highest
    bounds first, until none is left that could score as much as the best so far.
    """
    if not variant.rising:  # then there are no such bounds
        return min(plays(board, hand, variant), key=_rank, default=None)
    held = mask_of(hand)
    worth = variant.worths
    fits, rows, columns = board.fits, board.rows, board.columns
    found: list[Play] = []
    in_row = found, held, worth, worth, fits, rows, columns, 1, 0
    in_column = found, held, worth, worth, fits, columns, rows, 0, 1
    starts: list[tuple[int, Growth, Cell, Faces, Gap, int]] = []
    least = 0
    for cell, mask in fits.items():
        fit = mask & held
        if not fit:
            continue
        faces = faces_in(fit)
        row, column = rows.get(cell, NO_GAP), columns.get(cell, NO_GAP)
        width, height = worth[row[7]], worth[column[7]]
        if width + height >= least:
            least = width + height
            found.append((((faces[0], *cell),), least))
        for growth, gap, crossing in ((in_row, row, height), (in_column, column, width)):
            fit = gap[0] & held
            if not fit & (fit - 1):
                continue
            partners = 0
            for face in faces:
                count = (fit & GOES_WITH[face]).bit_count()
                if count > partners:
                    partners = count
            if partners:
                most = _bound(growth, cell, gap, crossing, partners)
                if most >= least:
                    starts.append((most, growth, cell, faces, gap, crossing))
    starts.sort(key=_first, reverse=True)
    for most, growth, cell, faces, gap, crossing in starts:
        if most < least:
            break
        kept = len(found)
        for face in faces:
            if gap[0] & GOES_WITH[face] & held:
                _grow(growth, cell, face, gap, crossing, least)
        least = max([least, *[points for _, points in found[kept:]]])
    return min([play for play in found if play[1] == least], key=_first, default=None)


def in_order(found: list[Play]) -> list[Play]:
    """These plays by points, most first, and among equals by their pieces (faces, then cells)."""
    return sorted(found, key=_rank)


def _rank(play: Play) -> tuple[int, tuple[Laid, ...]]:
    pieces, points = play
    return -points, pieces


def placements(view: View) -> list[Play]:
    """Every placement open to the player to move (R3 on an empty table), best first."""
    if view.opening:
        return in_order(opening_plays(view.hand, view.variant))
    return in_order(plays(view.board, view.hand, view.variant))


def best_placement(view: View) -> Play:
    """The first of `placements`, where there is one."""
    best = None if view.opening else best_play(view.board, view.hand, view.variant)
    return best or placements(view)[0]


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


def set_size(hand: Faces) -> int:
    """How many pieces the largest set of a hand has (R3)."""
    return len(largest_sets(hand)[0])


def opening_plays(hand: Faces, variant: Variant) -> list[Play]:
    """Each largest set of the hand, once, as a row that starts at 0, 0 (R3); none if small (A4)."""
    found = []
    for faces in largest_sets(hand):
        if len(faces) < variant.opening.least:
            break
        pieces = tuple((face, x, 0) for x, face in enumerate(faces))
        found.append((pieces, points_of(Board.of(pieces), pieces, variant)))
    return found


def _bound(growth: Growth, anchor: Cell, gap: Gap, crossing: int, partners: int) -> int:
    """No play from this anchor with up to that many pieces besides the first scores more."""
    _, held, worth, across_worth, fits, along, across, dx, dy = growth
    fit, before, _, _, after, _, _, _ = gap
    fit &= held
    x, y = anchor
    length = before + after + 1
    forwards = 1
    if not before and (x - dx, y - dy) not in fits:
        # Pieces that cannot go forwards may go backwards, so all of them lengthen the line.
        length += partners
        forwards = 0
    while partners:
        x, y = x + dx * (after + 1), y + dy * (after + 1)
        onward = x, y
        after = 0
        if onward in fits:
            if not fits[onward] & fit:
                break
            after = along.get(onward, NO_GAP)[4]
            crossing += across_worth[across.get(onward, NO_GAP)[7]]
            length += after
        length += forwards
        partners -= 1
    return crossing + worth[min(length, LONGEST)]


def _grow(growth: Growth, anchor: Cell, face: Face, gap: Gap, crossing: int, least: int) -> None:
    """Add the plays of two or more pieces with this face at the anchor that score enough."""
    _, held, worth, _, fits, _, _, dx, dy = growth
    fit, before, _, _, after, _, _, _ = gap
    x, y = anchor
    line = fit & GOES_WITH[face]
    length = before + after + 1
    pieces = ((face, x, y),)
    back = x - dx, y - dy
    free = not before and back not in fits
    onward = x + dx * (after + 1), y + dy * (after + 1)
    fit = line & held & fits.get(onward, EVERY_FACE)
    if fit:
        _go_on(growth, pieces, onward, fit, line, length, crossing, back if free else None, least)
    if free and crossing + worth[min(length + (line & held).bit_count(), LONGEST)] >= least:
        _go_back(growth, pieces, back, line, length, crossing, least)


def _go_on(
    growth: Growth,
    pieces: tuple[Laid, ...],
    cell: Cell,
    fit: int,
    line: int,
    length: int,
    crossing: int,
    back: Cell | None,
    least: int,
) -> None:
    """Add the plays that go on with one of the fitting faces at this cell.

    `back` is the cell before the anchor if that one is free.
    """
    found, held, worth, across_worth, fits, along, across, dx, dy = growth
    _, _, _, _, after, after_fit, after_set, _ = along.get(cell, NO_GAP)
    if after_set & ~line:
        return
    crossing += across_worth[across.get(cell, NO_GAP)[7]]
    length += after + 1
    points = crossing + worth[length]
    line &= after_fit
    x, y = cell
    for face in faces_in(fit):
        rest = line & GOES_WITH[face]
        if rest & held:
            more = (*pieces, (face, x, y))
            if points >= least:
                found.append((more, points))
            onward = x + dx * (after + 1), y + dy * (after + 1)
            fit = rest & held & fits.get(onward, EVERY_FACE)
            if fit:
                _go_on(growth, more, onward, fit, rest, length, crossing, back, least)
            if back is not None:
                most = crossing + worth[min(length + (rest & held).bit_count(), LONGEST)]
                if most >= least:
                    _go_back(growth, more, back, rest, length, crossing, least)
        elif points >= least:
            found.append(((*pieces, (face, x, y)), points))


def _go_back(
    growth: Growth,
    pieces: tuple[Laid, ...],
    cell: Cell,
    line: int,
    length: int,
    crossing: int,
    least: int,
) -> None:
    """Add the plays with more pieces before these, from this free cell backwards."""
    found, held, worth, _, fits, _, _, dx, dy = growth
    length += 1
    points = crossing + worth[length]
    x, y = cell
    for face in faces_in(line & held):
        more = ((face, x, y), *pieces)
        if points >= least:
            found.append((more, points))
        rest = line & GOES_WITH[face]
        if rest & held:
            back = x - dx, y - dy
            if back not in fits:
                _go_back(growth, more, back, rest, length, crossing, least)
