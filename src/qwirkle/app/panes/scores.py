"""The scores: whose turn it is, what each player has and last gained, and open hands."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import Palette, palette_of, style_of
from qwirkle.app.paint.pictures import brush_of
from qwirkle.app.panes.lines import chips, dress, fitted
from qwirkle.table.frame import Frame
from qwirkle.texts import tr


class ScoresPane(Widget):
    """One line for each player, and a second one where hands are open."""

    DEFAULT_CSS = """
    ScoresPane { height: auto; border: round $panel; padding: 0 1 0 0; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    look: reactive[Look] = reactive(Look)

    def on_mount(self) -> None:
        """Name the pane."""
        self.border_title = Content(tr("Scores"))

    def watch_look(self, look: Look) -> None:
        """Take on the colours of the look."""
        dress(self, look)

    def render(self) -> Text:
        """Every player, in the order of seats."""
        if self.frame is None:
            return Text("")
        width = max(self.content_size.width or 29, 20)
        return scores_text(self.frame, self.look, width)


def scores_text(frame: Frame, look: Look, width: int) -> Text:
    """The lines of the scores in so many columns."""
    lines: list[Text] = []
    for seat in range(len(frame.names)):
        lines.append(_score_line(frame, look, seat, width))
        hand = frame.view.hands[seat]
        if frame.view.variant.hand_open and hand:
            brush = brush_of(look, frame.view.variant.look)
            lines.append(Text("  ").append_text(chips(brush, hand, width - 2)))
    return Text("\n").join(lines)


def score_row(frame: Frame, look: Look) -> Text:
    """All scores in one line, for screens without room for the pane."""
    palette = palette_of(look)
    parts = []
    for seat, name in enumerate(frame.names):
        sign, hue = _sign(frame, look, palette, seat)
        part = Text(f"{sign} ", style_of(hue, palette.panel, True))
        part.append(f"{fitted(name, 12).rstrip()} {frame.view.scores[seat]}")
        parts.append(part)
    return Text("  ").join(parts)


def _sign(frame: Frame, look: Look, palette: Palette, seat: int) -> tuple[str, str]:
    """The sign before a name: a winner, whose turn it is, or nobody in particular."""
    if frame.view.result is not None:
        won = seat in frame.view.result.winners
        return ("*" if look.ascii else "★") if won else " ", palette.accent
    if seat == frame.view.player:
        return ">" if look.ascii else "►", palette.accent
    return " ", palette.text


def _score_line(frame: Frame, look: Look, seat: int, width: int) -> Text:
    palette = palette_of(look)
    sign, hue = _sign(frame, look, palette, seat)
    own = sign != " "
    line = Text(f"{sign} ", style_of(hue, palette.panel, True))
    gain = frame.gains[seat] if seat < len(frame.gains) else None
    kind = frame.kinds[seat] if seat < len(frame.kinds) else "human"
    bot = tr("(bot)") if kind.startswith("bot:") else ""
    room = width - 2 - 4 - 7
    name = fitted(frame.names[seat], room - len(bot) - 1 if bot else room).rstrip()
    line.append(name, style_of(palette.text, palette.panel, own))
    if bot:
        line.append(f" {bot}", style_of(palette.muted, palette.panel))
    line.append(" " * max(0, 2 + room - line.cell_len))
    line.append(f"{frame.view.scores[seat]:>4}", style_of(palette.text, palette.panel, True))
    if gain is not None:
        line.append(f" (+{gain})", style_of(palette.muted, palette.panel))
    return line
