"""All rooms of a server, and the file that restores them after a restart.

Empty rooms are unloaded after a while and loaded again on request.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from pathlib import Path
from time import time
from weakref import WeakValueDictionary

import msgspec

from qwirkle import catalog
from qwirkle.engine.variant import Variant, VariantError
from qwirkle.files import atomic_write
from qwirkle.i18n import tr
from qwirkle.records import library
from qwirkle.records.locked_file import RecordLocked
from qwirkle.records.players import Player
from qwirkle.records.reader import RecordError
from qwirkle.session.session import GameSession
from qwirkle.web.participants import Participant
from qwirkle.web.protocol import LobbyState, ProtocolError, RoomEntry, RoomPhase, VariantOffer
from qwirkle.web.room import AVAILABLE_BOTS, Room, RoomSeat
from qwirkle.worker.pool import WorkerPool

WORKER_COUNT = 2
"""Analysis workers shared by all rooms."""

MAX_ROOMS = 1000
"""At this limit a new room replaces the oldest unloaded one that has no unfinished game."""

MAX_LISTED_ROOMS = 50

UNLOAD_PLAYING_AFTER = 600.0
"""Seconds after which an empty room with a running game is unloaded."""

UNLOAD_IDLE_AFTER = 60.0
"""Seconds after which an empty room without a running game is unloaded."""

SAVE_RETRY_DELAY = 5.0
"""Seconds between attempts to write the file."""

FORGET_AFTER = 60 * 24 * 3600.0
"""Seconds after which an unused room is dropped; its game record stays."""


class StoredParticipant(msgspec.Struct):
    """A participant in the lobby file."""

    token_hash: str = msgspec.field(name="kept")
    is_host: bool = False
    seat: int | None = None


class StoredSeat(msgspec.Struct):
    """A seat in the lobby file."""

    name: str
    age: int | None
    kind: str


class StoredRoom(msgspec.Struct):
    """A room in the lobby file."""

    id: str = msgspec.field(name="name")
    variant: str
    allow_spectators: bool = msgspec.field(name="watching")
    seats: list[StoredSeat]
    participants: list[StoredParticipant] = msgspec.field(name="guests")
    record: str | None
    last_used: float = msgspec.field(name="touched")
    """Time of last use, in seconds since the epoch."""
    rematch: str | None = None
    over: bool = False

    @property
    def has_unfinished_game(self) -> bool:
        return self.record is not None and not self.over

    @property
    def is_resumable(self) -> bool:
        """True if the game is unfinished, or if others have joined a room that hasn't started."""
        if self.record is not None:
            return library.is_unfinished(Path(self.record))
        return any(
            participant.seat is not None and not participant.is_host
            for participant in self.participants
        )


class LobbyFile(msgspec.Struct):
    """Contents of the lobby file: everything a server needs after a restart."""

    rooms: list[StoredRoom] = msgspec.field(default_factory=list, name="tables")
    version: int = 1


