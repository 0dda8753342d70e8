"""Load tests for a server on the loopback interface.

`python -m tests.tools.load tables` plays in 200 rooms and reports response times. With `--kill`, it
kills the server at the end and checks that no answered action is lost. `drops` makes clients
disconnect and reconnect. `fuzz` sends malformed and random messages.
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
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import Any

import websockets

from qwirkle.records import library
from qwirkle.web.protocol import MAX_CLIENT_MESSAGE_LENGTH

TURN_INTERVAL = 2.0
"""Seconds per turn in each room."""


def start_server(home: Path, port: int = 0) -> tuple[subprocess.Popen[str], int]:
    """Start a server process. Return it with its port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "qwirkle", "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "QWIRKLE_HOME": str(home)},
    )
    assert process.stdout is not None
    url = re.search(r":(\d+)/", process.stdout.readline())
    assert url, "the server did not start"
    return process, int(url[1])


def memory_of(process: int) -> float:
    """Return the resident memory of a process in MB."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


@dataclass
class Statistics:
    """Measurements of all clients."""

    response_times: list[float] = field(default_factory=list)
    """Seconds from each action to the resulting frame."""
    turns: int = 0
    lost_connections: int = 0
    """Number of connections that the server closed."""


class Client:
    """A client that keeps the latest state of its room."""

    def __init__(self, port: int, statistics: Statistics) -> None:
        self.url = f"ws://127.0.0.1:{port}/door"
        self.statistics = statistics
        self.room = self.seat_token = self.rematch = ""
        self.frame: dict[str, Any] = {}
        self.message_received = asyncio.Event()
        self.errors: list[str] = []
        self._socket: websockets.ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        """Connect or reconnect."""
        self._socket = await websockets.connect(self.url, max_size=None, compression=None)
        self._reading = asyncio.create_task(self._read(self._socket))
        hello: dict[str, Any] = {"version": 1}
        if self.room:
            hello["table"] = self.room
        if self.seat_token:
            hello["secret"] = self.seat_token
        await self.send("hello", **hello)

    async def drop(self) -> None:
        """Drop the connection without closing it."""
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
                        self.room, self.seat_token = message["table"], message["secret"]
                    case "error":
                        self.errors.append(message["text"])
                self.message_received.set()
        except websockets.WebSocketException:
            self.statistics.lost_connections += 1

    async def send(self, do: str, **fields: object) -> None:
        """Send a message."""
        assert self._socket is not None
        await self._socket.send(json.dumps({"do": do, **fields}))

    async def wait_for_message(self) -> None:
        """Wait for the next message."""
        self.message_received.clear()
        async with asyncio.timeout(60):
            await self.message_received.wait()

    async def act(self, action: str, *arguments: int) -> None:
        """Perform an action and record the response time."""
        before, start = self.frame, monotonic()
        await self.send("act", action=action, arguments=list(arguments))
        while self.frame is before:
            await self.wait_for_message()
        self.statistics.response_times.append(monotonic() - start)

    @property
    def offers(self) -> set[str]:
        return set(self.frame.get("offers", ()))

    @property
    def is_to_move(self) -> bool:
        return not {"press_slot", "redraw", "pass"}.isdisjoint(self.offers)

    async def play_turn(self) -> None:
        """Play a turn: the first piece that fits, or else whatever is legal."""
        turns = len(self.frame["log"])
        while self.is_to_move and not self.frame.get("result"):
            for action in ("play", "redraw", "pass", "keep", "roll_all"):
                if action in self.offers:
                    await self.act(action)
                    break
            else:
                await self._place_or_trade()
            if len(self.frame["log"]) > turns:
                break
        self.statistics.turns += 1

    async def _place_or_trade(self) -> None:
        if "mark" in self.offers:
            await self.act("mark_all")
            await self.act("trade" if "trade" in self.offers else "roll")
            return
        for slot in range(len(self.frame["hand"])):
            await self.act("press_slot", slot)
            playable = [fit for fit in self.frame["fits"] if fit["points"] is not None]
            if playable:
                await self.act("press_cell", *playable[0]["cell"])
                return
        await self.act("clear")
        if "start_trade" in self.offers:
            await self.act("start_trade")


async def start_game(port: int, statistics: Statistics, variant: str) -> list[Client]:
    """Connect two clients, create a room for them and start its game."""
    host, guest = Client(port, statistics), Client(port, statistics)
    await host.connect()
    await host.send("create", variant=variant)
    while not host.seat_token:
        await host.wait_for_message()
    await host.send("sit", name="Ana")
    guest.room = host.room
    await guest.connect()
    await guest.send("sit", name="Ben")
    while not guest.seat_token:
        await guest.wait_for_message()
    await host.send("start")
    for client in (host, guest):
        while not client.frame:
            await client.wait_for_message()
    return [host, guest]


async def play_games(clients: list[Client], end: float) -> None:
    """Play one game after another at a fixed pace until the time is up."""
    await asyncio.sleep(random.random() * TURN_INTERVAL)
    while monotonic() < end:
        turn_start = monotonic()
        mover = next((client for client in clients if client.is_to_move), None)
        if mover is None:
            if all(client.frame.get("result") for client in clients):
                await open_rematch(clients)
            await asyncio.sleep(0.05)
            continue
        await mover.play_turn()
        await asyncio.sleep(max(0.0, TURN_INTERVAL - (monotonic() - turn_start)))


async def open_rematch(clients: list[Client]) -> None:
    """Open a rematch and start its game."""
    host = clients[0]
    host.rematch = ""
    await host.send("rematch")
    while not host.rematch:
        await host.wait_for_message()
    for client in clients:
        client.room, client.frame = host.rematch, {}
        await client.send("hello", version=1, table=client.room, secret=client.seat_token)
    await host.send("start")
    for client in clients:
        while not client.frame:
            await client.wait_for_message()


def print_line(text: str) -> None:
    """Print a line and flush."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


