"""Lines, points and the opening under each bundled variant."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import Reason
from qwirkle.engine.events import Opened, Placed
from qwirkle.engine.moves import Pass, Roll, Trade
from qwirkle.engine.position import Position
from qwirkle.engine.rules import decide_opener
from qwirkle.engine.variant import Variant
from tests.comparison.situations import (
    DICE_GAMES,
    EDITIONS,
    FITS,
    RED_ROW,
    TILE_GAMES,
    by_pieces,
    event_reason,
    for_each_edition,
    outcome,
    reason,
    same_everywhere,
)
from tests.engine.game_builder import BUNDLED, apply_events, dealt_position, table
from tests.sample_positions import faces, parse_placement

AROUND = "Rc 0,0 · Rd 2,0 · Oc 0,1 · Os 1,1 · Od 2,1"
"""A red row with a gap, and an orange row below it."""


def test_every_bundled_variant_is_compared() -> None:
    """The comparisons cover every bundled variant."""
    assert set(BUNDLED) == {*TILE_GAMES, *DICE_GAMES}


# Lines and points


@pytest.mark.parametrize(
    ("board", "pieces", "hand", "expected"),
    [
        (RED_ROW, "Rd 2,0", FITS, same_everywhere(3)),
        (RED_ROW, "Oc 0,1", FITS, same_everywhere(2)),
        (RED_ROW, "Oc 0,1 · Os 1,1", FITS, same_everywhere(6)),
        (RED_ROW, "Rd 2,0 · Od 2,1", "Rd Od Yk Gk", same_everywhere(5)),
        (RED_ROW, "Rd -1,0 · Rk 2,0", FITS, same_everywhere(4, junior=8)),
        (RED_ROW, "Rk 3,0 · Rd 2,0", FITS, same_everywhere(4, junior=8)),
        (AROUND, "Rs 1,0", "Rs", same_everywhere(5)),
        (AROUND, "Rs 1,0 · Ys 1,-1", "Rs Ys", same_everywhere(6)),
        ("Oc 0,0 · Yc 1,0 · Gs 2,-1", "Gc 2,0", "Gc", same_everywhere(5)),
        ("Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk 3,0", "Rk", same_everywhere(4, junior=8)),
        ("Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk -1,0 · Ok -1,1", "Rk Ok", same_everywhere(6, junior=10)),
    ],
)
def test_each_line_scores_its_length(
    board: str, pieces: str, hand: str, expected: dict[str, int]
) -> None:
    """R8, R9, R10: each line that a turn extends or crosses scores its length."""
    assert for_each_edition(lambda v: outcome(table(v, board, hand, "Gk"), pieces)) == expected


@pytest.mark.parametrize(
    ("board", "pieces", "hand", "reason"),
    [
        (RED_ROW, "Oc 2,0", FITS, Reason.LINE_MIXED),
        (RED_ROW, "Yk 2,0", "Yk", Reason.LINE_MIXED),
        (RED_ROW, "Rd 2,0 · Rk 4,0", FITS, Reason.GAP),
        (RED_ROW, "Rd 5,5", FITS, Reason.TOUCHES_NOTHING),
        (RED_ROW, "Rd 5,5 · Rk 6,5", FITS, Reason.TOUCHES_NOTHING),
        (RED_ROW, "Rd 2,1", FITS, Reason.TOUCHES_NOTHING),
        (RED_ROW, "Rc 2,0", "Rc", Reason.LINE_REPEATS),
        (RED_ROW, "Rd -1,0 · Rd 2,0", "Rd Rd", Reason.SAME_PIECE_TWICE),
        (RED_ROW, "Rd 2,0 · Oc 3,0", FITS, Reason.NOTHING_IN_COMMON),
        (RED_ROW, "Rd 2,0 · Rk 0,1", FITS, Reason.NOT_ONE_LINE),
        (RED_ROW, "Oc 0,1 · Os 1,-1", FITS, Reason.NOT_ONE_LINE),
        (RED_ROW, "Rd 1,0", FITS, Reason.CELL_TAKEN),
        (RED_ROW, "Gd 2,0", FITS, Reason.NOT_IN_HAND),
        (AROUND, "Rk 1,0", "Rk", Reason.LINE_MIXED),
        ("Rc 0,0 · Rs 1,0 · Rd 0,1", "Od 1,1", "Od", Reason.LINE_MIXED),
    ],
)
def test_illegal_placements_have_their_reason(
    board: str, pieces: str, hand: str, reason: Reason
) -> None:
    """R4 to R7: gaps, repeats, mixed lines and detached pieces are illegal, each for its reason."""
    results = for_each_edition(lambda v: outcome(table(v, board, hand, "Gk"), pieces))
    assert results == same_everywhere(reason)


def test_a_full_line_cannot_be_extended() -> None:
    """R4, R10: a line is full with six pieces (four in junior), scores a bonus and can't grow."""
    rows = {
        name: "Rc 0,0 · Rs 1,0 · Rd 2,0" + (" · Rk 3,0 · Rb 4,0" if name in EDITIONS else "")
        for name in BUNDLED
    }
    last = {name: "Rx" if name in EDITIONS else "Rk" for name in BUNDLED}
    end = {name: 5 if name in EDITIONS else 3 for name in BUNDLED}

    def complete_line(variant: Variant) -> object:
        name = variant.name
        return outcome(table(variant, rows[name], last[name], "Gk"), f"{last[name]} {end[name]},0")

    def extend_full_line(variant: Variant) -> object:
        name = variant.name
        full_row = f"{rows[name]} · {last[name]} {end[name]},0"
        return outcome(table(variant, full_row, "Rc", "Gk"), f"Rc {end[name] + 1},0")

    assert for_each_edition(complete_line) == same_everywhere(12, junior=8)
    assert for_each_edition(extend_full_line) == same_everywhere(Reason.LINE_TOO_LONG)


