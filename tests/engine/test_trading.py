"""Refilling, trading and passing."""

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


def test_a_hand_refills_to_six() -> None:
    """R11: after a placement the hand refills to six; then the next player moves."""
    position = table(TILES, RED_ROW, HAND, "Px")
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0 · Rk 3,0"), 4))
    assert position.stage is Stage.DRAW
    assert not rules.needs_player(position)
    drawn = rules.resolve(position, None, Random(1))
    assert isinstance(drawn, Drawn)
    assert len(drawn.pieces) == 2
    filled = apply_events(position, drawn)
    assert filled.hands[0] == faces("Oc Ys Gb Px") + drawn.pieces
    assert (filled.seat_to_move, filled.stage, filled.turns_played) == (1, Stage.PLACE, 2)
    assert sum(filled.bag) == sum(position.bag) - 2


def test_a_refill_takes_what_the_bag_has() -> None:
    """R11: a short bag gives what it has; an empty one skips the draw event."""
    short = table(TILES, RED_ROW, HAND, "Px", bag="Bb")
    short = apply_events(
        short, Placed(0, parse_placement("Rd 2,0 · Rk 3,0"), 4), Drawn(0, faces("Bb"))
    )
    assert short.hands[0] == faces("Oc Ys Gb Px Bb")
    empty = table(TILES, RED_ROW, HAND, "Px", bag="")
    empty = apply_events(empty, Placed(0, parse_placement("Rd 2,0 · Rk 3,0"), 4))
    assert (empty.seat_to_move, empty.hands[0]) == (1, faces("Oc Ys Gb Px"))


def test_a_player_may_trade_instead_of_placing() -> None:
    """T2: a player who can place may trade one to six tiles instead."""
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
def test_a_trade_needs_tiles_from_the_hand(move: Trade | Pass, reason: Reason) -> None:
    """T2: a trade needs at least one tile, all from the hand, and passing isn't an alternative."""
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(table(TILES, RED_ROW, HAND, "Px").view(0), move)
    assert caught.value.reason is reason


def test_a_trade_draws_before_returning_tiles() -> None:
    """T3: a trade draws before returning tiles, scores nothing and ends the turn."""
    position = table(TILES, RED_ROW, HAND, "Px", bag="Bc Bs Bd", scores=(4, 5))
    traded = rules.resolve(position, Trade(faces("Px Rd Oc")), Random(3))
    assert isinstance(traded, Traded)
    assert sorted(traded.drew) == sorted(faces("Bc Bs Bd"))
    position = apply_events(position, traded)
    assert position.hands[0] == faces("Rk Ys Gb") + traded.drew
    assert position.bag == bag_counts(TILES, faces("Px Rd Oc"))
    assert (position.seat_to_move, position.scores, position.turns_played) == (1, (4, 5), 2)


def test_a_traded_tile_cannot_be_drawn_back() -> None:
    """T3: a trade can only draw tiles that were in the bag before it."""
    position = table(TILES, RED_ROW, HAND, "Px", bag="Bc Bs Bd")
    with pytest.raises(IllegalMove) as caught:
        rules.validate_event(position, Traded(0, faces("Px"), faces("Px")))
    assert (caught.value.reason, caught.value.rule) == (Reason.DREW_TRADED_PIECES, "T3")
    with pytest.raises(IllegalMove) as caught:
        rules.validate_event(position, Traded(0, faces("Px"), faces("Bx")))
    assert caught.value.reason is Reason.NOT_IN_BAG


def test_a_trade_needs_enough_tiles_in_the_bag() -> None:
    """J4: you can't trade more tiles than the bag holds."""
    position = table(TILES, RED_ROW, HAND, "Px", bag="Bc Bs")
    assert rules.available_options(position).max_trade == 2
    rules.validate_move(position.view(0), Trade(faces("Px Rd")))
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(0), Trade(faces("Px Rd Rk")))
    assert caught.value.reason is Reason.TRADE_TOO_MANY
    assert (caught.value.found, caught.value.expected) == (3, 2)


def test_a_stuck_player_must_trade() -> None:
    """T4: if nothing fits, trading is the only option."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb")
    assert rules.available_options(position) == Options(max_trade=6)
    assert position.view(0).forced_move is None
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(0), Pass())
    assert caught.value.reason is Reason.NO_PASS


def test_a_stuck_player_passes_if_the_bag_is_empty() -> None:
    """J5: if nothing fits and the bag is empty, the player passes and the next one moves."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb", bag="")
    assert rules.available_options(position) == Options(can_pass=True, is_hand_unplayable=True)
    assert position.view(0).forced_move == Pass()
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(0), Trade(faces("Od")))
    assert caught.value.reason is Reason.TRADE_BAG_TOO_SMALL
    position = apply_events(position, Passed(0))
    assert (position.seat_to_move, position.consecutive_passes) == (1, 1)
    assert rules.available_options(position) == Options(can_place=True)


def test_a_placement_resets_the_pass_count() -> None:
    """J5, J8: only consecutive passes count, so a placement resets the count."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb Yc", STUCK, bag="", passes=0)
    position = apply_events(position, Passed(0), Placed(1, parse_placement("Rb 2,0"), 3))
    assert (position.seat_to_move, position.consecutive_passes) == (2, 0)
    drawing = table(TILES, RED_SQUARE, "Rb Yc", STUCK, bag="Gs", passes=1)
    assert apply_events(drawing, Placed(0, parse_placement("Rb 2,0"), 3)).consecutive_passes == 0


def test_a_trade_resets_the_pass_count() -> None:
    """J8: a trade isn't a pass, so it resets the count."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb", bag="Rx", passes=1)
    assert apply_events(position, Traded(0, faces("Od"), faces("Rx"))).consecutive_passes == 0


def test_a_blocked_board_rules_out_trades() -> None:
    """J11: if no tile in the bag or a hand fits, players pass instead of trading."""
    position = table(FEW_TILES, ALL_REDS, STUCK, "Oc Os", scores=(9, 9))
    assert sum(position.bag) == 22
    assert rules.available_options(position) == Options(can_pass=True, is_hand_unplayable=True)
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(0), Trade(position.hands[0][:1]))
    assert (caught.value.reason, caught.value.rule) == (Reason.BLOCKED_BOARD, "J11")
    position = apply_events(position, Passed(0))
    assert rules.available_options(position) == Options(can_pass=True, is_hand_unplayable=True)
    assert apply_events(position, Passed(1)).stage is Stage.FINISH


def test_a_board_is_not_blocked_while_another_hand_fits() -> None:
    """J11: trades stay possible while a tile in any hidden hand fits."""
    position = table(TILES, RED_SQUARE, STUCK, "Rb", bag="Oc")
    assert rules.available_options(position) == Options(max_trade=1)


def test_dice_cannot_be_traded() -> None:
    """C5: dice are never traded, whether they fit or not."""
    for hand in (HAND, STUCK):
        position = table(CUBES, RED_ROW, hand, "Px")
        with pytest.raises(IllegalMove) as caught:
            rules.validate_move(position.view(0), Trade(faces(hand)[:1]))
        assert caught.value.reason is Reason.NO_TRADE


def test_an_empty_hand_with_tiles_in_the_bag_refills() -> None:
    """R12: emptying your hand while the bag still holds tiles doesn't end the game."""
    position = table(TILES, RED_ROW, "Rd", "Px", bag="Bb")
    rules.validate_move(position.view(0), Place(parse_placement("Rd 2,0")))
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    assert position.stage is Stage.DRAW
    assert apply_events(position, Drawn(0, faces("Bb"))).seat_to_move == 1
