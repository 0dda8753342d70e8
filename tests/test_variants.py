"""Rulesets as data: what is read, what is refused, and in which words."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from qwirkle import catalog
from qwirkle.engine.pieces import FACE_COUNT, face_mask
from qwirkle.engine.variant import (
    DEFAULT_END,
    DEFAULT_TRADE,
    NO_KIND,
    EndRule,
    OpeningRule,
    PlaceStep,
    RefillStep,
    RollStep,
    Variant,
    to_dict,
    variant_from_dict,
)
from tests.sample_rulesets import (
    PLACE,
    REFILL,
    REMOVED,
    ROLL,
    place_step,
    rejection_text,
    ruleset_table,
    with_changes,
)

BUNDLED = catalog.bundled_variants()


@pytest.mark.parametrize("variant", BUNDLED, ids=lambda variant: variant.name)
class TestEveryBundledVariant:
    """What holds for each ruleset that comes with the program."""

    def test_round_trip(self, variant: Variant) -> None:
        """A ruleset reads back from its own table as the same ruleset."""
        assert variant_from_dict(to_dict(variant)) == variant

    def test_json_round_trip(self, variant: Variant) -> None:
        """A ruleset survives the way through JSON, as in a record's header."""
        assert variant_from_dict(json.loads(json.dumps(to_dict(variant)))) == variant

    def test_pickle(self, variant: Variant) -> None:
        """A ruleset can be sent to another process with all that follows from it."""
        sent = pickle.loads(pickle.dumps(variant))
        assert sent == variant
        assert (sent.kinds, sent.kind_by_face) == (variant.kinds, variant.kind_by_face)
        assert hash(sent) == hash(variant)

    def test_kinds_cover_every_face_once(self, variant: Variant) -> None:
        """Each face belongs to exactly one kind of thing in the bag."""
        faces = [face for kind in variant.kinds for face in kind.faces]
        assert len(set(faces)) == len(faces) == variant.pieces.colours * variant.pieces.shapes
        assert face_mask(tuple(faces)) == variant.face_mask
        for face in range(FACE_COUNT):
            kind = variant.kind_by_face[face]
            assert (kind == NO_KIND) is (face not in faces)
            assert kind == NO_KIND or face in variant.kinds[kind].faces


@pytest.mark.parametrize("name", ["tiles", "tiles-mindware", "cubes", "cubes-mindware"])
def test_the_editions_share_the_numbers_of_the_books(name: str) -> None:
    """R1, R2, R10, R12, J3: players, hands, colours, shapes and points are those of the books."""
    variant = catalog.load_variant(name)
    assert (variant.players.min, variant.players.max, variant.hand.size) == (2, 4, 6)
    assert (
        variant.scoring.qwirkle_bonus,
        variant.scoring.out_bonus,
        variant.scoring.lone_piece,
    ) == (6, 6, 1)
    assert (variant.pieces.colours, variant.pieces.shapes, variant.scoring.line) == (6, 6, ())
    assert (variant.trade, variant.end) == (DEFAULT_TRADE, DEFAULT_END)


def test_the_american_dice() -> None:
    """A1 to A4: the oldest opens with two dice at least, and may roll before that."""
    american, variant = catalog.load_variant("cubes-mindware"), catalog.load_variant("cubes")
    assert american.opening == OpeningRule("oldest", (), 2)
    assert american.roll_step == RollStep(1)
    assert (american.kinds, american.place_step) == (variant.kinds, variant.place_step)


def test_the_junior_game() -> None:
    """Four colours, four shapes, three of each, four open pieces in hand, bonuses of four."""
    variant = catalog.load_variant("junior")
    assert (variant.pieces.colours, variant.pieces.shapes, variant.pieces.copies) == (4, 4, 3)
    assert (variant.hand.size, variant.hand.open, variant.piece_count) == (4, True, 48)
    assert (variant.scoring.qwirkle_bonus, variant.scoring.out_bonus) == (4, 4)
    assert variant.line_scores[:5] == (0, 0, 2, 3, 8)


def test_the_sprint() -> None:
    """It is the game with hidden pieces, but a score ends it."""
    assert catalog.load_variant("sprint").end == EndRule(score=60)
    assert (
        with_changes(catalog.load_variant("sprint"), end=EndRule()).line_scores
        == catalog.load_variant("tiles").line_scores
    )


