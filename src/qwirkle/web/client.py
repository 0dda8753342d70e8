"""Client for a Qwirkle server: parses links, sends actions, delivers messages and reconnects."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import TypeAlias
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec
import websockets
from msgspec import Struct
from msgspec.structs import replace

from qwirkle.texts import tr
from qwirkle.web.protocol import (
    VERSION,
    Again,
    Closed,
    Failed,
    Fits,
    FromClient,
    Hello,
    Lobby,
    ReviewBegun,
    RulesTold,
    Said,
    Seated,
    Shown,
    SummedUp,
    TableState,
    TurnJudged,
)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before reconnecting; the delay doubles after each failed attempt."""

LARGEST_HEARD = 4 * 1024 * 1024

Heard: TypeAlias = (
    Lobby
    | TableState
    | Seated
    | Shown
    | Again
    | Fits
    | ReviewBegun
    | TurnJudged
    | SummedUp
    | RulesTold
    | Said
    | Failed
    | Closed
)

_decoder: msgspec.json.Decoder[Heard] = msgspec.json.Decoder(Heard)


class WrongAddress(Exception):
    """An invalid server address or an unreachable server; the message is shown to the user."""


class Link(Struct, frozen=True):
    """A shareable address: a server, optionally a room there and the seat token of a player."""

    host: str
    secure: bool = False
    table: str | None = None
    secret: str | None = None

    @classmethod
    def parse(cls, text: str) -> Link:
        """Parse `http://host:port/#t=ROOM&s=TOKEN` or a leading part of it. Raises JoinError."""
        full = text.strip() if "://" in text else f"http://{text.strip()}"
        try:
            parts = urlsplit(full)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise WrongAddress(
                tr("“{address}” is no address such as http://192.168.0.7:8642/.", address=text[:80])
            )
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        named = parse_qs(parts.fragment)
        table, secret = (named.get(key, [None])[0] for key in ("t", "s"))
        return cls(f"{host}:{port}" if port else host, parts.scheme == "https", table, secret)

    def __str__(self) -> str:
        scheme = "https" if self.secure else "http"
        named = {"t": self.table, "s": self.secret}
        fragment = urlencode({key: value for key, value in named.items() if value})
        return f"{scheme}://{self.host}/" + (f"#{fragment}" if fragment else "")

    @property
    def door(self) -> str:
        return f"{'wss' if self.secure else 'ws'}://{self.host}/door"


class Client:
    """A connection to a server.

    `on_message` gets every server message, `on_status` a sentence when the connection is lost or
    restored.
    """

    def __init__(
        self,
        link: Link,
        hear: Callable[[Heard], None],
        lost: Callable[[str], None],
        keys: Mapping[str, str],
    ) -> None:
        self.link = link
        """Current room, with the seat token once the server has assigned one."""
        self._hear = hear
        self._lost = lost
        self._keys = dict(keys)
        """What the server's sentences call the actions."""
        self._socket: websockets.ClientConnection | None = None
        self._connected = asyncio.Event()
        self._waiting: list[tuple[type[Heard], asyncio.Future[Heard | None]]] = []
        """Pending requests, each with the type of reply it expects."""

    async def run(self) -> None:
        """Stay connected, reconnecting as needed, until cancelled or the room is closed.

        Raises JoinError if the first connection fails.
        """
        pause, was_there = FIRST_PAUSE, False
        while True:
            try:
                async with websockets.connect(
                    self.link.door, max_size=LARGEST_HEARD, compression=None, user_agent_header=None
                ) as socket:
                    self._socket = socket
                    if was_there:
                        self._lost(tr("Connected again."))
                    pause, was_there = FIRST_PAUSE, True
                    await self._greet()
                    self._connected.set()
                    async for data in socket:
                        if self._take(_decoder.decode(data)):
                            return
                    self._lost(tr("The connection has ended; trying again…"))
            except (OSError, websockets.WebSocketException, TimeoutError) as error:
                if not was_there:
                    raise WrongAddress(_why(self.link, error)) from None
                self._lost(tr("The connection is lost; trying again…"))
            finally:
                self._socket = None
                self._connected.clear()
                self._answer(None)
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    def _take(self, message: Heard) -> bool:
        """Deliver a message. Return True if it was the last."""
        if isinstance(message, Seated):
            self.link = replace(self.link, table=message.table, secret=message.secret)
        elif isinstance(message, TableState) and self.link.table is None:
            self.link = replace(self.link, table=message.id)
        self._hear(message)
        self._answer(message)
        return isinstance(message, Closed)

    def _answer(self, message: Heard | None) -> None:
        """Resolve the requests this message answers; an error or None resolves all of them."""
        waiting, self._waiting = self._waiting, []
        for kind, future in waiting:
            if message is None or isinstance(message, (kind, Failed, Closed)):
                if not future.done():
                    future.set_result(message)
            else:
                self._waiting.append((kind, future))

    async def connected(self) -> None:
        await self._connected.wait()

    async def say(self, message: FromClient) -> None:
        """Send a message as soon as there is a connection."""
        await self.connected()
        await self._send(message)

    async def say_now(self, message: FromClient) -> None:
        """Send a message, or drop it while disconnected: later it might mean something else."""
        await self._send(message)

    async def _send(self, message: FromClient) -> None:
        if self._socket is not None:
            with contextlib.suppress(websockets.WebSocketException):
                await self._socket.send(msgspec.json.encode(message).decode())

    async def ask(self, message: FromClient, kind: type[Heard]) -> Heard | None:
        """Send a message and wait for a reply of type `kind`, an error or a closed room.

        Return None if the connection is lost first.
        """
        await self.connected()
        future: asyncio.Future[Heard | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((kind, future))
        await self.say(message)
        return await future

    async def turn_to(self, table: str | None, secret: str | None) -> None:
        """Go to another room, or to the lobby if `room` is None."""
        self.link = replace(self.link, table=table, secret=secret)
        await self._greet()

    async def _greet(self) -> None:
        await self._send(Hello(VERSION, self.link.table, self.link.secret, self._keys))


def _why(link: Link, error: Exception) -> str:
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return tr("There is no table to join at {address}: {why}.", address=link.host, why=why)
