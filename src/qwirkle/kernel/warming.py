"""One call of every compiled function, so that each is compiled for the types it gets."""

from __future__ import annotations

from qwirkle import catalog
from qwirkle.engine.board import Board
from qwirkle.kernel.rollouts import enter_futures
from qwirkle.kernel.tools import Tools


def compile_all() -> None:
    """Compile the kernel by using all of it."""
    tools = Tools()
    board = Board.of([(0, 0, 0)])
    hand = (0, 1, 6)
    for variant in catalog.bundled():
        tools.casual_game(variant, variant.most_players, 0)
        tools.best_play(board, hand, variant)
        best = tools.best_scores(board, variant)
        if best is not None:
            tools.means_of(best, hand)
        shapes = (0,) * (2 * variant.hand_size) if variant.roll_step else ()
        futures = enter_futures([((hand,), hand, shapes)], variant.hand_size, 1)
        tools.roll_outs(board, hand, futures, variant, 1)
