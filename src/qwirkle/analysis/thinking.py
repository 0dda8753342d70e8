"""The search behind the master bot: estimate every turn, roll out the best ones and compare them.

Endgames of two players are solved instead. The same view, budget and seed give the same result,
with or without the kernel, however long it takes.
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

from qwirkle.analysis.clock import Stop, never
from qwirkle.analysis.endgame import Attempt, Ending, is_exact, margin_of, solve
from qwirkle.analysis.last_dice import LastDice, TooMany, is_last
from qwirkle.analysis.learned import lessons_for
from qwirkle.analysis.rollouts import OVER, Branch, Outlook
from qwirkle.analysis.value import Valuer, Worth, lost_by_others, turn_worths
from qwirkle.analysis.worlds import FEW_UNSEEN, Worlds, opponents_of, worlds_of
from qwirkle.engine.holding import without
from qwirkle.engine.movegen import placements
from qwirkle.engine.moves import Move, Place, Trade
from qwirkle.engine.view import View

ROUNDING = 1e-9
"""Values that differ by less are equal."""

SURE = 2.5
"""Candidates further behind the best than this many standard errors are eliminated."""


MOST_DRAWN = 20_000
"""Maximum number of determinizations sampled at once to find duplicates."""


class How(StrEnum):
    """How the values of a search result were found."""

    EXACT = "exact"
    """Every line of play, searched to the end."""
    BEAM = "beam"
    """The best lines of play, searched to the end."""
    ROLLOUTS = "rollouts"
    """Candidates played on in many futures."""
    ESTIMATE = "estimate"
    """Points, the opponents' reply and the player's own next turn."""


class Budget(Struct, frozen=True):
    """Limits of a search; the same budget gives the same result, however long it takes."""

    turns: int
    """Candidates to roll out."""
    worlds: int
    """Rollouts per candidate that isn't eliminated."""
    rounds: int
    """Turns per player in each rollout."""
    batch: int
    """Rollouts between comparisons of the candidates."""
    ending: tuple[Attempt, ...]
    """Tried in order to solve the endgame of two players."""
    sets: int
    """Sets of dice for which the opponents' reply is computed before a roll."""
    tables: int
    """Positions of the dice endgame of two players."""
    fullest: int = 60
    """With more pieces in the bag, the estimate decides: rollouts find nothing better there."""
    trust: float = 0.5
    """Weight of the rollouts; the estimate has the rest."""


class Candidate(Struct, frozen=True):
    """A turn under consideration, and how it compares."""

    worth: Worth
    """The estimate and its parts."""
    value: float
    """Expected gain over the opponents from this turn on, in points."""
    error: float
    """Standard error of the distance to the best candidate; for the best, to the next."""
    win: float | None
    """Probability of winning with it; None if unknown."""
    futures: int
    """Number of rollouts."""
    out: bool = False

    @property
    def move(self) -> Move:
        return self.worth.move


class Thought(Struct, frozen=True):
    """The candidates, best first, and how their values were found."""

    how: How
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        return self.candidates[0]


Watch: TypeAlias = Callable[[Thought], None]
"""Called with the standings of the candidates after each comparison."""


def unwatched(thought: Thought) -> None:
    """Do nothing: the default listener."""


def think(
    view: View,
    valuer: Valuer,
    budget: Budget,
    random: random.Random,
    stop: Stop = never,
    watch: Watch = unwatched,
    also: Move | None = None,
    *,
    every: bool = False,
) -> Thought:
    """Find the best placement or trade, with the other candidates.

    `must_include` is always evaluated. For a solved endgame the result holds only the best turn,
    unless `include_all`.
    """
    if is_exact(view):
        ending = solve(view, budget.ending, stop)
        if ending is not None and isinstance(ending.move, Place):
            ended = _ended(view, valuer, ending, budget, stop, also, every=every)
            if ended is not None:
                return ended
    if is_last(view, budget.tables):
        last = _last(view, valuer, budget, stop)
        if last is not None:
            return last
    worths = _in_order(turn_worths(valuer, stop), random)
    if also is not None:
        worths = _with(worths, also, valuer, budget.turns)
    if len(worths) == 1 or view.opening or view.bag_size > budget.fullest:
        return Thought(How.ESTIMATE, _estimates(worths))
    race = _Race(view, worths, budget, random)
    race.run(stop, watch)
    return race.thought()


