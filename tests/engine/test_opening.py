"""The opening: who starts, and with which pieces."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Drawn, Opened, Placed
from qwirkle.engine.movegen import largest_sets
from qwirkle.engine.moves import Pass, Place, Roll, Trade
from qwirkle.engine.rules import OpenerDecision, decide_opener
from qwirkle.engine.variant import RollStep, Variant
from qwirkle.engine.view import Options, Stage
from tests.engine.game_builder import CUBES, MINDWARE, TILES, apply_events, dealt_position
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import with_changes

THREE_REDS = "Rc Rs Rd Ok Yb Gx"
THREE_CROSSES = "Rx Ox Bx Yc Gs Pd"
ALL_APART = "Rc Os Yd Gk Bb Px"
TWO = "Rc Rs Yd Gk Bb Px"


def test_the_largest_set_opens() -> None:
    """R3: the player with the largest set of one colour or shape opens."""
    assert decide_opener(dealt_position(TILES, TWO, THREE_REDS)) == OpenerDecision(
        (1,), (1,), (1,), 3, "set"
    )
    assert decide_opener(dealt_position(TILES, TWO, TWO, THREE_CROSSES)) == OpenerDecision(
        (2,), (2,), (2,), 3, "set"
    )


def test_identical_pieces_count_once() -> None:
    """R3: three identical pieces are a set of one."""
    assert largest_sets(faces("Rc Rc Rc Os Yd Gk")) == tuple(
        (face,) for face in faces("Rc Os Yd Gk")
    )
    assert largest_sets(faces("Rc Rc Rs")) == (faces("Rc Rs"),)


def test_every_largest_set_is_offered() -> None:
    """R3: if a hand has several largest sets, each is offered."""
    assert largest_sets(faces("Rc Rs Rd Oc Yc Px")) == (faces("Rc Rs Rd"), faces("Rc Oc Yc"))


@pytest.mark.parametrize(
    ("variant", "opener", "by"),
    [(TILES, 2, "youngest"), (CUBES, 2, "youngest"), (MINDWARE, 1, "oldest")],
    ids=["S", "C", "M"],
)
def test_age_breaks_a_tie(variant: Variant, opener: int, by: str) -> None:
    """R3: the youngest of the tied players opens; in the American edition of tiles, the oldest."""
    position = dealt_position(variant, TWO, THREE_REDS, THREE_CROSSES, ages=(3, 40, 9))
    assert decide_opener(position) == OpenerDecision((opener,), (1, 2), (1, 2), 3, by)


@pytest.mark.parametrize(
    ("ages", "opener"),
    [
        ((None, None, None), 1),
        ((5, None, 9), 1),
        ((5, 9, None), 1),
        ((5, 9, 9), 1),
        ((5, 10, 9), 2),
    ],
)
def test_the_seat_breaks_a_tie_without_ages(ages: tuple[int | None, ...], opener: int) -> None:
    """J2: if ages are equal or missing, the tied player in the earliest seat opens."""
    opening = decide_opener(dealt_position(TILES, TWO, THREE_REDS, THREE_CROSSES, ages=ages))
    by = "youngest" if opener == 2 else "seat"
    assert opening == OpenerDecision((opener,), (1, 2), (1, 2), 3, by)


def test_the_seat_breaks_a_tie_between_equal_ages() -> None:
    """J2: of three tied players, two equally young, the younger one in the earlier seat opens."""
    position = dealt_position(
        TILES, THREE_REDS, THREE_CROSSES, "Bs Bd Bk Rc Yx Gb", ages=(40, 9, 9)
    )
    assert decide_opener(position) == OpenerDecision((1,), (0, 1, 2), (1, 2), 3, "seat")


def test_the_opener_plays_the_whole_set() -> None:
    """R3: the opener plays the whole largest set and nothing else."""
    position = apply_events(dealt_position(TILES, THREE_REDS, TWO), Opened(0, 3))
    assert (position.stage, position.free_rolls) == (Stage.OPENING, 0)
    assert rules.available_options(position) == Options(can_place=True)
    view = position.view(0)
    rules.validate_move(view, Place(parse_placement("Rd 0,0 · Rc 0,1 · Rs 0,2")))
    for wrong in ("Rc 0,0 · Rs 1,0", "Rc 0,0", "Ok 0,0", "Rc 0,0 · Rs 1,0 · Ok 2,0"):
        with pytest.raises(IllegalMove) as caught:
            rules.validate_move(view, Place(parse_placement(wrong)))
        assert caught.value.reason is Reason.NOT_THE_LARGEST_SET
        assert caught.value.expected == 3


def test_the_opening_set_is_one_line() -> None:
    """R3: the opening set is one unbroken line."""
    view = apply_events(dealt_position(TILES, THREE_REDS, TWO), Opened(0, 3)).view(0)
    for wrong, reason, cells in (
        ("Rc 0,0 · Rs 1,0 · Rd 1,1", Reason.NOT_ONE_LINE, ((0, 0), (1, 0), (1, 1))),
        ("Rc 0,0 · Rs 1,0 · Rd 3,0", Reason.GAP, ((2, 0),)),
    ):
        with pytest.raises(IllegalMove) as caught:
            rules.validate_move(view, Place(parse_placement(wrong)))
        assert (caught.value.reason, caught.value.cells) == (reason, cells)


def test_the_opener_cannot_trade_roll_or_pass() -> None:
    """R3: the opener can't trade, roll or pass."""
    for variant, move in (
        (TILES, Trade(faces("Rc"))),
        (CUBES, Roll(faces("Rc"))),
        (CUBES, Roll(faces(THREE_REDS), forced=True)),
        (TILES, Pass()),
    ):
        position = apply_events(dealt_position(variant, THREE_REDS, TWO), Opened(0, 3))
        with pytest.raises(IllegalMove):
            rules.validate_move(position.view(0), move)


