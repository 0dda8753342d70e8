"""The search behind the master bot: estimate every turn, roll out the best ones and compare them.

Endgames of two players are solved instead. The same view, budget and seed give the same result,
with or without the kernel, unless `stop` ends the search early.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from qwirkle.analysis.deadline import StopCondition, never_stop
from qwirkle.analysis.determinization import (
    MAX_UNSEEN_TO_DEDUPLICATE,
    DeterminizationBatch,
    sample_determinizations,
)
from qwirkle.analysis.dice_endgame import DiceEndgame, is_small_dice_endgame
from qwirkle.analysis.endgame import (
    EndgameLimitReached,
    EndgameLimits,
    EndgameSolution,
    is_solvable_endgame,
    solve_endgame,
    solve_play_margin,
)
from qwirkle.analysis.evaluation import Evaluation, Evaluator, evaluate_turns, mean_leftover_penalty
from qwirkle.analysis.rollouts import GAME_OVER, Afterstate, RolloutBatch
from qwirkle.analysis.value_model import value_model_for
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import legal_plays
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.view import View

EPSILON = 1e-9
"""Values that differ by less are equal."""

ELIMINATION_ERRORS = 2.5
"""Candidates further behind the best than this many standard errors are eliminated."""

MAX_SAMPLED = 20_000
"""Maximum number of determinizations sampled at once to find duplicates."""


class SearchMethod(StrEnum):
    """How the values of a search result were found."""

    EXACT = "exact"
    """Every line of play, searched to the end."""
    BEAM = "beam"
    """The best lines of play, searched to the end."""
    ROLLOUTS = "rollouts"
    """Candidates rolled out in many determinizations."""
    ESTIMATE = "estimate"
    """Points, the opponents' reply and the player's own next turn."""


class SearchBudget(Struct, frozen=True):
    """Limits of a search, counted instead of timed."""

    candidates: int
    """Candidates to roll out."""
    determinizations: int
    """Rollouts per candidate that isn't eliminated."""
    rounds: int
    """Turns per player in each rollout."""
    batch_size: int
    """Rollouts between comparisons of the candidates."""
    endgame_limits: tuple[EndgameLimits, ...]
    """Tried in order to solve the endgame of two players."""
    max_reply_sets: int
    """Sets of dice for which the opponents' reply is computed before a roll."""
    max_dice_positions: int
    """Positions of the dice endgame of two players."""
    max_rollout_bag: int = 60
    """With more pieces in the bag, the estimate decides: rollouts find nothing better there."""
    rollout_weight: float = 0.5
    """Weight of the rollouts; the estimate has the rest."""


class Candidate(Struct, frozen=True):
    """A turn under consideration, and how it compares."""

    evaluation: Evaluation
    """The estimate and its parts."""
    value: float
    """Expected gain over the opponents from this turn on, in points."""
    standard_error: float
    """Standard error of the distance to the best candidate; for the best, to the next."""
    win_probability: float | None
    """Probability of winning with it; None if unknown."""
    rollout_count: int
    is_eliminated: bool = False

    @property
    def move(self) -> Move:
        return self.evaluation.move


class SearchResult(Struct, frozen=True):
    """The candidates, best first, and how their values were found."""

    method: SearchMethod
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        return self.candidates[0]


SearchListener: TypeAlias = Callable[[SearchResult], None]
"""Called with the standings of the candidates after each comparison."""


def ignore_progress(result: SearchResult) -> None:
    """Do nothing: the default listener."""


def search(
    view: View,
    evaluator: Evaluator,
    budget: SearchBudget,
    random: random.Random,
    stop: StopCondition = never_stop,
    on_progress: SearchListener = ignore_progress,
    must_include: Move | None = None,
    *,
    include_alternatives: bool = False,
) -> SearchResult:
    """Find the best placement or trade, with the other candidates.

    `must_include` is always evaluated. `include_alternatives` adds other candidates to a solved
    endgame.
    """
    if is_solvable_endgame(view):
        solution = solve_endgame(view, budget.endgame_limits, stop)
        if solution is not None and isinstance(solution.move, Place):
            endgame_result = _search_endgame(
                view,
                evaluator,
                solution,
                budget,
                stop,
                must_include,
                include_alternatives=include_alternatives,
            )
            if endgame_result is not None:
                return endgame_result
    if is_small_dice_endgame(view, budget.max_dice_positions):
        dice_result = _search_dice_endgame(view, evaluator, budget, stop)
        if dice_result is not None:
            return dice_result
    evaluations = _shuffle_ties(evaluate_turns(evaluator, stop), random)
    if must_include is not None:
        evaluations = _include_move(evaluations, must_include, evaluator, budget.candidates)
    if len(evaluations) == 1 or view.is_opening or view.bag_size > budget.max_rollout_bag:
        return SearchResult(SearchMethod.ESTIMATE, _estimated_candidates(evaluations))
    race = _Race(view, evaluations, budget, random)
    race.run(stop, on_progress)
    return race.result()


