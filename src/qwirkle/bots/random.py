"""The bot that plays random legal moves: the baseline for all others."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never
from qwirkle.engine.movegen import placements
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.view import View


class Random:
    """Plays a random placement; sometimes rolls or trades first."""

    def choose(self, view: View, random: random.Random, stop: Stop = never) -> Move:
        options = view.options
        if options.free_roll and (not options.place or random.random() < 0.5):
            return Roll(tuple(face for face in view.hand if random.random() < 0.5) or view.hand)
        if options.forced_roll:
            return Roll(view.hand, forced=True)
        if options.place and not (options.trade and random.random() < 0.1):
            pieces, _ = random.choice(placements(view))
            return Place(pieces)
        count = random.randint(options.trade_from, options.trade)
        return Trade(tuple(random.sample(view.hand, count)))
