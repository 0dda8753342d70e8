"""The table with other openings, rolls, trades and ends, and with rules of one's own."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.engine import rules
from qwirkle.engine.board import Board
from qwirkle.engine.events import Passed, RecordEvent, Redrawn, Rolled
from qwirkle.engine.pieces import PieceAt
from qwirkle.engine.variant import (
    EndRule,
    OpeningRule,
    RollStep,
    TradeRule,
    Variant,
    variant_from_dict,
)
from qwirkle.game import Game
from qwirkle.records.schema import Header, Player
from qwirkle.session.availability import Status, unavailable_reason
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.history import SeatHistory
from qwirkle.session.turn import TurnState
from qwirkle.text.events import build_log, opening_text
from qwirkle.text.prompts import goal_text, instruction_text, points_preview_text
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from tests.engine.game_builder import dealt_position
from tests.engine.game_builder import table as table_position
from tests.sample_rulesets import REFILL, ROLL, place_step, ruleset_table, with_changes
from tests.tools.pictures.scenes import text_of as whole_text_of
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_for_screen, wait_until
from tests.tui.game_setup import BOT, banner_text, faces, is_placing, set_position, wait_for_turn
from tests.tui.screens.test_screens import text_of

HIDDEN_DICE = with_changes(CUBES, name="hidden-dice", hand__open=False)

FOUR_REDS: tuple[PieceAt, ...] = tuple(
    (face, x, y)
    for face, (x, y) in zip(faces("Rc Rs Rd Rk"), ((0, 0), (1, 0), (0, 1), (1, 1)), strict=True)
)
"""J7: only red fits around them."""


def dice(*stuck: str) -> Variant:
    """Dice with a free roll, and these ways out where nothing fits."""
    return variant_from_dict(
        ruleset_table("cubes", name="house", turn=[ROLL, place_step(*stuck), REFILL])
    )


def test_the_log_does_not_tell_hidden_dice() -> None:
    """Where hands are hidden, the log says that somebody rolled, but not what."""
    for variant, told in ((CUBES, (4,)), (HIDDEN_DICE, ())):
        game = Game(Header(variant, human_players(2), 7))
        standing = [*game.active_history, (Rolled(0, (3,), (4,), False), game.position)]
        line, _ = build_log(SeatHistory(human_players(2), None).with_events(standing))
        assert (line.text, line.faces) == ("rolled 1", told)


async def test_hidden_dice_of_somebody_else_do_not_tumble() -> None:
    """A bot draws a new hand of hidden dice while no hand is on the screen."""
    app = make_app(HIDDEN_DICE, (*human_players(2), BOT))
    app.animation_level = "full"
    set_position(app, "Gs Gc Bd Bk Yx Yb", "Rc", player=2)
    game = getattr(app.initial_game, "game")  # noqa: B009 - a session, as this test opens the app
    event, position = game.active_history[-1]
    hands = (*position.hands[:2], faces("Gs Gc Bd Bk Yx Yb"))
    game.active_history[-1] = event, replace(position, hands=hands, board=Board.of(FOUR_REDS))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        assert any(isinstance(each, Redrawn) for each in game.events)


@pytest.mark.parametrize(("stuck", "done"), [("redraw", Redrawn), ("pass", Passed)])
async def test_a_free_roll_can_be_left_for_what_is_due(stuck: str, done: type[RecordEvent]) -> None:
    """Where nothing fits and no roll is forced, Enter leaves the free roll as the rules say."""
    app = make_app(dice(*dict.fromkeys((stuck, "pass"))), human_players(2))
    set_position(app, "Gs Yb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert "Enter rolls none" in banner_text(table)
        await pilot.press("enter")
        await wait_until(pilot, lambda: any(isinstance(e, done) for e in table.session.game.events))


async def test_a_free_roll_can_be_left_for_a_trade() -> None:
    """Where nothing fits and a trade is due, Enter leads from the free roll to it."""
    app = make_app(dice("trade", "pass"), human_players(2))
    set_position(app, "Gs Yb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("enter")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.mode is TurnMode.TRADE
        assert "you must trade" in banner_text(table)


AMERICAN, JUNIOR, SPRINT = map(catalog.load_variant, ("cubes-mindware", "junior", "sprint"))


def deal(app: QwirkleApp, hand: str) -> None:
    """Put this hand before the opener, before anything lies on the table."""
    game = getattr(app.initial_game, "game")  # noqa: B009 - a session, as these tests open the app
    event, position = game.active_history[-1]
    hands = list(position.hands)
    hands[position.player] = faces(hand)
    game.active_history[-1] = event, replace(position, hands=tuple(hands))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_an_american_opening_by_keys(size: tuple[int, int]) -> None:
    """A1 to A3: the oldest is asked for a roll first, and then lays the largest set."""
    app = make_app(AMERICAN, (Player("Ana", 41), Player("Ben", 9)))
    deal(app, "Rc Os Yd Gk Bb Pb")
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        assert table.frame is not None
        assert table.frame.news == "Ana starts, being the oldest."
        assert "mark dice to roll them once, or Enter keeps them all" in banner_text(table)
        await pilot.press("enter")
        assert "open with this set: 5+6." in banner_text(table)
        await pilot.press("5", "space", "6", "space", "enter")
        await wait_until(pilot, lambda: table.session.game.position.player == 1)
        assert table.session.game.position.scores == (2, 0)


async def test_a_lone_die_is_rolled_before_the_opening() -> None:
    """A4: who could lay only one die may mark some, or all are rolled until two go together."""
    app = make_app(AMERICAN, (Player("Ana", 41), Player("Ben", 9)))
    deal(app, "Rc Os Yd Gk Bb Px")
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert "fewer than 2 dice go together" in banner_text(table)
        assert not table.is_available("keep")
        await pilot.press("enter")
        await wait_until(pilot, lambda: is_placing(table))
        rolled = [event for event in table.session.game.events if isinstance(event, Rolled)]
        assert rolled
        assert all(event.forced for event in rolled)
        assert "open with" in banner_text(table)
        assert table.frame is not None
        assert "had to roll all dice" in table.frame.news


async def test_several_free_rolls_at_the_table() -> None:
    """Each roll is offered until none is left, and the banner counts them."""
    twice = with_changes(CUBES, turn=(RollStep(2, 2), *CUBES.turn[1:]))
    app = make_app(twice, human_players(2))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert banner_text(table).endswith(
            "mark dice to roll them, or Enter keeps them all. 2 rolls are left."
        )
        await pilot.press("2")
        assert banner_text(table).endswith("Enter rolls the marked die. 2 rolls are left.")
        await pilot.press("enter")
        await wait_until(pilot, lambda: table.presenter.turn_state.view.free_rolls == 1)
        assert "mark dice to roll them once" in banner_text(table)
        await pilot.press("3", "4")
        assert "rolls the 2 marked dice, once" in banner_text(table)
        await pilot.press("enter")
        await wait_until(pilot, lambda: is_placing(table))
        await pilot.press("r")
        assert "is used up" in banner_text(table)


async def test_a_trade_with_limits_and_a_price() -> None:
    """The banner tells how many pieces and what it costs; too few are refused, the score falls."""
    variant = with_changes(TILES, trade=TradeRule(least=2, most=3, cost=4))
    app = make_app(variant, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("t")
        assert "mark 2 to 3 pieces to trade; it ends your turn. It costs 4 points." in banner_text(
            table
        )
        await pilot.press("1", "enter")
        assert "At least 2 pieces must be traded" in banner_text(table)
        await pilot.press("2", "enter")
        await wait_until(pilot, lambda: table.session.game.position.scores[0] == -4)
        story = table.session.history(0)
        assert any(line.text == "traded 2, -4" for line in build_log(story))


def test_how_a_trade_is_asked_for() -> None:
    """Just so many, up to so many, and one alone are told in their own words."""
    view = table_position(TILES, "Rc 0,0", "Rs Rd Rk", "Gx").view(0)
    for limits, told in (
        (TradeRule(least=2, most=2), "mark 2 pieces to trade"),
        (TradeRule(most=1), "mark one piece to trade"),
        (TradeRule(most=2), "mark up to 2 pieces to trade"),
    ):
        options = replace(view.options, max_trade=limits.most or 3, min_trade=limits.least)
        asked = replace(view, variant=with_changes(TILES, trade=limits), options=options)
        assert told in instruction_text(Draft(asked, view.hand, TurnMode.TRADE), "Ana", {})
    stuck = table_position(
        with_changes(TILES, trade=TradeRule(2, 3, cost=5)), "Rc 0,0", "Gs Bd", "Gx"
    )
    told = instruction_text(Draft(stuck.view(0), faces("Gs Bd"), TurnMode.TRADE), "Ana", {})
    assert told == "Ana: nothing fits, so you must trade: mark 2 pieces. It costs 5 points."


def test_why_no_trade_is_told() -> None:
    """A bag with too few pieces for a trade is told apart from an empty one."""
    dear = with_changes(TILES, trade=TradeRule(bag=3))
    for bag, note in (("Bc Bs", Status.BAG_TOO_SMALL), ("", Status.EMPTY_BAG)):
        view = table_position(dear, "Rc 0,0", "Rs Rd Rk", "Gx", bag=bag).view(0)
        assert unavailable_reason(TurnState(view).started(view), "start_trade") is note


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_sprint_is_played_to_its_score(size: tuple[int, int]) -> None:
    """The score to reach stands beside the scores, and the last page says why the game is over."""
    app = make_app(SPRINT, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0, scores=(58, 3))
    game = getattr(app.initial_game, "game")  # noqa: B009 - a session, as this test opens the app
    event, position = game.active_history[-1]
    game.active_history[-1] = event, replace(position, turns_played=2)
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        assert table.frame is not None
        assert table.frame.aim == "to 60"
        assert "to 60" in text_of(app)
        await pilot.press("1")
        assert table.presenter.turn_state.draft is not None
        await pilot.press("space", "enter")
        await wait_for_screen(pilot, app, EndScreen)
        await pilot.pause()
        assert "The round in which somebody reached 60 points is over." in text_of(app)
        result = table.session.game.position.result
        assert result is not None
        assert (result.player, result.winners) == (None, (0,))


def test_the_round_is_told() -> None:
    """Where rounds are counted, the frame says which one it is."""
    counted = with_changes(TILES, end=EndRule(turns=3, score=80))
    view = table_position(counted, "Rc 0,0", "Rs", "Gx").view(0)
    assert goal_text(replace(view, turns_played=0)) == "round 1/3 · to 80"
    assert goal_text(replace(view, turns_played=2)) == "round 2/3 · to 80"
    assert goal_text(replace(view, turns_played=5)) == "round 3/3 · to 80"
    assert goal_text(replace(view, variant=TILES)) == ""


def test_points_by_length_are_told_line_by_line() -> None:
    """The preview says what each line scores where that is not its length."""
    variant = with_changes(TILES, scoring__line=(1, 10, 2, 20, 3))
    view = table_position(variant, "Rc 0,0 · Rs 1,0", "Rd Od", "Gx").view(0)
    draft = Draft(view, view.hand).toggle_slot(0).place((2, 0)).toggle_slot(1).place((2, 1))
    assert points_preview_text(draft) == "line of 3: 10 + line of 2: 1 = +11"


def test_a_full_line_of_four_is_a_qwirkle() -> None:
    """R10: the table of the children's game calls a line of four so."""
    view = table_position(JUNIOR, "Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk", "Gc").view(0)
    draft = Draft(view, view.hand).toggle_slot(0).place((3, 0))
    assert points_preview_text(draft) == "Qwirkle 8 = +8"


