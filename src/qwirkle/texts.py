"""Every text that a person reads passes through here, so that it can be translated."""

from __future__ import annotations

PRINTABLE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+\Z"
"""Pattern of a text without control characters, line ends and changes of direction."""


def tr(text: str, **values: object) -> str:
    """The text with named placeholders filled in.

    >>> tr("{name} plays first.", name="Ana")
    'Ana plays first.'
    """
    return text.format(**values)


def trn(one: str, many: str, count: int, **values: object) -> str:
    """The text for one or for many; `{count}` may stand in it.

    >>> trn("{count} point", "{count} points", 3)
    '3 points'
    """
    return (one if count == 1 else many).format(count=count, **values)
