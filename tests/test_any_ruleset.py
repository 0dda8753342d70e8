"""Any data is either read as a ruleset or rejected with one sentence."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle import catalog
from qwirkle.engine.variant import VariantError, variant_from_dict, variant_to_dict
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
PLACE_STEPS = st.builds(
    place_step,
    *[st.sampled_from(["trade", "roll", "redraw", "pass"])] * 2,
    instead=st.sampled_from([(), ("trade",)]),
)
TURNS = st.lists(st.sampled_from([ROLL, PLACE, REFILL]) | PLACE_STEPS, max_size=4)
SMALL_NUMBERS = st.integers(-1, 101)


def check_read_or_rejected(ruleset: Any) -> None:
    """Check that a ruleset survives a round trip, or is rejected with one sentence."""
    try:
        variant = variant_from_dict(ruleset)
    except VariantError:
        rejection_text(ruleset)
    else:
        assert variant_from_dict(variant_to_dict(variant)) == variant


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(PATHS | st.text(max_size=5), JUNK, max_size=6))
def test_junk_is_rejected_with_one_sentence(ruleset: dict[str, object]) -> None:
    """Any nested table is a ruleset, or its error is one sentence of at most 300 characters."""
    check_read_or_rejected(ruleset)


@settings(max_examples=80, deadline=None)
@given(
    st.sampled_from([variant.name for variant in catalog.bundled_variants()]),
    st.dictionaries(PATHS.filter(lambda path: "__" in path), SMALL_NUMBERS | JUNK, max_size=3),
    st.none() | TURNS,
)
def test_a_changed_ruleset_is_read_or_rejected(
    name: str, changes: dict[str, object], turn: object
) -> None:
    """A bundled ruleset with random changes is read, or rejected with one sentence."""
    ruleset = ruleset_table(name, **changes)
    if turn is not None:
        ruleset["turn"] = turn
    check_read_or_rejected(ruleset)


def test_deep_nesting_is_rejected() -> None:
    """A list that is nested 100,000 levels deep is rejected like any other invalid value."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    rejection_text(ruleset_table("tiles", turn=deep))
    rejection_text(ruleset_table("tiles", hand__size=deep))


@given(st.integers(0, 2**32))
def test_a_random_ruleset_survives_a_round_trip(seed: int) -> None:
    """A ruleset with any keys is unchanged after a round trip, also through JSON."""
    variant = variant_from_dict(random_ruleset_table(Random(seed)))
    assert variant_from_dict(variant_to_dict(variant)) == variant
    assert variant_from_dict(json.loads(json.dumps(variant_to_dict(variant)))) == variant
