"""House rules: each ruleset key, tested in a position in which it matters."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

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
    Traded,
)
from qwirkle.engine.moves import Pass, Place, Roll, Trade
from qwirkle.engine.position import Position
from qwirkle.engine.rules import decide_opener
from qwirkle.engine.variant import EndRule, OpeningRule, RollStep, TradeRule, Variant
from qwirkle.engine.view import Options, Stage
from tests.engine.game_builder import (
    CUBES,
    JUNIOR,
    RED_SQUARE,
    SPRINT,
    TILES,
    apply_events,
    dealt_position,
    skip_automatic_steps,
    table,
)
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import with_changes

RED_ROW = "Rc 0,0 · Rs 1,0"
FITS = "Rd Rk Oc Os"
STUCK = "Ok Yk Gk Gd"
TWO = "Rc Rs Yd Gk Bb Px"
APART = "Rc Os Yd Gk Bb Px"


def refusal_reason(position: Position, move: object) -> Reason:
    """Reason why the move is illegal."""
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(position.seat_to_move), move)  # type: ignore[arg-type]
    return caught.value.reason


# Who opens


def opening_candidates(
    opening: OpeningRule, ages: tuple[int | None, ...], *hands: str
) -> tuple[int, ...]:
    """Seats that may open the game."""
    return decide_opener(
        dealt_position(with_changes(TILES, opening=opening), *hands, ages=ages)
    ).candidates


@pytest.mark.parametrize(
    ("opening", "ages", "players"),
    [
        (OpeningRule("youngest"), (30, 8, 9), (1,)),
        (OpeningRule("oldest"), (30, 8, 9), (0,)),
        (OpeningRule("seat"), (30, 8, 9), (0,)),
        (OpeningRule("set", ("youngest",)), (30, 8, 9), (1,)),
        (OpeningRule("set", ("oldest",)), (30, 8, 9), (0,)),
        (OpeningRule("set", ("seat",)), (30, 8, 9), (0,)),
        (OpeningRule("set", ()), (30, 8, 9), (0,)),
        (OpeningRule("set", ("chance",)), (30, 8, 9), (0, 1, 2)),
        (OpeningRule("youngest", ("chance",)), (30, 8, 8), (1, 2)),
        (OpeningRule("youngest", ("chance",)), (30, None, 8), (0, 1, 2)),
        (OpeningRule("set", ("youngest", "chance")), (30, 8, 8), (1, 2)),
        (OpeningRule("set", ("youngest", "chance")), (30, 9, 8), (2,)),
        (OpeningRule("set", ("youngest", "chance")), (30, None, 8), (0, 1, 2)),
        (OpeningRule("set", ("chance", "youngest")), (30, 9, 8), (0, 1, 2)),
        (OpeningRule("set", ("seat", "chance")), (30, 9, 8), (0,)),
    ],
)
def test_tie_breaks_apply_in_order(
    opening: OpeningRule, ages: tuple[int | None, ...], players: tuple[int, ...]
) -> None:
    """J2: tie breaks apply from left to right; if a tie remains, the earliest seat opens."""
    assert opening_candidates(opening, ages, TWO, TWO, TWO) == players


def test_the_largest_set_comes_before_tie_breaks() -> None:
    """R3: only players with the largest set take part in the tie break."""
    assert opening_candidates(OpeningRule("set", ("chance",)), (None,) * 3, TWO, APART, TWO) == (
        0,
        2,
    )
    assert opening_candidates(OpeningRule("set", ("oldest",)), (9, 60, 30), TWO, APART, TWO) == (2,)


def test_a_random_tie_break_can_pick_any_tied_player() -> None:
    """J2: if chance decides, every tied player is a legal opener, and each gets picked."""
    position = dealt_position(
        with_changes(TILES, opening=OpeningRule(tie=("chance",))), TWO, APART, TWO
    )
    openers = Counter(
        event.player
        for seed in range(60)
        if isinstance(event := rules.resolve(position, None, Random(seed)), Opened)
    )
    assert set(openers) == {0, 2}
    assert min(openers.values()) > 15
    for player in (0, 2):
        rules.validate_event(position, Opened(player, 2))
    with pytest.raises(IllegalMove):
        rules.validate_event(position, Opened(1, 1))


# Colours and shapes


def test_a_ruleset_can_use_fewer_colours_and_shapes() -> None:
    """R1: with fewer colours and shapes, the first ones stay in play and no others are drawn."""
    assert [kind.name for kind in JUNIOR.kinds] == [
        colour + shape for colour in "ROYG" for shape in "csdk"
    ]
    start = rules.initial_position(JUNIOR, (None, None))
    for seed in range(30):
        event = rules.resolve(start, None, Random(seed))
        assert isinstance(event, Dealt)
        assert all(JUNIOR.face_mask >> face & 1 for face in event.pieces)
    with pytest.raises(IllegalMove) as caught:
        rules.validate_event(start, Dealt(0, faces("Rc Bc Rs Rd")))
    assert caught.value.reason is Reason.NOT_IN_BAG


def test_dice_can_have_fewer_shapes() -> None:
    """C1: a die with three shapes never shows a fourth."""
    dice = with_changes(CUBES, pieces__shapes=3)
    assert dice.kinds[1].faces == faces("Oc Os Od")
    position = table(dice, RED_ROW, "Rd Oc Ys", "Gc")
    seen = set()
    for seed in range(40):
        event = rules.resolve(position, Roll(faces("Rd Oc Ys")), Random(seed))
        assert isinstance(event, Rolled)
        seen |= set(event.after)
    assert seen == set(faces("Rc Rs Rd Oc Os Od Yc Ys Yd"))
    with pytest.raises(IllegalMove) as caught:
        rules.validate_event(position, Rolled(0, faces("Oc"), faces("Ok"), False))
    assert caught.value.reason is Reason.WRONG_FACES


@pytest.mark.parametrize(
    ("colours", "shapes", "board", "piece", "points"),
    [
        (4, 6, "Rc 0,0 · Oc 1,0 · Yc 2,0", "Gc 3,0", 10),
        (4, 6, "Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk 3,0", 4),
        (6, 4, "Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk 3,0", 10),
        (6, 4, "Rc 0,0 · Oc 1,0 · Yc 2,0", "Gc 3,0", 4),
        (3, 3, "Rc 0,0 · Oc 1,0", "Yc 2,0", 9),
        (3, 3, "Rc 0,0 · Rs 1,0", "Rd 2,0", 9),
    ],
)
def test_a_line_that_nothing_can_extend_is_full(
    colours: int, shapes: int, board: str, piece: str, points: int
) -> None:
    """R10: only a line with all shapes of a colour, or all colours of a shape, is a Qwirkle."""
    variant = with_changes(TILES, pieces__colours=colours, pieces__shapes=shapes)
    hand = piece.split(" ")[0]
    placed = rules.resolve(
        table(variant, board, hand, "Rc"), Place(parse_placement(piece)), Random(0)
    )
    assert isinstance(placed, Placed)
    assert placed.points == points


# Rolls


def test_a_turn_can_have_several_free_rolls() -> None:
    """A placement, a forced roll or a redraw forfeits the remaining free rolls."""
    variant = with_changes(CUBES, turn=(RollStep(2, 3), *CUBES.turn[1:]))
    position = table(variant, RED_ROW, FITS, "Gk")
    for left in (2, 1, 0):
        position = apply_events(position, Rolled(0, faces("Oc"), faces("Oc"), False))
        assert position.free_rolls == left
        assert rules.available_options(position).can_roll_free is (left > 0)
    assert refusal_reason(position, Roll(faces("Oc"))) is Reason.NO_ROLL
    stuck = table(variant, RED_ROW, STUCK, "Gk")
    assert rules.available_options(stuck) == Options(can_roll_free=True, must_roll=True)
    assert apply_events(stuck, Rolled(0, faces(STUCK), faces(STUCK), True)).free_rolls == 0
    unplayable = table(variant, RED_SQUARE, STUCK, "Gk")
    assert apply_events(unplayable, Redrawn(0, faces(STUCK), faces("Rb Yk Gk Gd"))).free_rolls == 0
    placed = apply_events(
        table(variant, RED_ROW, FITS, "Gk"), Placed(0, parse_placement("Rd 2,0"), 3)
    )
    assert placed.free_rolls == 0


def test_each_turn_starts_with_all_free_rolls() -> None:
    """The next player starts with the full number of free rolls."""
    variant = with_changes(CUBES, turn=(RollStep(2, 2), *CUBES.turn[1:]))
    position = table(variant, RED_ROW, FITS, "Gk Rd", bag="")
    position = apply_events(position, Rolled(0, faces("Oc"), faces("Oc"), False))
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    assert (position.seat_to_move, position.free_rolls) == (1, 2)


# Trades


def trade_position(bag_tiles: str | None = None, hand: str = FITS, **limits: int) -> Position:
    """Position with these trade limits and these tiles left in the bag."""
    return table(with_changes(TILES, trade=TradeRule(**limits)), RED_ROW, hand, "Gk", bag=bag_tiles)


def test_a_ruleset_limits_the_size_of_a_trade() -> None:
    """T2: a trade can't be smaller or larger than the ruleset allows."""
    position = trade_position(min_pieces=2, max_pieces=3)
    assert rules.available_options(position) == Options(can_place=True, max_trade=3, min_trade=2)
    assert refusal_reason(position, Trade(faces("Rd"))) is Reason.TRADE_TOO_FEW
    assert refusal_reason(position, Trade(faces(FITS))) is Reason.TRADE_OVER_LIMIT
    rules.validate_move(position.view(0), Trade(faces("Rd Rk")))
    rules.validate_move(position.view(0), Trade(faces("Rd Rk Oc")))


