"""Rulesets as tables, good ones to change and wrong ones to be refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from qwirkle import catalog
from qwirkle.engine.variant import VariantError, table_of, variant_from_table

GONE = object()


def table(base: str, /, **changes: object) -> dict[str, Any]:
    """A bundled ruleset with some keys changed; `__` stands for a dot."""
    result: dict[str, Any] = copy.deepcopy(table_of(catalog.load(base)))
    for path, value in changes.items():
        *parents, key = path.split("__")
        place = result
        for parent in parents:
            place = place[parent]
        if value is GONE:
            del place[key]
        else:
            place[key] = value
    return result


def refused(ruleset: Any) -> str:
    """The sentence that refuses a ruleset."""
    with pytest.raises(VariantError) as caught:
        variant_from_table(ruleset)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.isprintable()
    assert sentence.endswith(".")
    assert len(sentence) <= 300
    return sentence


def place(*stuck: object, instead: object = ()) -> dict[str, object]:
    """A place step as a table."""
    return {"step": "place", "instead": list(instead), "stuck": list(stuck)}  # type: ignore[call-overload]


REFILL = {"step": "refill"}
ROLL = {"step": "roll", "from_turn": 2}
PLACE = place("roll", "redraw", "pass")
