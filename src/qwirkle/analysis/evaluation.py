"""Estimated value of a turn: its score, the opponents' reply and the player's own next turn."""

from __future__ import annotations

import random
from functools import cached_property

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis import odds
from qwirkle.analysis.deadline import StopCondition
from qwirkle.analysis.determinization import (
    Determinization,
    DeterminizationBatch,
    sample_determinizations,
)
from qwirkle.analysis.score_table import line_masks
from qwirkle.engine.board import score_placement
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import ScoredPlay, legal_plays, legal_trades
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import Faces, PieceAt
from qwirkle.engine.transitions import meets_end_rule
from qwirkle.engine.view import View


class EvaluationWeights(Struct, frozen=True):
    """Weights of the opponents' next turns and the player's own; this turn's score weighs 1."""

    reply: float
    own_next_turn: float


class Evaluation(Struct, frozen=True):
    """The value of a turn in points, and its parts."""

    move: Move
    value: float
    points: float
    """Score of the turn, including the bonus for going out."""
    reply: float
    """Mean score of each opponent in their next turn."""
    own_next_turn: float
    """Mean score of the player's own next turn."""
    goes_out: bool = False
    """True if the turn ends the game by going out."""


class EvaluationLimits(Struct, frozen=True):
    """How many candidates to evaluate, in how many determinizations."""

    max_placements: int = 30
    determinizations: int = 256
    dice_determinizations: int = 4
    """Used with free rolls, since each one requires exact odds."""
    max_roll_choices: int = 4
    """Maximum choices of dice to evaluate."""
    max_roll_deficit: float = 1.5
    """Choices whose mean score is further behind the best, in points, are ignored."""
    sampled_rolls: int = 12
    placements_per_roll: int = 3
    """Placements to evaluate after each roll."""


TILE_LIMITS = EvaluationLimits()
DICE_LIMITS = EvaluationLimits(max_placements=14)
"""Enough for an answer within a fraction of a second."""

WEIGHTS: dict[tuple[str, int], EvaluationWeights] = {
    ("nothing", 2): EvaluationWeights(1.0, 1.0),
    ("nothing", 3): EvaluationWeights(1.2, 0.5),
    ("nothing", 4): EvaluationWeights(1.5, 0.7),
    ("shape", 2): EvaluationWeights(1.0, 0.5),
    ("shape", 3): EvaluationWeights(1.0, 0.5),
    ("shape", 4): EvaluationWeights(1.0, 0.5),
}
"""By what a roll changes and the number of players; docs/strength.md has the measurements."""

MAX_WEIGHTED_PLAYERS = 4
"""With more players, the weights for this number apply."""


def default_weights(view: View) -> EvaluationWeights:
    """Return the weights for a view's variant and number of players."""
    return WEIGHTS[view.variant.pieces.rolls, min(len(view.scores), MAX_WEIGHTED_PLAYERS)]


