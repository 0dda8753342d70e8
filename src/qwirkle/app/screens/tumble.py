"""Dice that tumble: a few passing faces before a roll lies."""

from __future__ import annotations

from collections.abc import Iterator

from qwirkle.engine.events import Rolled
from qwirkle.engine.pieces import SHAPES, Faces, colour_of

TUMBLES = 8


def tumbling_hands(event: Rolled, shown: Faces) -> Iterator[Faces]:
    """Hands to show one after the other; only rolled dice change, and only their shapes (C1)."""
    rolled = list(event.before)
    moving = []
    for slot, face in enumerate(shown):
        if face in rolled:
            rolled.remove(face)
            moving.append(slot)
    for step in range(1, TUMBLES + 1):
        hand = list(shown)
        for slot in moving:
            shape = (shown[slot] + step * (slot + 1) * 5 + slot) % SHAPES
            hand[slot] = colour_of(shown[slot]) * SHAPES + shape
        yield tuple(hand)
