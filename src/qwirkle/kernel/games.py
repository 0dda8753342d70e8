"""Whole games between `simple` bots, which always play the best-scoring turn."""

from __future__ import annotations

from qwirkle.kernel.grid import GRID_SIZE, MIDDLE, Grid, clear_grid, place_piece, playable_faces
from qwirkle.kernel.jit import Array, int64, jit
from qwirkle.kernel.plays import (
    FIRST_PIECE,
    PIECE_COUNT,
    POINTS,
    PlayBuffers,
    find_best_play,
    line_score,
)
from qwirkle.kernel.rng import draw_piece, roll_piece, seed_event

TRADE, ROLL, REDRAW, PASS = range(4)
"""What a stuck player can do."""

# Indices of the scalars in `RuleArrays`.
HAND_SIZE, SIDE_COUNT, PIECE_KIND_COUNT, QWIRKLE_BONUS, LONE_PIECE = range(5)
OUT_BONUS, OLDEST_FIRST, HAS_ROLL_STEP, STUCK_ACTION_COUNT = range(5, 9)
FIRST_STUCK_ACTION = 9
RULE_COUNT = FIRST_STUCK_ACTION + 4

ABANDONED = -1
"""Returned if a game left the grid or had too many events."""

MAX_EVENTS_PER_TURN = 3
"""A turn and the end of the game add at most a move, a draw and the result."""


@jit
def _fill_hand(
    hands: Array, sizes: Array, seat: int, bag: Array, rules: Array, sides: Array, rng_state: Array
) -> None:
    """Draw until the hand is full or the bag is empty (R11)."""
    total = 0
    for kind in range(rules[PIECE_KIND_COUNT]):
        total += bag[kind]
    while sizes[seat] < rules[HAND_SIZE] and total > 0:
        hands[seat, sizes[seat]] = draw_piece(bag, total, sides, rules[SIDE_COUNT], rng_state)
        sizes[seat] += 1
        total -= 1


@jit
def _is_earlier(mask: int, other: int) -> bool:
    """Return True if a set of faces comes before another one of the same size."""
    both = mask & other
    mask &= ~both
    other &= ~both
    return other == 0 or (mask != 0 and (mask & -mask) < (other & -other))


@jit
def largest_set(hands: Array, sizes: Array, seat: int) -> int:
    """Return the first of the largest sets in a hand (R3), as a mask."""
    best = int64(0)
    size = 0
    for index in range(sizes[seat]):
        first = hands[seat, index]
        for by_colour in (0, 1):
            mask = int64(0)
            count = 0
            for other in range(sizes[seat]):
                face = hands[seat, other]
                matches = face // 6 == first // 6 if by_colour else face % 6 == first % 6
                if matches and not (mask >> face) & 1:
                    mask |= int64(1) << face
                    count += 1
            if count > size or (count == size and mask != best and _is_earlier(mask, best)):
                best, size = mask, count
    return best


@jit
def remove_piece(hands: Array, sizes: Array, seat: int, face: int) -> None:
    """Remove one piece with this face from a hand; the others keep their order."""
    index = 0
    while hands[seat, index] != face:
        index += 1
    sizes[seat] -= 1
    while index < sizes[seat]:
        hands[seat, index] = hands[seat, index + 1]
        index += 1


@jit
def hand_mask(hands: Array, sizes: Array, seat: int) -> int:
    """Return the faces in a hand as a mask."""
    mask = int64(0)
    for index in range(sizes[seat]):
        mask |= int64(1) << hands[seat, index]
    return mask


@jit
def _possible_faces(mask: int, sides: Array, kind_by_face: Array, side_count: int) -> int:
    """Return all faces that pieces now showing these faces can show."""
    possible = int64(0)
    for face in range(36):
        if (mask >> face) & 1:
            for side in range(side_count):
                possible |= int64(1) << sides[kind_by_face[face], side]
    return possible


@jit
def _possible_faces_in_bag(bag: Array, rules: Array, sides: Array) -> int:
    possible = int64(0)
    for kind in range(rules[PIECE_KIND_COUNT]):
        if bag[kind] > 0:
            for side in range(rules[SIDE_COUNT]):
                possible |= int64(1) << sides[kind, side]
    return possible


@jit
def _choose_stuck_action(
    hands: Array,
    sizes: Array,
    seat: int,
    player_count: int,
    bag: Array,
    rules: Array,
    sides: Array,
    kind_by_face: Array,
    playable: int,
) -> int:
    """Return the first available action of a stuck player."""
    in_bag = _possible_faces_in_bag(bag, rules, sides)
    for index in range(rules[STUCK_ACTION_COUNT]):
        action = rules[FIRST_STUCK_ACTION + index]
        if action == TRADE and in_bag:
            possible = in_bag
            for other in range(player_count):
                faces = hand_mask(hands, sizes, other)
                possible |= _possible_faces(faces, sides, kind_by_face, rules[SIDE_COUNT])
            if possible & playable:
                return TRADE
        elif action == ROLL:
            faces = hand_mask(hands, sizes, seat)
            if _possible_faces(faces, sides, kind_by_face, rules[SIDE_COUNT]) & playable:
                return ROLL
        elif action == REDRAW and in_bag & playable:
            return REDRAW
    return PASS


