"""Prints tables: with rich in a terminal, as plain columns otherwise."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from qwirkle.cli.output import columns, drawing_console, is_terminal, plain, say


def print_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    figures_from: int | None = None,
    *,
    fold: bool = False,
) -> None:
    """Print a table. Columns from `first_number_column` on are right-aligned; None means none are.

    A terminal always wraps long cells. Elsewhere each row is one line unless `wrap` is set.
    """
    first_figure = len(heads) if figures_from is None else figures_from
    if is_terminal(sys.stdout):
        _draw(heads, rows, first_figure)
    else:
        _print_columns(heads, _folded(heads, rows) if fold else rows, first_figure)


def _folded(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Wrap cells so that the table fits the width; a row may become several."""
    import textwrap  # slow import

    longest = [max(map(_width, column)) for column in zip(heads, *rows, strict=True)]
    room = columns() - 2 * (len(longest) - 1)
    # The narrowest columns get the width they need; the others share the rest equally.
    widths = dict.fromkeys(range(len(longest)), 0)
    for place, column in enumerate(sorted(widths, key=longest.__getitem__)):
        widths[column] = max(1, min(longest[column], room // (len(longest) - place)))
        room -= widths[column]
    folded: list[list[str]] = []
    for row in rows:
        cells = [
            textwrap.wrap(plain(text), widths[column]) or [""] for column, text in enumerate(row)
        ]
        folded.extend(
            [cell[line] if line < len(cell) else "" for cell in cells]
            for line in range(max(map(len, cells)))
        )
    return folded


def _draw(heads: Sequence[str], rows: Sequence[Sequence[str]], first_figure: int) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, head in enumerate(heads):
        table.add_column(
            Text(plain(head)),
            justify="right" if column >= first_figure else "left",
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(plain(text)) for text in row))
    drawing_console(sys.stdout).print(table)


def _print_columns(heads: Sequence[str], rows: Sequence[Sequence[str]], first_figure: int) -> None:
    lines = [[plain(text) for text in row] for row in (heads, *rows)]
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = []
        for column, (text, width) in enumerate(zip(line, widths, strict=True)):
            room = " " * (width - _width(text))
            cells.append(room + text if column >= first_figure else text + room)
        say("  ".join(cells).rstrip())


def _width(text: str) -> int:
    """Return the width in terminal columns; some characters take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # slow import

    return cell_len(text)
