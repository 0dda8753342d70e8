"""Whole games between `simple` bots, who always play the best-scoring turn."""

from __future__ import annotations

from qwirkle.kernel.chance import begin_event, draw, roll
from qwirkle.kernel.compiling import Array, compiled, int64
from qwirkle.kernel.grid import MIDDLE, SIDE, Grid, clear, fitting, lay
from qwirkle.kernel.plays import COUNT, FIRST, POINTS, Search, best_play, worth

TRADE, ROLL, REDRAW, PASS = range(4)
"""The options of a stuck player."""

# Indices of the scalars in `RuleArrays`.
HAND_SIZE, SIDE_COUNT, KINDS, BONUS, LONE_PIECE = range(5)
OUT_BONUS, OLDEST_FIRST, ROLLS, STUCK_COUNT = range(5, 9)
STUCK = 9
RULES = STUCK + 4

TOO_FAR = -1
"""Returned if a game left the grid or had too many events."""

A_TURN = 3
"""A turn and the end of the game add at most a move, a draw and the result."""


@compiled
def _fill_up(
    hands: Array, sizes: Array, seat: int, bag: Array, rules: Array, sides: Array, state: Array
) -> None:
    """Draw until the hand is full or the bag is empty (R11)."""
    total = 0
    for kind in range(rules[KINDS]):
        total += bag[kind]
    while sizes[seat] < rules[HAND_SIZE] and total > 0:
        hands[seat, sizes[seat]] = draw(bag, total, sides, rules[SIDE_COUNT], state)
        sizes[seat] += 1
        total -= 1


@compiled
def _is_earlier(mine: int, its: int) -> bool:
    """Return True if a set of faces comes before another one of the same size."""
    both = mine & its
    mine &= ~both
    its &= ~both
    return its == 0 or (mine != 0 and (mine & -mine) < (its & -its))


@compiled
def largest_set(hands: Array, sizes: Array, seat: int) -> int:
    """Return the first of the largest sets in a hand (R3), as a mask."""
    best = int64(0)
    size = 0
    for index in range(sizes[seat]):
        first = hands[seat, index]
        for by_colour in (0, 1):
            found = int64(0)
            count = 0
            for other in range(sizes[seat]):
                face = hands[seat, other]
                alike = face // 6 == first // 6 if by_colour else face % 6 == first % 6
                if alike and not (found >> face) & 1:
                    found |= int64(1) << face
                    count += 1
            if count > size or (count == size and found != best and _is_earlier(found, best)):
                best, size = found, count
    return best


@compiled
def take_out(hands: Array, sizes: Array, seat: int, face: int) -> None:
    """Remove one piece with this face from a hand; the others keep their order."""
    index = 0
    while hands[seat, index] != face:
        index += 1
    sizes[seat] -= 1
    while index < sizes[seat]:
        hands[seat, index] = hands[seat, index + 1]
        index += 1


@compiled
def held_by(hands: Array, sizes: Array, seat: int) -> int:
    """Return the faces in a hand as a mask."""
    held = int64(0)
    for index in range(sizes[seat]):
        held |= int64(1) << hands[seat, index]
    return held


@compiled
def _sides_of(mask: int, sides: Array, kind_of: Array, side_count: int) -> int:
    """Return all faces that pieces now showing these faces can show."""
    found = int64(0)
    for face in range(36):
        if (mask >> face) & 1:
            for side in range(side_count):
                found |= int64(1) << sides[kind_of[face], side]
    return found


@compiled
def _sides_in_bag(bag: Array, rules: Array, sides: Array) -> int:
    found = int64(0)
    for kind in range(rules[KINDS]):
        if bag[kind] > 0:
            for side in range(rules[SIDE_COUNT]):
                found |= int64(1) << sides[kind, side]
    return found


@compiled
def _what_to_do(
    hands: Array,
    sizes: Array,
    seat: int,
    players: int,
    bag: Array,
    rules: Array,
    sides: Array,
    kind_of: Array,
    fit: int,
) -> int:
    """Return the first available option of a stuck player."""
    in_bag = _sides_in_bag(bag, rules, sides)
    for index in range(rules[STUCK_COUNT]):
        way = rules[STUCK + index]
        if way == TRADE and in_bag:
            alive = in_bag
            for other in range(players):
                held = held_by(hands, sizes, other)
                alive |= _sides_of(held, sides, kind_of, rules[SIDE_COUNT])
            if alive & fit:
                return TRADE
        elif way == ROLL:
            held = held_by(hands, sizes, seat)
            if _sides_of(held, sides, kind_of, rules[SIDE_COUNT]) & fit:
                return ROLL
        elif way == REDRAW and in_bag & fit:
            return REDRAW
    return PASS


