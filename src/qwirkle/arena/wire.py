"""Moves as JSON: a bot's process answers with them, and isn't trusted."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from qwirkle.arena.game import Failure
from qwirkle.engine.board import FARTHEST
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import FACES
from qwirkle.schema import SchemaError, decode
from qwirkle.texts import tr

MAX_PIECES = FACES
"""More than any hand holds."""

_Face: TypeAlias = Annotated[int, Meta(ge=0, le=FACES - 1)]
_Coordinate: TypeAlias = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
_Piece: TypeAlias = tuple[_Face, _Coordinate, _Coordinate]
_Pieces: TypeAlias = Annotated[tuple[_Piece, ...], Meta(max_length=MAX_PIECES)]
_Faces: TypeAlias = Annotated[tuple[_Face, ...], Meta(max_length=MAX_PIECES)]


class _Place(Struct, tag="place", forbid_unknown_fields=True):
    pieces: _Pieces


class _Trade(Struct, tag="trade", forbid_unknown_fields=True):
    faces: _Faces


class _Roll(Struct, tag="roll", forbid_unknown_fields=True):
    faces: _Faces
    forced: bool


class _Redraw(Struct, tag="redraw", forbid_unknown_fields=True):
    pass


class _Pass(Struct, tag="pass", forbid_unknown_fields=True):
    pass


_Sent: TypeAlias = _Place | _Trade | _Roll | _Redraw | _Pass
_decoder: msgspec.json.Decoder[_Sent] = msgspec.json.Decoder(_Sent)


def encode_move(move: object) -> bytes:
    """A bot's answer as JSON; raises Failure if it isn't a move."""
    try:
        match move:
            case Place(pieces):
                return msgspec.json.encode(_Place(pieces))
            case Trade(faces):
                return msgspec.json.encode(_Trade(faces))
            case Roll(faces, forced):
                return msgspec.json.encode(_Roll(faces, forced))
            case Redraw():
                return msgspec.json.encode(_Redraw())
            case Pass():
                return msgspec.json.encode(_Pass())
    except (TypeError, OverflowError, RecursionError):
        pass  # a move made of what JSON doesn't have
    raise Failure(_not_a_move(f"{ascii(move)[:78]}."))


def decode_move(data: bytes) -> Move:
    """The move in a bot's answer; raises Failure if there is none."""
    try:
        found = decode(data, _decoder)
    except SchemaError as error:
        raise Failure(_not_a_move(str(error))) from None
    match found:
        case _Place():
            return Place(found.pieces)
        case _Trade():
            return Trade(found.faces)
        case _Roll():
            return Roll(found.faces, found.forced)
        case _Redraw():
            return Redraw()
        case _Pass():
            return Pass()


def _not_a_move(found: str) -> str:
    return tr("It answered something that isn't a move: {found}", found=found[:80])
