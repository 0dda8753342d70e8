"""A room on the server: its participants, its game once started, and who may do what."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
from msgspec import Struct

from qwirkle.bots.base import BotError
from qwirkle.bots.roster import is_bundled, make_bot
from qwirkle.engine.variant import Variant, VariantError, check_count
from qwirkle.notation import HUMAN, MOST_AGE, Player, clean_name, told_apart
from qwirkle.rulebook.rules import rules_text
from qwirkle.table.bots import SteadyBots
from qwirkle.table.chair import Chair
from qwirkle.table.host import Host, Pace
from qwirkle.texts import tr
from qwirkle.thinker.pool import ThinkerPool
from qwirkle.web.door import Door
from qwirkle.web.guests import Guest, hash_of, new_secret
from qwirkle.web.protocol import (
    Again,
    Chapter,
    Closed,
    Fits,
    FromServer,
    ProtocolError,
    RulesTold,
    Said,
    SeatEntry,
    State,
    TableState,
    shown,
)
from qwirkle.web.reviewing import TableReview

PACE = Pace(bot=0.6, forced=1.0)
"""Delays before automatic steps, so that people can follow them."""

BOTS = ("casual", "simple", "greedy", "expert", "master")
"""Bots that a host can add."""


class Seat(Struct):
    """A seat in a room, before and during the game."""

    player: Player
    guest: Guest | None = None
    """None for a bot."""


class Table:
    """A group of players and spectators around one game; a rematch gets a room of its own."""

    def __init__(
        self, name: str, variant: Variant, pool: ThinkerPool, *, watching: bool = True
    ) -> None:
        self.name = name
        """Random id, used in links."""
        self.variant = variant
        self.watching = watching
        self.state = State.GATHERING
        self.seats: list[Seat] = []
        self.guests: list[Guest] = []
        self.host: Host | None = None
        self.rematch: str | None = None
        """Name of the room for the next game."""
        self.closed = False
        """True after the host closed the room; clients may still be connected."""
        self.alone = False
        """True if the server has no other room."""
        self.pace = PACE
        self._pool = pool
        self.onlookers = Guest("")
        """All spectators share one participant, since they see the same."""
        self._running: asyncio.Task[None] | None = None
        self._review: TableReview | None = None
        """None until the first request after the game."""

    # Connections

    def known(self, secret: str) -> Guest | None:
        """Return the participant with this seat token, checking all of them in constant time."""
        found = None
        for guest in self.guests:
            if guest.is_known_by(secret):
                found = guest
        return found

    def welcome(self, guest: Guest | None, door: Door) -> Guest:
        """Connect a client as `participant`, or as a spectator if None.

        Return the participant. Raises ProtocolError if spectators aren't allowed.
        """
        if guest is None:
            if not self.watching and self.state is not State.GATHERING:
                raise ProtocolError(tr("Nobody may look on at this table."))
            guest = self.onlookers
        if self.host is not None and guest.chair is None:
            self._seat(guest, self.host)
        guest.doors.add(door)
        seat = self.seat_of(guest)
        if seat is not None and self.host is not None:
            self.stand_in(seat, None)
        self.tell_state()
        if guest.chair is not None:
            door.put(shown(guest.chair.frame), passing=True)
        return guest

    def lose(self, guest: Guest, door: Door) -> None:
        """Disconnect a client."""
        for each in (guest, self.onlookers):
            each.doors.discard(door)
        if self._review is not None:
            self._review.leave(door)
        self.tell_state()

    @property
    def deserted(self) -> bool:
        """True if nobody is connected."""
        return not any(guest.here for guest in (*self.guests, self.onlookers))

    def seat_of(self, guest: Guest) -> int | None:
        """Return the participant's seat, or None."""
        return next((n for n, seat in enumerate(self.seats) if seat.guest is guest), None)

    def is_hosted_by(self, guest: Guest) -> bool:
        """Return True for the host, or while they are away for the first seated player here."""
        if guest.is_host or any(each.is_host and each.here for each in self.guests):
            return guest.is_host
        sitting = (seat.guest for seat in self.seats)
        return guest is next((each for each in sitting if each is not None and each.here), None)

    # Before the game

    def admit(self, *, is_host: bool = False) -> tuple[Guest, str]:
        """Add a participant without a seat. Return it with its seat token."""
        secret = new_secret()
        guest = Guest(hash_of(secret), is_host=is_host)
        self.guests.append(guest)
        return guest, secret

    def readmit(self, guest: Guest) -> str:
        """Return a new seat token for a participant; the old one becomes invalid."""
        secret = new_secret()
        guest.kept = hash_of(secret)
        return secret

    def sit(self, guest: Guest, name: str, age: int | None) -> None:
        """Seat a participant. Raises ProtocolError."""
        self._check_gathering()
        if self.seat_of(guest) is not None:
            raise ProtocolError(tr("You have a seat already."))
        if len(self.seats) >= self.variant.players.most:
            raise ProtocolError(tr("All seats are taken."))
        if age is not None and not 0 <= age <= MOST_AGE:
            raise ProtocolError(tr("An age is from 0 to {most}.", most=MOST_AGE))
        try:
            player = Player(clean_name(name), age, HUMAN)
        except ValueError as error:
            raise ProtocolError(str(error)) from None
        self.seats.append(Seat(player, guest))
        self._tell_apart()

    def add_bot(self, bot: str, name: str = "") -> None:
        """Seat a bot, by default under its own name. Raises ProtocolError."""
        self._check_gathering()
        if len(self.seats) >= self.variant.players.most:
            raise ProtocolError(tr("All seats are taken."))
        check_bot(bot)
        self.seats.append(Seat(Player(clean_name(name or bot.capitalize()), None, f"bot:{bot}")))
        self._tell_apart()

    def remove(self, seat: int, name: str | None = None) -> None:
        """Remove the player of a seat, who must have this name if given. Raises ProtocolError."""
        self._check_gathering()
        if not 0 <= seat < len(self.seats) or name not in (None, self.seats[seat].player.name):
            raise ProtocolError(tr("There is no such seat."))
        guest = self.seats.pop(seat).guest
        if guest is not None and not guest.is_host:
            self.guests.remove(guest)
            self.onlookers.doors |= guest.doors
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
        """Start the game. Raises ProtocolError."""
        self._check_gathering()
        try:
            check_count(self.variant, len(self.seats))
        except VariantError as error:
            raise ProtocolError(str(error)) from None
        if not any(seat.guest for seat in self.seats):
            raise ProtocolError(tr("At least one person has to sit at the table."))
        if not self.watching:
            self._send_onlookers_away()
        self.play(Host.begin(self.variant, [seat.player for seat in self.seats], None))

    def _send_onlookers_away(self) -> None:
        self.onlookers.tell(Closed(tr("The game has begun, and nobody may look on.")))
        self.onlookers.doors.clear()

    def play(self, host: Host) -> None:
        """Run a new or resumed game, with a presenter for each participant."""
        host.record.at_once = False
        self.host = host
        self.state = State.OVER if host.game.over else State.PLAYING
        looking = (self.onlookers,) if self.onlookers.here else ()
        for guest in (*self.guests, *looking):
            self._seat(guest, host)
        self._running = asyncio.create_task(self._run(host))
        self.tell_state()

    def _seat(self, guest: Guest, host: Host) -> None:
        """Create the participant's presenter: personal with a seat, otherwise a spectator's."""
        seat = self.seat_of(guest)
        guest.chair = Chair(
            host,
            () if seat is None else (seat,),
            guest,
            self._pool,
            personal=seat is not None,
            hints=seat is not None,
            keys=lambda: guest.keys,
        )
        guest.chair.sit_down()

    async def _run(self, host: Host) -> None:
        await host.run(SteadyBots(self._pool, self._say), lambda: self.pace)
        self.state = State.OVER
        self.tell_state()

    async def close(self) -> None:
        """Stop the game and close its record, from which it can be resumed."""
        host, self.host = self.host, None
        review, self._review = self._review, None
        if review is not None:
            await review.close()
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait((self._running,))
            self._running = None
        for guest in (*self.guests, self.onlookers):
            if guest.chair is not None:
                guest.chair.get_up()
                guest.chair = None
        if host is not None:
            await asyncio.to_thread(host.record.make_sure)
            host.record.close()

    @property
    def record(self) -> Path | None:
        return None if self.host is None else self.host.record.path

    # During the game

    def chair_of(self, guest: Guest) -> Chair:
        """Return the participant's presenter. Raises ProtocolError if the game hasn't started."""
        if guest.chair is None:
            raise ProtocolError(tr("The game has not begun yet."))
        return guest.chair

    def act(self, guest: Guest, action: str, arguments: tuple[int, ...]) -> None:
        """Perform a participant's action. Raises ProtocolError."""
        try:
            self.chair_of(guest).act(action, *arguments)
        except TypeError:
            raise ProtocolError(tr("That action takes other arguments.")) from None

    def where(self, guest: Guest, slot: int) -> Fits:
        """Return the cells where a piece of the participant's hand fits."""
        return Fits(slot, self.chair_of(guest).where(slot))

    def rules(self) -> RulesTold:
        """Return the rules of this room's variant as text."""
        chapters = (Chapter(*section) for section in rules_text(self.variant))
        return RulesTold(self.variant.pieces.look, tuple(chapters))

    async def replay(self, guest: Guest) -> Again:
        """Return a frame for each event since the participant's last turn."""
        steps = await self.chair_of(guest).replayed()
        return Again(tuple(each.to_json() for each in steps))

    def show_review(self, guest: Guest, door: Door) -> None:
        """Start the review if needed, and send it to this client. Raises ProtocolError."""
        if guest not in self.guests:
            raise ProtocolError(
                tr("A review takes thinking, so only who has a place at this table may ask for it.")
            )
        if self.state is not State.OVER:
            raise ProtocolError(tr("A game can be reviewed once it is over."))
        if self.host is None:
            raise ProtocolError(tr("There is no such table."))
        if self._review is None:
            self._review = TableReview(self.host.game, self._pool)
        self._review.show(door)

    def stand_in(self, seat: int, bot: str | None) -> None:
        """Let a bot play for an absent player; None ends this. Raises ProtocolError."""
        if self.host is None or seat not in self.host.people:
            raise ProtocolError(tr("There is nobody in that seat to play for."))
        if bot is None:
            if self.host.stand_ins.pop(seat, None) is None:
                return
        else:
            check_bot(bot)
            guest = self.seats[seat].guest
            if guest is not None and guest.here:
                raise ProtocolError(tr("{name} is there.", name=self.seats[seat].player.name))
            self.host.stand_ins[seat] = bot
        self.host.wake()
        self.tell_state()

    # Messages to everyone

    def tell(self, message: FromServer) -> None:
        """Send a message to all participants and spectators."""
        for guest in (*self.guests, self.onlookers):
            guest.tell(message)

    def _say(self, text: str) -> None:
        self.tell(Said(text))

    def tell_state(self) -> None:
        """Send the room's state to everyone, each with their own seat and role."""
        if self.closed:
            return
        common = self.state_now()
        for guest in (*self.guests, self.onlookers):
            if guest.doors:
                you, is_host = self.seat_of(guest), self.is_hosted_by(guest)
                guest.tell(msgspec.structs.replace(common, you=you, host=is_host))

    def state_now(self) -> TableState:
        """Return the room's state as a spectator sees it."""
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
            players=(self.variant.players.fewest, self.variant.players.most),
            bots=BOTS,
            watching=self.watching,
            rematch=self.rematch,
            alone=self.alone,
        )


def check_bot(bot: str) -> None:
    """Raise ProtocolError unless this is the name of a bundled bot."""
    try:
        if not is_bundled(bot):
            raise BotError("")
        make_bot(bot)
    except BotError:
        raise ProtocolError(tr("There is no such bot here.")) from None
