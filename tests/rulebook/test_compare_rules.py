"""The same situations under each variant, with the points or the refusal that each must give."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest

from qwirkle.engine import rules
from qwirkle.engine.events import (
    Drawn,
    Finished,
    Happening,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.opening import opening_of
from qwirkle.engine.position import Position
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, Stage
from tests.engine.tables import BUNDLED, RED_SQUARE, after, dealt, settled, table
from tests.positions import faces, laid

T = TypeVar("T")

TILE_GAMES = ("tiles", "tiles-mindware", "sprint", "junior")
DICE_GAMES = ("cubes", "cubes-mindware")
EDITIONS = ("tiles", "tiles-mindware", "cubes", "cubes-mindware", "sprint")
"""All with six colours and six shapes."""

# Every piece here is one that each variant has: four colours and four shapes.
RED_ROW = "Rc 0,0 · Rs 1,0"
FITS = "Rd Rk Oc Os"
STUCK = "Ok Yk Gk Gd"
AROUND = "Rc 0,0 · Rd 2,0 · Oc 0,1 · Os 1,1 · Od 2,1"
"""A row of reds with a hole in it, closed off below by a row of oranges."""


def under_each(ask: Callable[[Variant], T]) -> dict[str, T]:
    """The answer under each bundled variant."""
    return {name: ask(variant) for name, variant in BUNDLED.items()}


def everywhere(answer: T, **others: T) -> dict[str, T]:
    """One answer for all variants, but for those that are named (`_` stands for `-`)."""
    named = {name.replace("_", "-"): other for name, other in others.items()}
    return {name: named.get(name, answer) for name in BUNDLED}


def by_pieces(of_tiles: T, of_dice: T) -> dict[str, T]:
    """One answer where pieces are traded, another where they are rolled."""
    return {name: of_dice if name in DICE_GAMES else of_tiles for name in BUNDLED}


def refusal(position: Position, move: Move) -> Reason | None:
    """Why a move is refused; None if it is not."""
    try:
        rules.check(position.view(position.player), move)
    except Refusal as refused:
        return refused.reason
    return None


def judged(position: Position, event: Happening) -> Reason | None:
    """Why an event of a record is refused; None if it is not."""
    try:
        rules.judge(position, event)
    except Refusal as refused:
        return refused.reason
    return None


def outcome(position: Position, pieces: str) -> int | Reason:
    """What these pieces score, or why they may not be laid."""
    move = Place(laid(pieces))
    reason = refusal(position, move)
    if reason is not None:
        return reason
    placed = rules.resolve(position, move, Random(0))
    assert isinstance(placed, Placed)
    assert judged(position, placed) is None
    assert judged(position, Placed(0, move.pieces, placed.points + 1)) is Reason.WRONG_POINTS
    return placed.points


def test_the_variants_that_are_compared() -> None:
    """These comparisons know all bundled variants."""
    assert set(BUNDLED) == {*TILE_GAMES, *DICE_GAMES}


# Lines and points


@pytest.mark.parametrize(
    ("board", "pieces", "hand", "expected"),
    [
        (RED_ROW, "Rd 2,0", FITS, everywhere(3)),
        (RED_ROW, "Oc 0,1", FITS, everywhere(2)),
        (RED_ROW, "Oc 0,1 · Os 1,1", FITS, everywhere(6)),
        (RED_ROW, "Rd 2,0 · Od 2,1", "Rd Od Yk Gk", everywhere(5)),
        (RED_ROW, "Rd -1,0 · Rk 2,0", FITS, everywhere(4, junior=8)),
        (RED_ROW, "Rk 3,0 · Rd 2,0", FITS, everywhere(4, junior=8)),
        (AROUND, "Rs 1,0", "Rs", everywhere(5)),
        (AROUND, "Rs 1,0 · Ys 1,-1", "Rs Ys", everywhere(6)),
        ("Oc 0,0 · Yc 1,0 · Gs 2,-1", "Gc 2,0", "Gc", everywhere(5)),
        ("Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk 3,0", "Rk", everywhere(4, junior=8)),
        ("Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk -1,0 · Ok -1,1", "Rk Ok", everywhere(6, junior=10)),
    ],
)
def test_points(board: str, pieces: str, hand: str, expected: dict[str, int]) -> None:
    """R8, R9, R10: every line that a turn touches scores its length, along and across."""
    assert under_each(lambda v: outcome(table(v, board, hand, "Gk"), pieces)) == expected


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
    found = under_each(lambda v: outcome(table(v, board, hand, "Gk"), pieces))
    assert found == everywhere(reason)


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

    assert under_each(full) == everywhere(12, junior=8)
    assert under_each(beyond) == everywhere(Reason.LINE_TOO_LONG)


def test_a_bonus_that_is_missing() -> None:
    """R10: a record that forgets the bonus is refused for just that."""
    board, pieces = "Rc 0,0 · Oc 1,0 · Yc 2,0", laid("Gc 3,0")

    def ask(variant: Variant) -> object:
        return judged(table(variant, board, "Gc", "Gk"), Placed(0, pieces, 4))

    assert under_each(ask) == everywhere(None, junior=Reason.NO_BONUS)


# The opening

TWO_HANDS = ("Rc Os Yd Gk", "Rc Rs Yd Gk")
EQUAL = ("Rc Rs Yd Gk", "Oc Os Yd Gk", "Yc Ys Od Gk")


def starts(variant: Variant, *hands: str, ages: tuple[int | None, ...] | None = None) -> int:
    """Who opens with these hands."""
    position = dealt(variant, *hands, ages=ages)
    opened = rules.resolve(position, None, Random(0))
    assert isinstance(opened, Opened)
    assert judged(position, opened) is None
    assert opening_of(position).players == (opened.player,)
    other = (opened.player + 1) % len(hands)
    assert judged(position, Opened(other, opened.matches)) is not None
    return opened.player


def test_the_largest_set_opens_or_the_oldest() -> None:
    """R3, A1: the largest set opens, whatever the ages; with American dice the oldest does."""
    found = under_each(lambda v: starts(v, *TWO_HANDS, ages=(60, 7)))
    assert found == everywhere(1, cubes_mindware=0)
    found = under_each(
        lambda v: starts(v, "Rc Os Yd Gk", *EQUAL[:1], "Rc Rs Rd Gk", ages=(7, 8, 9))
    )
    assert found == everywhere(2)


def test_a_tie_for_the_opening() -> None:
    """R3, A1: of equals the youngest opens, but the oldest in both American editions."""
    oldest = {"tiles_mindware": 2, "cubes_mindware": 2}
    assert under_each(lambda v: starts(v, *EQUAL, ages=(30, 7, 60))) == everywhere(1, **oldest)


def test_a_tie_among_equal_ages() -> None:
    """J2: ages 40, 9, 9: of the youngest the one who sits first, of the oldest the one there is."""
    first = {"tiles_mindware": 0, "cubes_mindware": 0}
    assert under_each(lambda v: starts(v, *EQUAL, ages=(40, 9, 9))) == everywhere(1, **first)
    second = {"tiles_mindware": 1, "cubes_mindware": 1}
    assert under_each(lambda v: starts(v, *EQUAL, ages=(9, 40, 40))) == everywhere(0, **second)


def test_a_tie_without_an_age() -> None:
    """J2: where one of the tied has told no age, the first of all tied opens."""
    assert under_each(lambda v: starts(v, *EQUAL, ages=(40, None, 9))) == everywhere(0)
    assert under_each(lambda v: starts(v, *EQUAL)) == everywhere(0)


def opening_position(variant: Variant, hand: str) -> Position:
    """The moment in which the first seat opens with this hand, which is the largest."""
    position = dealt(variant, hand, "Rc Os Yd Gk", ages=(9, 9))
    return after(position, rules.resolve(position, None, Random(0)))


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ("Rc 0,0 · Rs 1,0 · Rd 2,0", everywhere(3)),
        ("Rc 0,0 · Rs 0,1 · Rd 0,2", everywhere(3)),
        ("Rc 0,0 · Rs 1,0", everywhere(Reason.NOT_THE_LARGEST_SET)),
        ("Ok 0,0", everywhere(Reason.NOT_THE_LARGEST_SET)),
        ("Rc 0,0 · Rs 1,0 · Rd 3,0", everywhere(Reason.GAP)),
        ("Rc 100,0 · Rs 101,0 · Rd 102,0", everywhere(Reason.OFF_THE_TABLE)),
    ],
)
def test_the_whole_largest_set_is_laid(pieces: str, expected: dict[str, object]) -> None:
    """R3, A3: the opener lays the largest set, all of it, as one line near the middle."""
    assert under_each(lambda v: outcome(opening_position(v, "Rc Rs Rd Ok"), pieces)) == expected


def test_a_lone_first_piece() -> None:
    """J3, A4: a single piece opens for one point, but American dice are rolled for two."""
    found = under_each(lambda v: outcome(opening_position(v, "Rc Os Yd Gk"), "Rc 0,0"))
    assert found == everywhere(1, cubes_mindware=Reason.SET_TOO_SMALL)
    forced = under_each(
        lambda v: refusal(
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
    found = under_each(lambda v: refusal(opening_position(v, "Rc Rs Rd Ok"), Roll(faces("Ok"))))
    assert found == everywhere(Reason.NO_ROLL, cubes_mindware=None)


def test_the_opener_neither_trades_nor_passes() -> None:
    """R3, C5: before the first line nothing is traded, and nobody passes."""
    opening = {name: opening_position(v, "Rc Rs Rd Ok") for name, v in BUNDLED.items()}
    trades = {name: refusal(each, Trade(faces("Ok"))) for name, each in opening.items()}
    assert trades == by_pieces(Reason.TRADE_NOT_NOW, Reason.NO_TRADE)
    assert {refusal(each, Pass()) for each in opening.values()} == {Reason.NO_PASS}


# A turn


def test_hands_are_hidden_or_open() -> None:
    """T1, C2: tiles are hidden from the others, dice and the children's pieces lie open."""
    shown = faces(STUCK)
    found = under_each(lambda v: table(v, RED_ROW, FITS, STUCK).view(0).hands[1])
    hidden = {"tiles": None, "tiles_mindware": None, "sprint": None}
    assert found == everywhere(shown, **hidden)


