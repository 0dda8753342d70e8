"""Hints: the best turns of a view, with their values and the reasons for them.

`search` ranks the turns; `Hints.__iter__` decides the order in which hints are shown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.budgets import quick_budget
from qwirkle.analysis.deadline import StopCondition, never_stop, stop_after_first_check
from qwirkle.analysis.evaluation import Evaluation, Evaluator
from qwirkle.analysis.odds import compute_odds
from qwirkle.analysis.search import Candidate, search
from qwirkle.engine.movegen import best_legal_play
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View

DiceChoice: TypeAlias = tuple[tuple[int, ...], float]
"""Dice to roll, as indices into the hand, and the mean score."""

HINT_SECONDS = 0.4
"""Time limit of the search for a hint."""

NOTABLE_DIFFERENCE = 0.75
"""Minimum difference in points worth mentioning."""


class HintReason(StrEnum):
    """A reason for or against a turn."""

    GOES_OUT = "goes-out"
    QWIRKLE = "qwirkle"
    MOST_POINTS = "most-points"
    SEVERAL_LINES = "several-lines"
    WEAK_REPLY = "gives-little"
    STRONG_REPLY = "gives-much"
    GOOD_NEXT_TURN = "keeps-well"
    POOR_NEXT_TURN = "keeps-badly"
    BETTER_HAND = "better-hand"
    MORE_ON_AVERAGE = "more-on-average"
    SURE_POINTS = "sure-points"


NEXT_TURN_REASONS = (HintReason.GOOD_NEXT_TURN, HintReason.POOR_NEXT_TURN)


class Hint(Struct, frozen=True):
    """A move, its value in points, and the reasons for it."""

    move: Move
    value: float
    """Expected gain over the opponents, in points; comparable between turns."""
    points: float
    """Score of the turn; the mean score if dice are rolled first."""
    reply: float
    """Mean score of each opponent in their next turn."""
    own_next_turn: float
    """Mean score of the player's own next turn."""
    lines: int
    """Number of lines the turn makes or extends."""
    qwirkles: int
    """Number of lines it completes."""
    reasons: tuple[HintReason, ...]
    win_probability: float | None = None
    """Probability of winning with it; None if unknown."""


class RollHint(Struct, frozen=True):
    """A choice of dice to roll, and the mean score of the turn."""

    rolled: tuple[int, ...]
    """Indices into the hand; empty means place without rolling."""
    faces: Faces
    mean: float


class Hints(Struct, frozen=True):
    """Hints for one view; iterate over them in the order in which they're shown."""

    rolls: tuple[RollHint, ...]
    """The best choices of dice, best first; empty without a free roll."""
    choices: tuple[DiceChoice, ...]
    """Every choice of dice with its mean score, best first."""
    keep_all_mean: float | None
    """Mean score without the free roll; None if there is no free roll."""
    turns: tuple[Hint, ...]
    """The best turns without a roll, best first."""

    def __iter__(self) -> Iterator[Hint]:
        """Yield choices of dice, then turns without a roll, each best first.

        The total is capped at the length of the longer list.
        """
        listed = dict.fromkeys((*map(self._hint_for_roll, self.rolls), *self.turns))
        yield from tuple(listed)[: max(len(self.rolls), len(self.turns))]

    def _hint_for_roll(self, roll: RollHint) -> Hint:
        if not roll.rolled:
            best = self.turns[0]
            return replace(best, reasons=(*best.reasons, HintReason.SURE_POINTS))
        reasons = (HintReason.MORE_ON_AVERAGE,)
        return Hint(Roll(roll.faces), roll.mean, roll.mean, 0.0, 0.0, 0, 0, reasons)


def find_hints(
    view: View, stop: StopCondition = never_stop, count: int = 3, seconds: float = HINT_SECONDS
) -> Hints:
    """Find the best turns for the seat of a view, until `stop` is true or time runs out."""
    should_stop = stop_after_first_check(seconds, stop)
    roll_odds = None
    if view.options.can_roll_free:
        roll_odds = compute_odds(view.board, view.hand, view.variant, view.free_rolls)
    turns: tuple[Hint, ...] = ()
    if view.options.can_place or view.options.max_trade:
        turns = _turn_hints(view, count, should_stop)
    if roll_odds is None:
        return Hints((), (), None, turns)
    choices = [choice for choice in roll_odds.choices if choice[0] or turns]
    rolls = tuple(
        RollHint(rolled, tuple(view.hand[index] for index in rolled), mean)
        for rolled, mean in _distinct_rolls(view.hand, choices, count)
    )
    return Hints(rolls, tuple(roll_odds.choices), roll_odds.keep_all_mean, turns)


