"""Move generation: every legal placement of a hand, or only the best one.

A placement never holds two equal pieces (R4), so a hand is a mask. A placement fills consecutive
empty cells of a row or column, skipping over pieces already there. Its *anchor* is the first of its
cells that touches a piece. The cells before the anchor are *free*: they touch nothing, so any piece
compatible with the rest of the line fits. From each face at each anchor a placement grows forwards,
cell by cell, and from each of these backwards over the free cells, so each is generated once.

The state of a growing placement is its pieces, the mask of faces compatible with its whole line
(never one that is in it), the length of that line, and the points of the lines across (`crossing`).
Everything else comes from the board's slots. This is the inner loop of every search, so it passes
plain ints and tuples, and builds a placement only when it scores enough.

If a variant has as many colours as shapes, lines of one colour and lines of one shape score the
same. Otherwise placements of one colour and of one shape are generated separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import TypeAlias

from qwirkle.engine.board import (
    COMPATIBLE,
    MAX_LINE_LENGTH,
    UNCONSTRAINED_SLOT,
    Board,
    LineSlot,
    score_placement,
)
from qwirkle.engine.pieces import (
    ALL_FACES,
    FACE_COUNT,
    SAME_COLOUR,
    SAME_SHAPE,
    Cell,
    Face,
    Faces,
    PieceAt,
    face_mask,
)
from qwirkle.engine.variant import SHAPE_LINE_OFFSET, Variant
from qwirkle.engine.view import View

_first = itemgetter(0)

ScoredPlay: TypeAlias = tuple[tuple[PieceAt, ...], int]
"""The pieces, in line order, and their points."""

GrowthContext: TypeAlias = tuple[
    list[ScoredPlay],
    int,
    tuple[int, ...],
    tuple[int, ...],
    Mapping[Cell, int],
    Mapping[Cell, LineSlot],
    Mapping[Cell, LineSlot],
    int,
    int,
]
"""What is constant while placements grow along one axis: the list of results, the mask of the hand,
points by line length, points by line length across, the allowed faces of each cell, the slots along
and across, and the step dx, dy."""


@lru_cache(maxsize=1 << 14)
def faces_in_mask(mask: int) -> Faces:
    """Return the faces of a mask in ascending order."""
    return tuple(face for face in range(FACE_COUNT) if mask >> face & 1)


def generate_plays(board: Board, hand: Faces, variant: Variant) -> list[ScoredPlay]:
    """Return every legal placement on a board with pieces, each once (R4 to R7, J10).

    The order depends only on the pieces on the board and the faces in the hand.
    """
    hand_mask = face_mask(hand)
    scores = variant.line_scores
    allowed_faces, row_slots, column_slots = (
        board.allowed_faces,
        board.row_slots,
        board.column_slots,
    )
    results: list[ScoredPlay] = []
    in_row = results, hand_mask, scores, scores, allowed_faces, row_slots, column_slots, 1, 0
    in_column = results, hand_mask, scores, scores, allowed_faces, column_slots, row_slots, 0, 1
    split_by_attribute = variant.pieces.colours != variant.pieces.shapes
    for cell, fit in sorted(
        [(cell, mask & hand_mask) for cell, mask in allowed_faces.items() if mask & hand_mask]
    ):
        x, y = cell
        row, column = (
            row_slots.get(cell, UNCONSTRAINED_SLOT),
            column_slots.get(cell, UNCONSTRAINED_SLOT),
        )
        row_points, column_points = scores[row[7]], scores[column[7]]
        for face in faces_in_mask(fit):
            results.append((((face, x, y),), row_points + column_points))
            compatible = COMPATIBLE[face] & hand_mask
            if compatible & row[0]:
                for growth in (
                    _split_by_attribute(in_row, face) if split_by_attribute else (in_row,)
                ):
                    _grow(growth, cell, face, row, column_points, 0)
            if compatible & column[0]:
                for growth in (
                    _split_by_attribute(in_column, face) if split_by_attribute else (in_column,)
                ):
                    _grow(growth, cell, face, column, row_points, 0)
    return results


def _split_by_attribute(growth: GrowthContext, face: Face) -> tuple[GrowthContext, GrowthContext]:
    """Split the context: placements that share the colour of this face, and its shape."""
    results, hand_mask, _, scores, allowed_faces, along, across, dx, dy = growth
    rest = scores, allowed_faces, along, across, dx, dy
    return (
        (results, hand_mask & SAME_COLOUR[face], scores, *rest),
        (results, hand_mask & SAME_SHAPE[face], scores[SHAPE_LINE_OFFSET:], *rest),
    )


def best_play(board: Board, hand: Faces, variant: Variant) -> ScoredPlay | None:
    """Return the first of `sort_plays(generate_plays(…))`, or None if nothing fits.

    Compute an upper bound of the score for each anchor and axis, and follow the highest bounds
    first, until none can reach the best score found.
    """
    if not variant.scores_are_monotonic:  # the bounds need monotonic scores
        return min(generate_plays(board, hand, variant), key=_sort_key, default=None)
    hand_mask = face_mask(hand)
    scores = variant.line_scores
    allowed_faces, row_slots, column_slots = (
        board.allowed_faces,
        board.row_slots,
        board.column_slots,
    )
    results: list[ScoredPlay] = []
    in_row = results, hand_mask, scores, scores, allowed_faces, row_slots, column_slots, 1, 0
    in_column = results, hand_mask, scores, scores, allowed_faces, column_slots, row_slots, 0, 1
    starts: list[tuple[int, GrowthContext, Cell, Faces, LineSlot, int]] = []
    min_points = 0
    for cell, mask in allowed_faces.items():
        fit = mask & hand_mask
        if not fit:
            continue
        faces = faces_in_mask(fit)
        row, column = (
            row_slots.get(cell, UNCONSTRAINED_SLOT),
            column_slots.get(cell, UNCONSTRAINED_SLOT),
        )
        row_points, column_points = scores[row[7]], scores[column[7]]
        if row_points + column_points >= min_points:
            min_points = row_points + column_points
            results.append((((faces[0], *cell),), min_points))
        for growth, slot, crossing in (
            (in_row, row, column_points),
            (in_column, column, row_points),
        ):
            fit = slot[0] & hand_mask
            if not fit & (fit - 1):
                continue
            partners = 0
            for face in faces:
                count = (fit & COMPATIBLE[face]).bit_count()
                if count > partners:
                    partners = count
            if partners:
                max_points = _upper_bound(growth, cell, slot, crossing, partners)
                if max_points >= min_points:
                    starts.append((max_points, growth, cell, faces, slot, crossing))
    starts.sort(key=_first, reverse=True)
    for max_points, growth, cell, faces, slot, crossing in starts:
        if max_points < min_points:
            break
        previous_count = len(results)
        for face in faces:
            if slot[0] & COMPATIBLE[face] & hand_mask:
                _grow(growth, cell, face, slot, crossing, min_points)
        min_points = max([min_points, *[points for _, points in results[previous_count:]]])
    return min([play for play in results if play[1] == min_points], key=_first, default=None)


def sort_plays(plays: list[ScoredPlay]) -> list[ScoredPlay]:
    """Sort by points, highest first, then by pieces (face, then cell)."""
    return sorted(plays, key=_sort_key)


def _sort_key(play: ScoredPlay) -> tuple[int, tuple[PieceAt, ...]]:
    pieces, points = play
    return -points, pieces


def legal_plays(view: View) -> list[ScoredPlay]:
    """Return every placement of the player to move, best first (R3 on an empty board)."""
    if view.is_opening:
        return sort_plays(opening_plays(view.hand, view.variant))
    return sort_plays(generate_plays(view.board, view.hand, view.variant))


def best_legal_play(view: View) -> ScoredPlay:
    """Return the first of `legal_plays`, which must not be empty."""
    best = None if view.is_opening else best_play(view.board, view.hand, view.variant)
    return best or legal_plays(view)[0]


def legal_trades(view: View) -> Iterator[Faces]:
    """Yield every distinct trade."""
    return hand_subsets(view.hand, view.options.min_trade, view.options.max_trade)


def hand_subsets(hand: Faces, min_size: int, max_size: int) -> Iterator[Faces]:
    """Yield every subset of the hand with `min_size` to `max_size` pieces, each once."""
    for count in range(min_size, max_size + 1):
        yield from dict.fromkeys(combinations(sorted(hand), count))


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


def largest_set_size(hand: Faces) -> int:
    """Return the size of the largest set in the hand (R3)."""
    return len(largest_sets(hand)[0])


def opening_plays(hand: Faces, variant: Variant) -> list[ScoredPlay]:
    """Return each largest set once, as a row from 0, 0 (R3); none if it's too small (A4)."""
    plays = []
    for faces in largest_sets(hand):
        if len(faces) < variant.opening.min_pieces:
            break
        pieces = tuple((face, x, 0) for x, face in enumerate(faces))
        plays.append((pieces, score_placement(Board.of(pieces), pieces, variant)))
    return plays


