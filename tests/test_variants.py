"""Rulesets as data: what is read, what is refused, and in which words."""

from __future__ import annotations

import json
import pickle

import pytest

from qwirkle import catalog
from qwirkle.engine.pieces import EVERY_FACE, FACES, mask_of
from qwirkle.engine.variant import (
    PlaceStep,
    RefillStep,
    RollStep,
    Variant,
    table_of,
    variant_from_table,
)
from tests.rulesets import GONE, PLACE, REFILL, ROLL, place, refused, table

BUNDLED = catalog.bundled()


@pytest.mark.parametrize("variant", BUNDLED, ids=lambda variant: variant.name)
class TestEveryBundledVariant:
    """What holds for each ruleset that comes with the program."""

    def test_round_trip(self, variant: Variant) -> None:
        """A ruleset reads back from its own table as the same ruleset."""
        assert variant_from_table(table_of(variant)) == variant

    def test_json_round_trip(self, variant: Variant) -> None:
        """A ruleset survives the way through JSON, as in a record's header."""
        assert variant_from_table(json.loads(json.dumps(table_of(variant)))) == variant

    def test_pickle(self, variant: Variant) -> None:
        """A ruleset can be sent to another process with all that follows from it."""
        sent = pickle.loads(pickle.dumps(variant))
        assert sent == variant
        assert (sent.kinds, sent.kind_of) == (variant.kinds, variant.kind_of)
        assert hash(sent) == hash(variant)

    def test_kinds_cover_every_face_once(self, variant: Variant) -> None:
        """Each face belongs to exactly one kind of thing in the bag."""
        faces = [face for kind in variant.kinds for face in kind.faces]
        assert sorted(faces) == list(range(FACES))
        assert mask_of(tuple(faces)) == EVERY_FACE
        for face in range(FACES):
            assert face in variant.kinds[variant.kind_of[face]].faces

    def test_numbers(self, variant: Variant) -> None:
        """R2, R10, R12, J3: every bundled ruleset shares the numbers of the books."""
        assert (variant.fewest_players, variant.most_players, variant.hand_size) == (2, 4, 6)
        assert (variant.qwirkle_bonus, variant.out_bonus, variant.lone_piece) == (6, 6, 1)


def test_tiles() -> None:
    """T1, T2, T4, J5: 108 hidden tiles, 36 kinds three times; trade, and pass as the last way."""
    variant = catalog.load("tiles")
    assert (variant.body, variant.rolls, variant.hand_open) == ("tile", "nothing", False)
    assert (len(variant.kinds), variant.piece_count) == (36, 108)
    assert {kind.copies for kind in variant.kinds} == {3}
    assert variant.kinds[7].name == "Os"
    assert variant.opening_tie == "youngest"
    assert variant.roll_step is None
    assert variant.place_step == PlaceStep(("trade",), ("trade", "pass"))
    assert variant.steps == (variant.place_step, RefillStep())


def test_mindware_differs_in_the_tie() -> None:
    """R3: the American edition is the other one with the oldest breaking ties."""
    other = table(
        "tiles-mindware",
        name="tiles",
        title=catalog.load("tiles").title,
        summary=catalog.load("tiles").summary,
        opening__tie="youngest",
    )
    assert catalog.load("tiles-mindware").opening_tie == "oldest"
    assert other == table_of(catalog.load("tiles"))


def test_cubes() -> None:
    """C1 to C5, J1, J7: 90 open dice, fifteen a colour; roll, place, refill, and no trade."""
    variant = catalog.load("cubes")
    assert (variant.body, variant.rolls, variant.hand_open) == ("die", "shape", True)
    assert (len(variant.kinds), variant.piece_count) == (6, 90)
    assert {kind.copies for kind in variant.kinds} == {15}
    assert variant.kinds[1].faces == (6, 7, 8, 9, 10, 11)
    assert variant.kinds[1].name == "O"
    assert variant.roll_step == RollStep(2)
    assert variant.place_step == PlaceStep((), ("roll", "redraw", "pass"))
    assert variant.steps == (RollStep(2), variant.place_step, RefillStep())


