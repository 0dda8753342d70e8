"""The cursor jumps to where the picked piece fits; nothing else moves it."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from qwirkle.engine.errors import Reason
from qwirkle.session.availability import Status
from qwirkle.session.draft import TurnMode
from qwirkle.session.turn import next_cell
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.hand import HandPane
from tests.tui.conftest import CUBES, TILES, MousePlayer, human_players, make_app
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_draft,
    current_status,
    current_turn,
    playable_slots,
    set_position,
    set_turn_state,
    wait_for_turn,
)


def app_with_hand(hand: str = "Rs Gk Rb Px Gc Bd", board: str = "Rc Rd") -> QwirkleApp:
    """Return an app in which a person plays against a bot with this hand and board."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, hand, board, seat_to_move=0)
    return app


async def test_a_picked_piece_can_be_placed_at_once() -> None:
    """Picking a piece and pressing Space places it, wherever the cursor was."""
    app = app_with_hand()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        for cursor in ((0, 0), (5, 5)):
            for slot in playable_slots(current_draft(screen)):
                set_turn_state(screen, cursor=cursor)
                await pilot.press(str(slot + 1))
                assert current_turn(screen).cursor in current_draft(screen).legal_cells
                await pilot.press("space")
                assert current_draft(screen).placed_slots == {slot}
                await pilot.press("escape")
                assert current_draft(screen).is_untouched


async def test_the_cursor_stays_if_the_picked_piece_fits_there() -> None:
    """You can choose the cell first and pick the piece second."""
    app = app_with_hand()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        set_turn_state(screen, cursor=(0, 0))
        await pilot.press("left", "1")
        assert current_turn(screen).cursor == (-1, 0)
        await pilot.press("1", "right", "right", "right", "1")
        assert current_turn(screen).cursor == (2, 0)
        await pilot.press("tab")
        cursor = current_turn(screen).cursor
        assert cursor != (2, 0)
        await pilot.press("space", "backspace")
        assert current_turn(screen).cursor == cursor
        assert current_draft(screen).picked_slot == 0


async def test_a_piece_that_fits_nowhere_does_not_move_the_cursor() -> None:
    """Space then reports what is missing, or that the piece fits nowhere."""
    app = app_with_hand(hand="Yk Rs")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        set_turn_state(screen, cursor=(3, 3))
        await pilot.press("1", "space")
        assert current_turn(screen).cursor == (3, 3)
        draft = current_draft(screen)
        assert draft.incomplete_reason is not None
        assert draft.incomplete_reason.reason is Reason.TOUCHES_NOTHING
        assert banner_text(screen).endswith(str(draft.incomplete_reason))
        await pilot.press("enter")
        assert current_turn(screen).error_cells == ((3, 3),)
        await pilot.press("escape", "1")
        set_turn_state(screen, cursor=(0, 0))
        await pilot.press("space")
        assert current_status(screen) is Status.FITS_NOWHERE


async def test_the_first_piece_can_be_placed_on_any_cell() -> None:
    """R3: on an empty board every cell is equal, so the cursor stays."""
    app = make_app(CUBES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        slot = min(playable_slots(current_draft(screen)))
        await pilot.press("right", "down", str(slot + 1), "space")
        assert [cell for _, cell in current_draft(screen).placed] == [(1, 1)]


async def zoom_in_on_right_end(pilot: Pilot[None], screen: LocalGameScreen) -> BoardPane:
    """Zoom in until only the right end of the row is visible."""
    set_turn_state(screen, cursor=(5, 0))
    await pilot.press("plus", "plus")
    board = screen.query_one(BoardPane)
    assert not board.viewport.is_visible((-1, 0))
    assert board.viewport.is_visible((5, -1))
    assert board.viewport.is_visible((5, 1))
    return board


async def test_the_cursor_jumps_to_a_visible_cell() -> None:
    """A zoomed or panned board doesn't move if the piece fits on a visible cell."""
    app = app_with_hand(hand="Rx Px", board="Rc Rs Rd Rb Rk")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        board = await zoom_in_on_right_end(pilot, screen)
        viewport = board.viewport
        set_turn_state(screen, cursor=(5, -1))
        await pilot.press("1")
        assert next_cell(current_draft(screen).legal_cells, (5, -1), 1) == (-1, 0)
        assert current_turn(screen).cursor == (5, 0)
        assert board.viewport == viewport


async def test_the_board_follows_the_cursor_to_hidden_cells() -> None:
    """If the piece fits only outside the view, the board scrolls to that cell."""
    app = app_with_hand(hand="Gc Px", board="Rc Rs Rd Rb Rk Rx")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        board = await zoom_in_on_right_end(pilot, screen)
        await pilot.press("1")
        assert current_turn(screen).cursor in {(0, -1), (0, 1)}
        assert board.viewport.is_visible(current_turn(screen).cursor)


async def test_picking_by_mouse_moves_the_cursor() -> None:
    """A click in the hand moves the cursor; a click on the board places on the clicked cell."""
    app = app_with_hand()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        player = MousePlayer(pilot, app)
        set_turn_state(screen, cursor=(0, 0))
        await player.choose(0)
        assert current_turn(screen).cursor in current_draft(screen).legal_cells
        await player.place((2, 0))
        assert [cell for _, cell in current_draft(screen).placed] == [(2, 0)]


async def test_marking_dice_does_not_move_the_cursor() -> None:
    """C3: dice that are marked for a roll aren't placed anywhere."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        assert current_draft(screen).mode is TurnMode.ROLL
        set_turn_state(screen, cursor=(0, 0))
        await pilot.press("1")
        assert current_turn(screen).cursor == (0, 0)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_the_terminal_cursor_follows_the_focus(size: tuple[int, int]) -> None:
    """Screen readers find the terminal cursor on the selected cell or the marked die."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=size) as pilot:
        screen = await wait_for_turn(pilot, app)
        hand = screen.query_one(HandPane)
        for key, slot in (("2", 1), ("5", 4), ("2", 1)):
            await pilot.press(key)
            position = app.cursor_position - hand.content_region.offset
            assert hand.slot_at(position.x) == slot
        await pilot.press("escape", "enter")
        board = screen.query_one(BoardPane)
        for key in ("right", "down", "left", "1"):
            await pilot.press(key)
            position = app.cursor_position - board.content_region.offset
            assert board.viewport.cell_at(*position) == current_turn(screen).cursor
        await pilot.press("shift+right")
        position = app.cursor_position - board.content_region.offset
        assert board.viewport.cell_at(*position) == current_turn(screen).cursor