def _last(view: View, valuer: Valuer, budget: Budget, stop: Stop) -> Thought | None:
    """Return the exact margins of all plays in a dice endgame; None if it is too large."""
    dice = LastDice(view, budget.tables, stop)
    found = []
    try:
        for play in placements(view):
            margin = dice.of_play(view.board, view.hand, dice.other, play)
            found.append(Candidate(valuer.of_play(play), margin, 0.0, None, 0))
    except TooMany:
        return None
    found.sort(key=lambda candidate: -round(candidate.value, 9))
    return Thought(How.EXACT, tuple(found))


def _points(view: View, worth: Worth) -> int:
    """Return the score of a play without the bonus for going out."""
    return int(worth.points) - (view.variant.scoring.out_bonus if worth.ends else 0)


def _in_order(worths: list[Worth], random: random.Random) -> list[Worth]:
    """Sort by value, with ties in random order."""
    lots = [random.random() for _ in worths]
    order = sorted(range(len(worths)), key=lambda at: (-round(worths[at].value, 9), lots[at]))
    return [worths[at] for at in order]


def _with(worths: list[Worth], also: Move, valuer: Valuer, first: int) -> list[Worth]:
    """Make sure that `move` is among the first `count` evaluations."""
    if any(same_turn(worth.move, also) for worth in worths[:first]):
        return worths
    others = [worth for worth in worths if not same_turn(worth.move, also)]
    return [*others[: first - 1], _worth_of(valuer, also), *others[first - 1 :]]


def same_turn(one: Move, other: Move) -> bool:
    """Return True if two moves do the same, whatever the order of their pieces."""
    if isinstance(one, Place) and isinstance(other, Place):
        return sorted(one.pieces) == sorted(other.pieces)
    return one == other


def _worth_of(valuer: Valuer, move: Move) -> Worth:
    match move:
        case Place(pieces):
            return valuer.of_pieces(pieces)
        case Trade(faces):
            return valuer.of_trade(faces)
    raise ValueError("only placements and trades are worth something")


def _ended(
    view: View,
    valuer: Valuer,
    ending: Ending,
    budget: Budget,
    stop: Stop,
    also: Move | None,
    *,
    every: bool,
) -> Thought | None:
    """Return the solved endgame: the best turn, and the others if `include_all`.

    None if there is no solution, or none for `must_include`.
    """
    lead, exact = _leads(view)[0], ending.exact
    margins: dict[Move, int] = {ending.move: ending.margin}
    others = [worth.move for worth in turn_worths(valuer, stop)[: budget.turns]] if every else []
    for move in (*others, also):
        known = move is not None and any(same_turn(move, each) for each in margins)
        if isinstance(move, Place) and not known and (move is also or not stop()):
            worth = valuer.of_pieces(move.pieces)
            found = margin_of(view, (move.pieces, _points(view, worth)), budget.ending, stop)
            if found is not None:
                # A beam search may find less for the best turn than for another one.
                margins[move] = min(found[0], ending.margin)
                exact = exact and found[1]
            elif move is also:
                return None
    ranked = [
        Candidate(_worth_of(valuer, move), margin, 0.0, _outcome(lead + margin), 0)
        for move, margin in margins.items()
    ]
    ranked.sort(key=lambda candidate: -candidate.value)
    return Thought(How.EXACT if exact else How.BEAM, tuple(ranked))


class _Runner(Struct):
    """A candidate in the race, with its value in each future."""

    worth: Worth
    branch: Branch
    values: list[NDArray[np.float64]] = field(default_factory=list)
    wins: float = 0.0
    out: bool = False


