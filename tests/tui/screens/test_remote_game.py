"""The same table for a game at a server: the lobby, a whole game, the result, other people."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from qwirkle.cli.files import load_complete_game
from qwirkle.presenter.frame import Frame
from qwirkle.session.session import Pace
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.remote_game import RemoteGameScreen
from qwirkle.tui.screens.remote_lobby import LobbyScreen
from qwirkle.tui.screens.remote_players import PlayersScreen
from qwirkle.web import room as table_module
from qwirkle.web.client import Link
from tests.tools.pictures.scenes import text_of
from tests.tui.conftest import wait_until
from tests.web.conftest import Client, RunningServer, run_server


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "ROOM_PACE", Pace())


def joining(served: RunningServer) -> QwirkleApp:
    """The app on its way to a server."""
    return QwirkleApp(LaunchOptions(join=Link(f"127.0.0.1:{served.address.port}")))


def choices(app: QwirkleApp) -> list[str]:
    """What the lobby offers."""
    if not isinstance(app.screen, LobbyScreen) or not app.screen.query("#choices"):
        return []
    found = app.screen.query_one("#choices", OptionList)
    return [str(option.prompt) for option in found.options]


async def choose(pilot: Pilot[None], app: QwirkleApp, wanted: str) -> None:
    """Choose a line of the lobby, once it is there."""
    await wait_until(pilot, lambda: any(wanted in line for line in choices(app)))
    place = next(n for n, line in enumerate(choices(app)) if wanted in line)
    found = app.screen.query_one("#choices", OptionList)
    found.focus()
    found.highlighted = place
    await pilot.press("enter")


def shown(app: QwirkleApp) -> Frame | None:
    """What the table shows."""
    screen = next((each for each in app.screen_stack if isinstance(each, RemoteGameScreen)), None)
    return screen.frame if screen else None


def is_own_turn(app: QwirkleApp) -> bool:
    """Whether this person is to decide."""
    frame = shown(app)
    return frame is not None and not {"press_slot", "redraw", "pass"}.isdisjoint(frame.offers)


async def begin(pilot: Pilot[None], app: QwirkleApp, game: str) -> None:
    """Set up a table with a bot, take a seat, and begin."""
    await choose(pilot, app, f"A new table: {game}")
    await wait_until(pilot, lambda: isinstance(app.focused, Input))
    await pilot.press(*"Ana:9", "enter")
    await wait_until(pilot, lambda: any("Leave your seat" in line for line in choices(app)))
    await choose(pilot, app, "Add the bot simple")
    await choose(pilot, app, "Begin the game")
    await wait_until(pilot, lambda: is_own_turn(app))


async def press(pilot: Pilot[None], app: QwirkleApp, key: str) -> Frame:
    """Press a key, and wait for the frame that comes of it."""
    before = shown(app)
    await pilot.press(key)
    await wait_until(pilot, lambda: shown(app) is not before)
    frame = shown(app)
    assert frame is not None
    return frame


async def lay_something(pilot: Pilot[None], app: QwirkleApp) -> None:
    """Play the first piece that fits anywhere, or else what a hint says."""
    frame = shown(app)
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


@pytest.mark.parametrize("size", [(80, 24), (200, 60)], ids=str)
async def test_the_table_of_a_server_at_any_size(tmp_path: Path, size: tuple[int, int]) -> None:
    """From the lobby to the first turn: everything that a table of one's own shows is there."""
    async with run_server(tmp_path / "tables.json") as served:
        app = joining(served)
        async with app.run_test(size=size) as pilot:
            await begin(pilot, app, "Qwirkle Cubes")
            parts = ("Scores", "Ana", "Simple", "mark what to roll")
            if "keep" not in _offers(app):
                parts = (*parts[:3], "your hand")
            await wait_until(pilot, lambda: all(part in text_of(app) for part in parts))
            await pilot.press("i")
            await wait_until(pilot, lambda: "A:" in _banner(app))


