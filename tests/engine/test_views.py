"""What each seat can see."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.engine import rules
from qwirkle.engine.events import Finished
from qwirkle.engine.view import Options, Stage
from tests.engine.game_builder import (
    CUBES,
    MINDWARE,
    RED_SQUARE,
    TILES,
    bag_counts,
    dealt_position,
    table,
)
from tests.sample_positions import faces

RED_ROW = "Rc 0,0 · Rs 1,0"


def test_a_seat_sees_only_its_own_tiles() -> None:
    """T1: a seat sees its own tiles, and only the number of tiles in other hands."""
    for variant in (TILES, MINDWARE):
        view = table(variant, RED_ROW, "Rd Rk", "Gb", "Bx Bx Px").view(1)
        assert view.hands == (None, faces("Gb"), None)
        assert view.hand == faces("Gb")
        assert view.hand_sizes == (2, 1, 3)


def test_unseen_tiles_are_counted() -> None:
    """T1: unseen tiles of each kind are those in the bag and in hidden hands."""
    position = table(TILES, RED_ROW, "Rd Rk", "Gb", "Bx Bx Px")
    unseen = position.view(1).unseen_counts
    seen = bag_counts(TILES, faces("Rc Rs Gb"))
    assert unseen == tuple(3 - count for count in seen)
    assert position.view(1).bag_size == 108 - 8


def test_unseen_dice_are_those_in_the_bag() -> None:
    """C2: hands of dice are visible, so all unseen dice are in the bag, known only by colour."""
    position = table(CUBES, RED_ROW, "Rd Rk", "Gb", "Bx Bx Px")
    for seat in range(3):
        assert position.view(seat).unseen_counts == position.bag == (11, 15, 15, 14, 13, 14)


def test_options_are_hidden_with_the_hand() -> None:
    """T1: options would reveal a hidden hand, so other seats don't see them."""
    position = table(TILES, RED_ROW, "Rd Rk", "Gb")
    assert (
        position.view(0).options
        == rules.available_options(position)
        == Options(can_place=True, max_trade=2)
    )
    assert position.view(1).options == Options()
    open_position = table(CUBES, RED_ROW, "Rd Rk", "Gb")
    assert open_position.view(1).options == rules.available_options(open_position)


def test_a_view_reveals_no_hidden_tiles() -> None:
    """T1: positions that differ only in hidden tiles give a seat equal views."""
    one = table(TILES, RED_SQUARE, "Gb Px", "Rb Oc", bag="Rx Ys Bd")
    other = table(TILES, RED_SQUARE, "Gb Px", "Ys Bd", bag="Rx Rb Oc")
    assert one != other
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)


def test_every_view_has_the_public_facts() -> None:
    """R3, R12: every seat sees the board, the scores, whose turn it is and the result."""
    result = Finished(0, 6, (19, 11), (0,))
    for variant in (TILES, CUBES):
        position = replace(
            table(variant, RED_ROW, "Rd", "Px", player=1, turns=7, passes=1, scores=(19, 11)),
            free_rolls=3,
            result=result,
        )
        for seat in range(2):
            view = position.view(seat)
            assert (view.variant, view.board, view.seat) == (variant, position.board, seat)
            assert (view.seat_to_move, view.stage, view.scores) == (1, position.stage, (19, 11))
            assert (view.free_rolls, view.consecutive_passes, view.turns_played) == (3, 1, 7)
            assert view.result == result


def test_a_view_before_the_deal_has_empty_hands() -> None:
    """R2: before the deal, a view shows empty hands."""
    for variant in (TILES, CUBES):
        view = rules.initial_position(variant, (None, None)).view(1)
        assert view.hand == ()
        assert view.hand_sizes == (0, 0)
        assert view.forced_move is None


def test_there_are_no_options_outside_a_turn() -> None:
    """R3: there are no options before the opener is decided or after the end."""
    position = dealt_position(TILES, "Rc Rs", "Gb Px")
    assert position.view(0).options == Options()
    assert replace(position, stage=Stage.OVER).view(0).options == Options()
    assert position.player_count == 2
