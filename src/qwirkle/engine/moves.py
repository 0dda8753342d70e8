"""Moves: what a player can ask for.

A bot's process sends its move as JSON, so the types limit what a hostile bot can send. The rules
check the rest.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from qwirkle.engine.board import FARTHEST
from qwirkle.engine.pieces import FACES

_Face: TypeAlias = Annotated[int, Meta(ge=0, le=FACES - 1)]
_Coordinate: TypeAlias = Annotated[int, Meta(ge=-FARTHEST, le=FARTHEST)]
_Piece: TypeAlias = tuple[_Face, _Coordinate, _Coordinate]
_Few = Meta(max_length=FACES)  # more than any hand holds


class _Move(Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    """A move; its JSON tag is its class name in lower case."""


class Place(_Move, frozen=True):
    """Place these pieces (R5)."""

    pieces: Annotated[tuple[_Piece, ...], _Few]


class Trade(_Move, frozen=True):
    """Swap these pieces for as many from the bag (T2)."""

    faces: Annotated[tuple[_Face, ...], _Few]


class Roll(_Move, frozen=True):
    """Roll these pieces: a free roll before placing (C3), or all of them because none fits (C4)."""

    faces: Annotated[tuple[_Face, ...], _Few]
    forced: bool = False


class Redraw(_Move, frozen=True):
    """Swap the whole hand because it is unplayable (J7)."""


class Pass(_Move, frozen=True):
    """Pass, because nothing else is possible (J5, J7, J11)."""


Move: TypeAlias = Place | Trade | Roll | Redraw | Pass
