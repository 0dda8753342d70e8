"""Rollouts: greedy turns played from one board in many possible worlds (determinizations)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.pieces import SHAPES, Faces
from qwirkle.kernel.best_scores import KINDS, SETS, Scan, best_table, new_scan
from qwirkle.kernel.compiling import Array, compiled, inlined, int64
from qwirkle.kernel.games import BONUS, HAND_SIZE, OUT_BONUS, ROLLS, held_by, take_out
from qwirkle.kernel.grid import (
    CELLS,
    Grid,
    Noted,
    fitting,
    lay,
    new_grid,
    new_noted,
    remember,
    restore,
)
from qwirkle.kernel.odds import Outcomes, means_of, new_outcomes
from qwirkle.kernel.plays import COUNT, FIRST, POINTS, Search, best_play, new_search
from qwirkle.kernel.twins import MOST_DICE

ROUNDING = 1e-9

ALL_STAY = -1
"""Returned instead of a choice of dice."""

# The features of the value model, in the order of their weights.
BASE, REPLY, KEEP, KEPT, ALIKE, PAIRS, LARGEST, BAG, THEIRS = range(9)
PART_COUNT = 9


class Room(NamedTuple):
    """All working arrays of a thread."""

    grid: Grid
    noted: Noted
    search: Search
    outcomes: Outcomes
    scan: Scan
    best: Array
    first_best: Array
    """Score table of the board that every rollout starts from."""
    first_hand: Array
    """The hand for which the first roll was last chosen."""
    laid: Array
    parts: Array


def new_room() -> Room:
    """Allocate the arrays for one call at a time."""
    return Room(
        new_grid(),
        new_noted(),
        new_search(),
        new_outcomes(),
        new_scan(),
        np.zeros((KINDS, SETS), dtype=np.int16),
        np.zeros((KINDS, SETS), dtype=np.int16),
        np.zeros(MOST_DICE, dtype=np.int64),
        np.zeros(CELLS, dtype=np.int64),
        np.zeros(PART_COUNT, dtype=np.float64),
    )


class Futures(NamedTuple):
    """A batch of determinizations as arrays. The last hand is the thinking player's, empty here."""

    hands: Array
    sizes: Array
    bags: Array
    slots: Array
    """Where in the bag a traded piece goes, in [0, 1)."""
    rolls: Array
    """Shapes that rolls will show."""
    limits: Array
    """Largest bag for which each row of weights applies."""
    weights: Array


class Worlds(NamedTuple):
    """The worlds after the turn being evaluated, and the results of their rollouts."""

    hands: Array
    sizes: Array
    bags: Array
    bag_size: int
    drawn: Array
    """Pieces drawn from each bag so far."""
    gains: Array
    beyond: Array
    left: Array
    """Pieces in the bag before the last draw, or GAME_OVER."""


OVER = -1


def enter(
    others: list[NDArray[np.int64]],
    bags: NDArray[np.int64],
    slots: NDArray[np.float64],
    rolls: NDArray[np.int64],
    phases: Sequence[tuple[int, tuple[float, ...]]],
    hand_size: int,
) -> Futures:
    """Pack a batch into arrays: the opponents' hands, the bags, and the future rolls and returns.

    `phases` holds the weights of the value model by bag size.
    """
    count, players = len(bags), len(others) + 1
    hands = np.zeros((count, players, hand_size), dtype=np.int64)
    sizes = np.zeros((count, players), dtype=np.int64)
    for player, rows in enumerate(others):
        hands[:, player, : rows.shape[1]] = rows
        sizes[:, player] = rows.shape[1]
    return Futures(
        hands,
        sizes,
        np.ascontiguousarray(bags),
        slots,
        rolls,
        np.array([bag for bag, _ in phases], dtype=np.int64),
        np.array([weights for _, weights in phases], dtype=np.float64),
    )


