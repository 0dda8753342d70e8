"""Rollouts over the best candidates: each turn is played on in the same possible futures."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.rollouts import Course, Outlook
from qwirkle.analysis.value import Worth
from qwirkle.engine.board import Board
from qwirkle.engine.holding import without
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View

SURE = 2.5
"""A candidate falls out once it is behind by so many standard errors."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is played out; the same budget gives the same move, however long it takes."""

    turns: int
    """How many candidates."""
    worlds: int
    """In how many futures each, if it does not fall out before."""
    ahead: int
    """How many turns far."""
    batch: int
    """After how many futures the candidates are compared."""


@dataclass(slots=True)
class _Candidate:
    worth: Worth
    board: Board
    kept: Faces
    results: list[float]

    @property
    def mean(self) -> float:
        return sum(self.results) / len(self.results)


def best_by_rollouts(
    view: View,
    worths: list[Worth],
    keep: float,
    budget: Budget,
    random: random.Random,
    stop: Stop,
) -> Worth:
    """The turn that does best on average; all candidates meet the same chance.

    `keep` is how much one's own turn after the last one played counts.
    """
    alive = [_candidate(view, worth) for worth in worths[: budget.turns]]
    if len(alive) == 1:
        return worths[0]
    done = 0
    while done < budget.worlds and len(alive) > 1 and not stop():
        count = min(budget.batch, budget.worlds - done)
        outlook = Outlook(view, count, budget.ahead, random)
        for candidate in alive:
            points = candidate.worth.points
            if candidate.worth.ends:
                candidate.results.extend([points] * count)
            else:
                courses = outlook.courses(candidate.board, candidate.kept)
                candidate.results.extend(points + _gain(course, keep) for course in courses)
            if stop():
                break
        done += count
        alive = _still_in(alive, done)
    return alive[0].worth


def _candidate(view: View, worth: Worth) -> _Candidate:
    match worth.move:
        case Place(pieces):
            kept = without(view.hand, tuple(face for face, _, _ in pieces))
            return _Candidate(worth, view.board.lay(pieces), kept, [])
        case Trade(faces):
            return _Candidate(worth, view.board, without(view.hand, faces), [])
    raise ValueError("only placements and trades can be played out")


def _gain(course: Course, keep: float) -> float:
    """What one has made beyond the others; one's own place is the last."""
    *others, own = course.gains
    *next_others, next_own = course.next_gains
    return own + keep * next_own - (sum(others) + sum(next_others)) / len(others)


def _still_in(alive: list[_Candidate], done: int) -> list[_Candidate]:
    """The candidates that may still be best, best first."""
    whole = [candidate for candidate in alive if len(candidate.results) == done]
    if not whole:
        return alive
    whole.sort(key=lambda candidate: -round(candidate.mean, 9))
    best = whole[0]
    return [best, *(other for other in whole[1:] if not _is_behind(other, best))]


def _is_behind(other: _Candidate, best: _Candidate) -> bool:
    """Whether the paired differences leave no doubt."""
    count = len(best.results)
    if count < 2:
        return False
    gaps = [own - its for own, its in zip(best.results, other.results, strict=True)]
    mean = sum(gaps) / count
    variance = sum((gap - mean) ** 2 for gap in gaps) / (count - 1)
    return mean > SURE * math.sqrt(variance / count)
