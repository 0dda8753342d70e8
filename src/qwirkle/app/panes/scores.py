"""The scores widget: whose turn it is, each player's score and last gain, and open hands."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.paint.pictures import brush_of
from qwirkle.app.panes.lines import chips, colour_pane, fitted
from qwirkle.table.chronicle import signed
from qwirkle.table.frame import Frame, Seat
from qwirkle.texts import tr


class ScoresPane(Widget):
    """A line per player, and a second one if hands are open."""

    DEFAULT_CSS = """
    ScoresPane { height: auto; border: round $panel; padding: 0 1 0 0; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    look: reactive[Look] = reactive(Look)

    def watch_frame(self, frame: Frame | None) -> None:
        aim = frame.aim if frame else ""
        title = tr("Scores · {aim}", aim=aim) if aim else tr("Scores")
        self.border_title = Content(title)

    def watch_look(self, look: Look) -> None:
        colour_pane(self, look)

    def render(self) -> Text:
        if self.frame is None:
            return Text("")
        width = max(self.content_size.width or 29, 20)
        return scores_text(self.frame, self.look, width)


def scores_text(frame: Frame, look: Look, width: int) -> Text:
    """Draw the scores, `width` columns wide."""
    lines: list[Text] = []
    for seat in frame.seats:
        lines.append(_score_line(seat, look, width))
        if seat.hand:
            brush = brush_of(look, frame.body)
            lines.append(Text("  ").append_text(chips(brush, seat.hand, width - 2)))
    return Text("\n").join(lines)


def score_row(frame: Frame, look: Look) -> Text:
    """Draw all scores in one line, for screens without room for the pane."""
    palette = palette_of(look)
    parts = []
    for seat in frame.seats:
        part = Text(f"{_sign(seat, look)} ", style_of(palette.accent, palette.panel, True))
        part.append(f"{fitted(seat.name, 12).rstrip()} {seat.score}")
        parts.append(part)
    if frame.aim:
        parts.append(Text(f" ({frame.aim})", style_of(palette.muted, palette.panel)))
    return Text("  ").join(parts)


def _sign(seat: Seat, look: Look) -> str:
    """Return the sign before a name: for a winner, for the player to move, or a space."""
    if seat.won:
        return "*" if look.ascii else "★"
    if seat.to_move:
        return ">" if look.ascii else "►"
    return " "


def _score_line(seat: Seat, look: Look, width: int) -> Text:
    palette = palette_of(look)
    sign = _sign(seat, look)
    line = Text(f"{sign} ", style_of(palette.accent, palette.panel, True))
    bot = tr("(bot)") if seat.kind.startswith("bot:") else ""
    room = width - 2 - 4 - 7
    name = fitted(seat.name, room - len(bot) - 1 if bot else room).rstrip()
    line.append(name, style_of(palette.text, palette.panel, sign != " "))
    if bot:
        line.append(f" {bot}", style_of(palette.muted, palette.panel))
    line.append(" " * max(0, 2 + room - line.cell_len))
    line.append(f"{seat.score:>4}", style_of(palette.text, palette.panel, True))
    if seat.gain is not None:
        line.append(f" ({signed(seat.gain)})", style_of(palette.muted, palette.panel))
    return line
