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

from qwirkle.i18n import tr, trn

T = TypeVar("T")

MAX_TEXT_LENGTH = 30
MAX_PRINTED_NUMBER = 10**15

PRINTABLE_PATTERN = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]+\Z"
"""Pattern of a text without control characters, line breaks and direction marks."""

_ARRAYS = (inspect.ListType, inspect.VarTupleType, inspect.TupleType)
_PATH_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_LENGTH = "Expected `array` of length"


class SchemaError(ValueError):
    """Data doesn't match its type; the message is one sentence to show the user."""


def convert(value: object, type_: type[T]) -> T:
    """Convert parsed TOML or JSON to `type_`. Raises SchemaError."""
    try:
        return msgspec.convert(value, type_)
    except msgspec.ValidationError as error:
        raise SchemaError(_explain(error, value, type_)) from None


def decode(data: bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode JSON and reject duplicate keys. Raises SchemaError."""
    try:
        value = decoder.decode(data)
    except msgspec.ValidationError as error:
        raise SchemaError(_explain(error, load_json(data), decoder.type)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        load_json(data)
        raise SchemaError(tr("This isn't valid JSON.")) from None
    if msgspec.json.encode(value) != data:  # not canonical, so it may have duplicate keys
        load_json(data)
    return value


def load_json(data: bytes) -> object:
    """Parse JSON of any type and reject duplicate keys. Raises SchemaError."""
    import json  # most callers only read TOML or valid records

    try:
        value: object = json.loads(
            data.decode(), object_pairs_hook=_reject_duplicate_keys, parse_int=_parse_huge_int
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


def _reject_duplicate_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table = dict(pairs)
    if len(table) < len(pairs):
        keys = [key for key, _ in pairs]
        duplicate = next(key for key in keys if keys.count(key) > 1)
        raise SchemaError(tr("The key {key} is there twice.", key=describe_value(duplicate)))
    return table


def _parse_huge_int(digits: str) -> int:
    """Parse the first digits only: Python rejects ints of thousands of digits."""
    return int(digits[:20])


# Wording: what was found, and what is allowed


def describe_value(value: object) -> str:
    """Describe an external value in a few characters that are safe to print.

    >>> describe_value("a\\x1b[2J"), describe_value(True), describe_value([1, 2])
    ('"a\\\\x1b[2J"', 'true', 'a list')
    """
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{escape_text(value)}"'
        case int() if abs(value) > MAX_PRINTED_NUMBER:
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


def escape_text(text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    """Escape unprintable characters of an external text, and truncate it."""
    escaped = "".join(
        char if char.isprintable() else ascii(char)[1:-1] for char in text[: max_length + 1]
    )
    return escaped if len(escaped) <= max_length else escaped[: max_length - 1] + "…"


def join_with_or(words: Sequence[str]) -> str:
    """Join words with commas and "or".

    >>> join_with_or(["a", "b", "c"])
    'a, b or c'
    """
    if len(words) < 2:
        return "".join(words)
    return tr("{some} or {last}", some=", ".join(words[:-1]), last=words[-1])


def invalid_value(path: str, value: object, allowed: str) -> SchemaError:
    """Build the error for a value that isn't allowed at this path."""
    description = describe_value(value)
    return SchemaError(
        tr("{key} must be {allowed}, not {found}.", key=path, allowed=allowed, found=description)
    )


# Rewording msgspec's errors


class _Location(NamedTuple):
    """A location in the data: its path, its value, and the expected type."""

    path: str
    value: Any
    type: inspect.Type

    def child(self, name: str, index: str) -> _Location:
        """Return the location of a key of this table or an entry of this list."""
        type_ = self._matching_type()
        if index:
            number = int(index)
            value = self.value[number]
            item = type_.item_types[number] if hasattr(type_, "item_types") else type_.item_type
            tag = _value_tag(item, value)
            path = f"{self.path}.{tag}" if tag else f"{self.path}[{number + 1}]"
            return _Location(path, value, item)
        value = self.value.get(name)
        return _Location(self.key_path(name), value, self.field_type(name))

    def key_path(self, name: str) -> str:
        """Return the path of a key of this table."""
        return f"{self.path}.{name}" if self.path else name

    def allowed_keys(self) -> list[str]:
        """Return the keys allowed in this table."""
        type_ = self._matching_type()
        tag = [type_.tag_field] if getattr(type_, "tag_field", None) else []
        return tag + [field.encode_name for field in getattr(type_, "fields", ())]

    def field_type(self, name: str) -> inspect.Type:
        """Return the type of a key of this table; for the tag field, a literal of all tags."""
        type_ = self._matching_type()
        for field in getattr(type_, "fields", ()):
            if field.encode_name == name:
                return field.type if field.required else _without_none(field.type)
        return inspect.LiteralType(tuple(_tags(type_)))

    def _matching_type(self) -> Any:
        """Return the type; for a union, the member the value most likely belongs to."""
        for member in _alternatives(self.type):
            tag = getattr(member, "tag", None)
            if isinstance(self.value, dict) and isinstance(member, inspect.StructType):
                if tag is None or self.value.get(member.tag_field) == tag:
                    return member
            elif isinstance(self.value, list | tuple) and isinstance(member, _ARRAYS):
                return member
        return self.type


def _explain(error: msgspec.ValidationError, value: object, type_: Any) -> str:
    """Reword an error: where it is, what was found, and what is allowed."""
    problem, has_path, msgspec_path = str(error).rpartition(" - at `$")
    location = _Location("", value, inspect.type_info(type_))
    if not has_path:
        problem, msgspec_path = msgspec_path, ""
    with suppress(LookupError, TypeError, AttributeError):  # a key that looks like a path
        for name, index in _PATH_STEP.findall(msgspec_path):
            location = location.child(name, index)
    if missing := _MISSING.fullmatch(problem):
        name = missing[1]
        allowed = _describe_type(location.field_type(name))
        return tr(
            "{key} is missing. It must be {allowed}.", key=location.key_path(name), allowed=allowed
        )
    if unknown := _UNKNOWN.fullmatch(problem):
        key, keys = (
            location.key_path(escape_text(unknown[1])),
            join_with_or(location.allowed_keys()),
        )
        return tr("{key} isn't a key here. Allowed: {keys}.", key=key, keys=keys)
    path, allowed = location.path or tr("This"), _describe_type(location.type)
    if problem.startswith(_LENGTH):
        found = trn("{count} entry", "{count} entries", len(location.value))
        return tr("{key} must be {allowed}, not {found}.", key=path, allowed=allowed, found=found)
    return str(invalid_value(path, location.value, allowed))


def _alternatives(type_: inspect.Type) -> Sequence[inspect.Type]:
    if isinstance(type_, inspect.Metadata):
        return _alternatives(type_.type)
    if isinstance(type_, inspect.UnionType):
        return [alternative for member in type_.types for alternative in _alternatives(member)]
    return [type_]


def _without_none(type_: inspect.Type) -> inspect.Type:
    """Drop None from a union: a key that can be left out shouldn't be null."""
    if not isinstance(type_, inspect.UnionType):
        return type_
    return inspect.UnionType(
        tuple(member for member in type_.types if member != inspect.NoneType())
    )


def _tags(type_: inspect.Type) -> list[Any]:
    return [member.tag for member in _alternatives(type_) if isinstance(member, inspect.StructType)]


def _value_tag(type_: inspect.Type, value: object) -> str:
    """Return the tag of a table if it has a valid one, else an empty string."""
    for member in _alternatives(type_):
        if isinstance(member, inspect.StructType) and member.tag_field and isinstance(value, dict):
            tag = value.get(member.tag_field)
            return str(tag) if tag in _tags(type_) else ""
    return ""


def _describe_type(type_: inspect.Type) -> str:
    """Describe what a type allows, in words that fit after "must be"."""
    match type_:
        case inspect.Metadata(extra_json_schema={"description": str(text)}):
            return tr(text)
        case inspect.Metadata(type=inner):
            return _describe_type(inner)
        case inspect.IntType(ge=int(low), le=int(high)):
            return tr("a whole number from {low} to {high}", low=low, high=high)
        case inspect.BoolType():
            return tr("true or false")
        case inspect.LiteralType(values=words):
            return join_with_or([f'"{word}"' for word in words])
        case inspect.NoneType():
            return tr("null")
        case inspect.StrType():
            return tr("a text")
        case inspect.UnionType(types=types) if not any(_tags(type_)):
            return tr(", or ").join(map(_describe_type, types))
        case inspect.VarTupleType(min_length=int(low), max_length=int(high)):
            if low == high:
                return trn("a list of {count} entry", "a list of {count} entries", low)
            return tr("a list of {low} to {high} entries", low=low, high=high)
        case inspect.TupleType(item_types=types):
            return trn("a list of {count} entry", "a list of {count} entries", len(types))
        case inspect.VarTupleType():
            return tr("a list")
    return tr("a table")
