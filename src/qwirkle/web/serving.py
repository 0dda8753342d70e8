"""Runs the server: where it can be reached, with or without encryption, until it is told to end."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import uvicorn

from qwirkle.texts import tr
from qwirkle.web.server import application

if TYPE_CHECKING:
    from qwirkle.web.lobby import Lobby

LOOPBACK = "127.0.0.1"
PORT = 8642
LARGEST_FRAME = 64 * 1024
"""Bytes of a message at which the connection ends before it is even looked at."""

PING = 20.0
"""Seconds between two looks whether a client is still there."""

SHUTDOWN = 3
"""Seconds that connections get to end."""

BACKLOG = 512


@dataclass(frozen=True)
class Address:
    """Where a server listens, and how it is called there."""

    port: int = PORT
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
        """Every `Host` that is served."""
        own = ["localhost", LOOPBACK, "[::1]"]
        if self.lan:
            own += [lan_address(), socket.gethostname(), f"{socket.gethostname()}.local"]
        with_port = {f"{name}:{self.port}" for name in own}
        return frozenset({*with_port, *self.names})


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
        """Leave signals alone."""
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
