"""The bot that plays its best candidates out in many possible futures, and the end exactly."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.rollouts import Budget, best_by_rollouts
from qwirkle.analysis.value import Effort, Valuer, turn_worths
from qwirkle.bots.expert import Expert
from qwirkle.engine.moves import Move
from qwirkle.engine.view import View
from qwirkle.kernel import loading

PLAIN = {"nothing": Budget(10, 192, 4, 32), "shape": Budget(5, 24, 2, 8)}
COMPILED = {"nothing": Budget(10, 768, 6, 64), "shape": Budget(6, 64, 2, 16)}
"""By what a roll changes: what takes about two seconds in plain Python, or with the kernel."""


class Master(Expert):
    """An expert that plays what does best when everybody then plays on."""

    most_positions = 4000

    def __init__(self, budget: Budget | None = None, effort: Effort | None = None) -> None:
        super().__init__(effort)
        self.budget = budget

    def best_turn(self, view: View, valuer: Valuer, random: random.Random, stop: Stop) -> Move:
        """The placement or trade that comes out best in the rollouts."""
        worths = turn_worths(valuer, stop)
        budgets = PLAIN if loading.tools_for_turns(view.variant) is None else COMPILED
        budget = self.budget or budgets[view.variant.rolls]
        return best_by_rollouts(view, worths, valuer.weights.keep, budget, random, stop).move
