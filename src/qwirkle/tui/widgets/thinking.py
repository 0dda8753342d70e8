"""The thinking widget: the turns a bot considers, with their values."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.drawing.sprites import get_draw_style
from qwirkle.tui.drawing.text import apply_pane_colours, fit_text, render_small_pieces

NUMBER_COLUMNS = 14
"""Columns for the value and the chance of winning."""

MAX_CHIPS_COLUMNS = 24


class ThinkingPane(Widget):
    """Candidates of the bot that is or was last thinking, best first; hidden if there are none."""

    DEFAULT_CSS = """
    ThinkingPane { height: auto; max-height: 8; border: round $panel; display: none; }
    ThinkingPane.-visible { display: block; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    appearance: reactive[Appearance] = reactive(Appearance)

    def watch_frame(self, frame: Frame | None) -> None:
        has_candidates = frame is not None and bool(frame.thinking)
        self.set_class(has_candidates, "-visible")
        if frame is not None and has_candidates:
            self.border_title = Content(tr("{name} thinks", name=frame.thinker))

    def watch_appearance(self, appearance: Appearance) -> None:
        apply_pane_colours(self, appearance)

    def render(self) -> Text:
        if self.frame is None:
            return Text("")
        return render_candidates(self.frame, self.appearance, self.content_size.width)


def render_candidates(frame: Frame, appearance: Appearance, width: int) -> Text:
    """Draw a line per candidate: its pieces, its value, and the chance of winning."""
    palette, draw_style = get_palette(appearance), get_draw_style(appearance, frame.body)
    piece_columns = max(6, min(MAX_CHIPS_COLUMNS, width - NUMBER_COLUMNS - 1))
    rows = []
    for index, candidate in enumerate(frame.thinking):
        colour = palette.muted if candidate.out else palette.text
        style = make_style(colour, palette.panel, index == 0)
        row = render_small_pieces(draw_style, candidate.faces, piece_columns)
        if candidate.trade:
            row = Text(
                fit_text(tr("trade {count}", count=len(candidate.faces)), piece_columns),
                style,
                end="",
            )
        row.append(" " * max(1, piece_columns + 1 - row.cell_len))
        row.append(f"{candidate.value:>+6.1f}", style)
        row.append("" if candidate.win is None else f" {candidate.win:>5.0%}", style)
        rows.append(row)
    return Text("\n").join(rows)