class _Race:
    """Play the best candidates on in the same futures until one is clearly ahead."""

    def __init__(
        self, view: View, worths: list[Worth], budget: Budget, random: random.Random
    ) -> None:
        self.view = view
        self.budget = budget
        self.random = random
        self.alive = [_Runner(worth, _branch(view, worth)) for worth in worths[: budget.turns]]
        self.fallen: list[_Runner] = []
        self.rest = worths[budget.turns :]
        self.times: list[NDArray[np.int64]] = []
        self.leads = _leads(view)
        phases = lessons_for(view.variant, len(view.scores)).phases
        self.limits = np.array([phase.bag for phase in phases])
        self.spreads = np.array([phase.spread for phase in phases])

    def run(self, stop: Stop, watch: Watch) -> None:
        """Run batches until one candidate remains, the budget is used up, or `stop()` is True."""
        for worlds in self._batches():
            if len(self.alive) == 1 or stop():
                return
            outlook = Outlook(self.view, worlds, self.budget.rounds, self.random)
            found = []
            for runner in self.alive:
                found.append(self._values(runner, outlook, worlds.times))
                if stop() and len(found) < len(self.alive):
                    return  # a batch counts for all candidates, or for none
            for runner, (values, wins) in zip(self.alive, found, strict=True):
                runner.values.append(values)
                runner.wins += wins
            self.times.append(worlds.times)
            self._compare()
            watch(self.thought())

    def _batches(self) -> Iterator[Worlds]:
        """Yield determinizations batch by batch, without duplicates if few pieces are unseen.

        With dice no two futures are equal, since they include the rolls.
        """
        view, budget = self.view, self.budget
        if sum(view.unseen) <= FEW_UNSEEN and view.variant.roll_step is None:
            every = worlds_of(view, min(budget.worlds, MOST_DRAWN), self.random)
            once = every.each_once(self.random)
            every = once if 2 * len(once) <= len(every) else every
            for first in range(0, len(every), budget.batch):
                yield every.part(first, first + budget.batch)
            return
        for first in range(0, budget.worlds, budget.batch):
            yield worlds_of(view, min(budget.batch, budget.worlds - first), self.random)

    def _values(
        self, runner: _Runner, outlook: Outlook, times: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], float]:
        """Return the value of a candidate in each future, and its number of wins."""
        points = runner.worth.points
        if runner.worth.ends:
            value = points + lost_by_others(self.view)
            won = math.prod(_outcome(lead + value) for lead in self.leads)
            return np.full(len(times), value), won * float(times.sum())
        courses = outlook.courses(runner.branch)
        gained = points + courses.leads()
        wins = self._wins(gained + self.leads, courses.bags)
        return gained.mean(axis=1), float(wins @ times)

    def _wins(self, leads: NDArray[np.float64], bags: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the probability of beating every opponent from the leads at the end."""
        spreads = self.spreads[np.searchsorted(self.limits, bags)][:, None]
        sure = np.sign(leads) / 2 + 0.5
        likely = normal_below(leads / spreads)
        chances: NDArray[np.float64] = np.where(bags[:, None] == OVER, sure, likely).prod(axis=1)
        return chances

    def _compare(self) -> None:
        """Put the best candidate first, and eliminate those clearly behind."""
        self.alive.sort(key=lambda runner: -round(self._standing(runner), 9))
        best, *others = self.alive
        self.alive = [best]
        for runner in others:
            gap = self._standing(best) - self._standing(runner)
            runner.out = gap > SURE * self._gap_error(best, runner) + ROUNDING
            (self.fallen if runner.out else self.alive).append(runner)

    def _mean(self, runner: _Runner) -> float:
        """Return the mean value over the rollouts of a candidate."""
        played = _joined(runner)
        times = np.concatenate(self.times)[: len(played)]
        return float(played @ times) / float(times.sum())

    def _standing(self, runner: _Runner) -> float:
        """Return the weighted mean of rollouts and estimate, which ranks candidates."""
        trust = self.budget.trust
        return trust * self._mean(runner) + (1 - trust) * runner.worth.value

    def _gap(self, best: _Runner, other: _Runner) -> float:
        """Return the lead of one candidate over another in the futures both were played in."""
        first, second = _joined(best), _joined(other)
        count = min(len(first), len(second))
        times = np.concatenate(self.times)[:count]
        ahead = float((first[:count] - second[:count]) @ times) / float(times.sum())
        trust = self.budget.trust
        return trust * ahead + (1 - trust) * (best.worth.value - other.worth.value)

    def _gap_error(self, one: _Runner, other: _Runner) -> float:
        """Return the standard error of the gap, from the futures both were played in."""
        first, second = _joined(one), _joined(other)
        count = min(len(first), len(second))
        times = np.concatenate(self.times)[:count]
        return self.budget.trust * _error(first[:count] - second[:count], times)

    def thought(self) -> Thought:
        """Return the current standings."""
        runners = [*self.alive, *self.fallen]
        if not self.times:
            every = [runner.worth for runner in runners] + self.rest
            return Thought(How.ESTIMATE, _estimates(every))
        # Estimates look less far ahead, so shift them to the mean level of the rollouts.
        trust = self.budget.trust
        beyond = [runner.worth.value - self._mean(runner) for runner in runners]
        shift = sum(beyond) / len(beyond)
        nearest = runners[1] if len(runners) > 1 else runners[0]
        best_value = self._standing(runners[0]) - (1 - trust) * shift
        played = []
        for runner in runners:
            count = int(np.concatenate(self.times)[: len(_joined(runner))].sum())
            rival = nearest if runner is runners[0] else runners[0]
            played.append(
                Candidate(
                    runner.worth,
                    best_value - self._gap(runners[0], runner),
                    self._gap_error(runner, rival),
                    runner.wins / count,
                    count,
                    runner.out,
                )
            )
        played.sort(key=lambda candidate: (candidate.out, -candidate.value))
        rest = (Candidate(w, w.value - shift, 0.0, None, 0, True) for w in self.rest)
        return Thought(How.ROLLOUTS, (*played, *rest))


def _estimates(worths: list[Worth]) -> tuple[Candidate, ...]:
    """Return candidates with only an estimate, best first."""
    ranked = sorted(worths, key=lambda worth: -round(worth.value, 9))
    return tuple(Candidate(worth, worth.value, 0.0, None, 0) for worth in ranked)


def _branch(view: View, worth: Worth) -> Branch:
    match worth.move:
        case Place(pieces):
            kept = without(view.hand, tuple(face for face, _, _ in pieces))
            return Branch(view.board.lay(pieces), int(worth.points), kept)
        case Trade(faces):
            return Branch(view.board, int(worth.points), without(view.hand, faces), faces)
    raise ValueError("only placements and trades can be played on")


def _joined(runner: _Runner) -> NDArray[np.float64]:
    return np.concatenate(runner.values)


def _error(values: NDArray[np.float64], times: NDArray[np.int64]) -> float:
    """Return the standard error of a weighted mean."""
    if len(values) < 2:
        return 0.0
    count = float(times.sum())
    mean = float(values @ times) / count
    # A duplicate was played only once, so it adds no certainty.
    looks = count**2 / float(times @ times)
    variance = float(((values - mean) ** 2) @ times) / count * looks / max(1.0, looks - 1)
    return math.sqrt(variance / looks)


def _leads(view: View) -> list[int]:
    """Return the lead over each opponent, in turn order."""
    return [view.scores[view.seat] - view.scores[seat] for seat in opponents_of(view)]


def _outcome(lead: float) -> float:
    """Return 1 for a win, 0.5 for a tie, 0 for a loss."""
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


def normal_below(deviations: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cumulative distribution function of the standard normal, to three digits.

    >>> normal_below(np.array([-2.0, 0.0, 1.0])).round(3).tolist()
    [0.023, 0.5, 0.841]
    """
    # A logistic curve with a cubic term: accurate enough, and identical on every machine.
    bent = 1.5976 * deviations + 0.070565 * deviations**3
    found: NDArray[np.float64] = 1 / (1 + np.exp(-np.clip(bent, -60, 60)))
    return found
