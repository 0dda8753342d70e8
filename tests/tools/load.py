"""A server under load, on the loopback; `python -m tests.tools.load tables` plays 200 tables.

`tables` plays turns at many tables and tells how long answers took; in the middle the server may be
killed, and nothing that was answered may be lost. `drops` lets clients drop out and come back.
`fuzz` sends messages that nobody means.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import websockets

from qwirkle.records import library

PAUSE = 2.0
"""Seconds between two turns at one table."""


def start_server(home: Path, port: int = 0) -> tuple[subprocess.Popen[str], int]:
    """A server in a process of its own, and its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "qwirkle", "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "QWIRKLE_HOME": str(home)},
    )
    assert process.stdout is not None
    found = re.search(r":(\d+)/", process.stdout.readline())
    assert found, "the server did not start"
    return process, int(found[1])


def memory_of(process: int) -> float:
    """The megabytes that a process holds."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


@dataclass
class Tally:
    """What came of it."""

    answers: list[float] = field(default_factory=list)
    """Seconds from an action to the frame that came of it."""
    turns: int = 0
    lost: int = 0
    """Connections that ended by themselves."""


class Client:
    """One person at a table."""

    def __init__(self, port: int, tally: Tally) -> None:
        self.url = f"ws://127.0.0.1:{port}/door"
        self.tally = tally
        self.table = self.secret = self.rematch = ""
        self.frame: dict[str, Any] = {}
        self.heard = asyncio.Event()
        self.errors: list[str] = []
        self._socket: websockets.ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Come, or come back."""
        self._socket = await websockets.connect(self.url, max_size=None, compression=None)
        self._reading = asyncio.create_task(self._read(self._socket))
        hello: dict[str, Any] = {"version": 1}
        if self.table:
            hello["table"] = self.table
        if self.secret:
            hello["secret"] = self.secret
        await self.say("hello", **hello)

    async def drop(self) -> None:
        """Go without a word."""
        if self._socket is not None:
            self._socket.transport.abort()
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self, socket: websockets.ClientConnection) -> None:
        try:
            async for data in socket:
                message = json.loads(data)
                match message["is"]:
                    case "frame":
                        self.frame = message["frame"]
                    case "table":
                        self.rematch = message.get("rematch", "")
                    case "seated":
                        self.table, self.secret = message["table"], message["secret"]
                    case "error":
                        self.errors.append(message["text"])
                self.heard.set()
        except websockets.WebSocketException:
            self.tally.lost += 1

    async def say(self, do: str, **words: object) -> None:
        """Send a message."""
        assert self._socket is not None
        await self._socket.send(json.dumps({"do": do, **words}))

    async def until_heard(self) -> None:
        """Wait for the next message."""
        self.heard.clear()
        async with asyncio.timeout(60):
            await self.heard.wait()

    async def act(self, action: str, *arguments: int) -> None:
        """Do something, and note how long the answer took."""
        before, began = self.frame, monotonic()
        await self.say("act", action=action, arguments=list(arguments))
        while self.frame is before:
            await self.until_heard()
        self.tally.answers.append(monotonic() - began)

    @property
    def offers(self) -> set[str]:
        """What can be done now."""
        return set(self.frame.get("offers", ()))

    @property
    def is_to_move(self) -> bool:
        """Whether this one is to decide."""
        return not {"press_slot", "redraw", "pass"}.isdisjoint(self.offers)

    async def play_turn(self) -> None:
        """Make a turn: the first piece that fits anywhere, else what the rules leave."""
        turns = len(self.frame["log"])
        while self.is_to_move and not self.frame.get("result"):
            for action in ("play", "redraw", "pass", "keep", "roll_all"):
                if action in self.offers:
                    await self.act(action)
                    break
            else:
                await self._lay_or_trade()
            if len(self.frame["log"]) > turns:
                break
        self.tally.turns += 1

    async def _lay_or_trade(self) -> None:
        if "mark" in self.offers:
            await self.act("mark_all")
            await self.act("trade" if "trade" in self.offers else "roll")
            return
        for slot in range(len(self.frame["hand"])):
            await self.act("press_slot", slot)
            whole = [fit for fit in self.frame["fits"] if fit["points"] is not None]
            if whole:
                await self.act("press_cell", *whole[0]["cell"])
                return
        await self.act("clear")
        if "start_trade" in self.offers:
            await self.act("start_trade")