def _search_dice_endgame(
    view: View, evaluator: Evaluator, budget: SearchBudget, stop: StopCondition
) -> SearchResult | None:
    """Return the exact margins of all plays in a dice endgame; None if it is too large."""
    endgame = DiceEndgame(view, budget.max_dice_positions, stop)
    candidates = []
    try:
        for play in legal_plays(view):
            margin = endgame.play_margin(view.board, view.hand, endgame.opponent_hand, play)
            candidates.append(Candidate(evaluator.evaluate_play(play), margin, 0.0, None, 0))
    except EndgameLimitReached:
        return None
    candidates.sort(key=lambda candidate: -round(candidate.value, 9))
    return SearchResult(SearchMethod.EXACT, tuple(candidates))


def _points_without_bonus(view: View, evaluation: Evaluation) -> int:
    """Return the score of a play without the bonus for going out."""
    return int(evaluation.points) - (view.variant.scoring.out_bonus if evaluation.goes_out else 0)


def _shuffle_ties(evaluations: list[Evaluation], random: random.Random) -> list[Evaluation]:
    """Sort by value, with ties in random order."""
    tie_breakers = [random.random() for _ in evaluations]
    order = sorted(
        range(len(evaluations)),
        key=lambda index: (-round(evaluations[index].value, 9), tie_breakers[index]),
    )
    return [evaluations[index] for index in order]


def _include_move(
    evaluations: list[Evaluation], move: Move, evaluator: Evaluator, count: int
) -> list[Evaluation]:
    """Make sure that `move` is among the first `count` evaluations."""
    if any(is_same_move(evaluation.move, move) for evaluation in evaluations[:count]):
        return evaluations
    others = [evaluation for evaluation in evaluations if not is_same_move(evaluation.move, move)]
    return [*others[: count - 1], _evaluate(evaluator, move), *others[count - 1 :]]


def is_same_move(one: Move, other: Move) -> bool:
    """Return True if two moves do the same, whatever the order of their pieces."""
    if isinstance(one, Place) and isinstance(other, Place):
        return sorted(one.pieces) == sorted(other.pieces)
    return one == other


def _evaluate(evaluator: Evaluator, move: Move) -> Evaluation:
    match move:
        case Place(pieces):
            return evaluator.evaluate_pieces(pieces)
        case Trade(faces):
            return evaluator.evaluate_trade(faces)
    raise ValueError("only placements and trades can be evaluated")


def _search_endgame(
    view: View,
    evaluator: Evaluator,
    solution: EndgameSolution,
    budget: SearchBudget,
    stop: StopCondition,
    must_include: Move | None,
    *,
    include_alternatives: bool,
) -> SearchResult | None:
    """Return the solved endgame: the best turn, and others if `include_alternatives`.

    None if there is no solution, or none for `must_include`.
    """
    lead, is_exact = _leads(view)[0], solution.is_exact
    margins: dict[Move, int] = {solution.move: solution.margin}
    others = (
        [evaluation.move for evaluation in evaluate_turns(evaluator, stop)[: budget.candidates]]
        if include_alternatives
        else []
    )
    for move in (*others, must_include):
        is_known = move is not None and any(is_same_move(move, other) for other in margins)
        if isinstance(move, Place) and not is_known and (move is must_include or not stop()):
            evaluation = evaluator.evaluate_pieces(move.pieces)
            result = solve_play_margin(
                view,
                (move.pieces, _points_without_bonus(view, evaluation)),
                budget.endgame_limits,
                stop,
            )
            if result is not None:
                # A beam search may find less for the best turn than for another one.
                margins[move] = min(result[0], solution.margin)
                is_exact = is_exact and result[1]
            elif move is must_include:
                return None
    candidates = [
        Candidate(_evaluate(evaluator, move), margin, 0.0, _win_share(lead + margin), 0)
        for move, margin in margins.items()
    ]
    candidates.sort(key=lambda candidate: -candidate.value)
    return SearchResult(SearchMethod.EXACT if is_exact else SearchMethod.BEAM, tuple(candidates))


class _RaceEntry(Struct):
    """A candidate in the race, with its value in each future."""

    evaluation: Evaluation
    afterstate: Afterstate
    values: list[NDArray[np.float64]] = field(default_factory=list)
    wins: float = 0.0
    is_eliminated: bool = False


