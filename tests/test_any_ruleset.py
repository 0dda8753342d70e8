"""Whatever a stranger writes as a ruleset is read or refused in one sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle import catalog
from qwirkle.engine.variant import VariantError, to_dict, variant_from_dict
from tests.sample_rulesets import (
    PLACE,
    REFILL,
    ROLL,
    place_step,
    random_ruleset_table,
    rejection_text,
    ruleset_table,
)

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
PATHS = st.sampled_from(
    [
        *("name", "title", "summary", "pieces", "hand", "players", "opening", "turn", "scoring"),
        *("pieces__look", "pieces__rolls", "pieces__copies", "hand__size", "hand__open"),
        *("players__fewest", "players__most", "opening__tie", "scoring__lone_piece", "extra"),
        *("scoring__qwirkle_bonus", "scoring__out_bonus", "scoring__line", "opening__who"),
        *("opening__least", "pieces__colours", "pieces__shapes", "trade", "end"),
    ]
)
PLACES = st.builds(
    place_step,
    *[st.sampled_from(["trade", "roll", "redraw", "pass"])] * 2,
    instead=st.sampled_from([(), ("trade",)]),
)
TURNS = st.lists(st.sampled_from([ROLL, PLACE, REFILL]) | PLACES, max_size=4)
SMALL = st.integers(-1, 101)


def read_or_refuse(ruleset: Any) -> None:
    """A ruleset is read, and then survives its own table, or is refused in one sentence."""
    try:
        variant = variant_from_dict(ruleset)
    except VariantError:
        rejection_text(ruleset)
    else:
        assert variant_from_dict(to_dict(variant)) == variant


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(PATHS | st.text(max_size=5), JUNK, max_size=6))
def test_junk_is_refused_in_one_sentence(ruleset: dict[str, object]) -> None:
    """Any nested table at all gives a ruleset, or one line of at most 300 characters."""
    read_or_refuse(ruleset)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from([variant.name for variant in catalog.bundled_variants()]),
    st.dictionaries(PATHS.filter(lambda path: "__" in path), SMALL | JUNK, max_size=3),
    st.none() | TURNS,
)
def test_a_changed_ruleset_is_read_or_refused(
    name: str, changes: dict[str, object], turn: object
) -> None:
    """A good ruleset with a few values changed is read, or refused in one sentence."""
    ruleset = ruleset_table(name, **changes)
    if turn is not None:
        ruleset["turn"] = turn
    read_or_refuse(ruleset)


def test_deep_nesting_is_refused() -> None:
    """A table nested a hundred thousand deep is refused like any other wrong value."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    rejection_text(ruleset_table("tiles", turn=deep))
    rejection_text(ruleset_table("tiles", hand__size=deep))


@given(st.integers(0, 2**32))
def test_a_ruleset_made_by_chance_survives_its_table(seed: int) -> None:
    """Whatever keys a ruleset uses, it is read, written and read again as the same."""
    made = random_ruleset_table(Random(seed))
    variant = variant_from_dict(made)
    assert variant_from_dict(to_dict(variant)) == variant
    assert variant_from_dict(json.loads(json.dumps(to_dict(variant)))) == variant
