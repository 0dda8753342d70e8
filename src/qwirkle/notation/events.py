"""Events as JSON, in the order of fields that records have."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

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
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant_table import shown
from qwirkle.notation.faces import (
    MOST_IN_HAND,
    faces_to_json,
    laid_to_json,
    parse_faces,
    parse_laid,
)
from qwirkle.notation.strict import (
    NotationError,
    compact,
    fields_of,
    list_of,
    object_of,
    parse_json,
    whole,
)
from qwirkle.texts import tr

MOST_POINTS = 1_000_000
MOST_EVENTS = 100_000
MOST_SEATS = 4

Fields = dict[str, object]


class _Form(NamedTuple):
    keys: tuple[str, ...]
    read: Callable[[Fields], Event]


def event_to_json(event: Event) -> dict[str, object]:
    """The event as a JSON object.

    >>> event_to_json(Undone(2))
    {'type': 'undo', 'events': 2}
    """
    match event:
        case Dealt(player, pieces):
            return {"type": "deal", "player": player, "pieces": faces_to_json(pieces)}
        case Opened(player, matches):
            return {"type": "open", "player": player, "matches": matches}
        case Placed(player, laid, points):
            return {
                "type": "place",
                "player": player,
                "pieces": laid_to_json(laid),
                "points": points,
            }
        case Drawn(player, pieces):
            return {"type": "draw", "player": player, "pieces": faces_to_json(pieces)}
        case Rolled(player, before, after, forced):
            return {
                "type": "reroll",
                "player": player,
                "from": faces_to_json(before),
                "to": faces_to_json(after),
                "forced": forced,
            }
        case Traded(player, gave, drew):
            return _swap("trade", player, gave, drew)
        case Redrawn(player, gave, drew):
            return _swap("redraw", player, gave, drew)
        case Passed(player):
            return {"type": "pass", "player": player}
        case Finished(out, bonus, scores, winners):
            return {
                "type": "finish",
                "player": out,
                "bonus": bonus,
                "scores": list(scores),
                "winners": list(winners),
            }
        case Undone(events):
            return {"type": "undo", "events": events}


def event_from_json(value: object) -> Event:
    """The event that a JSON object tells of; whether it was legal is not asked here.

    >>> event_from_json({"type": "pass", "player": 1})
    Passed(player=1)
    """
    kind = object_of(value, "type")["type"]
    form = _FORMS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise NotationError(
            tr(
                "There is no event of the type {found}; known are {known}.",
                found=shown(kind),
                known=", ".join(_FORMS),
            )
        )
    return form.read(fields_of(value, ("type", *form.keys)))


def event_line(event: Event) -> str:
    """The event as a line of a record, without its end.

    >>> event_line(Opened(1, 3))
    '{"type":"open","player":1,"matches":3}'
    """
    return compact(event_to_json(event))


def parse_event(text: str) -> Event:
    """The event in a line of a record."""
    return event_from_json(parse_json(text))


def _swap(kind: str, player: int, gave: Faces, drew: Faces) -> dict[str, object]:
    return {
        "type": kind,
        "player": player,
        "gave": faces_to_json(gave),
        "drew": faces_to_json(drew),
    }


def _seat(fields: Fields) -> int:
    return whole(fields["player"], "player", 0, MOST_SEATS - 1)


def _deal(fields: Fields) -> Event:
    return Dealt(_seat(fields), parse_faces(fields["pieces"]))


def _open(fields: Fields) -> Event:
    return Opened(_seat(fields), whole(fields["matches"], "matches", 1, MOST_IN_HAND))


def _place(fields: Fields) -> Event:
    return Placed(
        _seat(fields),
        parse_laid(fields["pieces"]),
        whole(fields["points"], "points", 0, MOST_POINTS),
    )


def _draw(fields: Fields) -> Event:
    return Drawn(_seat(fields), parse_faces(fields["pieces"]))


def _reroll(fields: Fields) -> Event:
    before = parse_faces(fields["from"], "from")
    after = parse_faces(fields["to"], "to", len(before), len(before))
    forced = fields["forced"]
    if not isinstance(forced, bool):
        raise NotationError(
            tr('"{key}" must be true or false, not {found}.', key="forced", found=shown(forced))
        )
    return Rolled(_seat(fields), before, after, forced)


def _swapped(fields: Fields) -> tuple[int, Faces, Faces]:
    gave = parse_faces(fields["gave"], "gave")
    drew = parse_faces(fields["drew"], "drew", len(gave), len(gave))
    return _seat(fields), gave, drew


def _finish(fields: Fields) -> Event:
    scores = list_of(fields["scores"], "scores", 2, MOST_SEATS)
    winners = list_of(fields["winners"], "winners", 1, len(scores))
    return Finished(
        None if fields["player"] is None else _seat(fields),
        whole(fields["bonus"], "bonus", 0, MOST_POINTS),
        tuple(whole(score, "scores", 0, MOST_POINTS) for score in scores),
        tuple(whole(winner, "winners", 0, len(scores) - 1) for winner in winners),
    )


_FORMS = {
    "deal": _Form(("player", "pieces"), _deal),
    "open": _Form(("player", "matches"), _open),
    "place": _Form(("player", "pieces", "points"), _place),
    "draw": _Form(("player", "pieces"), _draw),
    "reroll": _Form(("player", "from", "to", "forced"), _reroll),
    "trade": _Form(("player", "gave", "drew"), lambda fields: Traded(*_swapped(fields))),
    "redraw": _Form(("player", "gave", "drew"), lambda fields: Redrawn(*_swapped(fields))),
    "pass": _Form(("player",), lambda fields: Passed(_seat(fields))),
    "finish": _Form(("player", "bonus", "scores", "winners"), _finish),
    "undo": _Form(
        ("events",), lambda fields: Undone(whole(fields["events"], "events", 1, MOST_EVENTS))
    ),
}
