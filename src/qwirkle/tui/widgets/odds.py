"""The odds widget: the average points for each choice of dice to roll."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.drawing.sprites import get_draw_style
from qwirkle.tui.drawing.text import apply_pane_colours, render_small_pieces

SMALL_PIECES_COLUMNS = 24
"""Columns for six dice."""


class OddsPane(Widget):
    """The best choices, best first; shown only with hints for a roll."""

    DEFAULT_CSS = """
    OddsPane { height: auto; border: round $panel; display: none; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    appearance: reactive[Appearance] = reactive(Appearance)

    def on_mount(self) -> None:
        self.border_title = Content(tr("Points after a roll, on average"))

    def watch_frame(self, frame: Frame | None) -> None:
        self.set_class(frame is not None and bool(frame.odds), "-visible")

    def watch_appearance(self, appearance: Appearance) -> None:
        apply_pane_colours(self, appearance)

    def render(self) -> Text:
        return Text("") if self.frame is None else render_odds(self.frame, self.appearance)


def render_odds(frame: Frame, appearance: Appearance) -> Text:
    """Draw a line per choice: the dice to roll, and the average points."""
    palette, draw_style = get_palette(appearance), get_draw_style(appearance, frame.body)
    faces = {slot.number: slot.face for slot in frame.hand}
    rows = []
    for index, choice in enumerate(frame.odds):
        row = Text(" ", end="")
        if choice.rolled:
            keys = "+".join(map(str, choice.rolled))
            row.append(keys.ljust(12), make_style(palette.text, palette.panel))
            row.append_text(
                render_small_pieces(
                    draw_style,
                    tuple(faces[number] for number in choice.rolled),
                    SMALL_PIECES_COLUMNS,
                )
            )
        else:
            row.append(tr("keep all"), make_style(palette.text, palette.panel))
        row.append(" " * max(1, 12 + SMALL_PIECES_COLUMNS + 1 - row.cell_len))
        row.append(f"{choice.points:>6.2f}", make_style(palette.text, palette.panel, index == 0))
        rows.append(row)
    return Text("\n").join(rows)
