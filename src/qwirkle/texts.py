"""The one door for every text that a person reads, so that it can be translated."""

from __future__ import annotations

import gettext

_catalog: gettext.NullTranslations = gettext.NullTranslations()


def tr(text: str, **values: object) -> str:
    """The text in the reader's language, with named placeholders filled in.

    >>> tr("{name} plays first.", name="Ana")
    'Ana plays first.'
    """
    return _catalog.gettext(text).format(**values)


def trn(one: str, many: str, count: int, **values: object) -> str:
    """The text for one or for many; `{count}` may stand in it.

    >>> trn("{count} point", "{count} points", 3)
    '3 points'
    """
    return _catalog.ngettext(one, many, count).format(count=count, **values)
