"""The part of the endless table that the pane shows: where cells lie on it, and how it moves."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.app.paint.forms import Size, size_of
from qwirkle.app.panes.board_view import Extent
from qwirkle.engine.pieces import Cell

REACH = 160
"""Cells from the middle of the world to its sides: more than a game has pieces."""


class Window(NamedTuple):
    """A rectangle of the terminal over the world; `x`, `y` is where it starts in the world."""

    body: str
    """`tile` or `die`, which are not of one size."""
    zoom: int
    home: Cell
    """The cell in the middle of the world."""
    x: int
    y: int
    width: int
    height: int

    @property
    def size(self) -> Size:
        """The columns and rows of a cell."""
        return size_of(self.body, self.zoom)

    @property
    def world(self) -> tuple[int, int]:
        """The columns and rows of the whole world."""
        width, height = self.size
        return (2 * REACH + 1) * width, (2 * REACH + 1) * height

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """The column and row of the window in which a cell starts."""
        width, height = self.size
        return (
            (cell[0] - self.home[0] + REACH) * width - self.x,
            (cell[1] - self.home[1] + REACH) * height - self.y,
        )

    def cell_at(self, column: int, row: int) -> Cell:
        """The cell that is drawn at a column and row of the window."""
        width, height = self.size
        return (
            (column + self.x) // width - REACH + self.home[0],
            (row + self.y) // height - REACH + self.home[1],
        )

    def edges_of(self, extent: Extent) -> tuple[int, int, int, int]:
        """Where an extent starts and ends: left, top, right and bottom, the latter excluded."""
        left, top = self.place_of((extent.left, extent.top))
        right, bottom = self.place_of((extent.right + 1, extent.bottom + 1))
        return left, top, right, bottom

    def shows(self, cell: Cell) -> bool:
        """Whether a cell is wholly inside."""
        left, top, right, bottom = self.edges_of(Extent(*cell, *cell))
        return left >= 0 and top >= 0 and right <= self.width and bottom <= self.height

    def has_room_for(self, extent: Extent) -> bool:
        """Whether an extent could be shown whole."""
        left, top, right, bottom = self.edges_of(extent)
        return right - left <= self.width and bottom - top <= self.height

    def moved(self, columns: int, rows: int) -> Window:
        """The window further right and down."""
        return self._replace(x=self.x + columns, y=self.y + rows)

    def centred(self, extent: Extent) -> Window:
        """The window with an extent in its middle."""
        left, top, right, bottom = self.edges_of(extent)
        return self.moved((left + right - self.width) // 2, (top + bottom - self.height) // 2)

    def showing(self, extent: Extent) -> Window:
        """The window moved as little as needed to show an extent, its start above all."""
        left, top, right, bottom = self.edges_of(extent)
        return self.moved(
            min(max(0, right - self.width), left), min(max(0, bottom - self.height), top)
        )

    def held(self, extent: Extent) -> Window:
        """The window moved back so that it does not lose an extent out of sight."""
        width, height = self.size
        left, top, right, bottom = self.edges_of(extent)
        columns = min(max(0, left + width - self.width), right - width)
        rows = min(max(0, top + height - self.height), bottom - height)
        return self.moved(columns, rows)

    def zoomed(self, zoom: int, anchor: Cell) -> Window:
        """The window at another zoom, with the middle of one cell where it was."""
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
        """Whether an extent goes on beyond the left, right, upper and lower side."""
        left, top, right, bottom = self.edges_of(extent)
        return left < 0, right - 1 > self.width, top < 0, bottom > self.height
