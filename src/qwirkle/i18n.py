"""Entry points for translation. Every text that a person reads goes through `tr` or `trn`."""

from __future__ import annotations


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