def test_play_continues_clockwise() -> None:
    """R3: the next seat follows the opener, and the first seat follows the last."""
    position = apply_events(dealt_position(TILES, TWO, TWO, THREE_REDS), Opened(2, 3))
    position = apply_events(position, Placed(2, parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0"), 3))
    assert position.seat_to_move == 2
    position = apply_events(position, Drawn(2, faces("Bc Bs Bd")))
    assert (position.seat_to_move, position.turns_played, position.stage) == (0, 1, Stage.PLACE)


def test_the_opener_of_cubes_has_no_free_roll() -> None:
    """J1: the first turn has no free roll; the second one does."""
    position = apply_events(dealt_position(CUBES, THREE_REDS, TWO), Opened(0, 3))
    assert not rules.available_options(position).can_roll_free
    position = apply_events(position, Placed(0, parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0"), 3))
    position = apply_events(position, Drawn(0, faces("Bc Bs Bd")))
    assert position.stage is Stage.ROLL
    assert rules.available_options(position).can_roll_free


def test_a_lone_first_piece_scores_one() -> None:
    """J3: a single first piece scores one point."""
    position = apply_events(dealt_position(TILES, ALL_APART, ALL_APART), Opened(0, 1))
    position = apply_events(position, Placed(0, parse_placement("Gk 0,0"), 1))
    assert position.scores == (1, 0)


def test_a_qwirkle_can_open_the_game() -> None:
    """R3, R10: a hand that is one set of six opens for twelve points."""
    position = apply_events(dealt_position(TILES, "Gc Gs Gd Gk Gb Gx", TWO), Opened(0, 6))
    row = "Gc 0,0 · Gs 1,0 · Gd 2,0 · Gk 3,0 · Gb 4,0 · Gx 5,0"
    position = apply_events(position, Placed(0, parse_placement(row), 12))
    assert position.scores == (12, 0)


def test_the_opening_lies_near_the_middle() -> None:
    """R3: the opening stays near the middle so that no game reaches the edge of the board."""
    view = apply_events(dealt_position(TILES, TWO, ALL_APART), Opened(0, 2)).view(0)
    rules.validate_move(view, Place(parse_placement("Rc 99,-100 · Rs 100,-100")))
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(view, Place(parse_placement("Rc 100,0 · Rs 101,0")))
    assert (caught.value.reason, caught.value.cells) == (Reason.OFF_BOARD, ((101, 0),))


def test_the_deal_goes_from_the_first_seat_to_the_last() -> None:
    """R2: hands are dealt seat by seat; then the opener is decided."""
    position = rules.initial_position(TILES, (None, None))
    for seat in range(2):
        assert (position.stage, position.seat_to_move) == (Stage.DEAL, seat)
        position = apply_events(position, rules.resolve(position, None, Random(seat)))
    assert (position.stage, position.seat_to_move) == (Stage.CHOOSE_OPENER, 0)


def test_a_ruleset_can_delay_the_first_free_roll() -> None:
    """J1: if rolls start with the third turn, the second turn has none."""
    late = with_changes(CUBES, turn=(RollStep(3), *CUBES.turn[1:]))
    position = apply_events(dealt_position(late, THREE_REDS, TWO), Opened(0, 3))
    position = apply_events(position, Placed(0, parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0"), 3))
    position = apply_events(position, Drawn(0, faces("Bc Bs Bd")))
    assert (position.turns_played, position.stage) == (1, Stage.PLACE)
    position = apply_events(position, Placed(1, parse_placement("Rc 1,1 · Rs 2,1"), 6))
    position = apply_events(position, Drawn(1, faces("Bc Bs")))
    assert (position.turns_played, position.stage) == (2, Stage.ROLL)
