"""Rolling: the free roll, the forced one, and dead hands."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
)
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll
from qwirkle.engine.pieces import colour_of
from qwirkle.engine.position import Position
from qwirkle.engine.variant import PlaceStep, RefillStep, RollStep
from qwirkle.engine.view import Options, Stage
from tests.engine.game_builder import (
    CUBES,
    FEW_DICE,
    RED_SQUARE,
    TILES,
    apply_events,
    bag_counts,
    table,
)
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import with_changes

RED_ROW = "Rc 0,0 · Rs 1,0"
FITS = "Rd Rk Oc Ys Gb Px"
STUCK = "Ob Yk Gb Bx Px Ox"
"""As they lie nothing fits beside the red row, but other faces of them do."""
DEAD = "Os Yk Gb Bx Px Oc"
"""Not red: nothing of it fits beside the red square, however it is rolled."""


def refused(position: Position, move: Move) -> Reason:
    """Why the move is refused."""
    with pytest.raises(IllegalMove) as found:
        rules.validate_move(position.view(position.player), move)
    return found.value.reason


def test_dice_lie_open() -> None:
    """C2: everybody sees everybody's dice all the time."""
    position = table(CUBES, RED_ROW, FITS, STUCK)
    for seat in range(2):
        assert position.view(seat).hands == position.hands


def test_the_three_steps() -> None:
    """C3: roll some dice, place, refill: then it is the next player's turn."""
    position = table(CUBES, RED_ROW, FITS, "Px")
    assert rules.available_options(position) == Options(can_place=True, can_roll_free=True)
    position = apply_events(position, Rolled(0, faces("Oc Px"), faces("Ox Pd"), False))
    assert position.hands[0] == faces("Rd Rk Ox Ys Gb Pd")
    assert position.stage is Stage.PLACE
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    position = apply_events(position, Drawn(0, faces("Gx")))
    assert position.hands[0] == faces("Rk Ox Ys Gb Pd Gx")
    assert (position.player, position.stage) == (1, Stage.ROLL)


def test_the_free_roll_is_free() -> None:
    """C3: one may place without rolling, or roll any number of dice."""
    position = table(CUBES, RED_ROW, FITS, "Px")
    rules.validate_move(position.view(0), Place(parse_placement("Rd 2,0")))
    for count in range(1, 7):
        rules.validate_move(position.view(0), Roll(faces(FITS)[:count]))


def test_the_free_roll_is_one() -> None:
    """C3: after the free roll there is no second one."""
    position = table(CUBES, RED_ROW, FITS, "Px")
    position = apply_events(position, Rolled(0, faces("Oc"), faces("Oc"), False))
    assert rules.available_options(position) == Options(can_place=True)
    assert refused(position, Roll(faces("Oc"))) is Reason.NO_ROLL


def test_a_roll_is_of_dice_in_the_hand() -> None:
    """C3: a roll is of one's own dice, and of at least one."""
    position = table(CUBES, RED_ROW, FITS, "Px")
    assert refused(position, Roll(())) is Reason.ROLL_NOTHING
    assert refused(position, Roll(faces("Bx"))) is Reason.NOT_IN_HAND
    assert refused(position, Roll(faces("Rd Rd"))) is Reason.NOT_IN_HAND


def test_a_roll_takes_dice_as_they_lie() -> None:
    """C3: rolled dice are told in the order in which they lie, and stay at their places."""
    position = table(CUBES, RED_ROW, "Rd Gb Rd Gb Ys Px", "Px")
    event = rules.resolve(position, Roll(faces("Px Gb Gb Rd")), Random(2))
    assert isinstance(event, Rolled)
    assert event.before == faces("Rd Gb Gb Px")
    hand = apply_events(position, event).hands[0]
    assert (hand[0], hand[1], hand[3], hand[5]) == event.after
    assert (hand[2], hand[4]) == faces("Rd Ys")


def test_tiles_do_not_roll() -> None:
    """C3: there is no roll in a game with tiles."""
    position = table(TILES, RED_ROW, FITS, "Px")
    assert refused(position, Roll(faces("Rd"))) is Reason.NO_ROLL
    assert refused(position, Roll(faces(FITS), forced=True)) is Reason.NO_ROLL
    assert refused(position, Redraw()) is Reason.NO_REDRAW


