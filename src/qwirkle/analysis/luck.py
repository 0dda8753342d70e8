"""Luck: what chance brought in a turn, compared with its average."""

from __future__ import annotations

import random

import numpy as np
from msgspec import Struct

from qwirkle.analysis.best_scores import line_masks
from qwirkle.analysis.odds import score_array
from qwirkle.analysis.worlds import mask_rows, mean_best_score, sample_determinizations
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View

SAMPLE_DRAWS = 1000
"""Number of draws to average."""


class Luck(Struct, frozen=True):
    """What a roll or draw can score, and what it scores on average."""

    actual: int
    mean: float

    @property
    def points(self) -> float:
        """Difference from the average; negative for bad luck."""
        return self.actual - self.mean


def draw_luck(view: View, board: Board, leave: Faces, hand: Faces) -> Luck:
    """Compare a refilled hand with other draws from the pieces its player can't see.

    As in hints and bots, a hand is worth its best score on the board after the turn. The other
    draws are sampled with a fixed seed.
    """
    best = score_array(board, view.variant)
    count = len(hand) - len(leave)
    draws = sample_determinizations(view, SAMPLE_DRAWS, random.Random(0)).bags[:, :count]
    rows = mask_rows(draws) | np.array(line_masks(leave), dtype=np.int16)
    got = mean_best_score(best, mask_rows(np.array([hand])))
    return Luck(int(got), mean_best_score(best, rows))
