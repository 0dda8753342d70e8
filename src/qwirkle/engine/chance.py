"""Chance: blind draws and rolls, from a source that is an argument."""

from __future__ import annotations

from random import Random

from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant


def for_event(seed: int, number: int) -> Random:
    """The source for one event of a game, so that a game that is resumed rolls the same."""
    return Random(f"{seed}:{number}")


def draw(variant: Variant, bag: tuple[int, ...], count: int, random: Random) -> Faces:
    """Take that many pieces out of the bag, each with a face by chance; fewer if it is short."""
    left = list(bag)
    total = sum(left)
    drawn = []
    for _ in range(min(count, total)):
        rest = int(random.random() * total)
        kind = 0
        while rest >= left[kind]:
            rest -= left[kind]
            kind += 1
        left[kind] -= 1
        total -= 1
        faces = variant.kinds[kind].faces
        drawn.append(faces[0] if len(faces) == 1 else faces[int(random.random() * len(faces))])
    return tuple(drawn)


def roll(variant: Variant, faces: Faces, random: Random) -> Faces:
    """Roll these pieces, in their order (C1)."""
    rolled = []
    for face in faces:
        sides = variant.kinds[variant.kind_of[face]].faces
        rolled.append(sides[int(random.random() * len(sides))])
    return tuple(rolled)
