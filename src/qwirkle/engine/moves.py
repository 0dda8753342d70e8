"""Moves: what a player can ask for, in the imperative."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from qwirkle.engine.pieces import Faces, Laid


class Place(Struct, frozen=True):
    """Lay these pieces (R5)."""

    pieces: tuple[Laid, ...]


class Trade(Struct, frozen=True):
    """Set these pieces aside for as many from the bag (T2)."""

    faces: Faces


class Roll(Struct, frozen=True):
    """Roll these pieces: freely before placing (C3), or all of them because none fits (C4)."""

    faces: Faces
    forced: bool = False


class Redraw(Struct, frozen=True):
    """Put a dead hand back and draw as many (J7)."""


class Pass(Struct, frozen=True):
    """Do nothing, because nothing can be done (J5, J7, J11)."""


Move: TypeAlias = Place | Trade | Roll | Redraw | Pass
