"""What one thread computes with: the arrays that the compiled functions work in."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.movegen import Play
from qwirkle.engine.pieces import Faces, mask_of
from qwirkle.engine.variant import Variant
from qwirkle.kernel import games, ground, odds, plays, rollouts, table

WAYS_OUT = ("trade", "roll", "redraw", "pass")
"""The policies of stuck players in the order of their numbers."""


class Ruleset:
    """The numbers of a variant as the kernel reads them."""

    def __init__(self, variant: Variant) -> None:
        ways = [WAYS_OUT.index(name) for name in variant.place_step.stuck]
        self.numbers = np.zeros(games.RULES, dtype=np.int64)
        self.numbers[: games.STUCK] = (
            variant.hand_size,
            len(variant.kinds[0].faces),
            len(variant.kinds),
            variant.qwirkle_bonus,
            variant.lone_piece,
            variant.out_bonus,
            len(ways),
        )
        self.numbers[games.STUCK : games.STUCK + len(ways)] = ways
        self.sides = np.zeros((36, 6), dtype=np.int64)
        for index, kind in enumerate(variant.kinds):
            self.sides[index, : len(kind.faces)] = kind.faces
        self.kind_of = np.array(variant.kind_of, dtype=np.int64)
        self.full_bag = np.array([kind.copies for kind in variant.kinds], dtype=np.int64)


ruleset_of = lru_cache(maxsize=16)(Ruleset)


class Tools:
    """The compiled functions with room to work in; one set for each thread."""

    def __init__(self) -> None:
        self._ground = ground.new_ground()
        self._search = plays.new_search()
        self._outcomes = odds.new_outcomes()
        self._scan = table.new_scan()
        self._room = rollouts.Room(
            self._ground,
            ground.new_ground(),
            self._search,
            self._outcomes,
            self._scan,
            np.zeros((table.KINDS, table.SETS), dtype=np.int16),
            np.zeros(ground.CELLS, dtype=np.int64),
        )
        self._state = np.zeros(1, dtype=np.uint64)
        self._hands = np.zeros((4, 8), dtype=np.int64)
        self._sizes = np.zeros(4, dtype=np.int64)
        self._scores = np.zeros(4, dtype=np.int64)

    def _lay_out(self, board: Board) -> tuple[int, int] | None:
        """Put a board on the ground; gives what to add to x and y, or None if it is too large."""
        pieces = np.array(
            [number for (x, y), face in board.cells.items() for number in (face, x, y)],
            dtype=np.int64,
        )
        columns, rows = pieces[1::3], pieces[2::3]
        left, right = int(columns.min()), int(columns.max())
        top, bottom = int(rows.min()), int(rows.max())
        if max(right - left, bottom - top) >= ground.SIDE - 2 * ground.EDGE - 1:
            return None
        dx = ground.MIDDLE - (left + right) // 2
        dy = ground.MIDDLE - (top + bottom) // 2
        ground.lay_out(self._ground, pieces, dx, dy)
        return dx, dy

    def best_play(self, board: Board, hand: Faces, variant: Variant) -> Play | None:
        """As the engine's `best_play`."""
        shift = self._lay_out(board)
        if shift is None:
            return movegen.best_play(board, hand, variant)
        plays.best_play(self._ground, mask_of(hand), variant.qwirkle_bonus, self._search)
        found = self._search.best.tolist()
        if not found[plays.COUNT]:
            return None
        pieces = tuple(
            (
                found[plays.FIRST + 2 * index],
                found[plays.FIRST + 2 * index + 1] % ground.SIDE - shift[0],
                found[plays.FIRST + 2 * index + 1] // ground.SIDE - shift[1],
            )
            for index in range(found[plays.COUNT])
        )
        return pieces, found[plays.POINTS]

    def best_scores(self, board: Board, variant: Variant) -> NDArray[np.int16] | None:
        """The best-score table of a board with pieces, or None where it is too large."""
        if self._lay_out(board) is None:
            return None
        best = np.empty((table.KINDS, table.SETS), dtype=np.int16)
        table.best_table(self._ground, variant.qwirkle_bonus, self._scan, best)
        return best

    def means_of(self, best: NDArray[np.int16], hand: Faces) -> NDArray[np.float64] | None:
        """The mean of each choice of dice, or None for a dead hand."""
        dice = np.array(hand, dtype=np.int64)
        if not odds.means_of(best, dice, len(hand), self._outcomes):
            return None
        return self._outcomes.means[: 1 << len(hand)].copy()

    def roll_outs(
        self, board: Board, kept: Faces, futures: rollouts.Worlds, variant: Variant, turns: int
    ) -> list[tuple[tuple[int, ...], tuple[float, ...]]] | None:
        """What everybody gains, and would gain next, in each future; None where it is too large.

        The turn that is tried has led to this board and has left these pieces in hand.
        """
        if self._lay_out(board) is None:
            return None
        worlds = rollouts.begin_with(futures, kept)
        most_rolls = max(0, worlds.shapes.shape[1] // (turns * variant.hand_size) - 1)
        rules = ruleset_of(variant).numbers
        players = worlds.sizes.shape[1]
        if not rollouts.roll_outs(self._room, rules, turns, players, most_rolls, worlds):
            return None
        both = zip(worlds.gains.tolist(), worlds.next_gains.tolist(), strict=True)
        return [(tuple(gains), tuple(next_gains)) for gains, next_gains in both]

    def casual_game(self, variant: Variant, players: int, seed: int) -> tuple[int, ...] | None:
        """The scores of a whole game between casual players without ages, and its turns last.

        None where the game left the ground.
        """
        rules = ruleset_of(variant)
        turns = games.casual_game(
            seed,
            players,
            rules.numbers,
            rules.sides,
            rules.kind_of,
            rules.full_bag.copy(),
            self._hands,
            self._sizes,
            self._scores,
            self._ground,
            self._search,
            self._state,
        )
        if turns == games.TOO_FAR:
            return None
        return (*self._scores[:players].tolist(), turns)
