"""Output of the commands: sanitized text, JSON lines, and messages on stderr."""

from __future__ import annotations

import os
import sys

from qwirkle.texts import tr

TYPE_CHECKING = False  # importing typing would slow --help
if TYPE_CHECKING:
    from typing import TextIO

    from rich.console import Console

USUAL = 80
"""In columns, if the terminal's width is unknown."""
NARROWEST = 40
"""In columns; a narrower terminal wraps the lines itself."""
HEIGHT = 25
"""In rows. rich needs a value, but the output doesn't depend on it."""
WIDEST = 1000
"""In columns."""


class CommandError(Exception):
    """A command failed. The message is one sentence for the user."""


def plain(text: object) -> str:
    """Return the text as one line, with control characters replaced by U+FFFD.

    >>> plain("Ana\\x1b[2J\\n")
    'Ana�[2J�'
    """
    line = str(text)
    if line.isprintable():
        return line
    return "".join(sign if sign.isprintable() else "�" for sign in line)


def say(text: str = "") -> None:
    """Print text of any number of lines. Names in it must already be sanitized."""
    print(text)


def say_line(text: str) -> None:
    """Sanitize and print one line, and flush."""
    print(plain(text), flush=True)


def keyboard() -> TextIO:
    """Return stdin, with undecodable bytes replaced. Raises CommandError if it's closed."""
    if sys.stdin is None:
        raise CommandError(tr("There is no input to read lines from."))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def say_json(value: object) -> None:
    """Print a value as one line of JSON, and flush."""
    import json  # would slow --help

    print(json.dumps(value, separators=(",", ":")), flush=True)


def complain(sentence: str) -> None:
    """Print one sentence on stderr. If that fails, only the exit status reports the problem."""
    if sys.stderr is None:
        return
    try:
        print(tr("qwirkle: {sentence}", sentence=plain(sentence)), file=sys.stderr, flush=True)
    except OSError:
        forget(sys.stderr)


def forget(stream: TextIO) -> None:
    """Redirect a broken stream to /dev/null, so that Python's flush at exit doesn't fail."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        pass


def is_terminal(stream: TextIO | None) -> bool:
    """Return True if the stream is open and a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def columns(fewest: int = NARROWEST, most: int = WIDEST) -> int:
    """Return the terminal's width in columns, like shutil, which is slow to import."""
    told = os.environ.get("COLUMNS", "")
    found = int(told) if told.isascii() and told.isdigit() and len(told) < 9 else 0
    if found == 0:
        try:
            found = os.get_terminal_size(1).columns  # stdout
        except OSError:
            found = USUAL
    return max(fewest, min(most, found or USUAL))


def drawing_console(stream: TextIO) -> Console:
    """Make a rich console of a fixed size, so that rich ignores bad values of COLUMNS and LINES."""
    from rich.console import Console

    return Console(file=stream, highlight=False, width=columns(), height=HEIGHT)


def draws_colour(stream: TextIO | None) -> bool:
    """Return True if the stream is a terminal with colours and NO_COLOR isn't set."""
    return (
        is_terminal(stream)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "") not in ("", "dumb")
    )
