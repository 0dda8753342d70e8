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

from qwirkle.table.notes import Keys
from qwirkle.texts import tr
from qwirkle.web import protocol
from qwirkle.web.door import Door
from qwirkle.web.guests import Guest
from qwirkle.web.lobby import Lobby
from qwirkle.web.protocol import Closed, Failed, ProtocolError, Seated, encoded, understood
from qwirkle.web.table import Table

MOST_CONNECTIONS = 1000
MOST_FROM_ONE_PLACE = 500
"""High, because many people may share one router."""

RATE, BURST = 50.0, 200.0
"""Rate limit per connection: messages per second, and burst size."""

NEW_TABLES, NEW_AT_ONCE = 0.1, 30.0
"""Rate limit per address: new rooms per second, and burst size."""

OURS = frozenset(("127.0.0.1", "::1", ""))
"""Addresses of this machine, and so of a reverse proxy; limits per address don't apply."""

PATIENCE = 10.0
"""Seconds a client has to send `hello`, and the server to flush its outbox when closing."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-cache",
}

KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
"""Content types by file extension; other files aren't served."""


def application(lobby: Lobby, hosts: Collection[str], *, only: str | None = None) -> ASGIApp:
    """Create the ASGI application; `only_room` names the room of a server that has just one."""
    server = Server(lobby, only)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        housekeeping = asyncio.create_task(lobby.keep_house())
        try:
            yield
        finally:
            housekeeping.cancel()
            await lobby.close()

    return Starlette(
        routes=[*_page(), WebSocketRoute("/door", server.door)],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
            Middleware(SameOrigin),
        ],
        exception_handlers={404: _nothing, 405: _nothing},
        lifespan=lifespan,
    )


def _page() -> Iterator[Route]:
    """Create a route for each file of the page; the files are read once, at startup."""
    for file in files("qwirkle.web").joinpath("page").iterdir():
        kind = KINDS.get(file.name.rpartition(".")[2])
        if kind is not None:
            path = "/" if file.name == "index.html" else f"/{file.name}"
            response = Response(file.read_bytes(), headers={**HEADERS, "content-type": kind})
            yield Route(path, response, methods=["GET"])


async def _nothing(request: Request, error: Exception) -> Response:
    return PlainTextResponse(tr("There is nothing here.") + "\n", 404, HEADERS)


