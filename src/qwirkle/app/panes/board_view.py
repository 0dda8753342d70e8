"""What each board cell displays in a frame, and the bounding box of the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from textual.strip import Strip

from qwirkle.app.paint.look import ZOOMS
from qwirkle.app.paint.marks import Mark, draw
from qwirkle.app.paint.pictures import Brush, Finish, size_of, strips_of
from qwirkle.engine.pieces import COLOURS, SHAPES, Cell, Face
from qwirkle.table.frame import Frame

Marks = Mapping[Cell, Mark]
"""What to display in each cell that isn't empty."""


SPARE = (3, 2)
"""Columns and rows of cells on each side of the centre that are always shown, at least."""

FITTED = ZOOMS[2:]
"""Zoom levels for the automatic fit; if even the smallest is too large, the board pans."""
FITTED_SMALL = (2,)
"""The same below 80 columns or 24 rows."""

_PIECES = tuple(Mark(face=face) for face in range(COLOURS * SHAPES))


class Extent(NamedTuple):
    """The smallest rectangle around some cells, both ends included."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left + 1

    @property
    def height(self) -> int:
        return self.bottom - self.top + 1

    @property
    def middle(self) -> Cell:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def grown(self, margin: int) -> Extent:
        """Return the box with a margin of cells on each side."""
        left, top, right, bottom = self
        return Extent(left - margin, top - margin, right + margin, bottom + margin)


def extent_of(cells: Iterable[Cell]) -> Extent:
    """Return the bounding box of some cells, or of cell (0, 0) if there are none.

    >>> extent_of([(0, 0), (3, -1)])
    Extent(left=0, top=-1, right=3, bottom=0)
    """
    places = list(cells) or [(0, 0)]
    columns = [x for x, _ in places]
    rows = [y for _, y in places]
    return Extent(min(columns), min(rows), max(columns), max(rows))


def pieces_extent(frame: Frame) -> Extent:
    """Return the bounding box of all pieces on the board, including the unfinished turn."""
    return extent_of((x, y) for _, x, y in (*frame.pieces, *frame.drafted))


def with_room(extent: Extent) -> Extent:
    """Return the box with a margin to place pieces in, and never smaller than an empty board."""
    x, y = extent.middle
    columns, rows = SPARE
    around = extent.grown(1)
    return Extent(
        min(around.left, x - columns),
        min(around.top, y - rows),
        max(around.right, x + columns),
        max(around.bottom, y + rows),
    )


def fitting_zoom(body: str, extent: Extent, width: int, height: int, zooms: Iterable[int]) -> int:
    """Return the largest zoom level at which a box fits into `width` columns by `height` rows.

    If none is small enough, return the smallest.

    >>> fitting_zoom("tile", Extent(0, 0, 9, 4), 80, 20, (3, 4, 5))
    4
    """
    falling = sorted(zooms, reverse=True)
    for zoom in falling:
        size = size_of(body, zoom)
        if extent.width * size.width <= width and extent.height * size.height <= height:
            return zoom
    return falling[-1]


def marks_of(frame: Frame) -> Marks:
    """Return what to display in every cell that isn't empty."""
    marks = {(x, y): _PIECES[face] for face, x, y in frame.pieces}
    for number, play in enumerate(frame.recent or (frame.last,), start=1):
        for face, x, y in play:
            numbered = number if len(frame.recent) > 1 else None
            marks[x, y] = Mark(face=face, finish=Finish.LAST, number=numbered)
    for cell in frame.flash:
        marks[cell] = marks[cell]._replace(finish=Finish.FLASH)
    for fit in frame.fits:
        marks[fit.cell] = Mark(points=fit.points, waiting=fit.points is None)
    for hint in frame.hinted:
        mark = marks.get(hint.cell, Mark())
        marks[hint.cell] = mark._replace(hint=(hint.letter, hint.face))
    for face, x, y in frame.drafted:
        marks[x, y] = Mark(face=face, finish=Finish.DRAFTED)
    for cell in frame.refused:
        mark = marks.get(cell, Mark())
        marks[cell] = mark._replace(refused=True, finish=Finish.REFUSED)
    if frame.cursor is not None:
        mark = marks.get(frame.cursor, Mark())
        ghost = _picked(frame) if mark.fits else None
        marks[frame.cursor] = mark._replace(cursor=True, ghost=ghost)
    return marks


def changed(old: Marks, new: Marks) -> set[Cell]:
    """Return the cells whose display changed."""
    return {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}


@lru_cache(8192)
def strips_for(brush: Brush, zoom: int, mark: Mark) -> tuple[Strip, ...]:
    """Return the rendered rows of one cell, cached."""
    return strips_of(draw(brush, zoom, mark))


def _picked(frame: Frame) -> Face | None:
    return next((slot.face for slot in frame.hand if slot.picked), None)
