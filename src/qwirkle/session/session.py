"""A game in progress: its record, its players and its bots.

Every move, from people and bots alike, goes through `GameSession.play`. An event is saved before
any subscriber sees it; while the record can't be written, events wait in memory and `error` says
why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import GameEvent, Passed, Placed
from qwirkle.engine.moves import Move, Roll
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.game import Game, random_seed
from qwirkle.i18n import trn
from qwirkle.records import library
from qwirkle.records.players import Player
from qwirkle.records.schema import Header
from qwirkle.records.writer import RecordFull, RecordWriter
from qwirkle.session.history import SeatHistory


class HistoryUpdate(NamedTuple):
    """What a seat has seen so far, and how many entries are new.

    The number is 0 when the game starts running and after an undo.
    """

    history: SeatHistory
    new_entry_count: int


Subscriber = Callable[[HistoryUpdate], Awaitable[None]]
"""Receives the updates of a seat; the game waits until it returns."""


class BotRunner(Protocol):
    """Chooses moves for bots, and replaces them if a bot fails."""

    async def choose_move(self, player: Player, view: View, seed: str) -> Move:
        """Return the move of a bot."""

    async def replace_illegal_move(self, player: Player, view: View, error: IllegalMove) -> Move:
        """Return a move to play instead of an illegal one."""


class Pace(NamedTuple):
    """Delays in seconds before bots' moves and forced moves."""

    bot_delay: float = 0.0
    """Before a bot's move."""
    forced_roll_delay: float = 0.0
    """Before a forced roll."""


