"""Who starts, and with what."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Drawn, Opened, Placed
from qwirkle.engine.movegen import largest_sets
from qwirkle.engine.moves import Pass, Place, Roll, Trade
from qwirkle.engine.opening import OpeningResult, decide_opening
from qwirkle.engine.variant import RollStep, Variant
from qwirkle.engine.view import Options, Stage
from tests.engine.game_builder import CUBES, MINDWARE, TILES, apply_events, dealt_position
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import with_changes

THREE_REDS = "Rc Rs Rd Ok Yb Gx"
THREE_CROSSES = "Rx Ox Bx Yc Gs Pd"
ALL_APART = "Rc Os Yd Gk Bb Px"
TWO = "Rc Rs Yd Gk Bb Px"


def test_the_largest_set_starts() -> None:
    """R3: whoever has the largest set that shares a colour or a shape starts."""
    assert decide_opening(dealt_position(TILES, TWO, THREE_REDS)) == OpeningResult(
        (1,), (1,), (1,), 3, "set"
    )
    assert decide_opening(dealt_position(TILES, TWO, TWO, THREE_CROSSES)) == OpeningResult(
        (2,), (2,), (2,), 3, "set"
    )


def test_identical_pieces_count_once() -> None:
    """R3: three alike pieces are a set of one."""
    assert largest_sets(faces("Rc Rc Rc Os Yd Gk")) == tuple(
        (face,) for face in faces("Rc Os Yd Gk")
    )
    assert largest_sets(faces("Rc Rc Rs")) == (faces("Rc Rs"),)


def test_several_largest_sets() -> None:
    """R3: with several sets of the largest size each of them is offered."""
    assert largest_sets(faces("Rc Rs Rd Oc Yc Px")) == (faces("Rc Rs Rd"), faces("Rc Oc Yc"))


@pytest.mark.parametrize(
    ("variant", "starts", "by"),
    [(TILES, 2, "youngest"), (CUBES, 2, "youngest"), (MINDWARE, 1, "oldest")],
    ids=["S", "C", "M"],
)
def test_a_tie_goes_by_age(variant: Variant, starts: int, by: str) -> None:
    """R3: of those who tie the youngest starts, or the oldest in the American edition."""
    position = dealt_position(variant, TWO, THREE_REDS, THREE_CROSSES, ages=(3, 40, 9))
    assert decide_opening(position) == OpeningResult((starts,), (1, 2), (1, 2), 3, by)


@pytest.mark.parametrize(
    ("ages", "starts"),
    [
        ((None, None, None), 1),
        ((5, None, 9), 1),
        ((5, 9, None), 1),
        ((5, 9, 9), 1),
        ((5, 10, 9), 2),
    ],
)
def test_a_tie_without_ages_goes_by_seat(ages: tuple[int | None, ...], starts: int) -> None:
    """J2: where an age is missing or equal, the first of the tied in seat order starts."""
    opening = decide_opening(dealt_position(TILES, TWO, THREE_REDS, THREE_CROSSES, ages=ages))
    by = "youngest" if starts == 2 else "seat"
    assert opening == OpeningResult((starts,), (1, 2), (1, 2), 3, by)


def test_equal_ages_among_others_go_by_seat() -> None:
    """J2: of two youngest among three who tie, the one who sits first starts."""
    position = dealt_position(
        TILES, THREE_REDS, THREE_CROSSES, "Bs Bd Bk Rc Yx Gb", ages=(40, 9, 9)
    )
    assert decide_opening(position) == OpeningResult((1,), (0, 1, 2), (1, 2), 3, "seat")


def test_the_whole_set_is_played() -> None:
    """R3: the opener plays the largest set, all of it and nothing else."""
    position = apply_events(dealt_position(TILES, THREE_REDS, TWO), Opened(0, 3))
    assert (position.stage, position.free_rolls) == (Stage.OPENING, 0)
    assert rules.available_options(position) == Options(can_place=True)
    view = position.view(0)
    rules.validate_move(view, Place(parse_placement("Rd 0,0 · Rc 0,1 · Rs 0,2")))
    for wrong in ("Rc 0,0 · Rs 1,0", "Rc 0,0", "Ok 0,0", "Rc 0,0 · Rs 1,0 · Ok 2,0"):
        with pytest.raises(IllegalMove) as refused:
            rules.validate_move(view, Place(parse_placement(wrong)))
        assert refused.value.reason is Reason.NOT_THE_LARGEST_SET
        assert refused.value.expected == 3


def test_the_set_lies_in_one_line() -> None:
    """R3: the opener's set is one unbroken line."""
    view = apply_events(dealt_position(TILES, THREE_REDS, TWO), Opened(0, 3)).view(0)
    for wrong, reason, cells in (
        ("Rc 0,0 · Rs 1,0 · Rd 1,1", Reason.NOT_ONE_LINE, ((0, 0), (1, 0), (1, 1))),
        ("Rc 0,0 · Rs 1,0 · Rd 3,0", Reason.GAP, ((2, 0),)),
    ):
        with pytest.raises(IllegalMove) as refused:
            rules.validate_move(view, Place(parse_placement(wrong)))
        assert (refused.value.reason, refused.value.cells) == (reason, cells)


