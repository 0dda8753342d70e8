"""The bot that plays the highest score without a free roll."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never_stop
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.view import View


class SimpleBot:
    """Plays the highest-scoring placement; rolls or trades only if nothing fits."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        options = view.options
        if options.can_place:
            pieces, _ = best_placement(view)
            return Place(pieces)
        if options.max_trade:
            return Trade(view.hand[: options.max_trade])
        return Roll(view.hand, forced=options.must_roll)
