"""A game: its current position, its events, and the only way to change them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from qwirkle.engine import chance, rules
from qwirkle.engine.events import (
    Event,
    Happening,
    Passed,
    Placed,
    Traded,
    Undone,
    turns_begun,
)
from qwirkle.engine.moves import Move
from qwirkle.engine.position import Position
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.variant import Variant, check_count
from qwirkle.engine.view import Options, Stage, View
from qwirkle.notation import MOST_SEED, Header, Player

Keep = Callable[[Event], None]
"""Receives each event before anyone else sees it, to save it."""


class IllegalEvent(ValueError):
    """A record contains an event that the rules don't allow; `index` counts from 0."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        self.number = number
        self.refusal = refusal
        super().__init__(number, refusal)

    def __str__(self) -> str:
        return str(self.refusal)


def keep_nothing(event: Event) -> None:
    """Discard an event, for games that aren't saved."""


def any_seed() -> int:
    """Return an unpredictable seed."""
    return int.from_bytes(os.urandom(8), "big") & MOST_SEED


class Game:
    """A game in progress or over, with its whole history."""

    def __init__(self, header: Header, keep: Keep = keep_nothing) -> None:
        """Start a game: deal the hands and decide who opens."""
        self._begin(header, keep)
        self.settle()

    @classmethod
    def begin(
        cls, variant: Variant, players: Sequence[Player | str], seed: int | None = None
    ) -> Game:
        """Start a game that isn't saved; without a seed, draws and rolls differ every time.

        Raises VariantError if the variant isn't for this many players.
        """
        seats = tuple(Player(each) if isinstance(each, str) else each for each in players)
        check_count(variant, len(seats))
        return cls(Header(variant, seats, any_seed() if seed is None else seed))

    @classmethod
    def replay(cls, header: Header, events: Iterable[Event]) -> Game:
        """Rebuild a game from its events, validating each. Raises IllegalEvent."""
        game = cls.__new__(cls)
        game._begin(header, keep_nothing)
        for number, event in enumerate(events):
            try:
                game._accept(event)
            except Refusal as refusal:
                raise IllegalEvent(number, refusal) from refusal
        return game

    def _begin(self, header: Header, keep: Keep) -> None:
        self.header = header
        self.keep = keep
        self.events: list[Event] = []
        self._first = rules.start(header.variant, header.ages)
        self.standing: list[tuple[Happening, Position]] = []
        """Events still in force, each with the position after it."""
        self.taken_back = 0
        """Number of undone turns of people, started turns included."""

    def _accept(self, event: Event) -> None:
        if isinstance(event, Undone):
            self._check_undo(event.events)
            gone = turns_begun(happening for happening, _ in self.standing[-event.events :])
            self.taken_back += sum(self.header.players[seat].bot is None for seat in gone)
            del self.standing[-event.events :]
        else:
            rules.judge(self.position, event)
            self.standing.append((event, rules.apply(self.position, event)))
        self.events.append(event)

    @property
    def position(self) -> Position:
        return self.standing[-1][1] if self.standing else self._first

    @property
    def over(self) -> bool:
        return self.position.stage is Stage.OVER

    @property
    def turns(self) -> int:
        """Turns played, without undone ones."""
        return sum(isinstance(event, Placed | Traded | Passed) for event, _ in self.standing)

    @property
    def last_player(self) -> int | None:
        """Seat of the last completed turn, or None."""
        for event, _ in reversed(self.standing):
            if isinstance(event, Placed | Traded | Passed):
                return event.player
        return None

    @property
    def options(self) -> Options:
        """What the player to move can do."""
        return rules.options_of(self.position)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know now; by default the seat of the player to move."""
        return self.position.view(self.position.player if seat is None else seat)

    def __repr__(self) -> str:
        players = ", ".join(
            f"{player.name} {score}"
            for player, score in zip(self.header.players, self.position.scores, strict=True)
        )
        state = "over" if self.over else f"{self.header.players[self.position.player].name} to move"
        return f"<Game of {self.header.variant.name}: {players}; {state}>"

    def play(self, move: Move) -> tuple[Happening, ...]:
        """Make a move and return all events it causes. Raises IllegalMove."""
        position = self.position
        rules.check(position.view(position.player), move)
        return (self._happen(move), *self.settle())

    def settle(self) -> tuple[Happening, ...]:
        """Deal, draw and so on until a player has to move or the game is over."""
        happened: list[Happening] = []
        while not (rules.needs_player(self.position) or self.over):
            happened.append(self._happen(None))
        return tuple(happened)

    def _happen(self, move: Move | None) -> Happening:
        position = self.position
        random = chance.for_event(self.header.seed, len(self.standing))
        event = rules.resolve(position, move, random)
        self.keep(event)
        self.events.append(event)
        self.standing.append((event, rules.apply(position, event)))
        return event

    @property
    def undoable(self) -> int:
        """Number of events that can be undone: all after the deal and the opening."""
        return max(0, len(self.standing) - len(self.header.players) - 1)

    def _check_undo(self, events: int) -> None:
        """Raise IllegalMove unless the undo leads to a decision after the opening."""
        if not 0 < events <= self.undoable:
            raise Refusal(Reason.WRONG_UNDO)
        if not rules.is_decision(self.standing[-events - 1][1]):
            raise Refusal(Reason.UNDO_BETWEEN)

    def undo(self, events: int) -> Undone:
        """Undo that many events. Raises IllegalMove unless a player has a choice there."""
        undone = Undone(events)
        self._check_undo(events)
        self.keep(undone)
        self._accept(undone)
        return undone

    def undo_step(self) -> Undone | None:
        """Undo the last decision and what followed it. Return None if there's nothing to undo."""
        return self._undo_if_any(self.events_since_decision())

    def undo_turn(self) -> Undone | None:
        """Undo to the start of the current turn, or of the last one if this one just started.

        Turns without a decision are skipped. Return None if there's nothing to undo.
        """
        return self._undo_if_any(self.events_since_decision(whole_turn=True))

    def _undo_if_any(self, events: int) -> Undone | None:
        return self.undo(events) if events else None

    def events_since_decision(self, *, whole_turn: bool = False, seat: int | None = None) -> int:
        """Return the number of events since the last decision (of `seat`, if given), 0 if none.

        With `whole_turn`, count from the first decision of that turn.
        """
        found = turn = 0
        for count in range(1, self.undoable + 1):
            position = self.standing[-count - 1][1]
            if found and (not whole_turn or position.turns != turn):
                break
            if seat in (None, position.player) and rules.is_decision(position):
                found, turn = count, position.turns
        return found
