"""JSON Schemas of variant files and records, made from the types that check them.

What depends on several values at once, or on the game, is more than a schema can say.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from qwirkle.engine.variant import NAME, Variant
from qwirkle.notation.events import EventLine
from qwirkle.notation.header import HeaderLine
from qwirkle.texts import tr

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_STEPS = ("RollStep", "PlaceStep", "RefillStep")
"""A file that extends another replaces the steps of the turn all together."""


def variant_schema() -> dict[str, Any]:
    """Describe a variant's file: a whole ruleset, or what differs from the one it extends."""
    whole, tables = _schema(Variant)
    changes = {
        f"{name}Changes": {**table, "required": []}
        for name, table in tables.items()
        if name not in _STEPS
    }
    text = json.dumps(changes)
    for name in tables:
        if name not in _STEPS:
            text = text.replace(f'"#/$defs/{name}"', f'"#/$defs/{name}Changes"')
    changes = json.loads(text)
    extends = {"type": "string", "pattern": f"^(?:{NAME.pattern})$"}
    changes["VariantChanges"]["properties"]["extends"] = extends
    changes["VariantChanges"]["required"] = ["extends", "name", "title"]
    return {
        "$schema": DIALECT,
        "title": tr("A variant of Qwirkle"),
        "anyOf": [whole, {"$ref": "#/$defs/VariantChanges"}],
        "$defs": {**tables, **changes},
    }


def record_schema() -> dict[str, Any]:
    """Describe a line of a record: the header in the first, an event in each other."""
    header, header_tables = _schema(HeaderLine)
    event, event_tables = _schema(EventLine)
    return {
        "$schema": DIALECT,
        "title": tr("A line of a record of a game of Qwirkle"),
        "anyOf": [header, event],
        "$defs": {**header_tables, **event_tables},
    }


def _schema(type_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of a type, and those of the tables in it by their names."""
    schema = msgspec.json.schema(type_)
    tables: dict[str, Any] = schema.pop("$defs")
    text = json.dumps([schema, tables]).replace(r"\\Z", "$")  # patterns of JSON end with a dollar
    schema, tables = json.loads(text)
    return schema, tables
