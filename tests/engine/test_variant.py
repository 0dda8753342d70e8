"""Rulesets as data: the bundled ones, round trips, and the errors for invalid values."""

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
    variant_from_dict,
    variant_to_dict,
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
    """Properties of each bundled ruleset."""

    def test_a_ruleset_survives_a_round_trip(self, variant: Variant) -> None:
        """A ruleset written to a table and read back is unchanged."""
        assert variant_from_dict(variant_to_dict(variant)) == variant

    def test_a_ruleset_survives_json(self, variant: Variant) -> None:
        """A ruleset survives a round trip through JSON, as in the header of a record."""
        assert variant_from_dict(json.loads(json.dumps(variant_to_dict(variant)))) == variant

    def test_a_ruleset_survives_pickling(self, variant: Variant) -> None:
        """A ruleset can be pickled, and its derived values stay the same."""
        unpickled = pickle.loads(pickle.dumps(variant))
        assert unpickled == variant
        assert (unpickled.kinds, unpickled.kind_by_face) == (variant.kinds, variant.kind_by_face)
        assert hash(unpickled) == hash(variant)

    def test_kinds_cover_every_face_once(self, variant: Variant) -> None:
        """Each face belongs to exactly one kind of piece."""
        faces = [face for kind in variant.kinds for face in kind.faces]
        assert len(set(faces)) == len(faces) == variant.pieces.colours * variant.pieces.shapes
        assert face_mask(tuple(faces)) == variant.face_mask
        for face in range(FACE_COUNT):
            kind = variant.kind_by_face[face]
            assert (kind == NO_KIND) is (face not in faces)
            assert kind == NO_KIND or face in variant.kinds[kind].faces


@pytest.mark.parametrize("name", ["tiles", "tiles-mindware", "cubes", "cubes-mindware"])
def test_all_editions_have_the_same_numbers(name: str) -> None:
    """R1, R2, R10, R12, J3: players, hands, colours, shapes and points are as in the rule books."""
    variant = catalog.load_variant(name)
    assert (variant.players.min, variant.players.max, variant.hand.size) == (2, 4, 6)
    assert (
        variant.scoring.qwirkle_bonus,
        variant.scoring.out_bonus,
        variant.scoring.lone_piece,
    ) == (6, 6, 1)
    assert (variant.pieces.colours, variant.pieces.shapes, variant.scoring.line) == (6, 6, ())
    assert (variant.trade, variant.end) == (DEFAULT_TRADE, DEFAULT_END)


def test_the_oldest_player_opens_with_american_dice() -> None:
    """A1 to A4: the oldest player opens with at least two dice, and can roll before that."""
    american, variant = catalog.load_variant("cubes-mindware"), catalog.load_variant("cubes")
    assert american.opening == OpeningRule("oldest", (), 2)
    assert american.roll_step == RollStep(1)
    assert (american.kinds, american.place_step) == (variant.kinds, variant.place_step)


def test_junior_has_four_colours_and_four_shapes() -> None:
    """Junior has three copies of each tile, open hands of four, and bonuses of four points."""
    variant = catalog.load_variant("junior")
    assert (variant.pieces.colours, variant.pieces.shapes, variant.pieces.copies) == (4, 4, 3)
    assert (variant.hand.size, variant.hand.open, variant.piece_count) == (4, True, 48)
    assert (variant.scoring.qwirkle_bonus, variant.scoring.out_bonus) == (4, 4)
    assert variant.line_scores[:5] == (0, 0, 2, 3, 8)


def test_sprint_is_played_to_a_score() -> None:
    """Sprint scores lines like tiles, but 60 points trigger the final round."""
    assert catalog.load_variant("sprint").end == EndRule(target_score=60)
    assert (
        with_changes(catalog.load_variant("sprint"), end=EndRule()).line_scores
        == catalog.load_variant("tiles").line_scores
    )


def test_tiles_are_hidden_and_can_be_traded() -> None:
    """T1, T2, T4, J5: 108 hidden tiles, 3 per face; you can trade, or pass if all else fails."""
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


def test_mindware_tiles_differ_only_in_the_tie_breaker() -> None:
    """R3: in the American edition, the oldest player breaks ties."""
    with_youngest = ruleset_table(
        "tiles-mindware",
        name="tiles",
        title=catalog.load_variant("tiles").title,
        summary=catalog.load_variant("tiles").summary,
        opening__tie="youngest",
    )
    assert catalog.load_variant("tiles-mindware").opening == OpeningRule(tie="oldest")
    assert with_youngest == variant_to_dict(catalog.load_variant("tiles"))


