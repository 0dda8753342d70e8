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

from qwirkle.files import make_folder
from qwirkle.i18n import tr
from qwirkle.paths import data_folder
from qwirkle.records.locked_file import RecordLocked, lock, unlock
from qwirkle.records.players import HUMAN
from qwirkle.tui.remote_session import RemoteSession
from qwirkle.tui.screens.setup import default_name
from qwirkle.tui.screens.share import ShareScreen
from qwirkle.web import DEFAULT_PORT
from qwirkle.web.client import Link
from qwirkle.web.lobby import Lobby, StoredRoom, newest_resumable_room
from qwirkle.web.protocol import ProtocolError
from qwirkle.web.run import (
    LOOPBACK,
    CannotListen,
    EmbeddedServer,
    ListenAddress,
    build_config,
    lan_address,
    open_listener,
    start_server,
)

if TYPE_CHECKING:
    from textual.worker import Worker

    from qwirkle.engine.variant import Variant
    from qwirkle.records.players import Player
    from qwirkle.tui.app import QwirkleApp
    from qwirkle.web.room import Room


class SharingError(Exception):
    """The game can't be shared; the text is one sentence for players."""


class SharedGame(Struct, frozen=True):
    """What the screens show about a game shared from here."""

    url: str
    """Address for others to open."""
    on_lan: bool
    """True if other machines in the network can join."""
    variant: Variant
    invited: tuple[str, ...] = ()
    """Names of the invited players, without the host; an empty name stands for anyone."""


RoomFactory = Callable[[Lobby], Awaitable[tuple["Room", str, tuple[str, ...]]]]
"""Creates or restores a room; returns it, the host's seat token and the invited names."""


class GameSharing:
    """The embedded server, for one game at a time; all games are stored in the same file."""

    def __init__(self, app: QwirkleApp, port: int) -> None:
        self._app = app
        self._port = port
        self._store_path = shared_games_path()
        self._server_task: asyncio.Task[None] | None = None
        """Runs the server from start to stop."""
        self._server: EmbeddedServer | None = None
        self._remote_worker: Worker[None] | None = None
        self._started_at = 0.0
        """Time at which sharing started, in seconds since the epoch."""

    # The share screen

    def share_new_game(self, variant: Variant, players: Sequence[Player]) -> None:
        """Ask who may join a new game."""

        def play_locally() -> None:
            self._app.sharing = None
            self._app.start_game(variant, players, None)

        self._open_share_screen(
            partial(_create_room, variant=variant, players=players), play_locally
        )

    def share_resumed_game(self) -> None:
        """Ask who may join the game that was shared last."""

        def play_locally() -> None:
            self._app.sharing = None
            record, error = None, ""
            with contextlib.suppress(SharingError):
                record = newest_shared_room().record
            if record is not None:
                error = self._app.resume_game(Path(record))
            if record is None or error:
                self._app.open_setup()  # the game hasn't started, or is open elsewhere
            if error:
                self._app.notify(error, severity="warning", markup=False)

        self._open_share_screen(_restore_room, play_locally)

    def _open_share_screen(self, make_room: RoomFactory, play_locally: Callable[[], None]) -> None:
        if not isinstance(self._app.screen, ShareScreen):  # a double key press asks twice
            self._app.push_screen(ShareScreen(partial(self.start, make_room), play_locally))

    # The server

    async def start(self, make_room: RoomFactory, on_lan: bool) -> str:
        """Start the server and join it; return an error message, or an empty string."""
        await self.stop()
        self._started_at = time()
        started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._server_task = asyncio.create_task(
            self._serve(ListenAddress(self._port, on_lan), make_room, started)
        )
        await asyncio.wait((self._server_task, started), return_when=asyncio.FIRST_COMPLETED)
        if started.done():
            return ""
        try:
            await self._server_task
        except (CannotListen, SharingError, ProtocolError) as error:
            return str(error)
        except OSError as error:
            return tr("The system says: {why}.", why=error.strerror or str(error))
        return ""

    async def _serve(
        self, address: ListenAddress, make_room: RoomFactory, started: asyncio.Future[None]
    ) -> None:
        """Run the server until it stops; `started` is done once others can join."""
        if address.lan and lan_address() == LOOPBACK:
            raise SharingError(tr("This machine is in no network from which others could come."))
        with _exclusive_lock(self._store_path), open_listener(address) as listener:
            address = replace(address, port=listener.getsockname()[1])
            self._port = address.port
            lobby = Lobby(self._store_path)
            try:
                await asyncio.to_thread(_load_lobby, lobby)
                room, seat_token, invited = await make_room(lobby)
            except BaseException:
                lobby.pool.close()
                raise
            self._server = EmbeddedServer(build_config(lobby, address, only_room_id=room.id))
            server_task = await start_server(self._server, listener)
            if self._server.should_exit:
                await server_task
                return  # stopped before it was ready
            link = Link(f"{LOOPBACK}:{address.port}", room=room.id, seat_token=seat_token)
            shared_game = SharedGame(address.url, address.lan, room.variant, invited)
            remote = RemoteSession(self._app, link, shared_game)
            self._remote_worker = self._app.run_worker(remote.run(), group="remote")
            started.set_result(None)
            await server_task

    def request_stop(self) -> None:
        """Leave the game and ask the server to stop; the game stays saved."""
        if self._remote_worker is not None:
            self._remote_worker.cancel()
            self._remote_worker = None
        if self._server is not None:
            self._server.should_exit = True
        elif self._server_task is not None:
            self._server_task.cancel()

    async def stop(self) -> list[str]:
        """Stop and wait for the server; return messages to print on exit."""
        self.request_stop()
        if self._server_task is None:
            return []
        await asyncio.gather(self._server_task, return_exceptions=True)
        self._server_task = self._server = None
        with contextlib.suppress(ValueError):
            stored_room = newest_resumable_room(self._store_path)
            if stored_room is not None and stored_room.last_used >= self._started_at:
                port = "" if self._port == DEFAULT_PORT else f" --port {self._port}"
                return [tr("Saved. Go on with: qwirkle play --share --resume{port}", port=port)]
        return []


