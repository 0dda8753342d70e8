"""The host: one game with its record, its seats and its bots; the one door for every move."""

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
    """What one seat is told: its story as it is now, and how many scenes of it are new.

    None is new when somebody begins to listen and when a turn was taken back.
    """

    story: Story
    new: int


Listener = Callable[[News], Awaitable[None]]
"""Whoever is told what a seat may know; the game goes on when they have taken it in."""


class Bots(Protocol):
    """Whoever finds the moves of bots."""

    async def choose(self, player: Player, view: View, seed: str) -> Move:
        """The move of a bot."""

    async def replace(self, player: Player, view: View, refusal: Refusal) -> Move:
        """The move that is made in the place of one that the rules forbid."""


class Pace(NamedTuple):
    """Seconds that people get to see what happens by itself."""

    bot: float = 0.0
    """Before the move of a bot."""
    forced: float = 0.0
    """Before a roll that nobody has a choice about."""


class Host:
    """A game, who plays it, and the file that each event goes to before anybody is told."""

    def __init__(self, game: Game, record: RecordFile, notice: str = "") -> None:
        self.game = game
        self.record = record
        self.notice = notice
        """One sentence for whoever opened the game, if there is anything to say."""
        self.stand_ins: dict[int, str] = {}
        """The bots that play for people who are away, by seat; the record knows nothing of it."""
        self._stories: dict[int | None, Story] = {}
        self._listeners: list[tuple[int | None, Listener]] = []
        self._news: int | None = 0
        """How many new events everybody is to be told of; None where there is nothing to tell."""
        self._woken = asyncio.Event()
        """Set when a person has done something, so that the game goes on."""
        self._kept = len(game.standing)
        """How many of the standing events are in the record, so that people may be told of them."""
        self._saving: asyncio.Task[bool] | None = None
        """What saves events at the moment, where that is not done at once."""

    @classmethod
    def begin(cls, variant: Variant, players: Sequence[Player], seed: int | None) -> Host:
        """A new game with a record of its own."""
        chosen = any_seed() if seed is None else seed
        return cls(*saving.begin(Header(variant, tuple(players), chosen)))

    @classmethod
    def resume(cls, path: Path) -> Host:
        """The game of a record, to go on with; raises Busy or RecordError."""
        return cls(*saving.resume(path))

    @classmethod
    def resume_newest(cls) -> Host:
        """The newest sound game, to go on with; raises Busy or RecordError."""
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

    # Who plays what

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody, by seat."""
        return self.game.header.players

    @property
    def variant(self) -> Variant:
        """The rules of this game."""
        return self.game.header.variant

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, each in enumerate(self.players) if each.bot is None)

    @property
    def alone(self) -> bool:
        """Whether one person plays against bots."""
        return len(self.people) == 1

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.game.position.player

    @property
    def waits_for_person(self) -> bool:
        """Whether the game goes on only when a person has decided."""
        waiting = self.player in self.people and self.player not in self.stand_ins
        return waiting and not self.game.over

    @property
    def trouble(self) -> str | None:
        """One sentence on why turns are not kept at the moment."""
        if self.record.full and not self.game.over:
            return str(Full())
        return self.record.trouble

    # What each seat knows

    def story(self, seat: int | None) -> Story:
        """What a seat has seen so far; without a seat, what an onlooker has."""
        story = self._stories.get(seat) or Story(self.players, seat)
        if len(story.scenes) < self._kept:
            story = story.continued(self.game.standing[len(story.scenes) : self._kept])
            self._stories[seat] = story
        return story

    def listen(self, seat: int | None, listener: Listener) -> None:
        """Tell this listener from now on what the seat may know of what happens."""
        self._listeners.append((seat, listener))

    def ignore(self, listener: Listener) -> None:
        """Tell this listener nothing any more."""
        self._listeners = [each for each in self._listeners if each[1] != listener]

    async def _tell(self) -> None:
        """Tell everybody what they have not been told yet, and wait until all have taken it in."""
        if not self.record.at_once:
            await self._save()
        self._kept = len(self.game.standing)
        new, self._news = self._news, None
        if new is not None:
            told = (listener(News(self.story(seat), new)) for seat, listener in self._listeners)
            await asyncio.gather(*told)

    async def _save(self) -> None:
        """Have all that happened saved by another thread; meanwhile nothing else happens."""
        while self._saving is not None:
            await asyncio.wait((self._saving,))
        self._saving = asyncio.create_task(asyncio.to_thread(self.record.retry))
        self._saving.add_done_callback(self._saved)
        await asyncio.shield(self._saving)

    def _saved(self, task: asyncio.Task[bool]) -> None:
        self._saving = None

    # Moves

    def play(self, seat: int, move: Move) -> tuple[Happening, ...]:
        """Make a move; all that happens is saved before it is returned. Raises Refusal or Full."""
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
        """Let the game go on after what a person has done."""
        self._woken.set()

    async def run(self, bots: Bots, pace: Callable[[], Pace]) -> None:
        """Let the game go on until it is over, anew whenever a person has done something."""
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
        """Tell what happened, and let the game run until a person must decide or it is over."""
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

    # Taking back

    def revocable(self, *, whole_turns: bool = False) -> int:
        """How many events `take_back` would take back; 0 where there is nothing to take back.

        Among people, back to the last decision of a person, and only over plays and passes: a draw
        or a roll has shown what chance holds. Who plays against bots alone may take back their own
        last turn with all that came since, where `whole_turns` allows it.
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
        """The same, where it is for one of these seats to take back."""
        count = self.revocable(whole_turns=whole_turns)
        mine = count and self.game.standing[-count - 1][1].player in seats
        return count if mine else 0

    def take_back(self, *, whole_turns: bool = False) -> bool:
        """Take the last turn of a person back; whether there was one to take back."""
        count = self.revocable(whole_turns=whole_turns)
        if count:
            self.game.undo(count)
            self._news = 0
            self._kept = len(self.game.standing)
            for seat, story in self._stories.items():
                self._stories[seat] = story.until(self._kept)
        return bool(count)