def test_who_cannot_place_rolls_all() -> None:
    """C4: with nothing that fits all dice are rolled, and again, until one fits."""
    position = table(CUBES, RED_ROW, STUCK, "Px", stage=Stage.PLACE)
    assert rules.available_options(position) == Options(must_roll=True)
    assert position.view(0).forced_move == Roll(faces(STUCK), forced=True)
    assert position.view(1).forced_move is None
    assert refused(position, Roll(faces(STUCK)[:5], forced=True)) is Reason.ROLL_ALL
    assert refused(position, Pass()) is Reason.NO_PASS
    again = apply_events(position, Rolled(0, faces(STUCK), faces("Od Yb Gx Bk Pk Od"), True))
    assert rules.available_options(again) == Options(must_roll=True)
    helped = apply_events(again, Rolled(0, again.hands[0], faces("Od Ys Gx Bk Pk Od"), True))
    assert rules.available_options(helped) == Options(can_place=True)
    assert refused(helped, Roll(helped.hands[0], forced=True)) is Reason.NOT_STUCK


def test_the_free_roll_comes_before_the_forced_one() -> None:
    """J6: a stuck player may first use the free roll on some dice."""
    position = table(CUBES, RED_ROW, STUCK, "Px")
    assert rules.available_options(position) == Options(can_roll_free=True, must_roll=True)
    assert position.view(0).forced_move is None
    position = apply_events(position, Rolled(0, faces("Ob"), faces("Od"), False))
    assert rules.available_options(position) == Options(must_roll=True)
    assert refused(position, Roll(faces("Od"))) is Reason.NO_ROLL


def test_no_free_roll_after_a_forced_one() -> None:
    """J6: who has rolled all dice because none fitted has used the free roll up."""
    position = table(CUBES, RED_ROW, STUCK, "Px")
    position = apply_events(position, Rolled(0, faces(STUCK), faces("Oc Yk Gb Bx Px Ox"), True))
    assert rules.available_options(position) == Options(can_place=True)


def test_a_free_roll_before_a_forced_pass() -> None:
    """J6: where a ruleset knows no forced roll, the free one still comes before the pass."""
    steps = (RollStep(2), PlaceStep((), ("pass",)), RefillStep())
    position = table(with_changes(CUBES, turn=steps), RED_ROW, STUCK, "Px")
    assert rules.available_options(position) == Options(can_roll_free=True, can_pass=True)
    assert position.view(0).forced_move is None
    position = apply_events(position, Rolled(0, faces("Ob"), faces("Od"), False))
    assert position.view(0).forced_move == Pass()


def test_a_free_roll_before_a_trade() -> None:
    """J6: where dice can be traded, who is stuck may first use the free roll."""
    steps = (RollStep(2), PlaceStep(("trade",), ("trade", "pass")), RefillStep())
    position = table(with_changes(CUBES, turn=steps), RED_ROW, STUCK, "Px")
    assert rules.available_options(position) == Options(can_roll_free=True, max_trade=6)
    position = apply_events(position, Rolled(0, faces("Ob"), faces("Od"), False))
    assert rules.available_options(position) == Options(max_trade=6)


def test_only_red_fits_around_a_red_square() -> None:
    """J7: with four reds in a square and no red die in hand, no roll can help."""
    position = table(CUBES, RED_SQUARE, DEAD, "Px")
    assert {colour_of(face) for face in range(36) if position.board.playable_faces >> face & 1} == {
        0
    }
    assert rules.available_options(position) == Options(
        can_roll_free=True, can_redraw=True, is_hand_unplayable=True
    )
    assert position.view(0).forced_move == Redraw()
    assert refused(position, Roll(faces(DEAD), forced=True)) is Reason.UNPLAYABLE_HAND
    assert refused(position, Pass()) is Reason.NO_PASS


def test_one_red_die_is_no_dead_hand() -> None:
    """J7: a red die that shows the wrong face can be rolled, so the hand is not dead."""
    block = "Rc 0,0 · Rs 1,0 · Rd 2,0 · Rs 0,1 · Rd 1,1 · Rc 2,1 · Rd 0,2 · Rc 1,2 · Rs 2,2"
    position = table(CUBES, block, "Rs Yk Gb Bx Px Oc", "Px", stage=Stage.PLACE)
    assert {face for face in range(36) if position.board.playable_faces >> face & 1} == set(
        faces("Rk Rb Rx")
    )
    assert rules.available_options(position) == Options(must_roll=True)


def test_a_redraw() -> None:
    """J7: a dead hand goes back, as many are drawn from all that is then in the bag, and rolled."""
    position = table(CUBES, RED_SQUARE, DEAD, "Px", bag="Rc Gs")
    event = rules.resolve(position, Redraw(), Random(4))
    assert isinstance(event, Redrawn)
    assert event.gave == faces(DEAD)
    assert len(event.drew) == 6
    drawn = apply_events(position, event)
    assert drawn.hands[0] == event.drew
    assert (drawn.player, drawn.stage, drawn.turns_played) == (
        0,
        Stage.PLACE,
        position.turns_played,
    )
    left = [
        before - now
        for before, now in zip(
            bag_counts(CUBES, faces(DEAD + " Rc Gs")), bag_counts(CUBES, event.drew), strict=True
        )
    ]
    assert drawn.bag == tuple(left)


