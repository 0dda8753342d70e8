"""What one seat has seen of a game, event by event, and what is new since its last turn. No I/O."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine.board import Line
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    GameEvent,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
)
from qwirkle.engine.pieces import Cell, Face, Faces, PieceAt
from qwirkle.engine.position import Position
from qwirkle.engine.rules import OpenerDecision, decide_opener
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import Options, View
from qwirkle.records.players import Player

HIDDEN_FACE: Face = -1
"""Stands for a face that the seat may not know."""


class HistoryEntry(Struct, frozen=True):
    """One event, as the seat may know it, and the seat's view after it."""

    event: GameEvent
    view: View
    opening: OpenerDecision | None = None
    """Who starts and why. If sets decide, all players announce the size of theirs (R3)."""
    qwirkle_count: int = 0
    """Number of full lines that a placement completed (R10)."""


class SeatHistory(Struct, frozen=True, eq=False, dict=True, weakref=True):
    """What a seat (None: a spectator) has seen of a game since the deal.

    Compared by identity, so that it can be a key in caches.
    """

    players: tuple[Player, ...]
    seat: int | None
    entries: tuple[HistoryEntry, ...] = ()

    @property
    def view(self) -> View:
        return self.entries[-1].view

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def with_events(self, events: Iterable[tuple[GameEvent, Position]]) -> SeatHistory:
        """Append events, each given with the position after it."""
        return replace(
            self,
            entries=(
                *self.entries,
                *(_build_entry(event, position, self.seat) for event, position in events),
            ),
        )

    def up_to(self, count: int) -> SeatHistory:
        """Return the history with only its first `count` entries."""
        return replace(self, entries=self.entries[:count])


def seat_view(position: Position, seat: int | None) -> View:
    """Return what a seat may know of a position; spectators (seat None) see no hidden hand."""
    if seat is not None:
        return position.view(seat)
    view = position.view(position.seat_to_move)
    if view.variant.hand.open or not position.hands:
        return view
    unseen = list(view.unseen_counts)
    for face in view.hand:
        unseen[view.variant.kind_by_face[face]] += 1
    return replace(
        view, hands=(None,) * len(view.hands), unseen_counts=tuple(unseen), options=Options()
    )


def redact_event(event: GameEvent, variant: Variant, seat: int | None) -> GameEvent:
    """Return an event as a seat may know it, with HIDDEN_FACE for faces of other hidden hands.

    For spectators (seat None), that's every hidden hand.
    """
    if variant.hand.open:
        return event
    match event:
        case Opened(player, _) if player != seat and variant.opening.who != "set":
            return replace(event, set_size=0)
        case Dealt(player, faces) | Drawn(player, faces) if player != seat:
            return replace(event, pieces=_hide(faces))
        case Traded(player, gave, drew) | Redrawn(player, gave, drew) if player != seat:
            return replace(event, gave=_hide(gave), drew=_hide(drew))
        case Rolled(player, before, after, _) if player != seat:
            return replace(event, before=_hide(before), after=_hide(after))
    return event


def _hide(faces: Faces) -> Faces:
    return (HIDDEN_FACE,) * len(faces)


def _build_entry(event: GameEvent, position: Position, seat: int | None) -> HistoryEntry:
    view = seat_view(position, seat)
    return HistoryEntry(
        redact_event(event, position.variant, seat),
        view,
        _build_opening(position, event) if isinstance(event, Opened) else None,
        len(qwirkle_lines(view, event.pieces)) if isinstance(event, Placed) else 0,
    )


def _build_opening(position: Position, event: Opened) -> OpenerDecision:
    """Return who starts and why; a random choice has been made by now."""
    opening = decide_opener(position)
    if position.variant.opening.who != "set":
        opening = replace(opening, largest_set_size=0)  # players don't announce their sets
    return (
        replace(opening, candidates=(event.player,)) if opening.decided_by == "chance" else opening
    )


def index_after_last_turn(history: SeatHistory, seat: int | None) -> int:
    """Return the index of the first history entry after a seat's last turn.

    Before its first turn, it's the entry after the opening. If the seat is None, it's the first
    entry of the latest turn.
    """
    entries = history.entries
    ends = (end for end in range(len(entries), 0, -1) if ends_turn(entries[end - 1], seat))
    if seat is None:
        next(ends, None)
    after = next(ends, None)
    if after is None:
        return next(
            (number for number, entry in enumerate(entries, 1) if isinstance(entry.event, Opened)),
            0,
        )
    return after + (after < len(entries) and isinstance(entries[after].event, Drawn))


def ends_turn(entry: HistoryEntry, seat: int | None) -> bool:
    """Return True if a turn of this seat ends here; of any seat, if it is None."""
    event = entry.event
    return isinstance(event, (Placed, Traded, Passed)) and seat in (None, event.player)


def placements_since(history: SeatHistory, seat: int | None) -> tuple[tuple[PieceAt, ...], ...]:
    """Return the placements since a seat's last turn; if none, the latest placement by anyone."""
    placements = [
        entry.event.pieces for entry in history.entries if isinstance(entry.event, Placed)
    ]
    since = history.entries[index_after_last_turn(history, seat) :]
    count = sum(isinstance(entry.event, Placed) for entry in since)
    return tuple(placements[-max(1, count) :])


def new_qwirkle_cells(history: SeatHistory, new_entry_count: int) -> tuple[Cell, ...]:
    """Return the cells of all Qwirkles made in the latest entries."""
    entries = history.entries[len(history.entries) - new_entry_count :] if new_entry_count else ()
    return tuple(
        cell
        for entry in entries
        if isinstance(entry.event, Placed)
        for cell in qwirkle_cells(entry.view, entry.event.pieces)
    )


def qwirkle_cells(view: View, pieces: tuple[PieceAt, ...]) -> tuple[Cell, ...]:
    """Return the cells of all full lines that pieces on the board are part of."""
    qwirkle_cells = (line.cells for line in qwirkle_lines(view, pieces))
    return tuple(dict.fromkeys(cell for cells in qwirkle_cells for cell in cells))


def qwirkle_lines(view: View, pieces: tuple[PieceAt, ...]) -> tuple[Line, ...]:
    """Return the full lines that pieces on the board are part of (R10)."""
    lines = view.board.lines_through(pieces)
    return tuple(line for line in lines if line.is_qwirkle(view.variant))


def replay_stops(history: SeatHistory) -> tuple[int, ...]:
    """Return the history lengths at which a replay stops: the opening, then every event.

    A draw that refills a hand belongs to the event before it.
    """
    entries = history.entries
    opening = next(
        (length for length, entry in enumerate(entries, 1) if isinstance(entry.event, Opened)), None
    )
    if opening is None:
        return ()
    ends = range(opening, len(entries) + 1)
    return tuple(
        length
        for length in ends
        if length == len(entries) or not isinstance(entries[length].event, Drawn)
    )
