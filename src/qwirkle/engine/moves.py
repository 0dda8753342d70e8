"""Moves: what a player can ask for, in the imperative."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from qwirkle.engine.pieces import Faces, Laid


@dataclass(frozen=True, slots=True)
class Place:
    """Lay these pieces (R5)."""

    pieces: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class Trade:
    """Set these pieces aside for as many from the bag (T2)."""

    faces: Faces


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll these pieces: freely before placing (C3), or all of them because none fits (C4)."""

    faces: Faces
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Redraw:
    """Put a dead hand back and draw as many (J7)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because nothing can be done (J5, J7, J11)."""


Move: TypeAlias = Place | Trade | Roll | Redraw | Pass
