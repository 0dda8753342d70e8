"""The bot that weighs a turn's score against the opponents' reply and its own next turn."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never_stop
from qwirkle.analysis.endgame import EndgameLimits, has_perfect_information, solve_endgame
from qwirkle.analysis.rolling import choose_dice, evaluate_rolls_sampled
from qwirkle.analysis.value import EvaluationLimits, EvaluationWeights, Evaluator, evaluate_turns
from qwirkle.engine.moves import Move, Roll
from qwirkle.engine.view import View

ENDGAME_LIMITS = (EndgameLimits(400),)
"""Limits for solving the endgame."""


class ExpertBot:
    """Plays the turn with the highest estimated value."""

    def __init__(
        self, limits: EvaluationLimits | None = None, weights: EvaluationWeights | None = None
    ) -> None:
        self.limits = limits
        self.weights = weights

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        options = view.options
        if options.must_roll and not options.can_roll_free:
            return Roll(view.hand, forced=True)
        if has_perfect_information(view):
            ending = solve_endgame(view, ENDGAME_LIMITS, stop)
            if ending is not None:
                return ending.move
        valuer = Evaluator(view, random, self.limits, self.weights)
        if options.can_roll_free:
            rolled = choose_dice(evaluate_rolls_sampled(valuer, random, stop), view)
            if rolled:
                return Roll(tuple(view.hand[index] for index in rolled))
        return evaluate_turns(valuer, stop)[0].move
