"""Estimated value of a turn: its score, the opponents' reply and the player's own next turn."""

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
    """Weights of the opponents' next turns and the player's own; this turn's score weighs 1."""

    reply: float
    keep: float


class Worth(Struct, frozen=True):
    """The value of a turn in points, and its parts."""

    move: Move
    value: float
    points: float
    """Score of the turn, including the bonus for going out."""
    reply: float
    """Mean score of each opponent in their next turn."""
    keep: float
    """Mean score of the player's own next turn."""
    ends: bool = False
    """True if the turn ends the game by going out."""


class Effort(Struct, frozen=True):
    """How many candidates to evaluate, in how many determinizations."""

    turns: int = 30
    worlds: int = 256
    rolled_worlds: int = 4
    """Used with free rolls, since each one requires exact odds."""
    choices: int = 4
    """Choices of dice."""
    margin: float = 1.5
    """Choices whose mean score is further behind the best, in points, are ignored."""
    throws: int = 12
    tries: int = 3
    """Placements to evaluate after each throw."""


WITHOUT_ROLLS = Effort()
WITH_ROLLS = Effort(turns=14)
"""Enough for an answer within a fraction of a second."""

WEIGHTS: dict[tuple[str, int], Weights] = {
    ("nothing", 2): Weights(1.0, 1.0),
    ("nothing", 3): Weights(1.2, 0.5),
    ("nothing", 4): Weights(1.5, 0.7),
    ("shape", 2): Weights(1.0, 0.5),
    ("shape", 3): Weights(1.0, 0.5),
    ("shape", 4): Weights(1.0, 0.5),
}
"""By what a roll changes and the number of players; docs/strength.md has the measurements."""

MOST_WEIGHED = 4
"""With more players, the weights for this number apply."""


def weights_of(view: View) -> Weights:
    """Return the weights for a view's variant and number of players."""
    return WEIGHTS[view.variant.pieces.rolls, min(len(view.scores), MOST_WEIGHED)]


class Valuer:
    """Evaluates turns of one view, all in the same determinizations."""

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
        """Evaluate a placement whose score is known."""
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
        """Evaluate a placement."""
        after = self.view.board.lay(pieces)
        return self.of_play((pieces, points_of(after, pieces, self.view.variant)))

    def of_trade(self, faces: Faces) -> Worth:
        points = -self.view.variant.trade.cost
        return self._worth(Trade(faces), points, self._best_here, without(self.view.hand, faces))

    def reply_to(self, pieces: tuple[Laid, ...]) -> float:
        """Return the mean score of the opponents after a placement."""
        if pieces not in self._replies:
            board = self.view.board.lay(pieces)
            self._replies[pieces] = self._reply(odds.scores_on(board, self.view.variant))
        return self._replies[pieces]

    @cached_property
    def reply_now(self) -> float:
        """Mean score of the opponents on the current board."""
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
        players = len(self.view.scores)
        return players - 1 - self.view.turns % players

    def _is_last_round(self, points: int) -> bool:
        """Return True if this round is the last one once the player has scored `points`."""
        view = self.view
        scores = list(view.scores)
        scores[view.seat] += points
        return is_over(view.variant, view.turns + 1 + self._turns_after_this, scores)

    def _reply(self, best: NDArray[np.int16]) -> float:
        """Return the mean of the best next score over the opponents."""
        if self.rolls:
            worlds = self._each_world[:1] if self.view.variant.hand.open else self._each_world
            hands = [hand for world in worlds for hand in world.hands]
            return mean_with_roll(best, hands, self.view.variant)
        if not self._reply_rows:
            # Hidden hands all have the same distribution, so one opponent represents all.
            others = len(self.view.scores) - 1 if self.view.variant.hand.open else 1
            self._reply_rows = [mask_rows(self.worlds.hands(other)) for other in range(others)]
        return sum(mean_of_best(best, rows) for rows in self._reply_rows) / len(self._reply_rows)

    def _keep(self, best: NDArray[np.int16], kept: Faces) -> float:
        """Return the mean of the player's own best next score, after drawing."""
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
    """Return the mean points opponents would lose for leftover pieces if the game ended now."""
    others = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat]
    return view.variant.end.left_piece * sum(others) / len(others)


def turn_worths(valuer: Valuer, stop: Stop) -> list[Worth]:
    """Evaluate the most promising turns that need no roll first, best first."""
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
    """Yield every distinct trade."""
    hand = tuple(sorted(view.hand))
    for count in range(view.options.trade_from, view.options.trade + 1):
        yield from dict.fromkeys(combinations(hand, count))
