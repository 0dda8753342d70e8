"""Exact solver for the dice endgame of two players: every roll and every turn to the end.

The bag is empty and both hands are open, so only rolls are random. With few dice left all outcomes
can be searched: a position is worth the mean margin with best play from both sides.
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
"""Estimated positions by the number of own and opponent's dice.

A single own die is placed as soon as it fits, which ends the game; more dice than these are far too
many.
"""


class TooMany(Exception):
    """Raised when the search needs more positions than the budget allows, or was told to stop."""


class LastDice:
    """Final margins of one view's game; every position searched counts against the budget."""

    def __init__(self, view: View, most_tables: int, stop: Stop) -> None:
        self.variant = view.variant
        self.other: Faces = view.hands[opponents_of(view)[0]] or ()
        self._left = most_tables
        self._stop = stop

    def of_play(self, board: Board, hand: Faces, other: Faces, play: Play) -> float:
        """Return the mean margin of a play."""
        pieces, points = play
        kept = without(hand, tuple(face for face, _, _ in pieces))
        if not kept:
            return points + self.variant.scoring.out_bonus
        return points - self.of_turn(board.lay(pieces), other, kept)

    def of_choices(self, board: Board, hand: Faces, other: Faces) -> NDArray[np.float64] | None:
        """Return the mean margin of each choice of dice, indexed by bit mask.

        None for an unplayable hand.
        """
        throws = self._throws(board, hand, other)
        fitting = ~np.isnan(throws)
        if not fitting.any():
            return None
        # C4: if nothing fits, all dice are rolled until something does.
        throws = np.where(fitting, throws, throws[fitting].mean())
        means = []
        for choice in range(1 << len(hand)):
            here = tuple(
                slice(None) if choice >> die & 1 else face % SHAPES for die, face in enumerate(hand)
            )
            means.append(float(throws[here].mean()))
        return np.array(means)

    def of_turn(self, board: Board, hand: Faces, other: Faces, *, passed: bool = False) -> float:
        """Return the mean margin for the player to roll, with the best choice of dice."""
        self._left -= 1
        if self._left < 0 or self._stop():
            raise TooMany
        means = self.of_choices(board, hand, other)
        if means is not None:
            return float(means.max())
        return 0.0 if passed else -self.of_turn(board, other, hand, passed=True)

    def _throws(self, board: Board, hand: Faces, other: Faces) -> NDArray[np.float64]:
        """Return the margin after each outcome of rolling all dice; NaN if nothing fits."""
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
        """Return the margin of the best play without a roll; NaN if nothing fits."""
        plays = movegen.plays(board, dice, self.variant)
        if not plays:
            return float("nan")
        if len(dice) == 1:
            return max(points for _, points in plays) + self.variant.scoring.out_bonus
        return max(self.of_play(board, dice, other, play) for play in plays)


def is_last(view: View, most_tables: int) -> bool:
    """Return True if the rest of the game is probably small enough to search."""
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
