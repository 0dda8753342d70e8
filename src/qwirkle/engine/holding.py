"""Hands and the bag: taking pieces out and putting them in."""

from __future__ import annotations

from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant


def places_in(hand: Faces, faces: Faces) -> list[int]:
    """Where in the hand these faces lie, each copy at a place of its own."""
    free = list(range(len(hand)))
    places = []
    for face in faces:
        place = next(index for index in free if hand[index] == face)
        free.remove(place)
        places.append(place)
    return places


def without(hand: Faces, faces: Faces) -> Faces:
    """The hand after these faces have left it."""
    rest = list(hand)
    for face in faces:
        rest.remove(face)
    return tuple(rest)


def take_from(variant: Variant, bag: tuple[int, ...], faces: Faces) -> tuple[int, ...]:
    """The bag after these pieces have been drawn; below 0 where it does not hold them."""
    left = list(bag)
    for face in faces:
        left[variant.kind_of[face]] -= 1
    return tuple(left)


def put_into(variant: Variant, bag: tuple[int, ...], faces: Faces) -> tuple[int, ...]:
    """The bag after these pieces have gone back."""
    left = list(bag)
    for face in faces:
        left[variant.kind_of[face]] += 1
    return tuple(left)
