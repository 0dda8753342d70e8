"""What the lines of a record contain, as structs and as JSON Schema.

Each `…Line` class is a line as it is written, with its fields in that order. `to_event` and
`to_player` convert to the engine's values, whose faces are numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from qwirkle.decoding import SchemaError, invalid_value
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
    COLOUR_COUNT,
    COLOUR_LETTERS,
    FACE_BY_TEXT,
    FACE_TEXTS,
    SHAPE_COUNT,
    SHAPE_LETTERS,
    Face,
    Faces,
    FaceText,
    PieceAt,
)
from qwirkle.engine.variant import (
    DEFAULT_END,
    DEFAULT_TRADE,
    MAX_HAND_SIZE,
    MAX_PLAYERS,
    VARIANT_NAME_PATTERN,
    Variant,
)
from qwirkle.i18n import tr
from qwirkle.records.players import (
    MAX_AGE,
    PLAYER_KIND_PATTERN,
    Player,
    clean_name,
    with_unique_names,
)

FORMAT = "qwirkle-record"
VERSION = 2

MAX_SEED = 2**63 - 1
MAX_POINTS = 1_000_000
MAX_UNDONE = 100_000

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_PIECE = f"a piece: a colour letter of {COLOUR_LETTERS} and a shape letter of {SHAPE_LETTERS}"

_STEP_TYPES = ("RollStep", "PlaceStep", "RefillStep")
"""A file that extends another replaces all steps of the turn, not single keys of a step."""

PieceText: TypeAlias = Annotated[FaceText, Meta(description=_PIECE)]
Coordinate: TypeAlias = Annotated[int, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
PieceTextAt: TypeAlias = Annotated[
    tuple[PieceText, Coordinate, Coordinate], Meta(description="a list of a piece, x and y")
]
SeatIndex: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_PLAYERS - 1)]
HandTexts: TypeAlias = Annotated[
    tuple[PieceText, ...], Meta(min_length=1, max_length=MAX_HAND_SIZE)
]
RecordPoints: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_POINTS)]


# Headers


class Header(Struct, frozen=True):
    """What is known about a game before its first event."""

    variant: Variant
    players: tuple[Player, ...]
    seed: int

    @property
    def version(self) -> int:
        return required_version(self.variant)

    @property
    def ages(self) -> tuple[int | None, ...]:
        """Ages in seat order; None if not entered (J2)."""
        return tuple(player.age for player in self.players)

    def with_unique_names(self) -> Header:
        """Return a copy for display, in which all player names differ."""
        return replace(self, players=with_unique_names(self.players))


def required_version(variant: Variant) -> int:
    """Return the lowest record version that can express a variant."""
    roll = variant.roll_step
    is_version_1 = (
        (variant.pieces.colours, variant.pieces.shapes) == (COLOUR_COUNT, SHAPE_COUNT)
        and variant.players.max <= 4
        and variant.opening.is_standard
        and (roll is None or (roll.from_turn > 1 and roll.times == 1))
        and (variant.trade, variant.end) == (DEFAULT_TRADE, DEFAULT_END)
        and not variant.scoring.line
    )
    return 1 if is_version_1 else VERSION


# Lines


class PlayerLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A player in the header of a record."""

    name: str
    age: Annotated[int, Meta(ge=0, le=MAX_AGE)] | UnsetType = UNSET
    kind: Annotated[
        str,
        Meta(
            pattern=rf"^(?:{PLAYER_KIND_PATTERN.pattern})\Z",
            description='"human", or "bot:" and a name',
        ),
    ]

    @classmethod
    def from_player(cls, player: Player) -> PlayerLine:
        age = UNSET if player.age is None else player.age
        return cls(name=player.name, age=age, kind=player.kind)

    def to_player(self) -> Player:
        """Return the player with a sanitized name. Raises ValueError if nothing is left of it."""
        return Player(clean_name(self.name), None if self.age is UNSET else self.age, self.kind)


class HeaderLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record."""

    format: Literal["qwirkle-record"]
    version: Annotated[int, Meta(ge=1, le=VERSION)]
    variant: Variant
    players: Annotated[tuple[PlayerLine, ...], Meta(min_length=2, max_length=MAX_PLAYERS)]
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)]


class _RecordLine(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A line of a record."""


class DealLine(_RecordLine, frozen=True, tag="deal"):
    """A player was dealt their first hand."""

    player: SeatIndex
    pieces: HandTexts

    def to_event(self) -> Dealt:
        return Dealt(self.player, faces_from_json(self.pieces))


class OpenLine(_RecordLine, frozen=True, tag="open"):
    """Who opens, and the size of their largest set."""

    player: SeatIndex
    matches: Annotated[int, Meta(ge=1, le=MAX_HAND_SIZE)]

    def to_event(self) -> Opened:
        return Opened(self.player, self.matches)


class PlaceLine(_RecordLine, frozen=True, tag="place"):
    """Pieces were placed and scored."""

    player: SeatIndex
    pieces: Annotated[tuple[PieceTextAt, ...], Meta(min_length=1, max_length=MAX_HAND_SIZE)]
    points: RecordPoints

    def to_event(self) -> Placed:
        return Placed(self.player, pieces_from_json(self.pieces), self.points)


