"""Rules and comparisons in words, generated from the variants."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from qwirkle import catalog
from qwirkle.engine.variant import (
    EndRule,
    OpeningRule,
    PlaceStep,
    RefillStep,
    RollStep,
    StuckAction,
    TradeRule,
    Variant,
)
from qwirkle.text.comparison import (
    ComparisonRow,
    compare_variants,
    difference_clauses,
    difference_sentences,
)
from qwirkle.text.rules import EXAMPLE_BOARD, EXAMPLE_PLACEMENT, rules_sections
from tests.sample_rulesets import with_changes

BUNDLED = catalog.bundled_variants()
TILES, MINDWARE, CUBES = map(catalog.load_variant, ("tiles", "tiles-mindware", "cubes"))
AMERICAN, JUNIOR, SPRINT = map(catalog.load_variant, ("cubes-mindware", "junior", "sprint"))


def rules_text(variant: Variant) -> str:
    """All rules of a variant as one text."""
    return "\n".join(part for section in rules_sections(variant) for part in section.paragraphs)


def with_place(
    variant: Variant, instead: tuple[Literal["trade"], ...], *stuck: StuckAction
) -> Variant:
    """Change a variant's place step and remove its roll step."""
    return with_changes(variant, turn=(PlaceStep(instead, stuck), RefillStep()))


def opening(who: str = "set", tie: tuple[str, ...] = ("youngest",)) -> Variant:
    """Tiles with another opening rule."""
    return with_changes(TILES, opening__who=who, opening__tie=tie)


def rolling(times: int) -> Variant:
    """Cubes with several free rolls."""
    return with_changes(CUBES, turn=(RollStep(2, times), *CUBES.turn[1:]))


def trading(**limits: int) -> Variant:
    """Tiles with other trade limits."""
    return with_changes(TILES, trade=TradeRule(**limits))


def ending(**ends: int) -> Variant:
    """Tiles with another end of the game."""
    return with_changes(TILES, end=EndRule(**ends))


@pytest.mark.parametrize("variant", BUNDLED, ids=lambda variant: variant.name)
def test_every_section_has_a_title_and_complete_sentences(variant: Variant) -> None:
    """Every section has its own title and complete sentences, with all placeholders filled in."""
    sections = rules_sections(variant)
    assert len({section.title for section in sections}) == len(sections) == 10
    for section in sections:
        assert section.paragraphs
        for paragraph in section.paragraphs:
            assert paragraph[0].isupper() or paragraph[0].isdigit()
            assert paragraph.endswith(".")
            assert "{" not in paragraph


def test_the_rules_of_tiles_describe_trading() -> None:
    """T1, T2, T3, T4: the text covers 108 hidden tiles and trading, but no rolling."""
    text = rules_text(TILES)
    assert "108 pieces: each of the 36 pairs of colour and shape 3 times" in text
    assert "only your own hand" in text
    assert "Instead of placing, you may trade" in text
    assert "You must trade" in text
    assert "roll" not in text.lower()
    assert "dice" not in text


def test_the_rules_of_cubes_describe_rolling() -> None:
    """C1 to C5, J1: the text covers 90 open dice, free and forced rolls, but no trading."""
    text = rules_text(CUBES)
    assert "90 dice: 15 in each of the 6 colours" in text
    assert "lie open" in text
    assert "you may roll any of your dice again, once" in text
    assert "again and again, until one fits" in text
    assert "You may try your free roll before that" in text
    assert "There is no trading" in text
    assert "the free roll only starts with the second turn of the game" in text
    assert "Your free roll is used up then" in text
    assert "must trade" not in text


