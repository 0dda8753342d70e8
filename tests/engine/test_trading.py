"""Refilling and trading."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Drawn, Passed, Placed, Traded
from qwirkle.engine.moves import Pass, Place, Trade
from qwirkle.engine.view import Options, Stage
from tests.engine.game_builder import (
    ALL_REDS,
    CUBES,
    FEW_TILES,
    RED_SQUARE,
    TILES,
    apply_events,
    bag_counts,
    table,
)
from tests.sample_positions import faces, parse_placement

RED_ROW = "Rc 0,0 · Rs 1,0"
HAND = "Rd Rk Oc Ys Gb Px"
STUCK = "Od Yk Gb Bx Px Gx"


def test_refill_to_six() -> None:
    """R11: after placing the hand is filled up to six, and then the next player's turn begins."""
    position = table(TILES, RED_ROW, HAND, "Px")
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0 · Rk 3,0"), 4))
    assert position.stage is Stage.DRAW
    assert not rules.needs_player(position)
    drawn = rules.resolve(position, None, Random(1))
    assert isinstance(drawn, Drawn)
    assert len(drawn.pieces) == 2
    filled = apply_events(position, drawn)
    assert filled.hands[0] == faces("Oc Ys Gb Px") + drawn.pieces
    assert (filled.player, filled.stage, filled.turns_played) == (1, Stage.PLACE, 2)
    assert sum(filled.bag) == sum(position.bag) - 2


def test_refill_as_far_as_the_bag_reaches() -> None:
    """R11: a bag that is short gives what it has, and an empty one nothing, without an event."""
    short = table(TILES, RED_ROW, HAND, "Px", bag="Bb")
    short = apply_events(
        short, Placed(0, parse_placement("Rd 2,0 · Rk 3,0"), 4), Drawn(0, faces("Bb"))
    )
    assert short.hands[0] == faces("Oc Ys Gb Px Bb")
    empty = table(TILES, RED_ROW, HAND, "Px", bag="")
    empty = apply_events(empty, Placed(0, parse_placement("Rd 2,0 · Rk 3,0"), 4))
    assert (empty.player, empty.hands[0]) == (1, faces("Oc Ys Gb Px"))


def test_place_or_trade() -> None:
    """T2: who can place may trade one to six instead."""
    position = table(TILES, RED_ROW, HAND, "Px")
    assert rules.available_options(position) == Options(can_place=True, max_trade=6)
    for count in range(1, 7):
        rules.validate_move(position.view(0), Trade(faces(HAND)[:count]))


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Trade(()), Reason.TRADE_NOTHING),
        (Trade(faces("Rd Rd")), Reason.NOT_IN_HAND),
        (Trade(faces(HAND + " Rd")), Reason.NOT_IN_HAND),
        (Pass(), Reason.NO_PASS),
    ],
)
def test_what_is_no_trade(move: Trade | Pass, reason: Reason) -> None:
    """T2: a trade is of tiles in the hand, at least one of them; and nobody may just pass."""
    with pytest.raises(IllegalMove) as refused:
        rules.validate_move(table(TILES, RED_ROW, HAND, "Px").view(0), move)
    assert refused.value.reason is reason


def test_a_trade() -> None:
    """T3: new tiles come from the bag before the old ones go in, nothing scores, the turn ends."""
    position = table(TILES, RED_ROW, HAND, "Px", bag="Bc Bs Bd", scores=(4, 5))
    traded = rules.resolve(position, Trade(faces("Px Rd Oc")), Random(3))
    assert isinstance(traded, Traded)
    assert sorted(traded.drew) == sorted(faces("Bc Bs Bd"))
    position = apply_events(position, traded)
    assert position.hands[0] == faces("Rk Ys Gb") + traded.drew
    assert position.bag == bag_counts(TILES, faces("Px Rd Oc"))
    assert (position.player, position.scores, position.turns_played) == (1, (4, 5), 2)


def test_a_traded_tile_does_not_come_back_at_once() -> None:
    """T3: a draw of a tile that the bag did not hold before the trade is refused."""
    position = table(TILES, RED_ROW, HAND, "Px", bag="Bc Bs Bd")
    with pytest.raises(IllegalMove) as refused:
        rules.validate_event(position, Traded(0, faces("Px"), faces("Px")))
    assert (refused.value.reason, refused.value.rule) == (Reason.DREW_TRADED_PIECES, "T3")
    with pytest.raises(IllegalMove) as refused:
        rules.validate_event(position, Traded(0, faces("Px"), faces("Bx")))
    assert refused.value.reason is Reason.NOT_IN_BAG


