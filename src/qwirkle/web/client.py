"""Client for a Qwirkle server: parses links, sends actions, delivers messages and reconnects."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

import msgspec
import websockets
from msgspec import Struct
from msgspec.structs import replace

from qwirkle.i18n import tr
from qwirkle.web.protocol import (
    VERSION,
    AnyServerMessage,
    ClientMessage,
    ErrorMessage,
    Hello,
    RoomClosed,
    RoomState,
    SeatAssigned,
)

INITIAL_RETRY_DELAY, MAX_RETRY_DELAY = 0.5, 10.0
"""Seconds before reconnecting; the delay doubles after each failed attempt."""

MAX_SERVER_MESSAGE_BYTES = 4 * 1024 * 1024

_decoder: msgspec.json.Decoder[AnyServerMessage] = msgspec.json.Decoder(AnyServerMessage)


class JoinError(Exception):
    """An invalid server address or an unreachable server; the message is shown to the user."""


class Link(Struct, frozen=True):
    """A shareable address: a server, optionally a room there and the seat token of a player."""

    host: str
    secure: bool = False
    room: str | None = None
    seat_token: str | None = None

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
            raise JoinError(
                tr("“{address}” is no address such as http://192.168.0.7:8642/.", address=text[:80])
            )
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        fields = parse_qs(parts.fragment)
        room, seat_token = (fields.get(key, [None])[0] for key in ("t", "s"))
        return cls(f"{host}:{port}" if port else host, parts.scheme == "https", room, seat_token)

    def __str__(self) -> str:
        scheme = "https" if self.secure else "http"
        fields = {"t": self.room, "s": self.seat_token}
        fragment = urlencode({key: value for key, value in fields.items() if value})
        return f"{scheme}://{self.host}/" + (f"#{fragment}" if fragment else "")

    @property
    def websocket_url(self) -> str:
        return f"{'wss' if self.secure else 'ws'}://{self.host}/door"


class Client:
    """A connection to a server.

    `on_message` gets every server message, `on_connection_change` a sentence when the connection is
    lost or restored.
    """

    def __init__(
        self,
        link: Link,
        on_message: Callable[[AnyServerMessage], None],
        on_connection_change: Callable[[str], None],
        control_labels: Mapping[str, str],
    ) -> None:
        self.link = link
        """Current room, with the seat token once the server has assigned one."""
        self._on_message = on_message
        self._on_connection_change = on_connection_change
        self._control_labels = dict(control_labels)
        """What the server's sentences call the actions."""
        self._socket: websockets.ClientConnection | None = None
        self._connected = asyncio.Event()
        self._pending_requests: list[
            tuple[type[AnyServerMessage], asyncio.Future[AnyServerMessage | None]]
        ] = []
        """Pending requests, each with the type of reply it expects."""

    async def run(self) -> None:
        """Stay connected, reconnecting as needed, until cancelled or the room is closed.

        Raises JoinError if the first connection fails.
        """
        retry_delay, was_connected = INITIAL_RETRY_DELAY, False
        while True:
            try:
                async with websockets.connect(
                    self.link.websocket_url,
                    max_size=MAX_SERVER_MESSAGE_BYTES,
                    compression=None,
                    user_agent_header=None,
                ) as socket:
                    self._socket = socket
                    if was_connected:
                        self._on_connection_change(tr("Connected again."))
                    retry_delay, was_connected = INITIAL_RETRY_DELAY, True
                    await self._send_hello()
                    self._connected.set()
                    async for data in socket:
                        if self._deliver(_decoder.decode(data)):
                            return
                    self._on_connection_change(tr("The connection has ended; trying again…"))
            except (OSError, websockets.WebSocketException, TimeoutError) as error:
                if not was_connected:
                    raise JoinError(_connection_error_text(self.link, error)) from None
                self._on_connection_change(tr("The connection is lost; trying again…"))
            finally:
                self._socket = None
                self._connected.clear()
                self._resolve_requests(None)
            await asyncio.sleep(retry_delay)
            retry_delay = min(MAX_RETRY_DELAY, 2 * retry_delay)

    def _deliver(self, message: AnyServerMessage) -> bool:
        """Deliver a message. Return True if it was the last."""
        if isinstance(message, SeatAssigned):
            self.link = replace(self.link, room=message.room_id, seat_token=message.seat_token)
        elif isinstance(message, RoomState) and self.link.room is None:
            self.link = replace(self.link, room=message.id)
        self._on_message(message)
        self._resolve_requests(message)
        return isinstance(message, RoomClosed)

    def _resolve_requests(self, message: AnyServerMessage | None) -> None:
        """Resolve the requests this message answers; an error or None resolves all of them."""
        pending, self._pending_requests = self._pending_requests, []
        for kind, future in pending:
            if message is None or isinstance(message, (kind, ErrorMessage, RoomClosed)):
                if not future.done():
                    future.set_result(message)
            else:
                self._pending_requests.append((kind, future))

    async def wait_until_connected(self) -> None:
        await self._connected.wait()

    async def send(self, message: ClientMessage) -> None:
        """Send a message as soon as there is a connection."""
        await self.wait_until_connected()
        await self.send_if_connected(message)

    async def send_if_connected(self, message: ClientMessage) -> None:
        """Send a message, or drop it while disconnected: later it could be outdated."""
        if self._socket is not None:
            with contextlib.suppress(websockets.WebSocketException):
                await self._socket.send(msgspec.json.encode(message).decode())

    async def request(
        self, message: ClientMessage, kind: type[AnyServerMessage]
    ) -> AnyServerMessage | None:
        """Send a message and wait for a reply of type `kind`, an error or a closed room.

        Return None if the connection is lost first.
        """
        await self.wait_until_connected()
        future: asyncio.Future[AnyServerMessage | None] = asyncio.get_running_loop().create_future()
        self._pending_requests.append((kind, future))
        await self.send(message)
        return await future

    async def enter_room(self, room: str | None, seat_token: str | None) -> None:
        """Go to another room, or to the lobby if `room` is None."""
        self.link = replace(self.link, room=room, seat_token=seat_token)
        await self._send_hello()

    async def _send_hello(self) -> None:
        await self.send_if_connected(
            Hello(VERSION, self.link.room, self.link.seat_token, self._control_labels)
        )


def _connection_error_text(link: Link, error: Exception) -> str:
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return tr("There is no table to join at {address}: {why}.", address=link.host, why=reason)
