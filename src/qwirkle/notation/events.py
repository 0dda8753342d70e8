"""Events and pieces in records.

Each `…Line` class is an event as it is written in a record, with its fields in that order.
`to_event` and `_to_line` convert to and from the engine's events, whose faces are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from qwirkle.engine.board import MAX_COORDINATE
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Finished,
    Opened,
    Passed,
    Placed,
    Redrawn,
    Rolled,
    Traded,
    Undone,
)
from qwirkle.engine.pieces import (
    COLOUR_LETTERS,
    FACE_BY_TEXT,
    FACE_TEXTS,
    SHAPE_LETTERS,
    Face,
    Faces,
    FaceText,
    PieceAt,
)
from qwirkle.engine.variant import MAX_HAND_SIZE, MAX_PLAYERS
from qwirkle.schema import SchemaError, invalid_value
from qwirkle.texts import tr

MAX_POINTS = 1_000_000
MAX_UNDONE = 100_000

_PIECE = f"a piece: a colour letter of {COLOUR_LETTERS} and a shape letter of {SHAPE_LETTERS}"

PieceText: TypeAlias = Annotated[FaceText, Meta(description=_PIECE)]
Coordinate: TypeAlias = Annotated[int, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
PieceTextAt: TypeAlias = Annotated[
    tuple[PieceText, Coordinate, Coordinate], Meta(description="a list of a piece, x and y")
]
SeatIndex: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_PLAYERS - 1)]
HandTexts: TypeAlias = Annotated[
    tuple[PieceText, ...], Meta(min_length=1, max_length=MAX_HAND_SIZE)
]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_POINTS)]


class _Line(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A line of a record."""


class DealLine(_Line, frozen=True, tag="deal"):
    """A player was dealt their first hand."""

    player: SeatIndex
    pieces: HandTexts

    def to_event(self) -> Dealt:
        return Dealt(self.player, faces_from_json(self.pieces))


class OpenLine(_Line, frozen=True, tag="open"):
    """Who opens, and the size of their largest set."""

    player: SeatIndex
    matches: Annotated[int, Meta(ge=1, le=MAX_HAND_SIZE)]

    def to_event(self) -> Opened:
        return Opened(self.player, self.matches)


class PlaceLine(_Line, frozen=True, tag="place"):
    """Pieces were placed and scored."""

    player: SeatIndex
    pieces: Annotated[tuple[PieceTextAt, ...], Meta(min_length=1, max_length=MAX_HAND_SIZE)]
    points: Points

    def to_event(self) -> Placed:
        return Placed(self.player, pieces_from_json(self.pieces), self.points)


class DrawLine(_Line, frozen=True, tag="draw"):
    """The hand was refilled."""

    player: SeatIndex
    pieces: HandTexts

    def to_event(self) -> Drawn:
        return Drawn(self.player, faces_from_json(self.pieces))


class RerollLine(_Line, frozen=True, tag="reroll", rename={"before": "from", "after": "to"}):
    """Dice were rolled; `before` and `after` are in the same order."""

    player: SeatIndex
    before: HandTexts
    after: HandTexts
    forced: bool

    def to_event(self) -> Rolled:
        _check_same_length("from", self.before, "to", self.after)
        return Rolled(
            self.player, faces_from_json(self.before), faces_from_json(self.after), self.forced
        )


class TradeLine(_Line, frozen=True, tag="trade"):
    """Pieces were traded, which ended the turn."""

    player: SeatIndex
    gave: HandTexts
    drew: HandTexts

    def to_event(self) -> Traded:
        _check_same_length("gave", self.gave, "drew", self.drew)
        return Traded(self.player, faces_from_json(self.gave), faces_from_json(self.drew))


class RedrawLine(_Line, frozen=True, tag="redraw"):
    """An unplayable hand was swapped, and the turn continued."""

    player: SeatIndex
    gave: HandTexts
    drew: HandTexts

    def to_event(self) -> Redrawn:
        _check_same_length("gave", self.gave, "drew", self.drew)
        return Redrawn(self.player, faces_from_json(self.gave), faces_from_json(self.drew))


class PassLine(_Line, frozen=True, tag="pass"):
    """A player passed."""

    player: SeatIndex

    def to_event(self) -> Passed:
        return Passed(self.player)


class FinishLine(_Line, frozen=True, tag="finish"):
    """The game ended; `player` went out, or is null if something else ended it."""

    player: SeatIndex | None
    bonus: Points
    scores: Annotated[
        tuple[Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)], ...],
        Meta(min_length=2, max_length=MAX_PLAYERS),
    ]
    winners: Annotated[tuple[SeatIndex, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]

    def to_event(self) -> Finished:
        if max(self.winners) >= len(self.scores):
            raise SchemaError(tr("winners names a seat that has no score."))
        return Finished(self.player, self.bonus, self.scores, self.winners)


class UndoLine(_Line, frozen=True, tag="undo"):
    """The last `events` events still in force were undone."""

    events: Annotated[int, Meta(ge=1, le=MAX_UNDONE)]

    def to_event(self) -> Undone:
        return Undone(self.events)


EventLine: TypeAlias = (
    DealLine
    | OpenLine
    | PlaceLine
    | DrawLine
    | RerollLine
    | TradeLine
    | RedrawLine
    | PassLine
    | FinishLine
    | UndoLine
)


def _check_same_length(first: str, before: HandTexts, second: str, after: HandTexts) -> None:
    if len(before) != len(after):
        raise SchemaError(
            tr("{second} must have as many entries as {first}.", first=first, second=second)
        )


# Pieces


def parse_face(text: object) -> Face:
    """Parse a face such as `Gs`. Raises SchemaError.

    >>> parse_face("Gs")
    19
    """
    face = FACE_BY_TEXT.get(text) if isinstance(text, str) else None
    if face is None:
        raise invalid_value(tr("This"), text, tr(_PIECE))
    return face


def faces_from_json(texts: Iterable[str]) -> Faces:
    """Convert validated texts to faces."""
    return tuple([FACE_BY_TEXT[text] for text in texts])


def pieces_from_json(placed: Iterable[tuple[str, int, int]]) -> tuple[PieceAt, ...]:
    """Convert placed pieces with validated texts to placed pieces with faces."""
    return tuple([(FACE_BY_TEXT[text], x, y) for text, x, y in placed])


def faces_to_json(faces: Iterable[Face]) -> tuple[FaceText, ...]:
    """Convert faces to texts."""
    return tuple([FACE_TEXTS[face] for face in faces])


def pieces_to_json(pieces: Iterable[PieceAt]) -> tuple[tuple[FaceText, int, int], ...]:
    """Convert placed pieces with faces to placed pieces with texts."""
    return tuple([(FACE_TEXTS[face], x, y) for face, x, y in pieces])
