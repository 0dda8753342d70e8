"""The end screen: who won, how the game went, and what to do next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame, GameResult, PlayerResult
from qwirkle.session.session import GameSession
from qwirkle.tui.breakpoints import MIN_COLUMNS_FOR_ALL
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.drawing.sprites import CellSize, get_draw_style, piece_size
from qwirkle.tui.drawing.text import fit_text, render_small_pieces
from qwirkle.tui.drawing.title import centre_text, render_pieces
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.responsive_text import RenderText, ResponsiveText
from qwirkle.tui.widgets.score_chart import line_colour, render_chart

PlayerResults = Sequence[PlayerResult]

BARS = " ▁▂▃▄▅▆▇█"
ASCII_BARS = " ..__==##"
LEVELS_PER_ROW = 8
"""Bar heights that one row of text can show."""
MAX_NAME_COLUMNS = 30
MAX_LABEL_COLUMNS = 14
"""Columns for the names at the left of a chart, at most."""
MAX_BAR_COLUMNS = 9
MIN_TEXT_COLUMNS = 24
"""Minimum width of the text; narrower panes clip it."""

MIN_BAR_ROWS, MAX_BAR_ROWS = 2, 10

BEST_TURN_ZOOM = 3
"""Zoom of the best turn's pieces."""


def render_ranking(results: PlayerResults, body: str, appearance: Appearance, columns: int) -> Text:
    """Draw the ranking with column headings; columns that don't fit are left out."""
    columns = max(columns, MIN_TEXT_COLUMNS)
    palette = get_palette(appearance)
    muted = make_style(palette.muted, palette.panel)
    bold = make_style(palette.text, palette.panel, True)
    headings = [tr("points"), tr("Qwirkles"), tr("average"), tr("best turn")]
    widths = [max(7, len(heading) + 2) for heading in headings]
    pieces = max((len(result.best_turn.faces) for result in results), default=0)
    piece_columns = 3 * pieces if 4 * pieces > columns - 60 else 4 * pieces
    free_columns = columns - 4
    while len(widths) > 1 and free_columns - sum(widths) < 10:
        widths.pop()
    piece_columns = (
        piece_columns
        if len(widths) == 4 and free_columns - sum(widths) - piece_columns - 2 >= 12
        else 0
    )
    name_columns = min(
        MAX_NAME_COLUMNS, free_columns - sum(widths) - (piece_columns + 2 if piece_columns else 0)
    )
    indent = " " * max(
        0,
        (columns - 4 - name_columns - sum(widths) - (piece_columns + 2 if piece_columns else 0))
        // 2,
    )
    heading_line = Text(f"{indent}    {'':<{name_columns}}", muted, end="")
    for text, width in zip(headings, widths, strict=False):
        heading_line.append(f"{text:>{width}}", muted)
    lines = [heading_line]
    for result in results:
        is_winner = result.place == 1
        mark = "*" if appearance.ascii else "★"
        colour = palette.accent if is_winner else palette.muted
        line = Text(indent, end="")
        line.append(
            f"{mark if is_winner else ' '} {result.place} ", make_style(colour, palette.panel, True)
        )
        line.append_text(_render_name(result, appearance, name_columns))
        values = (
            str(result.score),
            str(result.qwirkles),
            f"{result.average_points:.1f}",
            f"+{result.best_points}",
        )
        for index, (value, width) in enumerate(zip(values, widths, strict=False)):
            style = bold if index in (0, 3) else make_style(palette.text, palette.panel)
            line.append(f"{value:>{width}}", style)
        if piece_columns:
            line.append("  ")
            draw_style = get_draw_style(appearance, body, palette.panel)
            line.append_text(render_small_pieces(draw_style, result.best_turn.faces, piece_columns))
        lines.append(line)
    return Text("\n").join(lines)


