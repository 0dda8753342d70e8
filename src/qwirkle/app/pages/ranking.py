"""The ranking and the points per round as text, for the end screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from qwirkle.app.paint.look import Appearance
from qwirkle.app.paint.palette import get_palette, make_style
from qwirkle.app.paint.pictures import get_draw_style
from qwirkle.app.panes.lines import fit_text, render_chips
from qwirkle.app.review.chart import line_colour
from qwirkle.table.results import PlayerResult
from qwirkle.texts import tr

PlayerResults = Sequence[PlayerResult]

BARS = " ▁▂▃▄▅▆▇█"
ASCII_BARS = " ..__==##"
LEVELS_PER_ROW = 8
"""Bar heights that one row of text can show."""
MAX_NAME_COLUMNS = 30
MAX_LABEL_COLUMNS = 14
"""Columns for the names at the left of a chart, at most."""
MAX_BAR_COLUMNS = 9
MIN_COLUMNS = 24
"""Narrower panes get a text of this width."""


def render_ranking(results: PlayerResults, body: str, appearance: Appearance, columns: int) -> Text:
    """Draw the ranking with column heads; columns that don't fit are left out."""
    columns = max(columns, MIN_COLUMNS)
    palette = get_palette(appearance)
    muted = make_style(palette.muted, palette.panel)
    strong = make_style(palette.text, palette.panel, True)
    heads = [tr("points"), tr("Qwirkles"), tr("average"), tr("best turn")]
    widths = [max(7, len(head) + 2) for head in heads]
    pieces = max((len(account.best_turn.faces) for account in results), default=0)
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
    head = Text(f"{indent}    {'':<{name_columns}}", muted, end="")
    for text, width in zip(heads, widths, strict=False):
        head.append(f"{text:>{width}}", muted)
    lines = [head]
    for account in results:
        won = account.place == 1
        sign = "*" if appearance.ascii else "★"
        colour = palette.accent if won else palette.muted
        line = Text(indent, end="")
        line.append(
            f"{sign if won else ' '} {account.place} ", make_style(colour, palette.panel, True)
        )
        line.append_text(_render_name(account, appearance, name_columns))
        values = (
            str(account.score),
            str(account.qwirkles),
            f"{account.average_points:.1f}",
            f"+{account.best_points}",
        )
        for number, (value, width) in enumerate(zip(values, widths, strict=False)):
            style = strong if number in (0, 3) else make_style(palette.text, palette.panel)
            line.append(f"{value:>{width}}", style)
        if piece_columns:
            line.append("  ")
            draw_style = get_draw_style(appearance, body, palette.panel)
            line.append_text(render_chips(draw_style, account.best_turn.faces, piece_columns))
        lines.append(line)
    return Text("\n").join(lines)


def _render_name(result: PlayerResult, appearance: Appearance, columns: int) -> Text:
    """Draw a name in the colour of its bars, and the kind of bot."""
    palette = get_palette(appearance)
    kind = result.kind.partition(":")[2]
    text = Text("", end="")
    bot_label = tr("({bot} bot)", bot=kind) if kind else ""
    room = columns - len(bot_label) - 1 if bot_label else columns
    if room < 10:
        bot_label, room = "", columns
    text.append(fit_text(result.name, room).rstrip(), _player_style(result, appearance))
    if bot_label:
        text.append(f" {bot_label}", make_style(palette.muted, palette.panel))
    text.append(" " * max(0, columns - text.cell_len))
    return text


def render_round_bars(
    results: PlayerResults, appearance: Appearance, columns: int, rows: int
) -> Text:
    """Draw `rows` rows of bars per player, one bar per round, above a scale of rounds."""
    columns = max(columns, MIN_COLUMNS)
    palette = get_palette(appearance)
    muted = make_style(palette.muted, palette.panel)
    longest = max((cell_len(account.name) for account in results), default=0)
    label = min(MAX_LABEL_COLUMNS, max(6, columns // 5), max(longest, len(tr("round"))))
    room = columns - label - 5
    rounds = max((len(account.turns) for account in results), default=0)
    step = max(1, min(MAX_BAR_COLUMNS, room // max(1, rounds)))
    max_points = max((account.best_points for account in results), default=0)
    side, corner, line = ("|", "+", "-") if appearance.ascii else ("│", "└", "─")
    lines = []
    for account in results:
        grid = _render_player_bars(
            account, appearance, max_points, rows, step, min(rounds, room // step)
        )
        for row, signs in enumerate(grid):
            name = fit_text(account.name, label) if row == 0 else " " * label
            text = Text(name, _player_style(account, appearance), end="")
            text.append(f"{max_points if row == 0 else '':>3} {side}", muted)
            lines.append(text.append_text(signs))
    width = step * min(rounds, room // step)
    rule = Text(" " * (label + 4) + corner + line * width, muted, end="")
    legend = tr(" bold: with a Qwirkle ")
    if _has_point_labels(step, rows) and width > 2 * cell_len(legend):
        rule.right_crop(cell_len(legend) + 1)
        rule.append(legend, make_style(palette.accent, palette.panel, True)).append(line, muted)
    lines.append(rule)
    every = next((each for each in (1, 2, 5, 10, 20) if each * step >= 4), 50)
    ticks = "".join(
        _centre_number(str(number), max(1, step - 1)).ljust(step * every)
        for number in range(1, rounds + 1, every)
    )
    title = fit_text(tr("round"), label + 5)
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
    signs = ASCII_BARS if appearance.ascii else BARS
    has_labels = _has_point_labels(bar_pitch, rows)
    high = LEVELS_PER_ROW * (rows - 1) if has_labels else LEVELS_PER_ROW * rows - 1
    wide = max(1, bar_pitch - 1)
    lines = [Text("", end="") for _ in range(rows)]
    for gain in result.turns[:count]:
        height = max(0, -(-gain.points * high // max(1, max_points)))
        top = rows - 1 - (-(-height // LEVELS_PER_ROW))
        for row, line in enumerate(lines):
            part = min(LEVELS_PER_ROW, max(0, height - LEVELS_PER_ROW * (rows - 1 - row)))
            if has_labels and row == top:
                number = _centre_number(str(gain.points or "-"), wide)
                colour = palette.accent if gain.qwirkles else palette.muted
                line.append(number, make_style(colour, palette.panel, bool(gain.qwirkles)))
            else:
                line.append(signs[part] * wide, _player_style(result, appearance))
            line.append(" " * (bar_pitch - wide))
    return lines


def _has_point_labels(step: int, rows: int) -> bool:
    """Check whether the points fit above each bar."""
    return step >= 3 and rows >= 3


def _centre_number(text: str, width: int) -> str:
    """Centre a number over a bar, with the units aligned."""
    return text.rjust(min(width, 2)).center(width)


def _player_style(result: PlayerResult, appearance: Appearance) -> Style:
    return make_style(line_colour(appearance, result.seat), get_palette(appearance).panel, True)
