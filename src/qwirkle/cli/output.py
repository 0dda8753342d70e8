"""Output of the commands: sanitized text, JSON lines, and messages on stderr."""

from __future__ import annotations

import os
import sys

from qwirkle.i18n import tr

TYPE_CHECKING = False  # importing typing would slow --help
if TYPE_CHECKING:
    from typing import TextIO

    from rich.console import Console

DEFAULT_WIDTH = 80
"""In columns, if the terminal's width is unknown."""
MIN_WIDTH = 40
"""In columns; a narrower terminal wraps the lines itself."""
CONSOLE_HEIGHT = 25
"""In rows. rich needs a value, but the output doesn't depend on it."""
MAX_WIDTH = 1000
"""In columns."""


class CommandError(Exception):
    """A command failed. The message is one sentence for the user."""


def sanitize(text: object) -> str:
    """Return the text as one line, with control characters replaced by U+FFFD.

    >>> sanitize("Ana\\x1b[2J\\n")
    'Ana�[2J�'
    """
    line = str(text)
    if line.isprintable():
        return line
    return "".join(char if char.isprintable() else "�" for char in line)


def print_raw(text: str = "") -> None:
    """Print text of any number of lines. Names in it must already be sanitized."""
    print(text)


def print_line(text: str) -> None:
    """Sanitize and print one line, and flush."""
    print(sanitize(text), flush=True)


def require_stdin() -> TextIO:
    """Return stdin, with undecodable bytes replaced. Raises CommandError if it's closed."""
    if sys.stdin is None:
        raise CommandError(tr("There is no input to read lines from."))
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return sys.stdin


def print_json(value: object) -> None:
    """Print a value as one line of JSON, and flush."""
    import json  # would slow --help

    print(json.dumps(value, separators=(",", ":")), flush=True)


def print_stderr(sentence: str) -> None:
    """Print one sentence on stderr. If that fails, only the exit status reports the problem."""
    if sys.stderr is None:
        return
    try:
        print(tr("qwirkle: {sentence}", sentence=sanitize(sentence)), file=sys.stderr, flush=True)
    except OSError:
        redirect_to_devnull(sys.stderr)


def redirect_to_devnull(stream: TextIO) -> None:
    """Redirect a broken stream to /dev/null, so that Python's flush at exit doesn't fail."""
    try:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)
    except (OSError, ValueError, AttributeError):
        pass


def is_terminal(stream: TextIO | None) -> bool:
    """Return True if the stream is open and a terminal."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def terminal_width(min_width: int = MIN_WIDTH, max_width: int = MAX_WIDTH) -> int:
    """Return the terminal's width in columns, like shutil, which is slow to import."""
    variable = os.environ.get("COLUMNS", "")
    columns = (
        int(variable) if variable.isascii() and variable.isdigit() and len(variable) < 9 else 0
    )
    if columns == 0:
        try:
            columns = os.get_terminal_size(1).columns  # stdout
        except OSError:
            columns = DEFAULT_WIDTH
    return max(min_width, min(max_width, columns or DEFAULT_WIDTH))


def make_console(stream: TextIO) -> Console:
    """Make a rich console of a fixed size, so that rich ignores bad values of COLUMNS and LINES."""
    from rich.console import Console

    return Console(file=stream, highlight=False, width=terminal_width(), height=CONSOLE_HEIGHT)


def supports_colour(stream: TextIO | None) -> bool:
    """Return True if the stream is a terminal with colours and NO_COLOR isn't set."""
    return (
        is_terminal(stream)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "") not in ("", "dumb")
    )
