"""Purist mode hides everything that players at a kitchen table couldn't see."""

from __future__ import annotations

import pytest
from textual.widgets import Tab

from qwirkle.engine.variant import Variant
from qwirkle.session.availability import Status
from qwirkle.settings import load_settings
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.widgets.unseen import UnseenPane
from tests.tui.conftest import CUBES, TILES, human_players, make_app, wait_until
from tests.tui.game_setup import (
    BOT,
    banner_text,
    current_draft,
    current_frame,
    current_status,
    current_turn,
    set_position,
    wait_for_turn,
)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
@pytest.mark.parametrize("variant", [TILES, CUBES], ids=["hidden", "open"])
async def test_a_purist_sees_no_fits_points_unseen_pieces_or_hints(
    variant: Variant, size: tuple[int, int]
) -> None:
    """Points appear only after the turn, and only a refusal shows that a piece doesn't fit."""
    QwirkleApp(LaunchOptions(purist=True))
    app = make_app(variant, (*human_players(1), BOT))
    assert app.settings.purist
    set_position(app, "Rs Gk Yb Px Ob Bd", "Rc Rd", seat_to_move=0)
    async with app.run_test(size=size) as pilot:
        screen = await wait_for_turn(pilot, app)
        if variant is CUBES:
            await pilot.press("enter")
        cursor = current_turn(screen).cursor
        await pilot.press("1")
        assert current_draft(screen).picked_slot == 0
        assert current_frame(screen).fits == ()
        assert current_turn(screen).cursor == cursor
        for key in ("tab", "i"):
            await pilot.press(key)
            assert current_status(screen) is Status.PURIST
        assert not app.screen.query(UnseenPane)
        assert not [tab for tab in app.screen.query(Tab) if tab.id == "tab-unseen"]
        screen.action_do("press_cell", 2, 0)
        frame = current_frame(screen)
        assert frame.drafted
        assert (frame.hand_note, frame.points) == ("", None)
        assert "+" not in banner_text(screen)
        scores = screen.session.game.position.scores
        await pilot.press("enter")
        await wait_until(pilot, lambda: screen.session.game.position.scores != scores)


async def test_the_purist_option_is_saved_until_it_is_revoked() -> None:
    """`--purist` is saved; `--no-purist` turns it off again."""
    QwirkleApp(LaunchOptions(purist=True))
    assert load_settings()[0].purist
    assert QwirkleApp(LaunchOptions()).settings.purist
    QwirkleApp(LaunchOptions(purist=False))
    assert not load_settings()[0].purist
