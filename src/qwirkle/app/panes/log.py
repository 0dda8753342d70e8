"""The log: one line a turn, the newest first."""

from __future__ import annotations

from rich.cells import cell_len
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

NAME = 8
"""Columns for a name, at most."""


class LogPane(ScrollView, inherit_bindings=False, can_focus=False):
    """All turns so far; the wheel scrolls to older ones."""

    DEFAULT_CSS = """
    LogPane { height: 1fr; border: round $panel; overflow: hidden auto; scrollbar-size: 1 1; }
    """

    frame: reactive[Frame | None] = reactive(None, always_update=True)
    look: reactive[Look] = reactive(Look)

    def on_mount(self) -> None:
        """Name the pane."""
        self.border_title = Content(tr("Log"))

    def watch_frame(self, frame: Frame | None) -> None:
        """Make room for all lines."""
        self.virtual_size = Size(self.size.width, len(frame.log) if frame else 0)

    def watch_look(self, look: Look) -> None:
        """Take on the colours of the look."""
        colour_pane(self, look)

    def render_line(self, y: int) -> Strip:
        """One turn."""
        palette = palette_of(self.look)
        ground = style_of(palette.text, palette.panel)
        index, width = y + self.scroll_offset.y, self.size.width
        if self.frame is None or index >= len(self.frame.log):
            return Strip.blank(width, ground)
        brush = brush_of(self.look, self.frame.body)
        longest = max(cell_len(seat.name) for seat in self.frame.seats)
        text = log_text(self.frame.log[index], brush, min(longest, NAME), width)
        segments = text.render(self.app.console)
        return Strip(segments).apply_style(ground).adjust_cell_length(width, ground)


def log_text(line: LogLine, brush: Brush, name: int, width: int) -> Text:
    """One turn as one line; where it is too long, what came first in the turn is left out."""
    palette = brush.palette
    text = Text(f"{line.turn:>2} ", style_of(palette.muted, palette.panel), end="")
    text.append(fitted(line.name, name) + " ", style_of(palette.text, palette.panel))
    told = line.text
    while text.cell_len + cell_len(told) > width and ", " in told:
        told = told.partition(", ")[2]
    text.append(told, style_of(palette.text, palette.panel, "+" in told))
    text.append(" ", style_of(palette.text, palette.panel))
    return text.append_text(chips(brush, line.faces, width - text.cell_len))
