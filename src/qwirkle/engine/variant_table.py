"""Reading values out of a table that a stranger wrote, each checked, each error one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from qwirkle.texts import tr

_LONGEST_SHOWN = 30
_LARGEST_SHOWN = 10**15


class VariantError(ValueError):
    """A ruleset cannot be used; the message is one sentence for people."""


def shown(value: object) -> str:
    """What was found, short and harmless enough to stand in a sentence.

    >>> shown("six"), shown(True), shown([1, 2]), shown("a\\x1b[2J")
    ('"six"', 'true', 'a list', '"a\\\\x1b[2J"')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{shown_word(value)}"'
        case int() if abs(value) > _LARGEST_SHOWN:
            return tr("a huge number")
        case int() | float():
            return str(value)
        case Mapping():
            return tr("a table")
        case list() | tuple():
            return tr("a list")
        case None:
            return tr("nothing")
    return tr("something else")


def shown_word(text: str, most: int = _LONGEST_SHOWN) -> str:
    """A stranger's text without quotes: unprintable characters escaped, and shortened."""
    escaped = "".join(
        sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[: most + 1]
    )
    return escaped if len(escaped) <= most else escaped[: most - 1] + "…"


def listed(words: Sequence[str]) -> str:
    """Words as they stand in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    if len(words) < 2:
        return "".join(words)
    return tr("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


class Table(NamedTuple):
    """A table at a dotted path of a ruleset, with only the keys that are allowed there."""

    values: Mapping[str, object]
    path: str

    @classmethod
    def of(cls, value: object, path: str, allowed: tuple[str, ...]) -> Table:
        """The value as a table; raises if it is none or has other keys."""
        if not isinstance(value, Mapping):
            raise _misfit(path or tr("the ruleset"), value, tr("a table"))
        table = cls(value, path)
        for key in value:
            if key not in allowed:
                word = table.path_of(shown_word(key)) if isinstance(key, str) else shown(key)
                raise VariantError(
                    tr(
                        "{key} is not a key of a variant: allowed here are {allowed}.",
                        key=word,
                        allowed=listed(allowed),
                    )
                )
        return table

    def path_of(self, key: str) -> str:
        """The key's dotted path, as a sentence names it."""
        return f"{self.path}.{key}" if self.path else key

    def table(self, key: str, *allowed: str) -> Table:
        """The table under a key."""
        return Table.of(self._value(key, tr("a table")), self.path_of(key), allowed)

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """A whole number within limits."""
        meant = tr("a whole number from {least} to {most}", least=least, most=most)
        value = self._value(key, meant, default)
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self.misfit(key, meant)
        return value

    def truth(self, key: str) -> bool:
        """True or false."""
        value = self._value(key, tr("true or false"))
        if not isinstance(value, bool):
            raise self.misfit(key, tr("true or false"))
        return value

    def choice(self, key: str, words: tuple[str, ...]) -> str:
        """One of some words."""
        meant = listed([f'"{word}"' for word in words])
        value = self._value(key, meant)
        if not isinstance(value, str) or value not in words:
            raise self.misfit(key, meant)
        return value

    def choices(self, key: str, words: tuple[str, ...]) -> tuple[str, ...]:
        """A list of some words, none of them twice."""
        meant = tr("a list of {words}, each at most once", words=listed(words))
        value = self._value(key, meant)
        if not isinstance(value, list | tuple):
            raise self.misfit(key, meant)
        for position, word in enumerate(value):
            if not isinstance(word, str) or word not in words or word in value[:position]:
                raise VariantError(
                    tr(
                        "{key} holds {found}, but must be {meant}.",
                        key=self.path_of(key),
                        found=shown(word),
                        meant=meant,
                    )
                )
        return tuple(value)

    def text(self, key: str, most: int, default: str | None = None) -> str:
        """A line of text that is safe to draw."""
        meant = tr("one line of 1 to {most} visible characters", most=most)
        value = self._value(key, meant, default)
        if not isinstance(value, str):
            raise self.misfit(key, meant)
        if key in self.values and (
            not value.isprintable() or not value.strip() or len(value) > most
        ):
            raise self.misfit(key, meant)
        return value.strip()

    def rows(self, key: str) -> Sequence[object]:
        """The list under a key."""
        meant = tr("a list of tables")
        value = self._value(key, meant)
        if not isinstance(value, list | tuple):
            raise self.misfit(key, meant)
        return value

    def misfit(self, key: str, meant: str) -> VariantError:
        """The error that the value of this key is not what was meant."""
        return _misfit(self.path_of(key), self.values.get(key), meant)

    def _value(self, key: str, meant: str, default: object = None) -> object:
        if key in self.values:
            return self.values[key]
        if default is None:
            raise VariantError(
                tr("{key} is missing: it must be {meant}.", key=self.path_of(key), meant=meant)
            )
        return default


def _misfit(path: str, found: object, meant: str) -> VariantError:
    return VariantError(
        tr("{key} is {found}, but must be {meant}.", key=path, found=shown(found), meant=meant)
    )
