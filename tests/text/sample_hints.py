"""Three hints, two of which share a cell."""

from __future__ import annotations

import re

from qwirkle.analysis.hints import Hint, HintReason
from qwirkle.engine.moves import Move, Place
from qwirkle.engine.pieces import FACE_BY_TEXT, PieceAt
from tests.sample_positions import faces

HAND = faces("Rs Rb Gc")


def hint(move: Move, points: float = 3) -> Hint:
    """Return a hint for this move."""
    return Hint(move, points, points, 0, 0, 1, 0, (HintReason.MORE_ON_AVERAGE,))


def piece_at(text: str, x: int, y: int) -> PieceAt:
    """Return a piece on a cell."""
    return FACE_BY_TEXT[text], x, y


PLACED_BY_C = (piece_at("Rs", -1, 0), piece_at("Rb", -2, 0))
HINTS = (
    hint(Place((piece_at("Rs", 2, 0),))),
    hint(Place((piece_at("Rb", 2, 0),))),
    hint(Place(PLACED_BY_C), 4),
)
"""A and B share a cell."""


def hint_numbers(prompt: str) -> dict[str, list[str]]:
    """Return the slot numbers and points of each hint in a prompt, by its letter."""
    parts = re.findall(r"\b([A-H]): (.*?)\.(?=\s|$)", prompt)
    return {letter: re.findall(r"\+?\d[\d+.]*", text) for letter, text in parts}