class Lobby:
    """All rooms of a server, loaded and unloaded."""

    def __init__(self, file: Path) -> None:
        self.file = file
        """Lobby file; seat tokens are stored as hashes."""
        self.rooms: dict[str, Room] = {}
        self.pool = WorkerPool(WORKER_COUNT)
        self._unloaded: dict[str, StoredRoom] = {}
        self._last_used: dict[str, float] = {}
        """Time of last use of each room, by id."""
        self._unsaved_changes = asyncio.Event()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks held while a room is loaded or unloaded, by id."""
        self._variants = tuple(
            VariantOffer(
                variant.name,
                variant.title,
                variant.summary,
                (variant.players.min, variant.players.max),
            )
            for variant in sorted(catalog.playable_variants(), key=lambda variant: variant.title)
        )
        """Cached: every lobby message contains them."""

    # Storage

    def load(self) -> None:
        """Read the lobby file. Raises ValueError if it isn't valid."""
        for stored in read_rooms(self.file):
            self._unloaded[stored.id] = stored
            self._last_used[stored.id] = stored.last_used

    def touch(self, room: Room) -> None:
        """Mark a room as used now, and the file as out of date."""
        if room.id in self.rooms:
            self._last_used[room.id] = time()
        self._unsaved_changes.set()

    async def run_maintenance(self) -> None:
        """Save changes and unload empty rooms, until cancelled."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._unsaved_changes.wait(), UNLOAD_PLAYING_AFTER / 10)
            if self._unsaved_changes.is_set():
                try:
                    await self.save()
                except OSError:
                    await asyncio.sleep(SAVE_RETRY_DELAY)
                    self._unsaved_changes.set()
            now = time()
            for room in list(self.rooms.values()):
                max_idle = (
                    UNLOAD_IDLE_AFTER
                    if room.phase is not RoomPhase.PLAYING
                    else UNLOAD_PLAYING_AFTER
                )
                # The room may have been closed during an await.
                last_used = self._last_used.get(room.id, now)
                if room.is_empty and now - last_used > max_idle:
                    await self._unload(room)

    async def save(self) -> None:
        """Write the file atomically, readable by its owner only."""
        self._unsaved_changes.clear()
        contents = LobbyFile([*self._unloaded.values(), *map(self._to_stored, self.rooms.values())])
        await asyncio.to_thread(
            atomic_write, self.file, msgspec.json.encode(contents), private=True
        )

    def _to_stored(self, room: Room) -> StoredRoom:
        return StoredRoom(
            room.id,
            room.variant.name,
            room.allow_spectators,
            [
                StoredSeat(seat.player.name, seat.player.age, seat.player.kind)
                for seat in room.seats
            ],
            [
                StoredParticipant(
                    participant.token_hash, participant.is_host, room.seat_index(participant)
                )
                for participant in room.participants
            ],
            None if room.record_path is None else str(room.record_path),
            self._last_used[room.id],
            room.rematch,
            room.phase is RoomPhase.OVER,
        )

    async def _unload(self, room: Room) -> None:
        stored = self._to_stored(room)
        async with self._room_lock(room.id):  # a player who returns now waits for this
            del self.rooms[room.id]
            if room.session is not None or room.seats:
                self._unloaded[room.id] = stored  # rooms in which no one took a seat are dropped
            await room.unload()

    def _room_lock(self, room_id: str) -> asyncio.Lock:
        return self._locks.setdefault(room_id, asyncio.Lock())

    async def close(self) -> None:
        """Save and unload all rooms; they can be resumed later."""
        await self.save()
        for room in list(self.rooms.values()):
            await self._unload(room)
        self.pool.close()

    # Rooms

    def create_from_catalog(self, variant_name: str, *, allow_spectators: bool) -> Room:
        """Create a room for a variant of the catalog. Raises ProtocolError."""
        try:
            variant = next(
                candidate
                for candidate in catalog.playable_variants()
                if candidate.name == variant_name
            )
        except (StopIteration, VariantError):
            raise ProtocolError(tr("This game isn't available here.")) from None
        return self.create_room(variant, allow_spectators=allow_spectators)

    def create_room(self, variant: Variant, *, allow_spectators: bool) -> Room:
        """Create a room for any variant. Raises ProtocolError if the server is full."""
        self._ensure_capacity()
        room_id = secrets.token_hex(4)
        room = Room(room_id, variant, self.pool, allow_spectators=allow_spectators)
        self.rooms[room_id] = room
        self.touch(room)
        return room

    def _ensure_capacity(self) -> None:
        if len(self.rooms) + len(self._unloaded) < MAX_ROOMS:
            return
        idle = [room for room in self._unloaded.values() if not room.has_unfinished_game]
        if not idle:
            raise ProtocolError(tr("There are too many tables here already."))
        del self._unloaded[min(idle, key=lambda room: room.last_used).id]

    async def find(self, room_id: str) -> Room:
        """Return a room by its id, loading it if needed. Raises ProtocolError."""
        async with self._room_lock(room_id):
            if room_id not in self.rooms and room_id in self._unloaded:
                await self._load_room(self._unloaded[room_id])
        if room_id not in self.rooms:
            raise ProtocolError(tr("There is no such table."))
        return self.rooms[room_id]

    async def _load_room(self, stored: StoredRoom) -> None:
        try:
            session = None
            if stored.record is not None:
                session = await asyncio.to_thread(GameSession.resume, Path(stored.record))
            variant = catalog.load_variant(stored.variant) if session is None else session.variant
        except (RecordLocked, RecordError, VariantError) as error:
            raise ProtocolError(str(error)) from None
        room = Room(stored.id, variant, self.pool, allow_spectators=stored.allow_spectators)
        room.rematch = stored.rematch
        for entry in stored.participants:
            room.participants.append(Participant(entry.token_hash, is_host=entry.is_host))
        for index, seat in enumerate(stored.seats):
            participant = next(
                (
                    participant
                    for participant, entry in zip(
                        room.participants, stored.participants, strict=True
                    )
                    if entry.seat == index
                ),
                None,
            )
            room.seats.append(RoomSeat(Player(seat.name, seat.age, seat.kind), participant))
        del self._unloaded[stored.id]
        self.rooms[stored.id] = room
        if session is not None:
            room.run_session(session)

    async def close_room(self, room: Room) -> None:
        """Close a room for good; its game record stays."""
        room.is_closed = True
        del self.rooms[room.id]
        self._last_used.pop(room.id, None)
        self._unsaved_changes.set()
        await room.unload()

    async def open_rematch(self, room: Room) -> Room:
        """Return the room for the next game with the same players and seat tokens.

        Create it on the first call. Raises ProtocolError if this game isn't over.
        """
        if room.session is None or not room.session.game.is_over:
            raise ProtocolError(tr("The game is not over yet."))
        if room.rematch is not None:
            return await self.find(room.rematch)
        rematch = self.create_room(room.variant, allow_spectators=room.allow_spectators)
        rematch.participants = [
            Participant(participant.token_hash, is_host=participant.is_host)
            for participant in room.participants
        ]
        for seat in room.seats:
            index = None if seat.participant is None else room.participants.index(seat.participant)
            rematch.seats.append(
                RoomSeat(seat.player, None if index is None else rematch.participants[index])
            )
        room.rematch = rematch.id
        room.broadcast_state()
        self.touch(room)
        return rematch

    def build_state(self) -> LobbyState:
        """Return the open rooms, newest first, and the variants on offer."""
        newest = sorted(self.rooms.values(), key=lambda room: -self._last_used[room.id])
        return LobbyState(
            rooms=tuple(
                RoomEntry(
                    room.id,
                    room.variant.title,
                    tuple(seat.player.name for seat in room.seats),
                    room.phase,
                    room.allow_spectators,
                )
                for room in newest[:MAX_LISTED_ROOMS]
                if not room.is_empty and (room.phase is RoomPhase.WAITING or room.allow_spectators)
            ),
            variants=self._variants,
            bots=AVAILABLE_BOTS,
        )


def read_rooms(file: Path) -> list[StoredRoom]:
    """Read the rooms of a lobby file, without long-unused ones. Raises ValueError if invalid."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return []
    contents = msgspec.json.decode(data, type=LobbyFile)
    now = time()
    return [room for room in contents.rooms if now - room.last_used < FORGET_AFTER]


def newest_resumable_room(file: Path) -> StoredRoom | None:
    """Return the last used resumable room of a lobby file. Raises ValueError if invalid."""
    newest_first = sorted(read_rooms(file), key=lambda room: -room.last_used)
    return next((room for room in newest_first if room.is_resumable), None)