class _Race:
    """Rolls out the best candidates in the same futures until one is clearly ahead."""

    def __init__(
        self, view: View, evaluations: list[Evaluation], budget: SearchBudget, random: random.Random
    ) -> None:
        self.view = view
        self.budget = budget
        self.random = random
        self.remaining = [
            _RaceEntry(evaluation, _afterstate(view, evaluation))
            for evaluation in evaluations[: budget.candidates]
        ]
        self.eliminated: list[_RaceEntry] = []
        self.not_entered = evaluations[budget.candidates :]
        self.counts: list[NDArray[np.int64]] = []
        self.leads = _leads(view)
        phases = value_model_for(view.variant, len(view.scores)).phases
        self.max_bags = np.array([phase.max_bag for phase in phases])
        self.stdevs = np.array([phase.stdev for phase in phases])

    def run(self, stop: StopCondition, on_progress: SearchListener) -> None:
        """Run batches until one candidate remains, the budget is used up, or `stop()` is True."""
        for determinizations in self._batches():
            if len(self.remaining) == 1 or stop():
                return
            rollouts = RolloutBatch(self.view, determinizations, self.budget.rounds, self.random)
            results = []
            for entry in self.remaining:
                results.append(self._run_rollouts(entry, rollouts, determinizations.counts))
                if stop() and len(results) < len(self.remaining):
                    return  # a batch counts for all candidates, or for none
            for entry, (values, wins) in zip(self.remaining, results, strict=True):
                entry.values.append(values)
                entry.wins += wins
            self.counts.append(determinizations.counts)
            self._eliminate()
            on_progress(self.result())

    def _batches(self) -> Iterator[DeterminizationBatch]:
        """Yield determinizations batch by batch, without duplicates if few pieces are unseen.

        With dice no two futures are equal, since they include the rolls.
        """
        view, budget = self.view, self.budget
        if sum(view.unseen_counts) <= MAX_UNSEEN_TO_DEDUPLICATE and view.variant.roll_step is None:
            batch = sample_determinizations(
                view, min(budget.determinizations, MAX_SAMPLED), self.random
            )
            distinct = batch.deduplicate(self.random)
            batch = distinct if 2 * len(distinct) <= len(batch) else batch
            for first in range(0, len(batch), budget.batch_size):
                yield batch.slice_rows(first, first + budget.batch_size)
            return
        for first in range(0, budget.determinizations, budget.batch_size):
            yield sample_determinizations(
                view, min(budget.batch_size, budget.determinizations - first), self.random
            )

    def _run_rollouts(
        self, entry: _RaceEntry, rollouts: RolloutBatch, counts: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], float]:
        """Return the value of a candidate in each future, and its number of wins."""
        points = entry.evaluation.points
        if entry.evaluation.goes_out:
            value = points + mean_leftover_penalty(self.view)
            win_share = math.prod(_win_share(lead + value) for lead in self.leads)
            return np.full(len(counts), value), win_share * float(counts.sum())
        results = rollouts.run(entry.afterstate)
        leads = points + results.leads()
        wins = self._win_probabilities(leads + self.leads, results.bag_sizes)
        return leads.mean(axis=1), float(wins @ counts)

    def _win_probabilities(
        self, leads: NDArray[np.float64], bags: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Return the probability of beating every opponent from the leads at the end."""
        stdevs = self.stdevs[np.searchsorted(self.max_bags, bags)][:, None]
        final_shares = np.sign(leads) / 2 + 0.5
        estimates = normal_cdf(leads / stdevs)
        probabilities: NDArray[np.float64] = np.where(
            bags[:, None] == GAME_OVER, final_shares, estimates
        ).prod(axis=1)
        return probabilities

    def _eliminate(self) -> None:
        """Put the best candidate first, and eliminate those clearly behind."""
        self.remaining.sort(key=lambda entry: -round(self._combined_value(entry), 9))
        best, *others = self.remaining
        self.remaining = [best]
        for entry in others:
            difference = self._combined_value(best) - self._combined_value(entry)
            entry.is_eliminated = (
                difference > ELIMINATION_ERRORS * self._difference_error(best, entry) + EPSILON
            )
            (self.eliminated if entry.is_eliminated else self.remaining).append(entry)

    def _mean(self, entry: _RaceEntry) -> float:
        """Return the mean value over the rollouts of a candidate."""
        values = _all_values(entry)
        counts = np.concatenate(self.counts)[: len(values)]
        return float(values @ counts) / float(counts.sum())

    def _combined_value(self, entry: _RaceEntry) -> float:
        """Return the weighted mean of rollouts and estimate, which ranks candidates."""
        weight = self.budget.rollout_weight
        return weight * self._mean(entry) + (1 - weight) * entry.evaluation.value

    def _value_difference(self, best: _RaceEntry, other: _RaceEntry) -> float:
        """Return the lead of one candidate over another in the futures both were rolled out in."""
        first, second = _all_values(best), _all_values(other)
        count = min(len(first), len(second))
        counts = np.concatenate(self.counts)[:count]
        rollout_difference = float((first[:count] - second[:count]) @ counts) / float(counts.sum())
        weight = self.budget.rollout_weight
        return weight * rollout_difference + (1 - weight) * (
            best.evaluation.value - other.evaluation.value
        )

    def _difference_error(self, one: _RaceEntry, other: _RaceEntry) -> float:
        """Return the standard error of the difference in the futures both were rolled out in."""
        first, second = _all_values(one), _all_values(other)
        count = min(len(first), len(second))
        counts = np.concatenate(self.counts)[:count]
        return self.budget.rollout_weight * _standard_error(first[:count] - second[:count], counts)

    def result(self) -> SearchResult:
        """Return the current standings."""
        entries = [*self.remaining, *self.eliminated]
        if not self.counts:
            evaluations = [entry.evaluation for entry in entries] + self.not_entered
            return SearchResult(SearchMethod.ESTIMATE, _estimated_candidates(evaluations))
        # Estimates look less far ahead, so shift them to the mean level of the rollouts.
        weight = self.budget.rollout_weight
        differences = [entry.evaluation.value - self._mean(entry) for entry in entries]
        shift = sum(differences) / len(differences)
        runner_up = entries[1] if len(entries) > 1 else entries[0]
        best_value = self._combined_value(entries[0]) - (1 - weight) * shift
        candidates = []
        for entry in entries:
            count = int(np.concatenate(self.counts)[: len(_all_values(entry))].sum())
            rival = runner_up if entry is entries[0] else entries[0]
            candidates.append(
                Candidate(
                    entry.evaluation,
                    best_value - self._value_difference(entries[0], entry),
                    self._difference_error(entry, rival),
                    entry.wins / count,
                    count,
                    entry.is_eliminated,
                )
            )
        candidates.sort(key=lambda candidate: (candidate.is_eliminated, -candidate.value))
        rest = (
            Candidate(evaluation, evaluation.value - shift, 0.0, None, 0, True)
            for evaluation in self.not_entered
        )
        return SearchResult(SearchMethod.ROLLOUTS, (*candidates, *rest))


def _estimated_candidates(evaluations: list[Evaluation]) -> tuple[Candidate, ...]:
    """Return candidates with only an estimate, best first."""
    ranked = sorted(evaluations, key=lambda evaluation: -round(evaluation.value, 9))
    return tuple(Candidate(evaluation, evaluation.value, 0.0, None, 0) for evaluation in ranked)


def _afterstate(view: View, evaluation: Evaluation) -> Afterstate:
    match evaluation.move:
        case Place(pieces):
            leave = remove_from_hand(view.hand, tuple(face for face, _, _ in pieces))
            return Afterstate(view.board.place(pieces), int(evaluation.points), leave)
        case Trade(faces):
            return Afterstate(
                view.board, int(evaluation.points), remove_from_hand(view.hand, faces), faces
            )
    raise ValueError("only placements and trades can be rolled out")


def _all_values(entry: _RaceEntry) -> NDArray[np.float64]:
    return np.concatenate(entry.values)


def _standard_error(values: NDArray[np.float64], counts: NDArray[np.int64]) -> float:
    """Return the standard error of a weighted mean."""
    if len(values) < 2:
        return 0.0
    count = float(counts.sum())
    mean = float(values @ counts) / count
    # A duplicate was rolled out only once, so it adds no certainty.
    effective_count = count**2 / float(counts @ counts)
    variance = (
        float(((values - mean) ** 2) @ counts)
        / count
        * effective_count
        / max(1.0, effective_count - 1)
    )
    return math.sqrt(variance / effective_count)


def _leads(view: View) -> list[int]:
    """Return the lead over each opponent, in turn order."""
    return [view.scores[view.seat] - view.scores[seat] for seat in view.opponents]


def _win_share(lead: float) -> float:
    """Return 1 for a win, 0.5 for a tie, 0 for a loss."""
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


def normal_cdf(deviations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cumulative distribution function of the standard normal, to three digits.

    >>> normal_cdf(np.array([-2.0, 0.0, 1.0])).round(3).tolist()
    [0.023, 0.5, 0.841]
    """
    # A logistic curve with a cubic term: accurate enough, and identical on every machine.
    curve = 1.5976 * deviations + 0.070565 * deviations**3
    probabilities: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(curve, -60, 60)))
    return probabilities
