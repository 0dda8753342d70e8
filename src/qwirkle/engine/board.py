"""The board: its pieces, and which faces each adjacent empty cell allows.

Two pieces are compatible if they share exactly one of colour and shape. A line is valid (R4) if all
its pieces are pairwise compatible, which also limits it to six. So one mask, the faces compatible
with a whole run, says what may extend it. Every empty cell next to a piece stores the runs on
either side of it, for its row and its column (a `LineSlot`). Placing a piece joins the two runs at
its cell, so only the empty cells at both ends of the joined run need an update.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias, cast

from qwirkle.engine.pieces import (
    ALL_FACES,
    COLOUR_COUNT,
    FACE_COUNT,
    FACE_TEXTS,
    SAME_COLOUR,
    SAME_SHAPE,
    SHAPE_COUNT,
    Cell,
    Face,
    Faces,
    PieceAt,
)
from qwirkle.engine.variant import SHAPE_LINE_OFFSET, Variant

MAX_LINE_LENGTH = COLOUR_COUNT
"""Pieces in the longest line that any variant allows (R4)."""

MAX_COORDINATE = 200
"""Where the board ends, in every direction."""

_INNER_LIMIT = MAX_COORDINATE - MAX_LINE_LENGTH + 1
"""A line that starts next to a piece closer to the centre than this can't leave the board."""

COMPATIBLE = tuple(SAME_COLOUR[face] ^ SAME_SHAPE[face] for face in range(FACE_COUNT))
"""For each face, the mask of faces that share exactly one of colour and shape with it."""

OTHER_COLOURS = tuple(ALL_FACES & ~SAME_COLOUR[face] for face in range(FACE_COUNT))
"""For each face, the mask of all faces with another colour."""

