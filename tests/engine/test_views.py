"""What a seat may know."""

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


def test_hidden_hands() -> None:
    """T1: a seat sees its own tiles, and of the others only how many there are."""
    for variant in (TILES, MINDWARE):
        view = table(variant, RED_ROW, "Rd Rk", "Gb", "Bx Bx Px").view(1)
        assert view.hands == (None, faces("Gb"), None)
        assert view.hand == faces("Gb")
        assert view.hand_sizes == (2, 1, 3)


def test_unseen_tiles_are_counted() -> None:
    """T1: what is unseen is what lies in the bag or in hidden hands, of each kind."""
    position = table(TILES, RED_ROW, "Rd Rk", "Gb", "Bx Bx Px")
    unseen = position.view(1).unseen_counts
    known = bag_counts(TILES, faces("Rc Rs Gb"))
    assert unseen == tuple(3 - count for count in known)
    assert position.view(1).bag_size == 108 - 8


def test_unseen_dice_are_those_in_the_bag() -> None:
    """C2: with open dice all that is unseen is in the bag, and only its colours are known."""
    position = table(CUBES, RED_ROW, "Rd Rk", "Gb", "Bx Bx Px")
    for seat in range(3):
        assert position.view(seat).unseen_counts == position.bag == (11, 15, 15, 14, 13, 14)


def test_options_of_others_are_hidden_with_their_hands() -> None:
    """T1: whether another player can place would tell of the hand, so it is not told."""
    position = table(TILES, RED_ROW, "Rd Rk", "Gb")
    assert (
        position.view(0).options
        == rules.available_options(position)
        == Options(can_place=True, max_trade=2)
    )
    assert position.view(1).options == Options()
    open_table = table(CUBES, RED_ROW, "Rd Rk", "Gb")
    assert open_table.view(1).options == rules.available_options(open_table)


def test_a_hidden_hand_may_hold_anything() -> None:
    """T1: two positions that differ only in hidden tiles look the same."""
    one = table(TILES, RED_SQUARE, "Gb Px", "Rb Oc", bag="Rx Ys Bd")
    other = table(TILES, RED_SQUARE, "Gb Px", "Ys Bd", bag="Rx Rb Oc")
    assert one != other
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)


def test_what_lies_open_is_in_every_view() -> None:
    """R3, R12: the board, the scores, whose turn it is and how it ended are known to all."""
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
            assert (view.player, view.stage, view.scores) == (1, position.stage, (19, 11))
            assert (view.free_rolls, view.consecutive_passes, view.turns_played) == (3, 1, 7)
            assert view.result == result


def test_a_view_in_the_middle_of_the_deal() -> None:
    """R2: a view can be asked for before hands are dealt, and shows them empty."""
    for variant in (TILES, CUBES):
        view = rules.initial_position(variant, (None, None)).view(1)
        assert view.hand == ()
        assert view.hand_sizes == (0, 0)
        assert view.forced_move is None


def test_nothing_can_be_chosen_where_chance_decides() -> None:
    """R3: while it is to be settled who starts, and after the end, there are no options."""
    position = dealt_position(TILES, "Rc Rs", "Gb Px")
    assert position.view(0).options == Options()
    assert replace(position, stage=Stage.OVER).view(0).options == Options()
    assert position.player_count == 2
