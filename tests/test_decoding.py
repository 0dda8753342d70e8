"""Errors about data from outside say where, what is there and what is allowed."""

from __future__ import annotations

import pytest

from qwirkle.decoding import SchemaError, describe_value, escape_text, join_with_or
from qwirkle.engine.variant import variant_from_dict
from qwirkle.records.codec import parse_event
from tests.sample_rulesets import PLACE, REFILL, REMOVED, place_step, rejection_text, ruleset_table

STEPS = "a list of steps: place and then refill, with at most one roll before them"
WORDS = "a list of trade, roll, redraw or pass, each at most once"


@pytest.mark.parametrize(
    ("key", "meant"),
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
def test_a_missing_key_is_told_with_what_it_must_be(key: str, meant: str) -> None:
    """Whoever forgot a key reads what to write there."""
    path = key.replace("__", ".")
    told = f"{path} is missing. It must be {meant}."
    assert rejection_text(ruleset_table("tiles", **{key: REMOVED})) == told


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (
            {"step": "place", "stuck": ["pass"]},
            "turn.place.instead is missing. It must be a list of trade, each at most once.",
        ),
        ({"step": "place", "instead": []}, f"turn.place.stuck is missing. It must be {WORDS}."),
        (
            {"step": "place", "instead": [], "stuck": "pass"},
            f'turn.place.stuck must be {WORDS}, not "pass".',
        ),
        (
            place_step("swim", "pass"),
            'turn.place.stuck[1] must be "pass", "redraw", "roll" or "trade", not "swim".',
        ),
        (
            place_step("roll", "redraw"),
            'turn.place.stuck must end with "pass", but is roll, redraw.',
        ),
    ],
)
def test_a_wrong_place_step_is_told_to_the_letter(step: object, told: str) -> None:
    """What is tried when nothing fits (T4, C4) is a list of known words."""
    assert rejection_text(ruleset_table("cubes", turn=[step, REFILL])) == told


def test_the_steps_of_a_long_turn_are_only_counted() -> None:
    """A turn with far too many steps is refused without a word on each of them."""
    told = rejection_text(ruleset_table("cubes", turn=[PLACE, REFILL] * 5000))
    assert told == f"turn must be {STEPS}, not 10000 entries."


def test_a_text_may_be_as_long_as_allowed() -> None:
    """A title of sixty characters is read, with the spaces around it dropped."""
    assert variant_from_dict(ruleset_table("tiles", title=f" {'x' * 58} ")).title == "x" * 58
    assert variant_from_dict(ruleset_table("tiles", title="x" * 60)).title == "x" * 60


def test_what_was_found_is_shown() -> None:
    """Words for truth, numbers as far as anybody can read them, and no more."""
    assert (describe_value(True), describe_value(False)) == ("true", "false")
    assert describe_value(10**15) == "1000000000000000"
    assert describe_value(-(10**15)) == "-1000000000000000"
    assert describe_value(10**15 + 1) == describe_value(-(10**15) - 1) == "a huge number"


def test_a_word_is_shown_within_thirty_characters() -> None:
    """Letters of any language stay, what cannot be printed is escaped, the rest is cut off."""
    assert escape_text("größe") == "größe"
    assert escape_text("a\tb") == r"a\tb"
    assert escape_text("x" * 30) == "x" * 30
    assert escape_text("x" * 31) == "x" * 29 + "…"


def test_words_are_listed() -> None:
    """One word stands alone, and the last of several follows an "or"."""
    assert join_with_or([]) == ""
    assert join_with_or(["a"]) == "a"
    assert join_with_or(["a", "b"]) == "a or b"
    assert join_with_or(["a", "b", "c"]) == "a, b or c"


@pytest.mark.parametrize(
    "key",
    ["x` - at `$.hand", "x` - at `$.turn[7].stuck[9]", "` - at `$", "$", "a.b[0]", "`" * 90],
)
def test_a_key_that_looks_like_a_path_is_still_one_sentence(key: str) -> None:
    """msgspec puts unknown keys into its messages as they are; they can't lead us astray."""
    assert "isn't a key here" in rejection_text(ruleset_table("tiles", **{key: 1}))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b'{"type":"pass","player":1,"player":1}', 'The key "player" is there twice.'),
        (b'{"type":"pass","player":1,"type":"pass"}', 'The key "type" is there twice.'),
        (b'{"type":"pass","player":1', "This isn't valid JSON at column 26."),
        (b'{"type":"pass","player":"\xff"}', "This isn't UTF-8 text."),
        (b'{"type":"pass","player":' + b"[" * 99_999, "This is nested too deeply."),
        (
            b'{"type":"pass","player":' + b"9" * 9999 + b"}",
            "player must be a whole number from 0 to 5, not a huge number.",
        ),
        (b'{"type":"pass","player":1.0}', "player must be a whole number from 0 to 5, not 1.0."),
        (b'{"type":"pass"}', "player is missing. It must be a whole number from 0 to 5."),
        (b'{"player":1}', "type is missing. It must be "),
        (
            b'{"type":"pass","player":1,"note":""}',
            "note isn't a key here. Allowed: type or player.",
        ),
        (
            b'{"type":"place","player":0,"pieces":[["RC",0,0]],"points":1}',
            "pieces[1][1] must be a piece: a colour letter of ROYGBP and a shape letter of csdkbx",
        ),
        (
            b'{"type":"place","player":0,"pieces":[["Rc",0]],"points":1}',
            "pieces[1] must be a list of a piece, x and y, not 2 entries.",
        ),
        (
            b'{"type":"finish","player":7,"bonus":0,"scores":[1,2],"winners":[0]}',
            "player must be a whole number from 0 to 5, or null, not 7.",
        ),
    ],
)
def test_a_wrong_line_of_a_record_is_told(line: bytes, told: str) -> None:
    """A line that isn't an event is refused with the key, what's allowed and what was found."""
    with pytest.raises(SchemaError) as caught:
        parse_event(line)
    assert str(caught.value).startswith(told)