def test_a_stuck_player_passes_if_no_legal_trade_exists() -> None:
    """J5: a stuck player passes if the bag is too small for any trade the ruleset allows."""
    assert rules.available_options(trade_position("Rb", STUCK, min_pieces=2)) == Options(
        can_pass=True, is_hand_unplayable=True
    )
    assert rules.available_options(trade_position("Rb Rb", STUCK, min_pieces=2)) == Options(
        max_trade=2, min_trade=2
    )
    assert rules.available_options(trade_position("Rb Rb", STUCK, min_bag_size=3)) == Options(
        can_pass=True, is_hand_unplayable=True
    )
    assert rules.available_options(trade_position("Rb Rb Rb", STUCK, min_bag_size=3)) == Options(
        max_trade=3
    )
    assert rules.available_options(trade_position("Rb Rb", min_bag_size=3)) == Options(
        can_place=True
    )
    assert (
        refusal_reason(trade_position("Rb Rb", min_bag_size=3), Trade(faces("Rd")))
        is Reason.TRADE_BAG_TOO_SMALL
    )


def test_a_trade_can_cost_points() -> None:
    """A trade costs what the ruleset says, even below zero; a pass is free."""
    position = replace(trade_position("Rb Rb", cost=5), scores=(3, 9))
    assert apply_events(position, Traded(0, faces("Rd"), faces("Rb"))).scores == (-2, 9)
    stuck = replace(trade_position("", STUCK, cost=5), scores=(3, 9))
    assert apply_events(stuck, Passed(0)).scores == (3, 9)