def test_a_trade_of_at_most_the_bag() -> None:
    """J4: with two tiles in the bag at most two can be traded."""
    position = table(TILES, RED_ROW, HAND, "Px", bag="Bc Bs")
    assert rules.available_options(position).max_trade == 2
    rules.validate_move(position.view(0), Trade(faces("Px Rd")))
    with pytest.raises(IllegalMove) as refused:
        rules.validate_move(position.view(0), Trade(faces("Px Rd Rk")))
    assert refused.value.reason is Reason.TRADE_TOO_MANY
    assert (refused.value.found, refused.value.expected) == (3, 2)


def test_who_cannot_place_must_trade() -> None:
    """T4: with nothing that fits there is only the trade."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb")
    assert rules.available_options(position) == Options(max_trade=6)
    assert position.view(0).forced_move is None
    with pytest.raises(IllegalMove) as refused:
        rules.validate_move(position.view(0), Pass())
    assert refused.value.reason is Reason.NO_PASS


def test_who_can_neither_place_nor_trade_passes() -> None:
    """J5: with an empty bag who cannot place passes, and the next player goes on."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb", bag="")
    assert rules.available_options(position) == Options(can_pass=True, is_hand_unplayable=True)
    assert position.view(0).forced_move == Pass()
    with pytest.raises(IllegalMove) as refused:
        rules.validate_move(position.view(0), Trade(faces("Od")))
    assert refused.value.reason is Reason.TRADE_EMPTY_BAG
    position = apply_events(position, Passed(0))
    assert (position.player, position.consecutive_passes) == (1, 1)
    assert rules.available_options(position) == Options(can_place=True)


def test_placing_ends_a_row_of_passes() -> None:
    """J5, J8: only passes in a row are counted, and a placement begins them anew."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb Yc", STUCK, bag="", passes=0)
    position = apply_events(position, Passed(0), Placed(1, parse_placement("Rb 2,0"), 3))
    assert (position.player, position.consecutive_passes) == (2, 0)
    drawing = table(TILES, RED_SQUARE, "Rb Yc", STUCK, bag="Gs", passes=1)
    assert apply_events(drawing, Placed(0, parse_placement("Rb 2,0"), 3)).consecutive_passes == 0


def test_a_trade_ends_a_row_of_passes() -> None:
    """J8: a trade is no pass."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb", bag="Rx", passes=1)
    assert apply_events(position, Traded(0, faces("Od"), faces("Rx"))).consecutive_passes == 0


def test_a_dead_table() -> None:
    """J11: where no tile of any hand or of the bag fits, no trade can help: all pass."""
    position = table(FEW_TILES, ALL_REDS, STUCK, "Oc Os", scores=(9, 9))
    assert sum(position.bag) == 22
    assert rules.available_options(position) == Options(can_pass=True, is_hand_unplayable=True)
    with pytest.raises(IllegalMove) as refused:
        rules.validate_move(position.view(0), Trade(position.hands[0][:1]))
    assert (refused.value.reason, refused.value.rule) == (Reason.BLOCKED_BOARD, "J11")
    position = apply_events(position, Passed(0))
    assert rules.available_options(position) == Options(can_pass=True, is_hand_unplayable=True)
    assert apply_events(position, Passed(1)).stage is Stage.FINISH


def test_a_table_is_not_dead_while_another_hand_fits() -> None:
    """J11: a tile that fits, in whatever hidden hand, keeps the trade open."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb", bag="Oc")
    assert rules.available_options(position) == Options(max_trade=1)


def test_there_is_no_trade_with_dice() -> None:
    """C5: dice are never traded, whether they fit or not."""
    for hand in (HAND, STUCK):
        position = table(CUBES, RED_ROW, hand, "Px")
        with pytest.raises(IllegalMove) as refused:
            rules.validate_move(position.view(0), Trade(faces(hand)[:1]))
        assert refused.value.reason is Reason.NO_TRADE


def test_the_last_tile_before_the_bag_is_empty() -> None:
    """R12: playing the whole hand while the bag still holds something ends nothing."""
    position = table(TILES, RED_ROW, "Rd", "Px", bag="Bb")
    rules.validate_move(position.view(0), Place(parse_placement("Rd 2,0")))
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    assert position.stage is Stage.DRAW
    assert apply_events(position, Drawn(0, faces("Bb"))).player == 1
