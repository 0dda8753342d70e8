"""Turns, unplayable hands and the end of the game under each bundled variant."""

from __future__ import annotations

from random import Random

from qwirkle.engine import rules
from qwirkle.engine.errors import Reason
from qwirkle.engine.events import Drawn, Finished, Passed, Placed, Redrawn, Rolled, Traded
from qwirkle.engine.moves import Pass, Redraw, Roll, Trade
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, Stage
from tests.comparison.situations import (
    DICE_GAMES,
    FITS,
    RED_ROW,
    STUCK,
    by_pieces,
    event_reason,
    for_each_edition,
    reason,
    same_everywhere,
)
from tests.engine.game_builder import BUNDLED, RED_SQUARE, apply_events, skip_automatic_steps, table
from tests.sample_positions import faces, parse_placement

# A turn


def test_hands_are_hidden_or_open() -> None:
    """T1, C2: tiles are hidden from other players; dice and junior's pieces are open."""
    visible = faces(STUCK)
    results = for_each_edition(lambda v: table(v, RED_ROW, FITS, STUCK).view(0).hands[1])
    hidden = {"tiles": None, "tiles_mindware": None, "sprint": None}
    assert results == same_everywhere(visible, **hidden)


def test_only_dice_can_be_rolled_before_placing() -> None:
    """C3: before placing you can roll any of your dice, but no tiles."""
    results = for_each_edition(
        lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Roll(faces("Oc Rk")))
    )
    assert results == by_pieces(Reason.NO_ROLL, None)


def test_there_is_one_free_roll_per_turn() -> None:
    """C3: a turn has only one free roll."""

    def roll_twice(variant: Variant) -> object:
        if variant.roll_step is None:
            return Reason.NO_ROLL
        rolled = Rolled(0, faces("Oc"), faces("Ok"), False)
        return reason(apply_events(table(variant, RED_ROW, FITS, "Gk"), rolled), Roll(faces("Ok")))

    assert for_each_edition(roll_twice) == same_everywhere(Reason.NO_ROLL)


def test_a_roll_keeps_the_colour() -> None:
    """C1: a roll changes the shape of a die, never its colour."""

    def change_colour(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk")
        return event_reason(position, Rolled(0, faces("Oc"), faces("Yc"), False))

    assert for_each_edition(change_colour) == by_pieces(Reason.NO_ROLL, Reason.WRONG_FACES)


def test_only_tiles_can_be_traded() -> None:
    """T2, C5: instead of placing you can trade any number of tiles, but no dice."""
    results = for_each_edition(
        lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Trade(faces("Oc Rk")))
    )
    assert results == by_pieces(None, Reason.NO_TRADE)
    results = for_each_edition(lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Trade(faces(FITS))))
    assert results == by_pieces(None, Reason.NO_TRADE)


def test_a_trade_ends_the_turn() -> None:
    """T3: you draw before the traded pieces go back, score nothing, and the turn ends."""

    def trade(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk", bag="Gc", scores=(4, 5))
        if event_reason(position, Traded(0, faces("Oc"), faces("Gc"))) is not None:
            return event_reason(position, Traded(0, faces("Oc"), faces("Gc")))
        own_piece_reason = event_reason(position, Traded(0, faces("Oc"), faces("Oc")))
        traded = apply_events(position, Traded(0, faces("Oc"), faces("Gc")))
        return (
            own_piece_reason,
            traded.hands[0],
            traded.scores,
            traded.seat_to_move,
            sum(traded.bag),
        )

    expected = (Reason.DREW_TRADED_PIECES, faces("Rd Rk Os Gc"), (4, 5), 1, 1)
    assert for_each_edition(trade) == by_pieces(expected, Reason.NO_TRADE)


def test_a_trade_needs_enough_tiles_in_the_bag() -> None:
    """J4: you can't trade more tiles than the bag holds."""
    results = for_each_edition(
        lambda v: reason(table(v, RED_ROW, FITS, "Gk", bag="Gc"), Trade(faces("Oc Rk")))
    )
    assert results == by_pieces(Reason.TRADE_TOO_MANY, Reason.NO_TRADE)
    results = for_each_edition(
        lambda v: reason(table(v, RED_ROW, FITS, "Gk", bag=""), Trade(faces("Oc")))
    )
    assert results == by_pieces(Reason.TRADE_BAG_TOO_SMALL, Reason.NO_TRADE)


def test_the_hand_is_refilled_after_placing() -> None:
    """R11: after placing, the hand is refilled to six, or to four in junior."""

    def draw_count(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk")
        draw = rules.resolve(
            apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3)), None, Random(1)
        )
        assert isinstance(draw, Drawn)
        return len(draw.pieces)

    assert for_each_edition(draw_count) == same_everywhere(3, junior=1)