class Evaluator:
    """Evaluates turns of one view, all in the same determinizations."""

    def __init__(
        self,
        view: View,
        random: random.Random,
        limits: EvaluationLimits | None = None,
        weights: EvaluationWeights | None = None,
    ) -> None:
        self.view = view
        self.has_roll_step = view.variant.roll_step is not None
        self.limits = limits or (DICE_LIMITS if self.has_roll_step else TILE_LIMITS)
        self.weights = weights or default_weights(view)
        count = (
            self.limits.dice_determinizations
            if self.has_roll_step
            else self.limits.determinizations
        )
        self.determinizations: DeterminizationBatch = sample_determinizations(view, count, random)
        self._reply_rows: list[NDArray[np.int16]] = []
        self._replies: dict[tuple[PieceAt, ...], float] = {}
        self._draw_rows: dict[int, NDArray[np.int16]] = {}

    def evaluate_play(self, play: ScoredPlay) -> Evaluation:
        """Evaluate a placement whose score is known."""
        view = self.view
        pieces, points = play
        leave = remove_from_hand(view.hand, tuple(face for face, _, _ in pieces))
        if not leave and not view.bag_size:
            points += view.variant.scoring.out_bonus
            value = points + mean_leftover_penalty(view)
            return Evaluation(Place(pieces), value, points, 0.0, 0.0, goes_out=True)
        table = odds.best_score_array(view.board.place(pieces), view.variant)
        return self._evaluate(Place(pieces), points, table, leave)

    def evaluate_pieces(self, pieces: tuple[PieceAt, ...]) -> Evaluation:
        after = self.view.board.place(pieces)
        return self.evaluate_play((pieces, score_placement(after, pieces, self.view.variant)))

    def evaluate_trade(self, faces: Faces) -> Evaluation:
        points = -self.view.variant.trade.cost
        return self._evaluate(
            Trade(faces), points, self._current_table, remove_from_hand(self.view.hand, faces)
        )

    def reply_after(self, pieces: tuple[PieceAt, ...]) -> float:
        """Return the mean score of the opponents after a placement."""
        if pieces not in self._replies:
            board = self.view.board.place(pieces)
            self._replies[pieces] = self._mean_reply(
                odds.best_score_array(board, self.view.variant)
            )
        return self._replies[pieces]

    @cached_property
    def current_reply(self) -> float:
        """Mean score of the opponents on the current board."""
        return self._mean_reply(self._current_table)

    @cached_property
    def _determinization_list(self) -> list[Determinization]:
        return [self.determinizations[index] for index in range(len(self.determinizations))]

    @cached_property
    def _current_table(self) -> NDArray[np.int16]:
        return odds.best_score_array(self.view.board, self.view.variant)

    def _evaluate(
        self, move: Move, points: int, table: NDArray[np.int16], leave: Faces
    ) -> Evaluation:
        is_last_round = self._is_last_round(points)
        reply = 0.0 if is_last_round and not self._turns_left_in_round else self._mean_reply(table)
        own_next_turn = 0.0 if is_last_round else self._mean_next_turn(table, leave)
        value = points - self.weights.reply * reply + self.weights.own_next_turn * own_next_turn
        if is_last_round:
            leftover_count = min(self.view.variant.hand.size, len(leave) + self.view.bag_size)
            value += (
                mean_leftover_penalty(self.view)
                - self.view.variant.end.leftover_penalty * leftover_count
            )
        return Evaluation(move, value, points, reply, own_next_turn)

    @property
    def _turns_left_in_round(self) -> int:
        player_count = len(self.view.scores)
        return player_count - 1 - self.view.turns_played % player_count

    def _is_last_round(self, points: int) -> bool:
        """Return True if this round is the last one once the player has scored `points`."""
        view = self.view
        scores = list(view.scores)
        scores[view.seat] += points
        return meets_end_rule(
            view.variant, view.turns_played + 1 + self._turns_left_in_round, scores
        )

    def _mean_reply(self, table: NDArray[np.int16]) -> float:
        """Return the mean of the best next score over the opponents."""
        if self.has_roll_step:
            determinizations = (
                self._determinization_list[:1]
                if self.view.variant.hand.open
                else self._determinization_list
            )
            hands = [hand for determinization in determinizations for hand in determinization.hands]
            return odds.mean_best_score_with_roll(table, hands, self.view.variant)
        if not self._reply_rows:
            # Hidden hands all have the same distribution, so one opponent represents all.
            opponent_count = len(self.view.scores) - 1 if self.view.variant.hand.open else 1
            self._reply_rows = [
                odds.hand_line_masks(self.determinizations.hands(opponent))
                for opponent in range(opponent_count)
            ]
        return sum(odds.mean_best_score(table, rows) for rows in self._reply_rows) / len(
            self._reply_rows
        )

    def _mean_next_turn(self, table: NDArray[np.int16], leave: Faces) -> float:
        """Return the mean of the player's own best next score, after drawing."""
        missing = self.view.variant.hand.size - len(leave)
        if self.has_roll_step:
            hands = [
                leave + determinization.bag[:missing]
                for determinization in self._determinization_list
            ]
            return odds.mean_best_score_with_roll(table, hands, self.view.variant)
        if missing not in self._draw_rows:
            self._draw_rows[missing] = odds.hand_line_masks(self.determinizations.bags[:, :missing])
        return odds.mean_best_score(
            table, self._draw_rows[missing] | np.array(line_masks(leave), dtype=np.int16)
        )


def mean_leftover_penalty(view: View) -> float:
    """Return the mean points opponents would lose for leftover pieces if the game ended now."""
    sizes = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat]
    return view.variant.end.leftover_penalty * sum(sizes) / len(sizes)


def evaluate_turns(evaluator: Evaluator, stop: StopCondition) -> list[Evaluation]:
    """Evaluate the most promising placements and all trades; return them best first."""
    view = evaluator.view
    evaluations: list[Evaluation] = []
    for play in (
        legal_plays(view)[: evaluator.limits.max_placements] if view.options.can_place else ()
    ):
        evaluations.append(evaluator.evaluate_play(play))
        if stop():
            break
    if view.options.max_trade and not (evaluations and stop()):
        evaluations.extend(evaluator.evaluate_trade(faces) for faces in legal_trades(view))
    return sorted(evaluations, key=lambda evaluation: -round(evaluation.value, 9))