@pytest.mark.parametrize(
    ("opening", "ages", "told"),
    [
        (OpeningRule("oldest"), (9, 40, 8), "Ben starts, being the oldest."),
        (OpeningRule("youngest"), (9, 40, 8), "Cleo starts, being the youngest."),
        (OpeningRule("seat"), (9, 40, 8), "Ana sits first and starts."),
        (OpeningRule("oldest"), (40, 40, 8), "No age decides between Ana and Ben: Ana sits first"),
        (OpeningRule("oldest", ("chance",)), (8, 40, 40), "Of Ben and Cleo, "),
        (OpeningRule(tie=("chance",)), (8, 40, 40), " starts by lot."),
        (OpeningRule(tie="oldest"), (8, 40, 9), "Ben starts, being the oldest of them."),
        (OpeningRule(tie="youngest"), (40, 9, 9), "of Ben and Cleo, who are of one age, Ben sits"),
    ],
)
def test_who_starts_is_told(opening: OpeningRule, ages: tuple[int, ...], told: str) -> None:
    """R3, J2, A1: everybody reads who starts and why, whatever decides it."""
    variant = with_changes(TILES, opening=opening)
    position = dealt_position(variant, *["Rc Rs Yd Gk Bb Px"] * 3, ages=ages)
    event = rules.resolve(position, None, Random(1))
    players = tuple(
        replace(player, age=age) for player, age in zip(human_players(3), ages, strict=True)
    )
    story = SeatHistory(players, None).with_events([(event, rules.apply_event(position, event))])
    assert told in opening_text(story)


async def test_keys_are_shown_for_the_pieces_of_a_hand() -> None:
    """A hand of four has the keys 1 to 4, in the last line and in the help."""
    app = make_app(JUNIOR, (*human_players(1), BOT))
    set_position(app, "Rc Rs Od Yk", "Rd Rk", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_turn(pilot, app)
        assert "1-4 Pick" in whole_text_of(app).splitlines()[-1]
        await pilot.press("question_mark")
        await wait_until(pilot, lambda: "1-4" in whole_text_of(app))
        assert "1-6" not in whole_text_of(app)


def test_a_wrong_number_of_marks_is_told_by_the_rules() -> None:
    """The button of a trade rests until as many pieces are marked as the rules want."""
    view = table_position(
        with_changes(TILES, trade=TradeRule(least=2)), "Rc 0,0", "Rs Gd Rk", "Gx"
    ).view(0)
    desk = TurnState(view).started(view)
    draft = Draft(view, view.hand, TurnMode.TRADE).toggle_slot(0)
    one, two = (replace(desk, draft=each) for each in (draft, draft.toggle_slot(1)))
    assert not one.is_available("trade")
    assert "At least 2 pieces" in str(unavailable_reason(one, "trade"))
    assert two.is_available("trade")
