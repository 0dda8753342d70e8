"""Endgame solver for two players: with the bag empty both hands are known, and nothing is random.

The search goes to the last piece. If that takes too long, a beam search looks only at the
best-scoring plays of each position and at those that go out; the beam is wider at the root.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from qwirkle.analysis.deadline import StopCondition
from qwirkle.analysis.odds import MAX_KERNEL_HAND
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import ScoredPlay
from qwirkle.engine.moves import Move, Pass, Place
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loader

MAX_MARGIN = 10_000

MAX_PLAYS = 256
"""Plays per position; beyond that the lowest-scoring ones are left out."""


class EndgameLimitReached(Exception):
    """Raised when the search has used up its positions or was stopped."""


class EndgameLimits(Struct, frozen=True):
    """Limits of one endgame search: positions and beam widths."""

    max_positions: int
    beam_width: int = MAX_PLAYS
    root_beam_width: int = MAX_PLAYS

    @property
    def is_exact(self) -> bool:
        """True if every play of a position is searched, up to MAX_PLAYS."""
        return self.beam_width == MAX_PLAYS


class EndgameSolution(Struct, frozen=True):
    """The best move, and the final margin it leads to from here."""

    move: Move
    margin: int
    is_exact: bool
    """False if a beam search may have missed something better."""


def is_solvable_endgame(view: View) -> bool:
    """Return True for two players with nothing hidden and nothing random."""
    variant = view.variant
    return (
        len(view.scores) == 2
        and view.bag_size == 0
        and bool(view.board.cells)
        and (variant.hand.open or not variant.has_dice)  # a hidden die can show any shape
        and variant.roll_step is None
        and "roll" not in variant.place_step.stuck
        and (variant.end.target_score, variant.end.max_rounds) == (None, None)
    )


def solve_endgame(
    view: View, limits: Sequence[EndgameLimits], stop: StopCondition
) -> EndgameSolution | None:
    """Return the best move by the first limits that suffice, or None if none do."""
    hands = (view.hand, opponent_hand(view))
    for attempt_limits in limits:
        result = _search(
            view.variant, view.board, hands, view.consecutive_passes, attempt_limits, stop
        )
        if result is not None:
            margin, play = result
            return EndgameSolution(
                Pass() if play is None else Place(play[0]), margin, attempt_limits.is_exact
            )
    return None


def solve_play_margin(
    view: View, play: ScoredPlay, limits: Sequence[EndgameLimits], stop: StopCondition
) -> tuple[int, bool] | None:
    """Return the final margin of one play, and whether it is exact.

    None if no limits suffice.
    """
    pieces, points = play
    variant, opposing_hand = view.variant, opponent_hand(view)
    leave = remove_from_hand(view.hand, tuple(face for face, _, _ in pieces))
    if not leave:
        return points + variant.scoring.out_bonus + variant.end.leftover_penalty * len(
            opposing_hand
        ), True
    for attempt_limits in limits:
        result = _search(
            variant, view.board.place(pieces), (opposing_hand, leave), 0, attempt_limits, stop
        )
        if result is not None:
            return points - result[0], attempt_limits.is_exact
    return None


def opponent_hand(view: View) -> Faces:
    """Return the opponent's hand, which is all unseen pieces once the bag is empty."""
    hand = view.hands[view.opponents[0]]
    if hand is not None:
        return hand
    kinds = view.variant.kinds
    return tuple(
        kinds[kind].faces[0] for kind, count in enumerate(view.unseen_counts) for _ in range(count)
    )


def _search(
    variant: Variant,
    board: Board,
    hands: tuple[Faces, Faces],
    passes: int,
    limits: EndgameLimits,
    stop: StopCondition,
) -> tuple[int, ScoredPlay | None] | None:
    """Return the margin for the first hand, which is to move, and its play; None if too large."""
    if stop():
        return None
    kernel = loader.playing_kernel(variant)
    if kernel is not None and max(map(len, hands)) <= MAX_KERNEL_HAND:
        limit_values = (limits.beam_width, limits.root_beam_width, limits.max_positions)
        with suppress(loader.GridOverflow):
            return kernel.search_endgame(board, hands, passes, variant, *limit_values)
    try:
        return search_endgame_python(variant, board, hands, passes, limits, stop)
    except EndgameLimitReached:
        return None


def search_endgame_python(
    variant: Variant,
    board: Board,
    hands: tuple[Faces, Faces],
    passes: int,
    limits: EndgameLimits,
    stop: StopCondition,
) -> tuple[int, ScoredPlay | None]:
    """Return the margin and the play in plain Python. Raises EndgameLimitReached."""
    search = _AlphaBeta(variant, limits, stop)
    return search.search(board, *hands, passes, -MAX_MARGIN, MAX_MARGIN, limits.root_beam_width)


class _AlphaBeta:
    """Depth-first alpha-beta search."""

    def __init__(self, variant: Variant, limits: EndgameLimits, stop: StopCondition) -> None:
        self.variant = variant
        self.leftover_penalty = variant.end.leftover_penalty
        self.beam_width = limits.beam_width
        self.positions_left = limits.max_positions
        self.stop = stop

    def search(
        self,
        board: Board,
        hand: Faces,
        opponent_hand: Faces,
        passes: int,
        alpha: int,
        beta: int,
        width: int,
    ) -> tuple[int, ScoredPlay | None]:
        """Return the margin for the player to move, within the window, and its play."""
        self.positions_left -= 1
        if self.positions_left < 0 or self.stop():
            raise EndgameLimitReached
        plays = movegen.sort_plays(movegen.generate_plays(board, hand, self.variant))[:MAX_PLAYS]
        if not plays:
            if passes:
                return self.leftover_penalty * (len(opponent_hand) - len(hand)), None
            return -self.search(board, opponent_hand, hand, 1, -beta, -alpha, self.beam_width)[
                0
            ], None
        best_margin, best_play = -MAX_MARGIN, plays[0]
        for index, play in enumerate(plays):
            pieces, points = play
            leave = remove_from_hand(hand, tuple(face for face, _, _ in pieces))
            if not leave:
                margin = (
                    points
                    + self.variant.scoring.out_bonus
                    + self.leftover_penalty * len(opponent_hand)
                )
            elif index < width:
                after = board.place(pieces)
                reply = self.search(
                    after, opponent_hand, leave, 0, points - beta, points - alpha, self.beam_width
                )
                margin = points - reply[0]
            else:
                continue
            if margin > best_margin:
                best_margin, best_play = margin, play
                alpha = max(alpha, margin)
                if alpha >= beta:
                    break
        return best_margin, best_play
