"""Rollouts: greedy turns from one board in many determinizations, each a row of the arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine.pieces import SHAPE_COUNT, Faces
from qwirkle.kernel.games import (
    HAND_SIZE,
    HAS_ROLL_STEP,
    OUT_BONUS,
    QWIRKLE_BONUS,
    hand_mask,
    remove_piece,
)
from qwirkle.kernel.grid import (
    CELL_COUNT,
    Grid,
    Snapshots,
    new_grid,
    new_snapshots,
    place_piece,
    playable_faces,
    restore_snapshot,
    save_snapshot,
)
from qwirkle.kernel.jit import Array, int64, jit, jit_inline
from qwirkle.kernel.odds import MAX_DICE, OddsBuffers, compute_mean_scores, new_odds_buffers
from qwirkle.kernel.plays import (
    FIRST_PIECE,
    PIECE_COUNT,
    POINTS,
    PlayBuffers,
    find_best_play,
    new_play_buffers,
)
from qwirkle.kernel.score_table import (
    LINE_KIND_COUNT,
    SET_COUNT,
    ScanBuffers,
    compute_score_table,
    new_scan_buffers,
)

EPSILON = 1e-9

UNPLAYABLE_HAND = -1
"""Returned instead of a choice of dice."""

# The features of the value model, in the order of their weights.
(
    BIAS,
    OPPONENT_REPLY,
    OWN_NEXT_TURN,
    LEAVE_SIZE,
    DUPLICATES,
    PAIRS,
    MAX_MATCHES,
    BAG_SIZE,
    OPPONENT_HAND_SIZE,
) = range(9)
FEATURE_COUNT = 9


class Workspace(NamedTuple):
    """All working arrays of a thread."""

    grid: Grid
    snapshots: Snapshots
    play_buffers: PlayBuffers
    odds: OddsBuffers
    scan: ScanBuffers
    score_table: Array
    initial_score_table: Array
    """Score table of the board that every rollout starts from."""
    first_roll_hand: Array
    """The hand for which the first roll was last chosen."""
    placed_cells: Array
    features: Array


def new_workspace() -> Workspace:
    """Allocate the arrays for one call at a time."""
    return Workspace(
        new_grid(),
        new_snapshots(),
        new_play_buffers(),
        new_odds_buffers(),
        new_scan_buffers(),
        np.zeros((LINE_KIND_COUNT, SET_COUNT), dtype=np.int16),
        np.zeros((LINE_KIND_COUNT, SET_COUNT), dtype=np.int16),
        np.zeros(MAX_DICE, dtype=np.int64),
        np.zeros(CELL_COUNT, dtype=np.int64),
        np.zeros(FEATURE_COUNT, dtype=np.float64),
    )


class RolloutInputs(NamedTuple):
    """A batch of determinizations as arrays. The last hand, the searching player's, is empty."""

    hands: Array
    sizes: Array
    bags: Array
    return_fractions: Array
    """Where in the bag a traded piece goes, in [0, 1)."""
    roll_shapes: Array
    """Shapes that rolls will show."""
    phase_limits: Array
    """Largest bag for which each row of weights applies."""
    phase_weights: Array


class RolloutState(NamedTuple):
    """The determinizations after the turn being evaluated, and the results of their rollouts."""

    hands: Array
    sizes: Array
    bags: Array
    bag_size: int
    drawn_counts: Array
    """Pieces drawn from each bag so far."""
    gains: Array
    estimated_leads: Array
    final_bag_sizes: Array
    """Pieces in the bag before the last draw, or GAME_OVER."""


GAME_OVER = -1


def pack_inputs(
    opponent_hands: list[NDArray[np.int64]],
    bags: NDArray[np.int64],
    return_fractions: NDArray[np.float64],
    roll_shapes: NDArray[np.int64],
    phases: Sequence[tuple[int, tuple[float, ...]]],
    hand_size: int,
) -> RolloutInputs:
    """Pack a batch into arrays: the opponents' hands, the bags, and the future rolls and returns.

    `phases` holds the weights of the value model by bag size.
    """
    count, player_count = len(bags), len(opponent_hands) + 1
    hands = np.zeros((count, player_count, hand_size), dtype=np.int64)
    sizes = np.zeros((count, player_count), dtype=np.int64)
    for player, rows in enumerate(opponent_hands):
        hands[:, player, : rows.shape[1]] = rows
        sizes[:, player] = rows.shape[1]
    return RolloutInputs(
        hands,
        sizes,
        np.ascontiguousarray(bags),
        return_fractions,
        roll_shapes,
        np.array([max_bag for max_bag, _ in phases], dtype=np.int64),
        np.array([weights for _, weights in phases], dtype=np.float64),
    )


