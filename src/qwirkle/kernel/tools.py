"""The Python interface of the kernel: converts boards and variants to arrays and back."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine import movegen
from qwirkle.engine.board import FARTHEST, Board
from qwirkle.engine.movegen import Play
from qwirkle.engine.pieces import Faces, mask_of
from qwirkle.engine.variant import MAX_HAND, MAX_PLAYERS, Variant
from qwirkle.kernel import best_scores, endgame, games, grid, loading, odds, plays, rollouts
from qwirkle.kernel.twins import MOST_DICE

WAYS_OUT = ("trade", "roll", "redraw", "pass")
"""Names of the options of a stuck player, by their numbers in `games`."""


MOST_EVENTS = 1 << 20
"""Only a game that never ends has more."""


class Ruleset:
    """A variant as arrays."""

    def __init__(self, variant: Variant) -> None:
        ways = [WAYS_OUT.index(name) for name in variant.place_step.stuck]
        self.numbers = np.zeros(games.RULES, dtype=np.int64)
        self.numbers[: games.STUCK] = (
            variant.hand.size,
            len(variant.kinds[0].faces),
            len(variant.kinds),
            variant.scoring.qwirkle_bonus,
            variant.scoring.lone_piece,
            variant.scoring.out_bonus,
            variant.opening.ties[:1] == ("oldest",),
            variant.roll_step is not None,
            len(ways),
        )
        self.numbers[games.STUCK : games.STUCK + len(ways)] = ways
        self.sides = np.zeros((36, 6), dtype=np.int64)
        for index, kind in enumerate(variant.kinds):
            self.sides[index, : len(kind.faces)] = kind.faces
        self.kind_of = np.array(variant.kind_of, dtype=np.int64)
        self.full_bag = np.array([kind.copies for kind in variant.kinds], dtype=np.int64)


def _play_of(found: list[int], shift: tuple[int, int]) -> Play:
    """Convert a row of integers into the engine's form of a play."""
    pieces = tuple(
        (
            found[plays.FIRST + 2 * index],
            found[plays.FIRST + 2 * index + 1] % grid.SIDE - shift[0],
            found[plays.FIRST + 2 * index + 1] // grid.SIDE - shift[1],
        )
        for index in range(found[plays.COUNT])
    )
    return pieces, found[plays.POINTS]


ruleset_of = lru_cache(maxsize=16)(Ruleset)


