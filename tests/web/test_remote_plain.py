"""Plain-text mode over the network: joining a room, hosting, playing and reconnecting."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.plain.remote import RemoteTextUI
from qwirkle.web.client import Client, JoinError, Link
from qwirkle.web.protocol import ProtocolError, RoomPhase, RoomState
from qwirkle.web.room import check_bot
from tests.plain.prompt_reader import PromptReader
from tests.web.conftest import GAME_OVER, TIMEOUT, RunningServer, run_server, wait_until


class TextClient:
    """A plain-text client: types lines and keeps everything that is printed."""

    def __init__(self, link: Link) -> None:
        self.printed: list[str] = []
        self.ui = RemoteTextUI(link, self._print_line)
        self.input: asyncio.Queue[str | None] = asyncio.Queue()
        self.plays_automatically = False
        """True if the client answers every prompt of the game."""
        self.connection: asyncio.Task[None] | None = None
        self._new_line = asyncio.Event()
        self._mind = PromptReader()

    def _print_line(self, text: str) -> None:
        self.printed.append(text)
        self._new_line.set()
        answer = self._mind.answer(text)
        if self.plays_automatically and answer is not None:
            self.input.put_nowait(answer)

    def type(self, line: str) -> None:
        """Type a line."""
        self.input.put_nowait(line)

    async def wait_until(self, condition: Callable[[str], bool]) -> str:
        """Return the first printed line that meets a condition."""
        checked = 0
        async with asyncio.timeout(TIMEOUT):
            while True:
                for line in self.printed[checked:]:
                    checked += 1
                    if condition(line):
                        return line
                self._new_line.clear()
                await self._new_line.wait()

    async def wait_for(self, part: str) -> str:
        """Return the first printed line that contains a text."""
        return await self.wait_until(lambda line: part in line)

    async def wait_for_lobby(self) -> None:
        """Wait until the client is in the lobby."""
        await wait_until(lambda: self.ui._lobby is not None and self.ui._room is None)

    async def wait_for_room(self, condition: Callable[[RoomState], object]) -> None:
        """Wait until the client is in a room that meets a condition."""
        await wait_until(lambda: self.ui._room is not None and condition(self.ui._room))


@asynccontextmanager
async def text_client(server: RunningServer, link: Link | None = None) -> AsyncIterator[TextClient]:
    """Connect a plain-text client."""
    client = TextClient(link or Link(f"127.0.0.1:{server.address.port}"))
    client.connection = asyncio.create_task(client.ui.client.run())
    tasks = [client.connection, asyncio.create_task(client.ui.run(client.input))]
    try:
        yield client
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result


async def test_a_game_can_be_played_in_plain_text_mode(server: RunningServer, home: Path) -> None:
    """Two plain-text clients create a room, join it, play a whole game and open a rematch."""
    async with text_client(server) as ana, text_client(server) as ben:
        await ana.wait_for_lobby()
        ana.type("dance")
        await ana.wait_until(lambda line: "dance" in line and "join, new, tables" in line)
        ana.type("new sprint quietly")
        await ana.wait_for("private")
        ana.type("new sprint private")
        await ana.wait_for_room(lambda room: room.you is None)
        assert not any(room.allow_spectators for room in server.lobby.rooms.values())
        ana.type("sit Ana:30")
        await ana.wait_for_room(lambda room: room.you == 0)
        await ben.wait_for_lobby()
        ben.type("tables")
        await ben.wait_for("Ana")
        ben.type("join 9")
        await ben.wait_for("1 to 1")
        ben.type("join 1")
        await ben.wait_for_room(lambda room: room.you is None)
        ben.type("sit Ben")
        await ben.wait_for_room(lambda room: room.you == 1)
        with pytest.raises(ProtocolError) as unknown_bot:
            check_bot("nobody")
        ana.type("bot nobody")
        await ana.wait_for(str(unknown_bot.value))
        ana.type("bot simple")
        await ana.wait_for("3 Simple")
        ana.type("remove 3")
        ana.type("table")
        ana.plays_automatically = ben.plays_automatically = True
        ana.type("start")
        for each in (ana, ben):
            await each.wait_for(GAME_OVER)
            await each.wait_for_room(lambda room: room.state is RoomPhase.OVER)
        ana.type("rematch")
        await ben.wait_for("“again”")
        ben.type("again")
        await ben.wait_for_room(lambda room: room.state is RoomPhase.WAITING and room.you == 1)
        ana.type("end")
        assert ana.connection is not None
        await wait_until(ana.connection.done)
    (record,) = home.glob("games/*.qwirkle")
    assert load_untruncated_game(record).is_over


async def test_a_personal_link_restores_the_seat(server: RunningServer) -> None:
    """A personal link restores its seat; the link for others opens the room without a hand."""
    async with text_client(server) as ana:
        ana.type("new tiles")
        await ana.wait_for_room(lambda room: room.you is None)
        ana.type("sit Ana")
        ana.type("bot simple")
        await ana.wait_for("2 Simple")
        ana.type("start")
        await ana.wait_for("Hand: 1")
        ana.type("link")
        own = (await ana.wait_for("&s=")).rpartition(" ")[2]
        others = await ana.wait_until(lambda line: "#t=" in line and "&s=" not in line)
        others = others.rpartition(" ")[2]
        ana.ui.print_return_command()
        assert own in ana.printed[-1]
        ana.type("where 1")
        await ana.wait_until(lambda line: "goes to" in line or "fits nowhere" in line)
    assert Link.parse(own).seat_token
    assert not Link.parse(others).seat_token
    async with (
        text_client(server, Link.parse(own)) as returned,
        text_client(server, Link.parse(others)) as spectator,
    ):
        await returned.wait_for("Hand: 1")
        await spectator.wait_for("1 Ana")
        spectator.type("hand")
        await spectator.wait_for("The hand is empty.")
        spectator.type("where 1")
        await spectator.wait_for("There is no piece in the hand.")


async def test_a_lost_connection_is_restored(tmp_path: Path) -> None:
    """The client reports a lost connection, reconnects automatically and resumes the game."""
    async with run_server(tmp_path / "tables.json") as server, text_client(server) as ana:
        ana.type("new tiles")
        await ana.wait_for_room(lambda room: room.you is None)
        ana.type("sit Ana")
        ana.type("bot simple")
        await ana.wait_for("2 Simple")
        ana.type("start")
        await ana.wait_for("Hand: 1")
        assert ana.ui.client._socket is not None
        await ana.ui.client._socket.close()
        await ana.wait_for("Connected again.")
        ana.type("scores")
        await ana.wait_until(lambda line: line.startswith("Ana "))


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("127.0.0.1:8642", Link("127.0.0.1:8642")),
        ("http://[::1]:80/", Link("[::1]:80")),
        ("https://q.example/#t=ab&s=cd", Link("q.example", True, "ab", "cd")),
    ],
)
def test_addresses_and_links_are_parsed(text: str, link: Link) -> None:
    """An address or link parses to a `Link`, whose text parses to the same `Link`."""
    assert Link.parse(text) == link
    assert Link.parse(str(link)) == link


@pytest.mark.parametrize(
    "text", ["", "ftp://x/", "http://", "http://a:b@c/", "x:99999", "http://[/"]
)
def test_an_invalid_address_is_rejected(text: str) -> None:
    """Parsing an invalid address raises JoinError."""
    with pytest.raises(JoinError):
        Link.parse(text)


async def test_joining_without_a_server_fails() -> None:
    """Joining an address without a server raises JoinError with the address."""
    client = Client(Link("127.0.0.1:9"), print, print, {})
    with pytest.raises(JoinError, match=re.escape("127.0.0.1:9")):
        await client.run()
