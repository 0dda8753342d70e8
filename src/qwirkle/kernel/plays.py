"""Finds the best plays of a hand, in the same order as the engine's move generator."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from qwirkle.kernel.grid import COMPATIBLE, GRID_SIZE, Grid, run_length
from qwirkle.kernel.jit import Array, int64, jit, jit_inline

MAX_LINE_LENGTH = 6

# A play is a row of integers: points, number of pieces, then face and cell of each in line order.
POINTS = 0
PIECE_COUNT = 1
FIRST_PIECE = 2
PLAY_SIZE = FIRST_PIECE + 2 * MAX_LINE_LENGTH

BIT_INDEX_MOD_37 = np.zeros(37, dtype=np.int64)
for _face in range(36):
    BIT_INDEX_MOD_37[(1 << _face) % 37] = _face
"""Index of a single bit, by its value modulo 37: the remainders of 36 bits all differ."""


MAX_LISTED_PLAYS = 256
"""Maximum number of plays that one buffers returns."""


class PlayBuffers(NamedTuple):
    """Working arrays of the play buffers: the best plays so far, and the current play by depth.

    The anchor of the current play is at index MAX_LINE_LENGTH of `faces` and `cells`; pieces
    before and after it in the line are at the indices around it.
    """

    plays: Array
    """One play per row, best first."""
    best_play: Array
    """A view of the first row."""
    play_count: Array
    faces: Array
    cells: Array
    untried: Array
    """Mask of the faces still to try."""
    line_faces: Array
    """Mask of the faces that fit into the line."""
    line_lengths: Array
    crossing_points: Array
    """Points of the crossing lines."""
    next_cells: Array
    """The next empty cell."""
    pieces_beyond: Array
    """Number of pieces right after that cell."""
    backward_untried: Array
    backward_line_faces: Array


def new_play_buffers() -> PlayBuffers:
    """Allocate the arrays for one buffers at a time."""
    arrays = [np.zeros(2 * MAX_LINE_LENGTH + 2, dtype=np.int64) for _ in range(10)]
    plays = np.zeros((MAX_LISTED_PLAYS, PLAY_SIZE), dtype=np.int64)
    return PlayBuffers(plays, plays[0], np.zeros(1, dtype=np.int64), *arrays)


@jit_inline
def line_score(length: int, qwirkle_bonus: int) -> int:
    """Return the score of a line (R9, R10); a single piece isn't a line."""
    if length < 2:
        return 0
    return length + qwirkle_bonus if length == MAX_LINE_LENGTH else length


@jit_inline
def lowest_bit_index(mask: int) -> int:
    """Return the index of the lowest set bit."""
    return BIT_INDEX_MOD_37[(mask & -mask) % 37]


@jit_inline
def _ranks_before(buffers: PlayBuffers, points: int, first: int, count: int, row: int) -> bool:
    """Return True if the current play ranks before a listed one: by points, then face, x and y."""
    plays = buffers.plays
    if points != plays[row, POINTS]:
        return points > plays[row, POINTS]
    for index in range(count):
        if index >= plays[row, PIECE_COUNT]:
            return False
        face, other_face = buffers.faces[first + index], plays[row, FIRST_PIECE + 2 * index]
        if face != other_face:
            return face < other_face
        cell, other_cell = buffers.cells[first + index], plays[row, FIRST_PIECE + 2 * index + 1]
        if cell % GRID_SIZE != other_cell % GRID_SIZE:
            return cell % GRID_SIZE < other_cell % GRID_SIZE
        if cell != other_cell:
            return cell < other_cell
    return count < plays[row, PIECE_COUNT]


@jit_inline
def _offer_play(buffers: PlayBuffers, max_plays: int, points: int, first: int, count: int) -> None:
    """Insert the current play into the list if it is among the best."""
    plays, listed_count = buffers.plays, buffers.play_count[0]
    if listed_count == max_plays and points < plays[listed_count - 1, POINTS]:
        return
    if listed_count == max_plays and not _ranks_before(
        buffers, points, first, count, listed_count - 1
    ):
        return
    if listed_count < max_plays:
        buffers.play_count[0] += 1
        listed_count += 1
    row = listed_count - 1
    while row > 0 and _ranks_before(buffers, points, first, count, row - 1):
        for index in range(FIRST_PIECE + 2 * plays[row - 1, PIECE_COUNT]):
            plays[row, index] = plays[row - 1, index]
        row -= 1
    plays[row, POINTS] = points
    plays[row, PIECE_COUNT] = count
    for index in range(count):
        plays[row, FIRST_PIECE + 2 * index] = buffers.faces[first + index]
        plays[row, FIRST_PIECE + 2 * index + 1] = buffers.cells[first + index]


@jit
def find_best_play(grid: Grid, hand_mask: int, qwirkle_bonus: int, buffers: PlayBuffers) -> None:
    """Find the best play of a hand. Its PIECE_COUNT is 0 if nothing fits."""
    find_best_plays(grid, hand_mask, qwirkle_bonus, buffers, 1)
    if buffers.play_count[0] == 0:
        buffers.best_play[POINTS] = -1
        buffers.best_play[PIECE_COUNT] = 0


