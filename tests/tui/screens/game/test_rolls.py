"""Rolls on the game screen: marked dice, forced rolls, and the texts about them."""

from __future__ import annotations

from msgspec import structs
from msgspec.structs import replace

from qwirkle.engine.events import Drawn, Rolled
from qwirkle.engine.pieces import colour_of
from qwirkle.game import Game
from qwirkle.presenter.frame import DiceRoll, build_frame
from qwirkle.records.schema import Header
from qwirkle.session.availability import Status
from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.history import SeatHistory, replay_stops
from qwirkle.text.events import opening_text, replay_step_text, rolling_text
from qwirkle.text.status import status_text
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.dice_animation import ROLL_FRAMES, roll_animation_frames
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.watch import WatchScreen
from qwirkle.tui.widgets.key_bar import KeyBar
from tests.engine.game_builder import CUBES, RED_SQUARE, parse_board
from tests.presenter.sample_games import play_out
from tests.text.sample_events import FORCED_ROLL, FREE_ROLL, numbers
from tests.tui.conftest import human_players, make_app, small_variant, wait_for_screen, wait_until
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_draft,
    current_frame,
    current_status,
    current_turn,
    faces,
    is_placing,
    set_position,
    set_settings,
    set_turn_state,
    wait_for_turn,
)

RED_ROW = "Rc 0,0 · Rs 1,0"


def test_only_the_marked_dice_are_animated_in_their_colour() -> None:
    """C1: of two equal dice the marked one is animated, and the banner says who rolls."""
    game = Game(Header(CUBES, human_players(2), 7))
    frame = build_frame(
        SeatHistory(game.header.players, None).with_events(game.active_history), None
    )
    slots = tuple(
        structs.replace(slot, face=face, marked=index == 2)
        for index, (slot, face) in enumerate(zip(frame.hand, (3, 8, 3, 9, 10, 11), strict=True))
    )
    roll = DiceRoll(0, FREE_ROLL.before, FREE_ROLL.after, False, rolling_text(FREE_ROLL, "Ana"))
    frames = list(roll_animation_frames(replace(frame, hand=slots), roll))
    assert len(frames) == ROLL_FRAMES
    for each in frames:
        shown_faces = [slot.face for slot in each.hand]
        assert shown_faces[:2] == [3, 8]
        assert shown_faces[3:] == [9, 10, 11]
        assert colour_of(shown_faces[2]) == colour_of(3)
        assert [slot.marked for slot in each.hand].index(True) == 2
        assert each.banner == roll.text
    assert "Ana" in roll.text
    assert "Ana" in rolling_text(FORCED_ROLL, "Ana") != roll.text


def test_a_redraw_animates_the_new_dice() -> None:
    """J7: new dice show their own colours from the first frame."""
    game = Game(Header(CUBES, human_players(2), 7))
    frame = build_frame(
        SeatHistory(game.header.players, None).with_events(game.active_history), None
    )
    drew = (0, 7, 14, 21, 28, 35)
    roll = DiceRoll(0, game.position.hands[0], drew, True, "New dice.")
    frames = list(roll_animation_frames(frame, roll))
    assert len(frames) == ROLL_FRAMES
    for each in frames:
        assert [colour_of(slot.face) for slot in each.hand] == [0, 1, 2, 3, 4, 5]
        assert each.banner == "New dice."


async def test_every_step_of_a_watched_game_has_news() -> None:
    """Draws don't count as steps, and no hand is called the spectator's own."""
    game = Game(Header(small_variant(CUBES), human_players(2), 7))
    play_out(game)
    app = QwirkleApp(LaunchOptions(), game)
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, WatchScreen)
        screen = app.screen
        assert isinstance(screen, WatchScreen)
        steps = sum(not isinstance(event, Drawn) for event, _ in game.active_history) - 3
        history = SeatHistory(game.header.players, None).with_events(game.active_history)
        stops = replay_stops(history)
        for step in range(1, steps + 1):
            assert current_frame(screen).result is None
            await pilot.press("right")
            news = replay_step_text(history.up_to(stops[step]))
            assert news
            assert news in current_frame(screen).banner
            assert numbers(current_frame(screen).banner)[:2] == [step, steps]
            assert current_frame(screen).hand_title in history.names
        assert current_frame(screen).result is not None
        await pilot.press("right")
        assert tuple(seat.score for seat in current_frame(screen).seats) == game.position.scores
        assert numbers(current_frame(screen).banner)[:2] == [steps, steps]
        await pilot.press("home", "left")
        assert numbers(current_frame(screen).banner)[:2] == [0, steps]
        assert opening_text(history) in current_frame(screen).banner


