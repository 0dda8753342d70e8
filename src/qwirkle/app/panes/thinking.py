"""The thinking widget: the turns a bot considers, with their values."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.paint.pictures import brush_of
from qwirkle.app.panes.lines import chips, colour_pane, fitted
from qwirkle.table.frame import Frame
from qwirkle.texts import tr

NUMBERS = 14
"""Columns for the value and the chance of winning."""

MOST_CHIPS = 24


class ThinkingPane(Widget):
    """Candidates of the bot that is or was last thinking, best first; hidden if there are none."""

    DEFAULT_CSS = """
    ThinkingPane { height: auto; max-height: 8; border: round $panel; display: none; }
    ThinkingPane.-told { display: block; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    look: reactive[Look] = reactive(Look)

    def watch_frame(self, frame: Frame | None) -> None:
        told = frame is not None and bool(frame.thinking)
        self.set_class(told, "-told")
        if frame is not None and told:
            self.border_title = Content(tr("{name} thinks", name=frame.thinker))

    def watch_look(self, look: Look) -> None:
        colour_pane(self, look)

    def render(self) -> Text:
        if self.frame is None:
            return Text("")
        return thinking_text(self.frame, self.look, self.content_size.width)


def thinking_text(frame: Frame, look: Look, width: int) -> Text:
    """Draw a line per candidate: its pieces, its value, and the chance of winning."""
    palette, brush = palette_of(look), brush_of(look, frame.body)
    room = max(6, min(MOST_CHIPS, width - NUMBERS - 1))
    rows = []
    for place, candidate in enumerate(frame.thinking):
        colour = palette.muted if candidate.out else palette.text
        style = style_of(colour, palette.panel, place == 0)
        row = chips(brush, candidate.faces, room)
        if candidate.trade:
            row = Text(fitted(tr("trade {count}", count=len(candidate.faces)), room), style, end="")
        row.append(" " * max(1, room + 1 - row.cell_len))
        row.append(f"{candidate.value:>+6.1f}", style)
        row.append("" if candidate.win is None else f" {candidate.win:>5.0%}", style)
        rows.append(row)
    return Text("\n").join(rows)
