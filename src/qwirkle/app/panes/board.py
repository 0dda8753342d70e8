"""The board on the screen: only what is seen is drawn, and only what changed is drawn again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region
from textual.geometry import Size as Area
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from qwirkle.app.frame import Frame
from qwirkle.app.look import Look
from qwirkle.app.marks import BARE
from qwirkle.app.palette import palette_of, style_of
from qwirkle.app.panes.board_view import (
    Extent,
    Marks,
    changed,
    extent_of,
    fitting_zoom,
    marks_of,
    pieces_extent,
    strips_for,
)
from qwirkle.app.pictures import SIZES, Brush, Size, brush_of
from qwirkle.engine.pieces import Cell

REACH = 160
"""Cells from the middle of the world to its sides: no game has more pieces than that."""

SPARE = Extent(-3, -2, 3, 2)
"""A fresh table shows at least these cells."""

MANY = 48
"""From so many changed cells on, drawing everything again is quicker."""


class BoardPane(ScrollView, inherit_bindings=False, can_focus=True):
    """A table without ends; a cell keeps its place on the screen whatever is laid around it."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    BoardPane { overflow: hidden hidden; width: 1fr; height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "zoom_by(1)", "Zoom +", id="board.zoom-in", show=False),
        Binding("minus", "zoom_by(-1)", "Zoom −", id="board.zoom-out", show=False),
        Binding("0", "fit", "Fit", id="board.fit", show=False),
        Binding("c", "centre", "Centre", id="board.centre", show=False),
        Binding("shift+left", "pan(-1, 0)", "Pan", id="board.pan-left", show=False),
        Binding("shift+right", "pan(1, 0)", "Pan", id="board.pan-right", show=False),
        Binding("shift+up", "pan(0, -1)", "Pan", id="board.pan-up", show=False),
        Binding("shift+down", "pan(0, 1)", "Pan", id="board.pan-down", show=False),
    ]

    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True)
    look: reactive[Look] = reactive(Look, repaint=False)

    @dataclass
    class CellPressed(Message):
        """A cell was clicked."""

        cell: Cell

    @dataclass
    class CellTakenBack(Message):
        """A cell was clicked with the right button."""

        cell: Cell

    @dataclass
    class Zoomed(Message):
        """The player chose a zoom, or None to fit."""

        zoom: int | None

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self.zoom = 4
        """The zoom in effect."""
        self._home: Cell = (0, 0)
        self._marks: Marks = {}
        self._extent = SPARE
        self._settled: Extent | None = None
        self._pressed: Offset | None = None
        self._dragged = False

    # What comes from above

    def watch_frame(self, old: Frame | None, new: Frame | None) -> None:
        """Draw the cells that differ, and keep in sight what matters."""
        if new is None:
            return
        marks = marks_of(new)
        cells = changed(self._marks, marks)
        edges = self._hidden_sides()
        self._marks, self._extent = marks, pieces_extent(new)
        self._look_after(new, old)
        if len(cells) > MANY or edges != self._hidden_sides():
            self.refresh()
        else:
            for cell in cells:
                self.refresh(self.region_of(cell))

    def watch_look(self, old: Look, new: Look) -> None:
        """Draw everything again in another look."""
        palette = palette_of(new)
        self.styles.background = palette.table
        if new.zoom is None and old.zoom is not None:
            self.centre_fit()
        elif new.zoom is not None and new.zoom != self.zoom:
            self._zoom_to(new.zoom, self._anchor())
        self.refresh()

    def on_resize(self) -> None:
        """Fit the new room, or keep the middle in the middle."""
        self._resize_world()
        if self.look.zoom is None or self._settled is None:
            self.centre_fit()
        elif self.frame is not None:
            self._show(self._focus_extent(self.frame))

    # Where cells are

    @property
    def size_of_cell(self) -> Size:
        """The columns and rows of one cell."""
        return SIZES[self.zoom]

    def region_of(self, cell: Cell) -> Region:
        """Where a cell is on the pane."""
        width, height = self.size_of_cell
        column, row = self._world(cell)
        x, y = self.scroll_offset
        return Region(column - x, row - y, width, height)

    def cell_at(self, offset: Offset) -> Cell:
        """The cell that is drawn at a place of the pane."""
        width, height = self.size_of_cell
        x, y = offset + self.scroll_offset
        return (
            x // width - REACH + self._home[0],
            y // height - REACH + self._home[1],
        )

    def _world(self, cell: Cell) -> Offset:
        width, height = self.size_of_cell
        return Offset(
            (cell[0] - self._home[0] + REACH) * width,
            (cell[1] - self._home[1] + REACH) * height,
        )

    def _resize_world(self) -> None:
        width, height = self.size_of_cell
        self.virtual_size = Area((2 * REACH + 1) * width, (2 * REACH + 1) * height)

    # Zooming and panning

    def action_zoom_by(self, steps: int) -> None:
        """Zoom in or out, around the cursor."""
        zoom = min(max(self.zoom + steps, 1), 5)
        self._zoom_to(zoom, self._anchor())
        self.post_message(self.Zoomed(zoom))

    def action_fit(self) -> None:
        """Fit the pieces to the pane from now on."""
        self.centre_fit()
        self.post_message(self.Zoomed(None))

    def action_centre(self) -> None:
        """Bring the pieces to the middle without a change of zoom."""
        self._centre(self._extent)

    def action_pan(self, columns: int, rows: int) -> None:
        """Move the view by whole cells."""
        width, height = self.size_of_cell
        self._move_to(self.scroll_offset + Offset(columns * width, rows * height))

    def centre_fit(self) -> None:
        """Take the largest zoom that shows all pieces, and centre them."""
        if not self.size:
            return
        extent = self._wanted()
        zoom = fitting_zoom(extent, *self.size, most=self._most())
        if self.look.zoom is not None and self._settled is None:
            zoom = self.look.zoom
        if zoom != self.zoom:
            self.zoom = zoom
        self._resize_world()
        self._settled = extent
        self._centre(self._extent)
        self.refresh()

    def _most(self) -> int:
        return 5 if self.app.size.width >= 80 and self.app.size.height >= 24 else 2

    def _wanted(self) -> Extent:
        """The pieces with room to lay around them, and never less than a fresh table."""
        extent = self._extent.grown(1)
        x, y = extent.middle
        left, top, right, bottom = SPARE
        return extent_of([extent[:2], extent[2:], (x + left, y + top), (x + right, y + bottom)])

    def _anchor(self) -> Cell:
        """The cell that stays where it is while the zoom changes."""
        cursor = self.frame.cursor if self.frame else None
        window = self.size.region
        if cursor is not None and window.contains_region(self.region_of(cursor)):
            return cursor
        return self.cell_at(Offset(self.size.width // 2, self.size.height // 2))

    def _zoom_to(self, zoom: int, anchor: Cell) -> None:
        if zoom == self.zoom or not self.size:
            self.zoom = zoom
            return
        before = self.region_of(anchor).center
        self.zoom = zoom
        self._resize_world()
        width, height = self.size_of_cell
        column, row = self._world(anchor)
        self._move_to(
            Offset(round(column + width / 2 - before[0]), round(row + height / 2 - before[1]))
        )
        self.refresh()

    def _centre(self, extent: Extent) -> None:
        width, height = self.size_of_cell
        left, top = self._world((extent.left, extent.top))
        self._move_to(
            Offset(
                left - (self.size.width - extent.width * width) // 2,
                top - (self.size.height - extent.height * height) // 2,
            )
        )

    def _move_to(self, eye: Offset) -> None:
        """Let the view start there, but never lose all pieces out of sight."""
        width, height = self.size_of_cell
        left, top = self._world((self._extent.left, self._extent.top))
        right, bottom = self._world((self._extent.right + 1, self._extent.bottom + 1))
        x = min(max(eye.x, left + width - self.size.width), right - width)
        y = min(max(eye.y, top + height - self.size.height), bottom - height)
        self.scroll_to(x, y, animate=False, force=True)

    def _show(self, extent: Extent) -> None:
        """Move the view as little as needed to show these cells, the last ones first."""
        width, height = self.size_of_cell
        left, top = self._world((extent.left, extent.top))
        right, bottom = left + extent.width * width, top + extent.height * height
        x, y = self.scroll_offset
        x = min(max(x, right - self.size.width), left)
        y = min(max(y, bottom - self.size.height), top)
        if (x, y) != self.scroll_offset:
            self._move_to(Offset(x, y))

    def _look_after(self, new: Frame, old: Frame | None) -> None:
        """Keep the cursor in sight; after a play also what was laid, and in fit all pieces."""
        if not self.size:
            return
        if any(
            abs(ours - theirs) > REACH // 2
            for ours, theirs in zip(self._home, self._extent.middle, strict=True)
        ):
            self._home = self._extent.middle
            self.centre_fit()
        committed = old is None or old.view.board is not new.view.board
        if committed and self.look.zoom is None:
            wanted = self._wanted()
            zoom = fitting_zoom(wanted, *self.size, most=self._most())
            if old is None or len(new.view.board.cells) < len(old.view.board.cells):
                self.centre_fit()
            elif zoom < self.zoom:
                self._zoom_to(zoom, self._anchor())
                self.refresh()
            self._show(self._extent.grown(1))
        if committed and new.last:
            self._show(extent_of((x, y) for _, x, y in new.last))
        if new.cursor is not None:
            self._show(extent_of([new.cursor]))

    def _focus_extent(self, frame: Frame) -> Extent:
        return extent_of([frame.cursor]) if frame.cursor is not None else self._extent

    # Drawing

    def render_line(self, y: int) -> Strip:
        """One row of the pane."""
        brush = self._brush()
        width, height = self.size_of_cell
        scroll_x, scroll_y = self.scroll_offset
        row, line = divmod(y + scroll_y, height)
        first, cut = divmod(scroll_x, width)
        cell_y = row - REACH + self._home[1]
        cell_x = first - REACH + self._home[0]
        segments: list[Segment] = []
        marks, zoom = self._marks, self.zoom
        for x in range(cell_x, cell_x + (self.size.width + cut) // width + 1):
            segments.extend(strips_for(brush, zoom, marks.get((x, cell_y), BARE))[line])
        strip = Strip(segments).crop(cut, cut + self.size.width)
        return self._with_arrows(strip, y, brush)

    def _brush(self) -> Brush:
        body = self.frame.view.variant.look if self.frame else "tile"
        return brush_of(self.look, body)

    def _hidden_sides(self) -> tuple[bool, bool, bool, bool]:
        """Whether pieces lie beyond the left, right, upper and lower side of the pane."""
        left, top, *_ = self.region_of((self._extent.left, self._extent.top))
        last = self.region_of((self._extent.right, self._extent.bottom))
        return (
            left < 0,
            last.right - 1 > self.size.width,
            top < 0,
            last.bottom > self.size.height,
        )

    def _with_arrows(self, strip: Strip, y: int, brush: Brush) -> Strip:
        """The strip with signs at the sides beyond which more pieces lie."""
        width, height = self.size
        left, right, up, down = self._hidden_sides()
        places: list[tuple[int, str]] = []
        if y == height // 2:
            places += [(0, "<" if brush.ascii else "◄")] * left
            places += [(width - 1, ">" if brush.ascii else "►")] * right
        if (y == 0 and up) or (y == height - 1 and down):
            sign = ("^" if y == 0 else "v") if brush.ascii else ("▲" if y == 0 else "▼")
            places.append((width // 2, sign))
        style = style_of(brush.palette.accent, brush.palette.panel, True)
        for x, sign in places:
            mark = Strip([Segment(sign, style)], 1)
            strip = Strip.join([strip.crop(0, x), mark, strip.crop(x + 1, width)])
        return strip

    # The mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin a click or a drag."""
        self.capture_mouse()
        self._pressed, self._dragged = event.offset, False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the table along."""
        if self._pressed is None:
            return
        delta = event.offset - self._pressed
        if self._dragged or abs(delta.x) > 2 or abs(delta.y) > 1:
            self._dragged = True
            self._pressed = event.offset
            self._move_to(self.scroll_offset - delta)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End a drag, or tell which cell was clicked."""
        self.release_mouse()
        pressed, self._pressed = self._pressed, None
        if pressed is None or self._dragged or not self.size.region.contains_point(event.offset):
            return
        cell = self.cell_at(event.offset)
        taken = event.button == 3
        self.post_message(self.CellTakenBack(cell) if taken else self.CellPressed(cell))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Pan down, or right with Shift; with Ctrl zoom out."""
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Pan up, or left with Shift; with Ctrl zoom in."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseScrollDown | events.MouseScrollUp, step: int) -> None:
        event.prevent_default().stop()
        if event.ctrl:
            zoom = min(max(self.zoom - step, 1), 5)
            self._zoom_to(zoom, self.cell_at(event.offset))
            self.post_message(self.Zoomed(zoom))
        elif event.shift:
            self.action_pan(step, 0)
        else:
            self.action_pan(0, step)