def begin(futures: Futures, kept: Faces, returned: Faces) -> Worlds:
    """Refill the leave in every world, and return traded pieces to the bags."""
    hands, sizes = futures.hands.copy(), futures.sizes.copy()
    count, players, hand_size = hands.shape
    missing = min(hand_size - len(kept), futures.bags.shape[1])
    hands[:, -1, : len(kept)] = kept
    hands[:, -1, len(kept) : len(kept) + missing] = futures.bags[:, :missing]
    sizes[:, -1] = len(kept) + missing
    rest = futures.bags.shape[1] - missing
    bags = np.zeros((count, rest + len(returned)), dtype=np.int64)
    bags[:, :rest] = futures.bags[:, missing:]
    if returned:
        _put_back(bags, np.array(returned, dtype=np.int64), futures.slots)
    return Worlds(
        hands,
        sizes,
        bags,
        bags.shape[1],
        np.zeros(count, dtype=np.int64),
        np.zeros((count, players), dtype=np.int64),
        np.zeros(count, dtype=np.float64),
        np.full(count, OVER, dtype=np.int64),
    )


@compiled
def _put_back(bags: Array, returned: Array, slots: Array) -> None:
    """Insert pieces into bags that have room for them at the end."""
    count = len(returned)
    for world in range(bags.shape[0]):
        for index in range(count):
            size = bags.shape[1] - count + index
            slot = int64(slots[world, index] * (size + 1))
            for place in range(size, slot, -1):
                bags[world, place] = bags[world, place - 1]
            bags[world, slot] = returned[index]


@compiled
def _choose(best: Array, hand: Array, size: int, outcomes: Outcomes) -> int:
    """Return the best free roll, one bit per die, or UNPLAYABLE_HAND."""
    if not means_of(best, hand, size, outcomes):
        return ALL_STAY
    means = outcomes.means
    choice, most = 0, means[0]
    for number in range(1, 1 << size):
        if means[number] > most + ROUNDING:
            choice, most = number, means[number]
    return choice


@compiled
def _choose_first(room: Room, hand: Array, size: int, world: int, chosen: int) -> int:
    """Like `_choose_roll`, on the first board; a hand that is equal in all worlds is rated once."""
    is_new = world == 0
    for index in range(size):
        is_new = is_new or room.first_hand[index] != hand[index]
    if not is_new:
        return chosen
    for index in range(size):
        room.first_hand[index] = hand[index]
    return _choose(room.first_best, hand, size, room.outcomes)


@compiled
def _roll(
    grid: Grid,
    rules: Array,
    hand: Array,
    size: int,
    shapes: Array,
    first: int,
    most_rolls: int,
    choice: int,
) -> None:
    """Roll the chosen dice, then all dice until one fits (C4)."""
    for index in range(size):
        if (choice >> index) & 1:
            hand[index] = hand[index] // SHAPES * SHAPES + shapes[first + index]
    fit = fitting(grid)
    for _ in range(most_rolls):
        for index in range(size):
            if (fit >> hand[index]) & 1:
                return
        first += rules[HAND_SIZE]
        for index in range(size):
            hand[index] = hand[index] // SHAPES * SHAPES + shapes[first + index]


@inlined
def _place(room: Room, rules: Array, worlds: Worlds, world: int, player: int, laid: int) -> int:
    """Place the best play, and return the number of pieces placed in this rollout so far."""
    play = room.search.best
    held = held_by(worlds.hands[world], worlds.sizes[world], player)
    best_play(room.grid, held, rules[BONUS], room.search)
    for index in range(play[COUNT]):
        face, at = play[FIRST + 2 * index], play[FIRST + 2 * index + 1]
        lay(room.grid, face, at)
        take_out(worlds.hands[world], worlds.sizes[world], player, face)
        room.laid[laid + index] = at
    if play[COUNT]:
        worlds.gains[world, player] += play[POINTS]
    return laid + play[COUNT]


@inlined
def _fill_up(rules: Array, worlds: Worlds, world: int, player: int) -> None:
    while worlds.sizes[world, player] < rules[HAND_SIZE] and worlds.drawn[world] < worlds.bag_size:
        size = worlds.sizes[world, player]
        worlds.hands[world, player, size] = worlds.bags[world, worlds.drawn[world]]
        worlds.sizes[world, player] += 1
        worlds.drawn[world] += 1


