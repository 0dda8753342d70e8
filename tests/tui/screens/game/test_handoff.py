"""The hand-off screen: it opens for the next player only and lists what they missed."""

from __future__ import annotations

import pytest
from textual.widgets import Button, Static

from qwirkle.session.session import GameSession
from qwirkle.text.events import opening_text
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


def news_on_screen(app: QwirkleApp) -> str:
    """Return the news on the hand-off screen."""
    return str(app.screen.query_one(".news Static", Static).content)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_hand_off_screen_lists_every_turn_since_your_last(
    size: tuple[int, int],
) -> None:
    """Before your first turn it says who starts; later it lists every turn since your last."""
    app = make_app(TILES, human_players(3))
    async with app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        session = game_screen(app).session
        assert opening_text(session.history(None)) in news_on_screen(app)
        await KeyboardPlayer(pilot, app).play_game(max_decisions=8)
        path = session.record.path
    resumed_app = QwirkleApp(LaunchOptions(), GameSession.resume(path))
    async with resumed_app.run_test(size=size) as pilot:
        await wait_for_screen(pilot, resumed_app, HandOffScreen)
        lines = news_on_screen(resumed_app).splitlines()
        assert len(lines) == 2
        session = game_screen(resumed_app).session
        other_names = [session.players[(session.seat_to_move + step) % 3].name for step in (1, 2)]
        assert [line.split()[0] for line in lines] == other_names
        card = resumed_app.screen.query_one(".card")
        assert card.region.height <= size[1] - 1
        assert resumed_app.screen.query_one("#show-hand").region.bottom <= size[1] - 1
        next_name = session.players[session.seat_to_move].name
        assert next_name in str(resumed_app.screen.query(".title").first(Static).content)


async def test_the_hand_off_screen_closes_only_on_space_after_a_delay(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Enter, which also plays turns, never closes it; no key does within the first second."""
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


async def test_a_click_closes_the_hand_off_screen() -> None:
    """A click on the button needs no delay."""
    app = make_app(TILES, human_players(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_for_screen(pilot, app, HandOffScreen)
        await pilot.click(Button)
        await wait_until(pilot, lambda: isinstance(app.screen, LocalGameScreen))
