"""Records made up by Hypothesis."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tests.tools.fuzz import fuzz_one
from tests.tools.mutate import samples, try_record

VALUES: st.SearchStrategy[object] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-300, 300)
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["Rc", "Gs", "place", "undo", "tile", "roll", "human"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(st.sampled_from(["type", "player", "step", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def edited(draw: st.DrawFn, value: object) -> object:
    """A JSON value in which one thing at some depth is another, missing or doubled."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(value)))
        change = draw(st.sampled_from(["edit", "edit", "drop", "add"]))
        if change == "drop":
            return {other: kept for other, kept in value.items() if other != key}
        if change == "add":
            return {**value, draw(st.text(max_size=3)): draw(VALUES)}
        return {**value, key: draw(edited(value[key]))}
    if isinstance(value, list) and value and draw(st.booleans()):
        place = draw(st.integers(0, len(value) - 1))
        change = draw(st.sampled_from(["edit", "edit", "drop", "double"]))
        if change == "drop":
            return value[:place] + value[place + 1 :]
        if change == "double":
            return value[:place] + value[place : place + 1] + value[place:]
        return [*value[:place], draw(edited(value[place])), *value[place + 1 :]]
    if isinstance(value, int) and not isinstance(value, bool) and draw(st.booleans()):
        return value + draw(st.integers(-2, 2))
    return draw(VALUES)


@given(st.data())
def test_an_edited_record_is_judged_or_refused(data: st.DataObject) -> None:
    """A record with any value changed loads as a game that the rules allow, or is refused."""
    lines = data.draw(st.sampled_from(samples())).splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    value = data.draw(edited(json.loads(lines[place])))
    lines[place] = json.dumps(value).encode()
    try_record(b"\n".join(lines) + b"\n")


@given(st.data())
def test_a_ruleset_with_any_change_is_judged_or_refused(data: st.DataObject) -> None:
    """A record with another ruleset loads as a game of that ruleset, or is refused."""
    head, *rest = data.draw(st.sampled_from(samples())).splitlines()
    header = json.loads(head)
    header["variant"] = data.draw(edited(header["variant"]))
    try_record(b"\n".join([json.dumps(header).encode(), *rest]) + b"\n")


@given(st.binary(max_size=200))
def test_any_bytes_are_judged_or_refused(data: bytes) -> None:
    """No bytes make the reader fail otherwise."""
    fuzz_one(data)
