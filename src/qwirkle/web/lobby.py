"""The lobby: all tables of a server, what is kept of them, and who is let in where."""

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
"""Processes that think, for all tables."""

MOST_TABLES = 1000
"""Tables that are kept; those where nobody waits for anything make way, the oldest first."""

MOST_LISTED = 50

RESTING_AFTER = 600.0
"""Seconds after which a table that everybody has left is put away; it is there again when asked."""

OVER_AFTER = 60.0
"""The same where no game is on."""

UNSAVED_PAUSE = 5.0
"""Seconds until the file is tried again where it cannot be written."""

FORGOTTEN_AFTER = 60 * 24 * 3600.0
"""Seconds after which a table is no more than its record."""


class KeptGuest(msgspec.Struct):
    """A guest, as a file tells of them."""

    kept: str
    is_host: bool = False
    seat: int | None = None


class KeptSeat(msgspec.Struct):
    """A seat, as a file tells of it."""

    name: str
    age: int | None
    kind: str


class KeptTable(msgspec.Struct):
    """A table, as a file tells of it."""

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
        """Whether anybody may want to come back to a game."""
        return self.record is not None and not self.over

    @property
    def can_go_on(self) -> bool:
        """Whether somebody waits here: a game is not over, or others have come to begin one."""
        if self.record is not None:
            return saving.is_unfinished(Path(self.record))
        return any(guest.seat is not None and not guest.is_host for guest in self.guests)


class Kept(msgspec.Struct):
    """The file: everything that a server must know again after it was killed."""

    tables: list[KeptTable] = []
    version: int = 1


class Lobby:
    """All tables; those that nobody looks at are put away until somebody asks for them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        """Where secrets are kept hashed, and who sits where."""
        self.tables: dict[str, Table] = {}
        self.pool = ThinkerPool(THINKERS)
        self._resting: dict[str, KeptTable] = {}
        self._touched: dict[str, float] = {}
        """When somebody was last at each table."""
        self._dirty = asyncio.Event()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a table is loaded or put away, by its name."""
        self._variants = tuple(
            VariantOffer(
                each.name, each.title, each.summary, (each.players.fewest, each.players.most)
            )
            for each in sorted(catalog.playable(), key=lambda variant: variant.title)
        )
        """What can be played, the plainest names first; it is asked for often."""

    # What lasts

    def load(self) -> None:
        """Take up the tables of the file; raises ValueError where it is none of ours."""
        for each in kept_in(self.file):
            self._resting[each.name] = each
            self._touched[each.name] = each.touched

    def touch(self, table: Table) -> None:
        """Note that something about a table is to be kept."""
        if table.name in self.tables:
            self._touched[table.name] = time()
        self._dirty.set()

    async def keep_house(self) -> None:
        """Write the file whenever something has changed, and put away what nobody looks at."""
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
                touched = self._touched.get(table.name, now)  # it may have ended meanwhile
                if table.deserted and now - touched > patience:
                    await self._put_away(table)

    async def save(self) -> None:
        """Write the file, whole or not at all, for nobody else to read."""
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
        async with self._lock_of(table.name):  # a player who returns now waits for the record
            del self.tables[table.name]
            if table.host is not None or table.seats:
                self._resting[table.name] = kept  # else nobody has ever sat there
            await table.close()

    def _lock_of(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(name, asyncio.Lock())

    async def close(self) -> None:
        """Put every table away, so that each can be gone on with."""
        await self.save()
        for table in list(self.tables.values()):
            await self._put_away(table)
        self.pool.close()

    # Tables

    def create(self, variant_name: str, *, watching: bool) -> Table:
        """A new table for a game of the catalog; raises ProtocolError."""
        try:
            variant = next(each for each in catalog.playable() if each.name == variant_name)
        except (StopIteration, VariantError):
            raise ProtocolError(tr("This game isn't available here.")) from None
        return self.set_up(variant, watching=watching)

    def set_up(self, variant: Variant, *, watching: bool) -> Table:
        """A new table for any game; raises ProtocolError."""
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
        """A table by its name, taken out again if it was put away; raises ProtocolError."""
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
        """Close a table for good; its record stays."""
        table.closed = True
        del self.tables[table.name]
        self._touched.pop(table.name, None)
        self._dirty.set()
        await table.close()

    async def rematch(self, table: Table) -> Table:
        """A table for another game of the same people, who keep their secrets."""
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
        """What there is to join, and what can be set up."""
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
    """The tables that a file tells of; raises ValueError where it is none of ours."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return []
    kept = msgspec.json.decode(data, type=Kept)
    now = time()
    return [each for each in kept.tables if now - each.touched < FORGOTTEN_AFTER]


def newest_unfinished(file: Path) -> KeptTable | None:
    """The table of a file that can be gone on with and was left last; raises ValueError."""
    newest_first = sorted(kept_in(file), key=lambda each: -each.touched)
    return next((each for each in newest_first if each.can_go_on), None)
