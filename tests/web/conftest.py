"""A server on the loopback for each test that wants one, and clients that talk to it."""

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
from qwirkle.web import room as table_module
from qwirkle.web import server as server_module
from qwirkle.web.lobby import Lobby
from qwirkle.web.run import EmbeddedServer, ListenAddress, build_config, open_listener

TIMEOUT = 120.0


async def wait_until(happened: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(TIMEOUT):
        while not happened():
            await asyncio.sleep(0.01)


class Client:
    """A client of the server, as any program could be one."""

    def __init__(self, socket: websockets.ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.frame: Frame | None = None
        self.table: dict[str, Any] = {}
        self.secret = ""

    async def say(self, do: str, **words: object) -> None:
        """Send a message."""
        await self.socket.send(json.dumps({"do": do, **words}))

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        async with asyncio.timeout(TIMEOUT):
            message: dict[str, Any] = json.loads(await self.socket.recv())
        self.heard.append(message)
        match message["is"]:
            case "frame":
                self.frame = Frame.from_json(message["frame"])
            case "table":
                self.table = message
            case "seated":
                self.secret = message["secret"]
        return message

    async def wait_until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message that is wanted, all others being noted."""
        while True:
            message = await self.hear()
            if wanted(message):
                return message

    async def wait_for_kind(self, kind: str) -> dict[str, Any]:
        """The next message of a kind."""
        return await self.wait_until(lambda message: message["is"] == kind)

    async def wait_for_frame(self, wanted: Callable[[Frame], bool]) -> Frame:
        """The first frame that is wanted, the one there is if it is so already."""
        while self.frame is None or not wanted(self.frame):
            await self.wait_for_kind("frame")
        return self.frame

    async def act(self, action: str, *arguments: int) -> Frame:
        """Do something; the frame that comes next."""
        await self.say("act", action=action, arguments=list(arguments))
        await self.wait_for_kind("frame")
        assert self.frame is not None
        return self.frame

    @property
    def is_to_move(self) -> bool:
        """Whether this client is to decide."""
        return self.frame is not None and "press_slot" in self.frame.offers


class RunningServer:
    """A server that runs."""

    def __init__(self, lobby: Lobby, address: ListenAddress) -> None:
        self.lobby = lobby
        self.address = address

    @asynccontextmanager
    async def client(self, **options: Any) -> AsyncIterator[Client]:
        """A connection, without a word said."""
        url = f"ws://127.0.0.1:{self.address.port}/door"
        async with websockets.connect(url, max_size=None, compression=None, **options) as socket:
            yield Client(socket)


@asynccontextmanager
async def run_server(file: Path, *names: str) -> AsyncIterator[RunningServer]:
    """A server on the loopback, with these other names; ended when it is left."""
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
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks on, so nothing waits to be seen, and clients may be as fast as they can."""
    monkeypatch.setattr(table_module, "ROOM_PACE", Pace())
    monkeypatch.setattr(server_module, "MESSAGE_RATE", 1e6)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[RunningServer]:
    """A server of this test's own."""
    async with run_server(tmp_path / "tables.json") as found:
        yield found
