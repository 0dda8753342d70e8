"""Rollouts: continue greedily after each candidate, in the same determinizations, and compare.

The value model estimates the rest of the game where a rollout stops.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis.determinization import Determinization, DeterminizationBatch, numpy_generator
from qwirkle.analysis.odds import MAX_KERNEL_HAND, best_score_array, mean_scores
from qwirkle.analysis.value_model import ValueModel, features, predict, value_model_for
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import SHAPE_COUNT, Faces, face_mask
from qwirkle.engine.transitions import meets_end_rule
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loader

if TYPE_CHECKING:
    from qwirkle.kernel.interface import Kernel
    from qwirkle.kernel.rollouts import RolloutInputs

MAX_FORCED_ROLLS = 8
"""Forced rolls per turn, after which a rollout counts the turn as lost."""

EPSILON = 1e-9
"""Means that differ by less are equal."""

GAME_OVER = -1
"""Bag size that marks a finished game."""


class Afterstate(Struct, frozen=True):
    """The state after one turn and before its draw: board, points, leave and returned pieces."""

    board: Board
    points: int
    leave: Faces
    returned: Faces = ()
    """Traded pieces, which go back into the bag after the draw."""


class RolloutResult(Struct, frozen=True):
    """Result of one rollout, with players in turn order; the searching player is last."""

    gains: tuple[int, ...]
    """Points of the turns that were played."""
    estimated_lead: float
    """Expected further lead of the searching player over each opponent; 0 if the game is over."""
    bag_size: int
    """Bag size when the rollout stopped, before the last draw, or GAME_OVER."""


class RolloutBatchResult(Struct, frozen=True, eq=False):
    """Results of one candidate in every future, in the same order."""

    gains: NDArray[np.int64]
    """One row of every player's points per future."""
    estimated_leads: NDArray[np.float64]
    bag_sizes: NDArray[np.int64]

    @classmethod
    def from_results(cls, results: list[RolloutResult]) -> RolloutBatchResult:
        return cls(
            np.array([result.gains for result in results], dtype=np.int64),
            np.array([result.estimated_lead for result in results], dtype=np.float64),
            np.array([result.bag_size for result in results], dtype=np.int64),
        )

    def equals(self, other: RolloutBatchResult) -> bool:
        """Return True if every number is the same; `==` compares arrays element by element."""
        return (
            np.array_equal(self.gains, other.gains)
            and np.array_equal(self.estimated_leads, other.estimated_leads)
            and np.array_equal(self.bag_sizes, other.bag_sizes)
        )

    def leads(self) -> NDArray[np.float64]:
        """Return the lead of the searching player over each opponent, one row per future."""
        leads: NDArray[np.float64] = (
            self.gains[:, -1:] - self.gains[:, :-1] + self.estimated_leads[:, None]
        )
        return leads