async def gather(port: int, tally: Tally, variant: str) -> list[Client]:
    """Two people at a table of their own, the game begun."""
    host, other = Client(port, tally), Client(port, tally)
    await host.connect()
    await host.say("create", variant=variant)
    while not host.secret:
        await host.until_heard()
    await host.say("sit", name="Ana")
    other.table = host.table
    await other.connect()
    await other.say("sit", name="Ben")
    while not other.secret:
        await other.until_heard()
    await host.say("start")
    for client in (host, other):
        while not client.frame:
            await client.until_heard()
    return [host, other]


async def play_on(clients: list[Client], end: float) -> None:
    """One turn every two seconds, one game after the other, until the time is up."""
    await asyncio.sleep(random.random() * PAUSE)
    while monotonic() < end:
        began = monotonic()
        mover = next((client for client in clients if client.is_to_move), None)
        if mover is None:
            if all(client.frame.get("result") for client in clients):
                await play_again(clients)
            await asyncio.sleep(0.05)
            continue
        await mover.play_turn()
        await asyncio.sleep(max(0.0, PAUSE - (monotonic() - began)))


async def play_again(clients: list[Client]) -> None:
    """The same people begin another game."""
    host = clients[0]
    host.rematch = ""
    await host.say("rematch")
    while not host.rematch:
        await host.until_heard()
    for client in clients:
        client.table, client.frame = host.rematch, {}
        await client.say("hello", version=1, table=client.table, secret=client.secret)
    await host.say("start")
    for client in clients:
        while not client.frame:
            await client.until_heard()


