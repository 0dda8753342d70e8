"""What a turn is worth in points: its score, what the others get from it, what stays in hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis import odds
from qwirkle.analysis.best_scores import masks_of
from qwirkle.analysis.clock import Stop
from qwirkle.analysis.worlds import (
    World,
    Worlds,
    mask_rows,
    mean_of_best,
    mean_with_roll,
    worlds_of,
)
from qwirkle.engine.applying import is_over
from qwirkle.engine.board import points_of
from qwirkle.engine.holding import without
from qwirkle.engine.movegen import Play, placements
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import Faces, Laid
from qwirkle.engine.view import View


class Weights(Struct, frozen=True):
    """How much the others' next turns and one's own count beside the points of this turn."""

    reply: float
    keep: float


class Worth(Struct, frozen=True):
    """A turn and its value in points, with the parts that make it up."""

    move: Move
    value: float
    points: float
    """What the turn scores, the bonus for going out included."""
    reply: float
    """What each of the others makes on average in their next turn."""
    keep: float
    """What one makes on average in one's own next turn."""
    ends: bool = False
    """Whether the turn ends the game by going out."""


class Effort(Struct, frozen=True):
    """How many candidates are looked at, in how many worlds."""

    turns: int = 30
    worlds: int = 256
    rolled_worlds: int = 4
    """Where there is a free roll: each of them takes exact odds."""
    choices: int = 4
    """Of dice to roll."""
    margin: float = 1.5
    """How many points on average such a choice may be behind the best."""
    throws: int = 12
    tries: int = 3
    """How many placements are looked at after each throw."""


WITHOUT_ROLLS = Effort()
WITH_ROLLS = Effort(turns=14)
"""What an answer within a fraction of a second allows."""

WEIGHTS: dict[tuple[str, int], Weights] = {
    ("nothing", 2): Weights(1.0, 1.0),
    ("nothing", 3): Weights(1.2, 0.5),
    ("nothing", 4): Weights(1.5, 0.7),
    ("shape", 2): Weights(1.0, 0.5),
    ("shape", 3): Weights(1.0, 0.5),
    ("shape", 4): Weights(1.0, 0.5),
}
"""By what a roll changes and the number of players; docs/strength.md tells how they did."""

MOST_WEIGHED = 4
"""With more players the weights are those for so many."""


def weights_of(view: View) -> Weights:
    """The weights for this game."""
    return WEIGHTS[view.variant.pieces.rolls, min(len(view.scores), MOST_WEIGHED)]


