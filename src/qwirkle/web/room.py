"""A room on the server: its participants, its game once started, and who may do what."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
from msgspec import Struct

from qwirkle.bots.registry import BotLoadError, is_bundled, make_bot
from qwirkle.engine.variant import Variant, VariantError, validate_player_count
from qwirkle.i18n import tr
from qwirkle.presenter.presenter import Presenter
from qwirkle.records.players import HUMAN, MAX_AGE, Player, clean_name, with_unique_names
from qwirkle.session.fallback_bot_runner import FallbackBotRunner
from qwirkle.session.session import GameSession, Pace
from qwirkle.text.rules import rules_sections
from qwirkle.web.outbox import Outbox
from qwirkle.web.participants import Participant, hash_seat_token, new_seat_token
from qwirkle.web.protocol import (
    Announcement,
    LegalCells,
    ProtocolError,
    ReplayFrames,
    RoomClosed,
    RoomPhase,
    RoomState,
    RulesSectionEntry,
    RulesText,
    SeatEntry,
    ServerMessage,
    encode_frame,
)
from qwirkle.web.room_review import RoomReview
from qwirkle.worker.pool import WorkerPool

ROOM_PACE = Pace(bot_delay=0.6, forced_roll_delay=1.0)
"""Delays before automatic steps, so that people can follow them."""

AVAILABLE_BOTS = ("casual", "simple", "greedy", "expert", "master")
"""Bots that a host can add."""


class RoomSeat(Struct):
    """A seat in a room, before and during the game."""

    player: Player
    participant: Participant | None = None
    """None for a bot."""


class Room:
    """A group of players and spectators, with one game; a rematch gets its own room."""

    def __init__(
        self, room_id: str, variant: Variant, pool: WorkerPool, *, allow_spectators: bool = True
    ) -> None:
        self.id = room_id
        """Random; part of links."""
        self.variant = variant
        self.allow_spectators = allow_spectators
        self.phase = RoomPhase.WAITING
        self.seats: list[RoomSeat] = []
        self.participants: list[Participant] = []
        self.session: GameSession | None = None
        self.rematch: str | None = None
        """Id of the room for the next game."""
        self.is_closed = False
        """True after the host closed the room; clients may still be connected."""
        self.is_only_room = False
        """True if the server has no other room."""
        self.pace = ROOM_PACE
        self._pool = pool
        self.spectators = Participant("")
        """All spectators share one participant, since they see the same.

        What they may see is decided by `seat_view` and `redact_event` in `session/history.py`.
        """
        self._run_task: asyncio.Task[None] | None = None
        self._review: RoomReview | None = None
        """None until the first request after the game."""

    # Connections

    def find_participant(self, seat_token: str) -> Participant | None:
        """Return the participant with this seat token, checking all of them in constant time."""
        found = None
        for participant in self.participants:
            if participant.has_seat_token(seat_token):
                found = participant
        return found

    def connect(self, participant: Participant | None, outbox: Outbox) -> Participant:
        """Connect a client as `participant`, or as a spectator if None.

        Return the participant. Raises ProtocolError if spectators aren't allowed.
        """
        if participant is None:
            if not self.allow_spectators and self.phase is not RoomPhase.WAITING:
                raise ProtocolError(tr("Nobody may look on at this table."))
            participant = self.spectators
        if self.session is not None and participant.presenter is None:
            self._add_presenter(participant, self.session)
        participant.outboxes.add(outbox)
        seat = self.seat_index(participant)
        if seat is not None and self.session is not None:
            self.set_substitute(seat, None)
        self.broadcast_state()
        if participant.presenter is not None:
            outbox.put(encode_frame(participant.presenter.frame), replaceable=True)
        return participant

    def disconnect(self, participant: Participant, outbox: Outbox) -> None:
        """Disconnect a client."""
        for member in (participant, self.spectators):
            member.outboxes.discard(outbox)
        if self._review is not None:
            self._review.unsubscribe(outbox)
        self.broadcast_state()

    @property
    def is_empty(self) -> bool:
        """True if no one is connected."""
        return not any(
            participant.is_connected for participant in (*self.participants, self.spectators)
        )

    def seat_index(self, participant: Participant) -> int | None:
        """Return the participant's seat, or None."""
        return next(
            (index for index, seat in enumerate(self.seats) if seat.participant is participant),
            None,
        )

    def is_acting_host(self, participant: Participant) -> bool:
        """Return True if this participant has the rights of the host.

        While the host is disconnected, the connected player in the earliest seat has them.
        """
        if participant.is_host or any(
            other.is_host and other.is_connected for other in self.participants
        ):
            return participant.is_host
        seated = (seat.participant for seat in self.seats)
        return participant is next(
            (other for other in seated if other is not None and other.is_connected), None
        )

    # Before the game

    def add_participant(self, *, is_host: bool = False) -> tuple[Participant, str]:
        """Add a participant without a seat. Return it with its seat token."""
        seat_token = new_seat_token()
        participant = Participant(hash_seat_token(seat_token), is_host=is_host)
        self.participants.append(participant)
        return participant, seat_token

    def renew_seat_token(self, participant: Participant) -> str:
        """Return a new seat token for a participant; the old one becomes invalid."""
        seat_token = new_seat_token()
        participant.token_hash = hash_seat_token(seat_token)
        return seat_token

    def take_seat(self, participant: Participant, name: str, age: int | None) -> None:
        """Seat a participant. Raises ProtocolError."""
        self._check_not_started()
        if self.seat_index(participant) is not None:
            raise ProtocolError(tr("You have a seat already."))
        if len(self.seats) >= self.variant.players.max:
            raise ProtocolError(tr("All seats are taken."))
        if age is not None and not 0 <= age <= MAX_AGE:
            raise ProtocolError(tr("An age is from 0 to {most}.", most=MAX_AGE))
        try:
            player = Player(clean_name(name), age, HUMAN)
        except ValueError as error:
            raise ProtocolError(str(error)) from None
        self.seats.append(RoomSeat(player, participant))
        self._make_names_unique()

    def add_bot(self, bot: str, name: str = "") -> None:
        """Seat a bot, by default under its own name. Raises ProtocolError."""
        self._check_not_started()
        if len(self.seats) >= self.variant.players.max:
            raise ProtocolError(tr("All seats are taken."))
        check_bot(bot)
        self.seats.append(
            RoomSeat(Player(clean_name(name or bot.capitalize()), None, f"bot:{bot}"))
        )
        self._make_names_unique()

    def remove_player(self, seat: int, name: str | None = None) -> None:
        """Remove the player of a seat, who must have this name if given. Raises ProtocolError."""
        self._check_not_started()
        if not 0 <= seat < len(self.seats) or name not in (None, self.seats[seat].player.name):
            raise ProtocolError(tr("There is no such seat."))
        participant = self.seats.pop(seat).participant
        if participant is not None and not participant.is_host:
            self.participants.remove(participant)
            self.spectators.outboxes |= participant.outboxes
        self.broadcast_state()

    def _make_names_unique(self) -> None:
        players = with_unique_names(seat.player for seat in self.seats)
        for seat, player in zip(self.seats, players, strict=True):
            seat.player = player
        self.broadcast_state()

    def _check_not_started(self) -> None:
        if self.phase is not RoomPhase.WAITING:
            raise ProtocolError(tr("The game has begun."))

    # Playing

    def start(self) -> None:
        """Start the game. Raises ProtocolError."""
        self._check_not_started()
        try:
            validate_player_count(self.variant, len(self.seats))
        except VariantError as error:
            raise ProtocolError(str(error)) from None
        if not any(seat.participant for seat in self.seats):
            raise ProtocolError(tr("At least one person has to sit at the table."))
        if not self.allow_spectators:
            self._remove_spectators()
        self.run_session(GameSession.new(self.variant, [seat.player for seat in self.seats], None))

    def _remove_spectators(self) -> None:
        self.spectators.send(RoomClosed(tr("The game has begun, and nobody may look on.")))
        self.spectators.outboxes.clear()

    def run_session(self, session: GameSession) -> None:
        """Run a new or resumed game, with a presenter for each participant."""
        session.record.autoflush = False
        self.session = session
        self.phase = RoomPhase.OVER if session.game.is_over else RoomPhase.PLAYING
        spectators = (self.spectators,) if self.spectators.is_connected else ()
        for participant in (*self.participants, *spectators):
            self._add_presenter(participant, session)
        self._run_task = asyncio.create_task(self._run(session))
        self.broadcast_state()

    def _add_presenter(self, participant: Participant, session: GameSession) -> None:
        """Create the participant's presenter: one player's with a seat, otherwise a spectator's."""
        seat = self.seat_index(participant)
        participant.presenter = Presenter(
            session,
            () if seat is None else (seat,),
            participant,
            self._pool,
            has_fixed_seat=seat is not None,
            hints_enabled=seat is not None,
            control_labels=lambda: participant.control_labels,
        )
        participant.presenter.subscribe()

    async def _run(self, session: GameSession) -> None:
        await session.run(FallbackBotRunner(self._pool, self._announce), lambda: self.pace)
        self.phase = RoomPhase.OVER
        self.broadcast_state()

    async def unload(self) -> None:
        """Stop the game and close its record, from which it can be resumed."""
        session, self.session = self.session, None
        review, self._review = self._review, None
        if review is not None:
            await review.close()
        if self._run_task is not None:
            self._run_task.cancel()
            await asyncio.wait((self._run_task,))
            self._run_task = None
        for participant in (*self.participants, self.spectators):
            if participant.presenter is not None:
                participant.presenter.unsubscribe()
                participant.presenter = None
        if session is not None:
            await asyncio.to_thread(session.record.flush)
            session.record.close()

    @property
    def record_path(self) -> Path | None:
        return None if self.session is None else self.session.record.path

    # During the game

    def get_presenter(self, participant: Participant) -> Presenter:
        """Return the participant's presenter. Raises ProtocolError if the game hasn't started."""
        if participant.presenter is None:
            raise ProtocolError(tr("The game has not begun yet."))
        return participant.presenter

    def act(self, participant: Participant, action: str, arguments: tuple[int, ...]) -> None:
        """Perform a participant's action. Raises ProtocolError."""
        try:
            self.get_presenter(participant).act(action, *arguments)
        except TypeError:
            raise ProtocolError(tr("That action takes other arguments.")) from None

    def find_legal_cells(self, participant: Participant, slot: int) -> LegalCells:
        """Return the cells where a piece of the participant's hand fits."""
        return LegalCells(slot, self.get_presenter(participant).find_legal_cells(slot))

    def build_rules(self) -> RulesText:
        """Return the rules of this room's variant as text."""
        sections = (RulesSectionEntry(*section) for section in rules_sections(self.variant))
        return RulesText(self.variant.pieces.look, tuple(sections))

    async def replay(self, participant: Participant) -> ReplayFrames:
        """Return a frame for each event since the participant's last turn."""
        frames = await self.get_presenter(participant).replay_frames()
        return ReplayFrames(tuple(frame.to_json() for frame in frames))

    def subscribe_to_review(self, participant: Participant, outbox: Outbox) -> None:
        """Start the review if needed, and send it to this client. Raises ProtocolError."""
        if participant not in self.participants:
            raise ProtocolError(
                tr("A review takes thinking, so only who has a place at this table may ask for it.")
            )
        if self.phase is not RoomPhase.OVER:
            raise ProtocolError(tr("A game can be reviewed once it is over."))
        if self.session is None:
            raise ProtocolError(tr("There is no such table."))
        if self._review is None:
            self._review = RoomReview(self.session.game, self._pool)
        self._review.subscribe(outbox)

    def set_substitute(self, seat: int, bot: str | None) -> None:
        """Let a bot play for an absent player; None ends this. Raises ProtocolError."""
        if self.session is None or seat not in self.session.human_seats:
            raise ProtocolError(tr("There is nobody in that seat to play for."))
        if bot is None:
            if self.session.substitutes.pop(seat, None) is None:
                return
        else:
            check_bot(bot)
            participant = self.seats[seat].participant
            if participant is not None and participant.is_connected:
                raise ProtocolError(tr("{name} is there.", name=self.seats[seat].player.name))
            self.session.substitutes[seat] = bot
        self.session.notify()
        self.broadcast_state()

    # Messages to everyone

    def broadcast(self, message: ServerMessage) -> None:
        """Send a message to all participants and spectators."""
        for participant in (*self.participants, self.spectators):
            participant.send(message)

    def _announce(self, text: str) -> None:
        self.broadcast(Announcement(text))

    def broadcast_state(self) -> None:
        """Send the room's state to everyone, each with their own seat and role."""
        if self.is_closed:
            return
        state = self.build_state()
        for participant in (*self.participants, self.spectators):
            if participant.outboxes:
                you, is_host = self.seat_index(participant), self.is_acting_host(participant)
                participant.send(msgspec.structs.replace(state, you=you, is_host=is_host))

    def build_state(self) -> RoomState:
        """Return the room's state as a spectator sees it."""
        substitutes = self.session.substitutes if self.session is not None else {}
        return RoomState(
            id=self.id,
            title=self.variant.title,
            state=self.phase,
            seats=tuple(
                SeatEntry(
                    seat.player.name,
                    seat.player.kind,
                    is_connected=seat.participant is not None and seat.participant.is_connected,
                    substitute=substitutes.get(index),
                )
                for index, seat in enumerate(self.seats)
            ),
            players=(self.variant.players.min, self.variant.players.max),
            bots=AVAILABLE_BOTS,
            allow_spectators=self.allow_spectators,
            rematch=self.rematch,
            is_only_room=self.is_only_room,
        )


def check_bot(bot: str) -> None:
    """Raise ProtocolError unless this is the name of a bundled bot."""
    try:
        if not is_bundled(bot):
            raise BotLoadError("")
        make_bot(bot)
    except BotLoadError:
        raise ProtocolError(tr("There is no such bot here.")) from None
