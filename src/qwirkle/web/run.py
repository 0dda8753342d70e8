"""Running the server with uvicorn: its address, listening socket, limits and configuration."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import re
import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn
from msgspec import Struct

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

from qwirkle.i18n import tr
from qwirkle.web.server import create_app

if TYPE_CHECKING:
    from qwirkle.web.lobby import Lobby

LOOPBACK = "127.0.0.1"
MAX_WEBSOCKET_MESSAGE_BYTES = 64 * 1024
"""uvicorn closes the connection if a message is larger (in bytes), without parsing it."""

PING_INTERVAL = 20.0
"""Seconds between WebSocket pings, and to wait for the pong."""

SHUTDOWN_TIMEOUT = 3
"""Seconds for connections to close before shutdown."""

STARTUP_POLL_INTERVAL = 0.02
"""Seconds between checks whether the server has started."""

BACKLOG = 512

EXECUTOR_THREADS = 2
"""Threads of the default executor, mostly for writing to disk."""

GC_THRESHOLDS = (10_000, 20, 1000)
"""Arguments of `gc.set_threshold`."""


class ListenAddress(Struct, frozen=True):
    """Where a server listens: port, accepted host names, TLS certificate and key."""

    port: int
    lan: bool = False
    """True to listen on the local network; otherwise only this machine can connect."""
    extra_hosts: Sequence[str] = ()
    """Additional host names, such as those of a reverse proxy."""
    cert: Path | None = None
    key: Path | None = None

    @property
    def scheme(self) -> str:
        return "https" if self.cert else "http"

    @property
    def bind_host(self) -> str:
        """Address to bind the socket to."""
        return "0.0.0.0" if self.lan else LOOPBACK

    @property
    def url(self) -> str:
        """URL to share, as text or QR code."""
        return f"{self.scheme}://{lan_address() if self.lan else LOOPBACK}:{self.port}/"

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Accepted values of the `Host` header, without the port."""
        hosts = {"localhost", LOOPBACK}
        if self.lan:
            hosts |= {lan_address(), socket.gethostname(), f"{socket.gethostname()}.local"}
        return frozenset(hosts | {re.sub(r":\d+$", "", name) for name in self.extra_hosts})


def lan_address() -> str:
    """Return this machine's address on the local network; the UDP socket sends no packet."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))
        address = str(probe.getsockname()[0])
        if not ipaddress.ip_address(address).is_unspecified:
            return address
    return LOOPBACK


class CannotListen(Exception):
    """The server couldn't open its port; the message is shown to the user."""


class EmbeddedServer(uvicorn.Server):
    """uvicorn server that leaves signal handling to the program that embeds it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def open_listener(address: ListenAddress) -> socket.socket:
    """Open a listening socket. Raises CannotListen."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address.bind_host, address.port))
        listener.listen(BACKLOG)  # so that no other process takes the port before the start
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise CannotListen(
            tr("Port {port} cannot be used: {why}.", port=address.port, why=reason)
        ) from None
    return listener


def tune_for_many_rooms() -> None:
    """Tune the process for an event loop that many rooms share.

    With hundreds of games in memory a full garbage collection takes a second, and finished games
    are freed by reference counting anyway. Saving threads compete with the loop for the GIL, so a
    few finish sooner than many.
    """
    if resource is not None:  # connections and records are open files
        _, hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(EXECUTOR_THREADS))


async def start_server(server: uvicorn.Server, listener: socket.socket) -> asyncio.Task[None]:
    """Start the server. Return its task once it accepts connections, or failed to start."""
    server_task = asyncio.create_task(server.serve([listener]))
    while not (server.started or server_task.done()):
        await asyncio.sleep(STARTUP_POLL_INTERVAL)
    return server_task


def build_config(
    lobby: Lobby, address: ListenAddress, *, only_room_id: str | None = None
) -> uvicorn.Config:
    """Configure uvicorn without any logging, so that no seat token ends up in a log."""
    return uvicorn.Config(
        create_app(lobby, address.allowed_hosts, only_room_id=only_room_id),
        log_config=None,
        access_log=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=MAX_WEBSOCKET_MESSAGE_BYTES,
        ws_ping_interval=PING_INTERVAL,
        ws_ping_timeout=PING_INTERVAL,
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
        ssl_certfile=address.cert,
        ssl_keyfile=address.key,
    )
