"""Alpha-beta search of a two-player endgame on the grid: both hands known, bag empty.

The search keeps its own stack, since numba can't safely cache recursive functions. A level of the
stack is a position with a player to move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.kernel.grid import (
    MAX_LEVELS,
    Grid,
    Snapshots,
    place_piece,
    restore_snapshot,
    save_snapshot,
)
from qwirkle.kernel.jit import Array, int64, jit, jit_inline
from qwirkle.kernel.plays import (
    FIRST_PIECE,
    MAX_LINE_LENGTH,
    MAX_LISTED_PLAYS,
    PIECE_COUNT,
    PLAY_SIZE,
    POINTS,
    PlayBuffers,
    find_best_plays,
)

MAX_MARGIN = 10_000

SOLVED, TOO_LARGE, OFF_GRID = 1, 0, -1
"""How a search ends: solved, out of positions, or with a piece too close to the grid's edge."""


class SearchStack(NamedTuple):
    """The line of turns being searched, one level per turn."""

    hands: Array
    """Hands of the player to move (0) and of the opponent (1)."""
    sizes: Array
    plays: Array
    play_counts: Array
    """0 if the player can only pass."""
    tried_counts: Array
    """Number of plays searched or skipped so far."""
    alphas: Array
    betas: Array
    """The alpha-beta window: margins outside it don't change the result."""
    best_margins: Array
    after_pass: Array
    """1 if the turn that led here was a pass."""
    placed_starts: Array
    """Index in `placed_cells` of the first piece placed at this level."""
    placed_cells: Array
    best_index: Array
    """Index of the best play of level 0 so far."""


