"""The sentences about a wrong ruleset, to the letter where they tell what is allowed."""

from __future__ import annotations

import pytest

from qwirkle.engine.variant import variant_from_table
from qwirkle.forms import listed, shown, shown_word
from tests.rulesets import GONE, PLACE, REFILL, place, refused, table

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
        ("pieces__look", '"tile" or "die"'),
        ("turn", STEPS),
    ],
)
def test_a_missing_key_is_told_with_what_it_must_be(key: str, meant: str) -> None:
    """Whoever forgot a key reads what to write there."""
    path = key.replace("__", ".")
    told = f"{path} is missing: it must be {meant}."
    assert refused(table("tiles", **{key: GONE})) == told


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (
            {"step": "place", "stuck": ["pass"]},
            "turn.place.instead is missing: it must be a list of trade, each at most once.",
        ),
        ({"step": "place", "instead": []}, f"turn.place.stuck is missing: it must be {WORDS}."),
        (
            {"step": "place", "instead": [], "stuck": "pass"},
            f'turn.place.stuck is "pass", but must be {WORDS}.',
        ),
        (place("swim", "pass"), f'turn.place.stuck holds "swim", but must be {WORDS}.'),
        (place("roll", "redraw"), 'turn.place.stuck is roll, redraw, but must end with "pass".'),
    ],
)
def test_a_wrong_place_step_is_told_to_the_letter(step: object, told: str) -> None:
    """What is tried when nothing fits (T4, C4) is a list of known words."""
    assert refused(table("cubes", turn=[step, REFILL])) == told


def test_the_steps_of_a_long_turn_are_only_counted() -> None:
    """A turn with far too many steps is refused without a word on each of them."""
    told = refused(table("cubes", turn=[PLACE, REFILL] * 5000))
    assert told == f"turn has 10000 entries, but must be {STEPS}."


def test_a_key_that_is_no_word_is_told_as_it_is() -> None:
    """A number in the place of a key is named like a key."""
    assert refused({3: 4}).startswith("3 is no key here: allowed are name, title,")


def test_a_text_may_be_as_long_as_allowed() -> None:
    """A title of sixty characters is read, with the spaces around it dropped."""
    assert variant_from_table(table("tiles", title=f" {'x' * 58} ")).title == "x" * 58
    assert variant_from_table(table("tiles", title="x" * 60)).title == "x" * 60


def test_what_was_found_is_shown() -> None:
    """Words for truth, numbers as far as anybody can read them, and no more."""
    assert (shown(True), shown(False)) == ("true", "false")
    assert shown(10**15) == "1000000000000000"
    assert shown(-(10**15)) == "-1000000000000000"
    assert shown(10**15 + 1) == shown(-(10**15) - 1) == "a huge number"


def test_a_word_is_shown_within_thirty_characters() -> None:
    """Letters of any language stay, what cannot be printed is escaped, the rest is cut off."""
    assert shown_word("größe") == "größe"
    assert shown_word("a\tb") == r"a\tb"
    assert shown_word("x" * 30) == "x" * 30
    assert shown_word("x" * 31) == "x" * 29 + "…"


def test_words_are_listed() -> None:
    """One word stands alone, and the last of several follows an "or"."""
    assert listed([]) == ""
    assert listed(["a"]) == "a"
    assert listed(["a", "b"]) == "a or b"
    assert listed(["a", "b", "c"]) == "a, b or c"
