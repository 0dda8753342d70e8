"""The cursor: a picked piece brings it to where the piece fits, and nothing else moves it."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from qwirkle.session.draft import Draft, TurnMode
from qwirkle.session.turn import MAX_CURSOR_DISTANCE, cursor_target, move_cursor, next_cell
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.widgets.board import BoardPane
from qwirkle.tui.widgets.hand import HandPane
from tests.tui.conftest import CUBES, TILES, MousePlayer, human_players, make_app
from tests.tui.game_setup import (
    BOT,
    banner_text,
    playable_slots,
    set_position,
    set_turn_state,
    wait_for_turn,
)

CELLS = [(4, 0), (-1, 2), (3, 2)]
"""In reading order."""


def at_table(hand: str = "Rs Gk Rb Px Gc Bd", board: str = "Rc Rd") -> QwirkleApp:
    """The app with a person to move, and a bot."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, hand, board, player=0)
    return app


def draft_of(table: LocalGameScreen) -> Draft:
    """The half-built turn."""
    assert table.presenter.turn_state.draft is not None
    return table.presenter.turn_state.draft


def test_tab_goes_round_in_reading_order() -> None:
    """Each step leads to the next cell, and from the last to the first; back the other way."""
    for place, cell in enumerate(CELLS):
        assert next_cell(reversed(CELLS), cell, 1) == CELLS[(place + 1) % 3]
        assert next_cell(reversed(CELLS), cell, -1) == CELLS[place - 1]
    assert next_cell(CELLS, (0, 2), 1) == (3, 2)
    assert next_cell(CELLS, (0, 2), -1) == (-1, 2)
    assert next_cell(CELLS, (9, 9), 1) == next_cell(CELLS, (3, 2), 1) == (4, 0)


def test_the_cursor_lands_in_the_first_group_that_has_cells() -> None:
    """Where nothing is preferred, what is left decides."""
    assert cursor_target([[(7, 7)], CELLS], (0, 1)) == (7, 7)
    assert cursor_target([[], {}, CELLS], (0, 1)) == (-1, 2)


def test_arrows_never_lead_far_from_the_pieces() -> None:
    """The cursor stops a few cells beyond the last piece, and starts around the middle."""
    far = MAX_CURSOR_DISTANCE
    assert move_cursor((1, 1), -1, 2, CELLS) == (0, 3)
    assert move_cursor((4 + far, 0), 1, 0, CELLS) == (4 + far, 0)
    assert move_cursor((0, -far), 0, -1, ()) == (0, -far)


async def test_a_picked_piece_can_be_laid_at_once() -> None:
    """Picking and Space lay every piece that fits anywhere, from wherever the cursor was."""
    app = at_table()
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        for cursor in ((0, 0), (5, 5)):
            for slot in playable_slots(draft_of(table)):
                set_turn_state(table, cursor=cursor)
                await pilot.press(str(slot + 1))
                fits = draft_of(table).fits
                assert table.presenter.turn_state.cursor == next_cell(fits, cursor, 1)
                await pilot.press("space")
                assert draft_of(table).placed_slots == {slot}
                await pilot.press("escape")
                assert draft_of(table).is_untouched


async def test_a_cursor_where_the_picked_piece_fits_stays() -> None:
    """Whoever goes somewhere first and picks then lays there."""
    app = at_table()
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        set_turn_state(table, cursor=(0, 0))
        await pilot.press("left", "1")
        assert table.presenter.turn_state.cursor == (-1, 0)
        await pilot.press("1", "right", "right", "right", "1")
        assert table.presenter.turn_state.cursor == (2, 0)
        await pilot.press("tab")
        aimed = table.presenter.turn_state.cursor
        assert aimed != (2, 0)
        await pilot.press("space", "backspace")
        assert (table.presenter.turn_state.cursor, draft_of(table).picked_slot) == (aimed, 0)


