"""A server on the loopback interface, and clients that send and receive its JSON messages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets

from qwirkle.presenter.frame import Frame
from qwirkle.session.session import Pace
from qwirkle.web import room as room_module
from qwirkle.web import server as server_module
from qwirkle.web.lobby import Lobby
from qwirkle.web.run import EmbeddedServer, ListenAddress, build_config, open_listener

TIMEOUT = 120.0
"""Seconds to wait for anything before the test fails."""

GAME_OVER = "The game is over."
"""What plain-text mode prints at the end of a game."""


async def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.01)


class Client:
    """A WebSocket client that keeps every message it receives."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.received: list[dict[str, Any]] = []
        self.frame: Frame | None = None
        self.room: dict[str, Any] = {}
        """The latest `table` message."""
        self.seat_token = ""

    async def send(self, do: str, **fields: object) -> None:
        """Send a message of type `do`."""
        await self.socket.send(json.dumps({"do": do, **fields}))

    async def receive(self) -> dict[str, Any]:
        """Return the next message."""
        async with asyncio.timeout(TIMEOUT):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.received.append(message)
        match message["is"]:
            case "frame":
                self.frame = Frame.from_json(message["frame"])
            case "table":
                self.room = message
            case "seated":
                self.seat_token = message["secret"]
        return message

    async def wait_until(self, condition: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Receive messages until one meets a condition. Return that one."""
        while True:
            message = await self.receive()
            if condition(message):
                return message

    async def wait_for_kind(self, kind: str) -> dict[str, Any]:
        """Return the next message of a kind."""
        return await self.wait_until(lambda message: message["is"] == kind)

    async def wait_for_frame(self, condition: Callable[[Frame], bool]) -> Frame:
        """Return the first frame that meets a condition, starting with the current one."""
        while self.frame is None or not condition(self.frame):
            await self.wait_for_kind("frame")
        return self.frame

    async def act(self, action: str, *arguments: int) -> Frame:
        """Perform a game action. Return the next frame."""
        await self.send("act", action=action, arguments=list(arguments))
        await self.wait_for_kind("frame")
        assert self.frame is not None
        return self.frame

    @property
    def is_to_move(self) -> bool:
        return self.frame is not None and "press_slot" in self.frame.offers


class RunningServer:
    """A running server, its lobby and its address."""

    def __init__(self, lobby: Lobby, address: ListenAddress) -> None:
        self.lobby = lobby
        self.address = address

    @asynccontextmanager
    async def client(self, **options: Any) -> AsyncIterator[Client]:
        """Connect a client that hasn't sent `hello` yet."""
        url = f"ws://127.0.0.1:{self.address.port}/door"
        async with websockets.connect(url, max_size=None, compression=None, **options) as socket:
            yield Client(socket)


@asynccontextmanager
async def run_server(file: Path, *names: str) -> AsyncIterator[RunningServer]:
    """Run a server on the loopback interface that also accepts these host names."""
    lobby = Lobby(file)
    lobby.load()
    socket = open_listener(ListenAddress(0))
    address = ListenAddress(socket.getsockname()[1], extra_hosts=names)
    server = EmbeddedServer(build_config(lobby, address))
    running = asyncio.create_task(server.serve([socket]))
    try:
        while not server.started:
            assert not running.done(), running.exception()
            await asyncio.sleep(0.005)
        yield RunningServer(lobby, address)
    finally:
        server.should_exit = True
        await running
        socket.close()


@pytest.fixture(autouse=True)
def _without_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns off delays before automatic steps and the rate limit on messages."""
    monkeypatch.setattr(room_module, "ROOM_PACE", Pace())
    monkeypatch.setattr(server_module, "MESSAGE_RATE", 1e6)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A server for one test."""
    async with run_server(tmp_path / "tables.json") as running_server:
        yield running_server
