"""The hand at the keyboard: large pictures with the keys that pick them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rich.segment import Segment
from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.paint.pictures import SIZES, Brush, Finish, brush_of, piece, strips_of
from qwirkle.engine.pieces import Face
from qwirkle.table.frame import Frame, HandSlot

GAPS = (2, 1)
LEFT = 1


class HandPane(Widget):
    """The pieces of one hand, as sorted by its player."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    HandPane { height: 7; border: round $warning; border-subtitle-align: right; }
    """

    frame: reactive[Frame | None] = reactive(None, repaint=False, always_update=True)
    look: reactive[Look] = reactive(Look)

    @dataclass
    class SlotPressed(Message):
        """A piece of the hand was clicked; `index` counts from 0."""

        index: int

    def watch_frame(self, old: Frame | None, new: Frame | None) -> None:
        """Name whose hand it is, and what the turn would score; paint only what is new."""
        if old is not None and new is not None and _is_alike(old, new):
            return
        if new is not None:
            self.border_title = Content(new.hand_title)
            self.border_subtitle = Content(new.hand_note)
        self.refresh()

    def watch_look(self, look: Look) -> None:
        """Take on the colours of the look."""
        palette = palette_of(look)
        self.styles.background = palette.panel
        self.styles.color = palette.text
        self.styles.border = ("round", palette.accent)
        self.styles.border_title_color = palette.accent
        self.styles.border_subtitle_color = palette.accent

    @property
    def zoom(self) -> int:
        """The largest zoom at which all pieces and their numbers fit."""
        return self._measures()[0]

    def _measures(self) -> tuple[int, int]:
        """The zoom, and the columns from one piece to the next."""
        count = len(self.frame.hand) if self.frame else 0
        width, height = self.content_size
        for zoom in (4, 3, 2, 1):
            size = SIZES[zoom]
            for gap in GAPS:
                if size.height < height and LEFT + count * (size.width + gap) <= width:
                    return zoom, size.width + gap
        return 1, SIZES[1].width + GAPS[-1]

    def slot_at(self, column: int) -> int | None:
        """The index of the piece in a column of the pane."""
        zoom, step = self._measures()
        index, inside = divmod(column - LEFT, step)
        count = len(self.frame.hand) if self.frame else 0
        return index if 0 <= index < count and inside < SIZES[zoom].width else None

    def on_click(self, event: events.Click) -> None:
        """Tell which piece was clicked."""
        place = event.get_content_offset(self)
        index = None if place is None else self.slot_at(place.x)
        if index is not None:
            self.post_message(self.SlotPressed(index))

    def render_line(self, y: int) -> Strip:
        """One row of the pane."""
        palette = palette_of(self.look)
        ground = style_of(palette.text, palette.panel)
        segments = [Segment(" " * LEFT, ground)]
        zoom, step = self._measures()
        if self.frame is not None:
            brush = brush_of(self.look, self.frame.body, palette.panel)
            for slot in self.frame.hand:
                segments += _slot_row(slot, brush, zoom, y)
                segments.append(Segment(" " * (step - SIZES[zoom].width), ground))
        return Strip(segments).adjust_cell_length(self.content_size.width, ground)


def _is_alike(one: Frame, other: Frame) -> bool:
    """Whether both show the same hand."""
    return (one.hand, one.hand_title, one.hand_note, one.body) == (
        other.hand,
        other.hand_title,
        other.hand_note,
        other.body,
    )


@lru_cache(256)
def _picture(brush: Brush, zoom: int, face: Face, finish: Finish) -> tuple[Strip, ...]:
    return strips_of(piece(brush, zoom, face, finish))


def _slot_row(slot: HandSlot, brush: Brush, zoom: int, y: int) -> list[Segment]:
    palette = brush.palette
    size = SIZES[zoom]
    if y < size.height:
        return list(_picture(brush, zoom, slot.face, _finish(slot))[y])
    sign, hue = " ", palette.muted if slot.laid else palette.text
    if slot.rolled:
        sign, hue = "~" if brush.ascii else "↻", palette.picked
    if slot.picked:
        sign, hue = "^" if brush.ascii else "▲", palette.picked
    if slot.marked:
        sign, hue = "*" if brush.ascii else "✓", palette.drafted
    left = " " * max(0, (size.width - 1) // 2 - 2)
    text = "" if y > size.height else f"{left}{sign} {slot.number}"
    return [
        Segment(text.ljust(size.width), style_of(hue, brush.ground, slot.picked or slot.marked))
    ]


def _finish(slot: HandSlot) -> Finish:
    if slot.laid:
        return Finish.FADED
    if slot.marked:
        return Finish.DRAFTED
    return Finish.PICKED if slot.picked else Finish.PLAIN
