"""The bot that rolls out its best candidates in many possible futures and solves endgames."""

from __future__ import annotations

import random

from qwirkle.analysis.budgets import budget_for
from qwirkle.analysis.clock import Stop, never
from qwirkle.analysis.rolling import best_of, exact_roll_worths
from qwirkle.analysis.thinking import Budget, Watch, think, unwatched
from qwirkle.analysis.value import Effort, Valuer
from qwirkle.engine.moves import Move, Roll
from qwirkle.engine.view import View

SECONDS = 0.3
"""Approximate time for a turn that isn't clear-cut, with the kernel."""


class Master:
    """Plays the candidate that does best in rollouts."""

    def __init__(
        self,
        seconds: float = SECONDS,
        budget: Budget | None = None,
        effort: Effort | None = None,
    ) -> None:
        self.seconds = seconds
        self.budget = budget
        self.effort = effort
        self.watch: Watch = unwatched

    def choose(self, view: View, random: random.Random, stop: Stop = never) -> Move:
        options = view.options
        if options.forced_roll and not options.free_roll:
            return Roll(view.hand, forced=True)
        budget = self.budget or budget_for(view.variant, len(view.scores), self.seconds)
        valuer = Valuer(view, random, self.effort)
        if options.free_roll:
            rolled = best_of(
                exact_roll_worths(valuer, budget.sets, budget.tables, random, stop), view
            )
            if rolled:
                return Roll(tuple(view.hand[index] for index in rolled))
        thought = think(view, valuer, budget, random, stop, self.watch)
        self.watch(thought)
        return thought.best.move
