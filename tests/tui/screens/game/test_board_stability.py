"""The board doesn't move while the texts above it change."""

from __future__ import annotations

import pytest

from qwirkle.tui.widgets.board import BoardPane
from tests.tui.conftest import TILES, human_players, make_app, wait_until
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_draft,
    current_frame,
    set_position,
    set_turn_state,
    wait_for_turn,
)


@pytest.mark.parametrize("size", [(80, 24), (50, 16)])
async def test_a_long_banner_does_not_move_the_board(size: tuple[int, int]) -> None:
    """The banner keeps its height; a text that doesn't fit beside the news replaces it."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=size) as pilot:
        screen = await wait_for_turn(pilot, app)
        board = screen.query_one(BoardPane)
        await pilot.press("2")
        await pilot.pause()
        short_length = len(banner_text(screen))
        region, cell_region = board.region, board.cell_region((0, 0))
        set_turn_state(screen, cursor=(2, 0))
        await pilot.press("space")
        await pilot.pause()
        assert len(banner_text(screen)) > max(short_length, size[0])
        assert (board.region, board.cell_region((0, 0))) == (region, cell_region)


async def test_escape_clears_pieces_first_and_hints_second() -> None:
    """The first Esc returns the pieces to the hand, the second removes the hint marks."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: screen.frame and screen.frame.hinted)
        await pilot.press("1", "escape")
        assert current_draft(screen).is_untouched
        assert current_frame(screen).hinted
        await pilot.press("escape")
        assert not current_frame(screen).hinted
        assert screen.check_action("clear", ()) is False


async def test_every_toast_appears_in_the_same_place() -> None:
    """Toasts cover only the banner; cleared ones leave nothing behind that pushes the next down."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        screen = await wait_for_turn(pilot, app)
        rows: set[int] = set()
        board = screen.query_one(BoardPane)
        for number in range(3):
            app.clear_notifications()
            screen.notify(f"toast {number}", timeout=100)
            await wait_until(pilot, lambda: [toast.region.y for toast in app.screen.query("Toast")])
            await pilot.pause()
            rows |= {toast.region.y for toast in app.screen.query("Toast")}
            toasts = app.screen.query("Toast")
            assert not any(toast.region.overlaps(board.region) for toast in toasts)
        assert rows == {0}
        assert len(app.screen.query("ToastHolder")) == 1