class RolloutBatch:
    """Futures of one view (determinizations and rolls); each candidate is tried in all of them."""

    def __init__(
        self, view: View, determinizations: DeterminizationBatch, rounds: int, random: random.Random
    ) -> None:
        self.variant = view.variant
        self.player_count = len(view.scores)
        self.turns = rounds * self.player_count
        self.turns_after_candidate = view.turns_played + 1
        """Turns completed once the candidate has been played."""
        self.scores = tuple(view.scores[seat] for seat in (*view.opponents, view.seat))
        """Scores before the turn: opponents in turn order, then the searching player."""
        self.model: ValueModel = value_model_for(view.variant, self.player_count)
        self.determinizations = determinizations
        generator = numpy_generator(random)
        hand_size = view.variant.hand.size
        self.return_fractions = generator.random((len(determinizations), hand_size))
        """Positions in the bag where returned pieces go, as fractions."""
        shape_count = (
            0 if view.variant.roll_step is None else self.turns * (MAX_FORCED_ROLLS + 1) * hand_size
        )
        self.roll_shapes = generator.integers(
            view.variant.pieces.shapes, size=(len(determinizations), shape_count)
        )
        """What rolls show: one shape per turn, roll and slot in the hand."""
        self._kernel_inputs: RolloutInputs | None = None

    def run(self, afterstate: Afterstate) -> RolloutBatchResult:
        """Run the rollouts after a turn, with the kernel if possible."""
        kernel = loader.playing_kernel(self.variant)
        if kernel is not None and self.variant.hand.size <= MAX_KERNEL_HAND:
            try:
                return self.run_kernel(kernel, afterstate)
            except loader.GridOverflow:
                pass
        return self.run_python(afterstate)

    def run_kernel(self, kernel: Kernel, afterstate: Afterstate) -> RolloutBatchResult:
        """Run the rollouts with the kernel. Raises GridOverflow."""
        return RolloutBatchResult(
            *kernel.run_rollouts(
                afterstate.board,
                afterstate.leave,
                afterstate.returned,
                self._get_kernel_inputs(),
                self.variant,
                self.turns,
            )
        )

    def run_python(self, afterstate: Afterstate) -> RolloutBatchResult:
        """Run the rollouts in plain Python."""
        return RolloutBatchResult.from_results(
            [self._run_one(afterstate, index) for index in range(len(self.determinizations))]
        )

    def _run_one(self, afterstate: Afterstate, index: int) -> RolloutResult:
        variant = self.variant
        determinization = self.determinizations[index]
        scores = (*self.scores[:-1], self.scores[-1] + afterstate.points)
        hands, bag = self._deal(afterstate, determinization, self.return_fractions[index].tolist())
        rolls: list[int] = self.roll_shapes[index].tolist()
        gains = [0] * self.player_count
        if meets_end_rule(variant, self.turns_after_candidate, scores):
            return _final_result(gains, hands, variant)
        board, drawn = afterstate.board, 0
        leave, bag_left = hands[-1], 0
        for turn in range(self.turns):
            player = turn % self.player_count
            if variant.roll_step is not None:
                hands[player] = _roll_hand(board, hands[player], variant, rolls, turn)
            play = movegen.best_play(board, hands[player], variant)
            leave, bag_left = hands[player], len(bag) - drawn
            if play is not None:
                pieces, points = play
                board = board.place(pieces)
                new_hand = list(hands[player])
                for face, _, _ in pieces:
                    new_hand.remove(face)
                leave = tuple(new_hand)
                missing = variant.hand.size - len(new_hand)
                new_hand.extend(bag[drawn : drawn + missing])
                drawn = min(drawn + missing, len(bag))
                hands[player] = tuple(new_hand)
                gains[player] += points
                if not new_hand:
                    gains[player] += variant.scoring.out_bonus
                    return _final_result(gains, hands, variant)
            scores_so_far = [score + gain for score, gain in zip(scores, gains, strict=True)]
            if meets_end_rule(variant, self.turns_after_candidate + turn + 1, scores_so_far):
                return _final_result(gains, hands, variant)
        return RolloutResult(
            tuple(gains), self._estimate_lead(board, hands, leave, bag_left), bag_left
        )

    def _deal(
        self, afterstate: Afterstate, determinization: Determinization, fractions: list[float]
    ) -> tuple[list[Faces], list[int]]:
        """Return every player's hand after the turn, the searching player's last, and the bag."""
        missing = self.variant.hand.size - len(afterstate.leave)
        bag = list(determinization.bag[missing:])
        for face, fraction in zip(afterstate.returned, fractions, strict=False):
            bag.insert(int(fraction * (len(bag) + 1)), face)
        return [*determinization.hands, afterstate.leave + determinization.bag[:missing]], bag

    def _estimate_lead(
        self, board: Board, hands: list[Faces], leave: Faces, bag_size: int
    ) -> float:
        """Predict the lead of the searching player, who kept `leave`, from here on."""
        return predict(
            self.model.weights_for(bag_size), features(board, hands, leave, bag_size, self.variant)
        )

    def _get_kernel_inputs(self) -> RolloutInputs:
        if self._kernel_inputs is None:
            from qwirkle.kernel.rollouts import pack_inputs

            hands = [self.determinizations.hands(other) for other in range(self.player_count - 1)]
            phases = [(phase.max_bag, phase.weights) for phase in self.model.phases]
            size = self.variant.hand.size
            self._kernel_inputs = pack_inputs(
                hands,
                self.determinizations.bags,
                self.return_fractions,
                self.roll_shapes,
                phases,
                size,
            )
        return self._kernel_inputs


def _final_result(gains: list[int], hands: list[Faces], variant: Variant) -> RolloutResult:
    """Return the result of a finished game, including the penalty for leftover pieces."""
    penalty = variant.end.leftover_penalty
    final_gains = (gain - penalty * len(hand) for gain, hand in zip(gains, hands, strict=True))
    return RolloutResult(tuple(final_gains), 0.0, GAME_OVER)


def _roll_hand(board: Board, hand: Faces, variant: Variant, shapes: list[int], turn: int) -> Faces:
    """Return the hand after the best free roll and forced rolls; unplayable hands stay the same."""
    means = mean_scores(best_score_array(board, variant), hand, variant)
    if means is None:
        return hand
    choice, best = 0, float(means[0])
    for index in range(1, 1 << len(hand)):
        if means[index] > best + EPSILON:
            choice, best = index, float(means[index])
    first = turn * (MAX_FORCED_ROLLS + 1) * variant.hand.size
    rolled = list(hand)
    for slot in range(len(hand)):
        if choice >> slot & 1:
            rolled[slot] = rolled[slot] // SHAPE_COUNT * SHAPE_COUNT + shapes[first + slot]
    for _ in range(MAX_FORCED_ROLLS if variant.rolls_when_stuck else 0):
        if face_mask(tuple(rolled)) & board.playable_faces:
            break
        first += variant.hand.size
        for slot in range(len(hand)):
            rolled[slot] = rolled[slot] // SHAPE_COUNT * SHAPE_COUNT + shapes[first + slot]
    return tuple(rolled)
