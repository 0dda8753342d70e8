"""The game screen under other rules: openings, rolls, trades, endings, and custom variants."""

from __future__ import annotations

import re
from random import Random

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Passed, RecordEvent, Redrawn, Rolled, Traded
from qwirkle.engine.variant import (
    AGE_CRITERIA,
    EndRule,
    OpeningRule,
    RollStep,
    TradeRule,
    Variant,
    variant_from_dict,
)
from qwirkle.game import Game
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from qwirkle.session.availability import Status, unavailable_reason
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.history import SeatHistory
from qwirkle.session.turn import TurnState
from qwirkle.text.events import build_log, current_turn_text, opening_text
from qwirkle.text.prompts import goal_text, instruction_text, points_preview_text
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.help import HelpScreen
from tests.engine.game_builder import RED_SQUARE, dealt_position, parse_board
from tests.engine.game_builder import table as table_position
from tests.sample_rulesets import REFILL, ROLL, place_step, ruleset_table, with_changes
from tests.tools.pictures.scenes import text_of as whole_text_of
from tests.tui.conftest import (
    CUBES,
    TILES,
    human_players,
    make_app,
    text_of,
    wait_for_screen,
    wait_until,
)
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_draft,
    current_frame,
    current_status,
    faces,
    is_placing,
    open_game,
    set_hand,
    set_position,
    wait_for_turn,
)

HIDDEN_DICE = with_changes(CUBES, name="hidden-dice", hand__open=False)
EVERYONE = {"Ana", "Ben", "Cleo"}


def dice_variant(*stuck: str) -> Variant:
    """Return a variant with dice, a free roll, and these options when no die fits."""
    return variant_from_dict(
        ruleset_table("cubes", name="house", turn=[ROLL, place_step(*stuck), REFILL])
    )


def test_the_log_hides_the_faces_of_hidden_dice() -> None:
    """With hidden hands, the log says how many dice were rolled but not which faces."""
    for variant, public_faces in ((CUBES, (4,)), (HIDDEN_DICE, ())):
        game = Game(Header(variant, human_players(2), 7))
        events = [*game.active_history, (Rolled(0, (3,), (4,), False), game.position)]
        line, _ = build_log(SeatHistory(human_players(2), None).with_events(events))
        assert "1" in line.text
        assert line.faces == public_faces


async def test_another_players_hidden_dice_are_not_animated() -> None:
    """A bot can redraw a hidden hand while no hand is on screen."""
    app = make_app(HIDDEN_DICE, (*human_players(2), BOT))
    app.animation_level = "full"
    set_position(app, "Gs Gc Bd Bk Yx Yb", parse_board(RED_SQUARE), seat_to_move=2)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        assert any(isinstance(event, Redrawn) for event in open_game(app).events)


