"""JSON without its freedoms: every oddity is refused with one sentence."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from qwirkle.forms import Form, Misfit, shown
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


def read(form: Form, value: object, path: str = "") -> Any:
    """The value as its form wants it; raises NotationError."""
    try:
        return form.read(value, path)
    except Misfit as error:
        raise NotationError(str(error)) from None


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
