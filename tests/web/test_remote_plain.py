"""A place at a server's table in lines: finding it, taking a seat, playing, coming back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from qwirkle.cli.files import load_complete_game
from qwirkle.plain.remote import RemoteTextUI
from qwirkle.web.client import Client, JoinError, Link
from tests.plain.test_pipe import Mind
from tests.web.conftest import TIMEOUT, RunningServer, run_server


class Talker:
    """Somebody who types lines to a server and reads what is answered."""

    def __init__(self, link: Link) -> None:
        self.said: list[str] = []
        self.new = asyncio.Event()
        self.joining = RemoteTextUI(link, self._say)
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        self.answering = False
        """Whether whatever is asked is answered."""
        self._mind = Mind()

    def _say(self, text: str) -> None:
        self.said.append(text)
        self.new.set()
        answer = self._mind.answer(text)
        if self.answering and answer is not None:
            self.lines.put_nowait(answer)

    def tell(self, line: str) -> None:
        """Type a line."""
        self.lines.put_nowait(line)

    async def wait_until(self, wanted: Callable[[str], bool]) -> str:
        """The first line that is wanted, from all that was said."""
        seen = 0
        async with asyncio.timeout(TIMEOUT):
            while True:
                for line in self.said[seen:]:
                    seen += 1
                    if wanted(line):
                        return line
                self.new.clear()
                await self.new.wait()

    async def reads(self, part: str) -> str:
        """A line with this in it."""
        return await self.wait_until(lambda line: part in line)


@asynccontextmanager
async def talker(server: RunningServer, link: Link | None = None) -> AsyncIterator[Talker]:
    """Somebody connected."""
    found = Talker(link or Link(f"127.0.0.1:{server.address.port}"))
    tasks = [
        asyncio.create_task(found.joining.client.run()),
        asyncio.create_task(found.joining.run(found.lines)),
    ]
    try:
        yield found
    finally:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            assert result is None or isinstance(result, asyncio.CancelledError), result


async def test_two_people_in_lines(server: RunningServer, home: Path) -> None:
    """One sets a table up, the other finds it; both play by lines to the end, then once more."""
    async with talker(server) as ana, talker(server) as ben:
        await ana.reads("“new” and a game")
        ana.tell("dance")
        await ana.reads("There is no “dance” here: there are join, new, tables.")
        ana.tell("new sprint quietly")
        await ana.reads("“private” where nobody may look on")
        ana.tell("new sprint private")
        await ana.reads("“sit” and your name")
        assert not any(table.allow_spectators for table in server.lobby.rooms.values())
        ana.tell("sit Ana:30")
        await ana.reads("“bot” and one of")
        await ben.reads("“new” and a game")
        ben.tell("tables")
        await ben.reads("gathering: Ana")
        ben.tell("join 9")
        await ben.reads("Say a number from 1 to 1.")
        ben.tell("join 1")
        await ben.reads("“sit” and your name")
        ben.tell("sit Ben")
        await ben.reads("The host begins the game.")
        ana.tell("bot nobody")
        await ana.reads("There is no such bot here.")
        ana.tell("bot simple")
        await ana.reads("3 Simple (bot)")
        ana.tell("remove 3")
        ana.tell("table")
        ana.answering = ben.answering = True
        ana.tell("start")
        for each in (ana, ben):
            await each.reads("The game is over.")
        ana.tell("rematch")
        await ben.reads("Another game is offered")
        ben.tell("again")
        await ben.wait_until(lambda line: line == "The host begins the game.")
        ana.tell("end")
        await ana.reads("The host has closed this table")
    (record,) = home.glob("games/*.qwirkle")
    assert load_complete_game(record).is_over


async def test_a_link_leads_back(server: RunningServer) -> None:
    """The link of a place is told, and opens it from elsewhere; one for others does not."""
    async with talker(server) as ana:
        ana.tell("new tiles")
        await ana.reads("“sit” and your name")
        ana.tell("sit Ana")
        ana.tell("bot simple")
        await ana.reads("2 Simple (bot)")
        ana.tell("start")
        await ana.reads("Hand: 1")
        ana.tell("link")
        own = (await ana.reads("Your own place")).rpartition(" ")[2]
        others = (await ana.reads("For others")).rpartition(" ")[2]
        ana.joining.print_return_command()
        assert own in ana.said[-1]
        ana.tell("where 1")
        await ana.wait_until(lambda line: "goes to" in line or "fits nowhere" in line)
    assert Link.parse(own).seat_token
    assert not Link.parse(others).seat_token
    async with (
        talker(server, Link.parse(own)) as again,
        talker(server, Link.parse(others)) as guest,
    ):
        await again.reads("Hand: 1")
        await guest.reads("1 Ana")
        guest.tell("hand")
        await guest.reads("The hand is empty.")
        guest.tell("where 1")
        await guest.reads("There is no piece in the hand.")


async def test_a_lost_connection_is_mended(tmp_path: Path) -> None:
    """It is said, tried again, and the game goes on without a word."""
    async with run_server(tmp_path / "tables.json") as server:
        port = server.address.port
        async with talker(server) as ana:
            ana.tell("new tiles")
            await ana.reads("“sit” and your name")
            ana.tell("sit Ana")
            ana.tell("bot simple")
            await ana.reads("2 Simple (bot)")
            ana.tell("start")
            await ana.reads("Hand: 1")
            assert ana.joining.client._socket is not None
            await ana.joining.client._socket.close()
            await ana.reads("Connected again.")
            ana.tell("scores")
            await ana.wait_until(lambda line: line.startswith("Ana "))
        assert port


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("127.0.0.1:8642", Link("127.0.0.1:8642")),
        ("http://[::1]:80/", Link("[::1]:80")),
        ("https://q.example/#t=ab&s=cd", Link("q.example", True, "ab", "cd")),
    ],
)
def test_addresses(text: str, link: Link) -> None:
    """What people type or take along is understood, and told as it is understood."""
    assert Link.parse(text) == link
    assert Link.parse(str(link)) == link


@pytest.mark.parametrize(
    "text", ["", "ftp://x/", "http://", "http://a:b@c/", "x:99999", "http://[/"]
)
def test_no_addresses(text: str) -> None:
    """What is none is said to be none."""
    with pytest.raises(JoinError):
        Link.parse(text)


async def test_nobody_is_there() -> None:
    """Where no server is one sentence says so."""
    client = Client(Link("127.0.0.1:9"), print, print, {})
    with pytest.raises(JoinError, match="There is no table to join"):
        await client.run()
