"""The bundled bots, weakest first."""

from __future__ import annotations

import random

from qwirkle.analysis.budgets import budget_for
from qwirkle.analysis.deadline import StopCondition, never_stop
from qwirkle.analysis.endgame import EndgameLimits, is_solvable_endgame, solve_endgame
from qwirkle.analysis.evaluation import (
    EvaluationLimits,
    EvaluationWeights,
    Evaluator,
    evaluate_turns,
)
from qwirkle.analysis.odds import compute_odds
from qwirkle.analysis.roll_evaluation import choose_dice, evaluate_rolls, evaluate_rolls_sampled
from qwirkle.analysis.search import SearchBudget, SearchListener, ignore_progress, search
from qwirkle.engine.inventory import remove_from_hand
from qwirkle.engine.movegen import best_legal_play, legal_plays
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import PieceAt, face_mask
from qwirkle.engine.view import View

CASUAL_MAX_CELLS = 5
"""Open cells that the casual bot notices per turn."""

CASUAL_MAX_PIECES = 3
"""Largest placement of the casual bot, except in the opening."""

EXPERT_ENDGAME_LIMITS = (EndgameLimits(400),)
"""Limits of the expert for solving an endgame."""

DEFAULT_MASTER_SECONDS = 0.3
"""Approximate time of the master for a turn that isn't clear-cut, with the kernel."""


class RandomBot:
    """Plays a random placement; sometimes rolls or trades first."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        options = view.options
        if options.can_roll_free and (not options.can_place or random.random() < 0.5):
            return Roll(tuple(face for face in view.hand if random.random() < 0.5) or view.hand)
        if options.must_roll:
            return Roll(view.hand, forced=True)
        if options.can_place and not (options.max_trade and random.random() < 0.1):
            pieces, _ = random.choice(legal_plays(view))
            return Place(pieces)
        count = random.randint(options.min_trade, options.max_trade)
        return Trade(tuple(random.sample(view.hand, count)))


class SimpleBot:
    """Plays the highest-scoring placement; rolls or trades only if nothing fits."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        options = view.options
        if options.can_place:
            pieces, _ = best_legal_play(view)
            return Place(pieces)
        if options.max_trade:
            return Trade(view.hand[: options.max_trade])
        return Roll(view.hand, forced=options.must_roll)


class CasualBot:
    """Plays the best placement it notices; keeps the dice that score now and rolls the rest."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        if view.is_opening or not view.options.can_place:
            return SimpleBot().choose(view, random, stop)
        if view.options.can_roll_free:
            placement, _ = best_legal_play(view)
            rest = remove_from_hand(view.hand, tuple(face for face, _, _ in placement))
            if rest:
                return Roll(rest)
        return Place(_short_play(view, random))


def _short_play(view: View, random: random.Random) -> tuple[PieceAt, ...]:
    """Return the best short placement that covers one of the cells the bot notices."""
    hand_mask = face_mask(view.hand)
    open_cells = sorted(cell for cell, fit in view.board.allowed_faces.items() if fit & hand_mask)
    seen = set(random.sample(open_cells, min(CASUAL_MAX_CELLS, len(open_cells))))
    return next(
        pieces
        for pieces, _ in legal_plays(view)
        if len(pieces) <= CASUAL_MAX_PIECES and any((x, y) in seen for _, x, y in pieces)
    )


class GreedyBot:
    """Plays for the highest score this turn."""

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        options = view.options
        if options.can_roll_free:
            roll_odds = compute_odds(view.board, view.hand, view.variant, view.free_rolls)
            rolled = roll_odds.best[0] if roll_odds else ()
            if rolled or not options.can_place:
                return Roll(tuple(view.hand[index] for index in rolled) or view.hand)
        if options.can_place:
            return Place(best_legal_play(view)[0])
        if options.must_roll:
            return Roll(view.hand, forced=True)
        return Trade(view.hand[: options.max_trade])


class ExpertBot:
    """Plays the turn with the highest estimated value."""

    def __init__(
        self, limits: EvaluationLimits | None = None, weights: EvaluationWeights | None = None
    ) -> None:
        self.limits = limits
        self.weights = weights

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        options = view.options
        if options.must_roll and not options.can_roll_free:
            return Roll(view.hand, forced=True)
        if is_solvable_endgame(view):
            solution = solve_endgame(view, EXPERT_ENDGAME_LIMITS, stop)
            if solution is not None:
                return solution.move
        evaluator = Evaluator(view, random, self.limits, self.weights)
        if options.can_roll_free:
            rolled = choose_dice(evaluate_rolls_sampled(evaluator, random, stop), view)
            if rolled:
                return Roll(tuple(view.hand[index] for index in rolled))
        return evaluate_turns(evaluator, stop)[0].move


class MasterBot:
    """Plays the candidate that does best in rollouts."""

    def __init__(
        self,
        seconds: float = DEFAULT_MASTER_SECONDS,
        budget: SearchBudget | None = None,
        limits: EvaluationLimits | None = None,
    ) -> None:
        self.seconds = seconds
        self.budget = budget
        self.limits = limits
        self.on_progress: SearchListener = ignore_progress

    def choose(self, view: View, random: random.Random, stop: StopCondition = never_stop) -> Move:
        options = view.options
        if options.must_roll and not options.can_roll_free:
            return Roll(view.hand, forced=True)
        budget = self.budget or budget_for(view.variant, len(view.scores), self.seconds)
        evaluator = Evaluator(view, random, self.limits)
        if options.can_roll_free:
            rolled = choose_dice(
                evaluate_rolls(
                    evaluator, budget.max_reply_sets, budget.max_dice_positions, random, stop
                ),
                view,
            )
            if rolled:
                return Roll(tuple(view.hand[index] for index in rolled))
        result = search(view, evaluator, budget, random, stop, self.on_progress)
        self.on_progress(result)
        return result.best.move
