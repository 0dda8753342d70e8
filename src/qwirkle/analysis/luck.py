"""Luck: what chance brought to a turn beside what it brings on average."""

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
"""How many draws the average is taken over."""


class Luck(Struct, frozen=True):
    """What dice that fell, or pieces that were drawn, can score, and what they do on average."""

    got: int
    mean: float

    @property
    def points(self) -> float:
        """How much better than the average it was; below zero it was worse."""
        return self.got - self.mean


def luck_of_draw(view: View, board: Board, kept: Faces, hand: Faces) -> Luck:
    """How a hand that was filled up compares with other draws from all that its player cannot see.

    A hand counts as bots and hints value it: by the best it could score on the table as it lies
    after the turn. The other draws are picked by chance, always alike.
    """
    best = scores_on(board, view.variant)
    count = len(hand) - len(kept)
    draws = worlds_of(view, DRAWS, random.Random(0)).bags[:, :count]
    rows = mask_rows(draws) | np.array(masks_of(kept), dtype=np.int16)
    got = mean_of_best(best, mask_rows(np.array([hand])))
    return Luck(int(got), mean_of_best(best, rows))
