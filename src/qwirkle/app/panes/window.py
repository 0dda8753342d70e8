"""The viewport: which part of the endless board is visible, and how it pans and zooms."""

from __future__ import annotations

from typing import NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from qwirkle.app.paint.palette import style_of
from qwirkle.app.paint.pictures import FORMS, Brush, Size
from qwirkle.app.panes.board_view import Extent, extent_of
from qwirkle.engine.pieces import Cell
from qwirkle.table.frame import Frame


class Window(NamedTuple):
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
    def size(self) -> Size:
        """Columns and rows of a board cell."""
        return FORMS[self.body][self.zoom].size

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """Return the column and row of the viewport where a cell starts."""
        width, height = self.size
        return cell[0] * width - self.x, cell[1] * height - self.y

    def cell_at(self, column: int, row: int) -> Cell:
        """Return the cell at a column and row of the viewport."""
        width, height = self.size
        return (column + self.x) // width, (row + self.y) // height

    def edges_of(self, extent: Extent) -> tuple[int, int, int, int]:
        """Return the left, top, right and bottom edge of a box; right and bottom are exclusive."""
        left, top = self.place_of((extent.left, extent.top))
        right, bottom = self.place_of((extent.right + 1, extent.bottom + 1))
        return left, top, right, bottom

    def shows(self, cell: Cell) -> bool:
        """Check whether a cell is completely visible."""
        left, top, right, bottom = self.edges_of(Extent(*cell, *cell))
        return left >= 0 and top >= 0 and right <= self.width and bottom <= self.height

    def has_room_for(self, extent: Extent) -> bool:
        """Check whether a box could be shown whole."""
        left, top, right, bottom = self.edges_of(extent)
        return right - left <= self.width and bottom - top <= self.height

    def moved(self, columns: int, rows: int) -> Window:
        """Return the viewport shifted right and down."""
        return self._replace(x=self.x + columns, y=self.y + rows)

    def centred(self, extent: Extent) -> Window:
        """Return the viewport with a box in its centre."""
        left, top, right, bottom = self.edges_of(extent)
        return self.moved((left + right - self.width) // 2, (top + bottom - self.height) // 2)

    def showing(self, extent: Extent) -> Window:
        """Return the viewport panned as little as needed to show a box, its top left first."""
        left, top, right, bottom = self.edges_of(extent)
        return self.moved(
            min(max(0, right - self.width), left), min(max(0, bottom - self.height), top)
        )

    def held(self, extent: Extent) -> Window:
        """Return the viewport panned back, if needed, so that part of a box stays visible."""
        width, height = self.size
        left, top, right, bottom = self.edges_of(extent)
        columns = min(max(0, left + width - self.width), right - width)
        rows = min(max(0, top + height - self.height), bottom - height)
        return self.moved(columns, rows)

    def zoomed(self, zoom: int, anchor: Cell) -> Window:
        """Return the viewport at another zoom, with the centre of one cell unmoved."""
        other = self._replace(zoom=zoom)
        before, after, old, new = (
            self.place_of(anchor),
            other.place_of(anchor),
            self.size,
            other.size,
        )
        return other.moved(
            after[0] + new.width // 2 - before[0] - old.width // 2,
            after[1] + new.height // 2 - before[1] - old.height // 2,
        )

    def hides(self, extent: Extent) -> tuple[bool, bool, bool, bool]:
        """Return whether a box extends beyond the left, right, top and bottom edge."""
        left, top, right, bottom = self.edges_of(extent)
        return left < 0, right - 1 > self.width, top < 0, bottom > self.height


def showing_play(window: Window, frame: Frame) -> Window:
    """Show the last play, and the cursor too if there is room for both."""
    laid = [(x, y) for _, x, y in frame.last]
    if not laid:
        return showing_cursor(window, frame)
    both = extent_of([*laid, frame.cursor or laid[0]])
    return window.showing(both if window.has_room_for(both) else extent_of(laid))


def showing_cursor(window: Window, frame: Frame) -> Window:
    """Show the cursor, if there is one."""
    return window.showing(extent_of([frame.cursor])) if frame.cursor else window


def showing_change(window: Window, old: Frame, new: Frame) -> Window:
    """Show the best hint if hints are new, or the cursor if the turn changed."""
    if new.hinted and new.hinted != old.hinted:
        best = min(hint.letter for hint in new.hinted)
        return window.showing(extent_of(hint.cell for hint in new.hinted if hint.letter == best))
    done = (old.cursor, old.hand, old.drafted) != (new.cursor, new.hand, new.drafted)
    return showing_cursor(window, new) if done else window


def with_arrows(strip: Strip, y: int, window: Window, extent: Extent, brush: Brush) -> Strip:
    """Draw arrows towards pieces out of sight over a rendered row."""
    width, height = window.width, window.height
    if y not in (0, height // 2, height - 1):
        return strip
    left, right, up, down = window.hides(extent)
    signs = "<>^v" if brush.ascii else "◄►▲▼"
    places = (
        (0, height // 2, left),
        (width - 1, height // 2, right),
        (width // 2, 0, up),
        (width // 2, height - 1, down),
    )
    style = style_of(brush.palette.accent, brush.palette.panel, True)
    for sign, (x, row, hidden) in zip(signs, places, strict=True):
        if hidden and row == y:
            arrow = Strip([Segment(sign, style)], 1)
            strip = Strip.join([strip.crop(0, x), arrow, strip.crop(x + 1, width)])
    return strip