def new_search_stack() -> SearchStack:
    """Allocate the stack for one search at a time."""
    counts, tried_counts, alphas, betas, margins, after_pass, starts = (
        np.zeros(MAX_LEVELS, dtype=np.int64) for _ in range(7)
    )
    return SearchStack(
        np.zeros((MAX_LEVELS, 2, MAX_LINE_LENGTH), dtype=np.int64),
        np.zeros((MAX_LEVELS, 2), dtype=np.int64),
        np.zeros((MAX_LEVELS, MAX_LISTED_PLAYS, PLAY_SIZE), dtype=np.int64),
        counts,
        tried_counts,
        alphas,
        betas,
        margins,
        after_pass,
        starts,
        np.zeros(MAX_LEVELS * MAX_LINE_LENGTH, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@jit
def search_endgame(
    grid: Grid,
    snapshots: Snapshots,
    buffers: PlayBuffers,
    stack: SearchStack,
    qwirkle_bonus: int,
    out_bonus: int,
    root_beam_width: int,
    beam_width: int,
    max_positions: int,
) -> int:
    """Search from level 0, whose hands and `after_pass` are set; return SOLVED or why not.

    The result is `best_margins[0]` and `best_index`. A position is searched for its `beam_width`
    best plays (`root_beam_width` at level 0) and for plays that go out. If a beam holds every
    play, the result is exact.
    """
    stack.alphas[0], stack.betas[0] = -MAX_MARGIN, MAX_MARGIN
    stack.placed_starts[0] = 0
    level, positions_left = 0, max_positions
    entering = True
    while True:
        if entering:
            positions_left -= 1
            if positions_left < 0 or grid.near_edge[0]:
                is_off_grid = grid.near_edge[0]
                restore_snapshot(
                    grid, snapshots, 0, stack.placed_cells, 0, stack.placed_starts[level]
                )
                return OFF_GRID if is_off_grid else TOO_LARGE
            _list_plays(grid, snapshots, buffers, stack, qwirkle_bonus, level)
            if stack.play_counts[level] == 0 and not stack.after_pass[level]:
                _push_pass(stack, level)
                level += 1
                continue
        if _is_done(stack, level):
            if level == 0:
                return SOLVED
            level -= 1
            _pop_level(grid, snapshots, stack, level)
            entering = False
            continue
        width = root_beam_width if level == 0 else beam_width
        entering = _push_next_play(grid, stack, out_bonus, width, level)
        level += entering


@jit_inline
def _list_plays(
    grid: Grid,
    snapshots: Snapshots,
    buffers: PlayBuffers,
    stack: SearchStack,
    qwirkle_bonus: int,
    level: int,
) -> None:
    """List the plays of a new position."""
    hand_mask = int64(0)
    for index in range(stack.sizes[level, 0]):
        hand_mask |= int64(1) << stack.hands[level, 0, index]
    find_best_plays(grid, hand_mask, qwirkle_bonus, buffers, MAX_LISTED_PLAYS)
    count = buffers.play_count[0]
    for index in range(count):
        for part in range(FIRST_PIECE + 2 * buffers.plays[index, PIECE_COUNT]):
            stack.plays[level, index, part] = buffers.plays[index, part]
    stack.play_counts[level] = count
    stack.tried_counts[level] = 0
    stack.best_margins[level] = -MAX_MARGIN if count else 0
    if count:
        save_snapshot(grid, snapshots, level)


@jit_inline
def _is_done(stack: SearchStack, level: int) -> bool:
    return (
        stack.tried_counts[level] >= stack.play_counts[level]
        or stack.alphas[level] >= stack.betas[level]
    )


@jit_inline
def _push_pass(stack: SearchStack, level: int) -> None:
    """Enter the next level after a pass."""
    for player in range(2):
        size = stack.sizes[level, player]
        stack.sizes[level + 1, 1 - player] = size
        for index in range(size):
            stack.hands[level + 1, 1 - player, index] = stack.hands[level, player, index]
    stack.after_pass[level + 1] = 1
    stack.placed_starts[level + 1] = stack.placed_starts[level]
    stack.alphas[level + 1] = -stack.betas[level]
    stack.betas[level + 1] = -stack.alphas[level]


@jit_inline
def _push_next_play(
    grid: Grid, stack: SearchStack, out_bonus: int, beam_width: int, level: int
) -> bool:
    """Try the next play. Return True if it leads to the next level."""
    index = stack.tried_counts[level]
    stack.tried_counts[level] += 1
    size = stack.sizes[level, 0]
    count = stack.plays[level, index, PIECE_COUNT]
    points = stack.plays[level, index, POINTS]
    if count == size:
        _update_best(stack, level, index, points + out_bonus)
        return False
    if index >= beam_width:
        return False
    next_level = level + 1
    stack.sizes[next_level, 1] = size
    for slot in range(size):
        stack.hands[next_level, 1, slot] = stack.hands[level, 0, slot]
    first = stack.placed_starts[level]
    for piece in range(count):
        face = stack.plays[level, index, FIRST_PIECE + 2 * piece]
        cell = stack.plays[level, index, FIRST_PIECE + 2 * piece + 1]
        place_piece(grid, face, cell)
        stack.placed_cells[first + piece] = cell
        slot = 0
        while stack.hands[next_level, 1, slot] != face:
            slot += 1
        stack.sizes[next_level, 1] -= 1
        stack.hands[next_level, 1, slot] = stack.hands[next_level, 1, stack.sizes[next_level, 1]]
    stack.sizes[next_level, 0] = stack.sizes[level, 1]
    for slot in range(stack.sizes[level, 1]):
        stack.hands[next_level, 0, slot] = stack.hands[level, 1, slot]
    stack.after_pass[next_level] = 0
    stack.placed_starts[next_level] = first + count
    stack.alphas[next_level] = points - stack.betas[level]
    stack.betas[next_level] = points - stack.alphas[level]
    return True


@jit_inline
def _update_best(stack: SearchStack, level: int, index: int, margin: int) -> None:
    """Record the margin of a play if it is the best so far."""
    if margin > stack.best_margins[level]:
        stack.best_margins[level] = margin
        stack.alphas[level] = max(stack.alphas[level], margin)
        if level == 0:
            stack.best_index[0] = index


@jit_inline
def _pop_level(grid: Grid, snapshots: Snapshots, stack: SearchStack, level: int) -> None:
    """Return to a level with the result of the one below."""
    result = stack.best_margins[level + 1]
    if stack.play_counts[level] == 0:
        stack.best_margins[level] = -result
        return
    index = stack.tried_counts[level] - 1
    start, end = stack.placed_starts[level], stack.placed_starts[level + 1]
    restore_snapshot(grid, snapshots, level, stack.placed_cells, start, end)
    _update_best(stack, level, index, stack.plays[level, index, POINTS] - result)
