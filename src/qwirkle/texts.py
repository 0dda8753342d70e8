"""The one door for every text that a person reads, so that it can be translated."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Language: TypeAlias = gettext.NullTranslations
"""The texts in the language of a reader."""

ENGLISH: Language = gettext.NullTranslations()
"""The language in which all texts are written in the code."""

_spoken: ContextVar[Language] = ContextVar("language", default=ENGLISH)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Say everything in this language for a while; several readers may have several languages."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def tr(text: str, **values: object) -> str:
    """The text in the reader's language, with named placeholders filled in.

    >>> tr("{name} plays first.", name="Ana")
    'Ana plays first.'
    """
    return _spoken.get().gettext(text).format(**values)


def trn(one: str, many: str, count: int, **values: object) -> str:
    """The text for one or for many; `{count}` may stand in it.

    >>> trn("{count} point", "{count} points", 3)
    '3 points'
    """
    return _spoken.get().ngettext(one, many, count).format(count=count, **values)
