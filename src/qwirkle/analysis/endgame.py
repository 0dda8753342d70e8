"""The end of a game of two: with the bag empty both hands are known, and chance is over.

It is searched to the last piece. Where that takes too long only the best-scoring plays of each
position are looked at, and those that go out: a beam, which is wider for the turn to be made.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.odds import MOST_COMPILED
from qwirkle.analysis.worlds import opponents_of
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.holding import without
from qwirkle.engine.movegen import Play
from qwirkle.engine.moves import Move, Pass, Place
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loading

NO_LIMIT = 10_000

MOST_PLAYS = 256
"""Of one position; where there are more, those that score least are left out."""


class TooLarge(Exception):
    """The search has used up its share of positions, or was told to stop."""


class Attempt(Struct, frozen=True):
    """How wide an end is searched, and how many positions that may take."""

    positions: int
    width: int = MOST_PLAYS
    first_width: int = MOST_PLAYS

    @property
    def exact(self) -> bool:
        """Whether every play is looked at, of the very many of a position the best."""
        return self.width == MOST_PLAYS


class Ending(Struct, frozen=True):
    """The best move, and by how much its player then gains more than the other one."""

    move: Move
    margin: int
    exact: bool
    """Whether that is certain: a beam may have missed something."""


def is_exact(view: View) -> bool:
    """Whether nothing is hidden and nothing is left to chance, with two players."""
    variant = view.variant
    return (
        len(view.scores) == 2
        and view.bag_size == 0
        and bool(view.board.cells)
        and (
            variant.hand.open or variant.pieces.rolls == "nothing"
        )  # a hidden die may show any shape
        and variant.roll_step is None
        and "roll" not in variant.place_step.stuck
        and (variant.end.score, variant.end.turns) == (None, None)
    )


def solve(view: View, attempts: Sequence[Attempt], stop: Stop) -> Ending | None:
    """The best move to the very end by the first attempt that is not too large for it."""
    hands = (view.hand, hand_of_other(view))
    for attempt in attempts:
        found = _search(view.variant, view.board, hands, view.passes, attempt, stop)
        if found is not None:
            margin, play = found
            return Ending(Pass() if play is None else Place(play[0]), margin, attempt.exact)
    return None


def margin_of(
    view: View, play: Play, attempts: Sequence[Attempt], stop: Stop
) -> tuple[int, bool] | None:
    """The margin of one play to the very end, and whether it is certain.

    None where every attempt is too large for it.
    """
    pieces, points = play
    variant, other = view.variant, hand_of_other(view)
    kept = without(view.hand, tuple(face for face, _, _ in pieces))
    if not kept:
        return points + variant.scoring.out_bonus + variant.end.left_piece * len(other), True
    for attempt in attempts:
        found = _search(variant, view.board.lay(pieces), (other, kept), 0, attempt, stop)
        if found is not None:
            return points - found[0], attempt.exact
    return None


def hand_of_other(view: View) -> Faces:
    """What the other one holds, once all that nobody sees is in that hand."""
    other = view.hands[opponents_of(view)[0]]
    if other is not None:
        return other
    kinds = view.variant.kinds
    return tuple(kinds[kind].faces[0] for kind, left in enumerate(view.unseen) for _ in range(left))


def _search(
    variant: Variant,
    board: Board,
    hands: tuple[Faces, Faces],
    passes: int,
    attempt: Attempt,
    stop: Stop,
) -> tuple[int, Play | None] | None:
    """The margin of the first hand, which is to move, and its play; None where it is too large."""
    if stop():
        return None
    tools = loading.tools_for_turns(variant)
    if tools is not None and max(map(len, hands)) <= MOST_COMPILED:
        sizes = (attempt.width, attempt.first_width, attempt.positions)
        with suppress(loading.NoRoom):
            return tools.search_end(board, hands, passes, variant, *sizes)
    try:
        return plain_search(variant, board, hands, passes, attempt, stop)
    except TooLarge:
        return None


def plain_search(
    variant: Variant,
    board: Board,
    hands: tuple[Faces, Faces],
    passes: int,
    attempt: Attempt,
    stop: Stop,
) -> tuple[int, Play | None]:
    """The margin and the play in plain Python; raises TooLarge."""
    search = _Search(variant, attempt, stop)
    return search.best(board, *hands, passes, -NO_LIMIT, NO_LIMIT, attempt.first_width)


class _Search:
    """Depth first with a window: what cannot change the outcome is not looked at."""

    def __init__(self, variant: Variant, attempt: Attempt, stop: Stop) -> None:
        self.variant = variant
        self.left_piece = variant.end.left_piece
        self.width = attempt.width
        self.left = attempt.positions
        self.stop = stop

    def best(
        self,
        board: Board,
        hand: Faces,
        other: Faces,
        passes: int,
        low: int,
        high: int,
        width: int,
    ) -> tuple[int, Play | None]:
        """The margin of the player to move within the window, and the play that reaches it."""
        self.left -= 1
        if self.left < 0 or self.stop():
            raise TooLarge
        found = movegen.in_order(movegen.plays(board, hand, self.variant))[:MOST_PLAYS]
        if not found:
            if passes:
                return self.left_piece * (len(other) - len(hand)), None
            return -self.best(board, other, hand, 1, -high, -low, self.width)[0], None
        best, chosen = -NO_LIMIT, found[0]
        for index, play in enumerate(found):
            pieces, points = play
            kept = without(hand, tuple(face for face, _, _ in pieces))
            if not kept:
                margin = points + self.variant.scoring.out_bonus + self.left_piece * len(other)
            elif index < width:
                after = board.lay(pieces)
                deeper = self.best(after, other, kept, 0, points - high, points - low, self.width)
                margin = points - deeper[0]
            else:
                continue
            if margin > best:
                best, chosen = margin, play
                low = max(low, margin)
                if low >= high:
                    break
        return best, chosen
