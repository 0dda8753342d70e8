"""The log: one line a turn, the newest first."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from qwirkle.app.frame import Frame, LogLine
from qwirkle.app.look import Look
from qwirkle.app.palette import palette_of, style_of
from qwirkle.app.panes.lines import chip, dress, fitted
from qwirkle.app.pictures import Brush, brush_of
from qwirkle.texts import tr

NAME = 8
"""Columns for a name."""


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
        dress(self, look)

    def render_line(self, y: int) -> Strip:
        """One turn."""
        palette = palette_of(self.look)
        ground = style_of(palette.text, palette.panel)
        index, width = y + self.scroll_offset.y, self.size.width
        if self.frame is None or index >= len(self.frame.log):
            return Strip.blank(width, ground)
        brush = brush_of(self.look, self.frame.view.variant.look)
        text = log_text(self.frame.log[index], brush)
        segments = text.render(self.app.console)
        return Strip(segments).apply_style(ground).adjust_cell_length(width, ground)


def log_text(line: LogLine, brush: Brush) -> Text:
    """One turn as one line."""
    palette = brush.palette
    muted = style_of(palette.muted, palette.panel)
    text = Text(f"{line.turn:>2} ", muted, end="")
    text.append(fitted(line.name, NAME) + " ", style_of(palette.text, palette.panel))
    text.append(line.text, style_of(palette.text, palette.panel, "+" in line.text))
    for face in line.faces:
        text.append(" ", style_of(palette.text, palette.panel))
        text.append_text(chip(brush, face))
    return text
