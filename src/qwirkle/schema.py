"""Decodes external data with msgspec types: variant files, records, positions and bots' answers.

msgspec validates. This module also rejects duplicate keys, which msgspec accepts, and turns each
error into one sentence: where it is, what was found, and what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from qwirkle.texts import tr, trn

T = TypeVar("T")

MAX_SHOWN = 30
MAX_SHOWN_NUMBER = 10**15

_ARRAYS = (inspect.ListType, inspect.VarTupleType, inspect.TupleType)
_PATH_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_LENGTH = "Expected `array` of length"


class SchemaError(ValueError):
    """Data doesn't match its type; the message is one sentence for people."""


def convert(value: object, type_: type[T]) -> T:
    """Convert parsed TOML or JSON to `type_`. Raises SchemaError."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        raise SchemaError(_explain(error, value, type_)) from None


def decode(line: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode JSON and reject duplicate keys. Raises SchemaError."""
    try:
        value = decoder.decode(line)
    except msgspec.ValidationError as error:
        raise SchemaError(_explain(error, load_json(line), decoder.type)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        load_json(line)
        raise SchemaError(tr("This isn't valid JSON.")) from None
    if msgspec.json.encode(value) != line:  # not canonical, so it may have duplicate keys
        load_json(line)
    return value


def load_json(line: bytes) -> object:
    """Parse JSON of any type and reject duplicate keys. Raises SchemaError."""
    import json  # rulesets are TOML

    try:
        value: object = json.loads(
            line.decode(), object_pairs_hook=_unique_keys, parse_int=_shortened_int
        )
    except UnicodeDecodeError:
        raise SchemaError(tr("This isn't UTF-8 text.")) from None
    except json.JSONDecodeError as error:
        raise SchemaError(
            tr("This isn't valid JSON at column {column}.", column=error.colno)
        ) from None
    except RecursionError:
        raise SchemaError(tr("This is nested too deeply.")) from None
    return value


def _unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise SchemaError(tr("The key {key} is there twice.", key=shown(twice)))
    return table


def _shortened_int(digits: str) -> int:
    """Parse the first digits only: Python rejects ints of thousands of digits."""
    return int(digits[:20])


# Wording: what was found, and what is allowed


def shown(value: object) -> str:
    """Describe an external value in a few characters that are safe to print.

    >>> shown("six"), shown(True), shown([1, 2]), shown("a\\x1b[2J")
    ('"six"', 'true', 'a list', '"a\\\\x1b[2J"')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{shown_word(value)}"'
        case int() if abs(value) > MAX_SHOWN_NUMBER:
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


def shown_word(text: str, max_length: int = MAX_SHOWN) -> str:
    """Escape unprintable characters of an external text, and truncate it."""
    escaped = "".join(
        sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[: max_length + 1]
    )
    return escaped if len(escaped) <= max_length else escaped[: max_length - 1] + "…"


def listed(words: Sequence[str]) -> str:
    """Join words with commas and "or".

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    if len(words) < 2:
        return "".join(words)
    return tr("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


def must_be(path: str, value: object, allowed: str) -> SchemaError:
    """Build the error for a value that isn't allowed at this path."""
    found = shown(value)
    return SchemaError(
        tr("{key} must be {allowed}, not {found}.", key=path, allowed=allowed, found=found)
    )


# Rewording msgspec's errors


class _Spot(NamedTuple):
    """A location in the data: its path, its value, and the expected type."""

    path: str
    value: Any
    type: inspect.Type

    def inside(self, name: str, index: str) -> _Spot:
        """Return the location of a key of this table or an entry of this list."""
        here = self._chosen()
        if index:
            number = int(index)
            value = self.value[number]
            item = here.item_types[number] if hasattr(here, "item_types") else here.item_type
            word = _tag_of(item, value)
            path = f"{self.path}.{word}" if word else f"{self.path}[{number + 1}]"
            return _Spot(path, value, item)
        value = self.value.get(name)
        return _Spot(self.key(name), value, self.field(name))

    def key(self, name: str) -> str:
        """Return the path of a key of this table."""
        return f"{self.path}.{name}" if self.path else name

    def keys(self) -> list[str]:
        """Return the keys allowed in this table."""
        here = self._chosen()
        tag = [here.tag_field] if getattr(here, "tag_field", None) else []
        return tag + [field.encode_name for field in getattr(here, "fields", ())]

    def field(self, name: str) -> inspect.Type:
        """Return the type of a key of this table; for the tag field, a literal of all tags."""
        here = self._chosen()
        for field in getattr(here, "fields", ()):
            if field.encode_name == name:
                return field.type if field.required else _without_none(field.type)
        return inspect.LiteralType(tuple(_tags_of(here)))

    def _chosen(self) -> Any:
        """Return the type, or of a union the member that the value was probably meant to be."""
        for each in _alternatives(self.type):
            tag = getattr(each, "tag", None)
            if isinstance(self.value, dict) and isinstance(each, inspect.StructType):
                if tag is None or self.value.get(each.tag_field) == tag:
                    return each
            elif isinstance(self.value, list | tuple) and isinstance(each, _ARRAYS):
                return each
        return self.type


def _explain(error: msgspec.ValidationError, value: object, type_: Any) -> str:
    """Reword an error: where it is, what was found, and what is allowed."""
    problem, found_path, where = str(error).rpartition(" - at `$")
    spot = _Spot("", value, inspect.type_info(type_))
    if not found_path:
        problem, where = where, ""
    with suppress(LookupError, TypeError, AttributeError):  # a key that looks like a path
        for name, index in _PATH_STEP.findall(where):
            spot = spot.inside(name, index)
    if missing := _MISSING.fullmatch(problem):
        name = missing[1]
        allowed = _allowed(spot.field(name))
        return tr("{key} is missing. It must be {allowed}.", key=spot.key(name), allowed=allowed)
    if unknown := _UNKNOWN.fullmatch(problem):
        key, keys = spot.key(shown_word(unknown[1])), listed(spot.keys())
        return tr("{key} isn't a key here. Allowed: {keys}.", key=key, keys=keys)
    path, allowed = spot.path or tr("This"), _allowed(spot.type)
    if problem.startswith(_LENGTH):
        found = trn("{count} entry", "{count} entries", len(spot.value))
        return tr("{key} must be {allowed}, not {found}.", key=path, allowed=allowed, found=found)
    return str(must_be(path, spot.value, allowed))


def _alternatives(type_: inspect.Type) -> Sequence[inspect.Type]:
    if isinstance(type_, inspect.Metadata):
        return _alternatives(type_.type)
    if isinstance(type_, inspect.UnionType):
        return [inner for each in type_.types for inner in _alternatives(each)]
    return [type_]


def _without_none(type_: inspect.Type) -> inspect.Type:
    """Drop None from a union: a key that can be left out shouldn't be null."""
    if not isinstance(type_, inspect.UnionType):
        return type_
    return inspect.UnionType(tuple(each for each in type_.types if each != inspect.NoneType()))


def _tags_of(type_: inspect.Type) -> list[Any]:
    return [each.tag for each in _alternatives(type_) if isinstance(each, inspect.StructType)]


def _tag_of(type_: inspect.Type, value: object) -> str:
    """Return the tag of a table if it has a valid one, else an empty string."""
    for each in _alternatives(type_):
        if isinstance(each, inspect.StructType) and each.tag_field and isinstance(value, dict):
            tag = value.get(each.tag_field)
            return str(tag) if tag in _tags_of(type_) else ""
    return ""


def _allowed(type_: inspect.Type) -> str:
    """Describe what a type allows, in words that fit after "must be"."""
    match type_:
        case inspect.Metadata(extra_json_schema={"description": str(text)}):
            return tr(text)
        case inspect.Metadata(type=inner):
            return _allowed(inner)
        case inspect.IntType(ge=int(low), le=int(high)):
            return tr("a whole number from {low} to {high}", low=low, high=high)
        case inspect.BoolType():
            return tr("true or false")
        case inspect.LiteralType(values=words):
            return listed([f'"{word}"' for word in words])
        case inspect.NoneType():
            return tr("null")
        case inspect.StrType():
            return tr("a text")
        case inspect.UnionType(types=types) if not any(_tags_of(type_)):
            return tr(", or ").join(map(_allowed, types))
        case inspect.VarTupleType(min_length=int(low), max_length=int(high)):
            if low == high:
                return trn("a list of {count} entry", "a list of {count} entries", low)
            return tr("a list of {low} to {high} entries", low=low, high=high)
        case inspect.TupleType(item_types=types):
            return trn("a list of {count} entry", "a list of {count} entries", len(types))
        case inspect.VarTupleType():
            return tr("a list")
    return tr("a table")