class SameOrigin:
    """Rejects requests with another site's `Origin`; clients other than browsers send none."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            headers = Headers(scope=scope)
            _, _, site = headers.get("origin", "").partition("://")
            if "origin" in headers and site.casefold() != headers["host"].casefold():
                refusal = PlainTextResponse("Not from another site.\n", 403, HEADERS)
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)


class Allowance:
    """Rate limiter: `rate` tokens per second, at most `capacity` saved up."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = self._left = most
        self._last = monotonic()

    def take(self) -> bool:
        """Take a token. Return False if there is none."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    async def wait(self) -> None:
        """Wait for a token and take it."""
        while not self.take():
            await asyncio.sleep((1 - self._left) / self._rate)


class Server:
    """Accepts WebSocket connections and enforces the limits per address."""

    def __init__(self, lobby: Lobby, only: str | None) -> None:
        self._lobby = lobby
        self._only = only
        self._connections: dict[str, int] = {}
        """Open connections by client address."""
        self._tables: dict[str, Allowance] = {}
        """Rate limits on new rooms, by client address."""

    async def door(self, socket: WebSocket) -> None:
        """Serve one client until it disconnects."""
        place = socket.client.host if socket.client else ""
        total, here = sum(self._connections.values()), self._connections.get(place, 0)
        crowd = here >= MOST_FROM_ONE_PLACE and place not in OURS  # a proxy may be everyone
        if total >= MOST_CONNECTIONS or crowd:
            await socket.close(1013)
            return
        self._connections[place] = here + 1
        try:
            await socket.accept()
            await self._talk(socket, place)
        finally:
            self._connections[place] -= 1
            if not self._connections[place]:
                del self._connections[place]

    def _tables_from(self, place: str) -> Allowance:
        """Return the limit on new rooms for an address; behind a proxy, one per connection."""
        fresh = Allowance(NEW_TABLES, NEW_AT_ONCE)
        if place in OURS:
            return fresh
        if len(self._tables) > MOST_CONNECTIONS:
            self._tables.clear()
        return self._tables.setdefault(place, fresh)

    async def _talk(self, socket: WebSocket, place: str) -> None:
        door = Door()

        async def send(data: bytes) -> None:
            await socket.send_text(data.decode())

        visit = Visit(self._lobby, door, self._tables_from(place), self._only)
        sending = asyncio.create_task(door.run(send))
        hearing = asyncio.create_task(_hear(socket, visit))
        try:
            await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            visit.leave()
            door.close()
            hearing.cancel()
            await asyncio.wait((sending, hearing), timeout=PATIENCE)
            sending.cancel()
            for task in (sending, hearing):
                if task.done() and not task.cancelled():
                    task.exception()  # retrieve it, so that asyncio doesn't log it
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(1000)


async def _hear(socket: WebSocket, visit: Visit) -> None:
    """Handle incoming messages in order, no faster than the rate limit allows."""
    messages = Allowance(RATE, BURST)
    while True:
        await messages.wait()
        async with asyncio.timeout(None if visit.known else PATIENCE):
            message = await socket.receive()
        if message["type"] != "websocket.receive":
            return
        data = message.get("text")
        if data is None:
            data = message.get("bytes") or b""
        if not await visit.obey(data):
            return


class Visit:
    """State of one connection: which room it is in, and as which participant."""

    def __init__(self, lobby: Lobby, door: Door, tables: Allowance, only: str | None) -> None:
        self._lobby = lobby
        self._door = door
        self._tables = tables
        """Rate limit on new rooms."""
        self._only = only
        self._table: Table | None = None
        self._guest: Guest | None = None
        self._keys: Keys = {}
        self.known = False
        """True after a valid `hello`."""

    def leave(self) -> None:
        """Leave the current room, if any."""
        if self._table is not None and self._guest is not None:
            self._table.lose(self._guest, self._door)
        self._table = self._guest = None

    def fail(self, text: str, *, fatal: bool = False) -> None:
        self._door.put(encoded(Failed(text, fatal)))

    async def obey(self, data: str | bytes) -> bool:
        """Handle a message; errors go to the client. Return False to close the connection."""
        try:
            message = understood(data)
            if isinstance(message, protocol.Hello):
                await self._greet(message)
            elif not self.known:
                self.fail(tr("Say hello first."), fatal=True)
                return False
            else:
                await self._do(message)
        except ProtocolError as error:
            self.fail(str(error))
        return True

    async def _greet(self, hello: protocol.Hello) -> None:
        if hello.version != protocol.VERSION:
            raise ProtocolError(
                tr(
                    "This server speaks version {version} of the protocol.",
                    version=protocol.VERSION,
                )
            )
        name = self._only if hello.table is None else hello.table
        self.known, self._keys = True, hello.keys
        if name is None:
            self.leave()
            self._door.put(encoded(self._lobby.state()))
            return
        table = await self._lobby.find(name)
        while hello.table is None and table.rematch is not None:
            table = await self._lobby.find(table.rematch)
        table.alone = self._only is not None
        guest = None
        if hello.secret is not None:
            guest = table.known(hello.secret)
            if guest is None:
                raise ProtocolError(tr("That place is not known at this table."))
        self._enter(table, guest)

    def _enter(self, table: Table, guest: Guest | None) -> None:
        if self._table is not table or self._guest is not (guest or table.onlookers):
            self.leave()  # a repeated hello for the same seat isn't a departure
        self._table = table
        if guest is not None:
            guest.keys = self._keys
        self._guest = table.welcome(guest, self._door)
        self._lobby.touch(table)

    async def _do(self, message: protocol.Message) -> None:
        if isinstance(message, protocol.Create):
            await self._create(message)
            return
        table, guest = self._table, self._guest
        if table is None or guest is None or table.closed:
            raise ProtocolError(tr("You are at no table."))
        match message:
            case protocol.Act(action, arguments):
                table.act(guest, action, arguments)
            case protocol.Answer(actions):
                table.chair_of(guest).answer(actions)
            case protocol.Where(slot):
                self._door.put(encoded(table.where(guest, slot)))
            case protocol.Replay():
                self._door.put(encoded(await table.replay(guest)))
            case protocol.Review():
                table.show_review(guest, self._door)
            case protocol.Rules():
                self._door.put(encoded(table.rules()))
            case protocol.Sit(name, age):
                self._sit(table, guest, name, age)
            case protocol.Remove(seat, name) if seat == table.seat_of(guest):
                table.remove(seat, name)
                self._lobby.touch(table)
            case _:
                if not table.is_hosted_by(guest):
                    raise ProtocolError(tr("Only the host may do that."))
                await self._manage(table, message)
                self._lobby.touch(table)

    async def _create(self, message: protocol.Create) -> None:
        if self._only is not None:
            raise ProtocolError(tr("There is only this table here."))
        if not self._tables.take():
            raise ProtocolError(tr("So many new tables at once are too many; wait a little."))
        table = self._lobby.create(message.variant, watching=message.watching)
        guest, secret = table.admit(is_host=True)
        self._door.put(encoded(Seated(table.name, secret)))
        self._enter(table, guest)

    def _sit(self, table: Table, guest: Guest, name: str, age: int | None) -> None:
        if guest in table.guests:
            table.sit(guest, name, age)
        else:
            newcomer, secret = table.admit()
            try:
                table.sit(newcomer, name, age)
            except ProtocolError:
                table.guests.remove(newcomer)
                raise
            self._door.put(encoded(Seated(table.name, secret)))
            self._enter(table, newcomer)
        self._lobby.touch(table)

    async def _manage(self, table: Table, message: protocol.Message) -> None:
        """Handle a message that only the host may send."""
        match message:
            case protocol.AddBot(bot):
                table.add_bot(bot)
            case protocol.Remove(seat, name):
                table.remove(seat, name)
            case protocol.Start():
                table.start()
            case protocol.StandIn(seat, bot):
                table.stand_in(seat, bot)
            case protocol.Rematch():
                await self._lobby.rematch(table)
            case protocol.End():
                table.tell(Closed(tr("The host has closed this table; the game is saved.")))
                await self._lobby.end(table)
            case _:
                raise ProtocolError(tr("This is no message that is known here."))
