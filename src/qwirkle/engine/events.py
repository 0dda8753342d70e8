"""Events: what has happened in a game, outcomes of chance included, in the past tense."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from qwirkle.engine.pieces import Faces, Laid


class Dealt(Struct, frozen=True):
    """A player got the first hand (R2)."""

    player: int
    pieces: Faces


class Opened(Struct, frozen=True):
    """It was settled who starts, and how large their largest set is as it was dealt (R3)."""

    player: int
    matches: int


class Placed(Struct, frozen=True):
    """Pieces were laid and scored (R9)."""

    player: int
    pieces: tuple[Laid, ...]
    points: int


class Drawn(Struct, frozen=True):
    """The hand was filled up from the bag, which ended the turn (R11)."""

    player: int
    pieces: Faces


class Rolled(Struct, frozen=True):
    """Pieces were rolled: the same ones in the same order before and after (C3, C4)."""

    player: int
    before: Faces
    after: Faces
    forced: bool


class Traded(Struct, frozen=True):
    """Pieces went to the bag for others, which ended the turn (T3)."""

    player: int
    gave: Faces
    drew: Faces


class Redrawn(Struct, frozen=True):
    """A dead hand went to the bag for another, and the turn goes on (J7)."""

    player: int
    gave: Faces
    drew: Faces


class Passed(Struct, frozen=True):
    """A player could do nothing (J5, J7, J11)."""

    player: int


class Finished(Struct, frozen=True):
    """The game ended; `player` went out, or is None where something else ended it (R12, J8)."""

    player: int | None
    bonus: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Undone(Struct, frozen=True):
    """That many events before this one were taken back."""

    events: int


Happening: TypeAlias = (
    Dealt | Opened | Placed | Drawn | Rolled | Traded | Redrawn | Passed | Finished
)
"""What changes a position."""

Event: TypeAlias = Happening | Undone
"""What stands in a record."""


def turns_begun(events: Iterable[Happening]) -> tuple[int, ...]:
    """Whose turns these events, one after the other, belong to: a player for each turn.

    >>> turns_begun([Rolled(0, (1,), (2,), False), Placed(0, ((2, 0, 0),), 1), Passed(1)])
    (0, 1)
    """
    players, under_way = [], False
    for event in events:
        if isinstance(event, Rolled | Redrawn | Placed | Traded | Passed):
            if not under_way:
                players.append(event.player)
            under_way = isinstance(event, Rolled | Redrawn)
    return tuple(players)
