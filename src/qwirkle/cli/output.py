"""What the commands print: text without control characters, JSON lines, and complaints."""

from __future__ import annotations

import os
import sys

from qwirkle.texts import tr

TYPE_CHECKING = False  # `typing` is slow to load, and --help does without
if TYPE_CHECKING:
    from typing import TextIO


class CommandError(Exception):
    """A command cannot go on, said in one sentence."""


def plain(text: object) -> str:
    """The text in one line, with nothing in it that a terminal would obey.

    >>> plain("Ana\\x1b[2J\\n")
    'Ana�[2J�'
    """
    return "".join(sign if sign.isprintable() else "�" for sign in str(text))


def say(text: str = "") -> None:
    """Print text of our own, which may have several lines; names in it are `plain` already."""
    print(text)


def say_json(value: object) -> None:
    """Print one JSON object in one line, and hand it on at once to whoever is waiting for it."""
    import json  # slow to load, and --help does without

    print(json.dumps(value, separators=(",", ":")), flush=True)


def complain(sentence: str) -> None:
    """Print one sentence on standard error."""
    if sys.stderr is not None:
        print(tr("qwirkle: {sentence}", sentence=plain(sentence)), file=sys.stderr)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person is at the other end."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def draws_colour(stream: TextIO | None) -> bool:
    """Whether colours may be sent there: a terminal that has them, and no NO_COLOR."""
    return (
        is_terminal(stream)
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "") not in ("", "dumb")
    )