def _upper_bound(
    growth: GrowthContext, anchor: Cell, slot: LineSlot, crossing: int, partners: int
) -> int:
    """Return an upper bound of the score from this anchor with up to `partners` more pieces."""
    _, hand_mask, scores, scores_across, allowed_faces, along, across, dx, dy = growth
    fit, before, _, _, after, _, _, _ = slot
    fit &= hand_mask
    x, y = anchor
    length = before + after + 1
    forwards = 1
    if not before and (x - dx, y - dy) not in allowed_faces:
        # Pieces that can't go forwards may go backwards, so all of them lengthen the line.
        length += partners
        forwards = 0
    while partners:
        x, y = x + dx * (after + 1), y + dy * (after + 1)
        next_cell = x, y
        after = 0
        if next_cell in allowed_faces:
            if not allowed_faces[next_cell] & fit:
                break
            after = along.get(next_cell, UNCONSTRAINED_SLOT)[4]
            crossing += scores_across[across.get(next_cell, UNCONSTRAINED_SLOT)[7]]
            length += after
        length += forwards
        partners -= 1
    return crossing + scores[min(length, MAX_LINE_LENGTH)]


def _grow(
    growth: GrowthContext, anchor: Cell, face: Face, slot: LineSlot, crossing: int, min_points: int
) -> None:
    """Add the placements of two or more pieces with this face at the anchor."""
    _, hand_mask, scores, _, allowed_faces, _, _, dx, dy = growth
    fit, before, _, _, after, _, _, _ = slot
    x, y = anchor
    line = fit & COMPATIBLE[face]
    length = before + after + 1
    pieces = ((face, x, y),)
    back = x - dx, y - dy
    free = not before and back not in allowed_faces
    next_cell = x + dx * (after + 1), y + dy * (after + 1)
    fit = line & hand_mask & allowed_faces.get(next_cell, ALL_FACES)
    if fit:
        _grow_forwards(
            growth,
            pieces,
            next_cell,
            fit,
            line,
            length,
            crossing,
            back if free else None,
            min_points,
        )
    if (
        free
        and crossing + scores[min(length + (line & hand_mask).bit_count(), MAX_LINE_LENGTH)]
        >= min_points
    ):
        _grow_backwards(growth, pieces, back, line, length, crossing, min_points)


