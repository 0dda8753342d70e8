"""The Python interface of the kernel: converts boards and variants to arrays and back."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine import movegen
from qwirkle.engine.board import MAX_COORDINATE, Board
from qwirkle.engine.movegen import ScoredPlay
from qwirkle.engine.pieces import Faces, face_mask
from qwirkle.engine.variant import MAX_HAND_SIZE, MAX_PLAYERS, Variant
from qwirkle.kernel import endgame, games, grid, loader, odds, plays, rollouts, score_table
from qwirkle.kernel.odds import MAX_DICE

STUCK_ACTIONS = ("trade", "roll", "redraw", "pass")
"""What a stuck player can do, by number in `games`."""

NO_EVENT_LIMIT = 1 << 20
"""Only a game that never ends has more events."""


class RuleArrays:
    """A variant as arrays."""

    def __init__(self, variant: Variant) -> None:
        stuck_actions = [STUCK_ACTIONS.index(name) for name in variant.place_step.stuck]
        self.scalars = np.zeros(games.RULE_COUNT, dtype=np.int64)
        self.scalars[: games.FIRST_STUCK_ACTION] = (
            variant.hand.size,
            len(variant.kinds[0].faces),
            len(variant.kinds),
            variant.scoring.qwirkle_bonus,
            variant.scoring.lone_piece,
            variant.scoring.out_bonus,
            variant.opening.tie_breakers[:1] == ("oldest",),
            variant.roll_step is not None,
            len(stuck_actions),
        )
        self.scalars[games.FIRST_STUCK_ACTION : games.FIRST_STUCK_ACTION + len(stuck_actions)] = (
            stuck_actions
        )
        self.sides = np.zeros((36, 6), dtype=np.int64)
        for index, kind in enumerate(variant.kinds):
            self.sides[index, : len(kind.faces)] = kind.faces
        self.kind_by_face = np.array(variant.kind_by_face, dtype=np.int64)
        self.full_bag = np.array([kind.copies for kind in variant.kinds], dtype=np.int64)


rule_arrays = lru_cache(maxsize=16)(RuleArrays)


def _decode_play(row: list[int], shift: tuple[int, int]) -> ScoredPlay:
    """Convert a row of integers into the engine's form of a play."""
    pieces = tuple(
        (
            row[plays.FIRST_PIECE + 2 * index],
            row[plays.FIRST_PIECE + 2 * index + 1] % grid.GRID_SIZE - shift[0],
            row[plays.FIRST_PIECE + 2 * index + 1] // grid.GRID_SIZE - shift[1],
        )
        for index in range(row[plays.PIECE_COUNT])
    )
    return pieces, row[plays.POINTS]


