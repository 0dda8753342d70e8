"""Hints: the best turns of a view, with their values and the reasons for them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.budgets import quick_budget
from qwirkle.analysis.deadline import Stop, never_stop, stop_after_first_check
from qwirkle.analysis.evaluation import Evaluation, Evaluator
from qwirkle.analysis.odds import odds
from qwirkle.analysis.search import Candidate, search
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View

DiceChoice: TypeAlias = tuple[tuple[int, ...], float]
"""Dice to roll, as indices into the hand, and the mean score."""

HINT_SECONDS = 0.4
"""Time limit of the search for a hint."""

NOTABLE_DIFFERENCE = 0.75
"""Points from which a difference is worth mentioning."""


class HintReason(StrEnum):
    """A reason for or against a turn."""

    GOES_OUT = "goes-out"
    QWIRKLE = "qwirkle"
    MOST_POINTS = "most-points"
    SEVERAL_LINES = "several-lines"
    GIVES_LITTLE = "gives-little"
    GIVES_MUCH = "gives-much"
    KEEPS_WELL = "keeps-well"
    KEEPS_BADLY = "keeps-badly"
    BETTER_HAND = "better-hand"
    MORE_ON_AVERAGE = "more-on-average"
    SURE_POINTS = "sure-points"


LEAVE_REASONS = (HintReason.KEEPS_WELL, HintReason.KEEPS_BADLY)


class Hint(Struct, frozen=True):
    """A move, its value in points, and the reasons for it."""

    move: Move
    value: float
    """Expected gain over the opponents, in points; comparable between turns."""
    points: float
    """Score of the turn; the mean score if dice are rolled first."""
    reply: float
    """Mean score of each opponent in their next turn."""
    keep: float
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
    """Hints for one view; iteration yields the moves to show, best first."""

    rolls: tuple[RollHint, ...]
    """The best choices of dice, best first; empty without a free roll."""
    choices: tuple[DiceChoice, ...]
    """Every choice of dice with its mean score, best first."""
    keep_all: float | None
    """Mean score without the free roll; None if there is no free roll."""
    turns: tuple[Hint, ...]
    """The best turns without a roll, best first."""

    def __iter__(self) -> Iterator[Hint]:
        shown = dict.fromkeys((*map(self._hint_for_roll, self.rolls), *self.turns))
        return iter(tuple(shown)[: max(len(self.rolls), len(self.turns))])

    def _hint_for_roll(self, roll: RollHint) -> Hint:
        if not roll.rolled:
            best = self.turns[0]
            return replace(best, reasons=(*best.reasons, HintReason.SURE_POINTS))
        why = (HintReason.MORE_ON_AVERAGE,)
        return Hint(Roll(roll.faces), roll.mean, roll.mean, 0.0, 0.0, 0, 0, why)


def hints(
    view: View, stop: Stop = never_stop, count: int = 3, seconds: float = HINT_SECONDS
) -> Hints:
    """Find the best turns for the seat of a view; the same view gives the same hints."""
    enough = stop_after_first_check(seconds, stop)
    chances = None
    if view.options.can_roll_free:
        chances = odds(view.board, view.hand, view.variant, view.free_rolls)
    turns: tuple[Hint, ...] = ()
    if view.options.can_place or view.options.max_trade:
        turns = _turn_hints(view, count, enough)
    if chances is None:
        return Hints((), (), None, turns)
    choices = [choice for choice in chances.choices if choice[0] or turns]
    rolls = tuple(
        RollHint(rolled, tuple(view.hand[index] for index in rolled), mean)
        for rolled, mean in _distinct_rolls(view.hand, choices, count)
    )
    return Hints(rolls, tuple(chances.choices), chances.keep_all, turns)


def _turn_hints(view: View, count: int, stop: Stop) -> tuple[Hint, ...]:
    """Return the best turns of a quick search."""
    chance = random.Random(0)
    budget = quick_budget(view.variant, len(view.scores))
    thought = search(view, Evaluator(view, chance), budget, chance, stop, include_all=True)
    worths = [candidate.evaluation for candidate in thought.candidates]
    return tuple(
        _build_hint(view, chosen, worths)
        for chosen in _distinct_candidates(thought.candidates, count)
    )


def _distinct_candidates(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """Return the best candidates without near-duplicates; only the best trade."""
    kept: list[Candidate] = []
    for candidate in candidates:
        if any(_are_similar(candidate, better) for better in kept):
            continue
        kept.append(candidate)
        if len(kept) == count:
            break
    return kept


def _are_similar(one: Candidate, other: Candidate) -> bool:
    """Return True if both trade, or place the same faces for the same score and a similar value."""
    if isinstance(one.move, Trade) or isinstance(other.move, Trade):
        return type(one.move) is type(other.move)
    if not (isinstance(one.move, Place) and isinstance(other.move, Place)):
        return False
    faces = [sorted(face for face, _, _ in each.pieces) for each in (one.move, other.move)]
    return (
        faces[0] == faces[1]
        and one.evaluation.points == other.evaluation.points
        and abs(one.value - other.value) < NOTABLE_DIFFERENCE
    )


def _distinct_rolls(hand: Faces, choices: list[DiceChoice], count: int) -> list[DiceChoice]:
    """Return the best choices of dice, one for each set of faces."""
    seen: dict[Faces, DiceChoice] = {}
    for rolled, mean in choices:
        faces = tuple(sorted(hand[index] for index in rolled))
        seen.setdefault(faces, (rolled, mean))
        if len(seen) == count:
            break
    return list(seen.values())


def _build_hint(view: View, candidate: Candidate, evaluations: list[Evaluation]) -> Hint:
    worth = candidate.evaluation
    lines = qwirkles = 0
    if isinstance(worth.move, Place):
        made = view.board.place(worth.move.pieces).lines_through(worth.move.pieces)
        lines = len(made)
        qwirkles = sum(line.is_full(view.variant) for line in made)
    return Hint(
        worth.move,
        candidate.value,
        worth.points,
        worth.reply,
        worth.keep,
        lines,
        qwirkles,
        tuple(
            why
            for why in _iter_reasons(view, worth, evaluations, lines, qwirkles)
            if why not in LEAVE_REASONS or not _trades_whole_hand(view, worth.move)
        ),
        candidate.win_probability,
    )


def _trades_whole_hand(view: View, move: Move) -> bool:
    """Return True for a trade of the whole hand, which leaves nothing to judge."""
    return isinstance(move, Trade) and len(move.faces) == len(view.hand)


def _iter_reasons(
    view: View, evaluation: Evaluation, evaluations: list[Evaluation], lines: int, qwirkles: int
) -> Iterator[HintReason]:
    others = [other for other in evaluations if not other.ends_game]
    rivals = () if evaluation.ends_game else evaluations
    if evaluation.ends_game:
        yield HintReason.GOES_OUT
    if qwirkles:
        yield HintReason.QWIRKLE
    if isinstance(evaluation.move, Trade):
        yield HintReason.BETTER_HAND
    elif evaluation.points >= max([best_placement(view)[1], *(other.points for other in rivals)]):
        yield HintReason.MOST_POINTS
    if lines > 1:
        yield HintReason.SEVERAL_LINES
    if evaluation.ends_game or not others:
        return
    reply = sum(other.reply for other in others) / len(others)
    keep = sum(other.keep for other in others) / len(others)
    if evaluation.reply <= reply - NOTABLE_DIFFERENCE:
        yield HintReason.GIVES_LITTLE
    if evaluation.reply >= reply + NOTABLE_DIFFERENCE:
        yield HintReason.GIVES_MUCH
    if evaluation.keep >= keep + NOTABLE_DIFFERENCE:
        yield HintReason.KEEPS_WELL
    if evaluation.keep <= keep - NOTABLE_DIFFERENCE:
        yield HintReason.KEEPS_BADLY
