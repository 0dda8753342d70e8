"""The bot that plays its best candidates out in many possible futures, and the end exactly."""

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
"""About how long it thinks about a turn that is not clear, with the kernel."""


class Master:
    """Plays what does best when everybody then plays on."""

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
        """A forced roll, the roll with the highest value, or the turn that does best."""
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
