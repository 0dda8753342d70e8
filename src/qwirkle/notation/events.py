"""Events and pieces in records.

Each `…Line` class is an event as it is written in a record, with its fields in that order.
`to_event` and `_to_line` convert to and from the engine's events, whose faces are numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from qwirkle.engine.board import FARTHEST
from qwirkle.engine.events import (
    Dealt,
    Drawn,
    Event,
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
    FACE_OF_TEXT,
    FACE_TEXTS,
    SHAPE_LETTERS,
    Face,
    Faces,
    FaceText,
    Laid,
)
from qwirkle.engine.variant import MAX_HAND, MAX_PLAYERS
from qwirkle.schema import SchemaError, decode, must_be
from qwirkle.texts import tr

MAX_POINTS = 1_000_000
MAX_UNDONE = 100_000

_PIECE = f"a piece: a colour letter of {COLOUR_LETTERS} and a shape letter of {SHAPE_LETTERS}"

Piece: TypeAlias = Annotated[FaceText, Meta(description=_PIECE)]
Coordinate: TypeAlias = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
PieceAt: TypeAlias = Annotated[
    tuple[Piece, Coordinate, Coordinate], Meta(description="a list of a piece, x and y")
]
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_PLAYERS - 1)]
Hand: TypeAlias = Annotated[tuple[Piece, ...], Meta(min_length=1, max_length=MAX_HAND)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_POINTS)]


class _Line(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A line of a record."""


class Deal(_Line, frozen=True, tag="deal"):
    """A player was dealt their first hand."""

    player: Seat
    pieces: Hand

    def event(self) -> Dealt:
        return Dealt(self.player, faces_of(self.pieces))


class Open(_Line, frozen=True, tag="open"):
    """Who opens, and the size of their largest set."""

    player: Seat
    matches: Annotated[int, Meta(ge=1, le=MAX_HAND)]

    def event(self) -> Opened:
        return Opened(self.player, self.matches)


class Place(_Line, frozen=True, tag="place"):
    """Pieces were placed and scored."""

    player: Seat
    pieces: Annotated[tuple[PieceAt, ...], Meta(min_length=1, max_length=MAX_HAND)]
    points: Points

    def event(self) -> Placed:
        return Placed(self.player, pieces_of(self.pieces), self.points)


class Draw(_Line, frozen=True, tag="draw"):
    """The hand was refilled."""

    player: Seat
    pieces: Hand

    def event(self) -> Drawn:
        return Drawn(self.player, faces_of(self.pieces))


class Reroll(_Line, frozen=True, tag="reroll", rename={"before": "from", "after": "to"}):
    """Dice were rolled; `before` and `after` are in the same order."""

    player: Seat
    before: Hand
    after: Hand
    forced: bool

    def event(self) -> Rolled:
        _check_as_many("from", self.before, "to", self.after)
        return Rolled(self.player, faces_of(self.before), faces_of(self.after), self.forced)


class Trade(_Line, frozen=True, tag="trade"):
    """Pieces were traded, which ended the turn."""

    player: Seat
    gave: Hand
    drew: Hand

    def event(self) -> Traded:
        _check_as_many("gave", self.gave, "drew", self.drew)
        return Traded(self.player, faces_of(self.gave), faces_of(self.drew))


class Redraw(_Line, frozen=True, tag="redraw"):
    """An unplayable hand was swapped, and the turn continued."""

    player: Seat
    gave: Hand
    drew: Hand

    def event(self) -> Redrawn:
        _check_as_many("gave", self.gave, "drew", self.drew)
        return Redrawn(self.player, faces_of(self.gave), faces_of(self.drew))


class Pass(_Line, frozen=True, tag="pass"):
    """A player passed."""

    player: Seat

    def event(self) -> Passed:
        return Passed(self.player)


