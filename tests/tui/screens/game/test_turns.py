"""The game screen, turn by turn."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import Placed, Redrawn, Rolled, Traded
from qwirkle.engine.pieces import FACE_BY_TEXT
from qwirkle.presenter.frame import LegalCell
from qwirkle.session.availability import Status
from qwirkle.session.draft import TurnMode
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.widgets.board import BoardPane
from tests.engine.game_builder import RED_SQUARE, parse_board
from tests.tui.conftest import CUBES, TILES, KeyboardPlayer, human_players, make_app, wait_until
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
    set_turn_state,
    wait_for_turn,
)


async def test_pick_place_and_play_a_piece() -> None:
    """Picking shows the legal cells with points, placing the preview, and Enter plays."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("1")
        fits = current_frame(screen).fits
        assert LegalCell((2, 0), 3) in fits
        await pilot.press("tab", "tab", "tab", "tab")
        assert current_turn(screen).cursor in {fit.cell for fit in fits}
        set_turn_state(screen, cursor=(2, 0))
        await pilot.press("space")
        assert current_frame(screen).points == 3
        assert "+3" in current_frame(screen).hand_note
        assert [seat.score for seat in current_frame(screen).seats] == [0, 0]
        events = len(screen.session.game.events)
        await pilot.press("enter")
        placed = screen.session.game.events[events]
        assert placed == Placed(0, ((FACE_BY_TEXT["Rs"], 2, 0),), 3)


async def test_an_illegal_placement_marks_the_cells_of_the_line() -> None:
    """R7: the banner shows the reason, without a rule number."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("2")
        set_turn_state(screen, cursor=(2, 0))
        await pilot.press("space")
        status = current_status(screen)
        assert isinstance(status, IllegalMove)
        assert status.reason is Reason.LINE_MIXED
        assert banner_text(screen) == str(status)
        assert set(current_frame(screen).refused) == {(0, 0), (1, 0), (2, 0)}
        assert not current_draft(screen).placed
        await pilot.press("left")
        assert current_frame(screen).refused == ()


async def test_placed_pieces_return_to_hand_by_key_and_by_mouse() -> None:
    """Backspace and the right mouse button return one piece, Esc returns all."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Rb Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        screen.action_do("press_cell", 9, 9)
        assert current_status(screen) is Status.PICK_FIRST
        for slot, cell in ((0, (2, 0)), (1, (3, 0))):
            screen.action_do("pick", slot)
            screen.action_do("press_cell", *cell)
        await pilot.press("backspace")
        assert current_draft(screen).picked_slot == 1
        screen.action_do("press_cell", 3, 0)
        board = screen.query_one(BoardPane)
        region = board.cell_region((2, 0))
        await pilot.click(board, offset=(region.x + 1, region.y), button=3)
        assert current_draft(screen).placed == ()
        screen.action_do("press_cell", 2, 0)
        await pilot.press("escape")
        assert current_draft(screen).is_untouched


async def test_a_trade_marks_pieces_and_ends_the_turn() -> None:
    """T2: t, the slot numbers and Enter trade; Esc leaves the trade."""
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(2)
        screen = await wait_for_turn(pilot, app)
        await pilot.press("t", "1", "a", "a")
        assert current_draft(screen).marked_slots == frozenset()
        await pilot.press("escape")
        assert current_draft(screen).mode is TurnMode.PLACE
        await pilot.press("t", "1", "3", "enter")
        traded = screen.session.game.events[-1]
        assert isinstance(traded, Traded)
        assert len(traded.gave) == 2
        await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))


async def test_a_player_without_a_placement_must_trade() -> None:
    """T4: if nothing fits, the turn starts as a trade."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Gk Yk", "Rc Rs Rd Rb Rx", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert not current_turn(screen).view.options.can_place
        assert not screen.is_available("stop_trade")
        await pilot.press("escape")
        assert current_draft(screen).mode is TurnMode.TRADE
        await pilot.press("a", "enter")
        assert any(isinstance(event, Traded) for event in screen.session.game.events)


async def test_a_player_without_any_move_passes() -> None:
    """J5: with an empty bag and nothing that fits, Enter passes."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Gk Yk", "Rc Rs Rd Rb Rx", bag=0, seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert screen.is_available("pass")
        assert "Enter" in banner_text(screen)
        await pilot.press("1")
        assert current_draft(screen).picked_slot is None
        events = len(screen.session.game.events)
        await pilot.press("enter")
        assert len(screen.session.game.events) > events


async def test_the_free_roll_is_offered_first() -> None:
    """C3: you can roll marked dice once or keep them; you can't roll again after that."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert current_draft(screen).mode is TurnMode.ROLL
        await pilot.press("enter")
        assert screen.is_available("start_roll")
        await pilot.press("r", "2", "3", "r")
        rolled = next(event for event in screen.session.game.events if isinstance(event, Rolled))
        assert rolled.before == faces("Gk Yb")
        assert not rolled.forced
        await wait_until(pilot, lambda: is_placing(screen))
        assert not screen.is_available("start_roll")
        assert [slot.number for slot in current_frame(screen).hand if slot.rolled] == [2, 3]
        await pilot.press("r")
        assert current_status(screen) is Status.ROLL_USED
        await pilot.press("1")
        assert not any(slot.rolled for slot in current_frame(screen).hand)


async def test_forced_rolls_repeat_until_a_die_fits() -> None:
    """C4, J6: if no die fits and you keep them, all are rolled, one event at a time."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Gk Yk", "Rc Rs Rd Rb Rx", bag=3, seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert current_turn(screen).view.options.must_roll
        assert screen.is_available("roll_all")
        await pilot.press("enter")
        await wait_until(
            pilot,
            lambda: current_turn(screen).draft and current_turn(screen).view.options.can_place,
        )
        rolls = [event for event in screen.session.game.events if isinstance(event, Rolled)]
        assert rolls
        assert all(roll.forced and len(roll.before) == 2 for roll in rolls)


async def test_an_unplayable_hand_is_redrawn() -> None:
    """J7: if no roll can help, Enter swaps the whole hand."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Gk Yk", parse_board(RED_SQUARE), bag=3, seat_to_move=0)
    async with app.run_test(size=(120, 40)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert screen.is_available("redraw")
        assert "Enter" in banner_text(screen)
        await pilot.press("enter")
        await wait_until(
            pilot, lambda: any(isinstance(event, Redrawn) for event in screen.session.game.events)
        )


async def test_undo_is_available_only_if_nothing_was_drawn() -> None:
    """Among people, a turn that drew pieces can't be undone."""
    app = make_app(TILES, human_players(2))
    set_position(app, "Rs Gk", "Rc Rd", bag=0, seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert not screen.is_available("undo")
        await pilot.press("1", "tab", "space", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
        screen = await wait_for_turn(pilot, app)
        assert screen.is_available("undo")
        await pilot.press("u")
        await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
        await wait_for_turn(pilot, app)
        assert screen.session.seat_to_move == 0
        assert current_turn(screen).view.hand == faces("Rs Gk")
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(2)
        screen = await wait_for_turn(pilot, app)
        assert not screen.is_available("undo")


async def test_a_frame_that_arrives_while_the_app_closes_is_dropped() -> None:
    """The game screen draws nothing once its widgets are being removed."""
    has_drawn = asyncio.Event()

    async def draw_late() -> None:
        while screen.query("#record-warning"):
            await asyncio.sleep(0)
        screen.draw(replace(current_frame(screen), trouble="The disk is full."))
        has_drawn.set()

    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        screen.run_worker(draw_late())
    assert has_drawn.is_set()
