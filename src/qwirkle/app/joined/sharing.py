"""Sharing a game: an embedded server, which the app itself joins as host."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import time
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.app.joined.visit import Visit
from qwirkle.app.pages.setup import usual_name
from qwirkle.app.pages.share import ShareScreen
from qwirkle.files import make_folder
from qwirkle.notation import HUMAN
from qwirkle.places import data_folder
from qwirkle.record.locking import Busy, lock, unlock
from qwirkle.texts import tr
from qwirkle.web import PORT
from qwirkle.web.client import Link
from qwirkle.web.lobby import KeptTable, Lobby, newest_unfinished
from qwirkle.web.protocol import ProtocolError
from qwirkle.web.serving import (
    LOOPBACK,
    Address,
    CannotListen,
    QuietServer,
    configured,
    lan_address,
    listening,
    running,
)

if TYPE_CHECKING:
    from textual.worker import Worker

    from qwirkle.app.app import QwirkleApp
    from qwirkle.engine.variant import Variant
    from qwirkle.notation import Player
    from qwirkle.web.table import Table


class CannotShare(Exception):
    """The game can't be shared; the text is one sentence for players."""


class Shared(Struct, frozen=True):
    """What the screens show about a game shared from here."""

    url: str
    """Address for others to open."""
    lan: bool
    """True if other machines in the network can join."""
    variant: Variant
    awaited: tuple[str, ...] = ()
    """Names of the invited players, without the host; an empty name stands for anyone."""


Laying = Callable[[Lobby], Awaitable[tuple["Table", str, tuple[str, ...]]]]
"""Creates or restores a room; returns it, the host's seat token and the invited names."""


class Sharing:
    """The embedded server, for one game at a time; all games are stored in the same file."""

    def __init__(self, app: QwirkleApp, port: int) -> None:
        self._app = app
        self._port = port
        self._file = shared_file()
        self._holding: asyncio.Task[None] | None = None
        """Runs the server from start to stop."""
        self._server: QuietServer | None = None
        self._visit: Worker[None] | None = None
        self._since = 0.0
        """Time at which sharing started, in seconds since the epoch."""

    # The share screen

    def ask(self, variant: Variant, players: Sequence[Player]) -> None:
        """Ask who may join a new game."""

        def play_here() -> None:
            self._app.sharing = None
            self._app.begin(variant, players, None)

        self._ask(partial(_set_up, variant=variant, players=players), play_here)

    def ask_to_go_on(self) -> None:
        """Ask who may join the game that was shared last."""

        def play_here() -> None:
            self._app.sharing = None
            record, trouble = None, ""
            with contextlib.suppress(CannotShare):
                record = waiting_table().record
            if record is not None:
                trouble = self._app.resume(Path(record))
            if record is None or trouble:
                self._app.open_setup()  # the game hasn't started, or is open elsewhere
            if trouble:
                self._app.notify(trouble, severity="warning", markup=False)

        self._ask(_take_out, play_here)

    def _ask(self, laying: Laying, play_here: Callable[[], None]) -> None:
        if not isinstance(self._app.screen, ShareScreen):  # a double key press asks twice
            self._app.push_screen(ShareScreen(partial(self.share, laying), play_here))

    # The server

    async def share(self, laying: Laying, lan: bool) -> str:
        """Start the server and join it; return an error message, or an empty string."""
        await self.end()
        self._since = time()
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._holding = asyncio.create_task(self._hold(Address(self._port, lan), laying, opened))
        await asyncio.wait((self._holding, opened), return_when=asyncio.FIRST_COMPLETED)
        if opened.done():
            return ""
        try:
            await self._holding
        except (CannotListen, CannotShare, ProtocolError) as error:
            return str(error)
        except OSError as error:
            return tr("The system says: {why}.", why=error.strerror or str(error))
        return ""

    async def _hold(self, address: Address, laying: Laying, opened: asyncio.Future[None]) -> None:
        """Run the server until it stops; `started` is done once others can join."""
        if address.lan and lan_address() == LOOPBACK:
            raise CannotShare(tr("This machine is in no network from which others could come."))
        with _alone(self._file), listening(address) as door:
            address = replace(address, port=door.getsockname()[1])
            self._port = address.port
            lobby = Lobby(self._file)
            try:
                await asyncio.to_thread(_load, lobby)
                table, secret, awaited = await laying(lobby)
            except BaseException:
                lobby.pool.close()
                raise
            self._server = QuietServer(configured(lobby, address, only=table.name))
            serving = await running(self._server, door)
            if self._server.should_exit:
                await serving
                return  # stopped before it was ready
            own = Link(f"{LOOPBACK}:{address.port}", table=table.name, secret=secret)
            shared = Shared(address.url, address.lan, table.variant, awaited)
            visit = Visit(self._app, own, shared)
            self._visit = self._app.run_worker(visit.run(), group="visit")
            opened.set_result(None)
            await serving

    def leave(self) -> None:
        """Leave the game and ask the server to stop; the game stays saved."""
        if self._visit is not None:
            self._visit.cancel()
            self._visit = None
        if self._server is not None:
            self._server.should_exit = True
        elif self._holding is not None:
            self._holding.cancel()

    async def end(self) -> list[str]:
        """Stop and wait for the server; return messages to print on exit."""
        self.leave()
        if self._holding is None:
            return []
        await asyncio.gather(self._holding, return_exceptions=True)
        self._holding = self._server = None
        with contextlib.suppress(ValueError):
            kept = newest_unfinished(self._file)
            if kept is not None and kept.touched >= self._since:
                port = "" if self._port == PORT else f" --port {self._port}"
                return [tr("Saved. Go on with: qwirkle play --share --resume{port}", port=port)]
        return []