def test_before_placing() -> None:
    """C3: only dice may be rolled before placing, any of them."""
    found = under_each(lambda v: refusal(table(v, RED_ROW, FITS, "Gk"), Roll(faces("Oc Rk"))))
    assert found == by_pieces(Reason.NO_ROLL, None)


def test_the_free_roll_comes_once() -> None:
    """C3: after a free roll there is no other, and the dice are placed as they lie."""

    def ask(variant: Variant) -> object:
        if variant.roll_step is None:
            return Reason.NO_ROLL
        rolled = Rolled(0, faces("Oc"), faces("Ok"), False)
        return refusal(after(table(variant, RED_ROW, FITS, "Gk"), rolled), Roll(faces("Ok")))

    assert under_each(ask) == everywhere(Reason.NO_ROLL)


def test_a_roll_keeps_the_colour() -> None:
    """C1: a roll changes the shape of a die, never its colour."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk")
        return judged(position, Rolled(0, faces("Oc"), faces("Yc"), False))

    assert under_each(ask) == by_pieces(Reason.NO_ROLL, Reason.WRONG_FACES)


def test_instead_of_placing() -> None:
    """T2, C5: only tiles may be traded instead of placing, as many as one likes."""
    found = under_each(lambda v: refusal(table(v, RED_ROW, FITS, "Gk"), Trade(faces("Oc Rk"))))
    assert found == by_pieces(None, Reason.NO_TRADE)
    found = under_each(lambda v: refusal(table(v, RED_ROW, FITS, "Gk"), Trade(faces(FITS))))
    assert found == by_pieces(None, Reason.NO_TRADE)


def test_a_trade_ends_the_turn() -> None:
    """T3: traded pieces go back after the draw, nothing scores, and the next one is to move."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk", bag="Gc", scores=(4, 5))
        if judged(position, Traded(0, faces("Oc"), faces("Gc"))) is not None:
            return judged(position, Traded(0, faces("Oc"), faces("Gc")))
        own = judged(position, Traded(0, faces("Oc"), faces("Oc")))
        traded = after(position, Traded(0, faces("Oc"), faces("Gc")))
        return own, traded.hands[0], traded.scores, traded.player, sum(traded.bag)

    done = (Reason.DREW_OWN, faces("Rd Rk Os Gc"), (4, 5), 1, 1)
    assert under_each(ask) == by_pieces(done, Reason.NO_TRADE)