async def test_a_piece_that_fits_nowhere_leaves_the_cursor() -> None:
    """The cursor does not move for nothing; where it may lie for now, it is said what it lacks."""
    app = at_table(hand="Yk Rs")
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        set_turn_state(table, cursor=(3, 3))
        await pilot.press("1", "space")
        assert table.presenter.turn_state.cursor == (3, 3)
        assert "must touch" in banner_text(table)
        await pilot.press("enter")
        assert table.presenter.turn_state.error_cells == ((3, 3),)
        await pilot.press("escape", "1")
        set_turn_state(table, cursor=(0, 0))
        await pilot.press("space")
        assert banner_text(table) == "This piece fits nowhere now."


async def test_the_first_piece_of_a_game_may_lie_where_the_cursor_is() -> None:
    """R3: on an empty table no cell is better than another, so the cursor stays."""
    app = make_app(CUBES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        slot = min(playable_slots(draft_of(table)))
        await pilot.press("right", "down", str(slot + 1), "space")
        assert [cell for _, cell in draft_of(table).placed] == [(1, 1)]


async def zoom_in_on_the_end(pilot: Pilot[None], table: LocalGameScreen) -> BoardPane:
    """Show the right end of a long row in large, and not its left end."""
    set_turn_state(table, cursor=(5, 0))
    table.presenter.refresh()
    await pilot.press("plus", "plus")
    board = table.query_one(BoardPane)
    assert not board.viewport.is_visible((-1, 0))
    assert board.viewport.is_visible((5, -1))
    assert board.viewport.is_visible((5, 1))
    return board


async def test_the_cursor_lands_in_sight() -> None:
    """A board that was zoomed or panned does not move for a piece that fits in sight."""
    app = at_table(hand="Rx Px", board="Rc Rs Rd Rb Rk")
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        board = await zoom_in_on_the_end(pilot, table)
        seen = board.viewport
        set_turn_state(table, cursor=(5, -1))
        await pilot.press("1")
        assert next_cell(draft_of(table).fits, (5, -1), 1) == (-1, 0)
        assert table.presenter.turn_state.cursor == (5, 0)
        assert board.viewport == seen


async def test_the_cursor_is_followed_where_nothing_fits_in_sight() -> None:
    """The board moves as far as needed to show where the piece can lie."""
    app = at_table(hand="Gc Px", board="Rc Rs Rd Rb Rk Rx")
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        board = await zoom_in_on_the_end(pilot, table)
        await pilot.press("1")
        assert table.presenter.turn_state.cursor in {(0, -1), (0, 1)}
        assert board.viewport.is_visible(table.presenter.turn_state.cursor)


async def test_a_piece_picked_by_mouse_brings_the_cursor_too() -> None:
    """A click in the hand and Space go together; a click on the board still lays where it is."""
    app = at_table()
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        hands = MousePlayer(pilot, app)
        set_turn_state(table, cursor=(0, 0))
        await hands.choose(0)
        assert table.presenter.turn_state.cursor in draft_of(table).fits
        await hands.lay((2, 0))
        assert [cell for _, cell in draft_of(table).placed] == [(2, 0)]


async def test_marking_dice_does_not_move_the_cursor() -> None:
    """C3: what is marked for a roll goes nowhere."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert draft_of(table).mode is TurnMode.ROLL
        set_turn_state(table, cursor=(0, 0))
        await pilot.press("1")
        assert table.presenter.turn_state.cursor == (0, 0)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)], ids=str)
async def test_the_terminals_cursor_stands_where_the_focus_is(size: tuple[int, int]) -> None:
    """Screen readers and braille lines follow it: to the cell, or to the die that is marked."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        hand = table.query_one(HandPane)
        for key, slot in (("2", 1), ("5", 4), ("2", 1)):
            await pilot.press(key)
            place = app.cursor_position - hand.content_region.offset
            assert hand.slot_at(place.x) == slot
        await pilot.press("escape", "enter")
        board = table.query_one(BoardPane)
        for key in ("right", "down", "left", "1"):
            await pilot.press(key)
            place = app.cursor_position - board.content_region.offset
            assert board.viewport.cell_at(*place) == table.presenter.turn_state.cursor
        await pilot.press("shift+right")
        place = app.cursor_position - board.content_region.offset
        assert board.viewport.cell_at(*place) == table.presenter.turn_state.cursor