# Points


def test_a_ruleset_can_set_points_by_line_length() -> None:
    """R9: a line scores the listed points for its length, plus any bonus."""
    variant = with_changes(TILES, scoring__line=(1, 10, 2, 20, 3))

    def points(board: str, pieces: str, hand: str) -> int:
        placed = rules.resolve(
            table(variant, board, hand, "Gk"), Place(parse_placement(pieces)), Random(0)
        )
        assert isinstance(placed, Placed)
        return placed.points

    assert points(RED_ROW, "Rd 2,0", "Rd") == 10
    assert points(RED_ROW, "Oc 0,1 · Os 1,1", "Oc Os") == 3
    assert points(RED_ROW, "Rd 2,0 · Rk 3,0", "Rd Rk") == 2
    assert points("Rc 0,0 · Rs 1,0 · Rd 2,0 · Rk 3,0 · Rb 4,0", "Rx 5,0", "Rx") == 3 + 6


# The end


def place_in_turn(position: Position, *turns: tuple[str, int]) -> Position:
    """Apply these placements with their points; refill hands at random."""
    for pieces, points in turns:
        position = skip_automatic_steps(
            apply_events(position, Placed(position.seat_to_move, parse_placement(pieces), points))
        )
    return position


def test_a_target_score_ends_the_game_after_the_round() -> None:
    """The round ends before the opener's seat, after the last player refills."""
    position = table(SPRINT, RED_ROW, "Rd", "Oc", "Os", scores=(57, 3, 4), turns=3)
    second = place_in_turn(position, ("Rd 2,0", 3), ("Oc 0,1", 2))
    assert (second.stage, second.seat_to_move, second.scores) == (Stage.PLACE, 2, (60, 5, 4))
    placed = apply_events(second, Placed(2, parse_placement("Os 1,1"), 4))
    assert placed.stage is Stage.DRAW
    drawn = apply_events(placed, rules.resolve(placed, None, Random(1)))
    assert isinstance(rules.resolve(placed, None, Random(1)), Drawn)
    assert (drawn.stage, len(drawn.hands[2])) == (Stage.FINISH, 6)
    assert skip_automatic_steps(drawn).result == Finished(None, 0, (60, 5, 8), (0,))