class DrawLine(_RecordLine, frozen=True, tag="draw"):
    """The hand was refilled."""

    player: SeatIndex
    pieces: HandTexts

    def to_event(self) -> Drawn:
        return Drawn(self.player, faces_from_json(self.pieces))


class RerollLine(_RecordLine, frozen=True, tag="reroll", rename={"before": "from", "after": "to"}):
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


class TradeLine(_RecordLine, frozen=True, tag="trade"):
    """Pieces were traded, which ended the turn."""

    player: SeatIndex
    gave: HandTexts
    drew: HandTexts

    def to_event(self) -> Traded:
        _check_same_length("gave", self.gave, "drew", self.drew)
        return Traded(self.player, faces_from_json(self.gave), faces_from_json(self.drew))


class RedrawLine(_RecordLine, frozen=True, tag="redraw"):
    """An unplayable hand was swapped, and the turn continued."""

    player: SeatIndex
    gave: HandTexts
    drew: HandTexts

    def to_event(self) -> Redrawn:
        _check_same_length("gave", self.gave, "drew", self.drew)
        return Redrawn(self.player, faces_from_json(self.gave), faces_from_json(self.drew))


class PassLine(_RecordLine, frozen=True, tag="pass"):
    """A player passed."""

    player: SeatIndex

    def to_event(self) -> Passed:
        return Passed(self.player)


class FinishLine(_RecordLine, frozen=True, tag="finish"):
    """The game ended; `player` went out, or is null if something else ended it."""

    player: SeatIndex | None
    bonus: RecordPoints
    scores: Annotated[
        tuple[Annotated[int, Meta(ge=-MAX_POINTS, le=MAX_POINTS)], ...],
        Meta(min_length=2, max_length=MAX_PLAYERS),
    ]
    winners: Annotated[tuple[SeatIndex, ...], Meta(min_length=1, max_length=MAX_PLAYERS)]

    def to_event(self) -> Finished:
        if max(self.winners) >= len(self.scores):
            raise SchemaError(tr("winners names a seat that has no score."))
        return Finished(self.player, self.bonus, self.scores, self.winners)


class UndoLine(_RecordLine, frozen=True, tag="undo"):
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


def _check_same_length(key: str, texts: HandTexts, other_key: str, other_texts: HandTexts) -> None:
    if len(texts) != len(other_texts):
        raise SchemaError(
            tr("{second} must have as many entries as {first}.", first=key, second=other_key)
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


def pieces_from_json(pieces: Iterable[tuple[str, int, int]]) -> tuple[PieceAt, ...]:
    """Convert placed pieces with validated texts to placed pieces with faces."""
    return tuple([(FACE_BY_TEXT[text], x, y) for text, x, y in pieces])


def faces_to_json(faces: Iterable[Face]) -> tuple[FaceText, ...]:
    """Convert faces to texts."""
    return tuple([FACE_TEXTS[face] for face in faces])


def pieces_to_json(pieces: Iterable[PieceAt]) -> tuple[tuple[FaceText, int, int], ...]:
    """Convert placed pieces with faces to placed pieces with texts."""
    return tuple([(FACE_TEXTS[face], x, y) for face, x, y in pieces])


# JSON Schema


def variant_schema() -> dict[str, Any]:
    """Return the schema of a variant file: a whole ruleset, or changes to the one it extends."""
    complete_schema, tables = _schema(Variant)
    changes = {
        f"{name}Changes": {**table, "required": []}
        for name, table in tables.items()
        if name not in _STEP_TYPES
    }
    text = json.dumps(changes)
    for name in tables:
        if name not in _STEP_TYPES:
            text = text.replace(f'"#/$defs/{name}"', f'"#/$defs/{name}Changes"')
    changes = json.loads(text)
    extends = {"type": "string", "pattern": f"^(?:{VARIANT_NAME_PATTERN.pattern})$"}
    changes["VariantChanges"]["properties"]["extends"] = extends
    changes["VariantChanges"]["required"] = ["extends", "name", "title"]
    return {
        "$schema": DIALECT,
        "title": tr("A variant of Qwirkle"),
        "anyOf": [complete_schema, {"$ref": "#/$defs/VariantChanges"}],
        "$defs": {**tables, **changes},
    }


def record_schema() -> dict[str, Any]:
    """Return the schema of a line of a record: the header first, then events."""
    header, header_tables = _schema(HeaderLine)
    event, event_tables = _schema(EventLine)
    return {
        "$schema": DIALECT,
        "title": tr("A line of a record of a game of Qwirkle"),
        "anyOf": [header, event],
        "$defs": {**header_tables, **event_tables},
    }


def _schema(type_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the schema of a type, and the schemas it refers to by name."""
    schema = msgspec.json.schema(type_)
    tables: dict[str, Any] = schema.pop("$defs")
    text = json.dumps([schema, tables]).replace(
        r"\\Z", "$"
    )  # JSON Schema patterns end with a dollar
    schema, tables = json.loads(text)
    return schema, tables
