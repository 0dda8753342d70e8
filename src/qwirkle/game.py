"""A game: the only mutable object below the app, and the only way to change a position."""

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
"""Where each event goes before anybody sees it."""


class IllegalEvent(ValueError):
    """An event of a record that the rules do not allow; `number` counts events from 0."""

    def __init__(self, number: int, refusal: Refusal) -> None:
        self.number = number
        self.refusal = refusal
        super().__init__(number, refusal)

    def __str__(self) -> str:
        return str(self.refusal)


def keep_nothing(event: Event) -> None:
    """Let an event go: for games that nobody saves."""


def any_seed() -> int:
    """A seed that nobody can guess."""
    return int.from_bytes(os.urandom(8), "big") & MOST_SEED


class Game:
    """A game as it stands, with all that has happened in it."""

    def __init__(self, header: Header, keep: Keep = keep_nothing) -> None:
        """Begin a game: the hands are dealt and it is settled who starts."""
        self._begin(header, keep)
        self.settle()

    @classmethod
    def begin(
        cls, variant: Variant, players: Sequence[Player | str], seed: int | None = None
    ) -> Game:
        """A new game that nobody saves; without a seed its chance is new every time."""
        seats = tuple(Player(each) if isinstance(each, str) else each for each in players)
        check_count(variant, len(seats))
        return cls(Header(variant, seats, any_seed() if seed is None else seed))

    @classmethod
    def replay(cls, header: Header, events: Iterable[Event]) -> Game:
        """The game of a record, each event judged."""
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
        """What has happened and was not taken back, each with the position after it."""
        self.taken_back = 0
        """How many turns of people were taken back, begun ones too."""

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
        """The position as it is now."""
        return self.standing[-1][1] if self.standing else self._first

    @property
    def over(self) -> bool:
        """Whether the result is there."""
        return self.position.stage is Stage.OVER

    @property
    def turns(self) -> int:
        """How many turns have been played, those that were taken back not counted."""
        return sum(isinstance(event, Placed | Traded | Passed) for event, _ in self.standing)

    @property
    def last_player(self) -> int | None:
        """Who made the last turn that stands."""
        for event, _ in reversed(self.standing):
            if isinstance(event, Placed | Traded | Passed):
                return event.player
        return None

    @property
    def options(self) -> Options:
        """What the player to move can do."""
        return rules.options_of(self.position)

    def view(self, seat: int | None = None) -> View:
        """What this seat may know now, or that of the player to move."""
        return self.position.view(self.position.player if seat is None else seat)

    def __repr__(self) -> str:
        players = ", ".join(
            f"{player.name} {score}"
            for player, score in zip(self.header.players, self.position.scores, strict=True)
        )
        state = "over" if self.over else f"{self.header.players[self.position.player].name} to move"
        return f"<Game of {self.header.variant.name}: {players}; {state}>"

    def play(self, move: Move) -> tuple[Happening, ...]:
        """Make a move of the player to move, or refuse it; returns all that happens from it."""
        position = self.position
        rules.check(position.view(position.player), move)
        return (self._happen(move), *self.settle())

    def settle(self) -> tuple[Happening, ...]:
        """Let chance and the rules go on until a player is needed or the game is over."""
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
        """How many events can be taken back: all after the deal and the opening."""
        return max(0, len(self.standing) - len(self.header.players) - 1)

    def _check_undo(self, events: int) -> None:
        """Refuse an undo that doesn't lead to a decision after the opening."""
        if not 0 < events <= self.undoable:
            raise Refusal(Reason.WRONG_UNDO)
        if not rules.is_decision(self.standing[-events - 1][1]):
            raise Refusal(Reason.UNDO_BETWEEN)

    def undo(self, events: int) -> Undone:
        """Undo that many events. Raises Refusal unless a player decides at that moment."""
        undone = Undone(events)
        self._check_undo(events)
        self.keep(undone)
        self._accept(undone)
        return undone

    def undo_step(self) -> Undone | None:
        """Undo the last decision and what followed it; None if there's nothing to undo."""
        return self._undo_if_any(self.events_since_decision())

    def undo_turn(self) -> Undone | None:
        """Undo to the start of the current turn, or of the turn before if this one has just begun.

        Turns without a decision are skipped. Return None if there's nothing to undo.
        """
        return self._undo_if_any(self.events_since_decision(whole_turn=True))

    def _undo_if_any(self, events: int) -> Undone | None:
        return self.undo(events) if events else None

    def events_since_decision(self, *, whole_turn: bool = False, seat: int | None = None) -> int:
        """Number of events since the latest earlier decision (of this seat, if given); 0 if none.

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