@pytest.mark.parametrize(
    ("variant", "sentence"),
    [
        (TILES, "the youngest of them starts"),
        (MINDWARE, "the oldest of them starts"),
        (with_changes(TILES, hand__size=7), "starts with 7 pieces"),
        (with_changes(TILES, hand__size=1), "starts with 1 piece."),
        (with_changes(TILES, hand__size=5), "fill your hand up to 5"),
        (with_changes(TILES, pieces__copies=1), "every pair of colour and shape once"),
        (with_changes(TILES, hand__open=True), "lie open"),
        (with_changes(CUBES, hand__open=False), "only your own hand"),
        (with_changes(TILES, scoring__qwirkle_bonus=10), "scores 10 on top, so 16 for that line"),
        (with_changes(TILES, scoring__qwirkle_bonus=0), "nothing on top"),
        (with_changes(TILES, scoring__out_bonus=1), "gets 1 point."),
        (with_changes(TILES, scoring__out_bonus=0), "ends the game at once."),
        (with_changes(TILES, scoring__lone_piece=0), "scores 0 points"),
        (with_changes(TILES, players__min=4), "for 4 players"),
        (with_changes(TILES, players__max=3), "for 2 to 3 players"),
        (
            with_changes(CUBES, turn=(RollStep(5), *CUBES.turn[1:])),
            "starts with turn 5 of the game",
        ),
        (AMERICAN, "The oldest player starts, whatever the hands are"),
        (AMERICAN, "the opener may use the free roll"),
        (AMERICAN, "at least 2 dice: who could lay fewer rolls all dice again"),
        (JUNIOR, "one of four colours (red, orange, yellow, green)"),
        (JUNIOR, "one of four shapes (circle, square, diamond, clover)"),
        (JUNIOR, "A line of four is full: it is called a Qwirkle."),
        (JUNIOR, "scores 4 on top, so 8 for that line"),
        (SPRINT, "Once somebody has 60 points, the round is played to its end"),
        (opening(who="youngest"), "The youngest player starts, whatever the hands are"),
        (opening(who="seat"), "Who sits first starts, whatever the hands are"),
        (opening(tie=("chance",)), "equally large sets, a lot decides among them"),
        (opening(tie=()), "equally large sets, the one who sits first starts"),
        (opening(tie=("youngest", "chance")), "these decide one after the other: a lot."),
        (opening(who="oldest", tie=("chance",)), "or not all are told, a lot decides"),
        (opening(who="oldest", tie=("youngest",)), "does not decide, the youngest of them"),
        (opening(who="youngest", tie=("oldest",)), "does not decide, the oldest of them"),
        (with_changes(TILES, pieces__colours=4), "a line of one shape at most four"),
        (with_changes(TILES, pieces__colours=4), "A full line, a Qwirkle, scores 6 on top."),
        (with_changes(TILES, players__max=6), "for 2 to 6 players"),
        (rolling(times=3), "up to 3 times"),
        (trading(min_pieces=2, max_pieces=3), "set aside 2 to 3 pieces"),
        (trading(min_pieces=2, max_pieces=2), "set 2 pieces aside"),
        (trading(cost=2), "A trade costs 2 points, and may take you below zero."),
        (trading(min_bag_size=7), "it must hold 7 or more"),
        (
            with_changes(TILES, scoring__line=(1, 3, 6, 10, 15)),
            "1 for a line of 2, 3 for a line of 3",
        ),
        (ending(max_rounds=8), "After 8 turns of everybody the game is over."),
        (ending(max_rounds=8), "The last hand is filled up before that, and nobody gets"),
        (ending(leftover_penalty=2), "each piece left in hand costs 2 points, even below zero"),
        (with_place(TILES, (), "pass"), "fits anywhere, you pass."),
        (with_place(TILES, (), "trade", "pass"), "You may trade only when nothing fits."),
        (with_place(TILES, (), "redraw", "pass"), "put all your pieces back"),
        (with_place(CUBES, (), "roll", "pass"), "until one fits."),
        (with_place(CUBES, (), "roll", "redraw", "pass"), "If no roll could help"),
        (with_place(CUBES, (), "redraw", "roll", "pass"), "If a die in the bag could fit"),
    ],
)
def test_the_rules_follow_the_variant(variant: Variant, sentence: str) -> None:
    """If a value in the variant changes, so does the text."""
    assert sentence in rules_text(variant)


def test_rules_without_a_roll_step_have_no_free_roll() -> None:
    text = rules_text(with_place(CUBES, (), "roll", "pass"))
    assert "free roll" not in text
    assert "Before you place" not in text


def row(variants: list[Variant], key: str) -> ComparisonRow:
    """Return one row of the comparison."""
    return next(row for row in compare_variants(variants) if row.key == key)


