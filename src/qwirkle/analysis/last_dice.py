"""The last dice of a game of two: every roll and every turn to the end, with its exact chance.

The bag is empty and the hands lie open, so only the dice are left to chance. With few of them all
that can happen is looked at: what a turn is worth is the mean margin when both play it best.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.worlds import opponents_of
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.holding import without
from qwirkle.engine.movegen import Play
from qwirkle.engine.pieces import SHAPES, Faces
from qwirkle.engine.variant import DEFAULT_END
from qwirkle.engine.view import View

TABLES = {(2, 1): 500, (2, 2): 60_000, (3, 1): 8_000}
"""About how many tables there are with so many dice of one's own and of the other one's. A single
die is laid as soon as it fits, and that is the end; with more dice there are far too many."""


class TooMany(Exception):
    """More tables would have to be looked at than the budget allows."""


class LastDice:
    """Margins of one view's game to its end; each table that is met is counted."""

    def __init__(self, view: View, most_tables: int, stop: Stop) -> None:
        self.variant = view.variant
        self.other: Faces = view.hands[opponents_of(view)[0]] or ()
        self._left = most_tables
        self._stop = stop

    def of_play(self, board: Board, hand: Faces, other: Faces, play: Play) -> float:
        """The mean margin of laying these pieces."""
        pieces, points = play
        kept = without(hand, tuple(face for face, _, _ in pieces))
        if not kept:
            return points + self.variant.scoring.out_bonus
        return points - self.of_turn(board.lay(pieces), other, kept)

    def of_choices(self, board: Board, hand: Faces, other: Faces) -> NDArray[np.float64] | None:
        """The mean margin of each choice of dice to roll, a bit for each; None for a dead hand."""
        throws = self._throws(board, hand, other)
        fitting = ~np.isnan(throws)
        if not fitting.any():
            return None
        # C4: where nothing fits all dice are rolled until something does.
        throws = np.where(fitting, throws, throws[fitting].mean())
        means = []
        for choice in range(1 << len(hand)):
            here = tuple(
                slice(None) if choice >> die & 1 else face % SHAPES for die, face in enumerate(hand)
            )
            means.append(float(throws[here].mean()))
        return np.array(means)

    def of_turn(self, board: Board, hand: Faces, other: Faces, *, passed: bool = False) -> float:
        """The mean margin of whoever is to roll, with the best choice; a dead hand passes."""
        self._left -= 1
        if self._left < 0 or self._stop():
            raise TooMany
        means = self.of_choices(board, hand, other)
        if means is not None:
            return float(means.max())
        return 0.0 if passed else -self.of_turn(board, other, hand, passed=True)

    def _throws(self, board: Board, hand: Faces, other: Faces) -> NDArray[np.float64]:
        """The margin after each way in which all dice can fall; none where nothing fits."""
        colours = [face // SHAPES for face in hand]
        values = np.full((self.variant.pieces.shapes,) * len(hand), np.nan)
        known: dict[Faces, float] = {}
        for throw in product(range(self.variant.pieces.shapes), repeat=len(hand)):
            dice = tuple(
                sorted(
                    colour * SHAPES + shape for colour, shape in zip(colours, throw, strict=True)
                )
            )
            if dice not in known:
                known[dice] = self._best(board, dice, other)
            values[throw] = known[dice]
        return values

    def _best(self, board: Board, dice: Faces, other: Faces) -> float:
        """The margin of the best play of dice as they lie; not a number where nothing fits."""
        plays = movegen.plays(board, dice, self.variant)
        if not plays:
            return float("nan")
        if len(dice) == 1:
            return max(points for _, points in plays) + self.variant.scoring.out_bonus
        return max(self.of_play(board, dice, other, play) for play in plays)


def is_last(view: View, most_tables: int) -> bool:
    """Whether all that can still happen is likely to be few enough to look at."""
    variant = view.variant
    own = len(view.hand)
    sizes = (own, sum(view.hand_sizes) - own)
    if own != 1 and TABLES.get(sizes, most_tables + 1) > most_tables:
        return False
    return (
        len(view.scores) == 2
        and view.bag_size == 0
        and not view.opening
        and variant.hand.open
        and variant.roll_step is not None
        and variant.roll_step.times == 1
        and view.turns + 1 >= variant.roll_step.from_turn
        and variant.rolls_when_stuck
        and not view.options.trade
        and variant.end == DEFAULT_END
    )
