"""Sanitizes player names for screens and files."""

from __future__ import annotations

import unicodedata

from qwirkle.texts import tr

MAX_NAME_LENGTH = 20

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode classifies as letters, marks or symbols."""

_MAX_MARKS = 2
"""Combining marks per letter; more would spill over other lines."""


def split_name_and_age(text: str) -> tuple[str, str]:
    """Split `NAME:AGE`; the age is empty if there is none.

    >>> split_name_and_age("Ana:9"), split_name_and_age("a:b")
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
    spaced = "".join(" " if sign.isspace() else sign for sign in text if _is_visible(sign))
    plain = _limit_marks(" ".join(unicodedata.normalize("NFC", spaced).split()))
    name = _truncate(plain).rstrip()
    if not name:
        raise ValueError(tr("A name needs at least one letter."))
    return name


def _is_visible(char: str) -> bool:
    if char.isspace():
        return True
    category = unicodedata.category(char)
    return category[0] != "C" and category not in ("Zl", "Zp") and char not in _INVISIBLE


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M" or "\U0001f3fb" <= char <= "\U0001f3ff"


def _limit_marks(text: str) -> str:
    result: list[str] = []
    marks = _MAX_MARKS
    for char in text:
        marks = marks + 1 if _is_mark(char) else 0
        if char == " ":
            marks = _MAX_MARKS
        if marks <= _MAX_MARKS or char == " ":
            result.append(char)
    return " ".join("".join(result).split())


def _truncate(text: str) -> str:
    end = MAX_NAME_LENGTH
    if len(text) <= end:
        return text
    while end > 0 and _is_mark(text[end]):
        end -= 1
    return text[:end]
