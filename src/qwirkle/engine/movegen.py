"""Move generation: every legal placement of a hand, or only the best one.

A placement never holds two equal pieces (R4), so a hand is a mask. A placement fills consecutive
empty cells of a row or column, skipping over pieces already there. Its *anchor* is the first of its
cells that touches a piece. The cells before the anchor are *free*: they touch nothing, so any piece
compatible with the rest of the line fits. From each face at each anchor a placement grows forwards,
cell by cell, and from each of these backwards over the free cells, so each is generated once.

The state of a growing placement is its pieces, the mask of faces compatible with its whole line
(never one that is in it), the length of that line, and the points of the lines across (`crossing`).
Everything else comes from the board's gaps. This is the inner loop of every search, so it passes
plain ints and tuples, and builds a placement only when it scores enough.

If a variant has as many colours as shapes, lines of one colour and lines of one shape score the
same. Otherwise placements of one colour and of one shape are generated separately.
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
"""The pieces, in line order, and their points."""

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
"""What is constant while placements grow along one axis: the list of results, the mask of the hand,
points by line length, points by line length across, the allowed faces of each cell, the gaps along
and across, and the step dx, dy."""


@lru_cache(maxsize=1 << 14)
def faces_in(mask: int) -> Faces:
    """Return the faces of a mask in ascending order."""
    return tuple(face for face in range(FACES) if mask >> face & 1)


def plays(board: Board, hand: Faces, variant: Variant) -> list[Play]:
    """Return every legal placement on a board with pieces, each once (R4 to R7, J10).

    The order depends only on the pieces on the board and the faces in the hand.
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
    """Split the context: placements that share the colour of this face, and its shape."""
    found, held, _, worth, fits, along, across, dx, dy = growth
    rest = worth, fits, along, across, dx, dy
    return (
        (found, held & SAME_COLOUR[face], worth, *rest),
        (found, held & SAME_SHAPE[face], worth[SHAPE_LINE:], *rest),
    )


def best_play(board: Board, hand: Faces, variant: Variant) -> Play | None:
    """Return the first of `sort_plays(generate_plays(…))`, or None if nothing fits.

    Compute an upper bound of the score for each anchor and axis, and follow the highest bounds
    first, until none can reach the best score found.
    """
    if not variant.rising:  # the bounds need monotonic scores
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
    """Sort by points, highest first, then by pieces (face, then cell)."""
    return sorted(found, key=_rank)


def _rank(play: Play) -> tuple[int, tuple[Laid, ...]]:
    pieces, points = play
    return -points, pieces


def placements(view: View) -> list[Play]:
    """Return every placement of the player to move, best first (R3 on an empty board)."""
    if view.opening:
        return in_order(opening_plays(view.hand, view.variant))
    return in_order(plays(view.board, view.hand, view.variant))


def best_placement(view: View) -> Play:
    """Return the first of `legal_placements`, which must not be empty."""
    best = None if view.opening else best_play(view.board, view.hand, view.variant)
    return best or placements(view)[0]


def largest_sets(hand: Faces) -> tuple[Faces, ...]:
    """Return every set of maximal size in the hand, each with sorted faces (R3).

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
    """Return the size of the largest set in the hand (R3)."""
    return len(largest_sets(hand)[0])


def opening_plays(hand: Faces, variant: Variant) -> list[Play]:
    """Return each largest set once, as a row from 0, 0 (R3); none if it's too small (A4)."""
    found = []
    for faces in largest_sets(hand):
        if len(faces) < variant.opening.least:
            break
        pieces = tuple((face, x, 0) for x, face in enumerate(faces))
        found.append((pieces, points_of(Board.of(pieces), pieces, variant)))
    return found


def _bound(growth: Growth, anchor: Cell, gap: Gap, crossing: int, partners: int) -> int:
    """Return an upper bound of the score from this anchor with up to `partners` more pieces."""
    _, held, worth, across_worth, fits, along, across, dx, dy = growth
    fit, before, _, _, after, _, _, _ = gap
    fit &= held
    x, y = anchor
    length = before + after + 1
    forwards = 1
    if not before and (x - dx, y - dy) not in fits:
        # Pieces that can't go forwards may go backwards, so all of them lengthen the line.
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
    """Add the placements of two or more pieces with this face at the anchor."""
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
    """Add the placements that continue with one of the faces in `fit` at this cell.

    `back` is the cell before the anchor if it is free, else None.
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
    """Add the placements with more pieces before these, from this free cell backwards."""
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