async def test_a_whole_game_at_a_server(tmp_path: Path, home: Path) -> None:
    """From the lobby to the result by keys; the record is the server's, and right."""
    async with run_server(tmp_path / "tables.json") as served:
        app = joining(served)
        async with app.run_test(size=(120, 40)) as pilot:
            await begin(pilot, app, "Qwirkle Sprint")
            while not isinstance(app.screen, EndScreen):
                if is_own_turn(app):
                    await lay_something(pilot, app)
                await wait_until(
                    pilot, lambda: is_own_turn(app) or isinstance(app.screen, EndScreen)
                )
            await wait_until(pilot, lambda: bool(app.screen.query("#verdict")))
            assert "wins" in str(app.screen.query_one("#verdict", Static).content)
            assert app.screen.query("#rematch")
            await pilot.press("r")
            await wait_until(pilot, lambda: "Begin the game" in choices(app))
            assert "Leave your seat" in choices(app)
    (record,) = home.glob("games/*.qwirkle")
    assert load_complete_game(record).is_over


async def test_people_come_and_go(tmp_path: Path) -> None:
    """One sees who joins and who is away; why a key rests is said, by the server or here."""
    async with run_server(tmp_path / "tables.json") as served, AsyncExitStack() as stack:
        app = joining(served)
        async with app.run_test(size=(120, 40)) as pilot:
            await choose(pilot, app, "At a new table others may look on")
            await wait_until(pilot, lambda: "At a new table nobody may look on" in choices(app))
            await choose(pilot, app, "A new table: Qwirkle")
            await wait_until(pilot, lambda: isinstance(app.focused, Input))
            assert not any(table.allow_spectators for table in served.lobby.rooms.values())
            await pilot.press("enter")  # without a name nothing happens
            await pilot.press(*"Ana", "enter")
            ben: Client = await stack.enter_async_context(served.client())
            name = next(iter(served.lobby.rooms))
            await ben.say("hello", version=1, table=name)
            await ben.say("sit", name="Ben")
            await choose(pilot, app, "Begin the game")
            await wait_until(pilot, lambda: shown(app))
            await ben.wait_for_kind("frame")
            screen = app.screen
            assert isinstance(screen, RemoteGameScreen)
            await pilot.press("v")
            await wait_until(pilot, lambda: "All panes are in sight" in _banner(app))
            await pilot.press("e")
            await wait_until(pilot, lambda: "There is no result yet" in _banner(app))
            await pilot.press("p", "1", "escape")
            await pilot.press("f6")
            await wait_until(pilot, lambda: people(app) == ["Back to the table", *CLOSE])
            assert "Ben: there" in text_of(app)
            await ben.socket.close()
            standing = ["Let greedy play for Ben", "Let expert play for Ben"]
            await wait_until(pilot, lambda: people(app) == ["Back to the table", *standing, *CLOSE])
            await pilot.press("down", "enter")
            await wait_until(pilot, lambda: "Ben plays again" in people(app))
            assert "Ben: away, greedy plays for them" in text_of(app)
            assert served.lobby.rooms[name].build_state().seats[1].stand_in == "greedy"
            await pilot.press("enter")
            await wait_until(pilot, lambda: "Let greedy play for Ben" in people(app))
            await pilot.press("escape")
            await wait_until(pilot, lambda: isinstance(app.screen, RemoteGameScreen))


CLOSE = ["Close this table; the game stays saved"]


def people(app: QwirkleApp) -> list[str]:
    """What the page of the people offers."""
    if not isinstance(app.screen, PlayersScreen) or not app.screen.query("#choices"):
        return []
    found = app.screen.query_one("#choices", OptionList)
    return [str(option.prompt) for option in found.options]


def _offers(app: QwirkleApp) -> tuple[str, ...]:
    frame = shown(app)
    return frame.offers if frame else ()


def _banner(app: QwirkleApp) -> str:
    frame = shown(app)
    return frame.banner if frame else ""


async def test_no_server_is_said_after_leaving() -> None:
    """Where nobody listens the app ends with one sentence and status 2."""
    app = QwirkleApp(LaunchOptions(join=Link("127.0.0.1:9")))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: bool(app.exit_messages))
    assert app.exit_messages[0].startswith("There is no table to join")
    assert app.exit_status == 2
