"""Prints tables: with rich in a terminal, as plain columns otherwise."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from qwirkle.cli.output import is_terminal, make_console, print_raw, sanitize, terminal_width


def print_table(
    headers: Sequence[str],
    rows: Sequence[Sequence[str]],
    first_number_column: int | None = None,
    *,
    wrap: bool = False,
) -> None:
    """Print a table. Columns from `first_number_column` on are right-aligned; None means none are.

    A terminal always wraps long cells. Elsewhere each row is one line unless `wrap` is set.
    """
    number_column = len(headers) if first_number_column is None else first_number_column
    if is_terminal(sys.stdout):
        _print_with_rich(headers, rows, number_column)
    else:
        _print_plain(headers, _wrap_rows(headers, rows) if wrap else rows, number_column)


def _wrap_rows(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Wrap cells so that the table fits the width; a row may become several."""
    import textwrap  # slow import

    longest = [max(map(_text_width, column)) for column in zip(headers, *rows, strict=True)]
    available = terminal_width() - 2 * (len(longest) - 1)
    # The narrowest columns get the width they need; the others share the rest equally.
    widths = dict.fromkeys(range(len(longest)), 0)
    for index, column in enumerate(sorted(widths, key=longest.__getitem__)):
        widths[column] = max(1, min(longest[column], available // (len(longest) - index)))
        available -= widths[column]
    wrapped: list[list[str]] = []
    for row in rows:
        cells = [
            textwrap.wrap(sanitize(text), widths[column]) or [""] for column, text in enumerate(row)
        ]
        wrapped.extend(
            [cell[line] if line < len(cell) else "" for cell in cells]
            for line in range(max(map(len, cells)))
        )
    return wrapped


def _print_with_rich(
    headers: Sequence[str], rows: Sequence[Sequence[str]], first_number_column: int
) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column, header in enumerate(headers):
        table.add_column(
            Text(sanitize(header)),
            justify="right" if column >= first_number_column else "left",
            overflow="fold",
        )
    for row in rows:
        table.add_row(*(Text(sanitize(text)) for text in row))
    make_console(sys.stdout).print(table)


def _print_plain(
    headers: Sequence[str], rows: Sequence[Sequence[str]], first_number_column: int
) -> None:
    lines = [[sanitize(text) for text in row] for row in (headers, *rows)]
    widths = [max(map(_text_width, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = []
        for column, (text, width) in enumerate(zip(line, widths, strict=True)):
            padding = " " * (width - _text_width(text))
            cells.append(padding + text if column >= first_number_column else text + padding)
        print_raw("  ".join(cells).rstrip())


def _text_width(text: str) -> int:
    """Return the width in terminal columns; some characters take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # slow import

    return cell_len(text)
