"""JSON without its freedoms: every oddity is refused with one sentence."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import NoReturn

from qwirkle.engine.variant_table import shown
from qwirkle.texts import tr

MOST_BRACKETS = 200
"""More opening brackets than this in one line are taken for an attempt to nest too deeply."""

LONGEST_NUMBER = 20
LONGEST_SHOWN = 40


class NotationError(ValueError):
    """A text that does not say what it should; its message is one sentence."""


def parse_json(text: str, most_brackets: int = MOST_BRACKETS) -> object:
    """The JSON value that the text holds: whole numbers only, no key twice, nested a little.

    >>> parse_json('{"seed":7}')
    {'seed': 7}
    """
    if text.count("[") + text.count("{") > most_brackets:
        raise NotationError(tr("There are too many brackets."))
    try:
        value: object = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_refuse_number,
            parse_constant=_refuse_number,
        )
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        raise NotationError(
            tr("This is not JSON from character {column} on.", column=error.colno)
        ) from None
    except (ValueError, RecursionError):
        raise NotationError(tr("This is not JSON.")) from None
    return value


def compact(value: object) -> str:
    """The value as JSON in one line without blanks."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def fields_of(
    value: object, needed: Collection[str], optional: Collection[str] = ()
) -> dict[str, object]:
    """The fields of a JSON object that has all needed keys and no unknown one."""
    table = object_of(value, *needed)
    for key in table:
        if key not in needed and key not in optional:
            raise NotationError(
                tr(
                    "The key {key} is unknown; known are {known}.",
                    key=shown(key),
                    known=", ".join([*needed, *optional]),
                )
            )
    return table


def object_of(value: object, *needed: str) -> dict[str, object]:
    """The value as a JSON object that has all needed keys, and maybe others."""
    if not isinstance(value, dict):
        raise NotationError(tr("{found} is not an object with keys.", found=shown(value)))
    for key in needed:
        if key not in value:
            raise NotationError(tr('The key "{key}" is missing.', key=key))
    return value


def whole(value: object, key: str, low: int, high: int) -> int:
    """The value as a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise NotationError(
            tr(
                '"{key}" must be a whole number from {low} to {high}, not {found}.',
                key=key,
                low=low,
                high=high,
                found=shown(value),
            )
        )
    return value


def list_of(value: object, key: str, fewest: int, most: int) -> list[object]:
    """The value as a list of a length within bounds."""
    if not isinstance(value, list):
        raise NotationError(tr('"{key}" must be a list, not {found}.', key=key, found=shown(value)))
    if not fewest <= len(value) <= most:
        raise NotationError(
            tr(
                '"{key}" must have {fewest} to {most} entries, not {found}.',
                key=key,
                fewest=fewest,
                most=most,
                found=len(value),
            )
        )
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise NotationError(tr("The key {key} stands there twice.", key=shown(key)))
        table[key] = value
    return table


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        _refuse_number(text)
    return int(text)


def _refuse_number(text: str) -> NoReturn:
    raise NotationError(
        tr("{found} is not a whole number of a sensible size.", found=text[:LONGEST_SHOWN])
    )
