"""The frame: everything that the panes show at one moment, bound one way to each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qwirkle.engine.pieces import Cell, Face, Faces, Laid

if TYPE_CHECKING:
    from qwirkle.engine.view import View


@dataclass(frozen=True, slots=True)
class HandSlot:
    """One place in the hand, as sorted by the player."""

    face: Face
    number: int
    """The key that picks or marks it, from 1."""
    picked: bool = False
    laid: bool = False
    """It lies on the table in the half-built turn."""
    marked: bool = False
    """It is chosen for a trade or a roll."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One turn in the log."""

    turn: int
    name: str
    text: str
    """What happened, in whole words: `+5`, `traded 3`."""
    faces: Faces = ()
    """Pieces to draw after the text."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What all panes show, from the eyes of the seat at the keyboard."""

    view: View
    names: tuple[str, ...]
    """By seat, cleaned of control signs; still hostile as markup."""
    kinds: tuple[str, ...] = ()
    """By seat: `human` or `bot:NAME`."""
    hand: tuple[HandSlot, ...] = ()
    """Empty behind a curtain."""
    hand_title: str = ""
    hand_note: str = ""
    """The preview of the points, line by line."""
    drafted: tuple[Laid, ...] = ()
    """Laid but not committed."""
    last: tuple[Laid, ...] = ()
    """The last committed play."""
    fitting: Mapping[Cell, int] = field(default_factory=dict)
    """Where the picked piece fits, and the points that it would score there."""
    refused: tuple[Cell, ...] = ()
    """Cells that a refusal names."""
    hinted: Mapping[Cell, tuple[int, Face]] = field(default_factory=dict)
    """The number of the hint and the face that it lays there."""
    cursor: Cell | None = None
    gains: tuple[int | None, ...] = ()
    """The last gain by seat."""
    log: tuple[LogLine, ...] = ()
    """Newest first."""
    banner: str = ""
    """Whose turn it is and what to do."""
