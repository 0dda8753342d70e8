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

from qwirkle.engine.pieces import Face
from qwirkle.presenter.frame import Frame, HandSlot
from qwirkle.tui.drawing.glyphs import ZOOMS
from qwirkle.tui.drawing.palette import Appearance, contrast_colour, get_palette, make_style
from qwirkle.tui.drawing.sprites import (
    CellSize,
    DrawStyle,
    PieceHighlight,
    draw_piece,
    get_draw_style,
    piece_colours,
    piece_size,
    to_strips,
)

GAPS = (2, 1, 0)
"""Columns between two pieces; the first of these that fits is used."""
LEFT_MARGIN = 1
MIN_PICTURE_ZOOM = 3
"""The smallest zoom with a picture; to keep it, numbers may overlap the edges of dice."""


class HandLayout(NamedTuple):
    """Size and spacing of the pieces in the pane."""

    zoom: int
    size: CellSize
    step: int
    """Columns from one piece to the next."""
    number_row: int
    """Row of the numbers: below the pieces, or the pieces' last row."""


def hand_layout(body: str, count: int, width: int, height: int) -> HandLayout:
    """Return the layout with the largest pieces that fit with their numbers, widely spaced."""
    for zoom in reversed(ZOOMS):
        size = piece_size(body, zoom)
        on_edge = body == "die" and zoom == MIN_PICTURE_ZOOM and size.height == height
        if size.height < height or on_edge:
            for gap in GAPS:
                if LEFT_MARGIN + count * (size.width + gap) <= width:
                    return HandLayout(zoom, size, size.width + gap, size.height - on_edge)
    return HandLayout(1, piece_size(body, 1), piece_size(body, 1).width, 1)


class HandPane(Widget):
    """The pieces of one hand, in the player's order."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    HandPane { height: 7; border: round $warning; border-subtitle-align: right; }
    """

    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True)
    appearance: reactive[Appearance] = reactive(Appearance)

    class SlotPressed(Message):
        """A piece of the hand was clicked; `index` counts from 0."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def watch_frame(self, old: Frame | None, new: Frame | None) -> None:
        """Update the titles and the pieces; repaint only if something changed."""
        if new is not None and "mark" in new.offers:
            self._move_terminal_cursor(old, new)
        if old is not None and new is not None and _shows_same_hand(old, new):
            return
        if new is not None:
            self.border_title = Content(new.hand_title)
            self.border_subtitle = Content(new.hand_note)
        self.refresh()

    def _move_terminal_cursor(self, old: Frame | None, new: Frame) -> None:
        """Move the terminal's own cursor to the number of the piece that was marked last."""
        old_marks = {slot.number for slot in old.hand if slot.marked} if old else set()
        toggled = old_marks ^ {slot.number for slot in new.hand if slot.marked}
        layout = self._hand_layout()
        column = LEFT_MARGIN + (max(toggled, default=1) - 1) * layout.step + layout.size.width // 2
        self.app.cursor_position = self.content_region.offset + Offset(column, layout.number_row)

    def watch_appearance(self, appearance: Appearance) -> None:
        palette = get_palette(appearance)
        self.styles.background = palette.panel
        self.styles.color = palette.text
        self.styles.border = ("round", palette.accent)
        self.styles.border_title_color = palette.accent
        self.styles.border_subtitle_color = palette.accent

    @property
    def zoom(self) -> int:
        return self._hand_layout().zoom

    def _hand_layout(self) -> HandLayout:
        body, count = (self.frame.body, len(self.frame.hand)) if self.frame else ("tile", 0)
        return hand_layout(body, count, *self.content_size)

    def slot_at(self, column: int) -> int | None:
        """Return the index of the piece in a column of the pane, or None between pieces."""
        layout = self._hand_layout()
        index, column_in_slot = divmod(column - LEFT_MARGIN, layout.step)
        count = len(self.frame.hand) if self.frame else 0
        return index if 0 <= index < count and column_in_slot < layout.size.width else None

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        index = None if offset is None else self.slot_at(offset.x)
        if index is not None:
            self.post_message(self.SlotPressed(index))

    def render_line(self, y: int) -> Strip:
        palette = get_palette(self.appearance)
        style = make_style(palette.text, palette.panel)
        segments = [Segment(" " * LEFT_MARGIN, style)]
        layout = self._hand_layout()
        if self.frame is not None:
            draw_style = get_draw_style(self.appearance, self.frame.body, palette.panel)
            for slot in self.frame.hand:
                segments += _slot_row(slot, draw_style, layout, y)
                segments.append(Segment(" " * (layout.step - layout.size.width), style))
        return Strip(segments).adjust_cell_length(self.content_size.width, style)


def _shows_same_hand(old: Frame, new: Frame) -> bool:
    """Check whether two frames show the same hand."""
    return (old.hand, old.hand_title, old.hand_note, old.body) == (
        new.hand,
        new.hand_title,
        new.hand_note,
        new.body,
    )


@lru_cache(256)
def _piece_strips(
    draw_style: DrawStyle, zoom: int, face: Face, highlight: PieceHighlight
) -> tuple[Strip, ...]:
    return to_strips(draw_piece(draw_style, zoom, face, highlight))


def _slot_row(slot: HandSlot, draw_style: DrawStyle, layout: HandLayout, y: int) -> list[Segment]:
    width, height = layout.size
    style = make_style(draw_style.palette.text, draw_style.background)
    row = Strip([Segment(" " * width, style)], width)
    if y < height:
        row = _piece_strips(draw_style, layout.zoom, slot.face, _slot_highlight(slot))[y]
    if y != layout.number_row:
        return list(row)
    left = max(0, (width - 1) // 2 - 2)
    return [
        *row.crop(0, left),
        _render_label(slot, draw_style, on_edge=y < height),
        *row.crop(left + 3, width),
    ]


def _render_label(slot: HandSlot, draw_style: DrawStyle, on_edge: bool) -> Segment:
    """Draw a piece's number, and a mark if it's rolled, picked or marked."""
    palette = draw_style.palette
    mark, colour = " ", palette.muted if slot.laid else palette.text
    if slot.rolled:
        mark, colour = "~" if draw_style.ascii else "↻", palette.picked
    if slot.picked:
        mark, colour = "^" if draw_style.ascii else "▲", palette.picked
    if slot.marked:
        mark, colour = "*" if draw_style.ascii else "✓", palette.drafted
    background = draw_style.background
    if on_edge:
        background = piece_colours(draw_style, slot.face, _slot_highlight(slot)).edge
        colour = contrast_colour(background)
    return Segment(
        f"{mark} {slot.number}", make_style(colour, background, slot.picked or slot.marked)
    )


def _slot_highlight(slot: HandSlot) -> PieceHighlight:
    if slot.laid:
        return PieceHighlight.FADED
    if slot.marked:
        return PieceHighlight.DRAFTED
    return PieceHighlight.PICKED if slot.picked else PieceHighlight.PLAIN
