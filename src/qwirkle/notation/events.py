"""Events as JSON, in the order of fields that records have."""

from __future__ import annotations

from typing import Any

from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Event,
    Finished,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
    Undone,
)
from qwirkle.engine.ruleset import MOST_IN_HAND, MOST_PLAYERS
from qwirkle.forms import Form, ListOf, OneOf, OrNothing, Table, Truth, Whole
from qwirkle.notation.faces import HAND, LAID, faces_to_json, laid_to_json
from qwirkle.notation.strict import NotationError, compact, parse_json, read
from qwirkle.texts import tr

MOST_POINTS = 1_000_000
MOST_EVENTS = 100_000

SEAT = Whole(0, MOST_PLAYERS - 1)
POINTS = Whole(0, MOST_POINTS)

EVENT = OneOf(
    "type",
    {
        "deal": Table({"player": SEAT, "pieces": HAND}),
        "open": Table({"player": SEAT, "matches": Whole(1, MOST_IN_HAND)}),
        "place": Table({"player": SEAT, "pieces": LAID, "points": POINTS}),
        "draw": Table({"player": SEAT, "pieces": HAND}),
        "reroll": Table({"player": SEAT, "from": HAND, "to": HAND, "forced": Truth()}),
        "trade": Table({"player": SEAT, "gave": HAND, "drew": HAND}),
        "redraw": Table({"player": SEAT, "gave": HAND, "drew": HAND}),
        "pass": Table({"player": SEAT}),
        "finish": Table(
            {
                "player": OrNothing(SEAT),
                "bonus": POINTS,
                "scores": ListOf(Whole(-MOST_POINTS, MOST_POINTS), 2, MOST_PLAYERS),
                "winners": ListOf(SEAT, 1, MOST_PLAYERS),
            }
        ),
        "undo": Table({"events": Whole(1, MOST_EVENTS)}),
    },
)
"""Every event by its type, its fields in the order in which they are written."""

_MADE: dict[str, type[Event]] = {
    "deal": Dealt,
    "open": Opened,
    "place": Placed,
    "draw": Drawn,
    "reroll": Rolled,
    "trade": Traded,
    "redraw": Redrawn,
    "pass": Passed,
    "finish": Finished,
    "undo": Undone,
}

_KIND_OF = {made: kind for kind, made in _MADE.items()}

_AS_MANY = {"reroll": ("from", "to"), "trade": ("gave", "drew"), "redraw": ("gave", "drew")}
"""Fields of which the second has as many entries as the first."""


def event_to_json(event: Event) -> dict[str, object]:
    """The event as a JSON object.

    >>> event_to_json(Undone(2))
    {'type': 'undo', 'events': 2}
    """
    kind = _KIND_OF[type(event)]
    table, values = EVENT.tables[kind], (getattr(event, name) for name in event.__match_args__)
    fields = zip(table.keys, values, strict=True)
    return {"type": kind, **{key: _written(table.form_of[key], value) for key, value in fields}}


def _written(form: Form, value: Any) -> object:
    if form is HAND:
        return faces_to_json(value)
    if form is LAID:
        return laid_to_json(value)
    return list(value) if isinstance(value, tuple) else value


def event_from_json(value: object) -> Event:
    """The event that a JSON object tells of; whether it was legal is not asked here.

    >>> event_from_json({"type": "pass", "player": 1})
    Passed(player=1)
    """
    kind, fields = read(EVENT, value)
    if kind in _AS_MANY:
        first, second = _AS_MANY[kind]
        if len(fields[first]) != len(fields[second]):
            raise NotationError(
                tr("{second} must have as many entries as {first}.", first=first, second=second)
            )
    elif kind == "finish" and max(fields["winners"]) >= len(fields["scores"]):
        raise NotationError(tr("winners names a seat that has no score."))
    return _MADE[kind](*fields.values())


def event_line(event: Event) -> str:
    """The event as a line of a record, without its end.

    >>> event_line(Opened(1, 3))
    '{"type":"open","player":1,"matches":3}'
    """
    return compact(event_to_json(event))


def parse_event(text: str) -> Event:
    """The event in a line of a record."""
    return event_from_json(parse_json(text))
