"""Adding pieces to hands and the bag, and removing them."""

from __future__ import annotations

from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant


def find_slots(hand: Faces, faces: Faces) -> list[int]:
    """Return the index in the hand of each of these faces, no index twice."""
    free = list(range(len(hand)))
    slots = []
    for face in faces:
        slot = next(index for index in free if hand[index] == face)
        free.remove(slot)
        slots.append(slot)
    return slots


def remove_from_hand(hand: Faces, faces: Faces) -> Faces:
    """Return the hand without these faces."""
    remaining = list(hand)
    for face in faces:
        remaining.remove(face)
    return tuple(remaining)


def remove_from_bag(variant: Variant, bag: tuple[int, ...], faces: Faces) -> tuple[int, ...]:
    """Return the bag without these pieces; counts are negative if it doesn't hold them."""
    counts = list(bag)
    for face in faces:
        counts[variant.kind_by_face[face]] -= 1
    return tuple(counts)


def add_to_bag(variant: Variant, bag: tuple[int, ...], faces: Faces) -> tuple[int, ...]:
    """Return the bag with these pieces added."""
    counts = list(bag)
    for face in faces:
        counts[variant.kind_by_face[face]] += 1
    return tuple(counts)
