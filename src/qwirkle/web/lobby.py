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

from qwirkle import catalog, saving
from qwirkle.engine.variant import Variant, VariantError
from qwirkle.files import atomic_write
from qwirkle.notation import Player
from qwirkle.record import Busy, RecordError
from qwirkle.table.host import Host
from qwirkle.texts import tr
from qwirkle.thinker.pool import ThinkerPool
from qwirkle.web.guests import Guest
from qwirkle.web.protocol import Lobby as LobbyState
from qwirkle.web.protocol import ProtocolError, State, TableEntry, VariantOffer
from qwirkle.web.table import BOTS, Seat, Table

THINKERS = 2
"""Analysis workers shared by all rooms."""

MOST_TABLES = 1000
"""At this limit a new room replaces the oldest unloaded one that has no unfinished game."""

MOST_LISTED = 50

RESTING_AFTER = 600.0
"""Seconds after which an empty room with a running game is unloaded."""

OVER_AFTER = 60.0
"""Seconds after which an empty room without a running game is unloaded."""

UNSAVED_PAUSE = 5.0
"""Seconds between attempts to write the file."""

FORGOTTEN_AFTER = 60 * 24 * 3600.0
"""Seconds after which an unused room is dropped; its game record stays."""


class KeptGuest(msgspec.Struct):
    """A participant in the lobby file."""

    kept: str
    is_host: bool = False
    seat: int | None = None


class KeptSeat(msgspec.Struct):
    """A seat in the lobby file."""

    name: str
    age: int | None
    kind: str


class KeptTable(msgspec.Struct):
    """A room in the lobby file."""

    name: str
    variant: str
    watching: bool
    seats: list[KeptSeat]
    guests: list[KeptGuest]
    record: str | None
    touched: float
    rematch: str | None = None
    over: bool = False

    @property
    def awaited(self) -> bool:
        return self.record is not None and not self.over

    @property
    def can_go_on(self) -> bool:
        """True if the game is unfinished, or if others have joined a room that hasn't started."""
        if self.record is not None:
            return saving.is_unfinished(Path(self.record))
        return any(guest.seat is not None and not guest.is_host for guest in self.guests)


class Kept(msgspec.Struct):
    """Contents of the lobby file: everything a server needs after a restart."""

    tables: list[KeptTable] = []
    version: int = 1