def test_tiles() -> None:
    """T1, T2, T4, J5: 108 hidden tiles, 36 kinds three times; trade, and pass as the last way."""
    variant = catalog.load_variant("tiles")
    assert (variant.pieces.look, variant.pieces.rolls, variant.hand.open) == (
        "tile",
        "nothing",
        False,
    )
    assert (len(variant.kinds), variant.piece_count) == (36, 108)
    assert {kind.copies for kind in variant.kinds} == {3}
    assert variant.kinds[7].name == "Os"
    assert variant.opening == OpeningRule(tie="youngest")
    assert variant.roll_step is None
    assert variant.place_step == PlaceStep(("trade",), ("trade", "pass"))
    assert variant.turn == (variant.place_step, RefillStep())


def test_mindware_differs_in_the_tie() -> None:
    """R3: the American edition is the other one with the oldest breaking ties."""
    other = ruleset_table(
        "tiles-mindware",
        name="tiles",
        title=catalog.load_variant("tiles").title,
        summary=catalog.load_variant("tiles").summary,
        opening__tie="youngest",
    )
    assert catalog.load_variant("tiles-mindware").opening == OpeningRule(tie="oldest")
    assert other == to_dict(catalog.load_variant("tiles"))


def test_cubes() -> None:
    """C1 to C5, J1, J7: 90 open dice, fifteen a colour; roll, place, refill, and no trade."""
    variant = catalog.load_variant("cubes")
    assert (variant.pieces.look, variant.pieces.rolls, variant.hand.open) == ("die", "shape", True)
    assert (len(variant.kinds), variant.piece_count) == (6, 90)
    assert {kind.copies for kind in variant.kinds} == {15}
    assert variant.kinds[1].faces == (6, 7, 8, 9, 10, 11)
    assert variant.kinds[1].name == "O"
    assert variant.roll_step == RollStep(2)
    assert variant.place_step == PlaceStep((), ("roll", "redraw", "pass"))
    assert variant.turn == (RollStep(2), variant.place_step, RefillStep())


def test_scoring_has_defaults() -> None:
    """A table without scoring counts as the books do, and without a summary it has none."""
    variant = variant_from_dict(ruleset_table("tiles", scoring=REMOVED, summary=REMOVED))
    assert (
        variant.scoring.lone_piece,
        variant.scoring.qwirkle_bonus,
        variant.scoring.out_bonus,
    ) == (1, 6, 6)
    assert variant.summary == ""
    assert variant_from_dict(to_dict(variant)) == variant


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
    ("pieces__look", "card", '"card"', '"die" or "tile"'),
    ("pieces__look", ["tile"], "a list", '"die" or "tile"'),
    ("pieces__rolls", "colour", '"colour"', '"nothing" or "shape"'),
    ("players__fewest", 1, "1", "from 2 to 6"),
    ("players__most", 7, "7", "from 2 to 6"),
    ("opening__tie", "tallest", '"tallest"', '"oldest" or "youngest"'),
    ("opening__tie", ["youngest", "tallest"], '"tallest"', '"chance", "oldest", "seat"'),
    ("opening__tie", ["seat", "seat"], '"seat"', "each word at most once"),
    ("opening__who", "tallest", '"tallest"', '"oldest", "seat", "set" or "youngest"'),
    ("opening__least", 4, "4", "from 1 to 3"),
    ("opening__least", 2, "2", "nothing can be rolled for it"),
    ("pieces__colours", 2, "2", "from 3 to 6"),
    ("pieces__shapes", 7, "7", "from 3 to 6"),
    ("trade", {"least": 0}, "0", "from 1 to 8"),
    ("trade", {"most": 7}, "7", "from 1 to 6"),
    ("trade", {"least": 4, "most": 3}, "4", "from 1 to 3"),
    ("trade", {"cost": 101}, "101", "from 0 to 100"),
    ("trade", {"bag": 101}, "101", "from 1 to 100"),
    ("scoring__line", [2, 3, 4, 5], "not 4", "one for each length of a line from 2 to 6"),
    ("scoring__line", [2, 3, 4, 5, 0], "0", "from 1 to 100"),
    ("scoring__line", [2], "not 1", "must have 5 entries"),
    ("end", {"score": 0}, "0", "from 1 to 1000"),
    ("end", {"turns": 101}, "101", "from 1 to 100"),
    ("end", {"left_piece": -1}, "-1", "from 0 to 100"),
    ("scoring__qwirkle_bonus", -1, "-1", "from 0 to 100"),
    ("scoring__out_bonus", 101, "101", "from 0 to 100"),
    ("scoring__lone_piece", float("nan"), "nan", "from 0 to 100"),
    ("scoring", [], "a list", "a table"),
    ("turn", {}, "a table", "a list of steps"),
    ("turn", "place", '"place"', "a list of steps"),
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
    sentence = rejection_text(ruleset_table("tiles", **{key: value}))
    assert sentence.startswith(key.replace("__", "."))
    assert found in sentence
    assert allowed in sentence


