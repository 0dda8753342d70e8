"""The board stays where it is while the words above it change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from textual.widgets import Static

from qwirkle.app.app import QwirkleApp
from qwirkle.app.launch import Launch
from qwirkle.app.panes.board import BoardPane
from qwirkle.app.table.curtain import CurtainScreen
from qwirkle.table.host import Host
from tests.app.at_table import BOT, arrange, banner, ready
from tests.app.conftest import HIDDEN, Keys, app_for, people, reach, table_of, until


@pytest.mark.parametrize("size", [(80, 24), (50, 16)])
async def test_a_long_banner_moves_no_cell_on_the_screen(size: tuple[int, int]) -> None:
    """A refusal of two lines takes rows from the board, yet neither zoom nor places change."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=size) as pilot:
        table = await ready(pilot, app)
        board = table.query_one(BoardPane)
        await pilot.press("2")
        await pilot.pause()
        short = len(banner(table))
        before, top = board.region_of((0, 0)).translate(board.region.offset), board.region.y
        table.desk = replace(table.desk, cursor=(2, 0))
        await pilot.press("space")
        await pilot.pause()
        assert len(banner(table)) > max(short, size[0])
        assert board.region.y > top
        assert board.region_of((0, 0)).translate(board.region.offset) == before
        await pilot.press("left")
        await pilot.pause()
        assert board.region.y == top
        assert board.region_of((0, 0)).translate(board.region.offset) == before


async def test_escape_takes_hints_off_the_table_after_the_pieces() -> None:
    """The first Esc takes back what is laid, the second the marks of the hints."""
    app = app_for(HIDDEN, (*people(1), BOT))
    arrange(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = await ready(pilot, app)
        await pilot.press("i")
        await until(pilot, lambda: table.frame and table.frame.hinted)
        await pilot.press("1", "escape")
        assert table.desk.draft is not None
        assert table.desk.draft.untouched
        assert table.frame is not None
        assert table.frame.hinted
        await pilot.press("escape")
        assert not table.frame.hinted
        assert table.check_action("clear", ()) is False


async def test_the_curtain_tells_the_last_turn_of_a_resumed_game() -> None:
    """Before the first turn it says who starts, afterwards what was done last."""
    app = app_for(HIDDEN, people(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await reach(pilot, app, CurtainScreen)
        assert " starts" in _news(app)
        await Keys(pilot, app).play_game(most_turns=2)
        path = table_of(app).host.record.path
    again = QwirkleApp(Launch(), Host.resume(path))
    async with again.run_test(size=(80, 24)) as pilot:
        await reach(pilot, again, CurtainScreen)
        assert " laid " in _news(again)


def _news(app: QwirkleApp) -> str:
    return str(app.screen.query_one(".news", Static).content)


async def test_one_toast_after_another_comes_up_in_the_same_place() -> None:
    """Toasts that are cleared leave no empty frames behind, which would push the next down."""
    app = app_for(HIDDEN, (*people(1), BOT))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        table = await ready(pilot, app)
        rows = set()
        for number in range(3):
            app.clear_notifications()
            table.notify(f"toast {number}", timeout=100)
            await until(pilot, lambda: [toast.region.y for toast in app.screen.query("Toast")])
            await pilot.pause()
            rows |= {toast.region.y for toast in app.screen.query("Toast")}
        assert rows == {1}
        assert len(app.screen.query("ToastHolder")) == 1
