"""The curtain between people: it opens for the right person, and tells what they have missed."""

from __future__ import annotations

import pytest
from textual.widgets import Button, Static

from qwirkle.session.session import GameSession
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens import handoff
from qwirkle.tui.screens.game import LocalGameScreen
from qwirkle.tui.screens.handoff import HandOffScreen
from tests.tui.conftest import (
    TILES,
    KeyboardPlayer,
    game_screen,
    human_players,
    make_app,
    wait_for_screen,
    wait_until,
)


def told(app: QwirkleApp) -> str:
    """What the curtain tells of the turns before."""
    return str(app.screen.query_one(".news Static", Static).content)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_curtain_tells_all_that_happened_since_ones_own_turn(
    size: tuple[int, int],
) -> None:
    """Before the first turn it says who starts, afterwards every turn since, and who is next."""
    app = make_app(TILES, human_players(3))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        assert " starts" in told(app)
        await KeyboardPlayer(pilot, app).play_game(most_turns=8)
        path = game_screen(app).session.record.path
    again = QwirkleApp(LaunchOptions(), GameSession.resume(path))
    async with again.run_test(size=size) as pilot:
        await wait_for_screen(pilot, again, HandOffScreen)
        lines = told(again).splitlines()
        assert len(lines) == 2
        host = again.session
        assert host is not None
        others = [host.players[(host.seat_to_move + step) % 3].name for step in (1, 2)]
        assert [line.split()[0] for line in lines] == others
        card = again.screen.query_one(".card")
        assert card.region.height <= size[1] - 1
        assert again.screen.query_one("#lift").region.bottom <= size[1] - 1
        assert f"Next: {host.players[host.seat_to_move].name}" in [
            str(each.content) for each in again.screen.query(Static)
        ]


async def test_the_curtain_opens_by_space_alone_and_not_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Enter, with which a turn is played, never opens it, nor does any key in the first second."""
    now = 100.0
    monkeypatch.setattr(handoff, "IGNORE_KEYS_SECONDS", 1.0)
    monkeypatch.setattr(handoff, "monotonic", lambda: now)
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        await pilot.press("enter", "space", "enter", "tab", "enter")
        assert isinstance(app.screen, HandOffScreen)
        now += 0.99
        await pilot.press("space")
        assert isinstance(app.screen, HandOffScreen)
        now += 0.02
        await pilot.press("enter", "tab", "enter")
        assert isinstance(app.screen, HandOffScreen)
        await pilot.press("space")
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))


async def test_a_click_opens_the_curtain() -> None:
    """Nobody clicks a button by mistake."""
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        await pilot.click(Button)
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))
