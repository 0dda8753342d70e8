"""Turns, being stuck and the end under each variant, with what each must give."""

from __future__ import annotations

from random import Random

from qwirkle.engine import rules
from qwirkle.engine.errors import Reason
from qwirkle.engine.events import (
    Drawn,
    Finished,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
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
    """T1, C2: tiles are hidden from the others, dice and the children's pieces lie open."""
    shown = faces(STUCK)
    found = for_each_edition(lambda v: table(v, RED_ROW, FITS, STUCK).view(0).hands[1])
    hidden = {"tiles": None, "tiles_mindware": None, "sprint": None}
    assert found == same_everywhere(shown, **hidden)


def test_before_placing() -> None:
    """C3: only dice may be rolled before placing, any of them."""
    found = for_each_edition(lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Roll(faces("Oc Rk"))))
    assert found == by_pieces(Reason.NO_ROLL, None)


def test_the_free_roll_comes_once() -> None:
    """C3: after a free roll there is no other, and the dice are placed as they lie."""

    def ask(variant: Variant) -> object:
        if variant.roll_step is None:
            return Reason.NO_ROLL
        rolled = Rolled(0, faces("Oc"), faces("Ok"), False)
        return reason(apply_events(table(variant, RED_ROW, FITS, "Gk"), rolled), Roll(faces("Ok")))

    assert for_each_edition(ask) == same_everywhere(Reason.NO_ROLL)


def test_a_roll_keeps_the_colour() -> None:
    """C1: a roll changes the shape of a die, never its colour."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk")
        return event_reason(position, Rolled(0, faces("Oc"), faces("Yc"), False))

    assert for_each_edition(ask) == by_pieces(Reason.NO_ROLL, Reason.WRONG_FACES)


def test_instead_of_placing() -> None:
    """T2, C5: only tiles may be traded instead of placing, as many as one likes."""
    found = for_each_edition(lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Trade(faces("Oc Rk"))))
    assert found == by_pieces(None, Reason.NO_TRADE)
    found = for_each_edition(lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Trade(faces(FITS))))
    assert found == by_pieces(None, Reason.NO_TRADE)


def test_a_trade_ends_the_turn() -> None:
    """T3: traded pieces go back after the draw, nothing scores, and the next one is to move."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk", bag="Gc", scores=(4, 5))
        if event_reason(position, Traded(0, faces("Oc"), faces("Gc"))) is not None:
            return event_reason(position, Traded(0, faces("Oc"), faces("Gc")))
        own = event_reason(position, Traded(0, faces("Oc"), faces("Oc")))
        traded = apply_events(position, Traded(0, faces("Oc"), faces("Gc")))
        return own, traded.hands[0], traded.scores, traded.player, sum(traded.bag)

    done = (Reason.DREW_TRADED_PIECES, faces("Rd Rk Os Gc"), (4, 5), 1, 1)
    assert for_each_edition(ask) == by_pieces(done, Reason.NO_TRADE)


def test_a_trade_of_more_than_the_bag() -> None:
    """J4: no more pieces are traded than the bag holds."""
    found = for_each_edition(
        lambda v: reason(table(v, RED_ROW, FITS, "Gk", bag="Gc"), Trade(faces("Oc Rk")))
    )
    assert found == by_pieces(Reason.TRADE_TOO_MANY, Reason.NO_TRADE)
    found = for_each_edition(
        lambda v: reason(table(v, RED_ROW, FITS, "Gk", bag=""), Trade(faces("Oc")))
    )
    assert found == by_pieces(Reason.TRADE_EMPTY_BAG, Reason.NO_TRADE)


