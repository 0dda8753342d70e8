"""The board widget: renders only visible cells, and refreshes only cells that changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from qwirkle.app.paint.look import ZOOMS, Look
from qwirkle.app.paint.marks import BARE
from qwirkle.app.paint.palette import palette_of
from qwirkle.app.paint.pictures import brush_of
from qwirkle.app.panes.board_view import (
    FITTED,
    FITTED_SMALL,
    Extent,
    Marks,
    changed,
    extent_of,
    fitting_zoom,
    marks_of,
    pieces_extent,
    strips_for,
    with_room,
)
from qwirkle.app.panes.window import (
    Window,
    showing_change,
    showing_cursor,
    showing_play,
    with_arrows,
)
from qwirkle.engine.pieces import Cell
from qwirkle.table.frame import Frame
from qwirkle.texts import tr

MANY = 48
"""Number of changed cells from which a full refresh is quicker."""


class BoardPane(Widget, inherit_bindings=False, can_focus=True):
    """The endless board; a cell keeps its screen position whatever is placed around it."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    BoardPane { width: 1fr; height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus,equals_sign", "zoom_by(1)", tr("Zoom in"), id="board.zoom-in", show=False),
        Binding("minus", "zoom_by(-1)", tr("Zoom out"), id="board.zoom-out", show=False),
        Binding("0", "fit", tr("Show all pieces"), id="board.fit", show=False),
        Binding("c", "centre", tr("Centre"), id="board.centre", show=False),
        Binding("shift+left", "pan(-1, 0)", tr("Pan left"), id="board.pan-left", show=False),
        Binding("shift+right", "pan(1, 0)", tr("Pan right"), id="board.pan-right", show=False),
        Binding("shift+up", "pan(0, -1)", tr("Pan up"), id="board.pan-up", show=False),
        Binding("shift+down", "pan(0, 1)", tr("Pan down"), id="board.pan-down", show=False),
    ]

    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True)
    look: reactive[Look] = reactive(Look, repaint=False)

    class _OfCell(Message):
        """A message about one cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class CellPressed(_OfCell):
        """A cell was clicked with the left button."""

    class CellTakenBack(_OfCell):
        """A cell was clicked with the right button."""

    class Zoomed(Message):
        """The player chose a zoom level, or None to fit automatically."""

        def __init__(self, zoom: int | None) -> None:
            super().__init__()
            self.zoom = zoom

    def __init__(self, zoom: int | None = None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.wanted_zoom = zoom
        """The zoom level that the player chose, or None to fit automatically."""
        self._window = Window()
        self._room = (Size(), Size())
        self._marks: Marks = {}
        self._extent = extent_of(())
        self._settled = False
        self._fit: tuple[Window, Extent] | None = None
        """Viewport and bounding box of the latest automatic fit, or None before the first."""
        self._overview = False
        """True while all pieces are shown at a zoom too small to play at."""
        self._pressed: Offset | None = None
        self._dragged = False

    @property
    def window(self) -> Window:
        """The visible part of the board, at the widget's current size."""
        width, height = self.outer_size  # the pane has no border
        if (width, height) != self._window[-2:]:
            self._window = self._window._replace(width=width, height=height)
        return self._window

    @property
    def zoom(self) -> int:
        return self._window.zoom

    def region_of(self, cell: Cell) -> Region:
        window = self.window
        return Region(*window.place_of(cell), *window.size)

    # New frames and sizes

    def watch_frame(self, old: Frame | None, new: Frame | None) -> None:
        """Redraw the cells that differ, and keep the latest change in sight."""
        if new is None:
            return
        before = self.window
        arrows = before.hides(self._extent)
        marks = marks_of(new)
        cells = changed(self._marks, marks)
        self._marks = marks
        if old is None or (old.pieces, old.drafted) != (new.pieces, new.drafted):
            self._extent = pieces_extent(new)
        if new.body != before.body:
            self._window = before._replace(body=new.body)
        if self.size:
            self._follow(old, new)
        after = self.window
        if after != before or len(cells) > MANY or arrows != after.hides(self._extent):
            self.refresh()
        elif cells:
            self.refresh(*map(self.region_of, cells))
        self._place_cursor()

    def _place_cursor(self) -> None:
        """Move the terminal's own cursor to the cursor cell, for screen readers and braille.

        While pieces are being marked, HandPane places it instead.
        """
        frame = self.frame
        if frame is None or frame.cursor is None or "mark" in frame.offers:
            return
        place = self.region_of(frame.cursor)
        middle = Offset(place.x + place.width // 2, place.y + place.height // 2)
        if self.outer_size.region.contains_point(middle):
            self.app.cursor_position = self.region.offset + middle

    def watch_look(self, look: Look) -> None:
        self.styles.background = palette_of(look).table
        self.refresh()

    def on_resize(self) -> None:
        (terminal, room), self._room = self._room, (self.app.size, self.size)
        seen = self.window._replace(width=room.width, height=room.height)
        untouched = self._fit == (seen, self._extent)
        if terminal == self.app.size and room.width == self.size.width and not untouched:
            self._stay(room.height - self.size.height)
        elif self.wanted_zoom is None:
            self.fit()
        elif not self._settled:
            self._move(self.window._replace(zoom=self.wanted_zoom).centred(self._extent))
        elif self.frame:
            self._move(showing_cursor(self.window, self.frame))
        self._settled = True

    def _stay(self, lost: int) -> None:
        """Keep every cell in its screen position while a warning takes rows above the board."""
        before = self.window._replace(height=self.size.height + lost)
        self._move(self.window.moved(0, lost))
        if self.frame and self.frame.cursor and before.shows(self.frame.cursor):
            self._move(showing_cursor(self.window, self.frame))

    def _follow(self, old: Frame | None, new: Frame) -> None:
        """Keep new pieces, a new hint or the cursor in sight."""
        if old is None:
            self._move(self.window.centred(self._extent))
            if self.wanted_zoom is None:
                self.fit()
            self._move(showing_play(self.window, new))
        elif new.pieces != old.pieces:
            if self.wanted_zoom is None:
                self._follow_growth(len(new.pieces) < len(old.pieces))
            self._move(showing_play(self.window, new))
        else:
            self._move(showing_change(self.window, old, new))

    def _follow_growth(self, shrunk: bool) -> None:
        """Make room around the pieces: pan as little as needed, or else change the zoom."""
        zoom, room = self._fitting_zoom(self._fitted), self._extent.grown(1)
        if self._overview or zoom < self.zoom or (shrunk and zoom > self.zoom):
            self.fit()
        elif self.window.has_room_for(room):
            self._move(self.window.showing(room))

    # Zooming and panning

    def action_zoom_by(self, steps: int) -> None:
        self._choose_zoom(self.zoom + steps, self._anchor())

    def action_fit(self) -> None:
        """Show all pieces, however small; the second time, fit at a playable zoom."""
        self.wanted_zoom = None
        self.fit(whole=not self._overview)
        self.post_message(self.Zoomed(None))

    def action_centre(self) -> None:
        self._move(self.window.centred(self._extent))

    def action_pan(self, columns: int, rows: int) -> None:
        width, height = self.window.size
        self._move(self.window.moved(columns * width, rows * height))

    def fit(self, whole: bool = False) -> None:
        """Centre the pieces at the largest zoom that shows them all, if it is playable.

        With `whole`, any zoom will do.
        """
        if not self.size:
            return
        least, most = self._fitted[0], self._fitted[-1]
        zoom = self._fitting_zoom(ZOOMS[:most] if whole else self._fitted)
        self._overview = zoom < least
        self._move(self.window._replace(zoom=zoom).centred(self._extent))
        if self.frame and not self._overview:
            self._move(showing_play(self.window, self.frame))
        self._fit = self.window, self._extent

    def _choose_zoom(self, zoom: int, anchor: Cell) -> None:
        zoom = min(max(zoom, ZOOMS[0]), ZOOMS[-1])
        self._overview = False
        self.wanted_zoom = zoom
        self._move(self.window.zoomed(zoom, anchor))
        self.post_message(self.Zoomed(zoom))

    @property
    def _fitted(self) -> tuple[int, ...]:
        roomy = self.app.size.width >= 80 and self.app.size.height >= 24
        return FITTED if roomy else FITTED_SMALL

    def _fitting_zoom(self, zooms: tuple[int, ...]) -> int:
        """Return the largest of these zooms that shows all pieces and the cells around them."""
        window = self.window
        room = with_room(self._extent)
        return fitting_zoom(window.body, room, window.width, window.height, zooms)

    def _anchor(self) -> Cell:
        """Return the cell that keeps its place while the zoom changes."""
        cursor = self.frame.cursor if self.frame else None
        if cursor is not None and self.window.shows(cursor):
            return cursor
        return self.window.cell_at(self.size.width // 2, self.size.height // 2)

    def _move(self, window: Window) -> None:
        """Show another part of the board, with at least one piece in sight."""
        window = window.held(self._extent)
        if window != self.window:
            self._window = window
            self.refresh()
            self._place_cursor()

    # Rendering

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Drop the filter for ANSI colours: every colour here is a true colour already."""
        filters = super().get_line_filters()
        return [each for each in filters if not isinstance(each, ANSIToTruecolor)]

    def render_line(self, y: int) -> Strip:
        marks, window = self._marks, self.window
        brush = brush_of(self.look, window.body)
        left, top = window.cell_at(0, y)
        right, _ = window.cell_at(window.width - 1, y)
        column, row = window.place_of((left, top))
        cells = [
            strips_for(brush, window.zoom, marks.get((x, top), BARE))[y - row]
            for x in range(left, right + 1)
        ]
        width = window.size.width
        cells[-1] = cells[-1].crop(0, window.width - column - (right - left) * width)
        cells[0] = cells[0].crop(-column)
        strip = Strip([segment for cell in cells for segment in cell], window.width)
        return with_arrows(strip, y, window, self._extent, brush)

    # The mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self._pressed, self._dragged = event.offset, False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._pressed is None:
            return
        delta = event.offset - self._pressed
        if self._dragged or abs(delta.x) > 2 or abs(delta.y) > 1:
            self._dragged = True
            self._pressed = event.offset
            self._move(self.window.moved(-delta.x, -delta.y))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()
        pressed, self._pressed = self._pressed, None
        if pressed is None or self._dragged or not self.size.region.contains_point(event.offset):
            return
        cell = self.window.cell_at(*event.offset)
        taken = event.button == 3
        self.post_message(self.CellTakenBack(cell) if taken else self.CellPressed(cell))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseScrollDown | events.MouseScrollUp, step: int) -> None:
        event.prevent_default().stop()
        if event.ctrl:
            self._choose_zoom(self.zoom - step, self.window.cell_at(*event.offset))
        elif event.shift:
            self.action_pan(step, 0)
        else:
            self.action_pan(0, step)