def test_the_comparison_has_every_topic() -> None:
    """Every row has a topic and a value per variant, in a fixed order."""
    rows = compare_variants(BUNDLED)
    assert [row.key for row in rows] == [
        *("pieces", "looks", "look", "chance", "hand_size", "hands", "players", "who", "tie"),
        *("least", "first_turn", "before", "instead", "trade_size", "trade_bag", "trade_cost"),
        *("stuck", "identical", "counted", "line", "qwirkle", "qwirkle_bonus", "out_bonus"),
        *("lone_piece", "end", "left_piece"),
    ]
    for row in rows:
        assert len(row.values) == len(BUNDLED)
        assert row.topic
        assert all(row.values)


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("pieces", ("108 in all, 3 of each colour and shape", "90 dice, 15 of each colour")),
        ("hands", ("hidden", "open")),
        ("before", ("nothing", "may roll any dice once")),
        ("instead", ("a trade", "nothing")),
        ("trade_size", ("1 to 6 pieces", "-")),
        ("trade_bag", ("what is traded", "-")),
        ("first_turn", ("-", "none before turn 2")),
        ("look", ("dark pieces", "coloured dice")),
        (
            "stuck",
            (
                "must trade, else pass",
                "must roll all until one fits, else draw a new hand, else pass",
            ),
        ),
        ("identical", ("at most 3", "at most 15")),
        ("counted", ("unseen pieces of each colour and shape", "unseen dice of each colour")),
        ("players", ("2 to 4", "2 to 4")),
        ("lone_piece", ("1 point", "1 point")),
    ],
)
def test_the_comparison_has_the_values_of_the_rule_books(key: str, values: tuple[str, str]) -> None:
    """The table has the values from the rule books of Tiles and Cubes."""
    assert row([TILES, CUBES], key).values == values


def test_the_tile_editions_differ_in_one_row() -> None:
    """R3: the two editions with tiles differ only in who breaks a tie."""
    differing = [row for row in compare_variants([TILES, MINDWARE]) if len(set(row.values)) > 1]
    assert [row.key for row in differing] == ["tie"]
    assert differing[0].values == ("the youngest starts", "the oldest starts")
    assert difference_sentences(TILES, MINDWARE) == (
        "If several have equally large sets, the oldest of them starts.",
    )


YOUNGEST = "The youngest player starts, whatever the hands are"
FIVE_COLOURS = "one of five colours (red, orange, yellow, green, blue) and"
FOUR_SHAPES = "one of four shapes (circle, square, diamond, clover)"
BY_LENGTH = "1 for a line of 2, 2 for a line of 3, 3 for a line of 4, 4 for a line of 5, 5 for"

Change = tuple[dict[str, Any], dict[str, str], tuple[str, ...]]
"""Changes to a variant, the table rows they change, and an excerpt of each sentence."""

CHANGES: list[Change] = [
    ({"players__min": 3}, {"players": "3 to 4"}, ("for 3 to 4 players",)),
    ({"players__max": 2}, {"players": "2"}, ("for 2 players",)),
    ({"players__max": 6}, {"players": "2 to 6"}, ("for 2 to 6 players",)),
    (
        {"opening": OpeningRule(tie="oldest")},
        {"tie": "the oldest starts"},
        ("equally large sets, the oldest of them starts",),
    ),
    (
        {"opening": OpeningRule("youngest", ("oldest",))},
        {"who": "the youngest", "tie": "the oldest starts"},
        (YOUNGEST, "If that does not decide, the oldest of them starts"),
    ),
    (
        {"opening": OpeningRule("seat")},
        {"who": "who sits first", "tie": "-"},
        ("Who sits first starts, whatever the hands are",),
    ),
    (
        {"opening": OpeningRule(tie=("youngest", "chance"))},
        {"tie": "the youngest starts, else a lot decides"},
        ("If that leaves several, or if one of them has not told their age",),
    ),
    ({"scoring__line": (1, 2, 3, 4, 5)}, {"line": "1, 2, 3, 4, 5 from 2 on"}, (BY_LENGTH,)),
    (
        {"end": EndRule(target_score=50)},
        {"end": "a round with 50 points"},
        ("Once somebody has 50 points, the round is played to its end",),
    ),
    ({"end": EndRule(max_rounds=9)}, {"end": "9 turns each"}, ("After 9 turns of everybody",)),
    (
        {"end": EndRule(leftover_penalty=1)},
        {"left_piece": "1 point"},
        ("each piece left in hand costs 1 point",),
    ),
    (
        {"scoring__lone_piece": 2},
        {"lone_piece": "2 points"},
        ("makes no line; it scores 2 points",),
    ),
    ({"scoring__qwirkle_bonus": 7}, {"qwirkle_bonus": "7 points"}, ("scores 7 on top, so 13 for",)),
    (
        {"scoring__out_bonus": 7},
        {"out_bonus": "7 points"},
        ("ends the game at once and gets 7 points",),
    ),
]

