"""Adding pieces to hands and the bag, and removing them."""

from __future__ import annotations

from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant


def places_in(hand: Faces, faces: Faces) -> list[int]:
    """Return the index in the hand of each of these faces, no index twice."""
    free = list(range(len(hand)))
    places = []
    for face in faces:
        place = next(index for index in free if hand[index] == face)
        free.remove(place)
        places.append(place)
    return places


def without(hand: Faces, faces: Faces) -> Faces:
    """Return the hand without these faces."""
    rest = list(hand)
    for face in faces:
        rest.remove(face)
    return tuple(rest)


def take_from(variant: Variant, bag: tuple[int, ...], faces: Faces) -> tuple[int, ...]:
    """Return the bag without these pieces; counts are negative if it doesn't hold them."""
    left = list(bag)
    for face in faces:
        left[variant.kind_of[face]] -= 1
    return tuple(left)


def put_into(variant: Variant, bag: tuple[int, ...], faces: Faces) -> tuple[int, ...]:
    """Return the bag with these pieces added."""
    left = list(bag)
    for face in faces:
        left[variant.kind_of[face]] += 1
    return tuple(left)
