"""Runs the server: where it can be reached, with or without encryption, until it is told to end."""

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
except ImportError:  # not everywhere
    resource = None  # type: ignore[assignment]

from qwirkle.texts import tr
from qwirkle.web.server import application

if TYPE_CHECKING:
    from qwirkle.web.lobby import Lobby

LOOPBACK = "127.0.0.1"
LARGEST_FRAME = 64 * 1024
"""Bytes of a message at which the connection ends before it is even looked at."""

PING = 20.0
"""Seconds between two looks whether a client is still there."""

SHUTDOWN = 3
"""Seconds that connections get to end."""

STARTING = 0.02
"""Seconds between two looks whether the server is there."""

BACKLOG = 512

SAVERS = 2
"""Threads that write to the disk."""

GARBAGE = (10_000, 20, 1000)
"""After how many new things garbage is looked for among these, and how often among older ones."""


class Address(Struct, frozen=True):
    """Where a server listens, and how it is called there."""

    port: int
    lan: bool = False
    """Whether machines of the local network reach it; else this one alone."""
    names: Sequence[str] = ()
    """Other names under which a proxy hands requests on."""
    cert: Path | None = None
    key: Path | None = None

    @property
    def scheme(self) -> str:
        """How addresses begin."""
        return "https" if self.cert else "http"

    @property
    def bound(self) -> str:
        """The address of this machine that is listened at."""
        return "0.0.0.0" if self.lan else LOOPBACK

    @property
    def url(self) -> str:
        """What people type, or photograph."""
        return f"{self.scheme}://{lan_address() if self.lan else LOOPBACK}:{self.port}/"

    @property
    def hosts(self) -> frozenset[str]:
        """Every `Host` that is served, without its port."""
        own = {"localhost", LOOPBACK}
        if self.lan:
            own |= {lan_address(), socket.gethostname(), f"{socket.gethostname()}.local"}
        return frozenset(own | {re.sub(r":\d+$", "", name) for name in self.names})


def lan_address() -> str:
    """The address of this machine in the local network; nothing is sent to find it out."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("10.255.255.255", 1))
        found = str(probe.getsockname()[0])
        if not ipaddress.ip_address(found).is_unspecified:
            return found
    return LOOPBACK


class CannotListen(Exception):
    """The server cannot be reached there, said in one sentence."""


class QuietServer(uvicorn.Server):
    """A server inside another program, which has its own ideas about signals."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listening(address: Address) -> socket.socket:
    """A socket that listens there; raises CannotListen."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((address.bound, address.port))
        found.listen(BACKLOG)  # so that nobody else takes the port meanwhile
    except (OSError, OverflowError) as error:
        found.close()
        why = getattr(error, "strerror", None) or str(error)
        raise CannotListen(
            tr("Port {port} cannot be used: {why}.", port=address.port, why=why)
        ) from None
    return found


def make_ready_for_many() -> None:
    """Let nothing hold up a loop that many tables share.

    Searching for garbage takes a second with hundreds of games in memory, and what a game leaves
    behind is freed without it. Threads that save take turns with the loop, and few of them are
    done sooner than many.
    """
    if resource is not None:  # connections and records are open files
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(SAVERS))


async def running(server: uvicorn.Server, door: socket.socket) -> asyncio.Task[None]:
    """The server at work, once it lets people in."""
    serving = asyncio.create_task(server.serve([door]))
    while not (server.started or serving.done()):
        await asyncio.sleep(STARTING)
    return serving


def configured(lobby: Lobby, address: Address, *, only: str | None = None) -> uvicorn.Config:
    """How the server runs: it says nothing, and keeps no log that secrets could get into."""
    return uvicorn.Config(
        application(lobby, address.hosts, only=only),
        log_config=None,
        access_log=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN,
        ssl_certfile=address.cert,
        ssl_keyfile=address.key,
    )
