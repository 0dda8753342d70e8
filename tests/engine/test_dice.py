"""Rolling dice: free rolls, forced rolls and unplayable hands."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Dealt, Drawn, Finished, Opened, Passed, Placed, Redrawn, Rolled
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
"""None of these faces fits beside the red row, but other faces of the dice do."""
UNPLAYABLE = "Os Yk Gb Bx Px Oc"
"""No die is red, so no roll of them fits beside the red square."""


def refusal_reason(position: Position, move: Move) -> Reason:
    """Reason why the move is illegal."""
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(position.seat_to_move), move)
    return caught.value.reason


def test_dice_are_visible_to_everyone() -> None:
    """C2: every seat sees all hands at all times."""
    position = table(CUBES, RED_ROW, FITS, STUCK)
    for seat in range(2):
        assert position.view(seat).hands == position.hands


def test_a_turn_rolls_places_and_refills() -> None:
    """C3: a turn is an optional roll, a placement and a refill; then the next player moves."""
    position = table(CUBES, RED_ROW, FITS, "Px")
    assert rules.available_options(position) == Options(can_place=True, can_roll_free=True)
    position = apply_events(position, Rolled(0, faces("Oc Px"), faces("Ox Pd"), False))
    assert position.hands[0] == faces("Rd Rk Ox Ys Gb Pd")
    assert position.stage is Stage.PLACE
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    position = apply_events(position, Drawn(0, faces("Gx")))
    assert position.hands[0] == faces("Rk Ox Ys Gb Pd Gx")
    assert (position.seat_to_move, position.stage) == (1, Stage.ROLL)


def test_the_free_roll_is_optional() -> None:
    """C3: you may place without rolling, or roll any number of dice."""
    position = table(CUBES, RED_ROW, FITS, "Px")
    rules.validate_move(position.view(0), Place(parse_placement("Rd 2,0")))
    for count in range(1, 7):
        rules.validate_move(position.view(0), Roll(faces(FITS)[:count]))


def test_there_is_only_one_free_roll() -> None:
    """C3: there is no second free roll."""
    position = table(CUBES, RED_ROW, FITS, "Px")
    position = apply_events(position, Rolled(0, faces("Oc"), faces("Oc"), False))
    assert rules.available_options(position) == Options(can_place=True)
    assert refusal_reason(position, Roll(faces("Oc"))) is Reason.NO_ROLL


def test_a_roll_needs_dice_from_the_hand() -> None:
    """C3: you roll at least one die, and only your own."""
    position = table(CUBES, RED_ROW, FITS, "Px")
    assert refusal_reason(position, Roll(())) is Reason.ROLL_NOTHING
    assert refusal_reason(position, Roll(faces("Bx"))) is Reason.NOT_IN_HAND
    assert refusal_reason(position, Roll(faces("Rd Rd"))) is Reason.NOT_IN_HAND


def test_rolled_dice_keep_their_slots() -> None:
    """C3: a roll lists its dice in hand order, and they keep their slots."""
    position = table(CUBES, RED_ROW, "Rd Gb Rd Gb Ys Px", "Px")
    event = rules.resolve(position, Roll(faces("Px Gb Gb Rd")), Random(2))
    assert isinstance(event, Rolled)
    assert event.before == faces("Rd Gb Gb Px")
    hand = apply_events(position, event).hands[0]
    assert (hand[0], hand[1], hand[3], hand[5]) == event.after
    assert (hand[2], hand[4]) == faces("Rd Ys")


def test_tiles_cannot_be_rolled() -> None:
    """C3: a game with tiles has neither rolls nor redraws."""
    position = table(TILES, RED_ROW, FITS, "Px")
    assert refusal_reason(position, Roll(faces("Rd"))) is Reason.NO_ROLL
    assert refusal_reason(position, Roll(faces(FITS), forced=True)) is Reason.NO_ROLL
    assert refusal_reason(position, Redraw()) is Reason.NO_REDRAW


def test_a_stuck_player_rerolls_all_dice() -> None:
    """C4: if nothing fits, all dice are rolled until one fits."""
    position = table(CUBES, RED_ROW, STUCK, "Px", stage=Stage.PLACE)
    assert rules.available_options(position) == Options(must_roll=True)
    assert position.view(0).forced_move == Roll(faces(STUCK), forced=True)
    assert position.view(1).forced_move is None
    assert refusal_reason(position, Roll(faces(STUCK)[:5], forced=True)) is Reason.ROLL_ALL
    assert refusal_reason(position, Pass()) is Reason.NO_PASS
    rerolled = apply_events(position, Rolled(0, faces(STUCK), faces("Od Yb Gx Bk Pk Od"), True))
    assert rules.available_options(rerolled) == Options(must_roll=True)
    unstuck = apply_events(rerolled, Rolled(0, rerolled.hands[0], faces("Od Ys Gx Bk Pk Od"), True))
    assert rules.available_options(unstuck) == Options(can_place=True)
    assert refusal_reason(unstuck, Roll(unstuck.hands[0], forced=True)) is Reason.NOT_STUCK


def test_the_free_roll_comes_before_the_forced_one() -> None:
    """J6: a stuck player may use the free roll on some dice first."""
    position = table(CUBES, RED_ROW, STUCK, "Px")
    assert rules.available_options(position) == Options(can_roll_free=True, must_roll=True)
    assert position.view(0).forced_move is None
    position = apply_events(position, Rolled(0, faces("Ob"), faces("Od"), False))
    assert rules.available_options(position) == Options(must_roll=True)
    assert refusal_reason(position, Roll(faces("Od"))) is Reason.NO_ROLL


def test_a_forced_roll_uses_up_the_free_roll() -> None:
    """J6: a forced roll uses up the free roll."""
    position = table(CUBES, RED_ROW, STUCK, "Px")
    position = apply_events(position, Rolled(0, faces(STUCK), faces("Oc Yk Gb Bx Px Ox"), True))
    assert rules.available_options(position) == Options(can_place=True)


def test_the_free_roll_comes_before_a_forced_pass() -> None:
    """J6: without a forced roll in the ruleset, the free roll still comes before the pass."""
    steps = (RollStep(2), PlaceStep((), ("pass",)), RefillStep())
    position = table(with_changes(CUBES, turn=steps), RED_ROW, STUCK, "Px")
    assert rules.available_options(position) == Options(can_roll_free=True, can_pass=True)
    assert position.view(0).forced_move is None
    position = apply_events(position, Rolled(0, faces("Ob"), faces("Od"), False))
    assert position.view(0).forced_move == Pass()


def test_the_free_roll_comes_before_a_trade() -> None:
    """J6: if dice can be traded, a stuck player may use the free roll first."""
    steps = (RollStep(2), PlaceStep(("trade",), ("trade", "pass")), RefillStep())
    position = table(with_changes(CUBES, turn=steps), RED_ROW, STUCK, "Px")
    assert rules.available_options(position) == Options(can_roll_free=True, max_trade=6)
    position = apply_events(position, Rolled(0, faces("Ob"), faces("Od"), False))
    assert rules.available_options(position) == Options(max_trade=6)


def test_only_red_fits_around_a_red_square() -> None:
    """J7: around a square of four reds, a hand without a red die is unplayable."""
    position = table(CUBES, RED_SQUARE, UNPLAYABLE, "Px")
    assert {colour_of(face) for face in range(36) if position.board.playable_faces >> face & 1} == {
        0
    }
    assert rules.available_options(position) == Options(
        can_roll_free=True, can_redraw=True, is_hand_unplayable=True
    )
    assert position.view(0).forced_move == Redraw()
    assert refusal_reason(position, Roll(faces(UNPLAYABLE), forced=True)) is Reason.UNPLAYABLE_HAND
    assert refusal_reason(position, Pass()) is Reason.NO_PASS


def test_one_red_die_makes_a_hand_playable() -> None:
    """J7: a hand with a red die is playable even if that die shows the wrong face."""
    block = "Rc 0,0 · Rs 1,0 · Rd 2,0 · Rs 0,1 · Rd 1,1 · Rc 2,1 · Rd 0,2 · Rc 1,2 · Rs 2,2"
    position = table(CUBES, block, "Rs Yk Gb Bx Px Oc", "Px", stage=Stage.PLACE)
    assert {face for face in range(36) if position.board.playable_faces >> face & 1} == set(
        faces("Rk Rb Rx")
    )
    assert rules.available_options(position) == Options(must_roll=True)


def test_a_redraw_returns_the_hand_before_drawing() -> None:
    """J7: the whole hand goes into the bag before the same number of dice is drawn."""
    position = table(CUBES, RED_SQUARE, UNPLAYABLE, "Px", bag="Rc Gs")
    event = rules.resolve(position, Redraw(), Random(4))
    assert isinstance(event, Redrawn)
    assert event.gave == faces(UNPLAYABLE)
    assert len(event.drew) == 6
    drawn = apply_events(position, event)
    assert drawn.hands[0] == event.drew
    assert (drawn.seat_to_move, drawn.stage, drawn.turns_played) == (
        0,
        Stage.PLACE,
        position.turns_played,
    )
    expected_bag = [
        before - now
        for before, now in zip(
            bag_counts(CUBES, faces(UNPLAYABLE + " Rc Gs")),
            bag_counts(CUBES, event.drew),
            strict=True,
        )
    ]
    assert drawn.bag == tuple(expected_bag)


def test_a_redraw_may_be_followed_by_another() -> None:
    """J7: a hand that is still unplayable is redrawn again; one that isn't plays on."""
    position = table(CUBES, RED_SQUARE, UNPLAYABLE, "Px", bag="Rc Gs")
    redrawn = apply_events(position, Redrawn(0, faces(UNPLAYABLE), faces("Gs Yk Gb Bx Px Oc")))
    assert rules.available_options(redrawn) == Options(can_redraw=True, is_hand_unplayable=True)
    lucky = apply_events(redrawn, Redrawn(0, redrawn.hands[0], faces("Rb Yk Gb Bx Px Oc")))
    assert rules.available_options(lucky) == Options(can_place=True)


