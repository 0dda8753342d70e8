"""Exact solver for the dice endgame of two players: every roll and every turn to the end.

The bag is empty and both hands are open, so only rolls are random. With few dice left all outcomes
can be searched: a position is worth the mean margin with best play from both sides.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from qwirkle.analysis.deadline import StopCondition
from qwirkle.analysis.endgame import EndgameLimitReached
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import ScoredPlay
from qwirkle.engine.pieces import SHAPE_COUNT, Faces
from qwirkle.engine.variant import DEFAULT_END
from qwirkle.engine.view import View

ESTIMATED_POSITIONS = {(2, 1): 500, (2, 2): 60_000, (3, 1): 8_000}
"""Estimated positions by the number of own and opponent's dice.

A single own die is placed as soon as it fits, which ends the game; more dice than these are far too
many.
"""


class DiceEndgame:
    """Final margins of one view's game; every position searched counts against the budget."""

    def __init__(self, view: View, max_dice_positions: int, stop: StopCondition) -> None:
        self.variant = view.variant
        self.opponent_hand: Faces = view.hands[view.opponents[0]] or ()
        self._positions_left = max_dice_positions
        self._stop = stop

    def play_margin(
        self, board: Board, hand: Faces, opponent_hand: Faces, play: ScoredPlay
    ) -> float:
        """Return the mean margin of a play."""
        pieces, points = play
        leave = remove_from_hand(hand, tuple(face for face, _, _ in pieces))
        if not leave:
            return points + self.variant.scoring.out_bonus
        return points - self.turn_margin(board.place(pieces), opponent_hand, leave)

    def roll_margins(
        self, board: Board, hand: Faces, opponent_hand: Faces
    ) -> NDArray[np.float64] | None:
        """Return the mean margin of each choice of dice, indexed by bit mask.

        None for an unplayable hand.
        """
        margins = self._outcome_margins(board, hand, opponent_hand)
        is_playable = ~np.isnan(margins)
        if not is_playable.any():
            return None
        # C4: if nothing fits, all dice are rolled until something does.
        margins = np.where(is_playable, margins, margins[is_playable].mean())
        means = []
        for choice in range(1 << len(hand)):
            index = tuple(
                slice(None) if choice >> die & 1 else face % SHAPE_COUNT
                for die, face in enumerate(hand)
            )
            means.append(float(margins[index].mean()))
        return np.array(means)

    def turn_margin(
        self, board: Board, hand: Faces, opponent_hand: Faces, *, passed: bool = False
    ) -> float:
        """Return the mean margin for the player to roll, with the best choice of dice."""
        self._positions_left -= 1
        if self._positions_left < 0 or self._stop():
            raise EndgameLimitReached
        means = self.roll_margins(board, hand, opponent_hand)
        if means is not None:
            return float(means.max())
        return 0.0 if passed else -self.turn_margin(board, opponent_hand, hand, passed=True)

    def _outcome_margins(
        self, board: Board, hand: Faces, opponent_hand: Faces
    ) -> NDArray[np.float64]:
        """Return the margin after each outcome of rolling all dice; NaN if nothing fits."""
        colours = [face // SHAPE_COUNT for face in hand]
        values = np.full((self.variant.pieces.shapes,) * len(hand), np.nan)
        margins: dict[Faces, float] = {}
        for shapes in product(range(self.variant.pieces.shapes), repeat=len(hand)):
            dice = tuple(
                sorted(
                    colour * SHAPE_COUNT + shape
                    for colour, shape in zip(colours, shapes, strict=True)
                )
            )
            if dice not in margins:
                margins[dice] = self._best_play_margin(board, dice, opponent_hand)
            values[shapes] = margins[dice]
        return values

    def _best_play_margin(self, board: Board, dice: Faces, opponent_hand: Faces) -> float:
        """Return the margin of the best play without a roll; NaN if nothing fits."""
        plays = movegen.generate_plays(board, dice, self.variant)
        if not plays:
            return float("nan")
        if len(dice) == 1:
            return max(points for _, points in plays) + self.variant.scoring.out_bonus
        return max(self.play_margin(board, dice, opponent_hand, play) for play in plays)


def is_small_dice_endgame(view: View, max_dice_positions: int) -> bool:
    """Return True if the rest of the game is probably small enough to search."""
    variant = view.variant
    hand_size = len(view.hand)
    sizes = (hand_size, sum(view.hand_sizes) - hand_size)
    if (
        hand_size != 1
        and ESTIMATED_POSITIONS.get(sizes, max_dice_positions + 1) > max_dice_positions
    ):
        return False
    return (
        len(view.scores) == 2
        and view.bag_size == 0
        and not view.is_opening
        and variant.hand.open
        and variant.roll_step is not None
        and variant.roll_step.times == 1
        and view.turns_played + 1 >= variant.roll_step.from_turn
        and variant.rolls_when_stuck
        and not view.options.max_trade
        and variant.end == DEFAULT_END
    )