def test_cubes_are_open_and_can_be_rolled() -> None:
    """C1 to C5, J1, J7: 90 open dice, 15 per colour; you roll, place, refill and never trade."""
    variant = catalog.load_variant("cubes")
    assert (variant.pieces.look, variant.pieces.rolls, variant.hand.open) == ("die", "shape", True)
    assert (len(variant.kinds), variant.piece_count) == (6, 90)
    assert {kind.copies for kind in variant.kinds} == {15}
    assert variant.kinds[1].faces == (6, 7, 8, 9, 10, 11)
    assert variant.kinds[1].name == "O"
    assert variant.roll_step == RollStep(2)
    assert variant.place_step == PlaceStep((), ("roll", "redraw", "pass"))
    assert variant.turn == (RollStep(2), variant.place_step, RefillStep())


def test_scoring_and_summary_are_optional() -> None:
    """By default, points are as in the rule books and the summary is empty."""
    variant = variant_from_dict(ruleset_table("tiles", scoring=REMOVED, summary=REMOVED))
    assert (
        variant.scoring.lone_piece,
        variant.scoring.qwirkle_bonus,
        variant.scoring.out_bonus,
    ) == (1, 6, 6)
    assert variant.summary == ""
    assert variant_from_dict(variant_to_dict(variant)) == variant


INVALID_VALUES: list[tuple[str, object, str, str]] = [
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
    ("opening__least", 2, "2", "pieces.rolls"),
    ("pieces__colours", 2, "2", "from 3 to 6"),
    ("pieces__shapes", 7, "7", "from 3 to 6"),
    ("trade", {"least": 0}, "0", "from 1 to 8"),
    ("trade", {"most": 7}, "7", "from 1 to 6"),
    ("trade", {"least": 4, "most": 3}, "4", "from 1 to 3"),
    ("trade", {"cost": 101}, "101", "from 0 to 100"),
    ("trade", {"bag": 101}, "101", "from 1 to 100"),
    ("scoring__line", [2, 3, 4, 5], "not 4", "one for each length of a line from 2 to 6"),
    ("scoring__line", [2, 3, 4, 5, 0], "0", "from 1 to 100"),
    ("scoring__line", [2], "not 1", "5 entries"),
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
    INVALID_VALUES,
    ids=[f"{row[0]}-{number}" for number, row in enumerate(INVALID_VALUES)],
)
def test_the_error_for_an_invalid_value_names_its_key(
    key: str, value: object, found: str, allowed: str
) -> None:
    """The message gives the key, what was found and what is allowed."""
    message = rejection_text(ruleset_table("tiles", **{key: value}))
    assert message.startswith(key.replace("__", "."))
    assert found in message
    assert allowed in message


@pytest.mark.parametrize(
    "key",
    [
        *("name", "title", "pieces", "hand", "players", "opening", "turn"),
        *("pieces__look", "pieces__rolls", "pieces__copies", "hand__size", "hand__open"),
        *("players__fewest", "players__most"),
    ],
)
def test_keys_without_a_default_are_required(key: str) -> None:
    """The message names the missing key."""
    message = rejection_text(ruleset_table("tiles", **{key: REMOVED}))
    assert message.startswith(f"{key.replace('__', '.')} is missing")