class Valuer:
    """Values turns from one view, all of them in the same worlds."""

    def __init__(
        self,
        view: View,
        random: random.Random,
        effort: Effort | None = None,
        weights: Weights | None = None,
    ) -> None:
        self.view = view
        self.rolls = view.variant.roll_step is not None
        self.effort = effort or (WITH_ROLLS if self.rolls else WITHOUT_ROLLS)
        self.weights = weights or weights_of(view)
        count = self.effort.rolled_worlds if self.rolls else self.effort.worlds
        self.worlds: Worlds = worlds_of(view, count, random)
        self._reply_rows: list[NDArray[np.int16]] = []
        self._replies: dict[tuple[Laid, ...], float] = {}
        self._draw_rows: dict[int, NDArray[np.int16]] = {}

    def of_play(self, play: Play) -> Worth:
        """The value of a placement."""
        view = self.view
        pieces, points = play
        kept = without(view.hand, tuple(face for face, _, _ in pieces))
        if not kept and not view.bag_size:
            points += view.variant.scoring.out_bonus
            value = points + lost_by_others(view)
            return Worth(Place(pieces), value, points, 0.0, 0.0, ends=True)
        best = odds.scores_on(view.board.lay(pieces), view.variant)
        return self._worth(Place(pieces), points, best, kept)

    def of_pieces(self, pieces: tuple[Laid, ...]) -> Worth:
        """The value of laying these pieces."""
        after = self.view.board.lay(pieces)
        return self.of_play((pieces, points_of(after, pieces, self.view.variant)))

    def of_trade(self, faces: Faces) -> Worth:
        """The value of a trade."""
        points = -self.view.variant.trade.cost
        return self._worth(Trade(faces), points, self._best_here, without(self.view.hand, faces))

    def reply_to(self, pieces: tuple[Laid, ...]) -> float:
        """What the others make on average after this placement."""
        if pieces not in self._replies:
            board = self.view.board.lay(pieces)
            self._replies[pieces] = self._reply(odds.scores_on(board, self.view.variant))
        return self._replies[pieces]

    @cached_property
    def reply_now(self) -> float:
        """What the others make on average as the table is."""
        return self._reply(self._best_here)

    @cached_property
    def _each_world(self) -> list[World]:
        return [self.worlds[index] for index in range(len(self.worlds))]

    @cached_property
    def _best_here(self) -> NDArray[np.int16]:
        return odds.scores_on(self.view.board, self.view.variant)

    def _worth(self, move: Move, points: int, best: NDArray[np.int16], kept: Faces) -> Worth:
        last = self._is_last_round(points)
        reply = 0.0 if last and not self._turns_after_this else self._reply(best)
        keep = 0.0 if last else self._keep(best, kept)
        value = points - self.weights.reply * reply + self.weights.keep * keep
        if last:
            left = min(self.view.variant.hand.size, len(kept) + self.view.bag_size)
            value += lost_by_others(self.view) - self.view.variant.end.left_piece * left
        return Worth(move, value, points, reply, keep)

    @property
    def _turns_after_this(self) -> int:
        """How many turns the round still has after this one."""
        players = len(self.view.scores)
        return players - 1 - self.view.turns % players

    def _is_last_round(self, points: int) -> bool:
        """Whether the round is the last one, once these points have been made."""
        view = self.view
        scores = list(view.scores)
        scores[view.seat] += points
        return is_over(view.variant, view.turns + 1 + self._turns_after_this, scores)

    def _reply(self, best: NDArray[np.int16]) -> float:
        """The mean over the opponents of the best score in their next turn."""
        if self.rolls:
            worlds = self._each_world[:1] if self.view.variant.hand.open else self._each_world
            hands = [hand for world in worlds for hand in world.hands]
            return mean_with_roll(best, hands, self.view.variant)
        if not self._reply_rows:
            # Hidden hands are alike to us, so the next player stands for all.
            others = len(self.view.scores) - 1 if self.view.variant.hand.open else 1
            self._reply_rows = [mask_rows(self.worlds.hands(other)) for other in range(others)]
        return sum(mean_of_best(best, rows) for rows in self._reply_rows) / len(self._reply_rows)

    def _keep(self, best: NDArray[np.int16], kept: Faces) -> float:
        """The mean of one's own best score in the next turn, after filling up."""
        missing = self.view.variant.hand.size - len(kept)
        if self.rolls:
            hands = [kept + world.bag[:missing] for world in self._each_world]
            return mean_with_roll(best, hands, self.view.variant)
        if missing not in self._draw_rows:
            self._draw_rows[missing] = mask_rows(self.worlds.bags[:, :missing])
        return mean_of_best(
            best, self._draw_rows[missing] | np.array(masks_of(kept), dtype=np.int16)
        )


def lost_by_others(view: View) -> float:
    """What each of the others loses on average for pieces left in hand, if the game ends now."""
    others = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat]
    return view.variant.end.left_piece * sum(others) / len(others)


def turn_worths(valuer: Valuer, stop: Stop) -> list[Worth]:
    """The most promising turns that need no roll before, with their values, best first."""
    view = valuer.view
    found: list[Worth] = []
    for play in placements(view)[: valuer.effort.turns] if view.options.place else ():
        found.append(valuer.of_play(play))
        if stop():
            break
    if view.options.trade and not (found and stop()):
        found.extend(valuer.of_trade(faces) for faces in trades(view))
    return sorted(found, key=lambda worth: -round(worth.value, 9))


def trades(view: View) -> Iterator[Faces]:
    """Every trade there is, those alike once."""
    hand = tuple(sorted(view.hand))
    for count in range(view.options.trade_from, view.options.trade + 1):
        yield from dict.fromkeys(combinations(hand, count))
