"""Score tables: the best score of every possible hand on a board, computed in one pass.

A placement is one colour with a set of shapes, or one shape with a set of colours, so twelve
lookups in a table give the best score of any hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from qwirkle.engine.board import MAX_LINE_LENGTH, UNCONSTRAINED_SLOT, Board
from qwirkle.engine.pieces import COLOUR_COUNT, SHAPE_COUNT, Face, Faces
from qwirkle.engine.variant import SHAPE_LINE_OFFSET, Variant

LineMasks: TypeAlias = tuple[int, ...]
"""One bit set of up to six faces per line kind."""

LINE_KIND_COUNT = COLOUR_COUNT + SHAPE_COUNT
"""Number of line kinds: six colours (bits are shapes), then six shapes (bits are colours)."""

SET_COUNT = 64
SCAN_PADDING = 6
"""Empty cells around the board in a scan, so that no scan leaves the arrays."""

NO_PIECE = -1

DISJOINT_SETS = tuple(
    sum(1 << set_ for set_ in range(SET_COUNT) if not set_ & used) for used in range(SET_COUNT)
)
"""For each set, the family (a bit set of sets) of all sets disjoint from it."""

_SETS_OF_SIZE = tuple(
    sum(1 << set_ for set_ in range(SET_COUNT) if set_.bit_count() == size) for size in range(7)
)
"""For each size, the family of all sets of that size."""


class ScoreTable(Struct, frozen=True):
    """Best score by line kind and set of faces in hand, and which sets can complete a Qwirkle."""

    scores: tuple[tuple[int, ...], ...]
    qwirkles: tuple[int, ...]


def line_masks(hand: Faces) -> LineMasks:
    """Convert a hand to twelve sets: its shapes in each colour, its colours in each shape."""
    masks = [0] * LINE_KIND_COUNT
    for face in hand:
        colour, shape = divmod(face, SHAPE_COUNT)
        masks[colour] |= 1 << shape
        masks[COLOUR_COUNT + shape] |= 1 << colour
    return tuple(masks)


def compute_score_table(board: Board, variant: Variant) -> ScoreTable:
    """Compute the score table of a non-empty board in one pass over its lines."""
    result = _ScanResult(variant)
    for line in _scan_lines(board, variant):
        _scan_line(line, result)
    return ScoreTable(
        tuple(_best_by_set(scores) for scores in result.families),
        tuple(_with_supersets(family) for family in result.qwirkles),
    )


class _ScanLine(NamedTuple):
    """A row or a column."""

    pieces: list[int]
    masks: list[int]
    """The faces that fit each empty cell."""
    crossing_score_indices: list[int]
    """Index into the variant's `line_scores` for the crossing line once the cell is filled."""
    open_cells: list[int]
    """Indices of the cells that touch a piece, in order."""


class _ScanResult:
    """Accumulated scan results; a family of sets is a 64-bit integer."""

    __slots__ = ("families", "full_line_indices", "line_scores", "qwirkles", "score_index_offsets")

    def __init__(self, variant: Variant) -> None:
        self.line_scores = variant.line_scores
        self.score_index_offsets = (0,) * COLOUR_COUNT + (SHAPE_LINE_OFFSET,) * SHAPE_COUNT
        """Per line kind: offset to add to a line length to look it up in `line_scores`."""
        self.full_line_indices = (variant.pieces.shapes, variant.pieces.colours + SHAPE_LINE_OFFSET)
        """Indices of the full lines in `line_scores`."""
        self.families: list[dict[int, int]] = [{} for _ in range(LINE_KIND_COUNT)]
        """Per line kind: score -> family of the sets that can make it."""
        self.qwirkles = [0] * LINE_KIND_COUNT
        """Per line kind: family of the sets that can complete a line."""


def _scan_lines(board: Board, variant: Variant) -> list[_ScanLine]:
    """Return each row and column that has an open cell."""
    allowed_faces = board.allowed_faces
    left = min(x for x, _ in allowed_faces) - SCAN_PADDING
    top = min(y for _, y in allowed_faces) - SCAN_PADDING
    width = max(x for x, _ in allowed_faces) - left + SCAN_PADDING + 1
    height = max(y for _, y in allowed_faces) - top + SCAN_PADDING + 1
    size = width * height
    pieces = [NO_PIECE] * size
    for (x, y), face in board.cells.items():
        pieces[(y - top) * width + x - left] = face
    masks = [variant.face_mask] * size
    crossing_score_indices = ([1] * size, [1] * size)
    rows: dict[int, list[int]] = {}
    columns: dict[int, list[int]] = {}
    for (x, y), mask in allowed_faces.items():
        column, row = x - left, y - top
        index = row * width + column
        masks[index] = mask & variant.face_mask
        crossing_score_indices[0][index] = board.column_slots.get((x, y), UNCONSTRAINED_SLOT)[7]
        crossing_score_indices[1][index] = board.row_slots.get((x, y), UNCONSTRAINED_SLOT)[7]
        rows.setdefault(row, []).append(column)
        columns.setdefault(column, []).append(row)
    lines: list[_ScanLine] = []
    for row, open_cells in rows.items():
        line_slice = slice(row * width, (row + 1) * width)
        lines.append(
            _ScanLine(
                pieces[line_slice],
                masks[line_slice],
                crossing_score_indices[0][line_slice],
                sorted(open_cells),
            )
        )
    for column, open_cells in columns.items():
        line_slice = slice(column, size, width)
        lines.append(
            _ScanLine(
                pieces[line_slice],
                masks[line_slice],
                crossing_score_indices[1][line_slice],
                sorted(open_cells),
            )
        )
    return lines