async def run_tables(count: int, minutes: float, *, kill: bool) -> None:
    """Play in many rooms at once."""
    statistics = Statistics()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        server, port = start_server(home)
        try:
            games: list[list[Client]] = []
            for number in range(count):
                games.append(await start_game(port, statistics, ("tiles", "cubes")[number % 2]))
            print_line(f"{count} rooms created; server memory: {memory_of(server.pid):.0f} MB")
            statistics.response_times.clear()
            end = monotonic() + 60 * minutes
            tasks = [asyncio.create_task(play_games(game, end)) for game in games]
            start = monotonic()
            while monotonic() < end:
                await asyncio.sleep(min(60.0, max(1.0, end - monotonic())))
                print_report(statistics, monotonic() - start, memory_of(server.pid))
                assert not any(task.done() for task in tasks) or monotonic() >= end
            if kill:
                server.send_signal(signal.SIGKILL)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                check_records(home, games)
            else:
                await asyncio.gather(*tasks)
        finally:
            server.kill()
            server.wait()


def print_report(statistics: Statistics, seconds: float, memory: float) -> None:
    """Print the measurements so far."""
    times = sorted(statistics.response_times)
    if times:
        percentiles = [times[min(len(times) - 1, int(len(times) * p))] for p in (0.5, 0.95, 0.99)]
        shown = ", ".join(f"{1000 * seconds:.1f} ms" for seconds in (*percentiles, times[-1]))
        rate = len(times) / seconds
        mean = 1000 * fmean(times)
        print_line(
            f"{seconds:.0f} s: {statistics.turns} turns, {rate:.0f} actions per second, response "
            f"time: mean {mean:.1f} ms; 50th, 95th, 99th percentile and maximum: {shown}; "
            f"{memory:.0f} MB; {statistics.lost_connections} connections lost"
        )


def check_records(home: Path, games: list[list[Client]]) -> None:
    """Check that every record is valid and has every piece that a client saw on the board."""
    rooms = json.loads((home / "tables.json").read_text())["tables"]
    records = {room["name"]: room["record"] for room in rooms}
    seen = 0
    for clients in games:
        pieces = {
            ((x, y), face) for client in clients for face, x, y in client.frame.get("pieces", ())
        }
        record = records[clients[0].room]
        if pieces:
            assert pieces <= library.load_game(Path(record)).position.board.cells.items(), record
            seen += len(pieces)
    files = list((home / "games").glob("*.qwirkle"))
    for path in files:
        library.load_game(path)
    print_line(
        f"killed: all {seen} pieces seen are in the records; all {len(files)} records are valid"
    )


