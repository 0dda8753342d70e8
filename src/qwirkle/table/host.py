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

from qwirkle import saving
from qwirkle.engine import rules
from qwirkle.engine.events import Happening, Passed, Placed
from qwirkle.engine.moves import Move, Roll
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.game import Game, any_seed
from qwirkle.notation import Header, Player
from qwirkle.record import Full, RecordFile
from qwirkle.table.story import Story
from qwirkle.texts import trn


class News(NamedTuple):
    """What a seat has seen so far, and how many entries are new.

    None are new on subscription and after an undo.
    """

    story: Story
    new: int


Listener = Callable[[News], Awaitable[None]]
"""Receives the updates of a seat; the game waits until it returns."""


class Bots(Protocol):
    """Finds the moves of bots, whatever goes wrong with them."""

    async def choose(self, player: Player, view: View, seed: str) -> Move:
        """Return the move of a bot."""

    async def replace(self, player: Player, view: View, refusal: Refusal) -> Move:
        """Return a move to play instead of an illegal one."""


class Pace(NamedTuple):
    """Delays in seconds, so that people can follow what happens by itself."""

    bot: float = 0.0
    """Before a bot's move."""
    forced: float = 0.0
    """Before a forced roll."""


class Host:
    """A running game, its record and everyone subscribed to it."""

    def __init__(self, game: Game, record: RecordFile, notice: str = "") -> None:
        self.game = game
        self.record = record
        self.notice = notice
        """One sentence if a damaged file was skipped; otherwise empty."""
        self.stand_ins: dict[int, str] = {}
        """Seat -> bot that plays for someone who is away; not in the record."""
        self._stories: dict[int | None, Story] = {}
        self._listeners: list[tuple[int | None, Listener]] = []
        self._news: int | None = 0
        """Number of new events to publish; None if subscribers are up to date.

        0 is published too: on the first run and after an undo.
        """
        self._woken = asyncio.Event()
        """Set after a person's action, so that `run` advances the game."""
        self._kept = len(game.standing)
        """Number of events that are saved, and so may be published."""
        self._saving: asyncio.Task[bool] | None = None
        """Saves events in a thread, unless the record saves each at once."""

    @classmethod
    def begin(cls, variant: Variant, players: Sequence[Player], seed: int | None) -> Host:
        """Start a game and create its record."""
        chosen = any_seed() if seed is None else seed
        return cls(*saving.begin(Header(variant, tuple(players), chosen)))

    @classmethod
    def resume(cls, path: Path) -> Host:
        """Reopen a saved game. Raises RecordLocked or RecordError."""
        return cls(*saving.resume(path))

    @classmethod
    def resume_newest(cls) -> Host:
        """Reopen the latest undamaged game. Raises RecordLocked or RecordError."""
        game, record, damaged = saving.resume_newest()
        if not damaged:
            return cls(game, record)
        notice = trn(
            "{file} is damaged, so the game before it goes on: {problem}",
            "{count} newer files are damaged, so this game goes on; the newest is {file}: "
            "{problem}",
            len(damaged),
            file=damaged[0].path,
            problem=damaged[0].problem,
        )
        return cls(game, record, notice)

    # Players

    @property
    def players(self) -> tuple[Player, ...]:
        return self.game.header.players

    @property
    def variant(self) -> Variant:
        return self.game.header.variant

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat, each in enumerate(self.players) if each.bot is None)

    @property
    def alone(self) -> bool:
        """Return True if one person plays against bots."""
        return len(self.people) == 1

    @property
    def player(self) -> int:
        return self.game.position.player

    @property
    def waits_for_person(self) -> bool:
        """True if nothing happens until a person moves."""
        waiting = self.player in self.people and self.player not in self.stand_ins
        return waiting and not self.game.over

    @property
    def trouble(self) -> str | None:
        """One sentence on why events aren't being saved, or None."""
        if self.record.full and not self.game.over:
            return str(Full())
        return self.record.trouble

    # Subscriptions

    def story(self, seat: int | None) -> Story:
        """Return what a seat has seen so far; None is a spectator."""
        story = self._stories.get(seat) or Story(self.players, seat)
        if len(story.scenes) < self._kept:
            story = story.continued(self.game.standing[len(story.scenes) : self._kept])
            self._stories[seat] = story
        return story

    def listen(self, seat: int | None, listener: Listener) -> None:
        """Send the updates of a seat (None: a spectator) to a subscriber."""
        self._listeners.append((seat, listener))

    def ignore(self, listener: Listener) -> None:
        self._listeners = [each for each in self._listeners if each[1] != listener]

    async def _tell(self) -> None:
        """Save what happened, send it to every subscriber and wait for all of them."""
        if not self.record.at_once:
            await self._save()
        self._kept = len(self.game.standing)
        new, self._news = self._news, None
        if new is not None:
            told = (listener(News(self.story(seat), new)) for seat, listener in self._listeners)
            await asyncio.gather(*told)

    async def _save(self) -> None:
        """Save all events in a thread; no move is accepted meanwhile."""
        while self._saving is not None:
            await asyncio.wait((self._saving,))
        self._saving = asyncio.create_task(asyncio.to_thread(self.record.retry))
        self._saving.add_done_callback(self._saved)
        await asyncio.shield(self._saving)

    def _saved(self, task: asyncio.Task[bool]) -> None:
        self._saving = None

    # Moves

    def play(self, seat: int, move: Move) -> tuple[Happening, ...]:
        """Play a move and return the events it caused. Raises IllegalMove or RecordFull."""
        if self.record.full:
            raise Full
        if seat != self.player or self._saving is not None:
            raise Refusal(Reason.NOT_YOUR_TURN)
        happened = self.game.play(move)
        self._news = (self._news or 0) + len(happened)
        if self.record.at_once:
            self._kept = len(self.game.standing)
        return happened

    def wake(self) -> None:
        """Make `run` advance the game after a person's action."""
        self._woken.set()

    async def run(self, bots: Bots, pace: Callable[[], Pace]) -> None:
        """Run the game until it's over; each `notify` restarts `advance`."""
        while True:
            self._woken.clear()
            going = asyncio.create_task(self.go_on(bots, pace()))
            woken = asyncio.create_task(self._woken.wait())
            try:
                await asyncio.wait((going, woken), return_when=asyncio.FIRST_COMPLETED)
                if going.done():
                    going.result()
                    if self.game.over:
                        return
                    await woken
            finally:
                for task in (going, woken):
                    task.cancel()
                await asyncio.wait((going, woken))

    async def go_on(self, bots: Bots, pace: Pace) -> None:
        """Publish what happened and play on until a person must decide or the game is over."""
        await self._tell()
        while not self.game.over and not self.record.full:
            position = self.game.position
            view = position.view(position.player)
            if self.waits_for_person:
                if not isinstance(view.forced, Roll):
                    return
                await asyncio.sleep(pace.forced)
                self.play(view.seat, view.forced)
            else:
                await self._play_bot(view, bots, pace)
            await self._tell()

    async def _play_bot(self, view: View, bots: Bots, pace: Pace) -> None:
        player, began = self.players[view.seat], len(self.game.events)
        if view.seat in self.stand_ins:
            player = replace(player, kind=f"bot:{self.stand_ins[view.seat]}")
        move = view.forced
        if move is None:
            seed = f"{self.game.header.seed}:{len(self.game.standing)}:bot"
            move = await bots.choose(player, view, seed)
        await asyncio.sleep(pace.bot)
        if len(self.game.events) != began:
            return
        try:
            self.play(view.seat, move)
        except Refusal as refusal:
            self.play(view.seat, await bots.replace(player, view, refusal))

    # Undo

    def revocable(self, *, whole_turns: bool = False) -> int:
        """Return how many events `undo` would undo; 0 if there's nothing to undo.

        With several people: back to a person's last decision, and only across placements and
        passes, because a draw or a roll has revealed something random. A single person playing
        against bots can undo their last turn and everything since, if `whole_turn` is set.
        """
        if self.game.over or self.record.full or self._saving:
            return 0
        if self._kept < len(self.game.standing):
            return 0
        if whole_turns and self.alone:
            return self.game.events_since_decision(whole_turn=True, seat=self.people[0])
        standing = self.game.standing
        for count in range(1, self.game.undoable + 1):
            event, _ = standing[-count]
            if not isinstance(event, Placed | Passed):
                return 0
            before = standing[-count - 1][1]
            if before.player in self.people and rules.is_decision(before):
                return count
        return 0

    def revocable_by(self, seats: Collection[int], *, whole_turns: bool = False) -> int:
        """Return the same number, or 0 if the decision wasn't made by one of these seats."""
        count = self.revocable(whole_turns=whole_turns)
        mine = count and self.game.standing[-count - 1][1].player in seats
        return count if mine else 0

    def take_back(self, *, whole_turns: bool = False) -> bool:
        """Undo a person's last turn; return False if there's nothing to undo."""
        count = self.revocable(whole_turns=whole_turns)
        if count:
            self.game.undo(count)
            self._news = 0
            self._kept = len(self.game.standing)
            for seat, story in self._stories.items():
                self._stories[seat] = story.until(self._kept)
        return bool(count)
