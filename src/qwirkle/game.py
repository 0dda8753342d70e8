"""A game: its current position, its events, and the only way to change them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from qwirkle.engine import rng, rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.events import (
    GameEvent,
    Passed,
    Placed,
    RecordEvent,
    Traded,
    Undone,
    turn_players,
)
from qwirkle.engine.moves import Move
from qwirkle.engine.position import Position
from qwirkle.engine.variant import Variant, validate_player_count
from qwirkle.engine.view import Options, Stage, View
from qwirkle.records.players import Player
from qwirkle.records.schema import MAX_SEED, Header

EventSink = Callable[[RecordEvent], None]
"""Receives each event before anyone else sees it, to save it."""


class IllegalEvent(ValueError):
    """A record contains an event that the rules don't allow; `index` counts from 0."""

    def __init__(self, index: int, cause: IllegalMove) -> None:
        self.index = index
        self.cause = cause
        super().__init__(index, cause)

    def __str__(self) -> str:
        return str(self.cause)


def discard_event(event: RecordEvent) -> None:
    """Discard an event, for games that aren't saved."""


def random_seed() -> int:
    """Return an unpredictable seed."""
    return int.from_bytes(os.urandom(8), "big") & MAX_SEED


class Game:
    """A game in progress or over, with its whole history."""

    def __init__(self, header: Header, event_sink: EventSink = discard_event) -> None:
        """Start a game: deal the hands and decide who opens."""
        self._set_up(header, event_sink)
        self.advance_automatic_steps()

    @classmethod
    def new(
        cls, variant: Variant, players: Sequence[Player | str], seed: int | None = None
    ) -> Game:
        """Start a game that isn't saved; without a seed, draws and rolls differ every time.

        Raises VariantError if the variant isn't for this many players.
        """
        seats = tuple(Player(player) if isinstance(player, str) else player for player in players)
        validate_player_count(variant, len(seats))
        return cls(Header(variant, seats, random_seed() if seed is None else seed))

    @classmethod
    def replay(cls, header: Header, events: Iterable[RecordEvent]) -> Game:
        """Rebuild a game from its events, validating each. Raises IllegalEvent."""
        game = cls.__new__(cls)
        game._set_up(header, discard_event)
        for index, event in enumerate(events):
            try:
                game._apply(event)
            except IllegalMove as error:
                raise IllegalEvent(index, error) from error
        return game

    def _set_up(self, header: Header, event_sink: EventSink) -> None:
        self.header = header
        self.event_sink = event_sink
        self.events: list[RecordEvent] = []
        self._initial_position = rules.initial_position(header.variant, header.ages)
        self.active_history: list[tuple[GameEvent, Position]] = []
        """Active events, each with the position after it."""
        self.undone_turns = 0
        """Number of undone turns of people, started turns included."""

    def _apply(self, event: RecordEvent) -> None:
        if isinstance(event, Undone):
            self._check_undo(event.event_count)
            players = turn_players(
                undone_event for undone_event, _ in self.active_history[-event.event_count :]
            )
            self.undone_turns += sum(self.header.players[seat].bot is None for seat in players)
            del self.active_history[-event.event_count :]
        else:
            rules.validate_event(self.position, event)
            self.active_history.append((event, rules.apply_event(self.position, event)))
        self.events.append(event)

    @property
    def position(self) -> Position:
        return self.active_history[-1][1] if self.active_history else self._initial_position

    @property
    def is_over(self) -> bool:
        return self.position.stage is Stage.OVER

    @property
    def completed_turn_count(self) -> int:
        """Number of completed turns, including one that ended the game.

        Undone turns don't count.
        """
        return sum(isinstance(event, Placed | Traded | Passed) for event, _ in self.active_history)

    @property
    def last_player(self) -> int | None:
        """Seat of the last completed turn, or None."""
        for event, _ in reversed(self.active_history):
            if isinstance(event, Placed | Traded | Passed):
                return event.player
        return None

    @property
    def options(self) -> Options:
        """What the player to move can do."""
        return rules.available_options(self.position)

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know now; by default the seat of the player to move."""
        return self.position.view(self.position.seat_to_move if seat is None else seat)

    def __repr__(self) -> str:
        players = ", ".join(
            f"{player.name} {score}"
            for player, score in zip(self.header.players, self.position.scores, strict=True)
        )
        state = (
            "over"
            if self.is_over
            else f"{self.header.players[self.position.seat_to_move].name} to move"
        )
        return f"<Game of {self.header.variant.name}: {players}; {state}>"

    def play(self, move: Move) -> tuple[GameEvent, ...]:
        """Make a move and return all events it causes. Raises IllegalMove."""
        position = self.position
        rules.validate_move(position.view(position.seat_to_move), move)
        return (self._advance(move), *self.advance_automatic_steps())

    def advance_automatic_steps(self) -> tuple[GameEvent, ...]:
        """Deal, draw and so on until a player has to move or the game is over."""
        events: list[GameEvent] = []
        while not (rules.needs_player(self.position) or self.is_over):
            events.append(self._advance(None))
        return tuple(events)

    def _advance(self, move: Move | None) -> GameEvent:
        position = self.position
        random = rng.rng_for_event(self.header.seed, len(self.active_history))
        event = rules.resolve(position, move, random)
        self.event_sink(event)
        self.events.append(event)
        self.active_history.append((event, rules.apply_event(position, event)))
        return event

    @property
    def max_undoable_events(self) -> int:
        """Number of events that can be undone: all after the deal and the opening."""
        return max(0, len(self.active_history) - len(self.header.players) - 1)

    def _check_undo(self, event_count: int) -> None:
        """Raise IllegalMove unless the undo leads to a decision after the opening."""
        if not 0 < event_count <= self.max_undoable_events:
            raise IllegalMove(Reason.WRONG_UNDO)
        if not rules.is_decision(self.active_history[-event_count - 1][1]):
            raise IllegalMove(Reason.UNDO_WITHIN_TURN)

    def undo(self, event_count: int) -> Undone:
        """Undo the last `event_count` events.

        Raises IllegalMove unless that leads to a decision.
        """
        undone = Undone(event_count)
        self._check_undo(event_count)
        self.event_sink(undone)
        self._apply(undone)
        return undone

    def undo_step(self) -> Undone | None:
        """Undo the last decision and what followed it. Return None if there's nothing to undo."""
        return self._undo_if_any(self.events_since_decision())

    def undo_turn(self) -> Undone | None:
        """Undo to the start of the current turn, or of the last one if this one just started.

        Turns without a decision are skipped. Return None if there's nothing to undo.
        """
        return self._undo_if_any(self.events_since_decision(whole_turn=True))

    def _undo_if_any(self, event_count: int) -> Undone | None:
        return self.undo(event_count) if event_count else None

    def events_since_decision(self, *, whole_turn: bool = False, seat: int | None = None) -> int:
        """Return the number of events since the last decision (of `seat`, if given), 0 if none.

        With `whole_turn`, count from the first decision of that turn.
        """
        event_count = found_turn = 0
        for count in range(1, self.max_undoable_events + 1):
            position = self.active_history[-count - 1][1]
            if event_count and (not whole_turn or position.turns_played != found_turn):
                break
            if seat in (None, position.seat_to_move) and rules.is_decision(position):
                event_count, found_turn = count, position.turns_played
        return event_count