def initial_state(inputs: RolloutInputs, leave: Faces, returned: Faces) -> RolloutState:
    """Refill the leave in every determinization, and return traded pieces to the bags."""
    hands, sizes = inputs.hands.copy(), inputs.sizes.copy()
    count, player_count, hand_size = hands.shape
    missing = min(hand_size - len(leave), inputs.bags.shape[1])
    hands[:, -1, : len(leave)] = leave
    hands[:, -1, len(leave) : len(leave) + missing] = inputs.bags[:, :missing]
    sizes[:, -1] = len(leave) + missing
    rest = inputs.bags.shape[1] - missing
    bags = np.zeros((count, rest + len(returned)), dtype=np.int64)
    bags[:, :rest] = inputs.bags[:, missing:]
    if returned:
        _return_to_bags(bags, np.array(returned, dtype=np.int64), inputs.return_fractions)
    return RolloutState(
        hands,
        sizes,
        bags,
        bags.shape[1],
        np.zeros(count, dtype=np.int64),
        np.zeros((count, player_count), dtype=np.int64),
        np.zeros(count, dtype=np.float64),
        np.full(count, GAME_OVER, dtype=np.int64),
    )


@jit
def _return_to_bags(bags: Array, returned: Array, fractions: Array) -> None:
    """Insert pieces into bags that have room for them at the end."""
    count = len(returned)
    for row in range(bags.shape[0]):
        for index in range(count):
            size = bags.shape[1] - count + index
            target = int64(fractions[row, index] * (size + 1))
            for position in range(size, target, -1):
                bags[row, position] = bags[row, position - 1]
            bags[row, target] = returned[index]


@jit
def _choose_roll(table: Array, hand: Array, size: int, odds: OddsBuffers) -> int:
    """Return the best free roll, one bit per die, or UNPLAYABLE_HAND."""
    if not compute_mean_scores(table, hand, size, odds):
        return UNPLAYABLE_HAND
    means = odds.means
    choice, best_mean = 0, means[0]
    for index in range(1, 1 << size):
        if means[index] > best_mean + EPSILON:
            choice, best_mean = index, means[index]
    return choice


@jit
def _choose_first_roll(
    workspace: Workspace, hand: Array, size: int, row: int, previous_choice: int
) -> int:
    """Like `_choose_roll`, on the first board; reuse the choice if the hand stays the same."""
    is_new = row == 0
    for index in range(size):
        is_new = is_new or workspace.first_roll_hand[index] != hand[index]
    if not is_new:
        return previous_choice
    for index in range(size):
        workspace.first_roll_hand[index] = hand[index]
    return _choose_roll(workspace.initial_score_table, hand, size, workspace.odds)


@jit
def _roll_dice(
    grid: Grid,
    rules: Array,
    hand: Array,
    size: int,
    shapes: Array,
    first: int,
    max_forced_rolls: int,
    choice: int,
) -> None:
    """Roll the chosen dice, then all dice until one fits (C4)."""
    for index in range(size):
        if (choice >> index) & 1:
            hand[index] = hand[index] // SHAPE_COUNT * SHAPE_COUNT + shapes[first + index]
    fit = playable_faces(grid)
    for _ in range(max_forced_rolls):
        for index in range(size):
            if (fit >> hand[index]) & 1:
                return
        first += rules[HAND_SIZE]
        for index in range(size):
            hand[index] = hand[index] // SHAPE_COUNT * SHAPE_COUNT + shapes[first + index]


@jit_inline
def _play_best_turn(
    workspace: Workspace,
    rules: Array,
    state: RolloutState,
    row: int,
    player: int,
    placed_count: int,
) -> int:
    """Place the best play; return the number of pieces placed in this rollout so far."""
    play = workspace.play_buffers.best_play
    faces = hand_mask(state.hands[row], state.sizes[row], player)
    find_best_play(workspace.grid, faces, rules[QWIRKLE_BONUS], workspace.play_buffers)
    for index in range(play[PIECE_COUNT]):
        face, cell = play[FIRST_PIECE + 2 * index], play[FIRST_PIECE + 2 * index + 1]
        place_piece(workspace.grid, face, cell)
        remove_piece(state.hands[row], state.sizes[row], player, face)
        workspace.placed_cells[placed_count + index] = cell
    if play[PIECE_COUNT]:
        state.gains[row, player] += play[POINTS]
    return placed_count + play[PIECE_COUNT]


@jit_inline
def _fill_hand(rules: Array, state: RolloutState, row: int, player: int) -> None:
    while state.sizes[row, player] < rules[HAND_SIZE] and state.drawn_counts[row] < state.bag_size:
        size = state.sizes[row, player]
        state.hands[row, player, size] = state.bags[row, state.drawn_counts[row]]
        state.sizes[row, player] += 1
        state.drawn_counts[row] += 1


@jit_inline
def _set_hand_features(
    state: RolloutState, row: int, player: int, colours_only: int, features: Array
) -> None:
    """Set the leave's features: duplicates, matching pairs, most pieces that match one of them."""
    duplicates, pairs, max_matches = 0, 0, 0
    size = state.sizes[row, player]
    for index in range(size):
        face = state.hands[row, player, index]
        same_colour, same_shape, is_duplicate = 0, 0, 0
        for other_index in range(size):
            if other_index == index:
                continue
            other = state.hands[row, player, other_index]
            colour = other // SHAPE_COUNT == face // SHAPE_COUNT
            if colours_only:
                same_colour += colour
                is_duplicate |= colour and other_index < index
            elif other == face:
                is_duplicate |= other_index < index
            else:
                same_colour += colour
                same_shape += not colour and other % SHAPE_COUNT == face % SHAPE_COUNT
        duplicates += is_duplicate
        pairs += same_colour + same_shape
        max_matches = max(max_matches, same_colour, same_shape)
    features[LEAVE_SIZE] = size
    features[DUPLICATES], features[PAIRS], features[MAX_MATCHES] = (
        duplicates,
        pairs // 2,
        max_matches,
    )