def shared_file() -> Path:
    """Return the file that stores shared games and their seats. Raises NoPlace."""
    return data_folder() / "shared.json"


def _load(lobby: Lobby) -> None:
    try:
        lobby.load()
    except ValueError:
        raise CannotShare(_not_ours(lobby.file)) from None


def _not_ours(file: Path) -> str:
    return tr("{file} is no file of this program; move it away.", file=file)


def waiting_table() -> KeptTable:
    """Return the unfinished game that was shared last. Raises SharingError."""
    file = shared_file()
    try:
        kept = newest_unfinished(file)
    except ValueError:
        raise CannotShare(_not_ours(file)) from None
    if kept is None:
        raise CannotShare(tr("There is no shared table to go on with."))
    return kept


async def _set_up(
    lobby: Lobby, variant: Variant, players: Sequence[Player]
) -> tuple[Table, str, tuple[str, ...]]:
    """Create a room: the first person is the host, bots are seated, other people are invited."""
    table = lobby.set_up(variant, watching=True)
    host, secret = table.admit(is_host=True)
    awaited = []
    for seat, player in enumerate(players):
        if player.bot is not None:
            table.add_bot(player.bot, player.name)
        elif table.seat_of(host) is None:
            table.sit(host, player.name, player.age)
        else:
            awaited.append("" if player.name == usual_name(seat, HUMAN) else player.name)
    return table, secret, tuple(awaited)


async def _take_out(lobby: Lobby) -> tuple[Table, str, tuple[str, ...]]:
    """Restore the room that was shared last; its host gets a new seat token."""
    table = await lobby.find(waiting_table().name)
    host = next(guest for guest in table.guests if guest.is_host)
    secret = table.readmit(host)
    lobby.touch(table)
    return table, secret, ()


@contextlib.contextmanager
def _alone(file: Path) -> Iterator[None]:
    """Lock sharing for this process: two servers would write the same file."""
    make_folder(file.parent, 0o700)
    held = os.open(file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(held)
    except Busy:
        os.close(held)
        raise CannotShare(
            tr("Another program shares a table already; “qwirkle serve” has room for several.")
        ) from None
    try:
        yield
    finally:
        unlock(held)
        os.close(held)