async def test_a_rolled_die_keeps_its_slot() -> None:
    """J10: of two equal dice, the marked one shows the new face."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rc Gs Rc Bd", "Rs Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("3", "enter")
        await wait_until(pilot, lambda: is_placing(screen))
        rolled = next(e for e in screen.session.game.events if isinstance(e, Rolled))
        assert (rolled.player, rolled.before, rolled.forced) == (0, faces("Rc"), False)
        assert current_draft(screen).hand == (*faces("Rc Gs"), *rolled.after, *faces("Bd"))
        assert "Ana" in current_frame(screen).news


async def test_enter_keeps_the_dice_if_one_fits_and_rolls_all_otherwise() -> None:
    """J6: without marks Enter keeps all dice, or rolls all if none fits; Esc does neither."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rs Gs", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert screen.is_available("keep")
        assert not screen.is_available("roll_all")
        await pilot.press("1", "escape")
        view = current_turn(screen).view
        assert current_draft(screen) == Draft(view, faces("Rs Gs"), TurnMode.ROLL)
        await pilot.press("escape")
        assert current_status(screen) is Status.NOTHING_TO_RETURN
        await pilot.press("r")
        assert current_status(screen) is Status.MARK_FIRST
        assert current_draft(screen).mode is TurnMode.ROLL
        await pilot.press("enter")
        assert current_draft(screen) == Draft(view, faces("Rs Gs"), TurnMode.PLACE)
    app = make_app(CUBES, human_players(2))
    set_position(app, "Gs Yb", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert screen.is_available("roll_all")
        assert not screen.is_available("keep")
        assert current_turn(screen).view.options.must_roll
        await pilot.press("escape")
        assert not any(isinstance(e, Rolled) for e in screen.session.game.events)
        await pilot.press("enter")
        await wait_until(
            pilot,
            lambda: current_turn(screen).draft and current_turn(screen).view.options.can_place,
        )
        assert any(isinstance(e, Rolled) and e.forced for e in screen.session.game.events)


async def test_remapping_one_action_keeps_the_other_actions_of_its_key() -> None:
    """Several actions share Enter and Esc; remapping one affects no other, nor their order."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rs Gs", "Rc Rd", seat_to_move=0)
    set_settings(app, keys={"table.keep": "x", "table.roll-these": "f5"})
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("1", "enter")
        assert current_draft(screen).marked_slots == {0}
        bar = app.screen.query_one(KeyBar)
        columns = [bar.key_column(key) for key in ("f5", "1", "a", "escape", "i")]
        assert None not in columns
        assert columns == sorted(columns, key=lambda each: each or 0)
        await pilot.press("escape", "enter")
        assert current_draft(screen).mode is TurnMode.ROLL
        await pilot.press("x")
        assert screen.is_available("start_roll")
        await pilot.press("1", "escape")
        assert current_draft(screen).is_untouched
        await pilot.press("1", "tab", "space", "enter")
        await wait_until(pilot, lambda: screen.session.seat_to_move == 1)


async def test_hints_stay_while_dice_are_marked() -> None:
    """You don't have to remember which dice the hint named."""
    app = make_app(CUBES, human_players(2))
    set_position(app, "Rs Gs Yb", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        set_turn_state(screen, status=Status.FINDING_HINTS)
        await pilot.press("2")
        assert current_status(screen) is Status.FINDING_HINTS
        assert banner_text(screen) == status_text(Status.FINDING_HINTS, "Ana", {})
        await pilot.press("escape", "enter")
        assert current_status(screen) is None
        assert banner_text(screen) != status_text(Status.FINDING_HINTS, "Ana", {})


async def test_an_unplayable_hand_gets_no_hints() -> None:
    """J7: an unplayable hand is redrawn, so a hint couldn't help."""
    app = make_app(CUBES, (human_players(1)[0], BOT))
    set_position(app, "Gs Gd", parse_board(RED_SQUARE), seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert screen.is_available("redraw")
        assert not screen.is_available("hint")