@jit_inline
def _next_turn_score(
    workspace: Workspace, rules: Array, state: RolloutState, row: int, player: int
) -> float:
    """Return the expected score of a player's next turn, after the best roll if there is one."""
    if not rules[HAS_ROLL_STEP]:
        faces = hand_mask(state.hands[row], state.sizes[row], player)
        find_best_play(workspace.grid, faces, rules[QWIRKLE_BONUS], workspace.play_buffers)
        return float(max(0, workspace.play_buffers.best_play[POINTS]))
    size = state.sizes[row, player]
    if not compute_mean_scores(
        workspace.score_table, state.hands[row, player], size, workspace.odds
    ):
        return 0.0
    best = workspace.odds.means[0]
    for index in range(1, 1 << size):
        best = max(best, workspace.odds.means[index])
    return best


@jit_inline
def _estimate_lead(
    workspace: Workspace,
    rules: Array,
    player_count: int,
    inputs: RolloutInputs,
    state: RolloutState,
    row: int,
    bag_size: int,
) -> float:
    """Estimate the last player's lead in the rest of the game; the hand features are set."""
    features = workspace.features
    if rules[HAS_ROLL_STEP]:
        compute_score_table(
            workspace.grid, rules[QWIRKLE_BONUS], workspace.scan, workspace.score_table
        )
    opponent_count = player_count - 1
    replies, opponent_pieces = 0.0, 0
    for player in range(opponent_count):
        replies += _next_turn_score(workspace, rules, state, row, player)
        opponent_pieces += state.sizes[row, player]
    features[BIAS] = 1.0
    features[OPPONENT_REPLY] = replies / opponent_count
    features[OWN_NEXT_TURN] = _next_turn_score(workspace, rules, state, row, opponent_count)
    features[BAG_SIZE] = bag_size / 10
    features[OPPONENT_HAND_SIZE] = opponent_pieces / opponent_count
    phase = 0
    while bag_size > inputs.phase_limits[phase]:
        phase += 1
    total = 0.0
    for index in range(FEATURE_COUNT):
        total += inputs.phase_weights[phase, index] * features[index]
    return total


@jit
def run_rollouts(
    workspace: Workspace,
    rules: Array,
    turns: int,
    player_count: int,
    max_forced_rolls: int,
    inputs: RolloutInputs,
    state: RolloutState,
) -> int:
    """Run all rollouts and fill in the results. Return 0 if one left the grid, else 1."""
    grid = workspace.grid
    save_snapshot(grid, workspace.snapshots, 0)
    if rules[HAS_ROLL_STEP]:
        compute_score_table(
            grid, rules[QWIRKLE_BONUS], workspace.scan, workspace.initial_score_table
        )
    first_choice = UNPLAYABLE_HAND
    for row in range(len(state.drawn_counts)):
        placed_count = 0
        is_over = False
        bag_size = 0
        for turn in range(turns):
            player = turn % player_count
            if rules[HAS_ROLL_STEP]:
                first = turn * (max_forced_rolls + 1) * rules[HAND_SIZE]
                hand, size = state.hands[row, player], state.sizes[row, player]
                if turn == 0:
                    choice = _choose_first_roll(workspace, hand, size, row, first_choice)
                    first_choice = choice
                else:
                    compute_score_table(
                        grid, rules[QWIRKLE_BONUS], workspace.scan, workspace.score_table
                    )
                    choice = _choose_roll(workspace.score_table, hand, size, workspace.odds)
                if choice != UNPLAYABLE_HAND:
                    shapes = inputs.roll_shapes[row]
                    _roll_dice(grid, rules, hand, size, shapes, first, max_forced_rolls, choice)
            previous_count = placed_count
            placed_count = _play_best_turn(workspace, rules, state, row, player, placed_count)
            bag_size = state.bag_size - state.drawn_counts[row]
            if turn == turns - 1:
                _set_hand_features(state, row, player, rules[HAS_ROLL_STEP], workspace.features)
            if placed_count > previous_count:
                _fill_hand(rules, state, row, player)
            if state.sizes[row, player] == 0:
                state.gains[row, player] += rules[OUT_BONUS]
                is_over = True
                break
        is_on_grid = grid.near_edge[0] == 0
        if is_on_grid and not is_over:
            state.final_bag_sizes[row] = bag_size
            state.estimated_leads[row] = _estimate_lead(
                workspace, rules, player_count, inputs, state, row, bag_size
            )
        restore_snapshot(grid, workspace.snapshots, 0, workspace.placed_cells, 0, placed_count)
        if not is_on_grid:
            return 0
    return 1
