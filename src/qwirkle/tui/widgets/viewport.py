"""The viewport: which part of the endless board is visible, and how it fits, pans and zooms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from qwirkle.engine.pieces import Cell
from qwirkle.presenter.frame import Frame
from qwirkle.tui.drawing.glyphs import ZOOMS
from qwirkle.tui.drawing.palette import make_style
from qwirkle.tui.drawing.sprites import SPRITES, CellSize, DrawStyle, piece_size

MIN_RADIUS = (3, 2)
"""Columns and rows of cells on each side of the centre that are always shown, at least."""

AUTO_ZOOMS = ZOOMS[2:]
"""Zoom levels for the automatic fit; if even the smallest is too large, the board pans."""
AUTO_ZOOMS_SMALL = (2,)
"""The same below 80 columns or 24 rows."""


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


class Viewport(NamedTuple):
    """A rectangle of terminal columns and rows over the endless board."""

    body: str = "tile"
    """`tile` or `die`; they differ in size."""
    zoom: int = 4
    x: int = 0
    """Columns from the left edge of cell (0, 0) to that of the viewport."""
    y: int = 0
    """Rows from the top of cell (0, 0) to the top of the viewport."""
    width: int = 0
    height: int = 0

    @property
    def cell_size(self) -> CellSize:
        """Columns and rows of a board cell."""
        return SPRITES[self.body][self.zoom].size

    def cell_position(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row of the viewport where a cell starts."""
        width, height = self.cell_size
        return cell[0] * width - self.x, cell[1] * height - self.y

    def cell_at(self, column: int, row: int) -> Cell:
        """Return the cell at a column and row of the viewport."""
        width, height = self.cell_size
        return (column + self.x) // width, (row + self.y) // height

    def box_edges(self, box: BoundingBox) -> tuple[int, int, int, int]:
        """Return the left, top, right and bottom edge of a box; right and bottom are exclusive."""
        left, top = self.cell_position((box.left, box.top))
        right, bottom = self.cell_position((box.right + 1, box.bottom + 1))
        return left, top, right, bottom

    def is_visible(self, cell: Cell) -> bool:
        """Check whether a cell is completely visible."""
        left, top, right, bottom = self.box_edges(BoundingBox(*cell, *cell))
        return left >= 0 and top >= 0 and right <= self.width and bottom <= self.height

    def has_room_for(self, box: BoundingBox) -> bool:
        """Check whether a box could be shown whole."""
        left, top, right, bottom = self.box_edges(box)
        return right - left <= self.width and bottom - top <= self.height

    def pan(self, columns: int, rows: int) -> Viewport:
        """Return the viewport shifted right and down."""
        return self._replace(x=self.x + columns, y=self.y + rows)

    def centre_on(self, box: BoundingBox) -> Viewport:
        """Return the viewport with a box in its centre."""
        left, top, right, bottom = self.box_edges(box)
        return self.pan((left + right - self.width) // 2, (top + bottom - self.height) // 2)

    def reveal(self, box: BoundingBox) -> Viewport:
        """Return the viewport panned as little as needed to show a box, its top left first."""
        left, top, right, bottom = self.box_edges(box)
        return self.pan(
            min(max(0, right - self.width), left), min(max(0, bottom - self.height), top)
        )

    def clamp_to(self, box: BoundingBox) -> Viewport:
        """Return the viewport panned back, if needed, so that part of a box stays visible."""
        width, height = self.cell_size
        left, top, right, bottom = self.box_edges(box)
        columns = min(max(0, left + width - self.width), right - width)
        rows = min(max(0, top + height - self.height), bottom - height)
        return self.pan(columns, rows)

    def zoom_to(self, zoom: int, anchor: Cell) -> Viewport:
        """Return the viewport at another zoom, with the centre of one cell unmoved."""
        zoomed = self._replace(zoom=zoom)
        old_position, new_position, old_size, new_size = (
            self.cell_position(anchor),
            zoomed.cell_position(anchor),
            self.cell_size,
            zoomed.cell_size,
        )
        return zoomed.pan(
            new_position[0] + new_size.width // 2 - old_position[0] - old_size.width // 2,
            new_position[1] + new_size.height // 2 - old_position[1] - old_size.height // 2,
        )

    def hidden_sides(self, box: BoundingBox) -> tuple[bool, bool, bool, bool]:
        """Return whether a box extends beyond the left, right, top and bottom edge."""
        left, top, right, bottom = self.box_edges(box)
        return left < 0, right - 1 > self.width, top < 0, bottom > self.height


def reveal_last_move(viewport: Viewport, frame: Frame) -> Viewport:
    """Return the viewport panned to the last play, and to the cursor if both fit."""
    cells = [(x, y) for _, x, y in frame.last]
    if not cells:
        return reveal_cursor(viewport, frame)
    both = bounding_box([*cells, frame.cursor or cells[0]])
    return viewport.reveal(both if viewport.has_room_for(both) else bounding_box(cells))


def reveal_cursor(viewport: Viewport, frame: Frame) -> Viewport:
    """Return the viewport panned to the cursor, if there is one."""
    return viewport.reveal(bounding_box([frame.cursor])) if frame.cursor else viewport


def reveal_change(viewport: Viewport, old: Frame, new: Frame) -> Viewport:
    """Return the viewport panned to new hints' best move, or to the cursor if the turn changed."""
    if new.hinted and new.hinted != old.hinted:
        best = min(hint.letter for hint in new.hinted)
        return viewport.reveal(
            bounding_box(hint.cell for hint in new.hinted if hint.letter == best)
        )
    has_turn_changed = (old.cursor, old.hand, old.drafted) != (new.cursor, new.hand, new.drafted)
    return reveal_cursor(viewport, new) if has_turn_changed else viewport


def draw_arrows(
    strip: Strip, y: int, viewport: Viewport, box: BoundingBox, draw_style: DrawStyle
) -> Strip:
    """Overlay arrows on a rendered row that point to off-screen pieces."""
    width, height = viewport.width, viewport.height
    if y not in (0, height // 2, height - 1):
        return strip
    left, right, up, down = viewport.hidden_sides(box)
    arrows = "<>^v" if draw_style.ascii else "◄►▲▼"
    positions = (
        (0, height // 2, left),
        (width - 1, height // 2, right),
        (width // 2, 0, up),
        (width // 2, height - 1, down),
    )
    style = make_style(draw_style.palette.accent, draw_style.palette.panel, True)
    for char, (x, row, is_hidden) in zip(arrows, positions, strict=True):
        if is_hidden and row == y:
            arrow_strip = Strip([Segment(char, style)], 1)
            strip = Strip.join([strip.crop(0, x), arrow_strip, strip.crop(x + 1, width)])
    return strip
