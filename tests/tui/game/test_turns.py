"""The table on the screen, moment by moment."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from qwirkle.engine.board import Board
from qwirkle.engine.errors import IllegalMove
from qwirkle.engine.events import Placed, Redrawn, Rolled, Traded
from qwirkle.engine.pieces import FACE_BY_TEXT
from qwirkle.presenter.frame import Fit
from qwirkle.session.draft import TurnMode
from qwirkle.tui.screens.handoff import HandOffScreen
from qwirkle.tui.widgets.board import BoardPane
from tests.tui.conftest import CUBES, TILES, KeyboardPlayer, human_players, make_app, wait_until
from tests.tui.game_setup import (
    BOT,
    banner_text,
    faces,
    is_placing,
    set_position,
    set_turn_state,
    wait_for_turn,
)


async def test_a_picked_piece_shows_where_it_fits_and_enter_commits_what_is_laid() -> None:
    """Cells with points, then the preview, then the play: each is a step of its own."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("1")
        assert table.frame is not None
        assert Fit((2, 0), 3) in table.frame.fits
        await pilot.press("tab", "tab", "tab", "tab")
        assert table.presenter.turn_state.cursor in {fit.cell for fit in table.frame.fits}
        set_turn_state(table, cursor=(2, 0))
        await pilot.press("space")
        assert table.frame.hand_note == "line of 3 = +3"
        events = len(table.session.game.events)
        assert [seat.score for seat in table.frame.seats] == [0, 0]
        await pilot.press("enter")
        placed = table.session.game.events[events]
        assert placed == Placed(0, ((FACE_BY_TEXT["Rs"], 2, 0),), 3)


async def test_a_refused_placement_says_why_and_marks_the_cells() -> None:
    """The banner has the sentence, without a number that no help has; the line is marked (R7)."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("2")
        set_turn_state(table, cursor=(2, 0))
        await pilot.press("space")
        assert isinstance(table.presenter.turn_state.status, IllegalMove)
        assert banner_text(table) == str(table.presenter.turn_state.status)
        assert table.frame is not None
        assert set(table.frame.refused) == {(0, 0), (1, 0), (2, 0)}
        assert table.presenter.turn_state.draft is not None
        assert not table.presenter.turn_state.draft.placed
        await pilot.press("left")
        assert table.frame.refused == ()


async def test_laid_pieces_are_taken_back_by_keys_and_by_mouse() -> None:
    """Backspace and the right button take one back, Esc all."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Rb Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        table.action_do("press_cell", *(9, 9))
        assert "Pick a piece first" in banner_text(table)
        for slot, cell in ((0, (2, 0)), (1, (3, 0))):
            table.action_do("pick", slot)
            table.action_do("press_cell", *cell)
        await pilot.press("backspace")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.picked_slot == 1
        table.action_do("press_cell", *(3, 0))
        board = table.query_one(BoardPane)
        region = board.cell_region((2, 0))
        await pilot.click(board, offset=(region.x + 1, region.y), button=3)
        assert table.presenter.turn_state.draft.placed == ()
        table.action_do("press_cell", *(2, 0))
        await pilot.press("escape")
        assert table.presenter.turn_state.draft.is_untouched


async def test_a_trade_marks_pieces_and_ends_the_turn() -> None:
    """T2: t, the numbers and Enter trade; Esc leaves the trade."""
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        hands = KeyboardPlayer(pilot, app)
        await hands.play_game(2)
        table = await wait_for_turn(pilot, app)
        await pilot.press("t", "1", "a", "a")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.marked_slots == frozenset()
        await pilot.press("escape")
        assert table.presenter.turn_state.draft.mode is TurnMode.PLACE
        await pilot.press("t", "1", "3", "enter")
        traded = table.session.game.events[-1]
        assert isinstance(traded, Traded)
        assert len(traded.gave) == 2
        await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))


