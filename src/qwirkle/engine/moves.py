"""Moves: what a player can ask for.

A bot's process sends its move as JSON, so the types limit what a hostile bot can send. The rules
check the rest.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from qwirkle.engine.board import MAX_COORDINATE
from qwirkle.engine.pieces import FACE_COUNT

_Face: TypeAlias = Annotated[int, Meta(ge=0, le=FACE_COUNT - 1)]
_Coordinate: TypeAlias = Annotated[int, Meta(ge=-MAX_COORDINATE, le=MAX_COORDINATE)]
_PieceAt: TypeAlias = tuple[_Face, _Coordinate, _Coordinate]
_LENGTH_LIMIT = Meta(max_length=FACE_COUNT)  # more than any hand holds


class _Move(Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    """A move; its JSON tag is its class name in lower case."""


class Place(_Move, frozen=True):
    """Place these pieces (R5)."""

    pieces: Annotated[tuple[_PieceAt, ...], _LENGTH_LIMIT]


class Trade(_Move, frozen=True):
    """Swap these pieces for as many from the bag (T2)."""

    faces: Annotated[tuple[_Face, ...], _LENGTH_LIMIT]


class Roll(_Move, frozen=True):
    """Roll these pieces: a free roll before placing (C3), or all of them because none fits (C4)."""

    faces: Annotated[tuple[_Face, ...], _LENGTH_LIMIT]
    forced: bool = False


class Redraw(_Move, frozen=True):
    """Swap the whole hand because it is unplayable (J7)."""


class Pass(_Move, frozen=True):
    """Pass, because nothing else is possible (J5, J7, J11)."""


Move: TypeAlias = Place | Trade | Roll | Redraw | Pass
