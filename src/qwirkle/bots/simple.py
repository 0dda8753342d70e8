"""The bot that takes the best score of the pieces as they lie."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.view import View


class Simple:
    """Plays the best-scoring placement; rolls and trades only where nothing fits."""

    def choose(self, view: View, random: random.Random, stop: Stop = never) -> Move:
        """The placement with the most points, or what must be done where none fits."""
        options = view.options
        if options.place:
            pieces, _ = best_placement(view)
            return Place(pieces)
        if options.trade:
            return Trade(view.hand[: options.trade])
        return Roll(view.hand, forced=options.forced_roll)
