"""Moves: what a player can ask for, in the imperative.

A bot's process sends its move as JSON, so the types bound what a hostile one can send; the rules
judge the rest.
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
    """A move; as JSON its type is its name."""


class Place(_Move, frozen=True):
    """Lay these pieces (R5)."""

    pieces: Annotated[tuple[_Piece, ...], _Few]


class Trade(_Move, frozen=True):
    """Set these pieces aside for as many from the bag (T2)."""

    faces: Annotated[tuple[_Face, ...], _Few]


class Roll(_Move, frozen=True):
    """Roll these pieces: freely before placing (C3), or all of them because none fits (C4)."""

    faces: Annotated[tuple[_Face, ...], _Few]
    forced: bool = False


class Redraw(_Move, frozen=True):
    """Put a dead hand back and draw as many (J7)."""


class Pass(_Move, frozen=True):
    """Do nothing, because nothing can be done (J5, J7, J11)."""


Move: TypeAlias = Place | Trade | Roll | Redraw | Pass
