"""Hints: the best turns of a view, with their values and the reasons for them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.analysis.budgets import quick_budget
from qwirkle.analysis.clock import Stop, never, once_asked
from qwirkle.analysis.odds import odds
from qwirkle.analysis.thinking import Candidate, think
from qwirkle.analysis.value import Valuer, Worth
from qwirkle.engine.movegen import best_placement
from qwirkle.engine.moves import Move, Place, Roll, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View

Choice: TypeAlias = tuple[tuple[int, ...], float]
"""Dice to roll, as indices into the hand, and the mean score."""

SECONDS = 0.4
"""Time limit of the search for a hint."""

CLEARLY = 0.75
"""Points from which a difference is worth mentioning."""


class Why(StrEnum):
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


KEEPING = (Why.KEEPS_WELL, Why.KEEPS_BADLY)


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
    why: tuple[Why, ...]
    win: float | None = None
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
    choices: tuple[Choice, ...]
    """Every choice of dice with its mean score, best first."""
    keep_all: float | None
    """Mean score without the free roll; None if there is no free roll."""
    turns: tuple[Hint, ...]
    """The best turns without a roll, best first."""

    def __iter__(self) -> Iterator[Hint]:
        shown = dict.fromkeys((*map(self._as_turn, self.rolls), *self.turns))
        return iter(tuple(shown)[: max(len(self.rolls), len(self.turns))])

    def _as_turn(self, roll: RollHint) -> Hint:
        if not roll.rolled:
            best = self.turns[0]
            return replace(best, why=(*best.why, Why.SURE_POINTS))
        why = (Why.MORE_ON_AVERAGE,)
        return Hint(Roll(roll.faces), roll.mean, roll.mean, 0.0, 0.0, 0, 0, why)


def hints(view: View, stop: Stop = never, count: int = 3, seconds: float = SECONDS) -> Hints:
    """Find the best turns for the seat of a view; the same view gives the same hints."""
    enough = once_asked(seconds, stop)
    chances = None
    if view.options.free_roll:
        chances = odds(view.board, view.hand, view.variant, view.free_rolls)
    turns: tuple[Hint, ...] = ()
    if view.options.place or view.options.trade:
        turns = _turns(view, count, enough)
    if chances is None:
        return Hints((), (), None, turns)
    choices = [choice for choice in chances.choices if choice[0] or turns]
    rolls = tuple(
        RollHint(rolled, tuple(view.hand[index] for index in rolled), mean)
        for rolled, mean in _spread(view.hand, choices, count)
    )
    return Hints(rolls, tuple(chances.choices), chances.keep_all, turns)


def _turns(view: View, count: int, stop: Stop) -> tuple[Hint, ...]:
    """Return the best turns of a quick search."""
    chance = random.Random(0)
    budget = quick_budget(view.variant, len(view.scores))
    thought = think(view, Valuer(view, chance), budget, chance, stop, every=True)
    worths = [candidate.worth for candidate in thought.candidates]
    return tuple(_hint(view, chosen, worths) for chosen in _varied(thought.candidates, count))


def _varied(candidates: Sequence[Candidate], count: int) -> list[Candidate]:
    """Return the best candidates without near-duplicates; only the best trade."""
    kept: list[Candidate] = []
    for candidate in candidates:
        if any(_alike(candidate, better) for better in kept):
            continue
        kept.append(candidate)
        if len(kept) == count:
            break
    return kept


def _alike(one: Candidate, other: Candidate) -> bool:
    """Return True if both trade, or place the same faces for the same score and a similar value."""
    if isinstance(one.move, Trade) or isinstance(other.move, Trade):
        return type(one.move) is type(other.move)
    if not (isinstance(one.move, Place) and isinstance(other.move, Place)):
        return False
    faces = [sorted(face for face, _, _ in each.pieces) for each in (one.move, other.move)]
    return (
        faces[0] == faces[1]
        and one.worth.points == other.worth.points
        and abs(one.value - other.value) < CLEARLY
    )


def _spread(hand: Faces, choices: list[Choice], count: int) -> list[Choice]:
    """Return the best choices of dice, one for each set of faces."""
    seen: dict[Faces, Choice] = {}
    for rolled, mean in choices:
        faces = tuple(sorted(hand[index] for index in rolled))
        seen.setdefault(faces, (rolled, mean))
        if len(seen) == count:
            break
    return list(seen.values())


def _hint(view: View, candidate: Candidate, worths: list[Worth]) -> Hint:
    worth = candidate.worth
    lines = qwirkles = 0
    if isinstance(worth.move, Place):
        made = view.board.lay(worth.move.pieces).lines_of(worth.move.pieces)
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
            for why in _reasons(view, worth, worths, lines, qwirkles)
            if why not in KEEPING or not _gives_all(view, worth.move)
        ),
        candidate.win,
    )


def _gives_all(view: View, move: Move) -> bool:
    """Return True for a trade of the whole hand, which leaves nothing to judge."""
    return isinstance(move, Trade) and len(move.faces) == len(view.hand)


def _reasons(
    view: View, worth: Worth, worths: list[Worth], lines: int, qwirkles: int
) -> Iterator[Why]:
    others = [other for other in worths if not other.ends]
    rivals = () if worth.ends else worths
    if worth.ends:
        yield Why.GOES_OUT
    if qwirkles:
        yield Why.QWIRKLE
    if isinstance(worth.move, Trade):
        yield Why.BETTER_HAND
    elif worth.points >= max([best_placement(view)[1], *(other.points for other in rivals)]):
        yield Why.MOST_POINTS
    if lines > 1:
        yield Why.SEVERAL_LINES
    if worth.ends or not others:
        return
    reply = sum(other.reply for other in others) / len(others)
    keep = sum(other.keep for other in others) / len(others)
    if worth.reply <= reply - CLEARLY:
        yield Why.GIVES_LITTLE
    if worth.reply >= reply + CLEARLY:
        yield Why.GIVES_MUCH
    if worth.keep >= keep + CLEARLY:
        yield Why.KEEPS_WELL
    if worth.keep <= keep - CLEARLY:
        yield Why.KEEPS_BADLY