def test_the_hand_is_filled_up() -> None:
    """R11: after placing the hand is filled up again, to six, or to four for children."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, FITS, "Gk")
        drawn = rules.resolve(
            apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3)), None, Random(1)
        )
        assert isinstance(drawn, Drawn)
        return len(drawn.pieces)

    assert for_each_edition(ask) == same_everywhere(3, junior=1)


def test_copies() -> None:
    """T1, C1: of one face there are three tiles, but up to fifteen dice can show it."""
    assert for_each_edition(lambda v: v.kinds[v.kind_by_face[0]].copies) == by_pieces(3, 15)
    counts = {"cubes": 90, "cubes_mindware": 90, "junior": 48}
    assert for_each_edition(lambda v: v.piece_count) == same_everywhere(108, **counts)


def test_what_can_be_counted() -> None:
    """T1, C1: one counts unseen tiles of each face, and unseen dice of each colour."""
    unseen = for_each_edition(lambda v: table(v, RED_ROW, "Rd Oc", "Rd Gk").view(0).unseen_counts)
    assert {name: len(kinds) for name, kinds in unseen.items()} == {
        **same_everywhere(36, junior=16),
        **dict.fromkeys(DICE_GAMES, 6),
    }
    red_diamond = faces("Rd")[0]
    assert unseen["tiles"][red_diamond] == unseen["sprint"][red_diamond] == 2
    assert unseen["junior"][red_diamond] == 1
    assert unseen["cubes"] == (11, 14, 15, 14, 15, 15)


# Stuck


def test_nobody_passes_who_can_do_something() -> None:
    """J5: who can place, trade or roll may not pass."""
    found = for_each_edition(lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Pass()))
    assert found == same_everywhere(Reason.NO_PASS)
    found = for_each_edition(lambda v: reason(table(v, RED_ROW, STUCK, "Gk"), Pass()))
    assert found == same_everywhere(Reason.NO_PASS)


def test_cannot_place() -> None:
    """T4, C4, J6: who cannot place must trade tiles, or roll all dice, a free roll before it."""
    found = for_each_edition(lambda v: rules.available_options(table(v, RED_ROW, STUCK, "Gk")))
    assert found == by_pieces(Options(max_trade=4), Options(can_roll_free=True, must_roll=True))


def test_cannot_place_with_an_empty_bag() -> None:
    """J5, C4: with an empty bag tiles pass, and dice are rolled all the same."""
    found = for_each_edition(
        lambda v: rules.available_options(table(v, RED_ROW, STUCK, "Gk", bag=""))
    )
    passing = Options(can_pass=True, is_hand_unplayable=True)
    assert found == by_pieces(passing, Options(can_roll_free=True, must_roll=True))


def test_a_forced_roll_takes_all_dice() -> None:
    """C4: when none fits, all dice are rolled, not some of them."""
    hand = faces(STUCK)
    found = for_each_edition(
        lambda v: reason(table(v, RED_ROW, STUCK, "Gk"), Roll(hand[:3], forced=True))
    )
    assert found == by_pieces(Reason.NO_ROLL, Reason.ROLL_ALL)
    found = for_each_edition(
        lambda v: reason(table(v, RED_ROW, STUCK, "Gk"), Roll(hand, forced=True))
    )
    assert found == by_pieces(Reason.NO_ROLL, None)
    found = for_each_edition(
        lambda v: reason(table(v, RED_ROW, FITS, "Gk"), Roll(faces(FITS), forced=True))
    )
    assert found == by_pieces(Reason.NO_ROLL, Reason.NOT_STUCK)


def test_no_free_roll_after_a_forced_one() -> None:
    """J6: dice that had to be rolled are placed as they lie, or rolled on until one fits."""
    for name in DICE_GAMES:
        position = table(BUNDLED[name], RED_ROW, STUCK, "Gk")
        rolled = apply_events(position, Rolled(0, faces(STUCK), faces("Oc Yk Gk Gd"), True))
        assert rules.available_options(rolled) == Options(can_place=True)
        assert reason(rolled, Roll(faces("Yk"))) is Reason.NO_ROLL
        again = apply_events(position, Rolled(0, faces(STUCK), faces(STUCK), True))
        assert rules.available_options(again) == Options(must_roll=True)


def test_a_hand_of_which_nothing_can_fit() -> None:
    """T4, J7: beside a red square a hand without red trades tiles, and draws dice anew."""
    found = for_each_edition(lambda v: reason(table(v, RED_SQUARE, STUCK, "Gk"), Redraw()))
    assert found == by_pieces(Reason.NO_REDRAW, None)
    forced = for_each_edition(lambda v: table(v, RED_SQUARE, STUCK, "Gk").view(0).forced_move)
    assert forced == by_pieces(None, Redraw())
    found = for_each_edition(
        lambda v: reason(table(v, RED_SQUARE, STUCK, "Gk"), Roll(faces(STUCK), forced=True))
    )
    assert found == by_pieces(Reason.NO_ROLL, Reason.UNPLAYABLE_HAND)


def test_no_free_roll_after_a_redraw() -> None:
    """J7: all dice go back for as many, the turn goes on, and its free roll is used up."""
    for name in DICE_GAMES:
        position = table(BUNDLED[name], RED_SQUARE, STUCK, "Gk")
        drew = faces("Rb Yk Gk Gd")
        assert event_reason(position, Redrawn(0, faces("Ok"), faces("Rb"))) is Reason.REDRAW_ALL
        drawn = apply_events(position, Redrawn(0, faces(STUCK), drew))
        assert (drawn.player, drawn.hands[0]) == (0, drew)
        assert rules.available_options(drawn) == Options(can_place=True)


def test_when_neither_hand_nor_bag_can_help() -> None:
    """J7, J11: with no red anywhere everybody passes; a red in another hand helps tiles only."""
    forced = for_each_edition(
        lambda v: table(v, RED_SQUARE, STUCK, "Gk", bag="Gs").view(0).forced_move
    )
    assert forced == same_everywhere(Pass())
    forced = for_each_edition(
        lambda v: table(v, RED_SQUARE, STUCK, "Rk", bag="Gs").view(0).forced_move
    )
    assert forced == by_pieces(None, Pass())
    trade = Trade(faces("Ok"))
    found = for_each_edition(lambda v: reason(table(v, RED_SQUARE, STUCK, "Gk", bag="Gs"), trade))
    assert found == by_pieces(Reason.BLOCKED_BOARD, Reason.NO_TRADE)


# The end


def test_going_out() -> None:
    """R12: who lays the last piece with an empty bag ends the game at once, with a bonus."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd", "Gk Gd", bag="", scores=(10, 15))
        result = skip_automatic_steps(
            apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
        ).result
        return (
            None if result is None else (result.player, result.bonus, result.scores, result.winners)
        )

    assert for_each_edition(ask) == same_everywhere(
        (0, 6, (19, 15), (0,)), junior=(0, 4, (17, 15), (0,))
    )


