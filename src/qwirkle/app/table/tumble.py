"""Dice that tumble: a few passing faces before a roll lies."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import structs
from msgspec.structs import replace

from qwirkle.engine.pieces import Faces, colour_of
from qwirkle.table.frame import Frame, Throw

TUMBLES = 8


def rolled_slots(before: Faces, shown: Faces, marked: Collection[int]) -> tuple[int, ...]:
    """Which shown dice are rolled: the marked ones, where it is these, else the first alike.

    >>> rolled_slots((3,), (3, 8, 3), {2})
    (2,)
    >>> rolled_slots((3,), (3, 8, 3), ())
    (0,)
    """
    if sorted(shown[slot] for slot in marked) == sorted(before):
        return tuple(sorted(marked))
    left = list(before)
    moving = []
    for slot, face in enumerate(shown):
        if face in left:
            left.remove(face)
            moving.append(slot)
    return tuple(moving)


def tumbling_hands(
    shown: Faces, moving: Collection[int], sides_of: Mapping[int, Faces]
) -> Iterator[Faces]:
    """Hands to show one after the other; only rolled dice change, and only their shapes (C1).

    `sides_of` tells for each colour the faces that its dice have.
    """
    for step in range(1, TUMBLES + 1):
        hand = list(shown)
        for slot in moving:
            sides = sides_of[colour_of(shown[slot])]
            hand[slot] = sides[(shown[slot] + step * (slot + 1) * 5 + slot) % len(sides)]
        yield tuple(hand)


def tumbling_frames(frame: Frame, throw: Throw) -> Iterator[Frame]:
    """What to show while a roll happens: who rolls, and which dice."""
    if throw.anew:
        shown, moving = throw.after, tuple(range(len(throw.after)))
    else:
        shown = tuple(slot.face for slot in frame.hand)
        marked = [index for index, slot in enumerate(frame.hand) if slot.marked]
        moving = rolled_slots(throw.before, shown, marked)
    sides_of = {colour_of(stock.faces[0]): stock.faces for stock in frame.stock}
    for faces in tumbling_hands(shown, moving, sides_of):
        slots = tuple(
            structs.replace(slot, face=face, marked=index in moving)
            for index, (slot, face) in enumerate(zip(frame.hand, faces, strict=True))
        )
        yield replace(frame, hand=slots, banner=throw.text)