class Finish(_Line, frozen=True, tag="finish"):
    """The game ended; `player` went out, or is null if something else ended it."""

    player: Seat | None
    bonus: Points
    scores: Annotated[
        tuple[Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)], ...],
        Meta(min_length=2, max_length=MAX_PLAYERS),
    ]
    winners: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]

    def event(self) -> Finished:
        if max(self.winners) >= len(self.scores):
            raise SchemaError(tr("winners names a seat that has no score."))
        return Finished(self.player, self.bonus, self.scores, self.winners)


class Undo(_Line, frozen=True, tag="undo"):
    """The last `events` events still in force were undone."""

    events: Annotated[int, Meta(ge=1, le=MAX_UNDONE)]

    def event(self) -> Undone:
        return Undone(self.events)


EventLine: TypeAlias = Deal | Open | Place | Draw | Reroll | Trade | Redraw | Pass | Finish | Undo

_decoder: msgspec.json.Decoder[EventLine] = msgspec.json.Decoder(EventLine)


def parse_event(line: bytes | str) -> Event:
    """Decode an event line, without checking if the event is legal. Raises SchemaError."""
    return decode(line.encode() if isinstance(line, str) else line, _decoder).event()


def event_line(event: Event) -> str:
    """Encode an event as a line of a record, without the newline.

    >>> event_line(Opened(1, 3))
    '{"type":"open","player":1,"matches":3}'
    """
    return msgspec.json.encode(_written(event)).decode()


def _written(event: Event) -> EventLine:
    match event:
        case Dealt(player, pieces):
            return Deal(player, faces_to_json(pieces))
        case Opened(player, matches):
            return Open(player, matches)
        case Placed(player, placed, points):
            return Place(player, laid_to_json(placed), points)
        case Drawn(player, pieces):
            return Draw(player, faces_to_json(pieces))
        case Rolled(player, before, after, forced):
            return Reroll(player, faces_to_json(before), faces_to_json(after), forced)
        case Traded(player, gave, drew):
            return Trade(player, faces_to_json(gave), faces_to_json(drew))
        case Redrawn(player, gave, drew):
            return Redraw(player, faces_to_json(gave), faces_to_json(drew))
        case Passed(player):
            return Pass(player)
        case Finished(out, bonus, scores, winners):
            return Finish(out, bonus, scores, winners)
        case Undone(events):
            return Undo(events)


def _check_as_many(first: str, before: Hand, second: str, after: Hand) -> None:
    if len(before) != len(after):
        raise SchemaError(
            tr("{second} must have as many entries as {first}.", first=first, second=second)
        )


# Pieces


def face_text(face: Face) -> str:
    """Return the colour letter and shape letter of a face.

    >>> face_text(19)
    'Gs'
    """
    return FACE_TEXTS[face]


def parse_face(text: object) -> Face:
    """Parse a face such as `Gs`. Raises SchemaError.

    >>> parse_face("Gs")
    19
    """
    face = FACE_OF_TEXT.get(text) if isinstance(text, str) else None
    if face is None:
        raise must_be(tr("This"), text, tr(_PIECE))
    return face


def faces_of(texts: Iterable[str]) -> Faces:
    """Convert validated texts to faces."""
    return tuple([FACE_OF_TEXT[text] for text in texts])


def pieces_of(placed: Iterable[tuple[str, int, int]]) -> tuple[Laid, ...]:
    """Convert placed pieces with validated texts to placed pieces with faces."""
    return tuple([(FACE_OF_TEXT[text], x, y) for text, x, y in placed])


def faces_to_json(faces: Iterable[Face]) -> tuple[FaceText, ...]:
    """Convert faces to texts."""
    return tuple([FACE_TEXTS[face] for face in faces])


def laid_to_json(pieces: Iterable[Laid]) -> tuple[tuple[FaceText, int, int], ...]:
    """Convert placed pieces with faces to placed pieces with texts."""
    return tuple([(FACE_TEXTS[face], x, y) for face, x, y in pieces])
