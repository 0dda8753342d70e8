"""The ASGI application: serves the page, and handles each client's WebSocket messages."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection, Iterator
from importlib.resources import files
from time import monotonic

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from qwirkle.i18n import tr
from qwirkle.text.status import ControlLabels
from qwirkle.web import protocol
from qwirkle.web.lobby import Lobby
from qwirkle.web.outbox import Outbox
from qwirkle.web.participants import Participant
from qwirkle.web.protocol import (
    ErrorMessage,
    ProtocolError,
    RoomClosed,
    SeatAssigned,
    decode_message,
    encode_message,
)
from qwirkle.web.room import Room

MAX_CONNECTIONS = 1000
MAX_CONNECTIONS_PER_ADDRESS = 500
"""High, because many people may share one router."""

MESSAGE_RATE, MESSAGE_BURST = 50.0, 200.0
"""Rate limit per connection: messages per second, and burst size."""

NEW_ROOM_RATE, NEW_ROOM_BURST = 0.1, 30.0
"""Rate limit per address: new rooms per second, and burst size."""

LOCAL_ADDRESSES = frozenset(("127.0.0.1", "::1", ""))
"""Addresses of this machine, and so of a reverse proxy; limits per address don't apply."""

HELLO_TIMEOUT = 10.0
"""Seconds a client has to send `hello`."""

FLUSH_TIMEOUT = 10.0
"""Seconds the server has to send queued messages before it disconnects a client."""

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}

CONTENT_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""Content types by file extension; other files aren't served."""


def create_app(lobby: Lobby, hosts: Collection[str], *, only_room_id: str | None = None) -> ASGIApp:
    """Create the ASGI application; `only_room_id` is set if the server has just one room."""
    server = Server(lobby, only_room_id)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        maintenance_task = asyncio.create_task(lobby.run_maintenance())
        try:
            yield
        finally:
            maintenance_task.cancel()
            await lobby.close()

    return Starlette(
        routes=[*_page_routes(), WebSocketRoute("/door", server.handle_websocket)],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
            Middleware(SameOriginMiddleware),
        ],
        exception_handlers={404: _not_found, 405: _not_found},
        lifespan=lifespan,
    )


def _page_routes() -> Iterator[Route]:
    """Create a route for each file of the page; the files are read once, at startup."""
    for file in files("qwirkle.web").joinpath("page").iterdir():
        content_type = CONTENT_TYPES.get(file.name.rpartition(".")[2])
        if content_type is not None:
            path = "/" if file.name == "index.html" else f"/{file.name}"
            response = Response(
                file.read_bytes(), headers={**HEADERS, "content-type": content_type}
            )
            yield Route(path, response, methods=["GET"])


async def _not_found(request: Request, error: Exception) -> Response:
    return PlainTextResponse(tr("There is nothing here.") + "\n", 404, HEADERS)


