"""The hand widget: large pictures of the pieces, with the keys that pick them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.segment import Segment
from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from qwirkle.app.paint.look import ZOOMS, Look
from qwirkle.app.paint.palette import ink_on, palette_of, style_of
from qwirkle.app.paint.pictures import (
    Brush,
    Finish,
    Size,
    brush_of,
    paint_of,
    piece,
    size_of,
    strips_of,
)
from qwirkle.engine.pieces import Face
from qwirkle.table.frame import Frame, HandSlot

GAPS = (2, 1, 0)
"""Columns between two pieces; the first of these that fits is used."""
LEFT = 1
LEAST_PICTURE = 3
"""The smallest zoom with a picture; to keep it, numbers may overlap the edges of dice."""


class Measures(NamedTuple):
    """Size and spacing of the pieces in the pane."""

    zoom: int
    size: Size
    step: int
    """Columns from one piece to the next."""
    number_row: int
    """Row of the numbers: below the pieces, or the pieces' last row."""


def measures(body: str, count: int, width: int, height: int) -> Measures:
    """Return the layout with the largest pieces that fit with their numbers, widely spaced."""
    for zoom in reversed(ZOOMS):
        size = size_of(body, zoom)
        on_lip = body == "die" and zoom == LEAST_PICTURE and size.height == height
        if size.height < height or on_lip:
            for gap in GAPS:
                if LEFT + count * (size.width + gap) <= width:
                    return Measures(zoom, size, size.width + gap, size.height - on_lip)
    return Measures(1, size_of(body, 1), size_of(body, 1).width, 1)


class HandPane(Widget):
    """The pieces of one hand, in the player's order."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    HandPane { height: 7; border: round $warning; border-subtitle-align: right; }
    """

    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True)
    look: reactive[Look] = reactive(Look)

    class SlotPressed(Message):
        """A piece of the hand was clicked; `index` counts from 0."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def watch_frame(self, old: Frame | None, new: Frame | None) -> None:
        """Update the titles and the pieces; repaint only if something changed."""
        if new is not None and "mark" in new.offers:
            self._place_cursor(old, new)
        if old is not None and new is not None and _is_alike(old, new):
            return
        if new is not None:
            self.border_title = Content(new.hand_title)
            self.border_subtitle = Content(new.hand_note)
        self.refresh()

    def _place_cursor(self, old: Frame | None, new: Frame) -> None:
        """Move the terminal's own cursor to the number of the piece that was marked last."""
        before = {slot.number for slot in old.hand if slot.marked} if old else set()
        changed = before ^ {slot.number for slot in new.hand if slot.marked}
        found = self._measures()
        column = LEFT + (max(changed, default=1) - 1) * found.step + found.size.width // 2
        self.app.cursor_position = self.content_region.offset + Offset(column, found.number_row)

    def watch_look(self, look: Look) -> None:
        palette = palette_of(look)
        self.styles.background = palette.panel
        self.styles.color = palette.text
        self.styles.border = ("round", palette.accent)
        self.styles.border_title_color = palette.accent
        self.styles.border_subtitle_color = palette.accent

    @property
    def zoom(self) -> int:
        return self._measures().zoom

    def _measures(self) -> Measures:
        body, count = (self.frame.body, len(self.frame.hand)) if self.frame else ("tile", 0)
        return measures(body, count, *self.content_size)

    def slot_at(self, column: int) -> int | None:
        """Return the index of the piece in a column of the pane, or None between pieces."""
        found = self._measures()
        index, inside = divmod(column - LEFT, found.step)
        count = len(self.frame.hand) if self.frame else 0
        return index if 0 <= index < count and inside < found.size.width else None

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        index = None if place is None else self.slot_at(place.x)
        if index is not None:
            self.post_message(self.SlotPressed(index))

    def render_line(self, y: int) -> Strip:
        palette = palette_of(self.look)
        ground = style_of(palette.text, palette.panel)
        segments = [Segment(" " * LEFT, ground)]
        found = self._measures()
        if self.frame is not None:
            brush = brush_of(self.look, self.frame.body, palette.panel)
            for slot in self.frame.hand:
                segments += _slot_row(slot, brush, found, y)
                segments.append(Segment(" " * (found.step - found.size.width), ground))
        return Strip(segments).adjust_cell_length(self.content_size.width, ground)


def _is_alike(one: Frame, other: Frame) -> bool:
    """Check whether two frames show the same hand."""
    return (one.hand, one.hand_title, one.hand_note, one.body) == (
        other.hand,
        other.hand_title,
        other.hand_note,
        other.body,
    )


@lru_cache(256)
def _picture(brush: Brush, zoom: int, face: Face, finish: Finish) -> tuple[Strip, ...]:
    return strips_of(piece(brush, zoom, face, finish))


def _slot_row(slot: HandSlot, brush: Brush, found: Measures, y: int) -> list[Segment]:
    width, height = found.size
    ground = style_of(brush.palette.text, brush.ground)
    row = Strip([Segment(" " * width, ground)], width)
    if y < height:
        row = _picture(brush, found.zoom, slot.face, _finish(slot))[y]
    if y != found.number_row:
        return list(row)
    left = max(0, (width - 1) // 2 - 2)
    return [*row.crop(0, left), _label(slot, brush, on_lip=y < height), *row.crop(left + 3, width)]


def _label(slot: HandSlot, brush: Brush, on_lip: bool) -> Segment:
    """Draw a piece's number, and a sign if it's rolled, picked or marked."""
    palette = brush.palette
    sign, hue = " ", palette.muted if slot.laid else palette.text
    if slot.rolled:
        sign, hue = "~" if brush.ascii else "↻", palette.picked
    if slot.picked:
        sign, hue = "^" if brush.ascii else "▲", palette.picked
    if slot.marked:
        sign, hue = "*" if brush.ascii else "✓", palette.drafted
    back = brush.ground
    if on_lip:
        back = paint_of(brush, slot.face, _finish(slot)).edge
        hue = ink_on(back)
    return Segment(f"{sign} {slot.number}", style_of(hue, back, slot.picked or slot.marked))


def _finish(slot: HandSlot) -> Finish:
    if slot.laid:
        return Finish.FADED
    if slot.marked:
        return Finish.DRAFTED
    return Finish.PICKED if slot.picked else Finish.PLAIN
