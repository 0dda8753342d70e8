"""Endgame solver for two players: with the bag empty both hands are known, and nothing is random.

The search goes to the last piece. If that takes too long, a beam search looks only at the
best-scoring plays of each position and at those that go out; the beam is wider at the root.
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
"""Plays per position; beyond that the lowest-scoring ones are left out."""


class TooLarge(Exception):
    """Raised when the search has used up its positions or was told to stop."""


class Attempt(Struct, frozen=True):
    """Limits of one endgame search: positions and beam widths."""

    positions: int
    width: int = MOST_PLAYS
    first_width: int = MOST_PLAYS

    @property
    def exact(self) -> bool:
        """True if every play of a position is searched, up to MAX_PLAYS."""
        return self.width == MOST_PLAYS


class Ending(Struct, frozen=True):
    """The best move, and the final margin it leads to from here."""

    move: Move
    margin: int
    exact: bool
    """False if a beam search may have missed something better."""


def is_exact(view: View) -> bool:
    """Return True for two players with nothing hidden and nothing random."""
    variant = view.variant
    return (
        len(view.scores) == 2
        and view.bag_size == 0
        and bool(view.board.cells)
        and (
            variant.hand.open or variant.pieces.rolls == "nothing"
        )  # a hidden die can show any shape
        and variant.roll_step is None
        and "roll" not in variant.place_step.stuck
        and (variant.end.score, variant.end.turns) == (None, None)
    )


def solve(view: View, attempts: Sequence[Attempt], stop: Stop) -> Ending | None:
    """Return the best move by the first limits that suffice, or None if none do."""
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
    """Return the final margin of one play, and whether it is exact.

    None if no limits suffice.
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
    """Return the opponent's hand, which is all unseen pieces once the bag is empty."""
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
    """Return the margin for the first hand, which is to move, and its play; None if too large."""
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
    """Return the margin and the play in plain Python. Raises EndgameLimitReached."""
    search = _Search(variant, attempt, stop)
    return search.best(board, *hands, passes, -NO_LIMIT, NO_LIMIT, attempt.first_width)


class _Search:
    """Depth-first alpha-beta search."""

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
        """Return the margin for the player to move, within the window, and its play."""
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
