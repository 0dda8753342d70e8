"""The odds widget: the average points for each choice of dice to roll."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.paint.pictures import brush_of
from qwirkle.app.panes.lines import chips, colour_pane
from qwirkle.table.frame import Frame
from qwirkle.texts import tr

CHIPS = 24
"""Columns for six dice."""


class OddsPane(Widget):
    """The best choices, best first; shown only with hints for a roll."""

    DEFAULT_CSS = """
    OddsPane { height: auto; border: round $panel; display: none; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    look: reactive[Look] = reactive(Look)

    def on_mount(self) -> None:
        self.border_title = Content(tr("Points after a roll, on average"))

    def watch_frame(self, frame: Frame | None) -> None:
        self.set_class(frame is not None and bool(frame.odds), "-told")

    def watch_look(self, look: Look) -> None:
        colour_pane(self, look)

    def render(self) -> Text:
        return Text("") if self.frame is None else odds_text(self.frame, self.look)


def odds_text(frame: Frame, look: Look) -> Text:
    """Draw a line per choice: the dice to roll, and the average points."""
    palette, brush = palette_of(look), brush_of(look, frame.body)
    faces = {slot.number: slot.face for slot in frame.hand}
    rows = []
    for place, choice in enumerate(frame.odds):
        row = Text(" ", end="")
        if choice.rolled:
            keys = "+".join(map(str, choice.rolled))
            row.append(keys.ljust(12), style_of(palette.text, palette.panel))
            row.append_text(chips(brush, tuple(faces[number] for number in choice.rolled), CHIPS))
        else:
            row.append(tr("keep all"), style_of(palette.text, palette.panel))
        row.append(" " * max(1, 12 + CHIPS + 1 - row.cell_len))
        row.append(f"{choice.points:>6.2f}", style_of(palette.text, palette.panel, place == 0))
        rows.append(row)
    return Text("\n").join(rows)
