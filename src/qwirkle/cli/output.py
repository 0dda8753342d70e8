"""What the commands print: text without control characters, JSON lines, and complaints."""

from __future__ import annotations

import os
import sys

from qwirkle.texts import tr

TYPE_CHECKING = False  # `typing` is slow to load, and --help does without
if TYPE_CHECKING:
    from typing import TextIO

    from rich.console import Console

USUAL = 80
"""Columns where there is no terminal that says how many it has."""
NARROWEST = 40
"""Columns that a table needs at least; a terminal with fewer breaks its lines."""
HEIGHT = 25
"""Rows that rich is told of; nothing that is printed depends on them."""
WIDEST = 1000
"""A terminal that says it is wider is printed on as if it were so wide."""


class CommandError(Exception):
    """A command cannot go on, said in one sentence."""


def plain(text: object) -> str:
    """The text in one line, with nothing in it that a terminal would obey.

    >>> plain("Ana\\x1b[2J\\n")
    'Ana�[2J�'
    """
    line = str(text)
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else "�" for sign in line)


def say(text: str = "") -> None:
    """Print text of our own, which may have several lines; names in it are `plain` already."""
    print(text)


def say_line(text: str) -> None:
    """Print one line and hand it on at once: somebody waits for it."""
    print(plain(text), flush=True)


def keyboard() -> TextIO:
    """Where lines are read from, whatever bytes come."""
    if sys.stdin is None:
        raise CommandError(tr("There is no input to read lines from."))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def say_json(value: object) -> None:
    """Print one JSON object in one line, and hand it on at once to whoever is waiting for it."""
    import json  # slow to load, and --help does without

    print(json.dumps(value, separators=(",", ":")), flush=True)


def complain(sentence: str) -> None:
    """Print one sentence on standard error; where nobody hears it, the exit status must do."""
    if sys.stderr is None:
        return
    try:
        print(tr("qwirkle: {sentence}", sentence=plain(sentence)), file=sys.stderr, flush=True)
    except OSError:
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """Point a stream nowhere, so that Python does not fail again when it flushes."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        pass


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def columns(fewest: int = NARROWEST, most: int = WIDEST) -> int:
    """How wide the terminal is, as shutil would find out, which is slow to load."""
    told = os.environ.get("COLUMNS", "")
    found = int(told) if told.isascii() and told.isdigit() and len(told) < 9 else 0
    if found == 0:
        try:
            found = os.get_terminal_size(1).columns  # standard output
        except OSError:
            found = USUAL
    return max(fewest, min(most, found or USUAL))


def drawing_console(stream: TextIO) -> Console:
    """Where rich draws; it must not ask COLUMNS and LINES, which may say anything."""
    from rich.console import Console

    return Console(file=stream, highlight=False, width=columns(), height=HEIGHT)


def draws_colour(stream: TextIO | None) -> bool:
    """Whether colours may be sent there: a terminal that has them, and no NO_COLOR."""
    return (
        is_terminal(stream)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "") not in ("", "dumb")
    )