def test_a_missing_bonus_has_its_own_reason() -> None:
    """R10: a recorded placement without its Qwirkle bonus is rejected with NO_BONUS."""
    board, pieces = "Rc 0,0 · Oc 1,0 · Yc 2,0", parse_placement("Gc 3,0")

    def missing_bonus(variant: Variant) -> object:
        return event_reason(table(variant, board, "Gc", "Gk"), Placed(0, pieces, 4))

    assert for_each_edition(missing_bonus) == same_everywhere(None, junior=Reason.NO_BONUS)


# The opening

TWO_HANDS = ("Rc Os Yd Gk", "Rc Rs Yd Gk")
EQUAL = ("Rc Rs Yd Gk", "Oc Os Yd Gk", "Yc Ys Od Gk")


def starts(variant: Variant, *hands: str, ages: tuple[int | None, ...] | None = None) -> int:
    """Return the seat that opens with these hands."""
    position = dealt_position(variant, *hands, ages=ages)
    opened = rules.resolve(position, None, Random(0))
    assert isinstance(opened, Opened)
    assert event_reason(position, opened) is None
    assert decide_opener(position).candidates == (opened.player,)
    other = (opened.player + 1) % len(hands)
    assert event_reason(position, Opened(other, opened.set_size)) is not None
    return opened.player


def test_the_largest_set_opens_unless_the_oldest_does() -> None:
    """R3, A1: the largest set opens whatever the ages; in cubes-mindware the oldest player does."""
    results = for_each_edition(lambda v: starts(v, *TWO_HANDS, ages=(60, 7)))
    assert results == same_everywhere(1, cubes_mindware=0)
    results = for_each_edition(
        lambda v: starts(v, "Rc Os Yd Gk", *EQUAL[:1], "Rc Rs Rd Gk", ages=(7, 8, 9))
    )
    assert results == same_everywhere(2)


def test_age_breaks_a_tie_for_the_opening() -> None:
    """R3, A1: the youngest of the tied players opens; in both American editions the oldest does."""
    oldest = {"tiles_mindware": 2, "cubes_mindware": 2}
    assert for_each_edition(lambda v: starts(v, *EQUAL, ages=(30, 7, 60))) == same_everywhere(
        1, **oldest
    )