def _turn_hints(view: View, count: int, stop: StopCondition) -> tuple[Hint, ...]:
    """Return the best turns of a quick search."""
    rng = random.Random(0)
    budget = quick_budget(view.variant, len(view.scores))
    result = search(view, Evaluator(view, rng), budget, rng, stop, include_alternatives=True)
    evaluations = [candidate.evaluation for candidate in result.candidates]
    return tuple(
        _build_hint(view, candidate, evaluations)
        for candidate in _distinct_candidates(result.candidates, count)
    )


def _distinct_candidates(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """Return the best candidates without near-duplicates; only the best trade."""
    distinct: list[Candidate] = []
    for candidate in candidates:
        if any(_are_similar(candidate, better) for better in distinct):
            continue
        distinct.append(candidate)
        if len(distinct) == count:
            break
    return distinct


def _are_similar(one: Candidate, other: Candidate) -> bool:
    """Return True if both trade, or place the same faces for the same score and a similar value."""
    if isinstance(one.move, Trade) or isinstance(other.move, Trade):
        return type(one.move) is type(other.move)
    if not (isinstance(one.move, Place) and isinstance(other.move, Place)):
        return False
    faces = [sorted(face for face, _, _ in move.pieces) for move in (one.move, other.move)]
    return (
        faces[0] == faces[1]
        and one.evaluation.points == other.evaluation.points
        and abs(one.value - other.value) < NOTABLE_DIFFERENCE
    )


def _distinct_rolls(hand: Faces, choices: list[DiceChoice], count: int) -> list[DiceChoice]:
    """Return the best choices of dice, one for each set of faces."""
    distinct: dict[Faces, DiceChoice] = {}
    for rolled, mean in choices:
        faces = tuple(sorted(hand[index] for index in rolled))
        distinct.setdefault(faces, (rolled, mean))
        if len(distinct) == count:
            break
    return list(distinct.values())


def _build_hint(view: View, candidate: Candidate, evaluations: list[Evaluation]) -> Hint:
    evaluation = candidate.evaluation
    lines = qwirkles = 0
    if isinstance(evaluation.move, Place):
        extended_lines = view.board.place(evaluation.move.pieces).lines_through(
            evaluation.move.pieces
        )
        lines = len(extended_lines)
        qwirkles = sum(line.is_qwirkle(view.variant) for line in extended_lines)
    return Hint(
        evaluation.move,
        candidate.value,
        evaluation.points,
        evaluation.reply,
        evaluation.own_next_turn,
        lines,
        qwirkles,
        tuple(
            reason
            for reason in _iter_reasons(view, evaluation, evaluations, lines, qwirkles)
            if reason not in NEXT_TURN_REASONS or not _trades_whole_hand(view, evaluation.move)
        ),
        candidate.win_probability,
    )


def _trades_whole_hand(view: View, move: Move) -> bool:
    """Return True for a trade of the whole hand, so there's no leave to describe."""
    return isinstance(move, Trade) and len(move.faces) == len(view.hand)


def _iter_reasons(
    view: View, evaluation: Evaluation, evaluations: list[Evaluation], lines: int, qwirkles: int
) -> Iterator[HintReason]:
    others = [other for other in evaluations if not other.goes_out]
    rivals = () if evaluation.goes_out else evaluations
    if evaluation.goes_out:
        yield HintReason.GOES_OUT
    if qwirkles:
        yield HintReason.QWIRKLE
    if isinstance(evaluation.move, Trade):
        yield HintReason.BETTER_HAND
    elif evaluation.points >= max([best_legal_play(view)[1], *(other.points for other in rivals)]):
        yield HintReason.MOST_POINTS
    if lines > 1:
        yield HintReason.SEVERAL_LINES
    if evaluation.goes_out or not others:
        return
    mean_reply = sum(other.reply for other in others) / len(others)
    mean_own_next_turn = sum(other.own_next_turn for other in others) / len(others)
    if evaluation.reply <= mean_reply - NOTABLE_DIFFERENCE:
        yield HintReason.WEAK_REPLY
    if evaluation.reply >= mean_reply + NOTABLE_DIFFERENCE:
        yield HintReason.STRONG_REPLY
    if evaluation.own_next_turn >= mean_own_next_turn + NOTABLE_DIFFERENCE:
        yield HintReason.GOOD_NEXT_TURN
    if evaluation.own_next_turn <= mean_own_next_turn - NOTABLE_DIFFERENCE:
        yield HintReason.POOR_NEXT_TURN
