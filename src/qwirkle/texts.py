"""The one door for every text that a person reads, so that it can be translated."""

from __future__ import annotations

from contextvars import ContextVar

TYPE_CHECKING = False  # `typing` and `gettext` are slow to load, and --help does without
if TYPE_CHECKING:
    from contextvars import Token
    from gettext import NullTranslations
    from typing import TypeAlias

    Language: TypeAlias = NullTranslations | None
    """The texts in the language of a reader; None is the English of the code."""

_spoken: ContextVar[Language] = ContextVar("language", default=None)


class speaking:  # noqa: N801 - it is used as a statement is
    """Say everything in a language for a while; several readers may have several languages."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before: Token[Language] = _spoken.set(self._language)

    def __exit__(self, *_: object) -> None:
        _spoken.reset(self._before)


def tr(text: str, **values: object) -> str:
    """The text in the reader's language, with named placeholders filled in.

    >>> tr("{name} plays first.", name="Ana")
    'Ana plays first.'
    """
    language = _spoken.get()
    return (text if language is None else language.gettext(text)).format(**values)


def trn(one: str, many: str, count: int, **values: object) -> str:
    """The text for one or for many; `{count}` may stand in it.

    >>> trn("{count} point", "{count} points", 3)
    '3 points'
    """
    language = _spoken.get()
    if language is None:
        text = one if count == 1 else many
    else:
        text = language.ngettext(one, many, count)
    return text.format(count=count, **values)
