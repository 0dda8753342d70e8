"""The viewport: which part of the endless board is visible, and how it pans and zooms."""

from __future__ import annotations

from typing import NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from qwirkle.engine.pieces import Cell
from qwirkle.presenter.frame import Frame
from qwirkle.tui.drawing.palette import make_style
from qwirkle.tui.drawing.sprites import SPRITES, CellSize, DrawStyle
from qwirkle.tui.widgets.board_cells import BoundingBox, bounding_box


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


def reveal_last_play(viewport: Viewport, frame: Frame) -> Viewport:
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
