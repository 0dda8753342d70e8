"""The placements that a view offers, the best-scoring first."""

from __future__ import annotations

from qwirkle.engine import movegen
from qwirkle.engine.movegen import Play
from qwirkle.engine.view import View


def placements(view: View) -> list[Play]:
    """Every placement open to the player to move (R3 on an empty table), best first."""
    if not view.board.cells:
        return movegen.in_order(movegen.opening_plays(view.hand, view.variant))
    return movegen.in_order(movegen.plays(view.board, view.hand, view.variant))


def best_placement(view: View) -> Play:
    """The first of `placements`, where there is one."""
    if not view.board.cells:
        return placements(view)[0]
    best = movegen.best_play(view.board, view.hand, view.variant)
    if best is None:
        raise ValueError("nothing of the hand fits")
    return best
