"""Playing at a remote table in the app."""

from __future__ import annotations

from textual.pilot import Pilot
from textual.widgets import OptionList

from qwirkle.presenter.frame import Frame
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.screens.remote_game import RemoteGameScreen
from qwirkle.tui.screens.remote_lobby import LobbyScreen
from tests.tui.conftest import wait_until


def menu_items(app: QwirkleApp) -> list[str]:
    """Return the menu items of the lobby; none if another screen is open."""
    if not isinstance(app.screen, LobbyScreen) or not app.screen.query("#menu"):
        return []
    menu = app.screen.query_one("#menu", OptionList)
    return [str(option.prompt) for option in menu.options]


async def choose(pilot: Pilot[None], app: QwirkleApp, wanted: str) -> None:
    """Wait for a menu item that contains this text, and select it."""
    await wait_until(pilot, lambda: any(wanted in line for line in menu_items(app)))
    index = next(n for n, line in enumerate(menu_items(app)) if wanted in line)
    menu = app.screen.query_one("#menu", OptionList)
    menu.focus()
    menu.highlighted = index
    await pilot.press("enter")


def remote_frame(app: QwirkleApp) -> Frame | None:
    """Return the frame of the game screen, or None."""
    screen = next((each for each in app.screen_stack if isinstance(each, RemoteGameScreen)), None)
    return screen.frame if screen else None


def is_own_turn(app: QwirkleApp) -> bool:
    """Check whether the game waits for this player."""
    frame = remote_frame(app)
    return frame is not None and not {"press_slot", "redraw", "pass"}.isdisjoint(frame.offers)


async def press(pilot: Pilot[None], app: QwirkleApp, key: str) -> Frame:
    """Press a key and return the next frame."""
    before = remote_frame(app)
    await pilot.press(key)
    await wait_until(pilot, lambda: remote_frame(app) is not before)
    frame = remote_frame(app)
    assert frame is not None
    return frame


async def play_any_turn(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Play the first piece that makes a legal turn, or else the best hint."""
    frame = remote_frame(app)
    assert frame is not None
    for slot in frame.hand:
        frame = await press(pilot, app, str(slot.number))
        if any(fit.points is not None for fit in frame.fits):
            frame = await press(pilot, app, "space")
            if "play" in frame.offers:
                await press(pilot, app, "enter")
                return
    await press(pilot, app, "escape")
    await pilot.press("i")
    await wait_until(pilot, lambda: "take_hint" in _offers(app))
    for _ in range(2):
        await press(pilot, app, "enter")


def _offers(app: QwirkleApp) -> tuple[str, ...]:
    frame = remote_frame(app)
    return frame.offers if frame else ()