def test_a_redraw_takes_the_whole_hand() -> None:
    """J7: a redraw of only part of the hand is illegal."""
    position = table(CUBES, RED_SQUARE, UNPLAYABLE, "Px", bag="Rc Gs")
    with pytest.raises(IllegalMove) as caught:
        rules.validate_event(position, Redrawn(0, faces(UNPLAYABLE)[:5], faces("Rc Gs Os Oc Bx")))
    assert caught.value.reason is Reason.REDRAW_ALL


def test_an_unplayable_hand_passes_if_the_bag_cannot_help() -> None:
    """J7: if the bag has no red die either, the player passes and the next one moves."""
    position = table(CUBES, RED_SQUARE, UNPLAYABLE, "Rb", bag="Gs Bc")
    assert rules.available_options(position) == Options(
        can_roll_free=True, can_pass=True, is_hand_unplayable=True
    )
    assert position.view(0).forced_move == Pass()
    assert refusal_reason(position, Redraw()) is Reason.NO_REDRAW
    position = apply_events(position, Passed(0))
    assert (position.seat_to_move, rules.available_options(position).can_place) == (1, True)


def test_a_whole_game_ends_in_passes() -> None:
    """J7, J8: if a square uses up all the reds, everyone passes and the game ends."""
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


def test_a_redraw_is_followed_by_passes_and_the_end() -> None:
    """J7, J8: a redraw brings the last reds; once they are placed, everyone passes."""
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
