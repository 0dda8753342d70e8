"""The scores widget: whose turn it is, each player's score and last gain, and open hands."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame, SeatInfo
from qwirkle.text.events import signed_points
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.drawing.sprites import get_draw_style
from qwirkle.tui.drawing.text import apply_pane_colours, fit_text, render_small_pieces


class ScoresPane(Widget):
    """A line per player, and a second one if hands are open."""

    DEFAULT_CSS = """
    ScoresPane { height: auto; border: round $panel; padding: 0 1 0 0; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    appearance: reactive[Appearance] = reactive(Appearance)

    def watch_frame(self, frame: Frame | None) -> None:
        aim = frame.aim if frame else ""
        title = tr("Scores · {aim}", aim=aim) if aim else tr("Scores")
        self.border_title = Content(title)

    def watch_appearance(self, appearance: Appearance) -> None:
        apply_pane_colours(self, appearance)

    def render(self) -> Text:
        if self.frame is None:
            return Text("")
        width = max(self.content_size.width or 29, 20)
        return render_scores(self.frame, self.appearance, width)


def render_scores(frame: Frame, appearance: Appearance, width: int) -> Text:
    """Draw the scores, `width` columns wide."""
    lines: list[Text] = []
    for seat in frame.seats:
        lines.append(_render_score_line(seat, appearance, width))
        if seat.hand:
            draw_style = get_draw_style(appearance, frame.body)
            lines.append(
                Text("  ").append_text(render_small_pieces(draw_style, seat.hand, width - 2))
            )
    return Text("\n").join(lines)


def render_score_row(frame: Frame, appearance: Appearance) -> Text:
    """Draw all scores in one line, for screens without room for the pane."""
    palette = get_palette(appearance)
    parts = []
    for seat in frame.seats:
        part = Text(
            f"{_status_mark(seat, appearance)} ", make_style(palette.accent, palette.panel, True)
        )
        part.append(f"{fit_text(seat.name, 12).rstrip()} {seat.score}")
        parts.append(part)
    if frame.aim:
        parts.append(Text(f" ({frame.aim})", make_style(palette.muted, palette.panel)))
    return Text("  ").join(parts)


def _status_mark(seat: SeatInfo, appearance: Appearance) -> str:
    """Return the mark before a name: for a winner, for the player to move, or a space."""
    if seat.won:
        return "*" if appearance.ascii else "★"
    if seat.to_move:
        return ">" if appearance.ascii else "►"
    return " "


def _render_score_line(seat: SeatInfo, appearance: Appearance, width: int) -> Text:
    palette = get_palette(appearance)
    mark = _status_mark(seat, appearance)
    line = Text(f"{mark} ", make_style(palette.accent, palette.panel, True))
    bot = tr("(bot)") if seat.kind.startswith("bot:") else ""
    name_columns = width - 2 - 4 - 7
    name = fit_text(seat.name, name_columns - len(bot) - 1 if bot else name_columns).rstrip()
    line.append(name, make_style(palette.text, palette.panel, mark != " "))
    if bot:
        line.append(f" {bot}", make_style(palette.muted, palette.panel))
    line.append(" " * max(0, 2 + name_columns - line.cell_len))
    line.append(f"{seat.score:>4}", make_style(palette.text, palette.panel, True))
    if seat.gain is not None:
        line.append(f" ({signed_points(seat.gain)})", make_style(palette.muted, palette.panel))
    return line
