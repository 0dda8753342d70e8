"""Forms: what a stranger's value must be, checked in one sentence and told as JSON Schema.

Rulesets and records are described by forms. The same form reads a value and refuses a wrong one,
and tells other programs what is right, so that the two cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from qwirkle.texts import tr, trn

Schema: TypeAlias = dict[str, Any]
"""A JSON Schema, or a part of one."""

_LONGEST_SHOWN = 30
_LARGEST_SHOWN = 10**15


class Misfit(ValueError):
    """A value that is not what its form asks for; the message is one sentence for people."""


class Form(Protocol):
    """What a value must be."""

    def meant(self) -> str:
        """What it must be, as it stands in a sentence after "must be"."""
        ...

    def read(self, value: object, path: str) -> Any:
        """The value that stands at this place, made ready for use; raises Misfit."""
        ...

    def schema(self) -> Schema:
        """The same for other programs."""
        ...


# What was found, and what was meant, in words


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


def misfit(path: str, value: object, meant: str) -> Misfit:
    """The error that something else was meant at this place."""
    return Misfit(
        tr("{key} is {found}, but must be {meant}.", key=path, found=shown(value), meant=meant)
    )


def miscounted(path: str, count: int, meant: str) -> Misfit:
    """The error that a list has another number of entries."""
    found = trn("{count} entry", "{count} entries", count)
    return Misfit(tr("{key} has {found}, but must be {meant}.", key=path, found=found, meant=meant))


def missing(path: str, form: Form) -> Misfit:
    """The error that there is nothing at this place."""
    return Misfit(tr("{key} is missing: it must be {meant}.", key=path, meant=form.meant()))


def under(path: str, key: str) -> str:
    """The path of a key below another, as a sentence names it."""
    return f"{path}.{key}" if path else key


# Single values


class Whole:
    """A whole number within limits."""

    __slots__ = ("least", "most")

    def __init__(self, least: int, most: int) -> None:
        self.least = least
        self.most = most

    def meant(self) -> str:
        """The limits in words."""
        return tr("a whole number from {least} to {most}", least=self.least, most=self.most)

    def read(self, value: object, path: str) -> int:
        """The number."""
        if type(value) is int and self.least <= value <= self.most:
            return value
        raise misfit(path, value, self.meant())

    def schema(self) -> Schema:
        """A JSON integer."""
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Truth:
    """True or false."""

    def meant(self) -> str:
        """The two words."""
        return tr("true or false")

    def read(self, value: object, path: str) -> bool:
        """The truth."""
        if isinstance(value, bool):
            return value
        raise misfit(path, value, self.meant())

    def schema(self) -> Schema:
        """A JSON boolean."""
        return {"type": "boolean"}


class Word:
    """One of some words."""

    __slots__ = ("words",)

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def meant(self) -> str:
        """The words."""
        return listed([f'"{word}"' for word in self.words])

    def read(self, value: object, path: str) -> str:
        """The word."""
        if isinstance(value, str) and value in self.words:
            return value
        raise misfit(path, value, self.meant())

    def schema(self) -> Schema:
        """A JSON string out of a few."""
        return {"enum": list(self.words)}


class Text:
    """A line of text that is safe to draw, without the blanks around it."""

    __slots__ = ("longest",)

    def __init__(self, longest: int) -> None:
        self.longest = longest

    def meant(self) -> str:
        """How long it may be."""
        return tr("one line of 1 to {most} visible characters", most=self.longest)

    def read(self, value: object, path: str) -> str:
        """The line."""
        if (
            isinstance(value, str)
            and value.isprintable()
            and value.strip()
            and len(value) <= self.longest
        ):
            return value.strip()
        raise misfit(path, value, self.meant())

    def schema(self) -> Schema:
        """A JSON string; which characters can be seen is more than a schema can say."""
        return {"type": "string", "minLength": 1, "maxLength": self.longest, "pattern": r"\S"}


class AnyText:
    """A text, whatever it says: it is made harmless later."""

    def meant(self) -> str:
        """That it is a text."""
        return tr("a text")

    def read(self, value: object, path: str) -> str:
        """The text."""
        if isinstance(value, str):
            return value
        raise misfit(path, value, self.meant())

    def schema(self) -> Schema:
        """A JSON string."""
        return {"type": "string"}


class Matching:
    """A text of a certain make."""

    __slots__ = ("pattern", "told")

    def __init__(self, pattern: re.Pattern[str], told: str) -> None:
        self.pattern = pattern
        self.told = told
        """The make in words."""

    def meant(self) -> str:
        """The make in words."""
        return tr(self.told)

    def read(self, value: object, path: str) -> str:
        """The text."""
        if isinstance(value, str) and self.pattern.fullmatch(value):
            return value
        raise misfit(path, value, self.meant())

    def schema(self) -> Schema:
        """A JSON string with a pattern."""
        return {"type": "string", "pattern": f"^(?:{self.pattern.pattern})$"}


class OrNothing:
    """A value of some form, or null."""

    __slots__ = ("form",)

    def __init__(self, form: Form) -> None:
        self.form = form

    def meant(self) -> str:
        """Both in words."""
        return tr("{form}, or null", form=self.form.meant())

    def read(self, value: object, path: str) -> Any:
        """The value, or None."""
        return None if value is None else self.form.read(value, path)

    def schema(self) -> Schema:
        """Either of two."""
        return {"anyOf": [self.form.schema(), {"type": "null"}]}


# Lists


class Words:
    """A list of some words, none of them twice."""

    __slots__ = ("words",)

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def meant(self) -> str:
        """The words."""
        return tr("a list of {words}, each at most once", words=listed(self.words))

    def read(self, value: object, path: str) -> tuple[str, ...]:
        """The words in their order."""
        if not isinstance(value, list | tuple):
            raise misfit(path, value, self.meant())
        for position, word in enumerate(value):
            if not isinstance(word, str) or word not in self.words or word in value[:position]:
                raise Misfit(
                    tr(
                        "{key} holds {found}, but must be {meant}.",
                        key=path,
                        found=shown(word),
                        meant=self.meant(),
                    )
                )
        return tuple(value)

    def schema(self) -> Schema:
        """A JSON array without repeats."""
        return {"type": "array", "items": {"enum": list(self.words)}, "uniqueItems": True}


class WordOrWords:
    """One word, or a list of some, none of them twice."""

    __slots__ = ("alone", "words")

    def __init__(self, alone: tuple[str, ...], words: tuple[str, ...]) -> None:
        self.alone = alone
        """The words that may stand alone."""
        self.words = words

    def meant(self) -> str:
        """Both in words."""
        return tr(
            "{word}, or {words}", word=Word(self.alone).meant(), words=Words(self.words).meant()
        )

    def read(self, value: object, path: str) -> tuple[str, ...]:
        """The words in their order."""
        if isinstance(value, str) and value in self.alone:
            return (value,)
        if isinstance(value, list | tuple):
            return Words(self.words).read(value, path)
        raise misfit(path, value, self.meant())

    def schema(self) -> Schema:
        """Either of two."""
        return {"anyOf": [Word(self.alone).schema(), Words(self.words).schema()]}


class ListOf:
    """A list of values of one form, its length within limits."""

    __slots__ = ("fewest", "form", "most", "told")

    def __init__(self, form: Form, fewest: int, most: int, told: str = "") -> None:
        self.form = form
        self.fewest = fewest
        self.most = most
        self.told = told
        """What it is a list of, in words; else it is told how long it may be."""

    def meant(self) -> str:
        """What it is a list of."""
        if self.told:
            return tr(self.told)
        if self.fewest == self.most:
            return trn("a list of {count} entry", "a list of {count} entries", self.most)
        return tr("a list of {fewest} to {most} entries", fewest=self.fewest, most=self.most)

    def read(self, value: object, path: str) -> tuple[Any, ...]:
        """All entries, each read; a sentence counts them from 1."""
        if not isinstance(value, list | tuple):
            raise misfit(path, value, self.meant())
        if not self.fewest <= len(value) <= self.most:
            raise miscounted(path, len(value), self.meant())
        read = self.form.read
        try:
            return tuple([read(each, path) for each in value])
        except Misfit:  # once more, to say which entry it is
            return tuple([read(each, f"{path}[{n}]") for n, each in enumerate(value, start=1)])

    def schema(self) -> Schema:
        """A JSON array."""
        return {
            "type": "array",
            "items": self.form.schema(),
            "minItems": self.fewest,
            "maxItems": self.most,
        }


# Tables


class May(NamedTuple):
    """A key that may be left out, and what it then counts as."""

    form: Form
    default: object = None


class Table:
    """A table with the keys that are allowed in it, and no others."""

    __slots__ = ("defaults", "form_of", "keys", "needed")

    def __init__(self, keys: Mapping[str, Form | May]) -> None:
        self.keys = keys
        self.form_of: dict[str, Form] = {
            key: each.form if isinstance(each, May) else each for key, each in keys.items()
        }
        self.needed = tuple(key for key, each in keys.items() if not isinstance(each, May))
        """The keys that may not be left out."""
        self.defaults = {key: each.default for key, each in keys.items() if isinstance(each, May)}
        """What the others count as where they are."""

    def meant(self) -> str:
        """That it is a table."""
        return tr("a table")

    def read(self, value: object, path: str) -> dict[str, Any]:
        """A value for every key; where one is left out, what it counts as."""
        if not isinstance(value, Mapping):
            raise misfit(path or tr("This"), value, self.meant())
        forms = self.form_of
        for key in value:
            if key not in forms:
                raise self._unknown(key, path)
        for key in self.needed:
            if key not in value:
                raise missing(under(path, key), forms[key])
        return {
            key: form.read(value[key], under(path, key)) if key in value else self._default(key)
            for key, form in forms.items()
        }

    def _default(self, key: str) -> Any:
        form, default = self.form_of[key], self.defaults[key]
        return form.read(default, key) if isinstance(form, Table) else default

    def _unknown(self, key: object, path: str) -> Misfit:
        word = under(path, shown_word(key)) if isinstance(key, str) else shown(key)
        return Misfit(
            tr("{key} is no key here: allowed are {keys}.", key=word, keys=listed(tuple(self.keys)))
        )

    def schema(self) -> Schema:
        """A JSON object."""
        return {
            "type": "object",
            "properties": {key: self._property(key) for key in self.keys},
            "required": list(self.needed),
            "additionalProperties": False,
        }

    def _property(self, key: str) -> Schema:
        schema, default = self.form_of[key].schema(), self.defaults.get(key)
        return schema if default is None else {**schema, "default": default}


class OneOf:
    """A table of which one key tells which others it has; its value is that word first."""

    __slots__ = ("tables", "tag")

    def __init__(self, tag: str, tables: Mapping[str, Table]) -> None:
        self.tag = tag
        self.tables = tables

    def meant(self) -> str:
        """That it is a table."""
        return tr("a table")

    def read(self, value: object, path: str) -> tuple[str, dict[str, Any]]:
        """The word that tells which table it is, and that table's values."""
        if not isinstance(value, Mapping):
            raise misfit(path or tr("This"), value, self.meant())
        word = value.get(self.tag)
        table = self.tables.get(word) if isinstance(word, str) else None
        if table is None or not isinstance(word, str):
            raise self._unknown(value, path)
        rest = {key: each for key, each in value.items() if key != self.tag}
        stem = path.partition("[")[0]
        return word, table.read(rest, under(stem, word) if stem else "")

    def _unknown(self, value: Mapping[Any, object], path: str) -> Misfit:
        words = Word(tuple(self.tables))
        if self.tag in value:
            return misfit(under(path, self.tag), value[self.tag], words.meant())
        return missing(under(path, self.tag), words)

    def schema(self) -> Schema:
        """One of several JSON objects."""
        return {"oneOf": [self.schema_of(word) for word in self.tables]}

    def schema_of(self, word: str) -> Schema:
        """The JSON object that this word stands for."""
        schema = self.tables[word].schema()
        return {
            **schema,
            "properties": {self.tag: {"const": word}, **schema["properties"]},
            "required": [self.tag, *schema["required"]],
        }