def test_a_trade_of_more_than_the_bag() -> None:
    """J4: no more pieces are traded than the bag holds."""
    found = under_each(
        lambda v: refusal(table(v, RED_ROW, FITS, "Gk", bag="Gc"), Trade(faces("Oc Rk")))
    )
    assert found == by_pieces(Reason.TRADE_TOO_MANY, Reason.NO_TRADE)
    found = under_each(lambda v: refusal(table(v, RED_ROW, FITS, "Gk", bag=""), Trade(faces("Oc"))))
    assert found == by_pieces(Reason.TRADE_EMPTY_BAG, Reason.NO_TRADE)


def test_the_hand_is_filled_up() -> None:
    """R11: after placing the hand is filled up again, to six, or to four for children."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk")
        drawn = rules.resolve(after(position, Placed(0, laid("Rd 2,0"), 3)), None, Random(1))
        assert isinstance(drawn, Drawn)
        return len(drawn.pieces)

    assert under_each(ask) == everywhere(3, junior=1)


def test_copies() -> None:
    """T1, C1: of one face there are three tiles, but up to fifteen dice can show it."""
    assert under_each(lambda v: v.kinds[v.kind_of[0]].copies) == by_pieces(3, 15)
    counts = {"cubes": 90, "cubes_mindware": 90, "junior": 48}
    assert under_each(lambda v: v.piece_count) == everywhere(108, **counts)


def test_what_can_be_counted() -> None:
    """T1, C1: one counts unseen tiles of each face, and unseen dice of each colour."""
    unseen = under_each(lambda v: table(v, RED_ROW, "Rd Oc", "Rd Gk").view(0).unseen)
    assert {name: len(kinds) for name, kinds in unseen.items()} == {
        **everywhere(36, junior=16),
        **dict.fromkeys(DICE_GAMES, 6),
    }
    red_diamond = faces("Rd")[0]
    assert unseen["tiles"][red_diamond] == unseen["sprint"][red_diamond] == 2
    assert unseen["junior"][red_diamond] == 1
    assert unseen["cubes"] == (11, 14, 15, 14, 15, 15)


# Stuck


def test_nobody_passes_who_can_do_something() -> None:
    """J5: who can place, trade or roll may not pass."""
    found = under_each(lambda v: refusal(table(v, RED_ROW, FITS, "Gk"), Pass()))
    assert found == everywhere(Reason.NO_PASS)
    found = under_each(lambda v: refusal(table(v, RED_ROW, STUCK, "Gk"), Pass()))
    assert found == everywhere(Reason.NO_PASS)


def test_cannot_place() -> None:
    """T4, C4, J6: who cannot place must trade tiles, or roll all dice, a free roll before it."""
    found = under_each(lambda v: rules.options_of(table(v, RED_ROW, STUCK, "Gk")))
    assert found == by_pieces(Options(trade=4), Options(free_roll=True, forced_roll=True))


def test_cannot_place_with_an_empty_bag() -> None:
    """J5, C4: with an empty bag tiles pass, and dice are rolled all the same."""
    found = under_each(lambda v: rules.options_of(table(v, RED_ROW, STUCK, "Gk", bag="")))
    passing = Options(pass_=True, dead=True)
    assert found == by_pieces(passing, Options(free_roll=True, forced_roll=True))


def test_a_forced_roll_takes_all_dice() -> None:
    """C4: when none fits, all dice are rolled, not some of them."""
    hand = faces(STUCK)
    found = under_each(
        lambda v: refusal(table(v, RED_ROW, STUCK, "Gk"), Roll(hand[:3], forced=True))
    )
    assert found == by_pieces(Reason.NO_ROLL, Reason.ROLL_ALL)
    found = under_each(lambda v: refusal(table(v, RED_ROW, STUCK, "Gk"), Roll(hand, forced=True)))
    assert found == by_pieces(Reason.NO_ROLL, None)
    found = under_each(
        lambda v: refusal(table(v, RED_ROW, FITS, "Gk"), Roll(faces(FITS), forced=True))
    )
    assert found == by_pieces(Reason.NO_ROLL, Reason.NOT_STUCK)


def test_no_free_roll_after_a_forced_one() -> None:
    """J6: dice that had to be rolled are placed as they lie, or rolled on until one fits."""
    for name in DICE_GAMES:
        position = table(BUNDLED[name], RED_ROW, STUCK, "Gk")
        rolled = after(position, Rolled(0, faces(STUCK), faces("Oc Yk Gk Gd"), True))
        assert rules.options_of(rolled) == Options(place=True)
        assert refusal(rolled, Roll(faces("Yk"))) is Reason.NO_ROLL
        again = after(position, Rolled(0, faces(STUCK), faces(STUCK), True))
        assert rules.options_of(again) == Options(forced_roll=True)


def test_a_hand_of_which_nothing_can_fit() -> None:
    """T4, J7: beside a red square a hand without red trades tiles, and draws dice anew."""
    found = under_each(lambda v: refusal(table(v, RED_SQUARE, STUCK, "Gk"), Redraw()))
    assert found == by_pieces(Reason.NO_REDRAW, None)
    forced = under_each(lambda v: table(v, RED_SQUARE, STUCK, "Gk").view(0).forced)
    assert forced == by_pieces(None, Redraw())
    found = under_each(
        lambda v: refusal(table(v, RED_SQUARE, STUCK, "Gk"), Roll(faces(STUCK), forced=True))
    )
    assert found == by_pieces(Reason.NO_ROLL, Reason.DEAD_HAND)


def test_no_free_roll_after_a_redraw() -> None:
    """J7: all dice go back for as many, the turn goes on, and its free roll is used up."""
    for name in DICE_GAMES:
        position = table(BUNDLED[name], RED_SQUARE, STUCK, "Gk")
        drew = faces("Rb Yk Gk Gd")
        assert judged(position, Redrawn(0, faces("Ok"), faces("Rb"))) is Reason.REDRAW_ALL
        drawn = after(position, Redrawn(0, faces(STUCK), drew))
        assert (drawn.player, drawn.hands[0]) == (0, drew)
        assert rules.options_of(drawn) == Options(place=True)


def test_when_neither_hand_nor_bag_can_help() -> None:
    """J7, J11: with no red anywhere everybody passes; a red in another hand helps tiles only."""
    forced = under_each(lambda v: table(v, RED_SQUARE, STUCK, "Gk", bag="Gs").view(0).forced)
    assert forced == everywhere(Pass())
    forced = under_each(lambda v: table(v, RED_SQUARE, STUCK, "Rk", bag="Gs").view(0).forced)
    assert forced == by_pieces(None, Pass())
    trade = Trade(faces("Ok"))
    found = under_each(lambda v: refusal(table(v, RED_SQUARE, STUCK, "Gk", bag="Gs"), trade))
    assert found == by_pieces(Reason.DEAD_TABLE, Reason.NO_TRADE)


# The end


def test_going_out() -> None:
    """R12: who lays the last piece with an empty bag ends the game at once, with a bonus."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd", "Gk Gd", bag="", scores=(10, 15))
        result = settled(after(position, Placed(0, laid("Rd 2,0"), 3))).result
        return (
            None if result is None else (result.player, result.bonus, result.scores, result.winners)
        )

    assert under_each(ask) == everywhere((0, 6, (19, 15), (0,)), junior=(0, 4, (17, 15), (0,)))


