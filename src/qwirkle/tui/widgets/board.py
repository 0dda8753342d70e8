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

from qwirkle.engine.pieces import Cell
from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.tui.drawing.cells import EMPTY_DISPLAY
from qwirkle.tui.drawing.glyphs import ZOOMS
from qwirkle.tui.drawing.palette import Appearance, get_palette
from qwirkle.tui.drawing.sprites import get_draw_style
from qwirkle.tui.widgets.board_cells import CellDisplays, cell_displays, cell_strips, changed_cells
from qwirkle.tui.widgets.viewport import (
    AUTO_ZOOMS,
    AUTO_ZOOMS_SMALL,
    BoundingBox,
    Viewport,
    bounding_box,
    draw_arrows,
    fitting_zoom,
    pieces_bounding_box,
    playable_area,
    reveal_change,
    reveal_cursor,
    reveal_last_move,
)

FULL_REFRESH_CELLS = 48
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
        Binding("0", "zoom_to_fit", tr("Show all pieces"), id="board.fit", show=False),
        Binding("c", "centre", tr("Centre"), id="board.centre", show=False),
        Binding("shift+left", "pan(-1, 0)", tr("Pan left"), id="board.pan-left", show=False),
        Binding("shift+right", "pan(1, 0)", tr("Pan right"), id="board.pan-right", show=False),
        Binding("shift+up", "pan(0, -1)", tr("Pan up"), id="board.pan-up", show=False),
        Binding("shift+down", "pan(0, 1)", tr("Pan down"), id="board.pan-down", show=False),
    ]

    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True)
    appearance: reactive[Appearance] = reactive(Appearance, repaint=False)

    class _CellMessage(Message):
        """A message about one cell."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    class CellPressed(_CellMessage):
        """A cell was clicked with the left button."""

    class CellRightClicked(_CellMessage):
        """A cell was clicked with the right button."""

    class Zoomed(Message):
        """The player chose a zoom level, or None to fit automatically."""

        def __init__(self, zoom: int | None) -> None:
            super().__init__()
            self.zoom = zoom

    def __init__(self, zoom: int | None = None, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.chosen_zoom = zoom
        """The zoom level that the player chose, or None to fit automatically."""
        self._viewport = Viewport()
        self._last_sizes = (Size(), Size())
        self._displays: CellDisplays = {}
        self._pieces_box = bounding_box(())
        self._has_layout = False
        self._last_fit: tuple[Viewport, BoundingBox] | None = None
        """Viewport and bounding box of the latest automatic fit, or None before the first."""
        self._is_overview = False
        """True while all pieces are shown at a zoom too small to play at."""
        self._press_offset: Offset | None = None
        self._is_dragging = False

    @property
    def viewport(self) -> Viewport:
        """The visible part of the board, at the widget's current size."""
        width, height = self.outer_size  # the pane has no border
        if (width, height) != self._viewport[-2:]:
            self._viewport = self._viewport._replace(width=width, height=height)
        return self._viewport

    @property
    def zoom(self) -> int:
        return self._viewport.zoom

    def cell_region(self, cell: Cell) -> Region:
        viewport = self.viewport
        return Region(*viewport.cell_position(cell), *viewport.cell_size)

    # New frames and sizes

    def watch_frame(self, old: Frame | None, new: Frame | None) -> None:
        """Redraw the cells that differ, and keep the latest change visible."""
        if new is None:
            return
        old_viewport = self.viewport
        arrows = old_viewport.hidden_sides(self._pieces_box)
        displays = cell_displays(new)
        cells = changed_cells(self._displays, displays)
        self._displays = displays
        if old is None or (old.pieces, old.drafted) != (new.pieces, new.drafted):
            self._pieces_box = pieces_bounding_box(new)
        if new.body != old_viewport.body:
            self._viewport = old_viewport._replace(body=new.body)
        if self.size:
            self._reveal_change(old, new)
        new_viewport = self.viewport
        if (
            new_viewport != old_viewport
            or len(cells) > FULL_REFRESH_CELLS
            or arrows != new_viewport.hidden_sides(self._pieces_box)
        ):
            self.refresh()
        elif cells:
            self.refresh(*map(self.cell_region, cells))
        self._move_terminal_cursor()

    def _move_terminal_cursor(self) -> None:
        """Move the terminal's own cursor to the cursor cell, for screen readers and braille.

        While pieces are being marked, HandPane places it instead.
        """
        frame = self.frame
        if frame is None or frame.cursor is None or "mark" in frame.offers:
            return
        region = self.cell_region(frame.cursor)
        centre = Offset(region.x + region.width // 2, region.y + region.height // 2)
        if self.outer_size.region.contains_point(centre):
            self.app.cursor_position = self.region.offset + centre

    def watch_appearance(self, appearance: Appearance) -> None:
        self.styles.background = get_palette(appearance).board
        self.refresh()

    def on_resize(self) -> None:
        old_terminal_size, old_size = self._last_sizes
        self._last_sizes = (self.app.size, self.size)
        old_viewport = self.viewport._replace(width=old_size.width, height=old_size.height)
        is_fitted = self._last_fit == (old_viewport, self._pieces_box)
        if (
            old_terminal_size == self.app.size
            and old_size.width == self.size.width
            and not is_fitted
        ):
            self._keep_cells_in_place(old_size.height - self.size.height)
        elif self.chosen_zoom is None:
            self.zoom_to_fit()
        elif not self._has_layout:
            self._set_viewport(
                self.viewport._replace(zoom=self.chosen_zoom).centre_on(self._pieces_box)
            )
        elif self.frame:
            self._set_viewport(reveal_cursor(self.viewport, self.frame))
        self._has_layout = True

    def _keep_cells_in_place(self, lost_rows: int) -> None:
        """Keep every cell in its screen position while a warning takes rows above the board."""
        old_viewport = self.viewport._replace(height=self.size.height + lost_rows)
        self._set_viewport(self.viewport.pan(0, lost_rows))
        if self.frame and self.frame.cursor and old_viewport.is_visible(self.frame.cursor):
            self._set_viewport(reveal_cursor(self.viewport, self.frame))

    def _reveal_change(self, old: Frame | None, new: Frame) -> None:
        """Keep new pieces, a new hint or the cursor visible."""
        if old is None:
            self._set_viewport(self.viewport.centre_on(self._pieces_box))
            if self.chosen_zoom is None:
                self.zoom_to_fit()
            self._set_viewport(reveal_last_move(self.viewport, new))
        elif new.pieces != old.pieces:
            if self.chosen_zoom is None:
                self._make_room(len(new.pieces) < len(old.pieces))
            self._set_viewport(reveal_last_move(self.viewport, new))
        else:
            self._set_viewport(reveal_change(self.viewport, old, new))

    def _make_room(self, has_shrunk: bool) -> None:
        """Make room around the pieces: pan as little as needed, or else change the zoom."""
        zoom, area = self._fitting_zoom(self._auto_zooms), self._pieces_box.expand(1)
        if self._is_overview or zoom < self.zoom or (has_shrunk and zoom > self.zoom):
            self.zoom_to_fit()
        elif self.viewport.has_room_for(area):
            self._set_viewport(self.viewport.reveal(area))

    # Zooming and panning

    def action_zoom_by(self, steps: int) -> None:
        self._choose_zoom(self.zoom + steps, self._zoom_anchor())

    def action_zoom_to_fit(self) -> None:
        """Show all pieces, however small; the second time, fit at a playable zoom."""
        self.chosen_zoom = None
        self.zoom_to_fit(allow_overview=not self._is_overview)
        self.post_message(self.Zoomed(None))

    def action_centre(self) -> None:
        self._set_viewport(self.viewport.centre_on(self._pieces_box))

    def action_pan(self, columns: int, rows: int) -> None:
        width, height = self.viewport.cell_size
        self._set_viewport(self.viewport.pan(columns * width, rows * height))

    def zoom_to_fit(self, allow_overview: bool = False) -> None:
        """Centre the pieces at the largest zoom that shows them all, if it is playable.

        With `allow_overview`, any zoom will do.
        """
        if not self.size:
            return
        min_zoom, max_zoom = self._auto_zooms[0], self._auto_zooms[-1]
        zoom = self._fitting_zoom(ZOOMS[:max_zoom] if allow_overview else self._auto_zooms)
        self._is_overview = zoom < min_zoom
        self._set_viewport(self.viewport._replace(zoom=zoom).centre_on(self._pieces_box))
        if self.frame and not self._is_overview:
            self._set_viewport(reveal_last_move(self.viewport, self.frame))
        self._last_fit = self.viewport, self._pieces_box

    def _choose_zoom(self, zoom: int, anchor: Cell) -> None:
        zoom = min(max(zoom, ZOOMS[0]), ZOOMS[-1])
        self._is_overview = False
        self.chosen_zoom = zoom
        self._set_viewport(self.viewport.zoom_to(zoom, anchor))
        self.post_message(self.Zoomed(zoom))

    @property
    def _auto_zooms(self) -> tuple[int, ...]:
        is_large = self.app.size.width >= 80 and self.app.size.height >= 24
        return AUTO_ZOOMS if is_large else AUTO_ZOOMS_SMALL

    def _fitting_zoom(self, zooms: tuple[int, ...]) -> int:
        """Return the largest of these zooms that shows all pieces and the cells around them."""
        viewport = self.viewport
        area = playable_area(self._pieces_box)
        return fitting_zoom(viewport.body, area, viewport.width, viewport.height, zooms)

    def _zoom_anchor(self) -> Cell:
        """Return the cell that keeps its place while the zoom changes."""
        cursor = self.frame.cursor if self.frame else None
        if cursor is not None and self.viewport.is_visible(cursor):
            return cursor
        return self.viewport.cell_at(self.size.width // 2, self.size.height // 2)

    def _set_viewport(self, viewport: Viewport) -> None:
        """Show another part of the board, with at least one piece visible."""
        viewport = viewport.clamp_to(self._pieces_box)
        if viewport != self.viewport:
            self._viewport = viewport
            self.refresh()
            self._move_terminal_cursor()

    # Rendering

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Drop the filter for ANSI colours: every colour here is a true colour already."""
        filters = super().get_line_filters()
        return [
            line_filter for line_filter in filters if not isinstance(line_filter, ANSIToTruecolor)
        ]

    def render_line(self, y: int) -> Strip:
        displays, viewport = self._displays, self.viewport
        draw_style = get_draw_style(self.appearance, viewport.body)
        left, top = viewport.cell_at(0, y)
        right, _ = viewport.cell_at(viewport.width - 1, y)
        column, row = viewport.cell_position((left, top))
        cells = [
            cell_strips(draw_style, viewport.zoom, displays.get((x, top), EMPTY_DISPLAY))[y - row]
            for x in range(left, right + 1)
        ]
        width = viewport.cell_size.width
        cells[-1] = cells[-1].crop(0, viewport.width - column - (right - left) * width)
        cells[0] = cells[0].crop(-column)
        strip = Strip([segment for cell in cells for segment in cell], viewport.width)
        return draw_arrows(strip, y, viewport, self._pieces_box, draw_style)

    # The mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()
        self._press_offset, self._is_dragging = event.offset, False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._press_offset is None:
            return
        delta = event.offset - self._press_offset
        if self._is_dragging or abs(delta.x) > 2 or abs(delta.y) > 1:
            self._is_dragging = True
            self._press_offset = event.offset
            self._set_viewport(self.viewport.pan(-delta.x, -delta.y))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()
        pressed, self._press_offset = self._press_offset, None
        if (
            pressed is None
            or self._is_dragging
            or not self.size.region.contains_point(event.offset)
        ):
            return
        cell = self.viewport.cell_at(*event.offset)
        is_right_click = event.button == 3
        self.post_message(self.CellRightClicked(cell) if is_right_click else self.CellPressed(cell))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseScrollDown | events.MouseScrollUp, step: int) -> None:
        event.prevent_default().stop()
        if event.ctrl:
            self._choose_zoom(self.zoom - step, self.viewport.cell_at(*event.offset))
        elif event.shift:
            self.action_pan(step, 0)
        else:
            self.action_pan(0, step)
