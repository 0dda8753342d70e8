"""The bot that plays its best candidates out in many possible futures, and the end exactly."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.endgame import is_exact, solve
from qwirkle.analysis.lookahead import Budget, best_by_rollouts
from qwirkle.analysis.rolling import best_roll
from qwirkle.analysis.value import Effort, Valuer, turn_worths
from qwirkle.engine.moves import Move, Roll
from qwirkle.engine.view import View
from qwirkle.kernel import loading

PLAIN = {"nothing": Budget(10, 192, 4, 32), "shape": Budget(5, 24, 2, 8)}
COMPILED = {"nothing": Budget(10, 768, 6, 64), "shape": Budget(6, 64, 2, 16)}
"""By what a roll changes: what takes about two seconds in plain Python, or with the kernel."""

MOST_POSITIONS = 4000
"""How far the exact end of a game is searched."""


class Master:
    """Plays what does best when everybody then plays on."""

    def __init__(self, budget: Budget | None = None, effort: Effort | None = None) -> None:
        self.budget = budget
        self.effort = effort

    def choose(self, view: View, random: random.Random, stop: Stop) -> Move:
        """The roll of the highest value, or the turn that comes out best in the rollouts."""
        options = view.options
        if options.forced_roll and not options.free_roll:
            return Roll(view.hand, forced=True)
        if is_exact(view):
            ending = solve(view, MOST_POSITIONS, stop)
            if ending is not None:
                return ending.move
        valuer = Valuer(view, random, self.effort)
        if options.free_roll:
            rolled = best_roll(valuer, random, stop)
            if rolled:
                return Roll(tuple(view.hand[index] for index in rolled))
        worths = turn_worths(valuer, stop)
        budget = self.budget or self._usual(view)
        return best_by_rollouts(view, worths, valuer.weights.keep, budget, random, stop).move

    def _usual(self, view: View) -> Budget:
        budgets = PLAIN if loading.tools() is None else COMPILED
        return budgets[view.variant.rolls]
