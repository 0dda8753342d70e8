"""The bot that weighs a turn's score against the opponents' reply and its own next turn."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never
from qwirkle.analysis.endgame import Attempt, is_exact, solve
from qwirkle.analysis.rolling import best_of, roll_worths
from qwirkle.analysis.value import Effort, Valuer, Weights, turn_worths
from qwirkle.engine.moves import Move, Roll
from qwirkle.engine.view import View

ENDING = (Attempt(400),)
"""Limits for solving the endgame."""


class Expert:
    """Plays the turn with the highest estimated value."""

    def __init__(self, effort: Effort | None = None, weights: Weights | None = None) -> None:
        self.effort = effort
        self.weights = weights

    def choose(self, view: View, random: random.Random, stop: Stop = never) -> Move:
        options = view.options
        if options.forced_roll and not options.free_roll:
            return Roll(view.hand, forced=True)
        if is_exact(view):
            ending = solve(view, ENDING, stop)
            if ending is not None:
                return ending.move
        valuer = Valuer(view, random, self.effort, self.weights)
        if options.free_roll:
            rolled = best_of(roll_worths(valuer, random, stop), view)
            if rolled:
                return Roll(tuple(view.hand[index] for index in rolled))
        return turn_worths(valuer, stop)[0].move