class Kernel:
    """The compiled functions with their working arrays. Not thread-safe: one per thread."""

    def __init__(self) -> None:
        self._workspace = rollouts.new_workspace()
        self._search_stack = endgame.new_search_stack()
        self._dice = np.zeros(MAX_DICE, dtype=np.int64)
        self._rng_state = np.zeros(1, dtype=np.uint64)
        self._hands = np.zeros((MAX_PLAYERS, MAX_HAND_SIZE), dtype=np.int64)
        self._sizes = np.zeros(MAX_PLAYERS, dtype=np.int64)
        self._scores = np.zeros(MAX_PLAYERS, dtype=np.int64)
        self._ages = np.zeros(MAX_PLAYERS, dtype=np.int64)

    def _load_board(self, board: Board) -> tuple[int, int] | None:
        """Load a board into the grid, and return the offsets to add to x and y.

        None if the board is too large, or if the grid would reach beyond the largest coordinate.
        """
        columns, rows = zip(*board.cells, strict=True)
        left, right = min(columns), max(columns)
        top, bottom = min(rows), max(rows)
        if max(right - left, bottom - top) >= grid.GRID_SIZE - 2 * grid.EDGE_MARGIN - 1:
            return None
        x, y = (left + right) // 2, (top + bottom) // 2
        if max(abs(x), abs(y)) > MAX_COORDINATE - grid.MIDDLE:
            return None
        dx, dy = grid.MIDDLE - x, grid.MIDDLE - y
        pieces = np.array((tuple(board.cells.values()), columns, rows), dtype=np.int64)
        grid.load_pieces(self._workspace.grid, pieces, dx, dy)
        return dx, dy

    def best_play(self, board: Board, hand: Faces, variant: Variant) -> ScoredPlay | None:
        """Return the same as `movegen.best_play`."""
        shift = self._load_board(board)
        if shift is None:
            return movegen.best_play(board, hand, variant)
        workspace = self._workspace
        plays.find_best_play(
            workspace.grid, face_mask(hand), variant.scoring.qwirkle_bonus, workspace.play_buffers
        )
        row = workspace.play_buffers.best_play.tolist()
        return _decode_play(row, shift) if row[plays.PIECE_COUNT] else None

    def best_plays(
        self, board: Board, hand: Faces, variant: Variant, max_plays: int
    ) -> list[ScoredPlay]:
        """Return up to `max_plays` plays, best first. Raises GridOverflow."""
        shift = self._load_board(board)
        if shift is None:
            raise loader.GridOverflow
        buffers = self._workspace.play_buffers
        plays.find_best_plays(
            self._workspace.grid, face_mask(hand), variant.scoring.qwirkle_bonus, buffers, max_plays
        )
        return [_decode_play(row, shift) for row in buffers.plays[: buffers.play_count[0]].tolist()]

    def search_endgame(
        self,
        board: Board,
        hands: tuple[Faces, Faces],
        passes: int,
        variant: Variant,
        beam_width: int,
        root_beam_width: int,
        max_positions: int,
    ) -> tuple[int, ScoredPlay | None] | None:
        """Search the end of a game between two players.

        Returns the margin and the best play (None for a pass), or None if the search needs more
        than `max_positions`. Raises GridOverflow.
        """
        shift = self._load_board(board)
        if shift is None:
            raise loader.GridOverflow
        workspace, stack = self._workspace, self._search_stack
        for player, hand in enumerate(hands):
            stack.hands[0, player, : len(hand)] = hand
            stack.sizes[0, player] = len(hand)
        stack.after_pass[0] = passes
        status = endgame.search_endgame(
            workspace.grid,
            workspace.snapshots,
            workspace.play_buffers,
            stack,
            variant.scoring.qwirkle_bonus,
            variant.scoring.out_bonus,
            root_beam_width,
            beam_width,
            max_positions,
        )
        if status == endgame.OFF_GRID:
            raise loader.GridOverflow
        if status == endgame.TOO_LARGE:
            return None
        margin = int(stack.best_margins[0])
        if not stack.play_counts[0]:
            return margin, None
        return margin, _decode_play(stack.plays[0, stack.best_index[0]].tolist(), shift)

    def score_table(self, board: Board, variant: Variant) -> NDArray[np.int16] | None:
        """Return the score table of a non-empty board, or None if the board is too large."""
        if self._load_board(board) is None:
            return None
        workspace = self._workspace
        score_table.compute_score_table(
            workspace.grid, variant.scoring.qwirkle_bonus, workspace.scan, workspace.score_table
        )
        return workspace.score_table.copy()

    def mean_scores(self, table: NDArray[np.int16], hand: Faces) -> NDArray[np.float64] | None:
        """Return the mean best score of each choice of dice, or None if the hand is unplayable."""
        self._workspace.score_table[:] = table
        self._dice[: len(hand)] = hand
        if not odds.compute_mean_scores(
            self._workspace.score_table, self._dice, len(hand), self._workspace.odds
        ):
            return None
        return self._workspace.odds.means[: 1 << len(hand)].copy()

    def run_rollouts(
        self,
        board: Board,
        leave: Faces,
        returned: Faces,
        inputs: rollouts.RolloutInputs,
        variant: Variant,
        turns: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
        """Run the rollouts of a turn, given its board, leave and returned pieces.

        Returns, per determinization, the points of each player, the last player's estimated
        further lead, and the final bag size. Raises GridOverflow.
        """
        if self._load_board(board) is None:
            raise loader.GridOverflow
        state = rollouts.initial_state(inputs, leave, returned)
        max_forced_rolls = max(0, inputs.roll_shapes.shape[1] // (turns * variant.hand.size) - 1)
        rules = rule_arrays(variant).scalars
        player_count = state.sizes.shape[1]
        if not rollouts.run_rollouts(
            self._workspace, rules, turns, player_count, max_forced_rolls, inputs, state
        ):
            raise loader.GridOverflow
        return state.gains, state.estimated_leads, state.final_bag_sizes

    def play_simple_game(
        self,
        variant: Variant,
        ages: tuple[int, ...],
        seed: int,
        max_events: int = NO_EVENT_LIMIT,
    ) -> tuple[int, ...] | None:
        """Play a whole game between `simple` bots of these ages; return the scores, then the turns.

        None if the game left the grid or came close to `max_events`.
        """
        rules = rule_arrays(variant)
        player_count = len(ages)
        self._ages[:player_count] = ages
        turns = games.play_simple_game(
            seed,
            max_events,
            player_count,
            self._ages,
            rules.scalars,
            rules.sides,
            rules.kind_by_face,
            rules.full_bag.copy(),
            self._hands,
            self._sizes,
            self._scores,
            self._workspace.grid,
            self._workspace.play_buffers,
            self._rng_state,
        )
        if turns == games.ABANDONED:
            return None
        return (*self._scores[:player_count].tolist(), turns)
