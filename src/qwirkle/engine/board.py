"""The pieces on the table, and for each empty cell beside them what may be laid there.

How it stays fast: pieces go together when they share exactly one of colour and shape, and a line is
good (R4) when all its pieces go together pairwise, which also keeps it to six. So a mask of the
faces that go with all of a run tells in one step what may extend it. Every empty cell that touches
a piece keeps, for its row and its column, the run on either side (a `Gap`). A laid piece joins the
two runs at its cell, and the joined run is news only to the empty cells at its two ends.
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
"""No line of any ruleset is longer (R4)."""

FARTHEST = 200
"""No coordinate is larger: there the table ends."""

_INNER = FARTHEST - LONGEST + 1
"""Nothing that begins beside a piece closer to the middle than this can leave the table."""

GOES_WITH = tuple(SAME_COLOUR[face] ^ SAME_SHAPE[face] for face in range(FACES))
"""For each face the mask of those that may stand in a line with it: one thing shared, one not."""

OTHER_COLOURS = tuple(EVERY_FACE & ~SAME_COLOUR[face] for face in range(FACES))
"""For each face the mask of all faces of other colours."""

Gap: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""An empty cell in a row or column: the faces that fit; then of the unbroken pieces before it how
many they are, which faces go with all of them and which faces they are; then those of the pieces
after it; last, where in a ruleset's `worths` the line stands that filling the cell would make. One
flat tuple, because plays are sought by looking at thousands of these."""

NO_GAP: Gap = (EVERY_FACE, 0, EVERY_FACE, 0, 0, EVERY_FACE, 0, 1)


class Line(NamedTuple):
    """Two or more pieces in an unbroken row or column (R4)."""

    cells: tuple[Cell, ...]
    faces: Faces

    @property
    def of_one_colour(self) -> bool:
        """Whether its pieces share their colour, so that they differ in shape."""
        return self.faces[0] // SHAPES == self.faces[1] // SHAPES

    def worth(self, variant: Variant) -> int:
        """What it scores (R9, R10)."""
        return variant.worths[len(self.cells) + (0 if self.of_one_colour else SHAPE_LINE)]

    def is_full(self, variant: Variant) -> bool:
        """Whether it is a Qwirkle: nothing can make it longer (R10)."""
        return len(self.cells) == (
            variant.pieces.shapes if self.of_one_colour else variant.pieces.colours
        )


class Board:
    """What lies on the table; never changed once it is made."""

    __slots__ = ("_fitting", "_last_laid", "_last_lines", "cells", "columns", "fits", "rows")

    cells: Mapping[Cell, Face]
    """What lies where."""
    fits: Mapping[Cell, int]
    """For each empty cell that touches a piece the faces that may be laid there alone (R7), and
    none for some cells off the table."""
    rows: Mapping[Cell, Gap]
    """The empty cells with a piece at their left or right."""
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
        # Checking, scoring and applying a turn ask the same in a row: the last answers are kept.
        self._last_laid: tuple[tuple[Laid, ...], Board] | None = None
        self._last_lines: tuple[tuple[Laid, ...], tuple[Line, ...]] | None = None

    @classmethod
    def of(cls, pieces: Iterable[Laid]) -> Board:
        """The board with just these pieces."""
        return cls({}, {}, {}, {}).lay(pieces)

    def __str__(self) -> str:
        """The table in letters, with its coordinates.

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
        """The columns and the rows that hold pieces."""
        if not self.cells:
            return range(0), range(0)
        columns, rows = zip(*self.cells, strict=True)
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    @property
    def fitting(self) -> int:
        """The faces that fit somewhere: every face on an empty board."""
        if self._fitting is None:
            self._fitting = reduce(or_, self.fits.values(), 0) if self.cells else EVERY_FACE
        return self._fitting

    def lay(self, pieces: Iterable[Laid]) -> Board:
        """The board with these pieces laid as well; nothing is checked.

        >>> sorted(EMPTY.lay([(0, 5, 5)]).fits)
        [(4, 5), (5, 4), (5, 6), (6, 5)]
        """
        pieces = tuple(pieces)
        if self._last_laid is not None and self._last_laid[0] == pieces:
            return self._last_laid[1]
        # `copy` of a dict takes a tenth of the time of `dict(…)` where cells have been dropped.
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
        if self.cells:  # the empty board outlives every game, so it keeps none
            self._last_laid = pieces, board
        return board

    def lines_of(self, pieces: Iterable[Laid]) -> tuple[Line, ...]:
        """Every line that one of these pieces, which lie here already, is part of, each once.

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
    """Tell the empty cells at both ends of a run what it is now.

    `others` are the faces of other colours than one piece of the run has. What such a cell would
    complete is settled by what lies beside it, wherever it matters: two pieces share one thing, and
    next to a single piece no line gets full.
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
    """Let nothing fit off the table, in the rows and columns at this piece and beside it.

    The cells there count as open ones on which nothing fits; so no search goes on over them.
    """
    wall = FARTHEST + 1
    for aside in (-1, 0, 1):
        if abs(x) >= _INNER:
            fits[wall if x > 0 else -wall, y + aside] = 0
        if abs(y) >= _INNER:
            fits[x + aside, wall if y > 0 else -wall] = 0


EMPTY = Board({}, {}, {}, {})


def points_of(board: Board, pieces: Iterable[Laid], variant: Variant) -> int:
    """What these pieces, which lie on the board already, score as one turn (R9, R10, J3)."""
    lines = board.lines_of(pieces)
    return sum(line.worth(variant) for line in lines) if lines else variant.scoring.lone_piece