async def run_drops(count: int) -> None:
    """Disconnect in the middle of turns, reconnect, and check that the unfinished turn is there."""
    statistics = Statistics()
    with tempfile.TemporaryDirectory() as folder:
        server, port = start_server(Path(folder))
        try:
            clients = await start_game(port, statistics, "tiles")
            for number in range(count):
                mover = next(client for client in clients if client.is_to_move)
                slot = number % len(mover.frame["hand"])
                if not mover.frame["hand"][slot]["picked"]:
                    await mover.act("press_slot", slot)
                mover.frame = {}
                await mover.drop()
                await mover.connect()
                while not mover.frame:
                    await mover.wait_for_message()
                assert mover.frame["hand"][slot]["picked"], "the unfinished turn is lost"
            print_line(f"{count} reconnects; server memory: {memory_of(server.pid):.0f} MB")
        finally:
            server.kill()
            server.wait()


TOO_LONG = "x" * (MAX_CLIENT_MESSAGE_LENGTH + 1)
"""Marks the end of the messages: its error names the limit."""


async def read_to_end(socket: websockets.ClientConnection) -> None:
    """Read until the message that is too long is answered, or the server disconnects."""
    with contextlib.suppress(websockets.WebSocketException):
        async for data in socket:
            if str(MAX_CLIENT_MESSAGE_LENGTH) in str(data):
                return


async def run_fuzz(count: int, seed: int) -> None:
    """Send random messages, and check that the server and its games survive."""
    rng = random.Random(seed)
    statistics = Statistics()
    with tempfile.TemporaryDirectory() as folder:
        server, port = start_server(Path(folder))
        try:
            clients = await start_game(port, statistics, "cubes")
            sent = 0
            while sent < count:
                async with websockets.connect(
                    clients[0].url, max_size=None, compression=None
                ) as socket:
                    reading = asyncio.create_task(read_to_end(socket))
                    if rng.random() < 0.8:
                        hello: dict[str, Any] = {"do": "hello", "version": 1}
                        if rng.random() < 0.8:
                            hello["table"] = clients[0].room
                        if rng.random() < 0.5:
                            hello["secret"] = rng.choice(clients).seat_token
                        await socket.send(json.dumps(hello))
                    try:
                        for _ in range(90):
                            await socket.send(random_message(rng))
                            sent += 1
                        await socket.send(TOO_LONG)
                    except websockets.WebSocketException:
                        pass
                    async with asyncio.timeout(60):
                        await reading
            assert server.poll() is None, "the server has exited"
            for client in clients:
                client.frame = {}
                await client.drop()
                await client.connect()
                while not client.frame:
                    await client.wait_for_message()
            print_line(
                f"{sent} messages: no failure; server memory: {memory_of(server.pid):.0f} MB"
            )
        finally:
            server.kill()
            server.wait()


REQUESTS = (
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


def random_message(rng: random.Random) -> str | bytes:
    """Return a malformed or almost valid message."""
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(rng.randrange(60))
    if kind < 0.2:
        return "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(80)))
    if kind < 0.25:
        return "[" * rng.randrange(3000)
    values: tuple[object, ...] = (0, -1, 7, 10**30, 0.5, None, True, "", "tiles", "\x00", [], {})
    message: dict[str, object] = {"do": rng.choice(REQUESTS)}
    if message["do"] == "act" or kind < 0.6:
        message = {"do": "act", "action": rng.choice(ACTIONS)}
        message["arguments"] = [rng.randrange(-3, 8) for _ in range(rng.randrange(4))]
    for _ in range(rng.randrange(3)):
        message[rng.choice(KEYS)] = rng.choice(values)
    return json.dumps(message)


def main() -> None:
    """Run the requested load test."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=("tables", "drops", "fuzz"))
    parser.add_argument("--count", type=int, help="number of rooms, reconnects or messages")
    parser.add_argument("--minutes", type=float, default=10.0, help="duration of `tables`")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill", action="store_true", help="kill the server after `tables`")
    options = parser.parse_args()
    if options.what == "tables":
        asyncio.run(run_tables(options.count or 200, options.minutes, kill=options.kill))
    elif options.what == "drops":
        asyncio.run(run_drops(options.count or 1000))
    else:
        asyncio.run(run_fuzz(options.count or 100_000, options.seed))


if __name__ == "__main__":
    main()
