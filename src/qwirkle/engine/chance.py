"""Chance: blind draws and rolls, from a source that is an argument."""

from __future__ import annotations

from typing import Protocol

from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant

_ALL_64_BITS = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Source(Protocol):
    """Where chance comes from; `random.Random` is one."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        ...


class EventSource:
    """SplitMix64, set up anew for each event of a game.

    It is a few whole-number steps with the same outcome everywhere, it costs nothing to start,
    and a compiled kernel can take the very same steps.
    """

    __slots__ = ("_state",)

    def __init__(self, state: int) -> None:
        self._state = state

    def random(self) -> float:
        """The next number from 0 up to, but not including, 1."""
        self._state = (self._state + _GOLDEN) & _ALL_64_BITS
        return (mix(self._state) >> 11) * 2.0**-53


def mix(number: int) -> int:
    """Stir the 64 bits of a number until none tells of it."""
    number = ((number ^ number >> 30) * 0xBF58476D1CE4E5B9) & _ALL_64_BITS
    number = ((number ^ number >> 27) * 0x94D049BB133111EB) & _ALL_64_BITS
    return number ^ number >> 31


def for_event(seed: int, number: int) -> EventSource:
    """The source for what happens after so many events that stand: always the same one."""
    return EventSource(mix((mix(seed) + number * _GOLDEN) & _ALL_64_BITS))


def draw(variant: Variant, bag: tuple[int, ...], count: int, random: Source) -> Faces:
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


def roll(variant: Variant, faces: Faces, random: Source) -> Faces:
    """Roll these pieces, in their order (C1)."""
    rolled = []
    for face in faces:
        sides = variant.kinds[variant.kind_of[face]].faces
        rolled.append(sides[int(random.random() * len(sides))])
    return tuple(rolled)