class SameOriginMiddleware:
    """Rejects requests with another site's `Origin`; clients other than browsers send none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            _, _, origin = headers.get("origin", "").partition("://")
            if "origin" in headers and origin.casefold() != headers["host"].casefold():
                response = PlainTextResponse("Not from another site.\n", 403, HEADERS)
                await response(scope, receive, send)
                return
        await self._app(scope, receive, send)


class TokenBucket:
    """Rate limiter: `rate` tokens per second, at most `capacity` saved up."""

    def __init__(self, rate: float, capacity: float) -> None:
        self._rate = rate
        self._capacity = self._tokens = capacity
        self._updated_at = monotonic()

    def try_acquire(self) -> bool:
        """Take a token. Return False if there is none."""
        now = monotonic()
        self._tokens = min(self._capacity, self._tokens + (now - self._updated_at) * self._rate)
        self._updated_at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    async def acquire(self) -> None:
        """Wait for a token and take it."""
        while not self.try_acquire():
            await asyncio.sleep((1 - self._tokens) / self._rate)


class Server:
    """Accepts WebSocket connections and enforces the limits per address."""

    def __init__(self, lobby: Lobby, only_room_id: str | None) -> None:
        self._lobby = lobby
        self._only_room_id = only_room_id
        self._connections: dict[str, int] = {}
        """Open connections by client address."""
        self._new_room_limits: dict[str, TokenBucket] = {}
        """Rate limits on new rooms, by client address."""

    async def handle_websocket(self, socket: WebSocket) -> None:
        """Serve one client until it disconnects."""
        address = socket.client.host if socket.client else ""
        total, open_connections = sum(self._connections.values()), self._connections.get(address, 0)
        is_over_limit = (
            open_connections >= MAX_CONNECTIONS_PER_ADDRESS and address not in LOCAL_ADDRESSES
        )  # all clients of a proxy on this machine have its address
        if total >= MAX_CONNECTIONS or is_over_limit:
            await socket.close(1013)
            return
        self._connections[address] = open_connections + 1
        try:
            await socket.accept()
            await self._serve_client(socket, address)
        finally:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]

    def _new_room_limit(self, address: str) -> TokenBucket:
        """Return the limit on new rooms for an address; behind a proxy, one per connection."""
        limit = TokenBucket(NEW_ROOM_RATE, NEW_ROOM_BURST)
        if address in LOCAL_ADDRESSES:
            return limit
        if len(self._new_room_limits) > MAX_CONNECTIONS:
            self._new_room_limits.clear()
        return self._new_room_limits.setdefault(address, limit)

    async def _serve_client(self, socket: WebSocket, address: str) -> None:
        outbox = Outbox()

        async def send(data: bytes) -> None:
            await socket.send_text(data.decode())

        connection = ClientConnection(
            self._lobby, outbox, self._new_room_limit(address), self._only_room_id
        )
        send_task = asyncio.create_task(outbox.run(send))
        receive_task = asyncio.create_task(_receive_messages(socket, connection))
        try:
            await asyncio.wait((send_task, receive_task), return_when=asyncio.FIRST_COMPLETED)
        finally:
            connection.leave_room()
            outbox.close()
            receive_task.cancel()
            await asyncio.wait((send_task, receive_task), timeout=FLUSH_TIMEOUT)
            send_task.cancel()
            for task in (send_task, receive_task):
                if task.done() and not task.cancelled():
                    task.exception()  # retrieve it, so that asyncio doesn't log it
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1000)


async def _receive_messages(socket: WebSocket, connection: ClientConnection) -> None:
    """Handle incoming messages in order, no faster than the rate limit allows."""
    rate_limit = TokenBucket(MESSAGE_RATE, MESSAGE_BURST)
    while True:
        await rate_limit.acquire()
        async with asyncio.timeout(None if connection.has_said_hello else HELLO_TIMEOUT):
            message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        data = message.get("text")
        if data is None:
            data = message.get("bytes") or b""
        if not await connection.handle_message(data):
            return


class ClientConnection:
    """State of one connection: which room it is in, and as which participant."""

    def __init__(
        self, lobby: Lobby, outbox: Outbox, new_room_limit: TokenBucket, only_room_id: str | None
    ) -> None:
        self._lobby = lobby
        self._outbox = outbox
        self._new_room_limit = new_room_limit
        """Rate limit on new rooms."""
        self._only_room_id = only_room_id
        self._room: Room | None = None
        self._participant: Participant | None = None
        self._control_labels: ControlLabels = {}
        self.has_said_hello = False
        """True after a valid `hello`."""

    def leave_room(self) -> None:
        """Leave the current room, if any."""
        if self._room is not None and self._participant is not None:
            self._room.disconnect(self._participant, self._outbox)
        self._room = self._participant = None

    def send_error(self, text: str, *, fatal: bool = False) -> None:
        self._outbox.put(encode_message(ErrorMessage(text, fatal)))

    async def handle_message(self, data: str | bytes) -> bool:
        """Handle a message; errors go to the client. Return False to close the connection."""
        try:
            message = decode_message(data)
            if isinstance(message, protocol.Hello):
                await self._handle_hello(message)
            elif not self.has_said_hello:
                self.send_error(tr("Say hello first."), fatal=True)
                return False
            else:
                await self._dispatch(message)
        except ProtocolError as error:
            self.send_error(str(error))
        return True

    async def _handle_hello(self, hello: protocol.Hello) -> None:
        if hello.version != protocol.VERSION:
            raise ProtocolError(
                tr(
                    "This server speaks version {version} of the protocol.",
                    version=protocol.VERSION,
                )
            )
        room_id = self._only_room_id if hello.room_id is None else hello.room_id
        self.has_said_hello, self._control_labels = True, hello.control_labels
        if room_id is None:
            self.leave_room()
            self._outbox.put(encode_message(self._lobby.build_state()))
            return
        room = await self._lobby.find(room_id)
        while hello.room_id is None and room.rematch is not None:
            room = await self._lobby.find(room.rematch)
        room.is_only_room = self._only_room_id is not None
        participant = None
        if hello.seat_token is not None:
            participant = room.find_participant(hello.seat_token)
            if participant is None:
                raise ProtocolError(tr("That place is not known at this table."))
        self._enter_room(room, participant)

    def _enter_room(self, room: Room, participant: Participant | None) -> None:
        if self._room is not room or self._participant is not (participant or room.spectators):
            self.leave_room()  # a repeated hello for the same seat doesn't disconnect it
        self._room = room
        if participant is not None:
            participant.control_labels = self._control_labels
        self._participant = room.connect(participant, self._outbox)
        self._lobby.touch(room)

    async def _dispatch(self, message: protocol.AnyClientMessage) -> None:
        if isinstance(message, protocol.CreateRoom):
            await self._create_room(message)
            return
        room, participant = self._room, self._participant
        if room is None or participant is None or room.is_closed:
            raise ProtocolError(tr("You are at no table."))
        match message:
            case protocol.PerformAction(action, arguments):
                room.act(participant, action, arguments)
            case protocol.ExplainUnavailable(actions):
                room.get_presenter(participant).explain_unavailable(actions)
            case protocol.RequestLegalCells(slot):
                self._outbox.put(encode_message(room.find_legal_cells(participant, slot)))
            case protocol.RequestReplay():
                self._outbox.put(encode_message(await room.replay(participant)))
            case protocol.RequestReview():
                room.subscribe_to_review(participant, self._outbox)
            case protocol.RequestRules():
                self._outbox.put(encode_message(room.build_rules()))
            case protocol.TakeSeat(name, age):
                self._take_seat(room, participant, name, age)
            case protocol.RemovePlayer(seat, name) if seat == room.seat_index(participant):
                room.remove_player(seat, name)
                self._lobby.touch(room)
            case _:
                if not room.is_acting_host(participant):
                    raise ProtocolError(tr("Only the host may do that."))
                await self._handle_host_message(room, message)
                self._lobby.touch(room)

    async def _create_room(self, message: protocol.CreateRoom) -> None:
        if self._only_room_id is not None:
            raise ProtocolError(tr("There is only this table here."))
        if not self._new_room_limit.try_acquire():
            raise ProtocolError(tr("So many new tables at once are too many; wait a little."))
        room = self._lobby.create_from_catalog(
            message.variant, allow_spectators=message.allow_spectators
        )
        participant, seat_token = room.add_participant(is_host=True)
        self._outbox.put(encode_message(SeatAssigned(room.id, seat_token)))
        self._enter_room(room, participant)

    def _take_seat(self, room: Room, participant: Participant, name: str, age: int | None) -> None:
        if participant in room.participants:
            room.take_seat(participant, name, age)
        else:
            new_participant, seat_token = room.add_participant()
            try:
                room.take_seat(new_participant, name, age)
            except ProtocolError:
                room.participants.remove(new_participant)
                raise
            self._outbox.put(encode_message(SeatAssigned(room.id, seat_token)))
            self._enter_room(room, new_participant)
        self._lobby.touch(room)

    async def _handle_host_message(self, room: Room, message: protocol.AnyClientMessage) -> None:
        """Handle a message that only the host may send."""
        match message:
            case protocol.AddBot(bot):
                room.add_bot(bot)
            case protocol.RemovePlayer(seat, name):
                room.remove_player(seat, name)
            case protocol.StartGame():
                room.start()
            case protocol.SetSubstitute(seat, bot):
                room.set_substitute(seat, bot)
            case protocol.OpenRematch():
                await self._lobby.open_rematch(room)
            case protocol.CloseRoom():
                room.broadcast(RoomClosed(tr("The host has closed this table; the game is saved.")))
                await self._lobby.close_room(room)
            case _:
                raise ProtocolError(tr("This is no message that is known here."))