LineSlot: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""An empty cell in a row or column: the faces allowed there; the length of the run before it, the
mask of faces compatible with that run and the mask of its faces; the same three for the run after
it; and the index into `Variant.line_scores` of the line that filling the cell would make. A flat
tuple, because move generation reads thousands of them."""

UNCONSTRAINED_SLOT: LineSlot = (ALL_FACES, 0, ALL_FACES, 0, 0, ALL_FACES, 0, 1)
"""An empty cell without neighbours in this line: any face fits."""


class Line(NamedTuple):
    """Two or more pieces in an unbroken row or column (R4)."""

    cells: tuple[Cell, ...]
    faces: Faces

    @property
    def is_single_colour(self) -> bool:
        """True if the pieces share their colour and differ in shape."""
        return self.faces[0] // SHAPE_COUNT == self.faces[1] // SHAPE_COUNT

    def score(self, variant: Variant) -> int:
        """Return the points of this line (R9, R10)."""
        return variant.line_scores[
            len(self.cells) + (0 if self.is_single_colour else SHAPE_LINE_OFFSET)
        ]

    def is_qwirkle(self, variant: Variant) -> bool:
        """Return True if the line is a Qwirkle (R10)."""
        return len(self.cells) == (
            variant.pieces.shapes if self.is_single_colour else variant.pieces.colours
        )


class Board:
    """An immutable board."""

    __slots__ = (
        "_last_lines",
        "_last_placed",
        "_playable_faces",
        "allowed_faces",
        "cells",
        "column_slots",
        "row_slots",
    )

    cells: Mapping[Cell, Face]
    allowed_faces: Mapping[Cell, int]
    """For each empty cell next to a piece, the mask of faces that may be placed there (R7). Also
    some cells off the board, with an empty mask."""
    row_slots: Mapping[Cell, LineSlot]
    """The empty cells with a piece to their left or right."""
    column_slots: Mapping[Cell, LineSlot]
    """The empty cells with a piece above or below."""

    def __init__(
        self,
        cells: Mapping[Cell, Face],
        allowed_faces: Mapping[Cell, int],
        row_slots: Mapping[Cell, LineSlot],
        column_slots: Mapping[Cell, LineSlot],
    ) -> None:
        self.cells = cells
        self.allowed_faces = allowed_faces
        self.row_slots = row_slots
        self.column_slots = column_slots
        self._playable_faces: int | None = None
        # Validating, scoring and applying a turn ask the same questions in a row.
        self._last_placed: tuple[tuple[PieceAt, ...], Board] | None = None
        self._last_lines: tuple[tuple[PieceAt, ...], tuple[Line, ...]] | None = None

    @classmethod
    def of(cls, pieces: Iterable[PieceAt]) -> Board:
        """Return a board with these pieces."""
        return cls({}, {}, {}, {}).place(pieces)

    def __str__(self) -> str:
        """Draw the board in letters, with coordinates.

        >>> print(Board.of([(0, 0, 0), (1, 1, 0), (7, 1, 1)]))
                0   1
           0   Rc  Rs
           1    ·  Os
        """
        columns, rows = self.bounds
        lines = ["     " + "".join(f"{x:>4}" for x in columns)]
        for y in rows:
            cells = (FACE_TEXTS[self.cells[x, y]] if (x, y) in self.cells else "·" for x in columns)
            lines.append(f"{y:>4} " + "".join(f"{cell:>4}" for cell in cells))
        return "\n".join(lines) if rows else ""

    @property
    def bounds(self) -> tuple[range, range]:
        """The columns and rows from the first to the last piece."""
        if not self.cells:
            return range(0), range(0)
        columns, rows = zip(*self.cells, strict=True)
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    @property
    def playable_faces(self) -> int:
        """Mask of the faces that fit somewhere; all faces if the board is empty."""
        if self._playable_faces is None:
            self._playable_faces = (
                reduce(or_, self.allowed_faces.values(), 0) if self.cells else ALL_FACES
            )
        return self._playable_faces

    def place(self, pieces: Iterable[PieceAt]) -> Board:
        """Return a board with these pieces added, without validating them.

        >>> sorted(EMPTY_BOARD.place([(0, 5, 5)]).allowed_faces)
        [(4, 5), (5, 4), (5, 6), (6, 5)]
        """
        pieces = tuple(pieces)
        if self._last_placed is not None and self._last_placed[0] == pieces:
            return self._last_placed[1]
        # `copy` takes a tenth of the time of `dict(…)` if keys have been removed.
        cells = cast("dict[Cell, Face]", self.cells).copy()
        allowed_faces = cast("dict[Cell, int]", self.allowed_faces).copy()
        row_slots = cast("dict[Cell, LineSlot]", self.row_slots).copy()
        column_slots = cast("dict[Cell, LineSlot]", self.column_slots).copy()
        for face, x, y in pieces:
            cell = x, y
            cells[cell] = face
            allowed_faces.pop(cell, None)
            bit, compatible, other_colours = 1 << face, COMPATIBLE[face], OTHER_COLOURS[face]
            _, left, left_compatible, left_faces, right, right_compatible, right_faces, _ = (
                row_slots.pop(cell, UNCONSTRAINED_SLOT)
            )
            _update_run_ends(
                row_slots,
                column_slots,
                allowed_faces,
                (x - left - 1, y),
                (x + right + 1, y),
                left + 1 + right,
                left_compatible & compatible & right_compatible,
                left_faces | bit | right_faces,
                other_colours,
            )
            _, above, above_compatible, above_faces, below, below_compatible, below_faces, _ = (
                column_slots.pop(cell, UNCONSTRAINED_SLOT)
            )
            _update_run_ends(
                column_slots,
                row_slots,
                allowed_faces,
                (x, y - above - 1),
                (x, y + below + 1),
                above + 1 + below,
                above_compatible & compatible & below_compatible,
                above_faces | bit | below_faces,
                other_colours,
            )
            if not (-_INNER_LIMIT < x < _INNER_LIMIT and -_INNER_LIMIT < y < _INNER_LIMIT):
                _block_outside(allowed_faces, x, y)
        board = Board(cells, allowed_faces, row_slots, column_slots)
        if self.cells:  # the empty board is shared by all games
            self._last_placed = pieces, board
        return board

    def lines_through(self, pieces: Iterable[PieceAt]) -> tuple[Line, ...]:
        """Return every line through these pieces, which are on this board; each line once.

        >>> [line.faces for line in Board.of([(0, 0, 0), (1, 1, 0)]).lines_through([(0, 0, 0)])]
        [(0, 1)]
        """
        pieces = tuple(pieces)
        if self._last_lines is None or self._last_lines[0] != pieces:
            lines = (*self._lines_along(pieces, 1, 0), *self._lines_along(pieces, 0, 1))
            self._last_lines = pieces, lines
        return self._last_lines[1]

    def _lines_along(self, pieces: tuple[PieceAt, ...], dx: int, dy: int) -> Iterator[Line]:
        pieces_at = self.cells
        seen: set[Cell] = set()
        for _, x, y in pieces:
            if (x, y) in seen:
                continue
            while (x - dx, y - dy) in pieces_at:
                x, y = x - dx, y - dy
            cells = []
            cell = x, y
            while cell in pieces_at:
                cells.append(cell)
                x, y = cell = x + dx, y + dy
            if len(cells) > 1:
                seen.update(cells)
                yield Line(tuple(cells), tuple([pieces_at[cell] for cell in cells]))

    def __reduce__(self) -> tuple[object, ...]:
        return Board, (self.cells, self.allowed_faces, self.row_slots, self.column_slots)

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(frozenset(self.cells.items()))

    def __repr__(self) -> str:
        return f"Board.of({[(face, x, y) for (x, y), face in sorted(self.cells.items())]})"


def _update_run_ends(
    along: dict[Cell, LineSlot],
    across: dict[Cell, LineSlot],
    allowed_faces: dict[Cell, int],
    start: Cell,
    end: Cell,
    length: int,
    run_compatible: int,
    run_faces: int,
    other_colours: int,
) -> None:
    """Update the empty cells at both ends of a run.

    `other_colours` is the mask of faces that differ in colour from one piece of the run. It decides
    if a line that fills such a cell shares a shape. With a run of one piece the answer can be
    wrong, but then the line is too short for it to change the score.
    """
    _, before, before_compatible, before_faces, _, _, _, _ = along.get(start, UNCONSTRAINED_SLOT)
    fit = 0 if run_faces & ~before_compatible else before_compatible & run_compatible
    score_index = (
        before
        + length
        + 1
        + (SHAPE_LINE_OFFSET if (before_faces | run_faces) & other_colours else 0)
    )
    along[start] = (
        fit,
        before,
        before_compatible,
        before_faces,
        length,
        run_compatible,
        run_faces,
        score_index,
    )
    allowed_faces[start] = fit & across[start][0] if start in across else fit
    _, _, _, _, after, after_compatible, after_faces, _ = along.get(end, UNCONSTRAINED_SLOT)
    fit = 0 if run_faces & ~after_compatible else run_compatible & after_compatible
    score_index = (
        length + 1 + after + (SHAPE_LINE_OFFSET if (run_faces | after_faces) & other_colours else 0)
    )
    along[end] = (
        fit,
        length,
        run_compatible,
        run_faces,
        after,
        after_compatible,
        after_faces,
        score_index,
    )
    allowed_faces[end] = fit & across[end][0] if end in across else fit


def _block_outside(allowed_faces: dict[Cell, int], x: int, y: int) -> None:
    """Allow no face on the cells off the board, in the rows and columns at and next to this piece.

    To a search they are empty cells that no face fits, so it stops there.
    """
    wall = MAX_COORDINATE + 1
    for offset in (-1, 0, 1):
        if abs(x) >= _INNER_LIMIT:
            allowed_faces[wall if x > 0 else -wall, y + offset] = 0
        if abs(y) >= _INNER_LIMIT:
            allowed_faces[x + offset, wall if y > 0 else -wall] = 0


EMPTY_BOARD = Board({}, {}, {}, {})


def score_placement(board: Board, pieces: Iterable[PieceAt], variant: Variant) -> int:
    """Return the score of these pieces, which are on the board, as one turn (R9, R10, J3)."""
    lines = board.lines_through(pieces)
    return sum(line.score(variant) for line in lines) if lines else variant.scoring.lone_piece