@compiled
def _trade(
    hands: Array,
    sizes: Array,
    seat: int,
    bag: Array,
    rules: Array,
    sides: Array,
    kind_of: Array,
    state: Array,
) -> None:
    """Trade as many pieces as the bag allows, from the left; they go back after the draw (T3)."""
    total = 0
    for kind in range(rules[KINDS]):
        total += bag[kind]
    count = min(sizes[seat], total)
    kept = sizes[seat] - count
    gave = int64(0)
    for index in range(count):
        # At most eight faces of six bits each fit into 64 bits.
        gave |= hands[seat, index] << (6 * index)
    for index in range(kept):
        hands[seat, index] = hands[seat, index + count]
    for index in range(count):
        hands[seat, kept + index] = draw(bag, total - index, sides, rules[SIDE_COUNT], state)
    for index in range(count):
        bag[kind_of[(gave >> (6 * index)) & 63]] += 1


@compiled
def simple_game(
    seed: int,
    most_events: int,
    players: int,
    ages: Array,
    rules: Array,
    sides: Array,
    kind_of: Array,
    bag: Array,
    hands: Array,
    sizes: Array,
    scores: Array,
    grid: Grid,
    search: Search,
    state: Array,
) -> int:
    """Play one game into `scores`. Return the number of turns, or ABANDONED."""
    best = search.best
    clear(grid)
    event = 0
    for seat in range(players):
        scores[seat] = 0
        sizes[seat] = 0
        begin_event(seed, event, state)
        _fill_up(hands, sizes, seat, bag, rules, sides, state)
        event += 1
    seat, most = 0, 0
    for other in range(players):
        mask = largest_set(hands, sizes, other)
        count = 0
        while mask:
            mask &= mask - 1
            count += 1
        older = ages[other] > ages[seat] if rules[OLDEST_FIRST] else ages[other] < ages[seat]
        if count > most or (count == most and older):
            seat, most = other, count
    event += 1
    mask = largest_set(hands, sizes, seat)
    column = 0
    for face in range(36):
        if (mask >> face) & 1:
            lay(grid, face, MIDDLE * SIDE + MIDDLE + column)
            take_out(hands, sizes, seat, face)
            column += 1
    scores[seat] = worth(most, rules[BONUS]) if most > 1 else rules[LONE_PIECE]
    event += 1
    turns, passes = 0, 0
    while True:
        # The player has just finished a turn by placing, trading or passing.
        if passes == 0 and sizes[seat] < rules[HAND_SIZE]:
            before = sizes[seat]
            begin_event(seed, event, state)
            _fill_up(hands, sizes, seat, bag, rules, sides, state)
            if sizes[seat] > before:
                event += 1
            elif sizes[seat] == 0:
                scores[seat] += rules[OUT_BONUS]
                return turns + 1
        turns += 1
        seat = (seat + 1) % players
        placed = False
        while not placed:
            if event + A_TURN > most_events:
                return TOO_FAR
            held = held_by(hands, sizes, seat)
            fit = fitting(grid)
            if held & fit:
                best_play(grid, held, rules[BONUS], search)
                for index in range(best[COUNT]):
                    face, at = best[FIRST + 2 * index], best[FIRST + 2 * index + 1]
                    lay(grid, face, at)
                    take_out(hands, sizes, seat, face)
                if grid.near_edge[0]:
                    return TOO_FAR
                scores[seat] += best[POINTS]
                event += 1
                passes = 0
                break
            way = _what_to_do(hands, sizes, seat, players, bag, rules, sides, kind_of, fit)
            begin_event(seed, event, state)
            event += 1
            if way == TRADE:
                _trade(hands, sizes, seat, bag, rules, sides, kind_of, state)
                passes = 0
                break
            if way == PASS:
                passes += 1
                if passes == players:
                    return turns + 1
                break
            if way == ROLL:
                for index in range(sizes[seat]):
                    hands[seat, index] = roll(
                        hands[seat, index], sides, kind_of, rules[SIDE_COUNT], state
                    )
            else:
                for index in range(sizes[seat]):
                    bag[kind_of[hands[seat, index]]] += 1
                count = sizes[seat]
                total = 0
                for kind in range(rules[KINDS]):
                    total += bag[kind]
                for index in range(count):
                    hands[seat, index] = draw(bag, total - index, sides, rules[SIDE_COUNT], state)
