"""The board stays where it is while the words above it change."""

from __future__ import annotations

import pytest

from qwirkle.tui.widgets.board import BoardPane
from tests.tui.conftest import TILES, human_players, make_app, wait_until
from tests.tui.game_setup import BOT, banner_text, set_position, set_turn_state, wait_for_turn


@pytest.mark.parametrize("size", [(80, 24), (50, 16)])
async def test_a_long_banner_moves_no_cell_on_the_screen(size: tuple[int, int]) -> None:
    """The banner has as many lines as ever, and what does not fit beside the news replaces it."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        board = table.query_one(BoardPane)
        await pilot.press("2")
        await pilot.pause()
        short = len(banner_text(table))
        region, place = board.region, board.cell_region((0, 0))
        set_turn_state(table, cursor=(2, 0))
        await pilot.press("space")
        await pilot.pause()
        assert len(banner_text(table)) > max(short, size[0])
        assert (board.region, board.cell_region((0, 0))) == (region, place)


async def test_escape_takes_hints_off_the_table_after_the_pieces() -> None:
    """The first Esc takes back what is laid, the second the marks of the hints."""
    app = make_app(TILES, (*human_players(1), BOT))
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await wait_for_turn(pilot, app)
        await pilot.press("i")
        await wait_until(pilot, lambda: table.frame and table.frame.hinted)
        await pilot.press("1", "escape")
        assert table.presenter.turn_state.draft is not None
        assert table.presenter.turn_state.draft.is_untouched
        assert table.frame is not None
        assert table.frame.hinted
        await pilot.press("escape")
        assert not table.frame.hinted
        assert table.check_action("clear", ()) is False


async def test_one_toast_after_another_comes_up_in_the_same_place() -> None:
    """Toasts lie over the banner alone; cleared ones leave no frames that push the next down."""
    app = make_app(TILES, (*human_players(1), BOT))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        table = await wait_for_turn(pilot, app)
        rows: set[int] = set()
        board = table.query_one(BoardPane)
        for number in range(3):
            app.clear_notifications()
            table.notify(f"toast {number}", timeout=100)
            await wait_until(pilot, lambda: [toast.region.y for toast in app.screen.query("Toast")])
            await pilot.pause()
            rows |= {toast.region.y for toast in app.screen.query("Toast")}
            toasts = app.screen.query("Toast")
            assert not any(toast.region.overlaps(board.region) for toast in toasts)
        assert rows == {0}
        assert len(app.screen.query("ToastHolder")) == 1
