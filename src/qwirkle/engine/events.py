"""Events: what has happened in a game, including the outcomes of draws and rolls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from qwirkle.engine.pieces import Faces, PieceAt


class Dealt(Struct, frozen=True):
    """A player was dealt their first hand (R2)."""

    player: int
    pieces: Faces


class Opened(Struct, frozen=True):
    """The opening player was decided; `set_size` is the size of their largest set (R3)."""

    player: int
    set_size: int


class Placed(Struct, frozen=True):
    """Pieces were placed and scored (R9)."""

    player: int
    pieces: tuple[PieceAt, ...]
    points: int


class Drawn(Struct, frozen=True):
    """The hand was refilled from the bag, which ended the turn (R11)."""

    player: int
    pieces: Faces


class Rolled(Struct, frozen=True):
    """Pieces were rolled; `before` and `after` are in the same order (C3, C4)."""

    player: int
    before: Faces
    after: Faces
    forced: bool


class Traded(Struct, frozen=True):
    """Pieces were traded, which ended the turn (T3)."""

    player: int
    gave: Faces
    drew: Faces


class Redrawn(Struct, frozen=True):
    """An unplayable hand was swapped, and the turn continues (J7)."""

    player: int
    gave: Faces
    drew: Faces


class Passed(Struct, frozen=True):
    """A player passed (J5, J7, J11)."""

    player: int


class Finished(Struct, frozen=True):
    """The game ended; `player` went out, or is None if something else ended it (R12, J8)."""

    player: int | None
    bonus: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Undone(Struct, frozen=True):
    """The last `event_count` active events were undone."""

    event_count: int


GameEvent: TypeAlias = (
    Dealt | Opened | Placed | Drawn | Rolled | Traded | Redrawn | Passed | Finished
)
"""An event that changes the position."""

RecordEvent: TypeAlias = GameEvent | Undone
"""An event that a record can contain."""


def turn_players(events: Iterable[GameEvent]) -> tuple[int, ...]:
    """Return the seat that played each turn in these consecutive events, started turns included.

    >>> turn_players([Rolled(0, (1,), (2,), False), Placed(0, ((2, 0, 0),), 1), Passed(1)])
    (0, 1)
    """
    players, is_turn_started = [], False
    for event in events:
        if isinstance(event, Rolled | Redrawn | Placed | Traded | Passed):
            if not is_turn_started:
                players.append(event.player)
            is_turn_started = isinstance(event, Rolled | Redrawn)
    return tuple(players)
