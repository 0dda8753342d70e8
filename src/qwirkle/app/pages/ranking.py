"""The ranking and the points per round as text, for the end screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.paint.pictures import brush_of
from qwirkle.app.panes.lines import chips, fitted
from qwirkle.app.review.chart import hue_of
from qwirkle.table.results import Account
from qwirkle.texts import tr

Accounts = Sequence[Account]

BARS = " ▁▂▃▄▅▆▇█"
ASCII_BARS = " ..__==##"
PARTS = 8
"""Bar heights that one row of text can show."""
LONGEST_NAME = 30
LABEL = 14
"""Columns for the names at the left of a chart, at most."""
WIDEST_BAR = 9
FEWEST_COLUMNS = 24
"""Narrower panes get a text of this width."""


def ranking_text(accounts: Accounts, body: str, look: Look, columns: int) -> Text:
    """Draw the ranking with column heads; columns that don't fit are left out."""
    columns = max(columns, FEWEST_COLUMNS)
    palette = palette_of(look)
    muted = style_of(palette.muted, palette.panel)
    strong = style_of(palette.text, palette.panel, True)
    heads = [tr("points"), tr("Qwirkles"), tr("average"), tr("best turn")]
    widths = [max(7, len(head) + 2) for head in heads]
    pieces = max((len(account.best_gain.faces) for account in accounts), default=0)
    shown = 3 * pieces if 4 * pieces > columns - 60 else 4 * pieces
    room = columns - 4
    while len(widths) > 1 and room - sum(widths) < 10:
        widths.pop()
    shown = shown if len(widths) == 4 and room - sum(widths) - shown - 2 >= 12 else 0
    names = min(LONGEST_NAME, room - sum(widths) - (shown + 2 if shown else 0))
    indent = " " * max(0, (columns - 4 - names - sum(widths) - (shown + 2 if shown else 0)) // 2)
    head = Text(f"{indent}    {'':<{names}}", muted, end="")
    for text, width in zip(heads, widths, strict=False):
        head.append(f"{text:>{width}}", muted)
    lines = [head]
    for account in accounts:
        won = account.place == 1
        sign = "*" if look.ascii else "★"
        hue = palette.accent if won else palette.muted
        line = Text(indent, end="")
        line.append(f"{sign if won else ' '} {account.place} ", style_of(hue, palette.panel, True))
        line.append_text(_name(account, look, names))
        values = (
            str(account.score),
            str(account.qwirkles),
            f"{account.average:.1f}",
            f"+{account.best}",
        )
        for number, (value, width) in enumerate(zip(values, widths, strict=False)):
            style = strong if number in (0, 3) else style_of(palette.text, palette.panel)
            line.append(f"{value:>{width}}", style)
        if shown:
            line.append("  ")
            brush = brush_of(look, body, palette.panel)
            line.append_text(chips(brush, account.best_gain.faces, shown))
        lines.append(line)
    return Text("\n").join(lines)


def _name(account: Account, look: Look, columns: int) -> Text:
    """Draw a name in the colour of its bars, and the kind of bot."""
    palette = palette_of(look)
    kind = account.kind.partition(":")[2]
    text = Text("", end="")
    told = tr("({bot} bot)", bot=kind) if kind else ""
    room = columns - len(told) - 1 if told else columns
    if room < 10:
        told, room = "", columns
    text.append(fitted(account.name, room).rstrip(), _hue(account, look))
    if told:
        text.append(f" {told}", style_of(palette.muted, palette.panel))
    text.append(" " * max(0, columns - text.cell_len))
    return text


def bars_text(accounts: Accounts, look: Look, columns: int, rows: int) -> Text:
    """Draw `rows` rows of bars per player, one bar per round, above a scale of rounds."""
    columns = max(columns, FEWEST_COLUMNS)
    palette = palette_of(look)
    muted = style_of(palette.muted, palette.panel)
    longest = max((cell_len(account.name) for account in accounts), default=0)
    label = min(LABEL, max(6, columns // 5), max(longest, len(tr("round"))))
    room = columns - label - 5
    rounds = max((len(account.turns) for account in accounts), default=0)
    step = max(1, min(WIDEST_BAR, room // max(1, rounds)))
    most = max((account.best for account in accounts), default=0)
    side, corner, line = ("|", "+", "-") if look.ascii else ("│", "└", "─")
    lines = []
    for account in accounts:
        grid = _bars(account, look, most, rows, step, min(rounds, room // step))
        for row, signs in enumerate(grid):
            name = fitted(account.name, label) if row == 0 else " " * label
            text = Text(name, _hue(account, look), end="")
            text.append(f"{most if row == 0 else '':>3} {side}", muted)
            lines.append(text.append_text(signs))
    width = step * min(rounds, room // step)
    rule = Text(" " * (label + 4) + corner + line * width, muted, end="")
    legend = tr(" bold: with a Qwirkle ")
    if _numbered(step, rows) and width > 2 * cell_len(legend):
        rule.right_crop(cell_len(legend) + 1)
        rule.append(legend, style_of(palette.accent, palette.panel, True)).append(line, muted)
    lines.append(rule)
    every = next((each for each in (1, 2, 5, 10, 20) if each * step >= 4), 50)
    ticks = "".join(
        _over(str(number), max(1, step - 1)).ljust(step * every)
        for number in range(1, rounds + 1, every)
    )
    title = fitted(tr("round"), label + 5)
    lines.append(Text((title + ticks)[:columns], muted, end=""))
    return Text("\n").join(lines)


def _bars(account: Account, look: Look, most: int, rows: int, step: int, count: int) -> list[Text]:
    """Draw one player's bars, each with its points on top if there is room."""
    palette = palette_of(look)
    signs = ASCII_BARS if look.ascii else BARS
    numbered = _numbered(step, rows)
    high = PARTS * (rows - 1) if numbered else PARTS * rows - 1
    wide = max(1, step - 1)
    lines = [Text("", end="") for _ in range(rows)]
    for gain in account.turns[:count]:
        height = max(0, -(-gain.points * high // max(1, most)))
        top = rows - 1 - (-(-height // PARTS))
        for row, line in enumerate(lines):
            part = min(PARTS, max(0, height - PARTS * (rows - 1 - row)))
            if numbered and row == top:
                number = _over(str(gain.points or "-"), wide)
                hue = palette.accent if gain.qwirkles else palette.muted
                line.append(number, style_of(hue, palette.panel, bool(gain.qwirkles)))
            else:
                line.append(signs[part] * wide, _hue(account, look))
            line.append(" " * (step - wide))
    return lines


def _numbered(step: int, rows: int) -> bool:
    """Check whether the points fit above each bar."""
    return step >= 3 and rows >= 3


def _over(text: str, wide: int) -> str:
    """Centre a number over a bar, with the units aligned."""
    return text.rjust(min(wide, 2)).center(wide)


def _hue(account: Account, look: Look) -> Style:
    return style_of(hue_of(look, account.seat), palette_of(look).panel, True)