class Lobby:
    """All rooms of a server, loaded and unloaded."""

    def __init__(self, file: Path) -> None:
        self.file = file
        """Lobby file; seat tokens are stored as hashes."""
        self.tables: dict[str, Table] = {}
        self.pool = ThinkerPool(THINKERS)
        self._resting: dict[str, KeptTable] = {}
        self._touched: dict[str, float] = {}
        """Time of last use of each room, by name."""
        self._dirty = asyncio.Event()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks held while a room is loaded or unloaded, by name."""
        self._variants = tuple(
            VariantOffer(
                each.name, each.title, each.summary, (each.players.fewest, each.players.most)
            )
            for each in sorted(catalog.playable(), key=lambda variant: variant.title)
        )
        """Cached: every lobby message contains them."""

    # Storage

    def load(self) -> None:
        """Read the lobby file. Raises ValueError if it isn't valid."""
        for each in kept_in(self.file):
            self._resting[each.name] = each
            self._touched[each.name] = each.touched

    def touch(self, table: Table) -> None:
        """Mark a room as used now, and the file as out of date."""
        if table.name in self.tables:
            self._touched[table.name] = time()
        self._dirty.set()

    async def keep_house(self) -> None:
        """Save changes and unload empty rooms, until cancelled."""
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._dirty.wait(), RESTING_AFTER / 10)
            if self._dirty.is_set():
                try:
                    await self.save()
                except OSError:
                    await asyncio.sleep(UNSAVED_PAUSE)
                    self._dirty.set()
            now = time()
            for table in list(self.tables.values()):
                patience = OVER_AFTER if table.state is not State.PLAYING else RESTING_AFTER
                touched = self._touched.get(table.name, now)  # closed meanwhile?
                if table.deserted and now - touched > patience:
                    await self._put_away(table)

    async def save(self) -> None:
        """Write the file atomically, readable by its owner only."""
        self._dirty.clear()
        kept = Kept([*self._resting.values(), *map(self._kept, self.tables.values())])
        await asyncio.to_thread(atomic_write, self.file, msgspec.json.encode(kept), private=True)

    def _kept(self, table: Table) -> KeptTable:
        return KeptTable(
            table.name,
            table.variant.name,
            table.watching,
            [KeptSeat(s.player.name, s.player.age, s.player.kind) for s in table.seats],
            [KeptGuest(g.kept, g.is_host, table.seat_of(g)) for g in table.guests],
            None if table.record is None else str(table.record),
            self._touched[table.name],
            table.rematch,
            table.state is State.OVER,
        )

    async def _put_away(self, table: Table) -> None:
        kept = self._kept(table)
        async with self._lock_of(table.name):  # a player who returns now waits for this
            del self.tables[table.name]
            if table.host is not None or table.seats:
                self._resting[table.name] = kept  # else nobody ever took a seat
            await table.close()

    def _lock_of(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(name, asyncio.Lock())

    async def close(self) -> None:
        """Save and unload all rooms; they can be resumed later."""
        await self.save()
        for table in list(self.tables.values()):
            await self._put_away(table)
        self.pool.close()

    # Rooms

    def create(self, variant_name: str, *, watching: bool) -> Table:
        """Create a room for a variant of the catalog. Raises ProtocolError."""
        try:
            variant = next(each for each in catalog.playable() if each.name == variant_name)
        except (StopIteration, VariantError):
            raise ProtocolError(tr("This game isn't available here.")) from None
        return self.set_up(variant, watching=watching)

    def set_up(self, variant: Variant, *, watching: bool) -> Table:
        """Create a room for any variant. Raises ProtocolError if the server is full."""
        self._make_room()
        name = secrets.token_hex(4)
        table = Table(name, variant, self.pool, watching=watching)
        self.tables[name] = table
        self.touch(table)
        return table

    def _make_room(self) -> None:
        if len(self.tables) + len(self._resting) < MOST_TABLES:
            return
        idle = [each for each in self._resting.values() if not each.awaited]
        if not idle:
            raise ProtocolError(tr("There are too many tables here already."))
        del self._resting[min(idle, key=lambda each: each.touched).name]

    async def find(self, name: str) -> Table:
        """Return a room by its name, loading it if needed. Raises ProtocolError."""
        async with self._lock_of(name):
            if name not in self.tables and name in self._resting:
                await self._take_out(self._resting[name])
        if name not in self.tables:
            raise ProtocolError(tr("There is no such table."))
        return self.tables[name]

    async def _take_out(self, kept: KeptTable) -> None:
        try:
            host = None
            if kept.record is not None:
                host = await asyncio.to_thread(Host.resume, Path(kept.record))
            variant = catalog.load(kept.variant) if host is None else host.variant
        except (Busy, RecordError, VariantError) as error:
            raise ProtocolError(str(error)) from None
        table = Table(kept.name, variant, self.pool, watching=kept.watching)
        table.rematch = kept.rematch
        for entry in kept.guests:
            table.guests.append(Guest(entry.kept, is_host=entry.is_host))
        for number, seat in enumerate(kept.seats):
            guest = next(
                (
                    guest
                    for guest, entry in zip(table.guests, kept.guests, strict=True)
                    if entry.seat == number
                ),
                None,
            )
            table.seats.append(Seat(Player(seat.name, seat.age, seat.kind), guest))
        del self._resting[kept.name]
        self.tables[kept.name] = table
        if host is not None:
            table.play(host)

    async def end(self, table: Table) -> None:
        """Close a room for good; its game record stays."""
        table.closed = True
        del self.tables[table.name]
        self._touched.pop(table.name, None)
        self._dirty.set()
        await table.close()

    async def rematch(self, table: Table) -> Table:
        """Return the room for the next game with the same players and seat tokens.

        Create it on the first call. Raises ProtocolError if this game isn't over.
        """
        if table.host is None or not table.host.game.over:
            raise ProtocolError(tr("The game is not over yet."))
        if table.rematch is not None:
            return await self.find(table.rematch)
        again = self.set_up(table.variant, watching=table.watching)
        again.guests = [Guest(guest.kept, is_host=guest.is_host) for guest in table.guests]
        for seat in table.seats:
            place = None if seat.guest is None else table.guests.index(seat.guest)
            again.seats.append(Seat(seat.player, None if place is None else again.guests[place]))
        table.rematch = again.name
        table.tell_state()
        self.touch(table)
        return again

    def state(self) -> LobbyState:
        """Return the open rooms, newest first, and the variants on offer."""
        newest = sorted(self.tables.values(), key=lambda each: -self._touched[each.name])
        return LobbyState(
            tables=tuple(
                TableEntry(
                    each.name,
                    each.variant.title,
                    tuple(seat.player.name for seat in each.seats),
                    each.state,
                    each.watching,
                )
                for each in newest[:MOST_LISTED]
                if not each.deserted and (each.state is State.GATHERING or each.watching)
            ),
            variants=self._variants,
            bots=BOTS,
        )


def kept_in(file: Path) -> list[KeptTable]:
    """Read the rooms of a lobby file, without long-unused ones. Raises ValueError if invalid."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return []
    kept = msgspec.json.decode(data, type=Kept)
    now = time()
    return [each for each in kept.tables if now - each.touched < FORGOTTEN_AFTER]


def newest_unfinished(file: Path) -> KeptTable | None:
    """Return the last used resumable room of a lobby file. Raises ValueError if invalid."""
    newest_first = sorted(kept_in(file), key=lambda each: -each.touched)
    return next((each for each in newest_first if each.can_go_on), None)
