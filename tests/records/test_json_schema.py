"""The JSON Schemas of variants and records: they agree with what the program reads."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from qwirkle import catalog
from qwirkle.decoding import SchemaError
from qwirkle.engine.variant import VariantError, variant_from_dict, variant_to_dict
from qwirkle.records.codec import parse_event, parse_header
from qwirkle.records.schema import record_schema, variant_schema
from tests.sample_rulesets import random_ruleset_table

FILES = sorted(catalog.BUNDLED_FOLDER.glob("*.toml"))
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.qwirkle"))
VARIANT = Draft202012Validator(variant_schema())
RECORD = Draft202012Validator(record_schema())


@pytest.mark.parametrize("schema", [variant_schema(), record_schema()], ids=["variant", "record"])
def test_both_schemas_are_valid(schema: dict[str, Any]) -> None:
    """They follow the standard and survive a round trip through JSON."""
    Draft202012Validator.check_schema(schema)
    assert json.loads(json.dumps(schema)) == json.loads(json.dumps(schema, sort_keys=True))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_bundled_variant_fits_the_schema(path: Path) -> None:
    """Both the file and the complete ruleset are valid."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    VARIANT.validate(table)
    VARIANT.validate(json.loads(json.dumps(variant_to_dict(catalog.load_variant(path.stem)))))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_record_fits_the_schema(path: Path) -> None:
    """The header and every event are valid."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        RECORD.validate(line)
    header, event = (
        Draft202012Validator({**each, "$defs": record_schema()["$defs"]})
        for each in record_schema()["anyOf"]
    )
    header.validate(lines[0])
    assert not event.is_valid(lines[0])


def test_random_rulesets_fit_the_schema() -> None:
    """Rulesets that the program accepts are valid by the schema too."""
    for seed in range(40):
        table = random_ruleset_table(Random(seed))
        VARIANT.validate(table)
        VARIANT.validate(json.loads(json.dumps(variant_to_dict(variant_from_dict(table)))))


def value_paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all values in a table."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    paths = []
    for key, item in items:
        paths.append((*path, key))
        if isinstance(item, dict | list):
            paths += value_paths(item, (*path, key))
    return paths


def with_value(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return a copy with another value at this path; `...` removes it."""
    result = copy.deepcopy(value)
    parent = result
    for key in path[:-1]:
        parent = parent[key]
    if new is ...:
        del parent[path[-1]]
    else:
        parent[path[-1]] = new
    return result


NONSENSE: tuple[Any, ...] = ("nonsense", -1, 10**9, True, None, [], {}, 1.5, ...)


def test_the_program_rejects_rulesets_that_break_the_schema() -> None:
    """If one value makes a ruleset invalid by the schema, the program rejects it too."""
    for name in ("tiles", "cubes-mindware"):
        table = json.loads(json.dumps(variant_to_dict(catalog.load_variant(name))))
        table["trade"] = {"least": 1, "most": 2, "cost": 3, "bag": 4} if name == "tiles" else {}
        table["end"] = {"score": 50, "turns": 9, "left_piece": 1}
        for path in value_paths(table):
            for new in NONSENSE:
                changed = with_value(table, path, new)
                if VARIANT.is_valid(changed):
                    continue
                with pytest.raises(VariantError):
                    variant_from_dict(changed)


def test_records_that_the_program_reads_fit_the_schema() -> None:
    """If the program accepts a changed line, the schema does too."""
    lines = [json.loads(line) for line in GOLDEN[0].read_text(encoding="utf-8").splitlines()]
    events_by_type = {line["type"]: line for line in lines[1:]}
    assert len(events_by_type) >= 6
    parsers: list[tuple[Callable[[str], object], Any]] = [(parse_header, lines[0])]
    parsers += [(parse_event, each) for each in events_by_type.values()]
    for parse, line in parsers:
        for path in value_paths(line):
            for new in NONSENSE:
                changed = with_value(line, path, new)
                try:
                    parse(json.dumps(changed))
                except SchemaError:
                    continue
                RECORD.validate(changed)
