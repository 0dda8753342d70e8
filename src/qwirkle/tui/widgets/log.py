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

from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.text.events import LogLine
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.drawing.sprites import DrawStyle, get_draw_style
from qwirkle.tui.drawing.text import apply_pane_colours, fit_text, render_small_pieces

WIDE_COLUMNS = 40
"""From this many columns on, names get more room."""

MAX_NAME_COLUMNS, MAX_WIDE_NAME_COLUMNS = 8, 16
"""Columns for a name, at most, in a narrow and in a wide log."""

SMALL_PIECE_COLUMNS = 3
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
    appearance: reactive[Appearance] = reactive(Appearance)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._rows: list[Text] = []

    def on_mount(self) -> None:
        self.border_title = Content(tr("Log"))

    def watch_frame(self) -> None:
        self._update_rows()

    def watch_appearance(self, appearance: Appearance) -> None:
        apply_pane_colours(self, appearance)
        self._update_rows()

    def on_resize(self) -> None:
        self._update_rows()

    def _update_rows(self) -> None:
        """Wrap all turns into rows that leave room for the scroll bar."""
        frame, width = self.frame, self.scrollable_content_region.width
        if frame is None or not width:
            return
        draw_style = get_draw_style(self.appearance, frame.body)
        max_name_columns = MAX_WIDE_NAME_COLUMNS if width >= WIDE_COLUMNS else MAX_NAME_COLUMNS
        name_columns = min(max_name_columns, max(cell_len(seat.name) for seat in frame.seats))
        self._rows = [
            row
            for line in frame.log
            for row in render_log_rows(line, draw_style, name_columns, width, self.app.console)
        ]
        self.virtual_size = Size(width, len(self._rows))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        palette = get_palette(self.appearance)
        style = make_style(palette.text, palette.panel)
        index, width = y + self.scroll_offset.y, self.size.width
        if index >= len(self._rows):
            return Strip.blank(width, style)
        segments = self._rows[index].render(self.app.console)
        return Strip(segments).apply_style(style).adjust_cell_length(width, style)


def render_log_rows(
    line: LogLine, draw_style: DrawStyle, name_columns: int, width: int, console: Console
) -> Iterator[Text]:
    """Yield the rows of one turn with all its pieces, `width` columns wide.

    Use one row if it fits, dropping leading clauses if necessary; otherwise the full text with the
    pieces below.
    """
    palette = draw_style.palette
    plain = make_style(palette.text, palette.panel)
    number = Text(f"{line.turn:>2} ", make_style(palette.muted, palette.panel), end="")
    indent = Text(" " * number.cell_len, plain, end="")
    available = max(SMALL_PIECE_COLUMNS, width - number.cell_len)
    name_text = Text(f"{fit_text(line.name, name_columns)} " if line.name else "", plain, end="")
    text = line.text
    while line.faces:
        row = name_text.copy().append(
            f"{text} ", make_style(palette.text, palette.panel, "+" in text)
        )
        pieces = render_small_pieces(draw_style, line.faces, available - row.cell_len)
        if pieces:
            yield number.append_text(row).append_text(pieces)
            return
        if ", " not in text:
            break
        text = text.partition(", ")[2]
    full_text = name_text.append(
        line.text, make_style(palette.text, palette.panel, "+" in line.text)
    )
    rows = list(full_text.wrap(console, available))
    per_row = available // SMALL_PIECE_COLUMNS
    rows.extend(
        render_small_pieces(draw_style, line.faces[start : start + per_row], available)
        for start in range(0, len(line.faces), per_row)
    )
    for index, row in enumerate(rows):
        yield (indent.copy() if index else number).append_text(row)
