"""Lines, points and the opening under each variant, with what each must give."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import Reason
from qwirkle.engine.events import (
    Opened,
    Placed,
)
from qwirkle.engine.moves import Pass, Roll, Trade
from qwirkle.engine.opening import decide_opening
from qwirkle.engine.position import Position
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
"""A row of reds with a hole in it, closed off below by a row of oranges."""


def test_the_variants_that_are_compared() -> None:
    """These comparisons know all bundled variants."""
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
def test_points(board: str, pieces: str, hand: str, expected: dict[str, int]) -> None:
    """R8, R9, R10: every line that a turn touches scores its length, along and across."""
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
def test_what_may_not_be_laid(board: str, pieces: str, hand: str, reason: Reason) -> None:
    """R4 to R7: gaps, repeats, mixed lines and pieces apart are refused, each for its reason."""
    found = for_each_edition(lambda v: outcome(table(v, board, hand, "Gk"), pieces))
    assert found == same_everywhere(reason)


def test_a_full_line() -> None:
    """R4, R10: a line is full with six, or with four of four shapes, and ends there."""
    rows = {
        name: "Rc 0,0 · Rs 1,0 · Rd 2,0" + (" · Rk 3,0 · Rb 4,0" if name in EDITIONS else "")
        for name in BUNDLED
    }
    last = {name: "Rx" if name in EDITIONS else "Rk" for name in BUNDLED}
    end = {name: 5 if name in EDITIONS else 3 for name in BUNDLED}

    def full(variant: Variant) -> object:
        name = variant.name
        return outcome(table(variant, rows[name], last[name], "Gk"), f"{last[name]} {end[name]},0")

    def beyond(variant: Variant) -> object:
        name = variant.name
        whole = f"{rows[name]} · {last[name]} {end[name]},0"
        return outcome(table(variant, whole, "Rc", "Gk"), f"Rc {end[name] + 1},0")

    assert for_each_edition(full) == same_everywhere(12, junior=8)
    assert for_each_edition(beyond) == same_everywhere(Reason.LINE_TOO_LONG)


def test_a_bonus_that_is_missing() -> None:
    """R10: a record that forgets the bonus is refused for just that."""
    board, pieces = "Rc 0,0 · Oc 1,0 · Yc 2,0", parse_placement("Gc 3,0")

    def ask(variant: Variant) -> object:
        return event_reason(table(variant, board, "Gc", "Gk"), Placed(0, pieces, 4))

    assert for_each_edition(ask) == same_everywhere(None, junior=Reason.NO_BONUS)


# The opening

TWO_HANDS = ("Rc Os Yd Gk", "Rc Rs Yd Gk")
EQUAL = ("Rc Rs Yd Gk", "Oc Os Yd Gk", "Yc Ys Od Gk")


def starts(variant: Variant, *hands: str, ages: tuple[int | None, ...] | None = None) -> int:
    """Who opens with these hands."""
    position = dealt_position(variant, *hands, ages=ages)
    opened = rules.resolve(position, None, Random(0))
    assert isinstance(opened, Opened)
    assert event_reason(position, opened) is None
    assert decide_opening(position).candidates == (opened.player,)
    other = (opened.player + 1) % len(hands)
    assert event_reason(position, Opened(other, opened.set_size)) is not None
    return opened.player


def test_the_largest_set_opens_or_the_oldest() -> None:
    """R3, A1: the largest set opens, whatever the ages; with American dice the oldest does."""
    found = for_each_edition(lambda v: starts(v, *TWO_HANDS, ages=(60, 7)))
    assert found == same_everywhere(1, cubes_mindware=0)
    found = for_each_edition(
        lambda v: starts(v, "Rc Os Yd Gk", *EQUAL[:1], "Rc Rs Rd Gk", ages=(7, 8, 9))
    )
    assert found == same_everywhere(2)


def test_a_tie_for_the_opening() -> None:
    """R3, A1: of equals the youngest opens, but the oldest in both American editions."""
    oldest = {"tiles_mindware": 2, "cubes_mindware": 2}
    assert for_each_edition(lambda v: starts(v, *EQUAL, ages=(30, 7, 60))) == same_everywhere(
        1, **oldest
    )


def test_a_tie_among_equal_ages() -> None:
    """J2: ages 40, 9, 9: of the youngest the one who sits first, of the oldest the one there is."""
    first = {"tiles_mindware": 0, "cubes_mindware": 0}
    assert for_each_edition(lambda v: starts(v, *EQUAL, ages=(40, 9, 9))) == same_everywhere(
        1, **first
    )
    second = {"tiles_mindware": 1, "cubes_mindware": 1}
    assert for_each_edition(lambda v: starts(v, *EQUAL, ages=(9, 40, 40))) == same_everywhere(
        0, **second
    )


def test_a_tie_without_an_age() -> None:
    """J2: where one of the tied has told no age, the first of all tied opens."""
    assert for_each_edition(lambda v: starts(v, *EQUAL, ages=(40, None, 9))) == same_everywhere(0)
    assert for_each_edition(lambda v: starts(v, *EQUAL)) == same_everywhere(0)


def opening_position(variant: Variant, hand: str) -> Position:
    """The moment in which the first seat opens with this hand, which is the largest."""
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
def test_the_whole_largest_set_is_laid(pieces: str, expected: dict[str, object]) -> None:
    """R3, A3: the opener lays the largest set, all of it, as one line near the middle."""
    assert (
        for_each_edition(lambda v: outcome(opening_position(v, "Rc Rs Rd Ok"), pieces)) == expected
    )


def test_a_lone_first_piece() -> None:
    """J3, A4: a single piece opens for one point, but American dice are rolled for two."""
    found = for_each_edition(lambda v: outcome(opening_position(v, "Rc Os Yd Gk"), "Rc 0,0"))
    assert found == same_everywhere(1, cubes_mindware=Reason.SET_TOO_SMALL)
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


def test_a_roll_before_the_first_line() -> None:
    """J1, A2: the first line is played as dealt; American dice may be rolled before it."""
    found = for_each_edition(
        lambda v: reason(opening_position(v, "Rc Rs Rd Ok"), Roll(faces("Ok")))
    )
    assert found == same_everywhere(Reason.NO_ROLL, cubes_mindware=None)


def test_the_opener_neither_trades_nor_passes() -> None:
    """R3, C5: before the first line nothing is traded, and nobody passes."""
    opening = {name: opening_position(v, "Rc Rs Rd Ok") for name, v in BUNDLED.items()}
    trades = {name: reason(each, Trade(faces("Ok"))) for name, each in opening.items()}
    assert trades == by_pieces(Reason.TRADE_NOT_NOW, Reason.NO_TRADE)
    assert {reason(each, Pass()) for each in opening.values()} == {Reason.NO_PASS}