def _grow_forwards(
    growth: GrowthContext,
    pieces: tuple[PieceAt, ...],
    cell: Cell,
    fit: int,
    line: int,
    length: int,
    crossing: int,
    back: Cell | None,
    min_points: int,
) -> None:
    """Add the placements that continue with one of the faces in `fit` at this cell.

    `back` is the cell before the anchor if it is free, else None.
    """
    results, hand_mask, scores, scores_across, allowed_faces, along, across, dx, dy = growth
    _, _, _, _, after, after_compatible, after_faces, _ = along.get(cell, UNCONSTRAINED_SLOT)
    if after_faces & ~line:
        return
    crossing += scores_across[across.get(cell, UNCONSTRAINED_SLOT)[7]]
    length += after + 1
    points = crossing + scores[length]
    line &= after_compatible
    x, y = cell
    for face in faces_in_mask(fit):
        rest = line & COMPATIBLE[face]
        if rest & hand_mask:
            extended = (*pieces, (face, x, y))
            if points >= min_points:
                results.append((extended, points))
            next_cell = x + dx * (after + 1), y + dy * (after + 1)
            fit = rest & hand_mask & allowed_faces.get(next_cell, ALL_FACES)
            if fit:
                _grow_forwards(
                    growth, extended, next_cell, fit, rest, length, crossing, back, min_points
                )
            if back is not None:
                max_points = (
                    crossing + scores[min(length + (rest & hand_mask).bit_count(), MAX_LINE_LENGTH)]
                )
                if max_points >= min_points:
                    _grow_backwards(growth, extended, back, rest, length, crossing, min_points)
        elif points >= min_points:
            results.append(((*pieces, (face, x, y)), points))


def _grow_backwards(
    growth: GrowthContext,
    pieces: tuple[PieceAt, ...],
    cell: Cell,
    line: int,
    length: int,
    crossing: int,
    min_points: int,
) -> None:
    """Add the placements with more pieces before these, from this free cell backwards."""
    results, hand_mask, scores, _, allowed_faces, _, _, dx, dy = growth
    length += 1
    points = crossing + scores[length]
    x, y = cell
    for face in faces_in_mask(line & hand_mask):
        extended = ((face, x, y), *pieces)
        if points >= min_points:
            results.append((extended, points))
        rest = line & COMPATIBLE[face]
        if rest & hand_mask:
            back = x - dx, y - dy
            if back not in allowed_faces:
                _grow_backwards(growth, extended, back, rest, length, crossing, min_points)
