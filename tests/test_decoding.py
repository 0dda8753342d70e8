"""Errors in external data name the key, what was found and what is allowed."""

from __future__ import annotations

import pytest

from qwirkle.decoding import SchemaError, describe_value, escape_text, join_with_or
from qwirkle.engine.variant import variant_from_dict
from qwirkle.records.codec import parse_event
from tests.sample_rulesets import PLACE, REFILL, REMOVED, place_step, rejection_text, ruleset_table

STEPS = "a list of steps: place and then refill, with at most one roll before them"
ACTIONS = "trade, roll, redraw or pass"


@pytest.mark.parametrize(
    ("key", "allowed"),
    [
        ("name", "1 to 40 small letters, digits and hyphens"),
        ("title", "one line of 1 to 60 visible characters"),
        ("hand", "a table"),
        ("hand__size", "a whole number from 1 to 8"),
        ("hand__open", "true or false"),
        ("pieces__look", '"die" or "tile"'),
        ("turn", STEPS),
    ],
)
def test_the_error_for_a_missing_key_gives_the_allowed_values(key: str, allowed: str) -> None:
    """The message names the missing key and what its value must be."""
    message = rejection_text(ruleset_table("tiles", **{key: REMOVED}))
    assert message.startswith(key.replace("__", "."))
    assert "missing" in message
    assert allowed in message


@pytest.mark.parametrize(
    ("step", "key", "parts"),
    [
        ({"step": "place", "stuck": ["pass"]}, "instead", ["missing", "a list of trade"]),
        ({"step": "place", "instead": []}, "stuck", ["missing", ACTIONS]),
        ({"step": "place", "instead": [], "stuck": "pass"}, "stuck", [ACTIONS, 'not "pass"']),
        (
            place_step("swim", "pass"),
            "stuck[1]",
            ['"pass", "redraw", "roll" or "trade"', 'not "swim"'],
        ),
        (place_step("roll", "redraw"), "stuck", ['end with "pass"', "roll, redraw"]),
    ],
)
def test_the_error_for_an_invalid_place_step_lists_the_actions(
    step: object, key: str, parts: list[str]
) -> None:
    """T4, C4: what a stuck player does is a list of known actions that ends with a pass."""
    message = rejection_text(ruleset_table("cubes", turn=[step, REFILL]))
    assert message.startswith(f"turn.place.{key} ")
    for part in parts:
        assert part in message


def test_the_error_for_a_long_turn_counts_its_steps() -> None:
    """The error for far too many steps gives their number instead of listing them."""
    message = rejection_text(ruleset_table("cubes", turn=[PLACE, REFILL] * 5000))
    assert message.startswith("turn ")
    assert STEPS in message
    assert "not 10000 entries" in message


def test_a_title_may_have_60_characters() -> None:
    """A title of 60 characters is valid; spaces around it are stripped."""
    assert variant_from_dict(ruleset_table("tiles", title=f" {'x' * 58} ")).title == "x" * 58
    assert variant_from_dict(ruleset_table("tiles", title="x" * 60)).title == "x" * 60


def test_booleans_and_numbers_are_described_as_written() -> None:
    """Booleans look as in TOML, and numbers beyond 10**15 aren't spelled out."""
    assert (describe_value(True), describe_value(False)) == ("true", "false")
    assert describe_value(10**15) == "1000000000000000"
    assert describe_value(-(10**15)) == "-1000000000000000"
    assert describe_value(10**15 + 1) == describe_value(-(10**15) - 1) == "a huge number"


def test_external_text_is_escaped_and_truncated() -> None:
    """Letters of any language stay, other characters are escaped, long texts are truncated."""
    assert escape_text("größe") == "größe"
    assert escape_text("a\tb") == r"a\tb"
    assert escape_text("x" * 30) == "x" * 30
    assert escape_text("x" * 31) == "x" * 29 + "…"


def test_words_are_joined_with_or() -> None:
    """The last of several words follows an "or"."""
    assert join_with_or([]) == ""
    assert join_with_or(["a"]) == "a"
    assert join_with_or(["a", "b"]) == "a or b"
    assert join_with_or(["a", "b", "c"]) == "a, b or c"


@pytest.mark.parametrize(
    "key",
    ["x` - at `$.hand", "x` - at `$.turn[7].stuck[9]", "` - at `$", "$", "a.b[0]", "`" * 90],
)
def test_an_unknown_key_may_look_like_a_path(key: str) -> None:
    """msgspec doesn't escape keys in its errors; rewording them still gives one sentence."""
    assert "isn't a key here" in rejection_text(ruleset_table("tiles", **{key: 1}))


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        (b'{"type":"pass","player":1,"player":1}', ['"player"', "twice"]),
        (b'{"type":"pass","player":1,"type":"pass"}', ['"type"', "twice"]),
        (b'{"type":"pass","player":1', ["JSON", "26"]),
        (b'{"type":"pass","player":"\xff"}', ["UTF-8"]),
        (b'{"type":"pass","player":' + b"[" * 99_999, ["nested too deeply"]),
        (
            b'{"type":"pass","player":' + b"9" * 9999 + b"}",
            ["player ", "from 0 to 5", "not a huge number"],
        ),
        (b'{"type":"pass","player":1.0}', ["player ", "from 0 to 5", "not 1.0"]),
        (b'{"type":"pass"}', ["player is missing", "from 0 to 5"]),
        (b'{"player":1}', ["type is missing"]),
        (b'{"type":"pass","player":1,"note":""}', ["note ", "type or player"]),
        (
            b'{"type":"place","player":0,"pieces":[["RC",0,0]],"points":1}',
            ["pieces[1][1] ", "ROYGBP", "csdkbx"],
        ),
        (
            b'{"type":"place","player":0,"pieces":[["Rc",0]],"points":1}',
            ["pieces[1] ", "a piece, x and y", "not 2 entries"],
        ),
        (
            b'{"type":"finish","player":7,"bonus":0,"scores":[1,2],"winners":[0]}',
            ["player ", "from 0 to 5, or null", "not 7"],
        ),
    ],
)
def test_the_error_for_an_invalid_record_line_names_the_key(line: bytes, parts: list[str]) -> None:
    """A line that isn't a valid event is rejected with its key, and what's allowed and found."""
    with pytest.raises(SchemaError) as caught:
        parse_event(line)
    for part in parts:
        assert part in str(caught.value)