def test_the_last_piece_before_the_bag_is_empty() -> None:
    """R12: an empty hand ends nothing while the bag can fill it."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd", "Gk Gd", bag="Gc Gs")
        return after(position, Placed(0, laid("Rd 2,0"), 3)).stage

    assert under_each(ask) == everywhere(Stage.DRAW)


def test_everybody_passes() -> None:
    """J8, J9: a pass of everybody in a row ends the game without a bonus; equals share the win."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_SQUARE, "Gk", "Ok", bag="", scores=(15, 15))
        once = after(position, Passed(0))
        assert (once.stage is Stage.END, once.player) == (False, 1)
        return settled(after(once, Passed(1))).result

    assert under_each(ask) == everywhere(Finished(None, 0, (15, 15), (0, 1)))


def test_a_placement_ends_a_row_of_passes() -> None:
    """J8: only passes one after the other count."""
    position = table(BUNDLED["tiles"], RED_ROW, "Gk", "Rd Gk", "Ok", bag="", player=0)
    placed = after(position, Passed(0), Placed(1, laid("Rd 2,0"), 3))
    assert placed.passes == 0


def test_a_score_that_ends_the_game() -> None:
    """Once somebody has 60 points in a sprint, the round is played on to the opener's seat."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd Yk", "Gk Oc", scores=(58, 10), turns=2)
        first = settled(after(position, Placed(0, laid("Rd 2,0"), 3)))
        second = after(first, Placed(1, laid("Oc 0,1"), 2))
        over = settled(second).result
        return first.player, None if over is None else over

    going = (1, None)
    assert under_each(ask) == everywhere(going, sprint=(1, Finished(None, 0, (61, 12), (0,))))


def test_the_editions_differ_in_the_opening_alone() -> None:
    """R3, A1 to A4: but for the opening, the American rules are those of the other edition."""
    for one, other in (("tiles", "tiles-mindware"), ("cubes", "cubes-mindware")):
        first, second = BUNDLED[one], BUNDLED[other]
        assert first.place_step == second.place_step
        assert (first.kinds, first.worths) == (second.kinds, second.worths)
        assert first.opening != second.opening
    assert (BUNDLED["tiles"].opening.tie, BUNDLED["tiles-mindware"].opening.tie) == (
        ("youngest",),
        ("oldest",),
    )
