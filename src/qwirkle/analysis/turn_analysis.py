"""In-depth analysis of one turn: every roll and move, based on what the player could see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.budgets import NO_BAG_LIMIT, budget_for
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.evaluation import Evaluator
from qwirkle.analysis.odds import compute_odds
from qwirkle.analysis.review import TurnRecord
from qwirkle.analysis.roll_evaluation import evaluate_rolls
from qwirkle.analysis.search import Candidate, SearchResult, is_same_move, search
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.pieces import Faces, face_text
from qwirkle.engine.view import View
from qwirkle.records.schema import pieces_to_json


class NoChoice(ValueError):
    """Raised for a turn in which the player had nothing to choose."""


class AnalysedRollChoice(Struct, frozen=True):
    """A choice of dice to roll, with its mean score and the mean value of the turn that follows."""

    faces: Faces
    mean: float
    value: float
    chosen: bool


class FreeRollAnalysis(Struct, frozen=True):
    """A free roll: the dice before it, and the choices, best first."""

    hand: Faces
    choices: tuple[AnalysedRollChoice, ...]


class TurnAnalysis(Struct, frozen=True):
    """The choices a player had in a turn, and the move that was played."""

    number: int
    player: int
    hand: Faces
    """The hand at the last choice of the turn."""
    rolls: tuple[FreeRollAnalysis, ...]
    search_result: SearchResult | None
    """None if the turn ended without a placement or trade."""
    played_move: Move | None

    def to_json(self) -> dict[str, object]:
        """Convert to plain JSON values."""
        return {
            "turn": self.number,
            "player": self.player,
            "hand": [face_text(face) for face in self.hand],
            "rolls": [
                {
                    "hand": [face_text(face) for face in roll.hand],
                    "choices": [
                        {
                            "rolled": [face_text(face) for face in choice.faces],
                            "mean": choice.mean,
                            "value": choice.value,
                            "chosen": choice.chosen,
                        }
                        for choice in roll.choices
                    ],
                }
                for roll in self.rolls
            ],
            "how": None if self.search_result is None else self.search_result.method.value,
            "candidates": []
            if self.search_result is None
            else [
                candidate_to_json(candidate, self.played_move)
                for candidate in self.search_result.candidates
            ],
        }


def candidate_to_json(candidate: Candidate, played: Move | None) -> dict[str, object]:
    """Convert a candidate to plain JSON values."""
    evaluation = candidate.evaluation
    move: dict[str, object] = {}
    match candidate.move:
        case Place(pieces):
            move = {"place": pieces_to_json(pieces)}
        case Trade(faces):
            move = {"trade": [face_text(face) for face in faces]}
    return {
        **move,
        "value": candidate.value,
        "error": candidate.standard_error,
        "win": candidate.win_probability,
        "futures": candidate.rollout_count,
        "estimate": evaluation.value,
        "points": evaluation.points,
        "reply": evaluation.reply,
        "keep": evaluation.own_next_turn,
        "played": played is not None and is_same_move(candidate.move, played),
    }


def analyse_turn(turn: TurnRecord, seconds: float) -> TurnAnalysis:
    """Analyse a turn for about `seconds`, with the same result on any machine with the kernel.

    Raises NoChoice if there was nothing to choose.
    """
    rolls = tuple(_analyse_rolls(turn, seconds))
    view, played = turn.last.before.view(turn.player), turn.move
    result = None if played is None else _search_turn(view, played, seconds)
    if result is None and not rolls:
        raise NoChoice
    return TurnAnalysis(turn.number, turn.player, view.hand, rolls, result, played)


def _search_turn(view: View, played: Move, seconds: float) -> SearchResult:
    """Search with the played move among the candidates, however full the bag is."""
    rng = random.Random(0)
    evaluator = Evaluator(view, rng)
    budget = replace(
        budget_for(view.variant, len(view.scores), seconds), max_rollout_bag=NO_BAG_LIMIT
    )
    return search(
        view, evaluator, budget, rng, never_stop, must_include=played, include_alternatives=True
    )


def _analyse_rolls(turn: TurnRecord, seconds: float) -> Iterator[FreeRollAnalysis]:
    """Yield the choices of each free roll, including keeping all dice."""
    for view, rolled_faces, _ in turn.roll_decisions():
        roll_odds = compute_odds(view.board, view.hand, view.variant, view.free_rolls)
        if roll_odds is None:
            continue
        rolled = tuple(sorted(rolled_faces))
        budget = budget_for(view.variant, len(view.scores), seconds)
        rng = random.Random(0)
        evaluations = evaluate_rolls(
            Evaluator(view, rng), budget.max_reply_sets, budget.max_dice_positions, rng, never_stop
        )
        choices: dict[Faces, AnalysedRollChoice] = {}
        for evaluation in evaluations:
            faces = tuple(sorted(view.hand[die] for die in evaluation.rolled))
            choices.setdefault(
                faces, AnalysedRollChoice(faces, evaluation.mean, evaluation.value, faces == rolled)
            )
        if choices and rolled not in choices:
            # Only the best choices were evaluated: assume their mean of value minus score.
            excess = fmean(choice.value - choice.mean for choice in choices.values())
            mean = roll_odds.mean_of_faces(rolled)
            choices[rolled] = AnalysedRollChoice(rolled, mean, mean + excess, chosen=True)
        if choices:
            yield FreeRollAnalysis(view.hand, tuple(choices.values()))