def shared_games_path() -> Path:
    """Return the file that stores shared games and their seats. Raises NoHomeFolder."""
    return data_folder() / "shared.json"


def _load_lobby(lobby: Lobby) -> None:
    try:
        lobby.load()
    except ValueError:
        raise SharingError(_foreign_file_text(lobby.file)) from None


def _foreign_file_text(file: Path) -> str:
    return tr("{file} is no file of this program; move it away.", file=file)


def newest_shared_room() -> StoredRoom:
    """Return the unfinished game that was shared last. Raises SharingError."""
    file = shared_games_path()
    try:
        stored_room = newest_resumable_room(file)
    except ValueError:
        raise SharingError(_foreign_file_text(file)) from None
    if stored_room is None:
        raise SharingError(tr("There is no shared table to go on with."))
    return stored_room


async def _create_room(
    lobby: Lobby, variant: Variant, players: Sequence[Player]
) -> tuple[Room, str, tuple[str, ...]]:
    """Create a room: the first person is the host, bots are seated, other people are invited."""
    room = lobby.create_room(variant, allow_spectators=True)
    host, seat_token = room.add_participant(is_host=True)
    invited = []
    for seat, player in enumerate(players):
        if player.bot is not None:
            room.add_bot(player.bot, player.name)
        elif room.seat_index(host) is None:
            room.take_seat(host, player.name, player.age)
        else:
            invited.append("" if player.name == default_name(seat, HUMAN) else player.name)
    return room, seat_token, tuple(invited)


async def _restore_room(lobby: Lobby) -> tuple[Room, str, tuple[str, ...]]:
    """Restore the room that was shared last; its host gets a new seat token."""
    room = await lobby.find(newest_shared_room().id)
    host = next(participant for participant in room.participants if participant.is_host)
    seat_token = room.renew_seat_token(host)
    lobby.touch(room)
    return room, seat_token, ()


@contextlib.contextmanager
def _exclusive_lock(store_path: Path) -> Iterator[None]:
    """Lock sharing for this process: two servers would write the same file."""
    make_folder(store_path.parent, 0o700)
    lock_file = os.open(store_path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock(lock_file)
    except RecordLocked:
        os.close(lock_file)
        raise SharingError(
            tr("Another program shares a table already; “qwirkle serve” has room for several.")
        ) from None
    try:
        yield
    finally:
        unlock(lock_file)
        os.close(lock_file)
