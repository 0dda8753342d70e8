"""Random draws and rolls. The random source is always an argument, never global."""

from __future__ import annotations

from typing import Protocol

from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant

_ALL_64_BITS = (1 << 64) - 1
_GOLDEN_GAMMA = 0x9E3779B97F4A7C15


class RandomSource(Protocol):
    """A source of random numbers, such as `random.Random`."""

    def random(self) -> float:
        """Return the next number in [0, 1)."""
        ...


class SplitMix64:
    """SplitMix64 generator, seeded separately for each event of a game.

    It uses integers only, so every platform and the compiled kernel get the same numbers, and
    seeding it costs nothing.
    """

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state

    def random(self) -> float:
        self._state = (self._state + _GOLDEN_GAMMA) & _ALL_64_BITS
        return (mix(self._state) >> 11) * 2.0**-53


def mix(number: int) -> int:
    """SplitMix64 finalizer."""
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & _ALL_64_BITS
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & _ALL_64_BITS
    return number ^ number >> 31


def rng_for_event(seed: int, event_index: int) -> SplitMix64:
    """Return the generator for the event after `event_index` active events."""
    return SplitMix64(mix((mix(seed) + event_index * _GOLDEN_GAMMA) & _ALL_64_BITS))


def draw(variant: Variant, bag: tuple[int, ...], count: int, random: RandomSource) -> Faces:
    """Draw pieces from the bag, fewer if it holds fewer; dice get a random face."""
    remaining = list(bag)
    total = sum(remaining)
    drawn = []
    for _ in range(min(count, total)):
        offset = int(random.random() * total)
        kind = 0
        while offset >= remaining[kind]:
            offset -= remaining[kind]
            kind += 1
        remaining[kind] -= 1
        total -= 1
        faces = variant.kinds[kind].faces
        drawn.append(faces[0] if len(faces) == 1 else faces[int(random.random() * len(faces))])
    return tuple(drawn)


def roll(variant: Variant, faces: Faces, random: RandomSource) -> Faces:
    """Roll these pieces and return their new faces in the same order (C1)."""
    rolled = []
    for face in faces:
        sides = variant.kinds[variant.kind_by_face[face]].faces
        rolled.append(sides[int(random.random() * len(sides))])
    return tuple(rolled)
