"""The board: its pieces, and which faces each adjacent empty cell allows.

Two pieces are compatible if they share exactly one of colour and shape. A line is valid (R4) if all
its pieces are pairwise compatible, which also limits it to six. So one mask, the faces compatible
with a whole run, says what may extend it. Every empty cell next to a piece stores the runs on
either side of it, for its row and its column (a `Gap`). Placing a piece joins the two runs at its
cell, so only the empty cells at both ends of the joined run need an update.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias, cast

from qwirkle.engine.pieces import (
    COLOURS,
    EVERY_FACE,
    FACE_TEXTS,
    FACES,
    SAME_COLOUR,
    SAME_SHAPE,
    SHAPES,
    Cell,
    Face,
    Faces,
    Laid,
)
from qwirkle.engine.variant import SHAPE_LINE, Variant

LONGEST = COLOURS
"""Pieces in the longest line that any variant allows (R4)."""

FARTHEST = 200
"""Where the board ends, in every direction."""

_INNER = FARTHEST - LONGEST + 1
"""A line that starts next to a piece closer to the centre than this can't leave the board."""

GOES_WITH = tuple(SAME_COLOUR[face] ^ SAME_SHAPE[face] for face in range(FACES))
"""For each face, the mask of faces that share exactly one of colour and shape with it."""

OTHER_COLOURS = tuple(EVERY_FACE & ~SAME_COLOUR[face] for face in range(FACES))
"""For each face, the mask of all faces with another colour."""