def test_scoring_has_defaults() -> None:
    """A table without scoring counts as the books do, and without a summary it has none."""
    variant = variant_from_table(table("tiles", scoring=GONE, summary=GONE))
    assert (variant.lone_piece, variant.qwirkle_bonus, variant.out_bonus) == (1, 6, 6)
    assert variant.summary == ""
    assert variant_from_table(table_of(variant)) == variant


WRONG_VALUES: list[tuple[str, object, str, str]] = [
    ("hand__size", "six", '"six"', "from 1 to 8"),
    ("hand__size", True, "true", "from 1 to 8"),
    ("hand__size", 6.0, "6.0", "from 1 to 8"),
    ("hand__size", None, "nothing", "from 1 to 8"),
    ("hand__size", [6], "a list", "from 1 to 8"),
    ("hand__size", {"n": 6}, "a table", "from 1 to 8"),
    ("hand__size", object(), "something else", "from 1 to 8"),
    ("hand__size", 0, "0", "from 1 to 8"),
    ("hand__size", 9, "9", "from 1 to 8"),
    ("hand__size", -(10**5000), "a huge number", "from 1 to 8"),
    ("hand__open", 1, "1", "true or false"),
    ("hand__open", "yes", '"yes"', "true or false"),
    ("hand", 6, "6", "a table"),
    ("hand", [6], "a list", "a table"),
    ("pieces__copies", 0, "0", "from 1 to 30"),
    ("pieces__copies", 31, "31", "from 1 to 30"),
    ("pieces__look", "card", '"card"', '"tile" or "die"'),
    ("pieces__look", ["tile"], "a list", '"tile" or "die"'),
    ("pieces__rolls", "colour", '"colour"', '"nothing" or "shape"'),
    ("players__fewest", 1, "1", "from 2 to 4"),
    ("players__most", 5, "5", "from 2 to 4"),
    ("opening__tie", "tallest", '"tallest"', '"youngest" or "oldest"'),
    ("scoring__qwirkle_bonus", -1, "-1", "from 0 to 100"),
    ("scoring__out_bonus", 101, "101", "from 0 to 100"),
    ("scoring__lone_piece", float("nan"), "nan", "from 0 to 100"),
    ("scoring", [], "a list", "a table"),
    ("turn", {}, "a table", "a list of tables"),
    ("turn", "place", '"place"', "a list of tables"),
    ("name", "", '""', "1 to 40"),
    ("name", "Tiles!", '"Tiles!"', "small letters"),
    ("name", "../x", '"../x"', "small letters"),
    ("name", "a" * 41, "aaaa…", "1 to 40"),
    ("name", 7, "7", "1 to 40"),
    ("title", "a\x1b[2J", r"a\x1b[2J", "visible characters"),
    ("title", "two\nlines", r"two\nlines", "one line"),
    ("title", "a\u202eb", r"a\u202eb", "visible characters"),
    ("title", "a\ud800b", r"a\ud800b", "visible characters"),
    ("title", "  ", '"  "', "1 to 60"),
    ("title", "x" * 61, "xxx…", "1 to 60"),
    ("summary", "x" * 201, "xxx…", "1 to 200"),
    ("summary", "\x07", r"\x07", "visible characters"),
]


@pytest.mark.parametrize(
    ("key", "value", "found", "allowed"),
    WRONG_VALUES,
    ids=[f"{row[0]}-{number}" for number, row in enumerate(WRONG_VALUES)],
)
def test_a_wrong_value_is_named(key: str, value: object, found: str, allowed: str) -> None:
    """A wrong value is refused with its key, what was found and what is allowed."""
    sentence = refused(table("tiles", **{key: value}))
    assert sentence.startswith(key.replace("__", "."))
    assert found in sentence
    assert allowed in sentence


@pytest.mark.parametrize(
    "key",
    [
        *("name", "title", "pieces", "hand", "players", "opening", "turn"),
        *("pieces__look", "pieces__rolls", "pieces__copies", "hand__size", "hand__open"),
        *("players__fewest", "players__most", "opening__tie"),
    ],
)
def test_a_missing_key_is_named(key: str) -> None:
    """A key that must be there and is not is named, with what it must be."""
    path = key.replace("__", ".")
    assert refused(table("tiles", **{key: GONE})).startswith(f"{path} is missing: it must be ")


