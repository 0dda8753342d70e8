"""Chance in the same steps as the engine's own source."""

from __future__ import annotations

from qwirkle.kernel.compiling import Array, compiled, int64, uint64

GOLDEN = uint64(0x9E3779B97F4A7C15)
FIRST_STIR = uint64(0xBF58476D1CE4E5B9)
SECOND_STIR = uint64(0x94D049BB133111EB)


@compiled
def mix(number: int) -> int:
    """Stir the 64 bits of a number until none tells of it."""
    number = (number ^ (number >> uint64(30))) * FIRST_STIR
    number = (number ^ (number >> uint64(27))) * SECOND_STIR
    return number ^ (number >> uint64(31))


@compiled
def begin_event(seed: int, number: int, state: Array) -> None:
    """Set the source up for one event of a game."""
    state[0] = mix(mix(uint64(seed)) + uint64(number) * GOLDEN)


@compiled
def next_random(state: Array) -> float:
    """The next number from 0 up to, but not including, 1."""
    state[0] += GOLDEN
    return float(mix(state[0]) >> uint64(11)) * 2.0**-53


@compiled
def roll(face: int, sides: Array, kind_of: Array, side_count: int, state: Array) -> int:
    """What a piece shows after a roll."""
    return sides[kind_of[face], int64(next_random(state) * side_count)]


@compiled
def draw(bag: Array, total: int, sides: Array, side_count: int, state: Array) -> int:
    """Take one piece out of a bag that holds `total`."""
    rest = int64(next_random(state) * total)
    kind = 0
    while rest >= bag[kind]:
        rest -= bag[kind]
        kind += 1
    bag[kind] -= 1
    if side_count == 1:
        return sides[kind, 0]
    return sides[kind, int64(next_random(state) * side_count)]