def test_tiles_have_3_copies_and_dice_15() -> None:
    """T1, C1: there are 3 tiles of each face, but 15 dice can show it."""
    assert for_each_edition(lambda v: v.kinds[v.kind_by_face[0]].copies) == by_pieces(3, 15)
    counts = {"cubes": 90, "cubes_mindware": 90, "junior": 48}
    assert for_each_edition(lambda v: v.piece_count) == same_everywhere(108, **counts)


def test_unseen_tiles_count_by_face_and_dice_by_colour() -> None:
    """T1, C1: unseen tiles are counted by face, unseen dice by colour."""
    unseen = for_each_edition(lambda v: table(v, RED_ROW, "Rd Oc", "Rd Gk").view(0).unseen_counts)
    assert {name: len(kinds) for name, kinds in unseen.items()} == {
        **same_everywhere(36, junior=16),
        **dict.fromkeys(DICE_GAMES, 6),
    }
    red_diamond = faces("Rd")[0]
    assert unseen["tiles"][red_diamond] == unseen["sprint"][red_diamond] == 2
    assert unseen["junior"][red_diamond] == 1
    assert unseen["cubes"] == (11, 14, 15, 14, 15, 15)


# Unplayable hands


def test_you_can_only_pass_if_nothing_else_is_possible() -> None:
    """J5: you can't pass if you can place, trade or roll."""
    results = for_each_edition(lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Pass()))
    assert results == same_everywhere(Reason.NO_PASS)
    results = for_each_edition(lambda v: reason(table(v, RED_ROW, STUCK, "Gk"), Pass()))
    assert results == same_everywhere(Reason.NO_PASS)


def test_if_nothing_fits_tiles_trade_and_dice_roll() -> None:
    """T4, C4, J6: if nothing fits, you trade tiles, or roll all dice, free roll first."""
    results = for_each_edition(lambda v: rules.available_options(table(v, RED_ROW, STUCK, "Gk")))
    assert results == by_pieces(Options(max_trade=4), Options(can_roll_free=True, must_roll=True))


def test_with_an_empty_bag_tiles_pass_and_dice_still_roll() -> None:
    """J5, C4: if nothing fits and the bag is empty, tiles pass and dice are still rolled."""
    results = for_each_edition(
        lambda v: rules.available_options(table(v, RED_ROW, STUCK, "Gk", bag=""))
    )
    passing = Options(can_pass=True, is_hand_unplayable=True)
    assert results == by_pieces(passing, Options(can_roll_free=True, must_roll=True))


def test_a_forced_roll_takes_all_dice() -> None:
    """C4: if no die fits, you must roll all dice, not just some."""
    hand = faces(STUCK)
    results = for_each_edition(
        lambda v: reason(table(v, RED_ROW, STUCK, "Gk"), Roll(hand[:3], forced=True))
    )
    assert results == by_pieces(Reason.NO_ROLL, Reason.ROLL_ALL)
    results = for_each_edition(
        lambda v: reason(table(v, RED_ROW, STUCK, "Gk"), Roll(hand, forced=True))
    )
    assert results == by_pieces(Reason.NO_ROLL, None)
    results = for_each_edition(
        lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Roll(faces(FITS), forced=True))
    )
    assert results == by_pieces(Reason.NO_ROLL, Reason.NOT_STUCK)


def test_a_forced_roll_uses_up_the_free_roll() -> None:
    """J6: after a forced roll there's no free roll; if no die fits, all are rolled again."""
    for name in DICE_GAMES:
        position = table(BUNDLED[name], RED_ROW, STUCK, "Gk")
        rolled = apply_events(position, Rolled(0, faces(STUCK), faces("Oc Yk Gk Gd"), True))
        assert rules.available_options(rolled) == Options(can_place=True)
        assert reason(rolled, Roll(faces("Yk"))) is Reason.NO_ROLL
        still_stuck = apply_events(position, Rolled(0, faces(STUCK), faces(STUCK), True))
        assert rules.available_options(still_stuck) == Options(must_roll=True)


def test_an_unplayable_hand_of_dice_is_swapped() -> None:
    """T4, J7: an unplayable hand of dice is swapped; an unplayable hand of tiles is traded."""
    results = for_each_edition(lambda v: reason(table(v, RED_SQUARE, STUCK, "Gk"), Redraw()))
    assert results == by_pieces(Reason.NO_REDRAW, None)
    forced = for_each_edition(lambda v: table(v, RED_SQUARE, STUCK, "Gk").view(0).forced_move)
    assert forced == by_pieces(None, Redraw())
    results = for_each_edition(
        lambda v: reason(table(v, RED_SQUARE, STUCK, "Gk"), Roll(faces(STUCK), forced=True))
    )
    assert results == by_pieces(Reason.NO_ROLL, Reason.UNPLAYABLE_HAND)