def test_the_earliest_seat_breaks_a_tie_of_ages() -> None:
    """J2: if ages are equal too, the tied player in the earliest seat opens."""
    first = {"tiles_mindware": 0, "cubes_mindware": 0}
    assert for_each_edition(lambda v: starts(v, *EQUAL, ages=(40, 9, 9))) == same_everywhere(
        1, **first
    )
    second = {"tiles_mindware": 1, "cubes_mindware": 1}
    assert for_each_edition(lambda v: starts(v, *EQUAL, ages=(9, 40, 40))) == same_everywhere(
        0, **second
    )


def test_the_earliest_seat_opens_if_an_age_is_missing() -> None:
    """J2: if a tied player has no age, the earliest tied seat opens."""
    assert for_each_edition(lambda v: starts(v, *EQUAL, ages=(40, None, 9))) == same_everywhere(0)
    assert for_each_edition(lambda v: starts(v, *EQUAL)) == same_everywhere(0)


def opening_position(variant: Variant, hand: str) -> Position:
    """Position in which the first seat opens with this hand, the largest set."""
    position = dealt_position(variant, hand, "Rc Os Yd Gk", ages=(9, 9))
    return apply_events(position, rules.resolve(position, None, Random(0)))


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("Rc 0,0 · Rs 1,0 · Rd 2,0", same_everywhere(3)),
        ("Rc 0,0 · Rs 0,1 · Rd 0,2", same_everywhere(3)),
        ("Rc 0,0 · Rs 1,0", same_everywhere(Reason.NOT_THE_LARGEST_SET)),
        ("Ok 0,0", same_everywhere(Reason.NOT_THE_LARGEST_SET)),
        ("Rc 0,0 · Rs 1,0 · Rd 3,0", same_everywhere(Reason.GAP)),
        ("Rc 100,0 · Rs 101,0 · Rd 102,0", same_everywhere(Reason.OFF_BOARD)),
    ],
)
def test_the_opener_places_the_whole_largest_set(pieces: str, expected: dict[str, object]) -> None:
    """R3, A3: the opener places all of the largest set in one line near the centre."""
    assert (
        for_each_edition(lambda v: outcome(opening_position(v, "Rc Rs Rd Ok"), pieces)) == expected
    )


def test_a_single_piece_can_open_except_in_cubes_mindware() -> None:
    """J3, A4: a single piece opens for one point; American dice are rolled until two match."""
    results = for_each_edition(lambda v: outcome(opening_position(v, "Rc Os Yd Gk"), "Rc 0,0"))
    assert results == same_everywhere(1, cubes_mindware=Reason.SET_TOO_SMALL)
    forced = for_each_edition(
        lambda v: reason(
            opening_position(v, "Rc Os Yd Gk"), Roll(faces("Rc Os Yd Gk"), forced=True)
        )
    )
    assert forced == {
        **dict.fromkeys(TILE_GAMES, Reason.NO_ROLL),
        "cubes": Reason.CAN_OPEN,
        "cubes-mindware": None,
    }


def test_only_american_dice_can_be_rolled_before_the_opening() -> None:
    """J1, A2: the opening is played as dealt, but American dice can be rolled first."""
    results = for_each_edition(
        lambda v: reason(opening_position(v, "Rc Rs Rd Ok"), Roll(faces("Ok")))
    )
    assert results == same_everywhere(Reason.NO_ROLL, cubes_mindware=None)


def test_the_opener_can_neither_trade_nor_pass() -> None:
    """R3, C5: the opener can't trade or pass."""
    positions = {name: opening_position(v, "Rc Rs Rd Ok") for name, v in BUNDLED.items()}
    trades = {name: reason(position, Trade(faces("Ok"))) for name, position in positions.items()}
    assert trades == by_pieces(Reason.TRADE_NOT_NOW, Reason.NO_TRADE)
    assert {reason(position, Pass()) for position in positions.values()} == {Reason.NO_PASS}
