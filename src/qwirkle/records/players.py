"""Players: names, ages and kinds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.i18n import tr

MAX_NAME_LENGTH = 20
MAX_AGE = 150

HUMAN = "human"
"""`Player.kind` of a person."""

PLAYER_KIND_PATTERN = re.compile(r"human|bot:[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")

_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Invisible characters that Unicode classifies as letters, marks or symbols."""

_MAX_MARKS = 2
"""Combining marks per letter; more would spill over other lines."""


class Player(Struct, frozen=True):
    """The player in a seat; `kind` is `human` or `bot:NAME`."""

    name: str
    age: int | None = None
    kind: str = HUMAN

    @property
    def bot(self) -> str | None:
        """Name of the bot, or None for a person."""
        return self.kind.removeprefix("bot:") if self.kind.startswith("bot:") else None


def with_unique_names(players: Iterable[Player]) -> tuple[Player, ...]:
    """Append numbers to repeated names so that all names differ.

    >>> [player.name for player in with_unique_names([Player("Ana"), Player("Ana"), Player("Bo")])]
    ['Ana', 'Ana 2', 'Bo']
    """
    result: list[Player] = []
    for player in players:
        names = [other.name for other in result]
        name, number = player.name, 2
        while name in names:
            name, number = clean_name(f"{player.name[:16]} {number}"), number + 1
        result.append(replace(player, name=name))
    return tuple(result)


def split_name_and_age(text: str) -> tuple[str, str]:
    """Split `NAME:AGE`; the age is empty if there is none.

    >>> split_name_and_age("Ana:9"), split_name_and_age("a:b")
    (('Ana', '9'), ('a:b', ''))
    """
    name, separator, age = text.rpartition(":")
    if separator and age.isascii() and age.removeprefix("-").isdigit():
        return name, age
    return text, ""


def clean_name(text: str) -> str:
    """Sanitize a name: one line, at most 20 visible characters. Raises ValueError if it's empty.

    >>> clean_name("  Ana\\t\\u202eMaria\\x1b ")
    'Ana Maria'
    """
    spaced = "".join(" " if char.isspace() else char for char in text if _is_visible(char))
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
