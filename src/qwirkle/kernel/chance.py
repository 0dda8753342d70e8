"""Chance in the same steps as the engine's own source."""

from __future__ import annotations

import numpy as np

from qwirkle.kernel.compiling import compiled

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_STIR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_STIR = np.uint64(0x94D049BB133111EB)


@compiled
def mix(number):  # type: ignore[no-untyped-def]
    """Stir the 64 bits of a number until none tells of it."""
    number = (number ^ (number >> np.uint64(30))) * FIRST_STIR
    number = (number ^ (number >> np.uint64(27))) * SECOND_STIR
    return number ^ (number >> np.uint64(31))


@compiled
def begin_event(seed, number, state):  # type: ignore[no-untyped-def]
    """Set the source up for one event of a game."""
    state[0] = mix(mix(np.uint64(seed)) + np.uint64(number) * GOLDEN)


@compiled
def next_random(state):  # type: ignore[no-untyped-def]
    """The next number from 0 up to, but not including, 1."""
    state[0] += GOLDEN
    return np.float64(mix(state[0]) >> np.uint64(11)) * 2.0**-53


@compiled
def roll(face, sides, kind_of, side_count, state):  # type: ignore[no-untyped-def]
    """What a piece shows after a roll."""
    return sides[kind_of[face], np.int64(next_random(state) * side_count)]


@compiled
def draw(bag, total, sides, side_count, state):  # type: ignore[no-untyped-def]
    """Take one piece out of a bag that holds `total`."""
    rest = np.int64(next_random(state) * total)
    kind = 0
    while rest >= bag[kind]:
        rest -= bag[kind]
        kind += 1
    bag[kind] -= 1
    if side_count == 1:
        return sides[kind, 0]
    return sides[kind, np.int64(next_random(state) * side_count)]
