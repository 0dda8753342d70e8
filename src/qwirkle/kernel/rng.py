"""The engine's SplitMix64 random numbers, draws and rolls, compiled: same seed, same results."""

from __future__ import annotations

from qwirkle.kernel.jit import Array, int64, jit, uint64

GOLDEN_GAMMA = uint64(0x9E3779B97F4A7C15)
FIRST_MULTIPLIER = uint64(0xBF58476D1CE4E5B9)
SECOND_MULTIPLIER = uint64(0x94D049BB133111EB)


@jit
def mix(number: int) -> int:
    """SplitMix64 finalizer."""
    number = (number ^ (number >> uint64(30))) * FIRST_MULTIPLIER
    number = (number ^ (number >> uint64(27))) * SECOND_MULTIPLIER
    return number ^ (number >> uint64(31))


@jit
def seed_event(seed: int, event_number: int, rng_state: Array) -> None:
    """Seed the generator for one event of a game."""
    rng_state[0] = mix(mix(uint64(seed)) + uint64(event_number) * GOLDEN_GAMMA)


@jit
def next_random(rng_state: Array) -> float:
    """Return the next number in [0, 1)."""
    rng_state[0] += GOLDEN_GAMMA
    return float(mix(rng_state[0]) >> uint64(11)) * 2.0**-53


@jit
def roll_piece(
    face: int, sides: Array, kind_by_face: Array, side_count: int, rng_state: Array
) -> int:
    """Return the face a piece shows after a roll."""
    return sides[kind_by_face[face], int64(next_random(rng_state) * side_count)]


@jit
def draw_piece(bag: Array, total: int, sides: Array, side_count: int, rng_state: Array) -> int:
    """Draw one piece from a bag that holds `total` pieces, and return its face."""
    rest = int64(next_random(rng_state) * total)
    kind = 0
    while rest >= bag[kind]:
        rest -= bag[kind]
        kind += 1
    bag[kind] -= 1
    if side_count == 1:
        return sides[kind, 0]
    return sides[kind, int64(next_random(rng_state) * side_count)]
