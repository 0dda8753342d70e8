"""Entry points for translation. Every text that a person reads goes through `tr` or `trn`."""

from __future__ import annotations

PRINTABLE_PATTERN = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+\Z"
"""Pattern of a text without control characters, line breaks and direction marks."""


def tr(text: str, **values: object) -> str:
    """Translate a text and fill in its placeholders.

    >>> tr("{name} plays first.", name="Ana")
    'Ana plays first.'
    """
    return text.format(**values)


def trn(singular: str, plural: str, count: int, **values: object) -> str:
    """Translate a singular or plural text; `count` is also a placeholder.

    >>> trn("{count} point", "{count} points", 3)
    '3 points'
    """
    return (singular if count == 1 else plural).format(count=count, **values)
