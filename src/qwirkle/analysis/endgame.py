"""The exact end of a game of two: with the bag empty both hands are known, and chance is over."""

from __future__ import annotations

from dataclasses import dataclass

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.worlds import opponents_of
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.holding import without
from qwirkle.engine.movegen import Play
from qwirkle.engine.moves import Move, Pass, Place
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

NO_LIMIT = 10_000


class TooLarge(Exception):
    """The search has used up its share of positions, or was told to stop."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The best move, and by how much its player then gains more than the other one."""

    move: Move
    margin: int


def is_exact(view: View) -> bool:
    """Whether nothing is hidden and nothing is left to chance, with two players."""
    variant = view.variant
    return (
        len(view.scores) == 2
        and view.bag_size == 0
        and bool(view.board.cells)
        and (variant.hand_open or variant.rolls == "nothing")  # a hidden die may show any shape
        and variant.roll_step is None
        and "roll" not in variant.place_step.stuck
        and (variant.ending.score, variant.ending.turns) == (None, None)
    )


def solve(view: View, most_positions: int, stop: Stop) -> Ending | None:
    """The best move to the very end, or None where that takes too many positions."""
    other = view.hands[opponents_of(view)[0]]
    if other is None:
        variant = view.variant
        other = tuple(
            variant.kinds[kind].faces[0]
            for kind, left in enumerate(view.unseen)
            for _ in range(left)
        )
    search = _Search(view.variant, most_positions, stop)
    try:
        margin, play = search.best(view.board, view.hand, other, view.passes, -NO_LIMIT, NO_LIMIT)
    except TooLarge:
        return None
    return Ending(Pass() if play is None else Place(play[0]), margin)


class _Search:
    """Depth first with a window: what cannot change the outcome is not looked at."""

    def __init__(self, variant: Variant, most_positions: int, stop: Stop) -> None:
        self.variant = variant
        self.left_piece = variant.ending.left_piece
        self.left = most_positions
        self.stop = stop

    def best(
        self, board: Board, hand: Faces, other: Faces, passes: int, low: int, high: int
    ) -> tuple[int, Play | None]:
        """The margin of the player to move within the window, and the play that reaches it."""
        self.left -= 1
        if self.left < 0 or self.stop():
            raise TooLarge
        found = movegen.in_order(movegen.plays(board, hand, self.variant))
        if not found:
            if passes:
                return self.left_piece * (len(other) - len(hand)), None
            return -self.best(board, other, hand, 1, -high, -low)[0], None
        best, chosen = -NO_LIMIT, found[0]
        for play in found:
            pieces, points = play
            kept = without(hand, tuple(face for face, _, _ in pieces))
            if not kept:
                margin = points + self.variant.out_bonus + self.left_piece * len(other)
            else:
                after = board.lay(pieces)
                margin = points - self.best(after, other, kept, 0, points - high, points - low)[0]
            if margin > best:
                best, chosen = margin, play
                low = max(low, margin)
                if low >= high:
                    break
        return best, chosen