@pytest.mark.parametrize(
    ("key", "path", "allowed"),
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
def test_the_error_for_an_unknown_key_lists_the_allowed_ones(
    key: str, path: str, allowed: str
) -> None:
    """The message names the unknown key and lists the keys allowed in its place."""
    message = rejection_text(ruleset_table("tiles", **{key: 1}))
    assert message.startswith(path)
    assert allowed in message


@pytest.mark.parametrize("ruleset", [None, 7, "tiles", [], [("name", "x")], {3: 4}, {None: 1}])
def test_a_ruleset_must_be_a_table(ruleset: object) -> None:
    """Data other than a table with text keys is rejected with one sentence."""
    rejection_text(ruleset)


@pytest.mark.parametrize(
    ("turn", "part"),
    [
        ([], "a list of steps: place and then refill"),
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
        ([place_step(), REFILL], "an empty list"),
        ([place_step("roll", "redraw"), REFILL], 'end with "pass"'),
        ([place_step("pass", "roll", "pass"), REFILL], '"pass" twice'),
        ([place_step("pass", "roll"), REFILL], 'end with "pass"'),
        ([place_step("swim", "pass"), REFILL], 'not "swim"'),
        ([place_step(["roll"], "pass"), REFILL], "not a list"),
        ([place_step("pass", instead=["roll"]), REFILL], 'instead[1] must be "trade", not "roll"'),
        ([place_step("pass", instead=["trade"]), REFILL], "instead"),
        ([place_step("trade", "redraw", "pass"), REFILL], 'one of "trade" and "redraw"'),
        ([{"step": "place", "instead": [], "stuck": "pass"}, REFILL], 'not "pass"'),
    ],
)
def test_an_invalid_turn_is_rejected(turn: object, part: str) -> None:
    """The message says what's wrong with the turn."""
    message = rejection_text(ruleset_table("cubes", turn=turn))
    assert message.startswith("turn")
    assert part in message


@pytest.mark.parametrize(
    ("turn", "key"),
    [
        ([ROLL, place_step("pass"), REFILL], "turn "),
        ([place_step("roll", "pass"), REFILL], "turn.place.stuck "),
    ],
)
def test_tiles_cannot_be_rolled(turn: object, key: str) -> None:
    """If pieces don't roll, a turn can have neither a roll step nor a forced roll."""
    message = rejection_text(ruleset_table("tiles", turn=turn))
    assert message.startswith(key)
    assert "pieces.rolls" in message


def test_the_maximum_player_count_is_not_below_the_minimum() -> None:
    """If at least four can play, the maximum must be from 4 to 6."""
    message = rejection_text(ruleset_table("tiles", players={"fewest": 4, "most": 2}))
    assert message.startswith("players.most ")
    assert "from 4 to 6" in message


def test_the_bag_must_hold_a_full_hand_for_every_player() -> None:
    """The bag needs a full hand for each player of the largest game, and no more."""
    message = rejection_text(ruleset_table("cubes", pieces__copies=3))
    assert message.startswith("hand.size ")
    for part in ("at most 4", "4 players", "18 pieces", "not 6"):
        assert part in message
    assert variant_from_dict(ruleset_table("cubes", pieces__copies=4)).piece_count == 24


def test_the_opening_set_must_be_possible_with_any_hand() -> None:
    """A5: any six dice can roll a set of three, but some hands of four can't."""
    assert variant_from_dict(ruleset_table("cubes", opening={"who": "oldest", "least": 3}))
    message = rejection_text(ruleset_table("cubes", opening={"least": 3}, hand__size=4))
    assert message.startswith("opening.least ")
    assert "at most 2" in message


def test_trade_limits_need_a_turn_with_trades() -> None:
    """A table for trades is rejected if no turn has a trade."""
    message = rejection_text(ruleset_table("cubes", trade={"cost": 3}))
    assert "trade" in message
    assert "turn.place" in message


def test_line_points_need_an_entry_for_every_length() -> None:
    """If the longest line has five pieces, there are four entries: for two to five pieces."""
    changes = {"pieces__colours": 5, "pieces__shapes": 3}
    variant = variant_from_dict(ruleset_table("tiles", scoring__line=[1, 2, 4, 8], **changes))
    assert variant.line_scores[:4] == (0, 0, 1, 2 + 6)
    assert variant.line_scores[16:22] == (0, 0, 1, 2, 4, 8 + 6)
    assert "4 entries" in rejection_text(ruleset_table("tiles", scoring__line=[1, 2, 4], **changes))


def test_most_default_values_are_not_written() -> None:
    """Apart from a few keys that are always written, a table omits default values."""
    for name in ("tiles", "tiles-mindware", "cubes"):
        table = variant_to_dict(catalog.load_variant(name))
        assert list(table) == [
            *("name", "title", "summary", "pieces", "hand", "players", "opening", "turn", "scoring")
        ]
        assert list(table["opening"]) == ["tie"]
    assert variant_to_dict(catalog.load_variant("sprint"))["end"] == {"score": 60}
    assert variant_to_dict(catalog.load_variant("junior"))["pieces"] == {
        "look": "tile",
        "rolls": "nothing",
        "copies": 3,
        "colours": 4,
        "shapes": 4,
    }
    american = variant_to_dict(catalog.load_variant("cubes-mindware"))
    assert american["opening"] == {"who": "oldest", "tie": [], "least": 2}


@pytest.mark.parametrize(
    ("changes", "normalised"),
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
def test_rulesets_that_play_the_same_are_equal(
    changes: dict[str, Any], normalised: dict[str, Any]
) -> None:
    """Values without an effect are dropped, so rulesets that play the same share a fingerprint."""
    first, second = (
        variant_from_dict(ruleset_table("tiles", **values)) for values in (changes, normalised)
    )
    assert first == second
    assert variant_to_dict(first) == variant_to_dict(second)


def test_lone_piece_points_are_dropped_if_one_piece_cannot_open() -> None:
    """A4: if the opening needs two pieces, `lone_piece` has no effect."""
    american = catalog.load_variant("cubes-mindware")
    changed = variant_to_dict(american) | {"scoring": {"lone_piece": 50}}
    assert variant_from_dict(changed) == american
