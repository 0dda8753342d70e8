"""Sanitizes player names for screens and files."""

from __future__ import annotations

import unicodedata

from qwirkle.texts import tr

LONGEST_NAME = 20

_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode classifies as letters, marks or symbols."""

_MOST_MARKS = 2
"""Combining marks per letter; more would spill over other lines."""


def parted(text: str) -> tuple[str, str]:
    """Split `NAME:AGE`; the age is empty if there is none.

    >>> parted("Ana:9"), parted("a:b")
    (('Ana', '9'), ('a:b', ''))
    """
    name, colon, age = text.rpartition(":")
    if colon and age.isascii() and age.removeprefix("-").isdigit():
        return name, age
    return text, ""


def clean_name(text: str) -> str:
    """Sanitize a name: one line, at most 20 visible characters. Raises ValueError if it's empty.

    >>> clean_name("  Ana\\t\\u202eMaria\\x1b ")
    'Ana Maria'
    """
    spaced = "".join(" " if sign.isspace() else sign for sign in text if _is_seen(sign))
    plain = _without_piles(" ".join(unicodedata.normalize("NFC", spaced).split()))
    name = _cut(plain).rstrip()
    if not name:
        raise ValueError(tr("A name needs at least one letter."))
    return name


def _is_seen(sign: str) -> bool:
    if sign.isspace():
        return True
    category = unicodedata.category(sign)
    return category[0] != "C" and category not in ("Zl", "Zp") and sign not in _UNSEEN


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M" or "\U0001f3fb" <= sign <= "\U0001f3ff"


def _without_piles(text: str) -> str:
    kept: list[str] = []
    marks = _MOST_MARKS
    for sign in text:
        marks = marks + 1 if _is_mark(sign) else 0
        if sign == " ":
            marks = _MOST_MARKS
        if marks <= _MOST_MARKS or sign == " ":
            kept.append(sign)
    return " ".join("".join(kept).split())


def _cut(text: str) -> str:
    end = LONGEST_NAME
    if len(text) <= end:
        return text
    while end > 0 and _is_mark(text[end]):
        end -= 1
    return text[:end]
