"""Events: what has happened in a game, outcomes of chance included, in the past tense."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from qwirkle.engine.pieces import Faces, Laid


@dataclass(frozen=True, slots=True)
class Dealt:
    """A player got the first hand (R2)."""

    player: int
    pieces: Faces


@dataclass(frozen=True, slots=True)
class Opened:
    """It was settled who starts, and how large their largest set is as it was dealt (R3)."""

    player: int
    matches: int


@dataclass(frozen=True, slots=True)
class Placed:
    """Pieces were laid and scored (R9)."""

    player: int
    pieces: tuple[Laid, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """The hand was filled up from the bag, which ended the turn (R11)."""

    player: int
    pieces: Faces


@dataclass(frozen=True, slots=True)
class Rolled:
    """Pieces were rolled: the same ones in the same order before and after (C3, C4)."""

    player: int
    before: Faces
    after: Faces
    forced: bool


@dataclass(frozen=True, slots=True)
class Traded:
    """Pieces went to the bag for others, which ended the turn (T3)."""

    player: int
    gave: Faces
    drew: Faces


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A dead hand went to the bag for another, and the turn goes on (J7)."""

    player: int
    gave: Faces
    drew: Faces


@dataclass(frozen=True, slots=True)
class Passed:
    """A player could do nothing (J5, J7, J11)."""

    player: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The game ended; `player` went out, or is None where something else ended it (R12, J8)."""

    player: int | None
    bonus: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Undone:
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
