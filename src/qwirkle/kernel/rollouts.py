"""Turns played for points from one board on, in many worlds one after the other."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np

from qwirkle.engine.pieces import SHAPES, Faces
from qwirkle.kernel.best_scores import KINDS, SETS, Scan, best_table, new_scan
from qwirkle.kernel.compiling import Array, compiled
from qwirkle.kernel.games import BONUS, HAND_SIZE, OUT_BONUS, held_by, take_out
from qwirkle.kernel.grid import CELLS, Grid, fitting, lay, new_grid, remember, restore
from qwirkle.kernel.odds import Outcomes, means_of, new_outcomes
from qwirkle.kernel.plays import COUNT, FIRST, POINTS, Search, best_play, new_search
from qwirkle.kernel.twins import MOST_DICE

ROUNDING = 1e-9

ALL_STAY = -1
"""The choice of a dead hand."""


class Room(NamedTuple):
    """What a rollout works in."""

    grid: Grid
    noted: Grid
    search: Search
    outcomes: Outcomes
    scan: Scan
    best: Array
    """The best-score table."""
    first_best: Array
    """That of the board which all worlds begin with."""
    first_hand: Array
    """The hand for which the first roll has been chosen."""
    laid: Array


def new_room() -> Room:
    """Room for one call at a time."""
    return Room(
        new_grid(),
        new_grid(),
        new_search(),
        new_outcomes(),
        new_scan(),
        np.zeros((KINDS, SETS), dtype=np.int16),
        np.zeros((KINDS, SETS), dtype=np.int16),
        np.zeros(MOST_DICE, dtype=np.int64),
        np.zeros(CELLS, dtype=np.int64),
    )


class Worlds(NamedTuple):
    """The worlds of one call, and what comes out of them."""

    hands: Array
    sizes: Array
    bags: Array
    bag_size: int
    drawn: Array
    """How much of each bag is gone."""
    shapes: Array
    gains: Array
    next_gains: Array


Future: TypeAlias = tuple[tuple[Faces, ...], Faces, Faces]
"""The hands of the others, what is drawn, and what rolls show."""


def enter_futures(futures: list[Future], hand_size: int, turns: int) -> Worlds:
    """Futures of one view as arrays, with room for one's own hand behind the others'."""
    count = len(futures)
    others, bag, _ = futures[0]
    players = len(others) + 1
    hands = np.zeros((count, players, hand_size), dtype=np.int64)
    sizes = np.zeros((count, players), dtype=np.int64)
    for player, hand in enumerate(others):
        hands[:, player, : len(hand)] = [future[0][player] for future in futures]
        sizes[:, player] = len(hand)
    # More than this is never drawn, so a longer bag is never empty.
    most = min(hand_size * (turns + 1) + 1, len(bag))
    return Worlds(
        hands,
        sizes,
        np.array([bag[:most] for _, bag, _ in futures], dtype=np.int64).reshape(count, most),
        most,
        np.zeros(count, dtype=np.int64),
        np.array([shapes for _, _, shapes in futures], dtype=np.int64),
        np.zeros((count, players), dtype=np.int64),
        np.zeros((count, players), dtype=np.float64),
    )


def begin_with(worlds: Worlds, kept: Faces) -> Worlds:
    """The same worlds, before a rollout in which these pieces are left and filled up."""
    hands, sizes = worlds.hands.copy(), worlds.sizes.copy()
    missing = min(hands.shape[2] - len(kept), worlds.bag_size)
    hands[:, -1, : len(kept)] = kept
    hands[:, -1, len(kept) : len(kept) + missing] = worlds.bags[:, :missing]
    sizes[:, -1] = len(kept) + missing
    return worlds._replace(
        hands=hands,
        sizes=sizes,
        drawn=np.full_like(worlds.drawn, missing),
        gains=np.zeros_like(worlds.gains),
        next_gains=np.zeros_like(worlds.next_gains),
    )


@compiled
def _choose(best: Array, hand: Array, size: int, outcomes: Outcomes) -> int:
    """The best free roll, a bit for each die; ALL_STAY for a dead hand."""
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
    """The same on the first board: where the hand lies open it is chosen once for all worlds."""
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
    """Roll the dice that were chosen, and all until something fits."""
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


@compiled
def _place(room: Room, rules: Array, worlds: Worlds, world: int, player: int, laid: int) -> int:
    """Make the best play and fill up; returns how many pieces have been laid by now."""
    play = room.search.best
    hands, sizes = worlds.hands[world], worlds.sizes[world]
    best_play(room.grid, held_by(hands, sizes, player), rules[BONUS], room.search)
    for index in range(play[COUNT]):
        face, at = play[FIRST + 2 * index], play[FIRST + 2 * index + 1]
        lay(room.grid, face, at)
        take_out(hands, sizes, player, face)
        room.laid[laid + index] = at
    if play[COUNT]:
        worlds.gains[world, player] += play[POINTS]
        while sizes[player] < rules[HAND_SIZE] and worlds.drawn[world] < worlds.bag_size:
            hands[player, sizes[player]] = worlds.bags[world, worlds.drawn[world]]
            sizes[player] += 1
            worlds.drawn[world] += 1
    return laid + play[COUNT]


@compiled
def _look_further(
    room: Room, rules: Array, players: int, most_rolls: int, worlds: Worlds, world: int
) -> None:
    """Find what everybody would make next: with the best roll, or as the hand lies."""
    hands, sizes = worlds.hands[world], worlds.sizes[world]
    if most_rolls:
        best_table(room.grid, rules[BONUS], room.scan, room.best)
    for player in range(players):
        if not most_rolls:
            best_play(room.grid, held_by(hands, sizes, player), rules[BONUS], room.search)
            worlds.next_gains[world, player] = max(0, room.search.best[POINTS])
        elif means_of(room.best, hands[player], sizes[player], room.outcomes):
            found = room.outcomes.means[0]
            for number in range(1, 1 << sizes[player]):
                found = max(found, room.outcomes.means[number])
            worlds.next_gains[world, player] = found


@compiled
def roll_outs(
    room: Room, rules: Array, turns: int, players: int, most_rolls: int, worlds: Worlds
) -> int:
    """Fill in what everybody gains in each world; 0 where one left the grid."""
    grid = room.grid
    remember(grid, room.noted)
    if most_rolls:
        best_table(grid, rules[BONUS], room.scan, room.first_best)
    first_choice = ALL_STAY
    for world in range(len(worlds.drawn)):
        laid = 0
        over = False
        for turn in range(turns):
            player = turn % players
            if most_rolls:
                first = turn * (most_rolls + 1) * rules[HAND_SIZE]
                hand, size = worlds.hands[world, player], worlds.sizes[world, player]
                if turn == 0:
                    choice = _choose_first(room, hand, size, world, first_choice)
                    first_choice = choice
                else:
                    best_table(grid, rules[BONUS], room.scan, room.best)
                    choice = _choose(room.best, hand, size, room.outcomes)
                if choice != ALL_STAY:
                    shapes = worlds.shapes[world]
                    _roll(grid, rules, hand, size, shapes, first, most_rolls, choice)
            laid = _place(room, rules, worlds, world, player, laid)
            if worlds.sizes[world, player] == 0:
                worlds.gains[world, player] += rules[OUT_BONUS]
                over = True
                break
        inside = grid.near_edge[0] == 0
        if inside and not over:
            _look_further(room, rules, players, most_rolls, worlds, world)
        restore(grid, room.noted, room.laid, laid)
        if not inside:
            return 0
    return 1