class Tools:
    """The compiled functions with their working arrays. Not thread-safe: one per thread."""

    def __init__(self) -> None:
        self._room = rollouts.new_room()
        self._descent = endgame.new_descent()
        self._dice = np.zeros(MOST_DICE, dtype=np.int64)
        self._state = np.zeros(1, dtype=np.uint64)
        self._hands = np.zeros((MAX_PLAYERS, MAX_HAND), dtype=np.int64)
        self._sizes = np.zeros(MAX_PLAYERS, dtype=np.int64)
        self._scores = np.zeros(MAX_PLAYERS, dtype=np.int64)
        self._ages = np.zeros(MAX_PLAYERS, dtype=np.int64)

    def _lay_out(self, board: Board) -> tuple[int, int] | None:
        """Load a board into the grid, and return the offsets to add to x and y.

        None if the board is too large, or if the grid would reach beyond the largest coordinate.
        """
        columns, rows = zip(*board.cells, strict=True)
        left, right = min(columns), max(columns)
        top, bottom = min(rows), max(rows)
        if max(right - left, bottom - top) >= grid.SIDE - 2 * grid.EDGE - 1:
            return None
        x, y = (left + right) // 2, (top + bottom) // 2
        if max(abs(x), abs(y)) > FARTHEST - grid.MIDDLE:
            return None
        dx, dy = grid.MIDDLE - x, grid.MIDDLE - y
        pieces = np.array((tuple(board.cells.values()), columns, rows), dtype=np.int64)
        grid.lay_out(self._room.grid, pieces, dx, dy)
        return dx, dy

    def best_play(self, board: Board, hand: Faces, variant: Variant) -> Play | None:
        """Return the same as `movegen.best_play`."""
        shift = self._lay_out(board)
        if shift is None:
            return movegen.best_play(board, hand, variant)
        room = self._room
        plays.best_play(room.grid, mask_of(hand), variant.scoring.qwirkle_bonus, room.search)
        found = room.search.best.tolist()
        return _play_of(found, shift) if found[plays.COUNT] else None

    def best_plays(self, board: Board, hand: Faces, variant: Variant, most: int) -> list[Play]:
        """Return up to `max_plays` plays, best first. Raises GridOverflow."""
        shift = self._lay_out(board)
        if shift is None:
            raise loading.NoRoom
        search = self._room.search
        plays.best_plays(
            self._room.grid, mask_of(hand), variant.scoring.qwirkle_bonus, search, most
        )
        return [_play_of(row, shift) for row in search.found[: search.listed[0]].tolist()]

    def search_end(
        self,
        board: Board,
        hands: tuple[Faces, Faces],
        passes: int,
        variant: Variant,
        width: int,
        first_width: int,
        most_positions: int,
    ) -> tuple[int, Play | None] | None:
        """Search the end of a game between two players.

        Returns the margin and the best play (None for a pass), or None if the search needs more
        than `max_positions`. Raises GridOverflow.
        """
        shift = self._lay_out(board)
        if shift is None:
            raise loading.NoRoom
        room, descent = self._room, self._descent
        for player, held in enumerate(hands):
            descent.hands[0, player, : len(held)] = held
            descent.sizes[0, player] = len(held)
        descent.passed[0] = passes
        ended = endgame.search_end(
            room.grid,
            room.noted,
            room.search,
            descent,
            variant.scoring.qwirkle_bonus,
            variant.scoring.out_bonus,
            first_width,
            width,
            most_positions,
        )
        if ended == endgame.OFF_GRID:
            raise loading.NoRoom
        if ended == endgame.TOO_LARGE:
            return None
        margin = int(descent.bests[0])
        if not descent.counts[0]:
            return margin, None
        return margin, _play_of(descent.plays[0, descent.chosen[0]].tolist(), shift)

    def best_scores(self, board: Board, variant: Variant) -> NDArray[np.int16] | None:
        """Return the score table of a non-empty board, or None if the board is too large."""
        if self._lay_out(board) is None:
            return None
        room = self._room
        best_scores.best_table(room.grid, variant.scoring.qwirkle_bonus, room.scan, room.best)
        return room.best.copy()

    def means_of(self, best: NDArray[np.int16], hand: Faces) -> NDArray[np.float64] | None:
        """Return the mean best score of each choice of dice, or None if the hand is unplayable."""
        self._room.best[:] = best
        self._dice[: len(hand)] = hand
        if not odds.means_of(self._room.best, self._dice, len(hand), self._room.outcomes):
            return None
        return self._room.outcomes.means[: 1 << len(hand)].copy()

    def roll_outs(
        self,
        board: Board,
        kept: Faces,
        returned: Faces,
        futures: rollouts.Futures,
        variant: Variant,
        turns: int,
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]:
        """Play every world on from the board, leave and returned pieces after a turn.

        Returns, per world, the points of each player, the last player's estimated further lead,
        and the final bag size. Raises GridOverflow.
        """
        if self._lay_out(board) is None:
            raise loading.NoRoom
        worlds = rollouts.begin(futures, kept, returned)
        most_rolls = max(0, futures.rolls.shape[1] // (turns * variant.hand.size) - 1)
        rules = ruleset_of(variant).numbers
        players = worlds.sizes.shape[1]
        if not rollouts.roll_outs(self._room, rules, turns, players, most_rolls, futures, worlds):
            raise loading.NoRoom
        return worlds.gains, worlds.beyond, worlds.left

    def simple_game(
        self,
        variant: Variant,
        ages: tuple[int, ...],
        seed: int,
        most_events: int = MOST_EVENTS,
    ) -> tuple[int, ...] | None:
        """Play a whole game between `simple` bots of these ages; return the scores, then the turns.

        None if the game left the grid or came close to `max_events`.
        """
        rules = ruleset_of(variant)
        players = len(ages)
        self._ages[:players] = ages
        turns = games.simple_game(
            seed,
            most_events,
            players,
            self._ages,
            rules.numbers,
            rules.sides,
            rules.kind_of,
            rules.full_bag.copy(),
            self._hands,
            self._sizes,
            self._scores,
            self._room.grid,
            self._room.search,
            self._state,
        )
        if turns == games.TOO_FAR:
            return None
        return (*self._scores[:players].tolist(), turns)
