"""The bot that rolls out its best candidates in many possible futures and solves endgames."""

from __future__ import annotations

import random

from qwirkle.analysis.budgets import budget_for
from qwirkle.analysis.clock import Stop, never_stop
from qwirkle.analysis.rolling import choose_dice, evaluate_rolls_exactly
from qwirkle.analysis.thinking import SearchBudget, SearchListener, ignore_progress, search
from qwirkle.analysis.value import EvaluationLimits, Evaluator
from qwirkle.engine.moves import Move, Roll
from qwirkle.engine.view import View

DEFAULT_SECONDS = 0.3
"""Approximate time for a turn that isn't clear-cut, with the kernel."""


class MasterBot:
    """Plays the candidate that does best in rollouts."""

    def __init__(
        self,
        seconds: float = DEFAULT_SECONDS,
        budget: SearchBudget | None = None,
        limits: EvaluationLimits | None = None,
    ) -> None:
        self.seconds = seconds
        self.budget = budget
        self.limits = limits
        self.on_progress: SearchListener = ignore_progress

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        options = view.options
        if options.must_roll and not options.can_roll_free:
            return Roll(view.hand, forced=True)
        budget = self.budget or budget_for(view.variant, len(view.scores), self.seconds)
        valuer = Evaluator(view, random, self.limits)
        if options.can_roll_free:
            rolled = choose_dice(
                evaluate_rolls_exactly(valuer, budget.max_sets, budget.max_positions, random, stop),
                view,
            )
            if rolled:
                return Roll(tuple(view.hand[index] for index in rolled))
        thought = search(view, valuer, budget, random, stop, self.on_progress)
        self.on_progress(thought)
        return thought.best.move