@pytest.mark.parametrize(
    "key",
    [
        *("name", "title", "pieces", "hand", "players", "opening", "turn"),
        *("pieces__look", "pieces__rolls", "pieces__copies", "hand__size", "hand__open"),
        *("players__fewest", "players__most"),
    ],
)
def test_a_missing_key_is_named(key: str) -> None:
    """A key that must be there and is not is named, with what it must be."""
    path = key.replace("__", ".")
    assert rejection_text(ruleset_table("tiles", **{key: REMOVED})).startswith(
        f"{path} is missing. It must be "
    )


@pytest.mark.parametrize(
    ("key", "named", "allowed"),
    [
        ("colour", "colour", "name, title,"),
        ("extends", "extends", "name, title,"),
        ("hand__sise", "hand.sise", "size or open"),
        ("pieces__faces", "pieces.faces", "look, rolls, copies, colours or shapes"),
        ("scoring__bonus", "scoring.bonus", "lone_piece"),
        ("hand__\x1b]0;x\x07", r"hand.\x1b]0;x\x07", "size or open"),
        ("hand__" + "k" * 5000, "hand.kkk", "size or open"),
    ],
    ids=range(7),
)
def test_an_unknown_key_is_named(key: str, named: str, allowed: str) -> None:
    """An unknown key is refused by name, and the keys that are allowed there are listed."""
    sentence = rejection_text(ruleset_table("tiles", **{key: 1}))
    assert sentence.startswith(named)
    assert allowed in sentence


@pytest.mark.parametrize("ruleset", [None, 7, "tiles", [], [("name", "x")], {3: 4}, {None: 1}])
def test_what_is_no_table_is_refused(ruleset: object) -> None:
    """A ruleset that is not a table with words for keys is refused in one sentence."""
    rejection_text(ruleset)


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (
            [],
            "turn must be a list of steps: place and then refill",
        ),
        ([REFILL], "not 1 entry"),
        ([REFILL, REFILL], "not refill, refill"),
        ([REFILL, PLACE], "not refill, place"),
        ([PLACE, PLACE, REFILL], "not place, place, refill"),
        ([PLACE, ROLL, REFILL], "not place, roll, refill"),
        ([ROLL, ROLL, PLACE, REFILL], "not 4 entries"),
        ([7, REFILL], "turn[1] must be a table, not 7"),
        ([PLACE, {}], "turn[2].step is missing"),
        ([PLACE, {"step": "fly"}], '"roll", "place" or "refill"'),
        ([PLACE, {"step": "refill", "stuck": []}], "turn.refill.stuck isn't a key"),
        ([PLACE, {"step": "refill", "wings": 2}], "turn.refill.wings isn't a key"),
        ([{"step": "roll"}, PLACE, REFILL], "turn.roll.from_turn is missing"),
        ([{"step": "roll", "from_turn": 0}, PLACE, REFILL], "from 1 to 99"),
        ([{"step": "roll", "from_turn": 2, "times": 6}, PLACE, REFILL], "from 1 to 5"),
        ([{"step": "place", "stuck": ["pass"]}, REFILL], "turn.place.instead is missing"),
        ([place_step(), REFILL], 'must end with "pass", but is an empty list'),
        ([place_step("roll", "redraw"), REFILL], 'must end with "pass"'),
        ([place_step("pass", "roll", "pass"), REFILL], 'has "pass" twice'),
        ([place_step("pass", "roll"), REFILL], 'must end with "pass"'),
        ([place_step("swim", "pass"), REFILL], 'not "swim"'),
        ([place_step(["roll"], "pass"), REFILL], "not a list"),
        ([place_step("pass", instead=["roll"]), REFILL], 'instead[1] must be "trade", not "roll"'),
        ([place_step("pass", instead=["trade"]), REFILL], "because instead has it"),
        ([place_step("trade", "redraw", "pass"), REFILL], 'only one of "trade" and "redraw"'),
        (
            [{"step": "place", "instead": [], "stuck": "pass"}, REFILL],
            'each at most once, not "pass"',
        ),
    ],
)
def test_an_impossible_turn_is_refused(turn: object, told: str) -> None:
    """Steps that do not make a turn are refused, and the sentence tells which."""
    sentence = rejection_text(ruleset_table("cubes", turn=turn))
    assert sentence.startswith("turn")
    assert told in sentence


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ([ROLL, place_step("pass"), REFILL], "turn may have a roll step only if"),
        ([place_step("roll", "pass"), REFILL], "pieces.rolls"),
    ],
)
def test_what_does_not_roll_is_not_rolled(turn: object, told: str) -> None:
    """Rolling is refused in a ruleset whose pieces do not roll."""
    assert told in rejection_text(ruleset_table("tiles", turn=turn))


