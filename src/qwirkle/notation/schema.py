"""JSON Schemas of variant files and records, generated from the types that decode them.

Rules that involve several values, or the state of the game, aren't in the schemas.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from qwirkle.engine.variant import VARIANT_NAME_PATTERN, Variant
from qwirkle.notation.events import EventLine
from qwirkle.notation.header import HeaderLine
from qwirkle.texts import tr

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_STEPS = ("RollStep", "PlaceStep", "RefillStep")
"""A file that extends another replaces all steps of the turn, not single keys of a step."""


def variant_schema() -> dict[str, Any]:
    """Return the schema of a variant file: a whole ruleset, or changes to the one it extends."""
    complete_schema, tables = _schema(Variant)
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
    extends = {"type": "string", "pattern": f"^(?:{VARIANT_NAME_PATTERN.pattern})$"}
    changes["VariantChanges"]["properties"]["extends"] = extends
    changes["VariantChanges"]["required"] = ["extends", "name", "title"]
    return {
        "$schema": DIALECT,
        "title": tr("A variant of Qwirkle"),
        "anyOf": [complete_schema, {"$ref": "#/$defs/VariantChanges"}],
        "$defs": {**tables, **changes},
    }


def record_schema() -> dict[str, Any]:
    """Return the schema of a line of a record: the header first, then events."""
    header, header_tables = _schema(HeaderLine)
    event, event_tables = _schema(EventLine)
    return {
        "$schema": DIALECT,
        "title": tr("A line of a record of a game of Qwirkle"),
        "anyOf": [header, event],
        "$defs": {**header_tables, **event_tables},
    }


def _schema(type_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a type, and the schemas it refers to by name."""
    schema = msgspec.json.schema(type_)
    tables: dict[str, Any] = schema.pop("$defs")
    text = json.dumps([schema, tables]).replace(r"\\Z", "$")  # patterns of JSON end with a dollar
    schema, tables = json.loads(text)
    return schema, tables