@jit
def find_best_plays(
    grid: Grid, hand_mask: int, qwirkle_bonus: int, buffers: PlayBuffers, max_plays: int
) -> None:
    """Find up to `max_plays` of the best plays of a hand."""
    buffers.play_count[0] = 0
    for index in range(grid.open_count[0]):
        anchor = grid.open_cells[index]
        fit = grid.allowed_faces[anchor] & hand_mask
        points = line_score(grid.line_lengths[0, anchor], qwirkle_bonus) + line_score(
            grid.line_lengths[1, anchor], qwirkle_bonus
        )
        buffers.cells[MAX_LINE_LENGTH] = anchor
        while fit:
            face = lowest_bit_index(fit)
            fit &= fit - 1
            buffers.faces[MAX_LINE_LENGTH] = face
            _offer_play(buffers, max_plays, points, MAX_LINE_LENGTH, 1)
            for axis in range(2):
                line = grid.line_allowed_faces[axis, anchor] & COMPATIBLE[face]
                if line & hand_mask:
                    _extend_play(
                        grid, hand_mask, qwirkle_bonus, axis, anchor, line, buffers, max_plays
                    )


@jit_inline
def _count_free_cells(grid: Grid, anchor: int, step: int, fit: int) -> int:
    """Count the cells right before the anchor that touch no piece, up to what the hand can fill."""
    max_free = 0
    while fit:
        fit &= fit - 1
        max_free += 1
    free = 0
    while free < max_free and grid.open_index[anchor - step * (free + 1)] < 0:
        free += 1
    return free


@jit_inline
def _extend_play(
    grid: Grid,
    hand_mask: int,
    qwirkle_bonus: int,
    axis: int,
    anchor: int,
    line_faces: int,
    buffers: PlayBuffers,
    max_plays: int,
) -> None:
    """Offer every play of two or more pieces that extends the piece on an anchor.

    At depth d the play has d more pieces after the anchor. Free cells before it are filled too.
    """
    step = GRID_SIZE if axis else 1
    free = 0
    if grid.faces[anchor - step] < 0:
        free = _count_free_cells(grid, anchor, step, line_faces & hand_mask)
    buffers.line_faces[0] = line_faces
    buffers.line_lengths[0] = grid.line_lengths[axis, anchor]
    buffers.crossing_points[0] = line_score(grid.line_lengths[1 - axis, anchor], qwirkle_bonus)
    buffers.next_cells[0] = anchor + step * (run_length(grid, anchor, step) + 1)
    depth = 0
    entering = True
    while depth >= 0:
        if entering:
            if free:
                _extend_backwards(hand_mask, qwirkle_bonus, step, free, depth, buffers, max_plays)
            _find_next_faces(grid, hand_mask, step, depth, buffers)
        if buffers.untried[depth] == 0:
            depth -= 1
            entering = False
            continue
        face = lowest_bit_index(buffers.untried[depth])
        buffers.untried[depth] &= buffers.untried[depth] - 1
        cell = buffers.next_cells[depth]
        buffers.faces[MAX_LINE_LENGTH + depth + 1], buffers.cells[MAX_LINE_LENGTH + depth + 1] = (
            face,
            cell,
        )
        crossing = buffers.crossing_points[depth]
        if grid.open_index[cell] >= 0:
            crossing += line_score(grid.line_lengths[1 - axis, cell], qwirkle_bonus)
        length = buffers.line_lengths[depth] + 1 + buffers.pieces_beyond[depth]
        _offer_play(
            buffers,
            max_plays,
            crossing + line_score(length, qwirkle_bonus),
            MAX_LINE_LENGTH,
            depth + 2,
        )
        rest = buffers.line_faces[depth] & COMPATIBLE[face]
        neighbour = cell + step
        while grid.faces[neighbour] >= 0:
            rest &= COMPATIBLE[grid.faces[neighbour]]
            neighbour += step
        entering = (rest & hand_mask) != 0
        if entering:
            depth += 1
            buffers.line_faces[depth] = rest
            buffers.line_lengths[depth] = length
            buffers.crossing_points[depth] = crossing
            buffers.next_cells[depth] = neighbour


@jit_inline
def _find_next_faces(
    grid: Grid, hand_mask: int, step: int, depth: int, buffers: PlayBuffers
) -> None:
    """List the faces to try on the next cell, given the pieces that follow it."""
    cell, line_faces = buffers.next_cells[depth], buffers.line_faces[depth]
    fit = hand_mask & line_faces
    if grid.open_index[cell] >= 0:
        fit &= grid.allowed_faces[cell]
    run_after = 0
    neighbour = cell + step
    while grid.faces[neighbour] >= 0:
        if not (line_faces >> grid.faces[neighbour]) & 1:
            fit = int64(0)
        run_after += 1
        neighbour += step
    buffers.untried[depth] = fit
    buffers.pieces_beyond[depth] = run_after


@jit_inline
def _extend_backwards(
    hand_mask: int,
    qwirkle_bonus: int,
    step: int,
    free: int,
    pieces_after: int,
    buffers: PlayBuffers,
    max_plays: int,
) -> None:
    """Offer the plays that also fill free cells right before the anchor."""
    untried, line_faces = buffers.backward_untried, buffers.backward_line_faces
    line_faces[0] = buffers.line_faces[pieces_after]
    untried[0] = line_faces[0] & hand_mask
    length, crossing = buffers.line_lengths[pieces_after], buffers.crossing_points[pieces_after]
    depth = 0
    while depth >= 0:
        if untried[depth] == 0:
            depth -= 1
            continue
        face = lowest_bit_index(untried[depth])
        untried[depth] &= untried[depth] - 1
        first = MAX_LINE_LENGTH - depth - 1
        buffers.faces[first], buffers.cells[first] = face, buffers.cells[first + 1] - step
        points = crossing + line_score(length + depth + 1, qwirkle_bonus)
        _offer_play(buffers, max_plays, points, first, pieces_after + depth + 2)
        rest = line_faces[depth] & COMPATIBLE[face]
        if depth + 1 < free and rest & hand_mask:
            depth += 1
            line_faces[depth] = rest
            untried[depth] = rest & hand_mask