def test_a_redraw_may_be_followed_by_another() -> None:
    """J7: a hand that is still dead is drawn again, and one with a red die goes on with C4."""
    position = table(CUBES, RED_SQUARE, DEAD, "Px", bag="Rc Gs")
    again = apply_events(position, Redrawn(0, faces(DEAD), faces("Gs Yk Gb Bx Px Oc")))
    assert rules.available_options(again) == Options(can_redraw=True, is_hand_unplayable=True)
    lucky = apply_events(again, Redrawn(0, again.hands[0], faces("Rb Yk Gb Bx Px Oc")))
    assert rules.available_options(lucky) == Options(can_place=True)


def test_a_redraw_gives_back_the_whole_hand() -> None:
    """J7: a redraw of some dice only, or of others than those in hand, is refused."""
    position = table(CUBES, RED_SQUARE, DEAD, "Px", bag="Rc Gs")
    with pytest.raises(IllegalMove) as found:
        rules.validate_event(position, Redrawn(0, faces(DEAD)[:5], faces("Rc Gs Os Oc Bx")))
    assert found.value.reason is Reason.REDRAW_ALL


def test_a_dead_hand_and_a_bag_that_cannot_help() -> None:
    """J7: without a red die in the bag the player passes; another player may still have one."""
    position = table(CUBES, RED_SQUARE, DEAD, "Rb", bag="Gs Bc")
    assert rules.available_options(position) == Options(
        can_roll_free=True, can_pass=True, is_hand_unplayable=True
    )
    assert position.view(0).forced_move == Pass()
    assert refused(position, Redraw()) is Reason.NO_REDRAW
    position = apply_events(position, Passed(0))
    assert (position.player, rules.available_options(position).can_place) == (1, True)


def test_a_whole_game_to_a_dead_end() -> None:
    """J7, J8: four reds in a square are all the reds there are: everybody passes."""
    position = rules.initial_position(FEW_DICE, (None, None))
    position = apply_events(
        position,
        Dealt(0, faces("Rc Rs Od Yk Gb Bx")),
        Dealt(1, faces("Rd Rk Ob Yx Gc Bs")),
        Opened(0, 2),
        Placed(0, parse_placement("Rc 0,0 · Rs 1,0"), 2),
        Drawn(0, faces("Pc Ps")),
        Placed(1, parse_placement("Rd 0,1 · Rk 1,1"), 6),
        Drawn(1, faces("Pd Pk")),
    )
    assert sum(position.bag) == 8
    position = apply_events(position, Passed(0), Passed(1))
    finished = rules.resolve(position, None, Random(0))
    assert finished == Finished(None, 0, (2, 6), (1,))
    assert apply_events(position, finished).stage is Stage.OVER


def test_redraw_then_passes_then_the_end() -> None:
    """J7, J8: a redraw in the third turn brings the last reds; after them nobody can go on."""
    position = apply_events(
        rules.initial_position(with_changes(FEW_DICE, pieces__copies=6), (None, None)),
        Dealt(0, faces("Rc Rs Od Yk Gb Bx")),
        Dealt(1, faces("Rd Rk Ob Yx Gc Bs")),
        Opened(0, 2),
        Placed(0, parse_placement("Rc 0,0 · Rs 1,0"), 2),
        Drawn(0, faces("Pc Ps")),
        Placed(1, parse_placement("Rd 0,1 · Rk 1,1"), 6),
        Drawn(1, faces("Pd Pk")),
    )
    assert rules.available_options(position) == Options(
        can_roll_free=True, can_redraw=True, is_hand_unplayable=True
    )
    position = apply_events(position, Redrawn(0, position.hands[0], faces("Rb Rx Yk Gb Bx Pc")))
    assert rules.available_options(position) == Options(can_place=True)
    position = apply_events(
        position,
        Placed(0, parse_placement("Rb 2,0 · Rx 2,1"), 8),
        Drawn(0, faces("Od Ps")),
    )
    assert rules.available_options(position) == Options(
        can_roll_free=True, can_pass=True, is_hand_unplayable=True
    )
    position = apply_events(position, Passed(1))
    assert rules.available_options(position) == Options(
        can_roll_free=True, can_pass=True, is_hand_unplayable=True
    )
    position = apply_events(position, Passed(0), Finished(None, 0, (10, 6), (0,)))
    assert position.stage is Stage.OVER
