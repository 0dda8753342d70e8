"""The bot for children and beginners: it looks at a few cells and rolls by a rule of thumb."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never
from qwirkle.bots.simple import Simple
from qwirkle.engine.holding import without
from qwirkle.engine.movegen import best_placement, placements
from qwirkle.engine.moves import Move, Place, Roll
from qwirkle.engine.pieces import Laid, mask_of
from qwirkle.engine.view import View

PLACES = 5
"""Open cells it looks at per turn."""

MOST_PIECES = 3
"""Largest placement, except in the opening."""


class Casual:
    """Plays the best placement it notices; keeps the dice that score now and rolls the rest."""

    def choose(self, view: View, random: random.Random, stop: Stop = never) -> Move:
        if view.opening or not view.options.place:
            return Simple().choose(view, random, stop)
        if view.options.free_roll:
            kept, _ = best_placement(view)
            rest = without(view.hand, tuple(face for face, _, _ in kept))
            if rest:
                return Roll(rest)
        return Place(_short_play(view, random))


def _short_play(view: View, random: random.Random) -> tuple[Laid, ...]:
    """Return the best placement of a few pieces that covers a cell it looks at."""
    held = mask_of(view.hand)
    open_cells = sorted(cell for cell, fit in view.board.fits.items() if fit & held)
    seen = set(random.sample(open_cells, min(PLACES, len(open_cells))))
    return next(
        pieces
        for pieces, _ in placements(view)
        if len(pieces) <= MOST_PIECES and any((x, y) in seen for _, x, y in pieces)
    )