@jit
def _trade(
    hands: Array,
    sizes: Array,
    seat: int,
    bag: Array,
    rules: Array,
    sides: Array,
    kind_by_face: Array,
    rng_state: Array,
) -> None:
    """Trade as many pieces as the bag allows, from the left; they go back after the draw (T3)."""
    total = 0
    for kind in range(rules[PIECE_KIND_COUNT]):
        total += bag[kind]
    count = min(sizes[seat], total)
    kept_count = sizes[seat] - count
    packed_faces = int64(0)
    for index in range(count):
        # At most eight faces of six bits each fit into 64 bits.
        packed_faces |= hands[seat, index] << (6 * index)
    for index in range(kept_count):
        hands[seat, index] = hands[seat, index + count]
    for index in range(count):
        hands[seat, kept_count + index] = draw_piece(
            bag, total - index, sides, rules[SIDE_COUNT], rng_state
        )
    for index in range(count):
        bag[kind_by_face[(packed_faces >> (6 * index)) & 63]] += 1


@jit
def play_simple_game(
    seed: int,
    max_events: int,
    player_count: int,
    ages: Array,
    rules: Array,
    sides: Array,
    kind_by_face: Array,
    bag: Array,
    hands: Array,
    sizes: Array,
    scores: Array,
    grid: Grid,
    buffers: PlayBuffers,
    rng_state: Array,
) -> int:
    """Play one game into `scores`. Return the number of turns, or ABANDONED."""
    best = buffers.best_play
    clear_grid(grid)
    event = 0
    for seat in range(player_count):
        scores[seat] = 0
        sizes[seat] = 0
        seed_event(seed, event, rng_state)
        _fill_hand(hands, sizes, seat, bag, rules, sides, rng_state)
        event += 1
    seat, set_size = 0, 0
    for other in range(player_count):
        mask = largest_set(hands, sizes, other)
        count = 0
        while mask:
            mask &= mask - 1
            count += 1
        goes_first = ages[other] > ages[seat] if rules[OLDEST_FIRST] else ages[other] < ages[seat]
        if count > set_size or (count == set_size and goes_first):
            seat, set_size = other, count
    event += 1
    mask = largest_set(hands, sizes, seat)
    column = 0
    for face in range(36):
        if (mask >> face) & 1:
            place_piece(grid, face, MIDDLE * GRID_SIZE + MIDDLE + column)
            remove_piece(hands, sizes, seat, face)
            column += 1
    scores[seat] = line_score(set_size, rules[QWIRKLE_BONUS]) if set_size > 1 else rules[LONE_PIECE]
    event += 1
    turns, passes = 0, 0
    while True:
        # The player has just finished a turn by placing, trading or passing.
        if passes == 0 and sizes[seat] < rules[HAND_SIZE]:
            before = sizes[seat]
            seed_event(seed, event, rng_state)
            _fill_hand(hands, sizes, seat, bag, rules, sides, rng_state)
            if sizes[seat] > before:
                event += 1
            elif sizes[seat] == 0:
                scores[seat] += rules[OUT_BONUS]
                return turns + 1
        turns += 1
        seat = (seat + 1) % player_count
        while True:
            if event + MAX_EVENTS_PER_TURN > max_events:
                return ABANDONED
            faces = hand_mask(hands, sizes, seat)
            playable = playable_faces(grid)
            if faces & playable:
                find_best_play(grid, faces, rules[QWIRKLE_BONUS], buffers)
                for index in range(best[PIECE_COUNT]):
                    face, cell = best[FIRST_PIECE + 2 * index], best[FIRST_PIECE + 2 * index + 1]
                    place_piece(grid, face, cell)
                    remove_piece(hands, sizes, seat, face)
                if grid.near_edge[0]:
                    return ABANDONED
                scores[seat] += best[POINTS]
                event += 1
                passes = 0
                break
            action = _choose_stuck_action(
                hands, sizes, seat, player_count, bag, rules, sides, kind_by_face, playable
            )
            seed_event(seed, event, rng_state)
            event += 1
            if action == TRADE:
                _trade(hands, sizes, seat, bag, rules, sides, kind_by_face, rng_state)
                passes = 0
                break
            if action == PASS:
                passes += 1
                if passes == player_count:
                    return turns + 1
                break
            if action == ROLL:
                for index in range(sizes[seat]):
                    hands[seat, index] = roll_piece(
                        hands[seat, index], sides, kind_by_face, rules[SIDE_COUNT], rng_state
                    )
            else:
                for index in range(sizes[seat]):
                    bag[kind_by_face[hands[seat, index]]] += 1
                count = sizes[seat]
                total = 0
                for kind in range(rules[PIECE_KIND_COUNT]):
                    total += bag[kind]
                for index in range(count):
                    hands[seat, index] = draw_piece(
                        bag, total - index, sides, rules[SIDE_COUNT], rng_state
                    )
