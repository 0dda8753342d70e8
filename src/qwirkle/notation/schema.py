"""JSON Schemas of the files that other programs read and write, made of the forms that check them.

What depends on several values at once, or on the game, is more than a schema can say.
"""

from __future__ import annotations

from qwirkle.engine.ruleset import NAME, RULESET
from qwirkle.forms import Matching, Schema
from qwirkle.notation.events import EVENT
from qwirkle.notation.header import HEADER
from qwirkle.texts import tr

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def variant_schema() -> Schema:
    """What the file of a variant holds: a whole ruleset, or what differs from another one."""
    whole = RULESET.schema()
    changes = _partial(whole)
    extends = Matching(NAME, "").schema()
    changes["properties"] = {"extends": extends, **changes["properties"]}
    changes["required"] = ["extends", "name", "title"]
    return {
        "$schema": DIALECT,
        "title": tr("A variant of Qwirkle"),
        "anyOf": [whole, changes],
    }


def _partial(schema: Schema) -> Schema:
    """The same table with any of its keys left out; lists are not taken over in part."""
    if schema.get("type") != "object":
        return schema
    parts = {key: _partial(each) for key, each in schema["properties"].items()}
    return {**schema, "properties": parts, "required": []}


def record_schema() -> Schema:
    """What a line of a record holds: the header in the first, an event in each other."""
    return {
        "$schema": DIALECT,
        "title": tr("A line of a record of a game of Qwirkle"),
        "anyOf": [{"$ref": "#/$defs/header"}, {"$ref": "#/$defs/event"}],
        "$defs": {"header": HEADER.schema(), "event": EVENT.schema()},
    }
