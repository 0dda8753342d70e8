"""The JSON Schemas: every file that we ship fits them, and what is wrong does not."""

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
from qwirkle.engine.variant import VariantError, to_dict, variant_from_dict
from qwirkle.records.codec import parse_event, parse_header
from qwirkle.records.schema import record_schema, variant_schema
from tests.sample_rulesets import random_ruleset_table

FILES = sorted(catalog.BUNDLED_FOLDER.glob("*.toml"))
GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.qwirkle"))
VARIANT = Draft202012Validator(variant_schema())
RECORD = Draft202012Validator(record_schema())


@pytest.mark.parametrize("schema", [variant_schema(), record_schema()], ids=["variant", "record"])
def test_they_are_schemas(schema: dict[str, Any]) -> None:
    """Both are sound by the standard, and survive the way through JSON."""
    Draft202012Validator.check_schema(schema)
    assert json.loads(json.dumps(schema)) == json.loads(json.dumps(schema, sort_keys=True))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_bundled_file_fits(path: Path) -> None:
    """The files of the bundled variants, and their whole rulesets, fit the schema."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    VARIANT.validate(table)
    VARIANT.validate(json.loads(json.dumps(to_dict(catalog.load_variant(path.stem)))))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_golden_game_fits(path: Path) -> None:
    """The header and every event of the golden games fit the schema of records."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        RECORD.validate(line)
    header, event = (
        Draft202012Validator({**each, "$defs": record_schema()["$defs"]})
        for each in record_schema()["anyOf"]
    )
    header.validate(lines[0])
    assert not event.is_valid(lines[0])


def test_rulesets_made_by_chance_fit() -> None:
    """Whatever the program can read fits the schema too."""
    for seed in range(40):
        table = random_ruleset_table(Random(seed))
        VARIANT.validate(table)
        VARIANT.validate(json.loads(json.dumps(to_dict(variant_from_dict(table)))))


def values_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all values in a table."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for key, each in inner:
        found.append((*path, key))
        if isinstance(each, dict | list):
            found += values_in(each, (*path, key))
    return found


def changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The same with something else at one place; `...` takes it out."""
    result = copy.deepcopy(value)
    place = result
    for key in path[:-1]:
        place = place[key]
    if new is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return result


NONSENSE: tuple[Any, ...] = ("nonsense", -1, 10**9, True, None, [], {}, 1.5, ...)


def test_a_wrong_ruleset_is_wrong_by_the_schema_too() -> None:
    """What the schema refuses at any single place, the form refuses too."""
    for name in ("tiles", "cubes-mindware"):
        table = json.loads(json.dumps(to_dict(catalog.load_variant(name))))
        table["trade"] = {"least": 1, "most": 2, "cost": 3, "bag": 4} if name == "tiles" else {}
        table["end"] = {"score": 50, "turns": 9, "left_piece": 1}
        for path in values_in(table):
            for new in NONSENSE:
                other = changed(table, path, new)
                if VARIANT.is_valid(other):
                    continue
                with pytest.raises(VariantError):
                    variant_from_dict(other)


def test_what_is_read_fits_the_schema() -> None:
    """No value that a form reads is refused by its schema."""
    lines = [json.loads(line) for line in GOLDEN[0].read_text(encoding="utf-8").splitlines()]
    kinds = {line["type"]: line for line in lines[1:]}
    assert len(kinds) >= 6
    readers: list[tuple[Callable[[str], object], Any]] = [(parse_header, lines[0])]
    readers += [(parse_event, each) for each in kinds.values()]
    for read, line in readers:
        for path in values_in(line):
            for new in NONSENSE:
                other = changed(line, path, new)
                try:
                    read(json.dumps(other))
                except SchemaError:
                    continue
                RECORD.validate(other)