def test_the_last_piece_before_the_bag_is_empty() -> None:
    """R12: an empty hand ends nothing while the bag can fill it."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd", "Gk Gd", bag="Gc Gs")
        return apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3)).stage

    assert for_each_edition(ask) == same_everywhere(Stage.DRAW)


def test_everybody_passes() -> None:
    """J8, J9: a pass of everybody in a row ends the game without a bonus; equals share the win."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_SQUARE, "Gk", "Ok", bag="", scores=(15, 15))
        once = apply_events(position, Passed(0))
        assert (once.stage is Stage.FINISH, once.player) == (False, 1)
        return skip_automatic_steps(apply_events(once, Passed(1))).result

    assert for_each_edition(ask) == same_everywhere(Finished(None, 0, (15, 15), (0, 1)))


def test_a_placement_ends_a_row_of_passes() -> None:
    """J8: only passes one after the other count."""
    position = table(BUNDLED["tiles"], RED_ROW, "Gk", "Rd Gk", "Ok", bag="", player=0)
    placed = apply_events(position, Passed(0), Placed(1, parse_placement("Rd 2,0"), 3))
    assert placed.consecutive_passes == 0


def test_a_score_that_ends_the_game() -> None:
    """Once somebody has 60 points in a sprint, the round is played on to the opener's seat."""

    def ask(variant: Variant) -> object:
        position = table(variant, RED_ROW, "Rd Yk", "Gk Oc", scores=(58, 10), turns=2)
        first = skip_automatic_steps(
            apply_events(position, Placed(0, parse_placement("Rd 2,0"), 3))
        )
        second = apply_events(first, Placed(1, parse_placement("Oc 0,1"), 2))
        over = skip_automatic_steps(second).result
        return first.player, None if over is None else over

    going = (1, None)
    assert for_each_edition(ask) == same_everywhere(
        going, sprint=(1, Finished(None, 0, (61, 12), (0,)))
    )


def test_the_editions_differ_in_the_opening_alone() -> None:
    """R3, A1 to A4: but for the opening, the American rules are those of the other edition."""
    for one, other in (("tiles", "tiles-mindware"), ("cubes", "cubes-mindware")):
        first, second = BUNDLED[one], BUNDLED[other]
        assert first.place_step == second.place_step
        assert (first.kinds, first.line_scores) == (second.kinds, second.line_scores)
        assert first.opening != second.opening
    assert (BUNDLED["tiles"].opening.tie, BUNDLED["tiles-mindware"].opening.tie) == (
        "youngest",
        "oldest",
    )