CHANGES_OF_TILES: list[Change] = [
    (
        {"pieces__copies": 4},
        {"pieces": "144 in all, 4 of each colour and shape", "identical": "at most 4"},
        ("144 pieces: each of the 36 pairs of colour and shape 4 times",),
    ),
    (
        {"hand__size": 5},
        {"hand_size": "5", "trade_size": "1 to 5 pieces"},
        ("starts with 5 pieces", "set aside 1 to 5 pieces"),
    ),
    ({"hand__open": True}, {"hands": "open"}, ("All hands lie open",)),
    (
        {"pieces__colours": 5},
        {
            "pieces": "90 in all, 3 of each colour and shape",
            "looks": "5 colours, 6 shapes",
            "qwirkle": "6 of a colour, 5 of a shape",
        },
        ("each of the 30 pairs", FIVE_COLOURS, "a line of one shape at most five"),
    ),
    (
        {"pieces__shapes": 4},
        {
            "pieces": "72 in all, 3 of each colour and shape",
            "looks": "6 colours, 4 shapes",
            "qwirkle": "4 of a colour, 6 of a shape",
        },
        ("each of the 24 pairs", FOUR_SHAPES, "a line of one colour has at most four"),
    ),
]

CHANGES_OF_CUBES: list[Change] = [
    (
        {"pieces__copies": 16},
        {"pieces": "96 dice, 16 of each colour", "identical": "at most 16"},
        ("96 dice: 16 in each of the 6 colours",),
    ),
    ({"hand__size": 5}, {"hand_size": "5"}, ("starts with 5 pieces",)),
    ({"hand__open": False}, {"hands": "hidden"}, ("only your own hand",)),
    (
        {"pieces__colours": 5},
        {
            "pieces": "75 dice, 15 of each colour",
            "looks": "5 colours, 6 shapes",
            "qwirkle": "6 of a colour, 5 of a shape",
        },
        ("15 in each of the 5 colours", FIVE_COLOURS, "a line of one shape at most five"),
    ),
    (
        {"pieces__shapes": 4},
        {"looks": "6 colours, 4 shapes", "qwirkle": "4 of a colour, 6 of a shape"},
        (FOUR_SHAPES, "a line of one colour has at most four"),
    ),
]


@pytest.mark.parametrize(
    ("base", "changes", "rows", "sentences"),
    [
        *((TILES, *change) for change in CHANGES + CHANGES_OF_TILES),
        *((CUBES, *change) for change in CHANGES + CHANGES_OF_CUBES),
    ],
)
def test_every_change_appears_everywhere(
    base: Variant, changes: dict[str, Any], rows: dict[str, str], sentences: tuple[str, ...]
) -> None:
    """A changed value appears in the rules, the comparison and the differences."""
    other = with_changes(base, **changes)
    differing = [row for row in compare_variants([base, other]) if not row.all_equal]
    assert {row.key: row.values[1] for row in differing} == rows
    differences = difference_sentences(base, other)
    assert len(differences) == len(sentences)
    for part, sentence in zip(sentences, differences, strict=True):
        assert part in sentence
        assert part in rules_text(other)
        assert part not in rules_text(base)


def test_other_turn_steps_appear_everywhere() -> None:
    """T4, C4: other turn steps appear in the rules, the comparison and the differences."""
    other = with_place(CUBES, ("trade",), "trade", "roll", "pass")
    rows = {row.key: row.values[1] for row in compare_variants([CUBES, other]) if not row.all_equal}
    assert rows == {
        "first_turn": "-",
        "before": "nothing",
        "instead": "a trade",
        "trade_size": "1 to 6 pieces",
        "trade_bag": "what is traded",
        "trade_cost": "nothing",
        "stuck": "must trade, else must roll all until one fits, else pass",
    }
    assert difference_sentences(CUBES, other) == (
        "Nothing is rolled before placing.",
        "Instead of placing, you may trade some of your pieces, or all of them.",
        "If nothing fits: must trade, else must roll all until one fits, else pass.",
    )
    assert "You must trade, unless the bag does not allow it" in rules_text(other)