def _render_name(result: PlayerResult, appearance: Appearance, columns: int) -> Text:
    """Draw a name in the colour of its bars, and the kind of bot."""
    palette = get_palette(appearance)
    kind = result.kind.partition(":")[2]
    text = Text("", end="")
    bot_label = tr("({bot} bot)", bot=kind) if kind else ""
    name_columns = columns - len(bot_label) - 1 if bot_label else columns
    if name_columns < 10:
        bot_label, name_columns = "", columns
    text.append(fit_text(result.name, name_columns).rstrip(), _player_style(result, appearance))
    if bot_label:
        text.append(f" {bot_label}", make_style(palette.muted, palette.panel))
    text.append(" " * max(0, columns - text.cell_len))
    return text


def render_round_bars(
    results: PlayerResults, appearance: Appearance, columns: int, rows: int
) -> Text:
    """Draw `rows` rows of bars per player, one bar per round, above a scale of rounds."""
    columns = max(columns, MIN_TEXT_COLUMNS)
    palette = get_palette(appearance)
    muted = make_style(palette.muted, palette.panel)
    longest = max((cell_len(result.name) for result in results), default=0)
    name_columns = min(MAX_LABEL_COLUMNS, max(6, columns // 5), max(longest, len(tr("round"))))
    bar_columns = columns - name_columns - 5
    rounds = max((len(result.turns) for result in results), default=0)
    step = max(1, min(MAX_BAR_COLUMNS, bar_columns // max(1, rounds)))
    max_points = max((result.best_points for result in results), default=0)
    axis, corner, line = ("|", "+", "-") if appearance.ascii else ("│", "└", "─")
    lines = []
    for result in results:
        grid = _render_player_bars(
            result, appearance, max_points, rows, step, min(rounds, bar_columns // step)
        )
        for row, bars in enumerate(grid):
            name = fit_text(result.name, name_columns) if row == 0 else " " * name_columns
            text = Text(name, _player_style(result, appearance), end="")
            text.append(f"{max_points if row == 0 else '':>3} {axis}", muted)
            lines.append(text.append_text(bars))
    width = step * min(rounds, bar_columns // step)
    rule = Text(" " * (name_columns + 4) + corner + line * width, muted, end="")
    legend = tr(" bold: with a Qwirkle ")
    if _has_point_labels(step, rows) and width > 2 * cell_len(legend):
        rule.right_crop(cell_len(legend) + 1)
        rule.append(legend, make_style(palette.accent, palette.panel, True)).append(line, muted)
    lines.append(rule)
    tick_interval = next((interval for interval in (1, 2, 5, 10, 20) if interval * step >= 4), 50)
    ticks = "".join(
        _centre_number(str(number), max(1, step - 1)).ljust(step * tick_interval)
        for number in range(1, rounds + 1, tick_interval)
    )
    title = fit_text(tr("round"), name_columns + 5)
    lines.append(Text((title + ticks)[:columns], muted, end=""))
    return Text("\n").join(lines)


def _render_player_bars(
    result: PlayerResult,
    appearance: Appearance,
    max_points: int,
    rows: int,
    bar_pitch: int,
    count: int,
) -> list[Text]:
    """Draw one player's bars, each with its points on top if there is room."""
    palette = get_palette(appearance)
    bars = ASCII_BARS if appearance.ascii else BARS
    has_labels = _has_point_labels(bar_pitch, rows)
    max_height = LEVELS_PER_ROW * (rows - 1) if has_labels else LEVELS_PER_ROW * rows - 1
    bar_width = max(1, bar_pitch - 1)
    lines = [Text("", end="") for _ in range(rows)]
    for turn in result.turns[:count]:
        height = max(0, -(-turn.points * max_height // max(1, max_points)))
        top = rows - 1 - (-(-height // LEVELS_PER_ROW))
        for row, line in enumerate(lines):
            level = min(LEVELS_PER_ROW, max(0, height - LEVELS_PER_ROW * (rows - 1 - row)))
            if has_labels and row == top:
                number = _centre_number(str(turn.points or "-"), bar_width)
                colour = palette.accent if turn.qwirkles else palette.muted
                line.append(number, make_style(colour, palette.panel, bool(turn.qwirkles)))
            else:
                line.append(bars[level] * bar_width, _player_style(result, appearance))
            line.append(" " * (bar_pitch - bar_width))
    return lines


def _has_point_labels(step: int, rows: int) -> bool:
    """Check whether the points fit above each bar."""
    return step >= 3 and rows >= 3


def _centre_number(text: str, width: int) -> str:
    """Centre a number over a bar, with the units aligned."""
    return text.rjust(min(width, 2)).center(width)


def _player_style(result: PlayerResult, appearance: Appearance) -> Style:
    return make_style(line_colour(appearance, result.seat), get_palette(appearance).panel, True)


class EndScreen(BaseScreen[None]):
    """The ranking, the best turn, the points per round, and buttons for what comes next."""

    AUTO_FOCUS = ".content"  # an Enter meant for the last turn must not start a rematch
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "rematch", tr("Rematch"), id="end.rematch"),
        Binding("n", "new", tr("New game"), id="end.new"),
        Binding("w", "watch", tr("Watch again"), id="end.watch"),
        Binding("v", "review", tr("Review"), id="end.review"),
        Binding("escape", "close", tr("The table"), id="end.table"),
    ]

    def __init__(
        self,
        frame: Frame,
        result: GameResult,
        record_path: str,
        request_rematch: Callable[[], None] | None = None,
    ) -> None:
        super().__init__()
        self._request_rematch = request_rematch
        """Asks the server for a rematch; None for a local game."""
        self._frame = frame
        self._result = result
        self._record_path = record_path
        """Empty if a server keeps the record."""
        self._player_results = result.accounts
        self._best_player = max(self._player_results, key=lambda result: result.best_points)

    def compose_screen(self) -> ComposeResult:
        with VerticalScroll(classes="content"), VerticalGroup(classes="column"):
            yield from self._compose_headline()
            with VerticalGroup(classes="top"):
                yield self._boxed_text(self._render_ranking, tr("Ranking"), "ranking")
                best = tr(
                    "Best turn: {name}, turn {turn}, +{points}",
                    name=self._best_player.name,
                    turn=self._best_player.best_turn.turn,
                    points=self._best_player.best_points,
                )
                yield self._boxed_text(self._render_best_turn, best, "best")
            with HorizontalGroup(classes="charts"):
                yield self._boxed_text(self._render_round_bars, tr("Points in each round"))
                yield self._boxed_text(
                    self._render_score_chart, tr("The scores, turn by turn"), "scores-chart"
                )
            yield ResponsiveText(
                self._render_record_path, name="record-path", classes="muted centred"
            )
        with HorizontalGroup(classes="actions"):
            if self.qwirkle_app.session is not None:
                yield Button(tr("Rematch"), id="rematch", variant="primary", compact=True)
                yield Button(tr("New game"), id="new", compact=True)
                yield Button(tr("Watch again"), id="watch", compact=True)
                yield Button(tr("Review"), id="review", compact=True)
            elif self._request_rematch is not None:
                yield Button(tr("Rematch"), id="rematch", variant="primary", compact=True)
            yield Button(tr("The table"), id="close", compact=True)
        yield KeyBar()

    def on_mount(self) -> None:
        self.qwirkle_app.clear_notifications()

    # Drawing

    def _compose_headline(self) -> ComposeResult:
        headline = Content(tr("★  {won}  ★", won=self._result.headline))
        yield Static(headline, classes="title centred", id="headline")
        yield Static(Content(self._result.ending), classes="centred", id="ending")

    def _boxed_text(self, render_text: RenderText, title: str, name: str = "") -> ResponsiveText:
        widget = ResponsiveText(render_text, name=name, classes="box")
        widget.border_title = Content(title)
        return widget

    @property
    def _body(self) -> str:
        return self._frame.body

    @property
    def _spare_rows(self) -> int:
        """Rows left for every player's bars and the pictures."""
        players = len(self._player_results)
        chrome_rows = 9 if self.is_roomy else 5
        return self.app.size.height - chrome_rows - (players + 3) - 4

    @property
    def shows_pictures(self) -> bool:
        """True if the best turn's pictures fit."""
        return self._is_wide or self._spare_rows - self._picture_size.height - 2 >= 3 * len(
            self._player_results
        )

    @property
    def _is_wide(self) -> bool:
        """True if the pictures go beside the ranking; `-wide` is set only after the resize."""
        return self.app.size.width >= MIN_COLUMNS_FOR_ALL

    @property
    def _picture_size(self) -> CellSize:
        return piece_size(self._body, BEST_TURN_ZOOM)

    def _render_ranking(self, appearance: Appearance, columns: int) -> Text:
        return render_ranking(self._player_results, self._body, appearance, columns)

    def _render_best_turn(self, appearance: Appearance, columns: int) -> Text:
        faces = self._best_player.best_turn.faces
        pictures = centre_text(
            render_pieces(appearance, self._body, faces, BEST_TURN_ZOOM, columns), columns
        )
        missing = len(self._player_results) + 1 - self._picture_size.height if self._is_wide else 0
        rows_above = max(0, missing // 2)
        padding = "\n" * rows_above, "\n" * max(0, missing - rows_above)
        return Text(padding[0], end="").append_text(pictures).append(padding[1])

    def _render_record_path(self, appearance: Appearance, columns: int) -> Text:
        """Draw the record's path in one line, cut on the left if it's too long."""
        path = self._record_path
        if not path:
            return Text("", end="")
        message = tr("The game is in {path}", path=path)
        extra = cell_len(message) - columns
        if extra > 0:
            message = tr("The game is in {path}", path="…" + path[extra + 1 :])
        return Text(message, end="")

    @property
    def _bar_rows(self) -> int:
        picture_rows = (
            self._picture_size.height + 2 if self.shows_pictures and not self._is_wide else 0
        )
        spare_rows = self._spare_rows - picture_rows
        return max(MIN_BAR_ROWS, min(MAX_BAR_ROWS, spare_rows // len(self._player_results)))

    def _render_round_bars(self, appearance: Appearance, columns: int) -> Text:
        return render_round_bars(self._player_results, appearance, columns, self._bar_rows)

    def _render_score_chart(self, appearance: Appearance, columns: int) -> Text:
        names = tuple(seat.name for seat in self._frame.seats)
        rows = len(names) * self._bar_rows + 1
        return render_chart(self._result.scores, names, appearance, columns, rows)

    def on_resize(self, event: events.Resize) -> None:
        faces, best = self._best_player.best_turn.faces, self.query_one("#best")
        best.display = self.shows_pictures and bool(faces)
        best.styles.width = (
            max(34, (self._picture_size.width + 1) * len(faces) + 4) if self._is_wide else "100%"
        )
        self.query_one("#scores-chart").display = self.app.size.width >= 150
        for widget in self.query(ResponsiveText):
            widget.refresh(layout=True)

    # Actions

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        await self.run_action(str(event.button.id))

    @property
    def _session(self) -> GameSession:
        session = self.qwirkle_app.session
        assert session is not None, "these actions need a local game"
        return session

    def is_available(self, action: str) -> bool | None:
        if action == "rematch" and self._request_rematch is not None:
            return True
        if action in ("rematch", "new", "watch", "review"):
            return self.qwirkle_app.session is not None
        return super().is_available(action)

    def action_rematch(self) -> None:
        """Play again with the seats rotated by one; a server arranges its own rematch."""
        if self._request_rematch is not None:
            self._request_rematch()
            return
        players = self._session.players
        self.qwirkle_app.start_game(self._session.variant, (*players[1:], players[0]), None)

    def action_new(self) -> None:
        self.qwirkle_app.open_setup()

    def action_watch(self) -> None:
        self.qwirkle_app.replay_game(self._session.game)

    def action_review(self) -> None:
        self.qwirkle_app.review_game(self._session.game)

    def action_close(self) -> None:
        self.dismiss()