def test_nothing_but_the_set_opens() -> None:
    """R3: the opener neither trades nor rolls nor passes."""
    for variant, move in (
        (TILES, Trade(faces("Rc"))),
        (CUBES, Roll(faces("Rc"))),
        (CUBES, Roll(faces(THREE_REDS), forced=True)),
        (TILES, Pass()),
    ):
        position = apply_events(dealt_position(variant, THREE_REDS, TWO), Opened(0, 3))
        with pytest.raises(IllegalMove):
            rules.validate_move(position.view(0), move)


def test_play_goes_on_clockwise() -> None:
    """R3: after the opener comes the next seat, and after the last seat the first."""
    position = apply_events(dealt_position(TILES, TWO, TWO, THREE_REDS), Opened(2, 3))
    position = apply_events(position, Placed(2, parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0"), 3))
    assert position.player == 2
    position = apply_events(position, Drawn(2, faces("Bc Bs Bd")))
    assert (position.player, position.turns_played, position.stage) == (0, 1, Stage.PLACE)


def test_the_opener_of_cubes_plays_as_dealt() -> None:
    """J1: the first turn has no free roll, and the second one has it."""
    position = apply_events(dealt_position(CUBES, THREE_REDS, TWO), Opened(0, 3))
    assert not rules.available_options(position).can_roll_free
    position = apply_events(position, Placed(0, parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0"), 3))
    position = apply_events(position, Drawn(0, faces("Bc Bs Bd")))
    assert position.stage is Stage.ROLL
    assert rules.available_options(position).can_roll_free


def test_a_lone_first_piece_scores_one() -> None:
    """J3: a first piece alone makes no line and scores 1."""
    position = apply_events(dealt_position(TILES, ALL_APART, ALL_APART), Opened(0, 1))
    position = apply_events(position, Placed(0, parse_placement("Gk 0,0"), 1))
    assert position.scores == (1, 0)


def test_a_first_qwirkle() -> None:
    """R3, R10: a hand that is one set of six opens with twelve points."""
    position = apply_events(dealt_position(TILES, "Gc Gs Gd Gk Gb Gx", TWO), Opened(0, 6))
    row = "Gc 0,0 · Gs 1,0 · Gd 2,0 · Gk 3,0 · Gb 4,0 · Gx 5,0"
    position = apply_events(position, Placed(0, parse_placement(row), 12))
    assert position.scores == (12, 0)


def test_the_first_piece_lies_near_the_middle() -> None:
    """R3: the opener plays in the middle, so that no game runs out of table."""
    view = apply_events(dealt_position(TILES, TWO, ALL_APART), Opened(0, 2)).view(0)
    rules.validate_move(view, Place(parse_placement("Rc 99,-100 · Rs 100,-100")))
    with pytest.raises(IllegalMove) as refused:
        rules.validate_move(view, Place(parse_placement("Rc 100,0 · Rs 101,0")))
    assert (refused.value.reason, refused.value.cells) == (Reason.OFF_BOARD, ((101, 0),))


def test_the_deal_ends_at_the_first_seat() -> None:
    """R2: hands are dealt from the first seat to the last, and then nobody is to move yet."""
    position = rules.initial_position(TILES, (None, None))
    for seat in range(2):
        assert (position.stage, position.player) == (Stage.DEAL, seat)
        position = apply_events(position, rules.resolve(position, None, Random(seat)))
    assert (position.stage, position.player) == (Stage.CHOOSE_OPENER, 0)


def test_a_free_roll_begins_with_the_turn_that_the_rules_name() -> None:
    """J1: with rolls from the third turn on, the second turn has none and the third has one."""
    late = with_changes(CUBES, turn=(RollStep(3), *CUBES.turn[1:]))
    position = apply_events(dealt_position(late, THREE_REDS, TWO), Opened(0, 3))
    position = apply_events(position, Placed(0, parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0"), 3))
    position = apply_events(position, Drawn(0, faces("Bc Bs Bd")))
    assert (position.turns_played, position.stage) == (1, Stage.PLACE)
    position = apply_events(position, Placed(1, parse_placement("Rc 1,1 · Rs 2,1"), 6))
    position = apply_events(position, Drawn(1, faces("Bc Bs")))
    assert (position.turns_played, position.stage) == (2, Stage.ROLL)