def _scan_line(line: _ScanLine, result: _ScanResult) -> None:
    """Record every way to fill cells of one line."""
    pieces, masks = line.pieces, line.masks
    is_open = frozenset(line.open_cells)
    for first in line.open_cells:
        if pieces[first - 1] >= 0:
            start = first - 1
            while pieces[start - 1] >= 0:
                start -= 1
            bits = _line_masks_of_mask(masks[first])
            states = [
                (kind, used, _add_member(1, bits[kind] & ~used))
                for kind, used in _compatible_kinds(tuple(pieces[start:first]))
                if bits[kind] & ~used
            ]
            _extend_right(line, is_open, start, first, states, result)
            continue
        free = 0
        while free < MAX_LINE_LENGTH - 1 and first - free - 1 not in is_open and free < first - 1:
            free += 1
        # An empty cell before the first scores the same as one after the last, if there is one.
        last = first
        while last - first < MAX_LINE_LENGTH and last + 1 not in is_open:
            last += 1
        for free_filled in range(max(0, min(free, MAX_LINE_LENGTH - 1 - (last - first))) + 1):
            states = [
                (kind, 0, _add_member(_SETS_OF_SIZE[free_filled], members))
                for kind, members in _kind_masks(masks[first])
            ]
            _extend_right(line, is_open, first - free_filled, first, states, result)


def _extend_right(
    line: _ScanLine,
    is_open: frozenset[int],
    start: int,
    first: int,
    states: list[tuple[int, int, int]],
    result: _ScanResult,
) -> None:
    """Extend the line rightwards from its first filled open cell, recording each place to stop."""
    pieces, masks, crossing_score_indices, _ = line
    line_scores, offsets, full_indices = (
        result.line_scores,
        result.score_index_offsets,
        result.full_line_indices,
    )
    families, qwirkles = result.families, result.qwirkles
    starts_on_free_cell = start < first and pieces[start] < 0
    index = first
    total = line_scores[crossing_score_indices[first]]
    completes = crossing_score_indices[first] in full_indices
    while states:
        after = index + 1
        if pieces[after] < 0:
            length = after - start
            if not starts_on_free_cell or after in is_open:
                for kind, _, family in states:
                    score_index = length + offsets[kind]
                    points = total + line_scores[score_index]
                    scores = families[kind]
                    scores[points] = scores.get(points, 0) | family
                    if completes or score_index in full_indices:
                        qwirkles[kind] |= family
            if length >= MAX_LINE_LENGTH:
                return
            crossing_score_index = crossing_score_indices[after]
            total += line_scores[crossing_score_index]
            completes = completes or crossing_score_index in full_indices
            bits = _line_masks_of_mask(masks[after])
            states = [
                (kind, used, _add_member(family, bits[kind] & ~used))
                for kind, used, family in states
                if bits[kind] & ~used
            ]
            states = [state for state in states if state[2]]
        else:
            states = _step_over_piece(pieces[after], states)
        index = after


def _step_over_piece(face: Face, states: list[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    """Return the states that stay valid with the piece already on the next cell."""
    colour, shape = divmod(face, SHAPE_COUNT)
    remaining = []
    for kind, used, family in states:
        if kind == colour:
            bit = 1 << shape
        elif kind == COLOUR_COUNT + shape:
            bit = 1 << colour
        else:
            continue
        if not used & bit:
            family &= DISJOINT_SETS[bit]
            if family:
                remaining.append((kind, used | bit, family))
    return remaining


@lru_cache(maxsize=1 << 13)
def _compatible_kinds(faces: Faces) -> tuple[tuple[int, int], ...]:
    """Return the line kinds that these faces can share, with the bits they use."""
    masks = line_masks(faces)
    return tuple((kind, mask) for kind, mask in enumerate(masks) if mask.bit_count() == len(faces))


@lru_cache(maxsize=1 << 13)
def _line_masks_of_mask(mask: int) -> LineMasks:
    """Convert a set of faces to twelve bit sets."""
    return line_masks(tuple(face for face in range(COLOUR_COUNT * SHAPE_COUNT) if mask >> face & 1))


@lru_cache(maxsize=1 << 13)
def _kind_masks(mask: int) -> tuple[tuple[int, int], ...]:
    return tuple(
        (kind, mask_of_kind)
        for kind, mask_of_kind in enumerate(_line_masks_of_mask(mask))
        if mask_of_kind
    )


@lru_cache(maxsize=1 << 13)
def _add_member(family: int, members: int) -> int:
    """Return the family of all sets with one more member, taken from `members`."""
    grown = 0
    for bit in (1, 2, 4, 8, 16, 32):
        if members & bit:
            grown |= (family & DISJOINT_SETS[bit]) << bit
    return grown


@lru_cache(maxsize=1 << 13)
def _with_supersets(family: int) -> int:
    """Return the family with all supersets of its sets."""
    for bit in (1, 2, 4, 8, 16, 32):
        family |= (family & DISJOINT_SETS[bit]) << bit
    return family


def _best_by_set(scores: dict[int, int]) -> tuple[int, ...]:
    """Return the best score of each set, from the families by score."""
    best = [0] * SET_COUNT
    done = 0
    for points in sorted(scores, reverse=True):
        new = _with_supersets(scores[points]) & ~done
        done |= new
        while new:
            low = new & -new
            best[low.bit_length() - 1] = points
            new ^= low
    return tuple(best)