async def test_who_is_stuck_must_trade_and_is_told_so() -> None:
    """T4: where nothing fits, the trade is said to be due and is open at once."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Gk Yk", "Rc Rs Rd Rb Rx", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert "must trade" in banner_text(table)
        await pilot.press("escape")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.mode is TurnMode.TRADE
        await pilot.press("a", "enter")
        assert any(isinstance(event, Traded) for event in table.session.game.events)


async def test_who_can_do_nothing_passes_with_enter() -> None:
    """J5: with an empty bag and nothing that fits, Enter passes, and the banner says so."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Gk Yk", "Rc Rs Rd Rb Rx", bag=0, player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert "Enter passes" in banner_text(table)
        await pilot.press("1")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.picked_slot is None
        events = len(table.session.game.events)
        await pilot.press("enter")
        assert len(table.session.game.events) > events


async def test_the_free_roll_is_offered_first() -> None:
    """C3: dice are marked and rolled once, or kept; after the roll there is no other."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.mode is TurnMode.ROLL
        await pilot.press("enter")
        assert table.is_available("start_roll")
        await pilot.press("r", "2", "3", "r")
        rolled = next(event for event in table.session.game.events if isinstance(event, Rolled))
        assert rolled.before == faces("Gk Yb")
        assert not rolled.forced
        await wait_until(pilot, lambda: is_placing(table))
        assert not table.is_available("start_roll")
        assert table.frame is not None
        assert [slot.number for slot in table.frame.hand if slot.rolled] == [2, 3]
        await pilot.press("r")
        assert "The free roll of this turn is used up." in table.frame.banner
        await pilot.press("1")
        assert not any(slot.rolled for slot in table.frame.hand)


async def test_forced_rolls_follow_one_another_until_a_die_fits() -> None:
    """C4, J6: who keeps dice none of which fits rolls all of them, event by event."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Gk Yk", "Rc Rs Rd Rb Rx", bag=3, player=0)
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert "until one fits" in banner_text(table)
        await pilot.press("enter")
        await wait_until(
            pilot,
            lambda: (
                table.presenter.turn_state.draft
                and table.presenter.turn_state.view.options.can_place
            ),
        )
        rolls = [event for event in table.session.game.events if isinstance(event, Rolled)]
        assert rolls
        assert all(roll.forced and len(roll.before) == 2 for roll in rolls)


async def test_a_dead_hand_is_explained_and_drawn_anew() -> None:
    """J7: the banner says that no roll can help, and Enter draws other dice."""
    app = make_app(CUBES, (*human_players(1), BOT))
    set_position(app, "Gk Yk", "Rc", bag=3, player=0)
    game = getattr(app.initial_game, "game")  # noqa: B009
    event, position = game.active_history[-1]
    square = Board.of(
        (FACE_BY_TEXT[text], x, y)
        for text, x, y in (("Rc", 0, 0), ("Rs", 1, 0), ("Rd", 0, 1), ("Rb", 1, 1))
    )
    game.active_history[-1] = (event, replace(position, board=square))
    async with app.run_test(size=(120, 40)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert "no roll can help" in banner_text(table)
        await pilot.press("enter")
        await wait_until(
            pilot, lambda: any(isinstance(each, Redrawn) for each in table.session.game.events)
        )


async def test_undo_is_offered_only_where_it_reveals_nothing() -> None:
    """A turn that drew pieces stays; one without a draw can be taken back."""
    app = make_app(TILES, human_players(2))
    set_position(app, "Rs Gk", "Rc Rd", bag=0, player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        assert not table.is_available("undo")
        await pilot.press("1", "tab", "space", "enter")
        await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
        table = await wait_for_turn(pilot, app)
        assert table.is_available("undo")
        await pilot.press("u")
        await wait_until(pilot, lambda: isinstance(app.screen, HandOffScreen))
        await wait_for_turn(pilot, app)
        assert table.session.seat_to_move == 0
        assert table.presenter.turn_state.view.hand == faces("Rs Gk")
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await KeyboardPlayer(pilot, app).play_game(2)
        table = await wait_for_turn(pilot, app)
        assert not table.is_available("undo")


async def test_a_frame_that_arrives_while_the_app_closes_is_dropped() -> None:
    """The table draws nothing once its widgets are going."""
    drawn = asyncio.Event()

    async def draw_late() -> None:
        while table.query("#save-trouble"):
            await asyncio.sleep(0)
        assert table.frame is not None
        table.draw(replace(table.frame, trouble="The disk is full."))
        drawn.set()

    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        table.run_worker(draw_late())
    assert drawn.is_set()