def test_the_advice_follows_the_variant() -> None:
    """The advice counts copies, and mentions trading or rolling only if the variant has it."""
    assert "safe once all 3 copies of the missing piece" in rules_text(TILES)
    assert "safe once the only copy of the missing piece" in rules_text(
        with_changes(TILES, pieces__copies=1)
    )
    assert "Trade doubles" in rules_text(TILES)
    assert "Trade doubles" not in rules_text(with_place(TILES, (), "pass"))
    assert "Once all 15 dice of a colour" in rules_text(CUBES)
    assert "Once the only die of a colour" in rules_text(with_changes(CUBES, pieces__copies=1))
    assert "a roll changes the shapes of their dice" in rules_text(CUBES)
    assert "a roll changes the shapes" not in rules_text(with_changes(CUBES, hand__open=False))
    assert "Reroll doubles, and shapes that your line already has." in rules_text(CUBES)
    assert "check what the others could place" in rules_text(JUNIOR)


@pytest.mark.parametrize(
    ("base", "other", "keys"),
    [
        (CUBES, rolling(times=2), ["before"]),
        (CUBES, with_changes(CUBES, turn=(RollStep(1), *CUBES.turn[1:])), ["first_turn"]),
        (
            CUBES,
            with_changes(CUBES, opening=OpeningRule(tie=("youngest",), min_pieces=2)),
            ["least", "lone_piece"],
        ),
        (TILES, trading(min_pieces=2), ["trade_size"]),
        (TILES, trading(max_pieces=3), ["trade_size"]),
        (TILES, trading(cost=1), ["trade_cost"]),
        (TILES, trading(min_bag_size=6), ["trade_bag"]),
        (TILES, with_changes(TILES, pieces__look="die"), ["look"]),
    ],
)
def test_optional_keys_appear_everywhere(base: Variant, other: Variant, keys: list[str]) -> None:
    """Values that only some variants set have a row, a clause and a sentence."""
    assert [row.key for row in compare_variants([base, other]) if not row.all_equal] == keys
    assert len(difference_clauses(base, other)) == 1
    assert (rules_text(base) == rules_text(other)) is (keys == ["look"])


def test_the_worked_example_is_correct() -> None:
    """R9: the example scores as the variant says, and every variant has its pieces."""
    assert "Each scores 2, so your turn scores 6." in rules_text(TILES)
    assert "Each scores 7, so your turn scores 21." in rules_text(
        with_changes(TILES, scoring__line=(7, 1, 1, 1, 1))
    )
    tiny = with_changes(TILES, pieces__colours=3, pieces__shapes=3)
    assert all(tiny.face_mask >> face & 1 for face, _, _ in EXAMPLE_BOARD + EXAMPLE_PLACEMENT)
    section = next(section for section in rules_sections(tiny) if section.pieces)
    assert section.pieces == EXAMPLE_BOARD + EXAMPLE_PLACEMENT


def test_a_variant_does_not_differ_from_itself() -> None:
    """Comparing a variant with itself finds no differences."""
    assert all(difference_sentences(variant, variant) == () for variant in BUNDLED)


def test_tiles_and_cubes_differ_in_at_most_six_sentences() -> None:
    """Six sentences are enough to learn one game from the other."""
    assert 1 <= len(difference_sentences(TILES, CUBES)) <= 6
    assert 1 <= len(difference_sentences(CUBES, TILES)) <= 6
    assert "All hands lie open on the table all the time." in difference_sentences(TILES, CUBES)


def test_added_rules_appear_with_their_values() -> None:
    """Rules that the known variant lacks, such as a trade cost, appear with their values."""
    costly = with_changes(trading(cost=50, min_pieces=3), name="cubes", pieces__rolls="shape")
    clauses = difference_clauses(CUBES, costly)
    assert "a trade costs 50 points" in clauses
    assert "a trade is of 3 to 6 pieces" in clauses
    lone_piece = with_changes(AMERICAN, opening__min_pieces=1, scoring__lone_piece=100)
    assert "a lone first piece scores 100 points" in difference_clauses(AMERICAN, lone_piece)


def test_later_tie_breakers_appear_too() -> None:
    """If only a later tie-breaker differs, the difference includes it."""
    (sentence,) = difference_sentences(
        TILES, with_changes(TILES, opening=OpeningRule(tie=("youngest", "chance")))
    )
    assert "these decide one after the other: a lot." in sentence
