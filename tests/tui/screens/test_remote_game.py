"""A game on a server: the lobby, a whole game, the result and the other players."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.session.availability import Status
from qwirkle.session.session import Pace
from qwirkle.text.status import status_text
from qwirkle.tui.app import QwirkleApp
from qwirkle.tui.launch import LaunchOptions
from qwirkle.tui.screens.end import EndScreen
from qwirkle.tui.screens.remote_game import RemoteGameScreen
from qwirkle.tui.screens.remote_players import SUBSTITUTE_BOTS, PlayersScreen, describe_seat
from qwirkle.web import room as room_module
from qwirkle.web.client import Link
from tests.tools.pictures.scenes import text_of
from tests.tui.conftest import wait_until
from tests.tui.remote_setup import (
    _offers,
    choose,
    is_own_turn,
    menu_items,
    play_any_turn,
    remote_frame,
)
from tests.web.conftest import Client, RunningServer, run_server

CREATE_ROOM = "A new table: "
START_GAME = "Begin the game"
LEAVE_SEAT = "Leave your seat"
ADD_SIMPLE = "Add the bot simple"
SPECTATORS_ALLOWED = "At a new table others may look on"
SPECTATORS_FORBIDDEN = "At a new table nobody may look on"
BACK = "Back to the table"
CLOSE = "Close this table; the game stays saved"
"""Menu items, which have no ids."""


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room_module, "ROOM_PACE", Pace())


def joining_app(served: RunningServer) -> QwirkleApp:
    """Return an app that joins this server."""
    return QwirkleApp(LaunchOptions(join=Link(f"127.0.0.1:{served.address.port}")))


async def start_game(pilot: Pilot[None], app: QwirkleApp, game: str) -> None:
    """Create a room, take a seat, add a bot and start the game."""
    await choose(pilot, app, f"{CREATE_ROOM}{game}")
    await wait_until(pilot, lambda: isinstance(app.focused, Input))
    await pilot.press(*"Ana:9", "enter")
    await wait_until(pilot, lambda: LEAVE_SEAT in menu_items(app))
    await choose(pilot, app, ADD_SIMPLE)
    await choose(pilot, app, START_GAME)
    await wait_until(pilot, lambda: is_own_turn(app))


@pytest.mark.parametrize("size", [(80, 24), (200, 60)], ids=str)
async def test_a_server_game_fits_any_size(tmp_path: Path, size: tuple[int, int]) -> None:
    """The game screen of a server game shows the same as that of a local game."""
    async with run_server(tmp_path / "tables.json") as served:
        app = joining_app(served)
        async with app.run_test(size=size) as pilot:
            await start_game(pilot, app, "Qwirkle Cubes")
            frame = remote_frame(app)
            assert frame is not None
            parts = ("Ana", "Simple", frame.hand_title)
            await wait_until(pilot, lambda: all(part in text_of(app) for part in parts))
            await pilot.press("i")
            await wait_until(pilot, lambda: "take_hint" in _offers(app))
            assert "A:" in _banner(app)


async def test_a_server_game_can_be_played_to_a_rematch(tmp_path: Path, home: Path) -> None:
    """A game can be played from the lobby to a rematch, and the server saves its record."""
    async with run_server(tmp_path / "tables.json") as served:
        app = joining_app(served)
        async with app.run_test(size=(120, 40)) as pilot:
            await start_game(pilot, app, "Qwirkle Sprint")
            while not isinstance(app.screen, EndScreen):
                if is_own_turn(app):
                    await play_any_turn(pilot, app)
                await wait_until(
                    pilot, lambda: is_own_turn(app) or isinstance(app.screen, EndScreen)
                )
            await wait_until(pilot, lambda: bool(app.screen.query("#headline")))
            frame = remote_frame(app)
            assert frame is not None
            assert frame.result is not None
            assert frame.result.headline in str(app.screen.query_one("#headline", Static).content)
            assert app.screen.query("#rematch")
            await pilot.press("r")
            await wait_until(pilot, lambda: START_GAME in menu_items(app))
            assert LEAVE_SEAT in menu_items(app)
    (record,) = home.glob("games/*.qwirkle")
    assert load_untruncated_game(record).is_over


async def test_players_join_and_leave(tmp_path: Path) -> None:
    """The host sees who is connected, lets a bot fill in, and learns why a key is inactive."""
    async with run_server(tmp_path / "tables.json") as served, AsyncExitStack() as stack:
        app = joining_app(served)
        async with app.run_test(size=(120, 40)) as pilot:
            await choose(pilot, app, SPECTATORS_ALLOWED)
            await wait_until(pilot, lambda: SPECTATORS_FORBIDDEN in menu_items(app))
            await choose(pilot, app, f"{CREATE_ROOM}Qwirkle")
            await wait_until(pilot, lambda: isinstance(app.focused, Input))
            assert not any(table.allow_spectators for table in served.lobby.rooms.values())
            await pilot.press("enter")  # without a name nothing happens
            await pilot.press(*"Ana", "enter")
            ben: Client = await stack.enter_async_context(served.client())
            room_id = next(iter(served.lobby.rooms))
            await ben.send("hello", version=1, table=room_id)
            await ben.send("sit", name="Ben")
            await choose(pilot, app, START_GAME)
            await wait_until(pilot, lambda: remote_frame(app))
            await ben.wait_for_kind("frame")
            screen = app.screen
            assert isinstance(screen, RemoteGameScreen)
            await pilot.press("v")
            await wait_until(pilot, lambda: _banner(app) == _status(Status.ALL_PANES_VISIBLE))
            await pilot.press("e")
            await wait_until(pilot, lambda: _banner(app) == _status(Status.NOT_OVER))
            await pilot.press("p", "1", "escape")
            await pilot.press("f6")
            await wait_until(pilot, lambda: player_menu_items(app) == [BACK, CLOSE])
            room = served.lobby.rooms[room_id]
            seat = room.build_state().seats[1]
            assert seat.is_connected
            assert describe_seat(seat) in text_of(app)
            await ben.socket.close()
            let_bot_play = [f"Let {bot} play for Ben" for bot in SUBSTITUTE_BOTS]
            await wait_until(pilot, lambda: player_menu_items(app) == [BACK, *let_bot_play, CLOSE])
            await pilot.press("down", "enter")
            await wait_until(pilot, lambda: room.build_state().seats[1].substitute == "greedy")
            seat = room.build_state().seats[1]
            await wait_until(pilot, lambda: describe_seat(seat) in text_of(app))
            assert len(player_menu_items(app)) == 3
            await pilot.press("enter")
            await wait_until(pilot, lambda: let_bot_play[0] in player_menu_items(app))
            assert room.build_state().seats[1].substitute is None
            await pilot.press("escape")
            await wait_until(pilot, lambda: isinstance(app.screen, RemoteGameScreen))


def player_menu_items(app: QwirkleApp) -> list[str]:
    """Return the menu items of the players screen; none if another screen is open."""
    if not isinstance(app.screen, PlayersScreen) or not app.screen.query("#menu"):
        return []
    menu = app.screen.query_one("#menu", OptionList)
    return [str(option.prompt) for option in menu.options]


def _status(status: Status) -> str:
    return status_text(status, "", {})


def _banner(app: QwirkleApp) -> str:
    frame = remote_frame(app)
    return frame.banner if frame else ""


async def test_without_a_server_the_app_exits_with_an_error() -> None:
    """If no server listens, the app prints one message and exits with status 2."""
    app = QwirkleApp(LaunchOptions(join=Link("127.0.0.1:9")))
    async with app.run_test(size=(80, 24)) as pilot:
        await wait_until(pilot, lambda: bool(app.exit_messages))
    assert len(app.exit_messages) == 1
    assert "127.0.0.1" in app.exit_messages[0]
    assert app.exit_status == 2
