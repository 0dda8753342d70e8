"""What each board cell displays in a frame, and the bounding box of the pieces."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from textual.strip import Strip

from qwirkle.engine.pieces import COLOUR_COUNT, SHAPE_COUNT, Cell, Face
from qwirkle.presenter.frame import Frame
from qwirkle.tui.drawing.cells import CellDisplay, draw_cell
from qwirkle.tui.drawing.glyphs import ZOOMS
from qwirkle.tui.drawing.sprites import DrawStyle, PieceHighlight, piece_size, to_strips

CellDisplays = Mapping[Cell, CellDisplay]
"""What to display in each cell that isn't empty."""

MIN_RADIUS = (3, 2)
"""Columns and rows of cells on each side of the centre that are always shown, at least."""

AUTO_ZOOMS = ZOOMS[2:]
"""Zoom levels for the automatic fit; if even the smallest is too large, the board pans."""
AUTO_ZOOMS_SMALL = (2,)
"""The same below 80 columns or 24 rows."""

_PIECE_DISPLAYS = tuple(CellDisplay(face=face) for face in range(COLOUR_COUNT * SHAPE_COUNT))


class BoundingBox(NamedTuple):
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
    def centre(self) -> Cell:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2

    def expand(self, margin: int) -> BoundingBox:
        """Return the box with a margin of cells on each side."""
        left, top, right, bottom = self
        return BoundingBox(left - margin, top - margin, right + margin, bottom + margin)


def bounding_box(cells: Iterable[Cell]) -> BoundingBox:
    """Return the bounding box of some cells, or of cell (0, 0) if there are none.

    >>> bounding_box([(0, 0), (3, -1)])
    BoundingBox(left=0, top=-1, right=3, bottom=0)
    """
    listed = list(cells) or [(0, 0)]
    columns = [x for x, _ in listed]
    rows = [y for _, y in listed]
    return BoundingBox(min(columns), min(rows), max(columns), max(rows))


def pieces_bounding_box(frame: Frame) -> BoundingBox:
    """Return the bounding box of all pieces on the board, including the unfinished turn."""
    return bounding_box((x, y) for _, x, y in (*frame.pieces, *frame.drafted))


def playable_area(box: BoundingBox) -> BoundingBox:
    """Return the box with a margin to place pieces in, and never smaller than an empty board."""
    x, y = box.centre
    columns, rows = MIN_RADIUS
    margin_box = box.expand(1)
    return BoundingBox(
        min(margin_box.left, x - columns),
        min(margin_box.top, y - rows),
        max(margin_box.right, x + columns),
        max(margin_box.bottom, y + rows),
    )


def fitting_zoom(body: str, box: BoundingBox, width: int, height: int, zooms: Iterable[int]) -> int:
    """Return the largest zoom level at which a box fits into `width` columns by `height` rows.

    If none is small enough, return the smallest.

    >>> fitting_zoom("tile", BoundingBox(0, 0, 9, 4), 80, 20, (3, 4, 5))
    4
    """
    descending = sorted(zooms, reverse=True)
    for zoom in descending:
        size = piece_size(body, zoom)
        if box.width * size.width <= width and box.height * size.height <= height:
            return zoom
    return descending[-1]


def cell_displays(frame: Frame) -> CellDisplays:
    """Return what to display in every cell that isn't empty."""
    displays = {(x, y): _PIECE_DISPLAYS[face] for face, x, y in frame.pieces}
    for number, play in enumerate(frame.recent or (frame.last,), start=1):
        for face, x, y in play:
            play_number = number if len(frame.recent) > 1 else None
            displays[x, y] = CellDisplay(
                face=face, highlight=PieceHighlight.LAST_MOVE, play_number=play_number
            )
    for cell in frame.flash:
        displays[cell] = displays[cell]._replace(highlight=PieceHighlight.FLASH)
    for fit in frame.fits:
        displays[fit.cell] = CellDisplay(points=fit.points, is_incomplete=fit.points is None)
    for hint in frame.hinted:
        display = displays.get(hint.cell, CellDisplay())
        displays[hint.cell] = display._replace(hint=(hint.letter, hint.face))
    for face, x, y in frame.drafted:
        displays[x, y] = CellDisplay(face=face, highlight=PieceHighlight.DRAFTED)
    for cell in frame.refused:
        display = displays.get(cell, CellDisplay())
        displays[cell] = display._replace(is_illegal=True, highlight=PieceHighlight.ILLEGAL)
    if frame.cursor is not None:
        display = displays.get(frame.cursor, CellDisplay())
        ghost = _picked_face(frame) if display.is_legal else None
        displays[frame.cursor] = display._replace(cursor=True, ghost=ghost)
    return displays


def changed_cells(old: CellDisplays, new: CellDisplays) -> set[Cell]:
    """Return the cells whose display changed."""
    return {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}


@lru_cache(8192)
def cell_strips(draw_style: DrawStyle, zoom: int, display: CellDisplay) -> tuple[Strip, ...]:
    """Return the rendered rows of one cell, cached."""
    return to_strips(draw_cell(draw_style, zoom, display))


def _picked_face(frame: Frame) -> Face | None:
    return next((slot.face for slot in frame.hand if slot.picked), None)