def test_one_point_below_the_target_score_starts_another_round() -> None:
    position = table(SPRINT, RED_ROW, "Rd", "Oc", scores=(56, 3), turns=2)
    assert place_in_turn(position, ("Rd 2,0", 3), ("Oc 0,1", 2)).stage is Stage.PLACE


def test_the_round_ends_before_the_opener_in_any_seat() -> None:
    """A round ends before the seat that opened the game, whichever that is."""
    position = table(SPRINT, RED_ROW, "Rd", "Oc", scores=(3, 58), turns=2, player=1)
    first = place_in_turn(position, ("Oc 0,1", 2))
    assert (first.stage, first.seat_to_move) == (Stage.PLACE, 0)
    assert place_in_turn(first, ("Rd 2,0", 3)).result == Finished(None, 0, (6, 60), (1,))


def with_end(**end_rules: int) -> Variant:
    """Tiles with these end rules."""
    return with_changes(TILES, end=EndRule(**end_rules))


def test_a_turn_limit_ends_the_game() -> None:
    """The game ends after the set number of turns per player; trades and passes count as turns."""
    position = table(with_end(max_rounds=2), RED_ROW, FITS, "Yk Gk", bag="", turns=2, scores=(9, 9))
    position = apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
    assert position.stage is Stage.PLACE
    over = skip_automatic_steps(apply_events(position, Passed(1)))
    assert over.result == Finished(None, 0, (12, 9), (0,))


def test_going_out_and_passing_end_the_game_at_once() -> None:
    """R12, J8: an empty hand or a pass by everyone ends the game before the round is over."""
    variant = with_end(max_rounds=9, target_score=500)
    out = table(variant, RED_ROW, "Rd", FITS, bag="", turns=2, scores=(1, 2))
    assert skip_automatic_steps(
        apply_events(out, Placed(0, parse_placement("Rd 2,0"), 3))
    ).result == Finished(0, 6, (10, 2), (0,))
    stuck = table(variant, RED_SQUARE, "Gk", "Ok", "Yk", bag="", turns=4, player=1)
    for seat in (1, 2, 0):
        stuck = apply_events(stuck, Passed(seat))
    assert skip_automatic_steps(stuck).result == Finished(None, 0, (0, 0, 0), (0, 1, 2))


def test_pieces_left_in_hand_cost_points() -> None:
    """Points for leftover pieces come off after the bonus, from every player, even below zero."""
    variant = with_end(leftover_penalty=3)
    out = table(variant, RED_ROW, "Rd", "Gk Gd", bag="", scores=(1, 2))
    assert skip_automatic_steps(
        apply_events(out, Placed(0, parse_placement("Rd 2,0"), 3))
    ).result == Finished(0, 6, (10, -4), (0,))
    stuck = table(variant, RED_SQUARE, "Gk Gd", "Ok", bag="", scores=(5, 1), passes=1)
    over = skip_automatic_steps(apply_events(stuck, Passed(0)))
    assert over.result == Finished(None, 0, (-1, -2), (0,))
    with pytest.raises(IllegalMove) as caught:
        rules.validate_event(apply_events(stuck, Passed(0)), Finished(None, 0, (5, 1), (0,)))
    assert caught.value.reason is Reason.WRONG_RESULT


def test_the_last_turn_allows_no_extra_pass() -> None:
    """J5: the last turn has the same conditions for passing as any other."""
    position = table(with_end(max_rounds=1), RED_ROW, FITS, "Gk", turns=1)
    assert refusal_reason(position, Pass()) is Reason.NO_PASS