def tell(text: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def tables(count: int, minutes: float, *, kill: bool) -> None:
    """Many tables at once."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        server, port = start_server(home)
        try:
            games: list[list[Client]] = []
            for number in range(count):
                games.append(await gather(port, tally, ("tiles", "cubes")[number % 2]))
            tell(f"{count} tables are set up; the server holds {memory_of(server.pid):.0f} MB")
            tally.answers.clear()
            end = monotonic() + 60 * minutes
            playing = [asyncio.create_task(play_on(game, end)) for game in games]
            began = monotonic()
            while monotonic() < end:
                await asyncio.sleep(min(60.0, max(1.0, end - monotonic())))
                report(tally, monotonic() - began, memory_of(server.pid))
                assert not any(task.done() for task in playing) or monotonic() >= end
            if kill:
                server.send_signal(signal.SIGKILL)
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
                check_kept(home, games)
            else:
                await asyncio.gather(*playing)
        finally:
            server.kill()
            server.wait()


def report(tally: Tally, seconds: float, memory: float) -> None:
    """One line on how it goes."""
    times = sorted(tally.answers)
    if times:
        parts = [times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.95, 0.99)]
        told = ", ".join(f"{1000 * part:.1f} ms" for part in (*parts, times[-1]))
        rate = len(times) / seconds
        mean = 1000 * statistics.fmean(times)
        tell(
            f"{seconds:.0f} s: {tally.turns} turns, {rate:.0f} actions a second, answered in "
            f"{mean:.1f} ms on average; half, 95 %, 99 % and the last within {told}; "
            f"{memory:.0f} MB; {tally.lost} connections lost"
        )


def check_kept(home: Path, games: list[list[Client]]) -> None:
    """Every piece that somebody has seen on a table is in its record, and every record is right."""
    kept = json.loads((home / "tables.json").read_text())["tables"]
    records = {table["name"]: table["record"] for table in kept}
    seen = 0
    for clients in games:
        lying = {
            ((x, y), face) for client in clients for face, x, y in client.frame.get("pieces", ())
        }
        record = records[clients[0].table]
        if lying:
            assert lying <= library.load_game(Path(record)).position.board.cells.items(), record
            seen += len(lying)
    files = list((home / "games").glob("*.qwirkle"))
    for path in files:
        library.load_game(path)
    tell(f"killed: all {seen} pieces that were seen lie in the records; {len(files)} are right")


async def drops(count: int) -> None:
    """People who drop out in the middle of a turn, and come back to it."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        server, port = start_server(Path(folder))
        try:
            clients = await gather(port, tally, "tiles")
            for number in range(count):
                mover = next(client for client in clients if client.is_to_move)
                slot = number % len(mover.frame["hand"])
                if not mover.frame["hand"][slot]["picked"]:
                    await mover.act("press_slot", slot)
                mover.frame = {}
                await mover.drop()
                await mover.connect()
                while not mover.frame:
                    await mover.until_heard()
                assert mover.frame["hand"][slot]["picked"], "the half-built turn is gone"
            tell(f"{count} drops and returns; the server holds {memory_of(server.pid):.0f} MB")
        finally:
            server.kill()
            server.wait()


LAST = "x" * 5000
"""A message of which it is always said that it is too long."""


async def read_until_last(socket: websockets.ClientConnection) -> None:
    """Listen until the last message is answered, or the server has had enough."""
    with contextlib.suppress(websockets.WebSocketException):
        async for data in socket:
            if "A message may have" in str(data):
                return


async def fuzz(count: int, seed: int) -> None:
    """Messages that nobody means; the table must be as good as before."""
    chance = random.Random(seed)
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        server, port = start_server(Path(folder))
        try:
            clients = await gather(port, tally, "cubes")
            sent = 0
            while sent < count:
                async with websockets.connect(
                    clients[0].url, max_size=None, compression=None
                ) as socket:
                    reading = asyncio.create_task(read_until_last(socket))
                    if chance.random() < 0.8:
                        hello: dict[str, Any] = {"do": "hello", "version": 1}
                        if chance.random() < 0.8:
                            hello["table"] = clients[0].table
                        if chance.random() < 0.5:
                            hello["secret"] = chance.choice(clients).secret
                        await socket.send(json.dumps(hello))
                    try:
                        for _ in range(90):
                            await socket.send(nonsense(chance))
                            sent += 1
                        await socket.send(LAST)
                    except websockets.WebSocketException:
                        pass
                    async with asyncio.timeout(60):
                        await reading
            assert server.poll() is None, "the server has ended"
            for client in clients:
                client.frame = {}
                await client.drop()
                await client.connect()
                while not client.frame:
                    await client.until_heard()
            tell(f"{sent} messages; the table goes on, {memory_of(server.pid):.0f} MB")
        finally:
            server.kill()
            server.wait()


WORDS = (
    "hello",
    "create",
    "sit",
    "remove",
    "add-bot",
    "act",
    "answer",
    "where",
    "replay",
    "review",
    "rules",
    "",
)
KEYS = ("version", "table", "secret", "variant", "name", "age", "seat", "bot", "action", "slot")
ACTIONS = ("pick", "mark", "press_cell", "play", "roll", "keep", "sort", "undo", "why", "hint", "x")


def nonsense(chance: random.Random) -> str | bytes:
    """A message that is no message, or nearly one."""
    kind = chance.random()
    if kind < 0.1:
        return chance.randbytes(chance.randrange(60))
    if kind < 0.2:
        return "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(chance.randrange(80)))
    if kind < 0.25:
        return "[" * chance.randrange(3000)
    values: tuple[object, ...] = (0, -1, 7, 10**30, 0.5, None, True, "", "tiles", "\x00", [], {})
    message: dict[str, object] = {"do": chance.choice(WORDS)}
    if message["do"] == "act" or kind < 0.6:
        message = {"do": "act", "action": chance.choice(ACTIONS)}
        message["arguments"] = [chance.randrange(-3, 8) for _ in range(chance.randrange(4))]
    for _ in range(chance.randrange(3)):
        message[chance.choice(KEYS)] = chance.choice(values)
    return json.dumps(message)


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.load")
    parser.add_argument("what", choices=("tables", "drops", "fuzz"))
    parser.add_argument("--count", type=int)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill", action="store_true")
    options = parser.parse_args()
    if options.what == "tables":
        asyncio.run(tables(options.count or 200, options.minutes, kill=options.kill))
    elif options.what == "drops":
        asyncio.run(drops(options.count or 1000))
    else:
        asyncio.run(fuzz(options.count or 100_000, options.seed))


if __name__ == "__main__":
    main()