class GameSession:
    """A running game, its record and everyone subscribed to it."""

    def __init__(self, game: Game, record: RecordWriter, resume_warning: str = "") -> None:
        self.game = game
        self.record = record
        self.resume_warning = resume_warning
        """One sentence if a damaged file was skipped; otherwise empty."""
        self.substitutes: dict[int, str] = {}
        """Seat -> bot that plays for someone who is away; not in the record."""
        self._histories: dict[int | None, SeatHistory] = {}
        self._subscribers: list[tuple[int | None, Subscriber]] = []
        self._unpublished_event_count: int | None = 0
        """Number of new events to publish; None if subscribers are up to date.

        0 is published too: when `run` starts and after an undo.
        """
        self._notified = asyncio.Event()
        """Set after a person's action, so that `run` advances the game."""
        self._saved_event_count = len(game.active_history)
        """Number of events that are saved, and so may be published."""
        self._save_task: asyncio.Task[bool] | None = None
        """Saves events in a thread, unless the record saves each at once."""

    @classmethod
    def new(cls, variant: Variant, players: Sequence[Player], seed: int | None) -> GameSession:
        """Start a game and create its record."""
        seed = random_seed() if seed is None else seed
        return cls(*library.create_game(Header(variant, tuple(players), seed)))

    @classmethod
    def resume(cls, path: Path) -> GameSession:
        """Reopen a saved game. Raises RecordLocked or RecordError."""
        return cls(*library.resume_game(path))

    @classmethod
    def resume_latest(cls) -> GameSession:
        """Reopen the latest undamaged game. Raises RecordLocked or RecordError."""
        game, record, damaged = library.resume_latest()
        if not damaged:
            return cls(game, record)
        warning = trn(
            "{file} is damaged, so the game before it goes on: {problem}",
            "{count} newer files are damaged, so this game goes on; the newest is {file}: "
            "{problem}",
            len(damaged),
            file=damaged[0].path,
            problem=damaged[0].problem,
        )
        return cls(game, record, warning)

    # Players

    @property
    def players(self) -> tuple[Player, ...]:
        return self.game.header.players

    @property
    def variant(self) -> Variant:
        return self.game.header.variant

    @property
    def human_seats(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.bot is None)

    @property
    def is_solo(self) -> bool:
        """True if one person plays against bots."""
        return len(self.human_seats) == 1

    @property
    def seat_to_move(self) -> int:
        return self.game.position.seat_to_move

    @property
    def waiting_for_human(self) -> bool:
        """True if nothing happens until a person moves."""
        waiting = (
            self.seat_to_move in self.human_seats and self.seat_to_move not in self.substitutes
        )
        return waiting and not self.game.is_over

    @property
    def error(self) -> str | None:
        """One sentence on why events aren't being saved, or None."""
        if self.record.is_full and not self.game.is_over:
            return str(RecordFull())
        return self.record.error

    # Subscriptions

    def history(self, seat: int | None) -> SeatHistory:
        """Return what a seat has seen so far; None is a spectator."""
        history = self._histories.get(seat) or SeatHistory(self.players, seat)
        if len(history.entries) < self._saved_event_count:
            history = history.with_events(
                self.game.active_history[len(history.entries) : self._saved_event_count]
            )
            self._histories[seat] = history
        return history

    def subscribe(self, seat: int | None, subscriber: Subscriber) -> None:
        """Send the updates of a seat (None: a spectator) to a subscriber."""
        self._subscribers.append((seat, subscriber))

    def unsubscribe(self, subscriber: Subscriber) -> None:
        self._subscribers = [
            (seat, other) for seat, other in self._subscribers if other != subscriber
        ]

    async def _publish(self) -> None:
        """Save what happened, send it to every subscriber and wait for all of them."""
        if not self.record.autoflush:
            await self._save()
        self._saved_event_count = len(self.game.active_history)
        new_entry_count, self._unpublished_event_count = self._unpublished_event_count, None
        if new_entry_count is not None:
            calls = (
                subscriber(HistoryUpdate(self.history(seat), new_entry_count))
                for seat, subscriber in self._subscribers
            )
            await asyncio.gather(*calls)

    async def _save(self) -> None:
        """Save all events in a thread; no move is accepted meanwhile."""
        while self._save_task is not None:
            await asyncio.wait((self._save_task,))
        self._save_task = asyncio.create_task(asyncio.to_thread(self.record.save))
        self._save_task.add_done_callback(self._on_saved)
        await asyncio.shield(self._save_task)

    def _on_saved(self, task: asyncio.Task[bool]) -> None:
        self._save_task = None

    # Moves

    def play(self, seat: int, move: Move) -> tuple[GameEvent, ...]:
        """Play a move and return the events it caused. Raises IllegalMove or RecordFull."""
        if self.record.is_full:
            raise RecordFull
        if seat != self.seat_to_move or self._save_task is not None:
            raise IllegalMove(Reason.NOT_YOUR_TURN)
        events = self.game.play(move)
        self._unpublished_event_count = (self._unpublished_event_count or 0) + len(events)
        if self.record.autoflush:
            self._saved_event_count = len(self.game.active_history)
        return events

    def notify(self) -> None:
        """Make `run` advance the game after a person's action."""
        self._notified.set()

    async def run(self, bots: BotRunner, pace: Callable[[], Pace]) -> None:
        """Run the game until it's over; each `notify` restarts `advance`."""
        while True:
            self._notified.clear()
            advancing = asyncio.create_task(self.advance(bots, pace()))
            notified = asyncio.create_task(self._notified.wait())
            try:
                await asyncio.wait((advancing, notified), return_when=asyncio.FIRST_COMPLETED)
                if advancing.done():
                    advancing.result()
                    if self.game.is_over:
                        return
                    await notified
            finally:
                for task in (advancing, notified):
                    task.cancel()
                await asyncio.wait((advancing, notified))

    async def advance(self, bots: BotRunner, pace: Pace) -> None:
        """Publish new events, then play forced and bot moves.

        Returns when a person must decide or the game ends.
        """
        await self._publish()
        while not self.game.is_over and not self.record.is_full:
            position = self.game.position
            view = position.view(position.seat_to_move)
            if self.waiting_for_human:
                if not isinstance(view.forced_move, Roll):
                    return
                await asyncio.sleep(pace.forced_roll_delay)
                self.play(view.seat, view.forced_move)
            else:
                await self._play_bot(view, bots, pace)
            await self._publish()

    async def _play_bot(self, view: View, bots: BotRunner, pace: Pace) -> None:
        player, event_count = self.players[view.seat], len(self.game.events)
        if view.seat in self.substitutes:
            player = replace(player, kind=f"bot:{self.substitutes[view.seat]}")
        move = view.forced_move
        if move is None:
            seed = f"{self.game.header.seed}:{len(self.game.active_history)}:bot"
            move = await bots.choose_move(player, view, seed)
        await asyncio.sleep(pace.bot_delay)
        if len(self.game.events) != event_count:
            return
        try:
            self.play(view.seat, move)
        except IllegalMove as error:
            self.play(view.seat, await bots.replace_illegal_move(player, view, error))

    # Undo

    def undoable_event_count(self, *, whole_turn: bool = False) -> int:
        """Return how many events `undo` would undo; 0 if there's nothing to undo.

        With several people: back to a person's last decision, and only across placements and
        passes, because a draw or a roll has revealed something random. A single person playing
        against bots can undo their last turn and everything since, if `whole_turn` is set.
        """
        if self.game.is_over or self.record.is_full or self._save_task:
            return 0
        if self._saved_event_count < len(self.game.active_history):
            return 0
        if whole_turn and self.is_solo:
            return self.game.events_since_decision(whole_turn=True, seat=self.human_seats[0])
        history = self.game.active_history
        for count in range(1, self.game.max_undoable_events + 1):
            event, _ = history[-count]
            if not isinstance(event, Placed | Passed):
                return 0
            before = history[-count - 1][1]
            if before.seat_to_move in self.human_seats and rules.is_decision(before):
                return count
        return 0

    def undoable_event_count_for(self, seats: Collection[int], *, whole_turn: bool = False) -> int:
        """Return `undoable_event_count`, or 0 if none of these seats made that decision."""
        count = self.undoable_event_count(whole_turn=whole_turn)
        made_by_seats = count and self.game.active_history[-count - 1][1].seat_to_move in seats
        return count if made_by_seats else 0

    def undo(self, *, whole_turn: bool = False) -> bool:
        """Undo a person's last turn; return False if there's nothing to undo."""
        count = self.undoable_event_count(whole_turn=whole_turn)
        if count:
            self.game.undo(count)
            self._unpublished_event_count = 0
            self._saved_event_count = len(self.game.active_history)
            for seat, history in self._histories.items():
                self._histories[seat] = history.up_to(self._saved_event_count)
        return bool(count)
