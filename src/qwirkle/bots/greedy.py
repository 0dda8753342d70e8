"""The bot that maximises the score of this turn, rolling by exact odds."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never_stop
from qwirkle.analysis.odds import odds
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.view import View


class GreedyBot:
    """Plays for the highest score this turn."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        options = view.options
        if options.can_roll_free:
            chances = odds(view.board, view.hand, view.variant, view.free_rolls)
            rolled = chances.best[0] if chances else ()
            if rolled or not options.can_place:
                return Roll(tuple(view.hand[index] for index in rolled) or view.hand)
        if options.can_place:
            return Place(best_placement(view)[0])
        if options.must_roll:
            return Roll(view.hand, forced=True)
        return Trade(view.hand[: options.max_trade])