def test_a_redraw_uses_up_the_free_roll() -> None:
    """J7: a redraw swaps all dice, the turn continues, and its free roll is used up."""
    for name in DICE_GAMES:
        position = table(BUNDLED[name], RED_SQUARE, STUCK, "Gk")
        drew = faces("Rb Yk Gk Gd")
        assert event_reason(position, Redrawn(0, faces("Ok"), faces("Rb"))) is Reason.REDRAW_ALL
        drawn = apply_events(position, Redrawn(0, faces(STUCK), drew))
        assert (drawn.seat_to_move, drawn.hands[0]) == (0, drew)
        assert rules.available_options(drawn) == Options(can_place=True)


def test_players_pass_on_a_blocked_board() -> None:
    """J7, J11: you pass if nothing in your hand or the bag fits, and for tiles in no other hand."""
    forced = for_each_edition(
        lambda v: table(v, RED_SQUARE, STUCK, "Gk", bag="Gs").view(0).forced_move
    )
    assert forced == same_everywhere(Pass())
    forced = for_each_edition(
        lambda v: table(v, RED_SQUARE, STUCK, "Rk", bag="Gs").view(0).forced_move
    )
    assert forced == by_pieces(None, Pass())
    trade = Trade(faces("Ok"))
    results = for_each_edition(lambda v: reason(table(v, RED_SQUARE, STUCK, "Gk", bag="Gs"), trade))
    assert results == by_pieces(Reason.BLOCKED_BOARD, Reason.NO_TRADE)


# The end


def test_going_out_ends_the_game_with_a_bonus() -> None:
    """R12: placing your last piece with an empty bag ends the game and scores a bonus."""

    def go_out(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd", "Gk Gd", bag="", scores=(10, 15))
        result = skip_automatic_steps(
            apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
        ).result
        return (
            None if result is None else (result.player, result.bonus, result.scores, result.winners)
        )

    assert for_each_edition(go_out) == same_everywhere(
        (0, 6, (19, 15), (0,)), junior=(0, 4, (17, 15), (0,))
    )


def test_an_empty_hand_is_refilled_while_the_bag_lasts() -> None:
    """R12: an empty hand doesn't end the game while the bag can refill it."""

    def place_last_piece(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd", "Gk Gd", bag="Gc Gs")
        return apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3)).stage

    assert for_each_edition(place_last_piece) == same_everywhere(Stage.DRAW)


def test_the_game_ends_when_all_players_pass() -> None:
    """J8, J9: if all pass in a row, the game ends without a bonus; equal scores share the win."""

    def pass_in_turn(variant: Variant) -> object:
        position = table(variant, RED_SQUARE, "Gk", "Ok", bag="", scores=(15, 15))
        after_one_pass = apply_events(position, Passed(0))
        assert (after_one_pass.stage is Stage.FINISH, after_one_pass.seat_to_move) == (False, 1)
        return skip_automatic_steps(apply_events(after_one_pass, Passed(1))).result

    assert for_each_edition(pass_in_turn) == same_everywhere(Finished(None, 0, (15, 15), (0, 1)))


def test_a_placement_resets_the_pass_count() -> None:
    """J8: only consecutive passes count."""
    position = table(BUNDLED["tiles"], RED_ROW, "Gk", "Rd Gk", "Ok", bag="", player=0)
    placed = apply_events(position, Passed(0), Placed(1, parse_placement("Rd 2,0"), 3))
    assert placed.consecutive_passes == 0


def test_sprint_ends_after_the_round_in_which_a_player_reaches_60() -> None:
    """In sprint, the round in which a player reaches 60 points is played to its end."""

    def play_round(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd Yk", "Gk Oc", scores=(58, 10), turns=2)
        first = skip_automatic_steps(
            apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
        )
        second = apply_events(first, Placed(1, parse_placement("Oc 0,1"), 2))
        result = skip_automatic_steps(second).result
        return first.seat_to_move, result

    unfinished = (1, None)
    assert for_each_edition(play_round) == same_everywhere(
        unfinished, sprint=(1, Finished(None, 0, (61, 12), (0,)))
    )


def test_the_editions_differ_only_in_the_opening() -> None:
    """R3, A1 to A4: the American editions differ from the others only in the opening."""
    for one, other in (("tiles", "tiles-mindware"), ("cubes", "cubes-mindware")):
        first, second = BUNDLED[one], BUNDLED[other]
        assert first.place_step == second.place_step
        assert (first.kinds, first.line_scores) == (second.kinds, second.line_scores)
        assert first.opening != second.opening
    assert (BUNDLED["tiles"].opening.tie, BUNDLED["tiles-mindware"].opening.tie) == (
        "youngest",
        "oldest",
    )
