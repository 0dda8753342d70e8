"""Luck: what chance brought in a turn, compared with its average."""

from __future__ import annotations

import random

import numpy as np
from msgspec import Struct

from qwirkle.analysis.best_scores import masks_of
from qwirkle.analysis.odds import scores_on
from qwirkle.analysis.worlds import mask_rows, mean_of_best, worlds_of
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View

DRAWS = 1000
"""Number of draws to average."""


class Luck(Struct, frozen=True):
    """What a roll or draw can score, and what it scores on average."""

    got: int
    mean: float

    @property
    def points(self) -> float:
        """Difference from the average; negative for bad luck."""
        return self.got - self.mean


def luck_of_draw(view: View, board: Board, kept: Faces, hand: Faces) -> Luck:
    """Compare a refilled hand with other draws from the pieces its player can't see.

    As in hints and bots, a hand is worth its best score on the board after the turn. The other
    draws are sampled with a fixed seed.
    """
    best = scores_on(board, view.variant)
    count = len(hand) - len(kept)
    draws = worlds_of(view, DRAWS, random.Random(0)).bags[:, :count]
    rows = mask_rows(draws) | np.array(masks_of(kept), dtype=np.int16)
    got = mean_of_best(best, mask_rows(np.array([hand])))
    return Luck(int(got), mean_of_best(best, rows))
