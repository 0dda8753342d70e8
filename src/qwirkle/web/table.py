"""A table on the network: who sits there, the game once it has begun, and what each may do."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import msgspec

from qwirkle.bots.base import BotError
from qwirkle.bots.roster import is_bundled, make_bot
from qwirkle.engine.variant import Variant, VariantError, check_count
from qwirkle.notation import HUMAN, MOST_AGE, Player, clean_name, told_apart
from qwirkle.table.bots import SteadyBots
from qwirkle.table.chair import Chair
from qwirkle.table.host import Host, Pace
from qwirkle.texts import tr
from qwirkle.thinker.pool import ThinkerPool
from qwirkle.web.door import Door
from qwirkle.web.guests import Guest, hash_of, new_secret
from qwirkle.web.protocol import (
    Again,
    Fits,
    FromServer,
    ProtocolError,
    Said,
    SeatEntry,
    State,
    TableState,
    shown,
)

PACE = Pace(bot=0.6, forced=1.0)
"""How long people get to see what happens by itself."""

BOTS = ("casual", "simple", "greedy", "expert", "master")
"""The bots that a host may seat."""


@dataclass
class Seat:
    """Who sits, or will sit, at the table."""

    player: Player
    guest: Guest | None = None
    """The person on the network; None for a bot."""


class Table:
    """People who gather, play one game, and may play another."""

    def __init__(
        self, name: str, variant: Variant, pool: ThinkerPool, *, watching: bool = True
    ) -> None:
        self.name = name
        """What it is called in addresses."""
        self.variant = variant
        self.watching = watching
        """Whether anybody may look on."""
        self.state = State.GATHERING
        self.seats: list[Seat] = []
        self.guests: list[Guest] = []
        self.host: Host | None = None
        self.rematch: str | None = None
        """The name of the table for the next game."""
        self.pace = PACE
        self._pool = pool
        self._onlookers = Guest("")
        """All who look on: they see the same."""
        self._running: asyncio.Task[None] | None = None

    # Coming and going

    def known(self, secret: str) -> Guest | None:
        """The guest with this secret."""
        found = None
        for guest in self.guests:
            if guest.is_known_by(secret):
                found = guest
        return found

    def welcome(self, guest: Guest | None, door: Door) -> Guest:
        """Let somebody in, at the place they have or to look on; raises ProtocolError."""
        if guest is None:
            if not self.watching and self.state is not State.GATHERING:
                raise ProtocolError(tr("Nobody may look on at this table."))
            guest = self._onlookers
        guest.doors.add(door)
        seat = self.seat_of(guest)
        if seat is not None and self.host is not None:
            self.stand_in(seat, None)
        self.tell_state()
        if guest.chair is not None:
            door.put(shown(guest.chair.frame), passing=True)
        return guest

    def lose(self, guest: Guest, door: Door) -> None:
        """Take note that a connection has ended."""
        for each in (guest, self._onlookers):
            each.doors.discard(door)
        self.tell_state()

    @property
    def deserted(self) -> bool:
        """Whether nobody is connected."""
        return not any(guest.here for guest in (*self.guests, self._onlookers))

    def seat_of(self, guest: Guest) -> int | None:
        """The place of a guest at the table."""
        return next((n for n, seat in enumerate(self.seats) if seat.guest is guest), None)

    def is_hosted_by(self, guest: Guest) -> bool:
        """Whether a guest decides for all: the host, or while they are away whoever sits first."""
        if guest.is_host or any(each.is_host and each.here for each in self.guests):
            return guest.is_host
        sitting = (seat.guest for seat in self.seats)
        return guest is next((each for each in sitting if each is not None and each.here), None)

    # Gathering

    def admit(self, *, is_host: bool = False) -> tuple[Guest, str]:
        """A new guest, and the secret by which they are known from now on."""
        secret = new_secret()
        guest = Guest(hash_of(secret), is_host=is_host)
        self.guests.append(guest)
        return guest, secret

    def sit(self, guest: Guest, name: str, age: int | None) -> None:
        """Give a guest a seat; raises ProtocolError."""
        self._check_gathering()
        if self.seat_of(guest) is not None:
            raise ProtocolError(tr("You have a seat already."))
        if len(self.seats) >= self.variant.most_players:
            raise ProtocolError(tr("All seats are taken."))
        if age is not None and not 0 <= age <= MOST_AGE:
            raise ProtocolError(tr("An age is from 0 to {most}.", most=MOST_AGE))
        try:
            player = Player(clean_name(name), age, HUMAN)
        except ValueError as error:
            raise ProtocolError(str(error)) from None
        self.seats.append(Seat(player, guest))
        self._tell_apart()

    def add_bot(self, bot: str) -> None:
        """Give a seat to a bot; raises ProtocolError."""
        self._check_gathering()
        if len(self.seats) >= self.variant.most_players:
            raise ProtocolError(tr("All seats are taken."))
        check_bot(bot)
        self.seats.append(Seat(Player(clean_name(bot.capitalize()), None, f"bot:{bot}")))
        self._tell_apart()

    def remove(self, seat: int) -> None:
        """Empty a seat; raises ProtocolError."""
        self._check_gathering()
        if not 0 <= seat < len(self.seats):
            raise ProtocolError(tr("There is no such seat."))
        guest = self.seats.pop(seat).guest
        if guest is not None and not guest.is_host:
            self.guests.remove(guest)
            self._onlookers.doors |= guest.doors
        self.tell_state()

    def _tell_apart(self) -> None:
        players = told_apart(seat.player for seat in self.seats)
        for seat, player in zip(self.seats, players, strict=True):
            seat.player = player
        self.tell_state()

    def _check_gathering(self) -> None:
        if self.state is not State.GATHERING:
            raise ProtocolError(tr("The game has begun."))

    # Playing

    def start(self) -> None:
        """Begin the game; raises ProtocolError."""
        self._check_gathering()
        try:
            check_count(self.variant, len(self.seats))
        except VariantError as error:
            raise ProtocolError(str(error)) from None
        self.play(Host.begin(self.variant, [seat.player for seat in self.seats], None))

    def play(self, host: Host) -> None:
        """Put a game on the table, each guest in their chair."""
        host.record.at_once = False
        self.host = host
        self.state = State.OVER if host.game.over else State.PLAYING
        for guest in (*self.guests, self._onlookers):
            guest.chair = self._chair_for(guest, host)
            guest.chair.sit_down()
        self._running = asyncio.create_task(self._run(host))
        self.tell_state()

    def _chair_for(self, guest: Guest, host: Host) -> Chair:
        """A chair of their own for whoever has a seat; a place to stand for the others."""
        seat = self.seat_of(guest)
        return Chair(
            host,
            () if seat is None else (seat,),
            guest,
            self._pool,
            personal=seat is not None,
            hints=seat is not None,
            keys=lambda: guest.keys,
        )

    async def _run(self, host: Host) -> None:
        await host.run(SteadyBots(self._pool, self._say), lambda: self.pace)
        self.state = State.OVER
        self.tell_state()

    async def close(self) -> None:
        """Take the game off the table; its record stays, and can be gone on with."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait((self._running,))
            self._running = None
        for guest in (*self.guests, self._onlookers):
            if guest.chair is not None:
                guest.chair.get_up()
                guest.chair = None
        if self.host is not None:
            await asyncio.to_thread(self.host.record.make_sure)
            self.host.record.close()
            self.host = None

    @property
    def record(self) -> Path | None:
        """Where the game is saved."""
        return None if self.host is None else self.host.record.path

    # What guests do in a game

    def chair_of(self, guest: Guest) -> Chair:
        """Where a guest sits or stands; raises ProtocolError before there is a game."""
        if guest.chair is None:
            raise ProtocolError(tr("The game has not begun yet."))
        return guest.chair

    def act(self, guest: Guest, action: str, arguments: tuple[int, ...]) -> None:
        """Do something on a guest's desk; raises ProtocolError."""
        try:
            self.chair_of(guest).act(action, *arguments)
        except TypeError:
            raise ProtocolError(tr("That action takes other arguments.")) from None

    def where(self, guest: Guest, slot: int) -> Fits:
        """Where a piece of a guest's hand goes."""
        return Fits(slot, self.chair_of(guest).where(slot))

    async def replay(self, guest: Guest) -> Again:
        """What has happened since a guest's turn."""
        steps = await self.chair_of(guest).replayed()
        return Again(tuple(each.to_json() for each in steps))

    def stand_in(self, seat: int, bot: str | None) -> None:
        """Let a bot play for a person, or the person again; raises ProtocolError."""
        if self.host is None or seat not in self.host.people:
            raise ProtocolError(tr("There is nobody in that seat to play for."))
        if bot is None:
            if self.host.stand_ins.pop(seat, None) is None:
                return
        else:
            check_bot(bot)
            self.host.stand_ins[seat] = bot
        self.host.wake()
        self.tell_state()

    # What everybody is told

    def tell(self, message: FromServer) -> None:
        """Tell everybody at the table."""
        for guest in (*self.guests, self._onlookers):
            guest.tell(message)

    def _say(self, text: str) -> None:
        self.tell(Said(text))

    def tell_state(self) -> None:
        """Tell everybody who is there and how far it is."""
        common = self.state_now()
        for guest in (*self.guests, self._onlookers):
            if guest.doors:
                you, is_host = self.seat_of(guest), self.is_hosted_by(guest)
                guest.tell(msgspec.structs.replace(common, you=you, host=is_host))

    def state_now(self) -> TableState:
        """Who is there and how far it is, as an onlooker is told."""
        stand_ins = self.host.stand_ins if self.host is not None else {}
        return TableState(
            id=self.name,
            title=self.variant.title,
            state=self.state,
            seats=tuple(
                SeatEntry(
                    seat.player.name,
                    seat.player.kind,
                    here=seat.guest is not None and seat.guest.here,
                    stand_in=stand_ins.get(number),
                )
                for number, seat in enumerate(self.seats)
            ),
            players=(self.variant.fewest_players, self.variant.most_players),
            bots=BOTS,
            watching=self.watching,
            rematch=self.rematch,
        )


def check_bot(bot: str) -> None:
    """Refuse what is no bot that comes with the program; raises ProtocolError."""
    try:
        if not is_bundled(bot):
            raise BotError("")
        make_bot(bot)
    except BotError:
        raise ProtocolError(tr("There is no such bot here.")) from None
