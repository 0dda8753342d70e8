"""The game screen under other rules: openings, rolls, trades, endings, and custom variants."""

from __future__ import annotations

import re

import pytest

from qwirkle import catalog
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Passed, RecordEvent, Redrawn, Rolled, Traded
from qwirkle.engine.variant import RollStep, TradeRule, Variant, variant_from_dict
from qwirkle.records.players import Player
from qwirkle.session.availability import Status
from qwirkle.session.draft import TurnMode
from qwirkle.text.events import build_log, current_turn_text, opening_text
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.screens.help import HelpScreen
from tests.engine.game_builder import RED_SQUARE, parse_board
from tests.sample_rulesets import REFILL, ROLL, place_step, ruleset_table, with_changes
from tests.session.hidden_state import HIDDEN_DICE
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
    current_turn,
    is_placing,
    open_game,
    set_hand,
    set_position,
    wait_for_turn,
)


def dice_variant(*stuck: str) -> Variant:
    """Return a variant with dice, a free roll, and these options when no die fits."""
    return variant_from_dict(
        ruleset_table("cubes", name="house", turn=[ROLL, place_step(*stuck), REFILL])
    )


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
        options = current_turn(screen).view.options
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
        assert not current_turn(screen).view.options.can_place
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
        view = current_turn(screen).view
        assert view.is_opening
        assert not view.options.can_place
        assert screen.is_available("mark")
        assert not screen.is_available("keep")
        await pilot.press("enter")
        await wait_until(pilot, lambda: is_placing(screen))
        rolls = [event for event in screen.session.game.events if isinstance(event, Rolled)]
        assert rolls
        assert all(roll.forced for roll in rolls)
        assert current_turn(screen).view.options.can_place
        assert current_frame(screen).news == current_turn_text(screen.presenter.history)


async def test_a_turn_can_have_several_free_rolls() -> None:
    """Each free roll is offered until none is left."""
    twice = with_changes(CUBES, turn=(RollStep(2, 2), *CUBES.turn[1:]))
    app = make_app(twice, human_players(2))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert current_turn(screen).view.free_rolls == 2
        assert {"keep", "mark"} <= set(current_frame(screen).offers)
        assert "2" in banner_text(screen)
        await pilot.press("2")
        assert screen.is_available("roll")
        assert "2" in banner_text(screen)
        await pilot.press("enter")
        await wait_until(pilot, lambda: current_turn(screen).view.free_rolls == 1)
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
        assert current_turn(screen).draft is not None
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
