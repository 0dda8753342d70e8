"""The log widget: every turn with its pieces, newest first, down to who started and why."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.paint.pictures import Brush, brush_of
from qwirkle.app.panes.lines import chips, colour_pane, fitted
from qwirkle.table.chronicle import LogLine
from qwirkle.table.frame import Frame
from qwirkle.texts import tr

BROAD = 40
"""From this many columns on, names get more room."""

NAME, LONG_NAME = 8, 16
"""Columns for a name, at most, in a narrow and in a wide log."""

CHIP = 3
"""Columns for a piece, at most."""


class LogPane(ScrollView, inherit_bindings=False, can_focus=False):
    """A scrolling list of all turns so far."""

    DEFAULT_CSS = """
    LogPane {
        height: 1fr; border: round $panel;
        overflow: hidden auto; scrollbar-size: 1 1; scrollbar-gutter: stable;
    }
    """

    frame: reactive[Frame | None] = reactive(None, always_update=True)
    look: reactive[Look] = reactive(Look)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._rows: list[Text] = []

    def on_mount(self) -> None:
        self.border_title = Content(tr("Log"))

    def watch_frame(self) -> None:
        self._write()

    def watch_look(self, look: Look) -> None:
        colour_pane(self, look)
        self._write()

    def on_resize(self) -> None:
        self._write()

    def _write(self) -> None:
        """Wrap all turns into rows that leave room for the scroll bar."""
        frame, width = self.frame, self.scrollable_content_region.width
        if frame is None or not width:
            return
        brush = brush_of(self.look, frame.body)
        most = LONG_NAME if width >= BROAD else NAME
        name = min(most, max(cell_len(seat.name) for seat in frame.seats))
        self._rows = [
            row
            for line in frame.log
            for row in log_rows(line, brush, name, width, self.app.console)
        ]
        self.virtual_size = Size(width, len(self._rows))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        palette = palette_of(self.look)
        ground = style_of(palette.text, palette.panel)
        index, width = y + self.scroll_offset.y, self.size.width
        if index >= len(self._rows):
            return Strip.blank(width, ground)
        segments = self._rows[index].render(self.app.console)
        return Strip(segments).apply_style(ground).adjust_cell_length(width, ground)


def log_rows(
    line: LogLine, brush: Brush, name: int, width: int, console: Console
) -> Iterator[Text]:
    """Yield the rows of one turn with all its pieces, `width` columns wide.

    One row if that fits, even if the first clauses of the text must go; otherwise the full text
    with the pieces below.
    """
    palette = brush.palette
    plain = style_of(palette.text, palette.panel)
    number = Text(f"{line.turn:>2} ", style_of(palette.muted, palette.panel), end="")
    below = Text(" " * number.cell_len, plain, end="")
    room = max(CHIP, width - number.cell_len)
    who = Text(f"{fitted(line.name, name)} " if line.name else "", plain, end="")
    told = line.text
    while line.faces:
        row = who.copy().append(f"{told} ", style_of(palette.text, palette.panel, "+" in told))
        pieces = chips(brush, line.faces, room - row.cell_len)
        if pieces:
            yield number.append_text(row).append_text(pieces)
            return
        if ", " not in told:
            break
        told = told.partition(", ")[2]
    words = who.append(line.text, style_of(palette.text, palette.panel, "+" in line.text))
    rows = list(words.wrap(console, room))
    per_row = room // CHIP
    rows.extend(
        chips(brush, line.faces[start : start + per_row], room)
        for start in range(0, len(line.faces), per_row)
    )
    for place, row in enumerate(rows):
        yield (below.copy() if place else number).append_text(row)
