"""A purist's table: nothing is shown that one could not see in a kitchen."""

from __future__ import annotations

import pytest
from textual.widgets import Tab

from qwirkle.engine.variant import Variant
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.settings import load_settings
from qwirkle.tui.widgets.unseen import UnseenPane
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_until
from tests.tui.game_setup import BOT, banner_text, set_position, wait_for_turn


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
async def test_a_purist_is_shown_no_cells_points_unseen_pieces_or_hints(
    variant: Variant, size: tuple[int, int]
) -> None:
    """Only Enter tells what a turn scores, and only a refusal where a piece cannot lie."""
    QwirkleApp(LaunchOptions(purist=True))
    app = make_app(variant, (*human_players(1), BOT))
    assert app.settings.purist
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", player=0)
    async with app.run_test(size=size) as pilot:
        table = await wait_for_turn(pilot, app)
        if variant is CUBES:
            await pilot.press("enter")
        cursor = table.presenter.turn_state.cursor
        await pilot.press("1")
        assert table.frame is not None
        assert table.frame.fits == ()
        assert table.presenter.turn_state.cursor == cursor
        await pilot.press("tab")
        assert banner_text(table).startswith("You play as a purist")
        await pilot.press("i")
        assert banner_text(table).startswith("You play as a purist")
        assert not app.screen.query(UnseenPane)
        assert not [tab for tab in app.screen.query(Tab) if tab.id == "tab-unseen"]
        table.action_do("press_cell", 2, 0)
        assert table.frame.drafted
        assert table.frame.hand_note == ""
        assert "+" not in banner_text(table)
        scores = table.session.game.position.scores
        await pilot.press("enter")
        await wait_until(pilot, lambda: table.session.game.position.scores != scores)


async def test_the_setting_lasts_until_it_is_taken_back() -> None:
    """`--purist` is kept; `--no-purist` takes it away again."""
    QwirkleApp(LaunchOptions(purist=True))
    assert load_settings()[0].purist
    assert QwirkleApp(LaunchOptions()).settings.purist
    QwirkleApp(LaunchOptions(purist=False))
    assert not load_settings()[0].purist
