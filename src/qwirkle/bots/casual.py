"""The bot for children and beginners: it looks at a few cells and rolls by a rule of thumb."""

from __future__ import annotations

import random

from qwirkle.analysis.clock import Stop, never_stop
from qwirkle.bots.simple import SimpleBot
from qwirkle.engine.holding import remove_from_hand
from qwirkle.engine.movegen import best_placement, legal_placements
from qwirkle.engine.moves import Move, Place, Roll
from qwirkle.engine.pieces import PieceAt, face_mask
from qwirkle.engine.view import View

MAX_CELLS = 5
"""Open cells it looks at per turn."""

MAX_PIECES = 3
"""Largest placement, except in the opening."""


class CasualBot:
    """Plays the best placement it notices; keeps the dice that score now and rolls the rest."""

    def choose(self, view: View, random: random.Random, stop: Stop = never_stop) -> Move:
        if view.is_opening or not view.options.can_place:
            return SimpleBot().choose(view, random, stop)
        if view.options.can_roll_free:
            kept, _ = best_placement(view)
            rest = remove_from_hand(view.hand, tuple(face for face, _, _ in kept))
            if rest:
                return Roll(rest)
        return Place(_short_play(view, random))


def _short_play(view: View, random: random.Random) -> tuple[PieceAt, ...]:
    """Return the best placement of a few pieces that covers a cell it looks at."""
    held = face_mask(view.hand)
    open_cells = sorted(cell for cell, fit in view.board.allowed_faces.items() if fit & held)
    seen = set(random.sample(open_cells, min(MAX_CELLS, len(open_cells))))
    return next(
        pieces
        for pieces, _ in legal_placements(view)
        if len(pieces) <= MAX_PIECES and any((x, y) in seen for _, x, y in pieces)
    )
