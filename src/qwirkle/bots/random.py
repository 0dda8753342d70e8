"""The bot that plays random legal moves: the baseline for all others."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never_stop
from qwirkle.engine.movegen import legal_placements
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.view import View


class RandomBot:
    """Plays a random placement; sometimes rolls or trades first."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        options = view.options
        if options.can_roll_free and (not options.can_place or random.random() < 0.5):
            return Roll(tuple(face for face in view.hand if random.random() < 0.5) or view.hand)
        if options.must_roll:
            return Roll(view.hand, forced=True)
        if options.can_place and not (options.max_trade and random.random() < 0.1):
            pieces, _ = random.choice(legal_placements(view))
            return Place(pieces)
        count = random.randint(options.min_trade, options.max_trade)
        return Trade(tuple(random.sample(view.hand, count)))