@pytest.mark.parametrize(
    ("key", "named", "allowed"),
    [
        ("colour", "colour", "name, title,"),
        ("extends", "extends", "name, title,"),
        ("hand__sise", "hand.sise", "size or open"),
        ("pieces__faces", "pieces.faces", "look, rolls or copies"),
        ("scoring__bonus", "scoring.bonus", "lone_piece"),
        ("hand__\x1b]0;x\x07", r"hand.\x1b]0;x\x07", "size or open"),
        ("hand__" + "k" * 5000, "hand.kkk", "size or open"),
    ],
    ids=range(7),
)
def test_an_unknown_key_is_named(key: str, named: str, allowed: str) -> None:
    """An unknown key is refused by name, and the keys that are allowed there are listed."""
    sentence = refused(table("tiles", **{key: 1}))
    assert sentence.startswith(named)
    assert allowed in sentence


@pytest.mark.parametrize("ruleset", [None, 7, "tiles", [], [("name", "x")], {3: 4}, {None: 1}])
def test_what_is_no_table_is_refused(ruleset: object) -> None:
    """A ruleset that is not a table with words for keys is refused in one sentence."""
    refused(ruleset)


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ([], "steps nothing"),
        ([REFILL], "steps refill"),
        ([PLACE], "steps place,"),
        ([REFILL, PLACE], "steps refill, place"),
        ([PLACE, PLACE, REFILL], "steps place, place, refill"),
        ([PLACE, ROLL, REFILL], "steps place, roll, refill"),
        ([ROLL, ROLL, PLACE, REFILL], "steps roll, roll, place, refill"),
        ([PLACE, REFILL] * 5000, "steps place, refill, place, refill,"),
        ([7], "turn[1] is 7"),
        ([PLACE, {}], "turn[2].step is missing"),
        ([{"step": "fly"}], '"roll", "place" or "refill"'),
        ([{"step": "refill", "stuck": []}], "turn.refill.stuck is not a key"),
        ([{"step": "refill", "wings": 2}], "turn[1].wings is not a key"),
        ([{"step": "roll"}, PLACE, REFILL], "turn.roll.from_turn is missing"),
        ([{"step": "roll", "from_turn": 1}, PLACE, REFILL], "from 2 to 99"),
        ([{"step": "place", "stuck": ["pass"]}, REFILL], "turn.place.instead is missing"),
        ([place(), REFILL], 'an empty list, but must end with "pass"'),
        ([place("roll", "redraw"), REFILL], 'must end with "pass"'),
        ([place("pass", "roll", "pass"), REFILL], 'holds "pass"'),
        ([place("pass", "roll"), REFILL], 'must end with "pass"'),
        ([place("swim", "pass"), REFILL], 'holds "swim"'),
        ([place(["roll"], "pass"), REFILL], "holds a list"),
        ([place("pass", instead=["roll"]), REFILL], 'instead holds "roll"'),
        ([place("pass", instead=["trade"]), REFILL], "because instead has it"),
        ([place("trade", "redraw", "pass"), REFILL], 'only one of "trade" and "redraw"'),
        ([{"step": "place", "instead": [], "stuck": "pass"}, REFILL], 'stuck is "pass"'),
    ],
)
def test_an_impossible_turn_is_refused(turn: object, told: str) -> None:
    """Steps that do not make a turn are refused, and the sentence tells which."""
    sentence = refused(table("cubes", turn=turn))
    assert sentence.startswith("turn")
    assert told in sentence


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ([ROLL, place("pass"), REFILL], "turn has a roll step"),
        ([place("roll", "pass"), REFILL], "pieces.rolls"),
    ],
)
def test_what_does_not_roll_is_not_rolled(turn: object, told: str) -> None:
    """Rolling is refused in a ruleset whose pieces do not roll."""
    assert told in refused(table("tiles", turn=turn))


def test_the_most_players_are_not_fewer_than_the_fewest() -> None:
    """The most players are at least the fewest."""
    assert "from 4 to 4" in refused(table("tiles", players={"fewest": 4, "most": 2}))


def test_a_hand_must_be_in_the_bag() -> None:
    """The bag must hold a full hand for each of the most players, and just that is enough."""
    sentence = refused(table("cubes", pieces__copies=3))
    assert sentence.startswith("hand.size is 6")
    assert "at most 4, because 4 players share 18 pieces" in sentence
    assert variant_from_table(table("cubes", pieces__copies=4)).piece_count == 24