@inlined
def _hand_parts(worlds: Worlds, world: int, player: int, colours_only: int, parts: Array) -> None:
    """Set the features of a leave: duplicates, pairs that share a line, largest set."""
    alike, pairs, largest = 0, 0, 0
    size = worlds.sizes[world, player]
    for place in range(size):
        face = worlds.hands[world, player, place]
        same_colour, same_shape, met = 0, 0, 0
        for other_place in range(size):
            if other_place == place:
                continue
            other = worlds.hands[world, player, other_place]
            colour = other // SHAPES == face // SHAPES
            if colours_only:
                same_colour += colour
                met |= colour and other_place < place
            elif other == face:
                met |= other_place < place
            else:
                same_colour += colour
                same_shape += not colour and other % SHAPES == face % SHAPES
        alike += met
        pairs += same_colour + same_shape
        largest = max(largest, same_colour, same_shape)
    parts[KEPT] = size
    parts[ALIKE], parts[PAIRS], parts[LARGEST] = alike, pairs // 2, largest


@inlined
def _next_gain(room: Room, rules: Array, worlds: Worlds, world: int, player: int) -> float:
    """Return the expected score of a player's next turn, after the best roll if there is one."""
    if not rules[ROLLS]:
        held = held_by(worlds.hands[world], worlds.sizes[world], player)
        best_play(room.grid, held, rules[BONUS], room.search)
        return float(max(0, room.search.best[POINTS]))
    size = worlds.sizes[world, player]
    if not means_of(room.best, worlds.hands[world, player], size, room.outcomes):
        return 0.0
    found = room.outcomes.means[0]
    for number in range(1, 1 << size):
        found = max(found, room.outcomes.means[number])
    return found


@inlined
def _look_beyond(
    room: Room, rules: Array, players: int, futures: Futures, worlds: Worlds, world: int, bag: int
) -> float:
    """Estimate the last player's lead in the rest of the game; the hand features are set."""
    parts = room.parts
    if rules[ROLLS]:
        best_table(room.grid, rules[BONUS], room.scan, room.best)
    others = players - 1
    replies, theirs = 0.0, 0
    for player in range(others):
        replies += _next_gain(room, rules, worlds, world, player)
        theirs += worlds.sizes[world, player]
    parts[BASE] = 1.0
    parts[REPLY] = replies / others
    parts[KEEP] = _next_gain(room, rules, worlds, world, others)
    parts[BAG] = bag / 10
    parts[THEIRS] = theirs / others
    phase = 0
    while bag > futures.limits[phase]:
        phase += 1
    total = 0.0
    for part in range(PART_COUNT):
        total += futures.weights[phase, part] * parts[part]
    return total


@compiled
def roll_outs(
    room: Room,
    rules: Array,
    turns: int,
    players: int,
    most_rolls: int,
    futures: Futures,
    worlds: Worlds,
) -> int:
    """Play all worlds on and fill in the results. Return 0 if one left the grid, else 1."""
    grid = room.grid
    remember(grid, room.noted, 0)
    if rules[ROLLS]:
        best_table(grid, rules[BONUS], room.scan, room.first_best)
    first_choice = ALL_STAY
    for world in range(len(worlds.drawn)):
        laid = 0
        over = False
        bag = 0
        for turn in range(turns):
            player = turn % players
            if rules[ROLLS]:
                first = turn * (most_rolls + 1) * rules[HAND_SIZE]
                hand, size = worlds.hands[world, player], worlds.sizes[world, player]
                if turn == 0:
                    choice = _choose_first(room, hand, size, world, first_choice)
                    first_choice = choice
                else:
                    best_table(grid, rules[BONUS], room.scan, room.best)
                    choice = _choose(room.best, hand, size, room.outcomes)
                if choice != ALL_STAY:
                    shapes = futures.rolls[world]
                    _roll(grid, rules, hand, size, shapes, first, most_rolls, choice)
            before = laid
            laid = _place(room, rules, worlds, world, player, laid)
            bag = worlds.bag_size - worlds.drawn[world]
            if turn == turns - 1:
                _hand_parts(worlds, world, player, rules[ROLLS], room.parts)
            if laid > before:
                _fill_up(rules, worlds, world, player)
            if worlds.sizes[world, player] == 0:
                worlds.gains[world, player] += rules[OUT_BONUS]
                over = True
                break
        inside = grid.near_edge[0] == 0
        if inside and not over:
            worlds.left[world] = bag
            worlds.beyond[world] = _look_beyond(room, rules, players, futures, worlds, world, bag)
        restore(grid, room.noted, 0, room.laid, 0, laid)
        if not inside:
            return 0
    return 1