@pytest.mark.parametrize(("stuck", "outcome"), [("redraw", Redrawn), ("pass", Passed)])
async def test_skipping_the_free_roll_leads_to_the_forced_move(
    stuck: str, outcome: type[RecordEvent]
) -> None:
    """If nothing fits and no roll is forced, Enter skips the free roll, then redraws or passes."""
    app = make_app(dice_variant(*dict.fromkeys((stuck, "pass"))), human_players(2))
    set_position(app, "Gs Yb", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        options = screen.presenter.turn_state.view.options
        assert screen.is_available("roll_all")
        assert not options.must_roll
        await pilot.press("enter")
        await wait_until(
            pilot,
            lambda: any(isinstance(event, outcome) for event in screen.session.game.events),
        )


async def test_skipping_the_free_roll_leads_to_a_forced_trade() -> None:
    """If nothing fits and you must trade, Enter skips the free roll and starts the trade."""
    app = make_app(dice_variant("trade", "pass"), human_players(2))
    set_position(app, "Gs Yb", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("enter")
        assert current_draft(screen).mode is TurnMode.TRADE
        assert not screen.presenter.turn_state.view.options.can_place
        assert not screen.is_available("stop_trade")


AMERICAN, JUNIOR, SPRINT = map(catalog.load_variant, ("cubes-mindware", "junior", "sprint"))


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_oldest_player_can_open_by_keys(size: tuple[int, int]) -> None:
    """A1 to A3: the oldest player may roll first, then opens with a largest set."""
    app = make_app(AMERICAN, (Player("Ana", 41), Player("Ben", 9)))
    set_hand(app, "Rc Os Yd Gk Bb Pb")
    async with app.run_test(size=size) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert current_frame(screen).news == opening_text(screen.presenter.history)
        assert {"keep", "mark"} <= set(current_frame(screen).offers)
        await pilot.press("enter")
        assert "5+6" in banner_text(screen)
        await pilot.press("5", "space", "6", "space", "enter")
        await wait_until(pilot, lambda: screen.session.game.position.seat_to_move == 1)
        assert screen.session.game.position.scores == (2, 0)


async def test_dice_are_rerolled_until_two_go_together() -> None:
    """A4: if no two dice go together, Enter rolls all of them until two do."""
    app = make_app(AMERICAN, (Player("Ana", 41), Player("Ben", 9)))
    set_hand(app, "Rc Os Yd Gk Bb Px")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        view = screen.presenter.turn_state.view
        assert view.is_opening
        assert not view.options.can_place
        assert screen.is_available("mark")
        assert not screen.is_available("keep")
        await pilot.press("enter")
        await wait_until(pilot, lambda: is_placing(screen))
        rolls = [event for event in screen.session.game.events if isinstance(event, Rolled)]
        assert rolls
        assert all(roll.forced for roll in rolls)
        assert screen.presenter.turn_state.view.options.can_place
        assert current_frame(screen).news == current_turn_text(screen.presenter.history)


async def test_a_turn_can_have_several_free_rolls() -> None:
    """Each free roll is offered until none is left."""
    twice = with_changes(CUBES, turn=(RollStep(2, 2), *CUBES.turn[1:]))
    app = make_app(twice, human_players(2))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert screen.presenter.turn_state.view.free_rolls == 2
        assert {"keep", "mark"} <= set(current_frame(screen).offers)
        assert "2" in banner_text(screen)
        await pilot.press("2")
        assert screen.is_available("roll")
        assert "2" in banner_text(screen)
        await pilot.press("enter")
        await wait_until(pilot, lambda: screen.presenter.turn_state.view.free_rolls == 1)
        assert {"keep", "mark"} <= set(current_frame(screen).offers)
        assert "2" not in banner_text(screen)
        await pilot.press("3", "4")
        assert screen.is_available("roll")
        assert "2" in banner_text(screen)
        await pilot.press("enter")
        await wait_until(pilot, lambda: is_placing(screen))
        rolls = [event for event in screen.session.game.events if isinstance(event, Rolled)]
        assert [len(roll.before) for roll in rolls if not roll.forced] == [1, 2]
        await pilot.press("r")
        assert current_status(screen) is Status.ROLL_USED


async def test_a_trade_can_have_limits_and_a_cost() -> None:
    """T2: a trade of too few pieces is refused; the cost is taken off the score."""
    variant = with_changes(TILES, trade=TradeRule(min_pieces=2, max_pieces=3, cost=4))
    app = make_app(variant, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("t")
        assert re.findall(r"\d+", banner_text(screen)) == ["2", "3", "4"]
        await pilot.press("1", "enter")
        status = current_status(screen)
        assert isinstance(status, IllegalMove)
        assert (status.reason, status.expected) == (Reason.TRADE_TOO_FEW, 2)
        await pilot.press("2", "enter")
        await wait_until(pilot, lambda: screen.session.game.position.scores[0] == -4)
        traded = next(event for event in screen.session.game.events if isinstance(event, Traded))
        assert len(traded.gave) == 2
        log = build_log(screen.session.history(0))
        assert any("2" in line.text and "-4" in line.text for line in log)


def test_the_trade_instruction_names_limits_and_cost() -> None:
    """The instruction names how many pieces you can trade, and what it costs."""
    view = table_position(TILES, "Rc 0,0", "Rs Rd Rk", "Gx").view(0)
    for limits, wording in (
        (TradeRule(min_pieces=2, max_pieces=2), " 2 pieces"),
        (TradeRule(max_pieces=1), " one piece"),
        (TradeRule(max_pieces=2), "up to 2 pieces"),
    ):
        options = replace(
            view.options, max_trade=limits.max_pieces or 3, min_trade=limits.min_pieces
        )
        limited = replace(view, variant=with_changes(TILES, trade=limits), options=options)
        assert wording in instruction_text(Draft(limited, view.hand, TurnMode.TRADE), "Ana", {})
    stuck = table_position(
        with_changes(TILES, trade=TradeRule(2, 3, cost=5)), "Rc 0,0", "Gs Bd", "Gx"
    )
    text = instruction_text(Draft(stuck.view(0), faces("Gs Bd"), TurnMode.TRADE), "Ana", {})
    assert "must trade" in text
    assert re.findall(r"\d+", text) == ["2", "5"]


def test_a_bag_too_small_for_a_trade_is_not_called_empty() -> None:
    """J4: a bag with too few pieces for a trade has another status than an empty one."""
    variant = with_changes(TILES, trade=TradeRule(min_bag_size=3))
    for bag, status in (("Bc Bs", Status.BAG_TOO_SMALL), ("", Status.EMPTY_BAG)):
        view = table_position(variant, "Rc 0,0", "Rs Rd Rk", "Gx", bag=bag).view(0)
        assert unavailable_reason(TurnState(view).started(view), "start_trade") is status


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_a_sprint_ends_at_the_target_score(size: tuple[int, int]) -> None:
    """The target is shown beside the scores; reaching it ends the game with that round."""
    app = make_app(SPRINT, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0, scores=(58, 3), turns_played=2)
    async with app.run_test(size=size) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert "60" in current_frame(screen).aim
        assert current_frame(screen).aim in text_of(app)
        await pilot.press("1")
        assert screen.presenter.turn_state.draft is not None
        await pilot.press("space", "enter")
        await wait_for_screen(pilot, app, EndScreen)
        await pilot.pause()
        finished = screen.session.game.position.result
        assert finished is not None
        assert (finished.player, finished.winners) == (None, (0,))
        result = current_frame(screen).result
        assert result is not None
        assert "60" in result.ending
        assert result.ending in text_of(app)


def test_the_goal_names_the_round_and_the_target_score() -> None:
    """If the number of rounds is limited, the goal names the current one."""
    variant = with_changes(TILES, end=EndRule(max_rounds=3, target_score=80))
    view = table_position(variant, "Rc 0,0", "Rs", "Gx").view(0)
    for turns_played, round_number in ((0, "1"), (2, "2"), (5, "3")):
        goal = goal_text(replace(view, turns_played=turns_played))
        assert re.findall(r"\d+", goal) == [round_number, "3", "80"]
    assert goal_text(replace(view, variant=TILES)) == ""


def test_the_preview_names_the_points_of_each_line() -> None:
    """If points don't equal the length of a line, the preview names both."""
    variant = with_changes(TILES, scoring__line=(1, 10, 2, 20, 3))
    view = table_position(variant, "Rc 0,0 · Rs 1,0", "Rd Od", "Gx").view(0)
    draft = Draft(view, view.hand).toggle_slot(0).place((2, 0)).toggle_slot(1).place((2, 1))
    assert re.findall(r"\d+", points_preview_text(draft)) == ["3", "10", "2", "1", "11"]


def test_a_full_line_of_four_is_a_qwirkle() -> None:
    """R10: in the children's game a full line has four pieces."""
    view = table_position(JUNIOR, "Rc 0,0 · Rs 1,0 · Rd 2,0", "Rk", "Gc").view(0)
    draft = Draft(view, view.hand).toggle_slot(0).place((3, 0))
    assert draft.points == 8
    assert "Qwirkle 8" in points_preview_text(draft)


@pytest.mark.parametrize(
    ("opening", "ages", "decided_by", "contenders", "named"),
    [
        (OpeningRule("oldest"), (9, 40, 8), "oldest", {"Ben"}, {"Ben"}),
        (OpeningRule("youngest"), (9, 40, 8), "youngest", {"Cleo"}, {"Cleo"}),
        (OpeningRule("seat"), (9, 40, 8), "seat", {"Ana"}, {"Ana"}),
        (OpeningRule("oldest"), (40, 40, 8), "seat", {"Ana", "Ben"}, {"Ana", "Ben"}),
        (
            OpeningRule("oldest", ("chance",)),
            (8, 40, 40),
            "chance",
            {"Ben", "Cleo"},
            {"Ben", "Cleo"},
        ),
        (OpeningRule(tie=("chance",)), (8, 40, 40), "chance", EVERYONE, EVERYONE),
        (OpeningRule(tie="oldest"), (8, 40, 9), "oldest", EVERYONE, EVERYONE),
        (OpeningRule(tie="youngest"), (40, 9, 9), "seat", {"Ben", "Cleo"}, EVERYONE),
    ],
)
def test_the_opening_text_says_who_starts_and_why(
    opening: OpeningRule,
    ages: tuple[int, ...],
    decided_by: str,
    contenders: set[str],
    named: set[str],
) -> None:
    """R3, J2, A1: the text names the player who starts and everyone who was tied."""
    variant = with_changes(TILES, opening=opening)
    position = dealt_position(variant, *["Rc Rs Yd Gk Bb Px"] * 3, ages=ages)
    event = rules.resolve(position, None, Random(1))
    players = tuple(
        replace(player, age=age) for player, age in zip(human_players(3), ages, strict=True)
    )
    history = SeatHistory(players, None).with_events([(event, rules.apply_event(position, event))])
    result = history.entries[-1].opening
    assert result is not None
    assert result.decided_by == decided_by
    assert {history.names[seat] for seat in result.contenders} == contenders
    text = opening_text(history)
    assert {name for name in history.names if name in text} == named
    assert history.names[result.candidates[0]] in text
    if decided_by in AGE_CRITERIA:
        assert decided_by in text


async def test_the_slot_keys_match_the_hand_size() -> None:
    """With a hand of four, the key bar and the help show the keys 1 to 4."""
    app = make_app(JUNIOR, (*human_players(1), BOT))
    set_position(app, "Rc Rs Od Yk", "Rd Rk", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        await wait_for_turn(pilot, app)
        assert "1-4 " in whole_text_of(app).splitlines()[-1]
        await pilot.press("question_mark")
        await wait_for_screen(pilot, app, HelpScreen)
        await wait_until(pilot, lambda: "1-4" in whole_text_of(app))
        assert "1-6" not in whole_text_of(app)


def test_a_trade_needs_the_minimum_number_of_pieces() -> None:
    """T2: a trade is available once enough pieces are marked."""
    view = table_position(
        with_changes(TILES, trade=TradeRule(min_pieces=2)), "Rc 0,0", "Rs Gd Rk", "Gx"
    ).view(0)
    turn_state = TurnState(view).started(view)
    draft = Draft(view, view.hand, TurnMode.TRADE).toggle_slot(0)
    one, two = (replace(turn_state, draft=each) for each in (draft, draft.toggle_slot(1)))
    assert not one.is_available("trade")
    reason = unavailable_reason(one, "trade")
    assert isinstance(reason, IllegalMove)
    assert (reason.reason, reason.expected) == (Reason.TRADE_TOO_FEW, 2)
    assert two.is_available("trade")