def test_the_most_players_are_not_fewer_than_the_fewest() -> None:
    """The most players are at least the fewest."""
    assert "from 4 to 6" in rejection_text(ruleset_table("tiles", players={"fewest": 4, "most": 2}))


def test_a_hand_must_be_in_the_bag() -> None:
    """The bag must hold a full hand for each of the most players, and just that is enough."""
    sentence = rejection_text(ruleset_table("cubes", pieces__copies=3))
    assert sentence.startswith("hand.size must be at most 4")
    assert "because 4 players share 18 pieces, not 6" in sentence
    assert variant_from_dict(ruleset_table("cubes", pieces__copies=4)).piece_count == 24


def test_a_larger_opening_needs_dice_that_can_give_it() -> None:
    """A5: of six dice three go together in some roll, whatever their colours, but not of four."""
    assert variant_from_dict(ruleset_table("cubes", opening={"who": "oldest", "least": 3}))
    sentence = rejection_text(ruleset_table("cubes", opening={"least": 3}, hand__size=4))
    assert sentence.startswith("opening.least must be at most 2, because no roll")


def test_the_numbers_of_a_trade_need_a_trade() -> None:
    """A table for trades is refused where nobody trades."""
    assert "allows a trade" in rejection_text(ruleset_table("cubes", trade={"cost": 3}))


def test_points_by_length_go_with_the_longest_line() -> None:
    """There are as many entries as lengths: four where the longest line has five pieces."""
    changes = {"pieces__colours": 5, "pieces__shapes": 3}
    variant = variant_from_dict(ruleset_table("tiles", scoring__line=[1, 2, 4, 8], **changes))
    assert variant.line_scores[:4] == (0, 0, 1, 2 + 6)
    assert variant.line_scores[16:22] == (0, 0, 1, 2, 4, 8 + 6)
    assert "must have 4" in rejection_text(
        ruleset_table("tiles", scoring__line=[1, 2, 4], **changes)
    )


def test_what_is_as_usual_is_not_written() -> None:
    """A table has what every ruleset says, and of the rest only what is not as usual."""
    for name in ("tiles", "tiles-mindware", "cubes"):
        written = to_dict(catalog.load_variant(name))
        assert list(written) == [
            *("name", "title", "summary", "pieces", "hand", "players", "opening", "turn", "scoring")
        ]
        assert list(written["opening"]) == ["tie"]
    assert to_dict(catalog.load_variant("sprint"))["end"] == {"score": 60}
    assert to_dict(catalog.load_variant("junior"))["pieces"] == {
        "look": "tile",
        "rolls": "nothing",
        "copies": 3,
        "colours": 4,
        "shapes": 4,
    }
    american = to_dict(catalog.load_variant("cubes-mindware"))
    assert american["opening"] == {"who": "oldest", "tie": [], "least": 2}


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"opening": {"tie": ["youngest", "seat", "oldest"]}}, {}),
        ({"opening": {"tie": ["chance", "oldest"]}}, {"opening": {"tie": ["chance"]}}),
        (
            {"opening": {"who": "seat", "tie": ["oldest"]}},
            {"opening": {"who": "seat", "tie": []}},
        ),
        ({"opening": {"tie": ["youngest", "oldest"]}}, {}),
        (
            {"opening": {"who": "oldest", "tie": ["youngest", "chance"]}},
            {"opening": {"who": "oldest", "tie": ["chance"]}},
        ),
        ({"scoring__line": [2, 3, 4, 5, 6]}, {}),
        ({"trade": {"least": 3, "bag": 3}}, {"trade": {"least": 3}}),
        ({"trade": {"most": 6}}, {}),
    ],
    ids=["seat", "chance", "first-seat", "second-age", "no-age", "points", "bag", "trade"],
)
def test_rulesets_that_play_alike_are_equal(changes: dict[str, Any], same: dict[str, Any]) -> None:
    """What says nothing more is dropped, so that a fingerprint stands for how a game is played."""
    one, two = (variant_from_dict(ruleset_table("tiles", **each)) for each in (changes, same))
    assert one == two
    assert to_dict(one) == to_dict(two)


def test_a_lone_piece_that_never_opens_is_as_usual() -> None:
    """A4: where two pieces must open, what one would score is no difference."""
    american = catalog.load_variant("cubes-mindware")
    dear = to_dict(american) | {"scoring": {"lone_piece": 50}}
    assert variant_from_dict(dear) == american
