"""The engine's SplitMix64 random numbers, draws and rolls, compiled: same seed, same results."""

from __future__ import annotations

from qwirkle.kernel.compiling import Array, compiled, int64, uint64

GOLDEN = uint64(0x9E3779B97F4A7C15)
FIRST_STIR = uint64(0xBF58476D1CE4E5B9)
SECOND_STIR = uint64(0x94D049BB133111EB)


@compiled
def mix(number: int) -> int:
    """SplitMix64 finalizer."""
    number = (number ^ (number >> uint64(30))) * FIRST_STIR
    number = (number ^ (number >> uint64(27))) * SECOND_STIR
    return number ^ (number >> uint64(31))


@compiled
def begin_event(seed: int, number: int, state: Array) -> None:
    """Seed the generator for one event of a game."""
    state[0] = mix(mix(uint64(seed)) + uint64(number) * GOLDEN)


@compiled
def next_random(state: Array) -> float:
    """Return the next number in [0, 1)."""
    state[0] += GOLDEN
    return float(mix(state[0]) >> uint64(11)) * 2.0**-53


@compiled
def roll(face: int, sides: Array, kind_of: Array, side_count: int, state: Array) -> int:
    """Return the face a piece shows after a roll."""
    return sides[kind_of[face], int64(next_random(state) * side_count)]


@compiled
def draw(bag: Array, total: int, sides: Array, side_count: int, state: Array) -> int:
    """Draw one piece from a bag that holds `total` pieces, and return its face."""
    rest = int64(next_random(state) * total)
    kind = 0
    while rest >= bag[kind]:
        rest -= bag[kind]
        kind += 1
    bag[kind] -= 1
    if side_count == 1:
        return sides[kind, 0]
    return sides[kind, int64(next_random(state) * side_count)]
