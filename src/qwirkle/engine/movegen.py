"""Every way to lay pieces of a hand, and the best one.

A play never holds two alike pieces (R4), so a hand is a mask. `growing` tells how the plays of two
or more pieces come from the first of their pieces that touches the grid.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING

from qwirkle.engine.board import GOES_WITH, NO_GAP, Board, Gap
from qwirkle.engine.growing import Growth, Play, bound, faces_in, grow, worth_of_lengths
from qwirkle.engine.pieces import SAME_COLOUR, SAME_SHAPE, Cell, Faces, Laid, mask_of

if TYPE_CHECKING:
    from qwirkle.engine.variant import Variant

__all__ = ["Play", "best_play", "in_order", "largest_sets", "opening_plays", "plays"]

_first = itemgetter(0)


def plays(board: Board, hand: Faces, variant: Variant) -> list[Play]:
    """Every legal placement on a board with pieces, each once (R4 to R7, J10).

    The order depends on what lies where and on the faces in the hand, on nothing else.
    """
    held = mask_of(hand)
    worth = worth_of_lengths(variant.qwirkle_bonus)
    fits, rows, columns = board.fits, board.rows, board.columns
    found: list[Play] = []
    in_row = found, held, worth, fits, rows, columns, 1, 0
    in_column = found, held, worth, fits, columns, rows, 0, 1
    for cell, fit in sorted([(cell, mask & held) for cell, mask in fits.items() if mask & held]):
        x, y = cell
        row, column = rows.get(cell, NO_GAP), columns.get(cell, NO_GAP)
        width, height = worth[row[1] + row[4] + 1], worth[column[1] + column[4] + 1]
        for face in faces_in(fit):
            found.append((((face, x, y),), width + height))
            goes_with = GOES_WITH[face] & held
            if goes_with & row[0]:
                grow(in_row, cell, face, row, height, 0)
            if goes_with & column[0]:
                grow(in_column, cell, face, column, width, 0)
    return found


def best_play(board: Board, hand: Faces, variant: Variant) -> Play | None:
    """The first of `in_order(plays(…))`, or None where nothing fits.

    It bounds from above what can grow from each anchor along each axis, and follows the highest
    bounds first, until none is left that could score as much as the best so far.
    """
    held = mask_of(hand)
    worth = worth_of_lengths(variant.qwirkle_bonus)
    fits, rows, columns = board.fits, board.rows, board.columns
    found: list[Play] = []
    in_row = found, held, worth, fits, rows, columns, 1, 0
    in_column = found, held, worth, fits, columns, rows, 0, 1
    starts: list[tuple[int, Growth, Cell, Faces, Gap, int]] = []
    least = 0
    for cell, mask in fits.items():
        fit = mask & held
        if not fit:
            continue
        faces = faces_in(fit)
        row, column = rows.get(cell, NO_GAP), columns.get(cell, NO_GAP)
        width, height = worth[row[1] + row[4] + 1], worth[column[1] + column[4] + 1]
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
                most = bound(growth, cell, gap, crossing, partners)
                if most >= least:
                    starts.append((most, growth, cell, faces, gap, crossing))
    starts.sort(key=_first, reverse=True)
    for most, growth, cell, faces, gap, crossing in starts:
        if most < least:
            break
        kept = len(found)
        for face in faces:
            if gap[0] & GOES_WITH[face] & held:
                grow(growth, cell, face, gap, crossing, least)
        least = max([least, *[points for _, points in found[kept:]]])
    return min([play for play in found if play[1] == least], key=_first, default=None)


def in_order(found: list[Play]) -> list[Play]:
    """These plays by points, most first, and among equals by their pieces (faces, then cells)."""
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
    worth = worth_of_lengths(variant.qwirkle_bonus)
    return [
        (
            tuple((face, x, 0) for x, face in enumerate(faces)),
            worth[len(faces)] if len(faces) > 1 else variant.lone_piece,
        )
        for faces in largest_sets(hand)
    ]