Gap: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""An empty cell in a row or column: the faces allowed there; the length of the run before it, the
mask of faces compatible with that run and the mask of its faces; the same three for the run after
it; and the index into `Variant.line_scores` of the line that filling the cell would make. A flat
tuple, because move generation reads thousands of them."""

NO_GAP: Gap = (EVERY_FACE, 0, EVERY_FACE, 0, 0, EVERY_FACE, 0, 1)


class Line(NamedTuple):
    """Two or more pieces in an unbroken row or column (R4)."""

    cells: tuple[Cell, ...]
    faces: Faces

    @property
    def of_one_colour(self) -> bool:
        """True if the pieces share their colour and differ in shape."""
        return self.faces[0] // SHAPES == self.faces[1] // SHAPES

    def worth(self, variant: Variant) -> int:
        """Return the points of this line (R9, R10)."""
        return variant.worths[len(self.cells) + (0 if self.of_one_colour else SHAPE_LINE)]

    def is_full(self, variant: Variant) -> bool:
        """Return True if the line is a Qwirkle (R10)."""
        return len(self.cells) == (
            variant.pieces.shapes if self.of_one_colour else variant.pieces.colours
        )


class Board:
    """An immutable board."""

    __slots__ = ("_fitting", "_last_laid", "_last_lines", "cells", "columns", "fits", "rows")

    cells: Mapping[Cell, Face]
    fits: Mapping[Cell, int]
    """For each empty cell next to a piece, the mask of faces that may be placed there (R7). Also
    some cells off the board, with an empty mask."""
    rows: Mapping[Cell, Gap]
    """The empty cells with a piece to their left or right."""
    columns: Mapping[Cell, Gap]
    """The empty cells with a piece above or below."""

    def __init__(
        self,
        cells: Mapping[Cell, Face],
        fits: Mapping[Cell, int],
        rows: Mapping[Cell, Gap],
        columns: Mapping[Cell, Gap],
    ) -> None:
        self.cells = cells
        self.fits = fits
        self.rows = rows
        self.columns = columns
        self._fitting: int | None = None
        # Validating, scoring and applying a turn ask the same questions in a row.
        self._last_laid: tuple[tuple[Laid, ...], Board] | None = None
        self._last_lines: tuple[tuple[Laid, ...], tuple[Line, ...]] | None = None

    @classmethod
    def of(cls, pieces: Iterable[Laid]) -> Board:
        """Return a board with these pieces."""
        return cls({}, {}, {}, {}).lay(pieces)

    def __str__(self) -> str:
        """Draw the board in letters, with coordinates.

        >>> print(Board.of([(0, 0, 0), (1, 1, 0), (7, 1, 1)]))
                0   1
           0   Rc  Rs
           1    ·  Os
        """
        columns, rows = self.extent
        lines = ["     " + "".join(f"{x:>4}" for x in columns)]
        for y in rows:
            cells = (FACE_TEXTS[self.cells[x, y]] if (x, y) in self.cells else "·" for x in columns)
            lines.append(f"{y:>4} " + "".join(f"{cell:>4}" for cell in cells))
        return "\n".join(lines) if rows else ""

    @property
    def extent(self) -> tuple[range, range]:
        """The columns and rows from the first to the last piece."""
        if not self.cells:
            return range(0), range(0)
        columns, rows = zip(*self.cells, strict=True)
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    @property
    def fitting(self) -> int:
        """Mask of the faces that fit somewhere; all faces if the board is empty."""
        if self._fitting is None:
            self._fitting = reduce(or_, self.fits.values(), 0) if self.cells else EVERY_FACE
        return self._fitting

    def lay(self, pieces: Iterable[Laid]) -> Board:
        """Return a board with these pieces added, without validating them.

        >>> sorted(EMPTY.lay([(0, 5, 5)]).fits)
        [(4, 5), (5, 4), (5, 6), (6, 5)]
        """
        pieces = tuple(pieces)
        if self._last_laid is not None and self._last_laid[0] == pieces:
            return self._last_laid[1]
        # `copy` takes a tenth of the time of `dict(…)` if keys have been removed.
        cells = cast("dict[Cell, Face]", self.cells).copy()
        fits = cast("dict[Cell, int]", self.fits).copy()
        rows = cast("dict[Cell, Gap]", self.rows).copy()
        columns = cast("dict[Cell, Gap]", self.columns).copy()
        for face, x, y in pieces:
            cell = x, y
            cells[cell] = face
            fits.pop(cell, None)
            bit, goes_with, others = 1 << face, GOES_WITH[face], OTHER_COLOURS[face]
            _, left, left_fit, left_set, right, right_fit, right_set, _ = rows.pop(cell, NO_GAP)
            _join(
                rows,
                columns,
                fits,
                (x - left - 1, y),
                (x + right + 1, y),
                left + 1 + right,
                left_fit & goes_with & right_fit,
                left_set | bit | right_set,
                others,
            )
            _, above, above_fit, above_set, below, below_fit, below_set, _ = columns.pop(
                cell, NO_GAP
            )
            _join(
                columns,
                rows,
                fits,
                (x, y - above - 1),
                (x, y + below + 1),
                above + 1 + below,
                above_fit & goes_with & below_fit,
                above_set | bit | below_set,
                others,
            )
            if not (-_INNER < x < _INNER and -_INNER < y < _INNER):
                _wall_off(fits, x, y)
        board = Board(cells, fits, rows, columns)
        if self.cells:  # the empty board is shared by all games
            self._last_laid = pieces, board
        return board

    def lines_of(self, pieces: Iterable[Laid]) -> tuple[Line, ...]:
        """Return every line through these pieces, which are on this board; each line once.

        >>> [line.faces for line in Board.of([(0, 0, 0), (1, 1, 0)]).lines_of([(0, 0, 0)])]
        [(0, 1)]
        """
        pieces = tuple(pieces)
        if self._last_lines is None or self._last_lines[0] != pieces:
            lines = (*self._lines_along(pieces, 1, 0), *self._lines_along(pieces, 0, 1))
            self._last_lines = pieces, lines
        return self._last_lines[1]

    def _lines_along(self, pieces: tuple[Laid, ...], dx: int, dy: int) -> Iterator[Line]:
        placed = self.cells
        seen: set[Cell] = set()
        for _, x, y in pieces:
            if (x, y) in seen:
                continue
            while (x - dx, y - dy) in placed:
                x, y = x - dx, y - dy
            cells = []
            cell = x, y
            while cell in placed:
                cells.append(cell)
                x, y = cell = x + dx, y + dy
            if len(cells) > 1:
                seen.update(cells)
                yield Line(tuple(cells), tuple([placed[cell] for cell in cells]))

    def __reduce__(self) -> tuple[object, ...]:
        return Board, (self.cells, self.fits, self.rows, self.columns)

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(frozenset(self.cells.items()))

    def __repr__(self) -> str:
        return f"Board.of({[(face, x, y) for (x, y), face in sorted(self.cells.items())]})"


def _join(
    along: dict[Cell, Gap],
    across: dict[Cell, Gap],
    fits: dict[Cell, int],
    start: Cell,
    end: Cell,
    length: int,
    run_fit: int,
    run_set: int,
    others: int,
) -> None:
    """Update the empty cells at both ends of a run.

    `other_colours` is the mask of faces that differ in colour from one piece of the run. It decides
    if a line that fills such a cell shares a shape. With a run of one piece the answer can be
    wrong, but then the line is too short for it to change the score.
    """
    _, before, before_fit, before_set, _, _, _, _ = along.get(start, NO_GAP)
    fit = 0 if run_set & ~before_fit else before_fit & run_fit
    slot = before + length + 1 + (SHAPE_LINE if (before_set | run_set) & others else 0)
    along[start] = fit, before, before_fit, before_set, length, run_fit, run_set, slot
    fits[start] = fit & across[start][0] if start in across else fit
    _, _, _, _, after, after_fit, after_set, _ = along.get(end, NO_GAP)
    fit = 0 if run_set & ~after_fit else run_fit & after_fit
    slot = length + 1 + after + (SHAPE_LINE if (run_set | after_set) & others else 0)
    along[end] = fit, length, run_fit, run_set, after, after_fit, after_set, slot
    fits[end] = fit & across[end][0] if end in across else fit


def _wall_off(fits: dict[Cell, int], x: int, y: int) -> None:
    """Allow no face on the cells off the board, in the rows and columns at and next to this piece.

    To a search they are empty cells that no face fits, so it stops there.
    """
    wall = FARTHEST + 1
    for aside in (-1, 0, 1):
        if abs(x) >= _INNER:
            fits[wall if x > 0 else -wall, y + aside] = 0
        if abs(y) >= _INNER:
            fits[x + aside, wall if y > 0 else -wall] = 0


EMPTY = Board({}, {}, {}, {})


def points_of(board: Board, pieces: Iterable[Laid], variant: Variant) -> int:
    """Return the score of these pieces, which are on the board, as one turn (R9, R10, J3)."""
    lines = board.lines_of(pieces)
    return sum(line.worth(variant) for line in lines) if lines else variant.scoring.lone_piece
