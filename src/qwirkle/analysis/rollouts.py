"""Rollouts: the best turns are played on for points in the same possible futures, and compared."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.odds import MOST_COMPILED, means_of, scores_on
from qwirkle.analysis.value import Worth, lost_by_others
from qwirkle.analysis.worlds import World, opponents_of, worlds_of
from qwirkle.engine import movegen
from qwirkle.engine.applying import is_over
from qwirkle.engine.board import Board
from qwirkle.engine.holding import without
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.pieces import SHAPES, Faces, mask_of
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loading

if TYPE_CHECKING:
    from qwirkle.kernel.rollouts import Worlds
    from qwirkle.kernel.tools import Tools

MOST_ROLLS = 8
"""After so many forced rolls in one turn a rollout counts the turn as lost."""

ROUNDING = 1e-9
"""Means that differ by less are the same."""

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
                candidate.results.extend([points + lost_by_others(view)] * count)
            else:
                courses = outlook.courses(candidate.board, candidate.kept, int(points))
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


@dataclass(frozen=True, slots=True)
class Course:
    """How a rollout went, by player in the order of play; the last is the one who thinks."""

    gains: tuple[int, ...]
    """The points of the turns that were played."""
    next_gains: tuple[float, ...]
    """What each would make next; nothing where the game is over."""


@dataclass(frozen=True, slots=True)
class Future:
    """A world, and what rolls will show in it: a shape for each turn, roll and place in a hand."""

    world: World
    shapes: tuple[int, ...]


class Outlook:
    """Possible futures of one view, in all of which every turn that is thought of is tried."""

    def __init__(self, view: View, worlds: int, turns: int, random: random.Random) -> None:
        self.variant = view.variant
        self.turns = turns
        self.turns_done = view.turns + 1
        """How many turns are finished once the one that is thought of is made."""
        self.scores = tuple(view.scores[seat] for seat in (*opponents_of(view), view.seat))
        """Everybody's points before it, in the order of play."""
        self.futures = [
            Future(world, _shapes_of(view.variant, turns, random))
            for world in worlds_of(view, worlds, random)
        ]
        self._entered: Worlds | None = None

    def courses(self, board: Board, kept: Faces, points: int) -> list[Course]:
        """How it goes on in each future after a turn with this board, hand and score."""
        tools = loading.tools_for_turns(self.variant)
        found = None if tools is None else self.compiled_courses(tools, board, kept)
        return self.plain_courses(board, kept, points) if found is None else found

    def compiled_courses(self, tools: Tools, board: Board, kept: Faces) -> list[Course] | None:
        """The same by the kernel; None where it has no room for it."""
        if self.variant.hand_size > MOST_COMPILED:
            return None
        found = tools.roll_outs(board, kept, self._worlds(), self.variant, self.turns)
        if found is None:
            return None
        return [Course(gains, next_gains) for gains, next_gains in found]

    def plain_courses(self, board: Board, kept: Faces, points: int) -> list[Course]:
        """The same in plain Python."""
        scores = (*self.scores[:-1], self.scores[-1] + points)
        return [self._roll_out(board, kept, scores, future) for future in self.futures]

    def _roll_out(
        self, board: Board, kept: Faces, scores: tuple[int, ...], future: Future
    ) -> Course:
        variant, bag = self.variant, future.world.bag
        drawn = min(variant.hand_size - len(kept), len(bag))
        hands = [*future.world.hands, kept + bag[:drawn]]
        players = len(hands)
        gains = [0] * players
        if is_over(variant, self.turns_done, scores):
            return _ended(gains, hands, variant)
        for turn in range(self.turns):
            player = turn % players
            if variant.roll_step is not None:
                hands[player] = _rolled(board, hands[player], variant, future.shapes, turn)
            play = movegen.best_play(board, hands[player], variant)
            if play is not None:
                pieces, points = play
                board = board.lay(pieces)
                left = list(hands[player])
                for face, _, _ in pieces:
                    left.remove(face)
                missing = variant.hand_size - len(left)
                left.extend(bag[drawn : drawn + missing])
                drawn = min(drawn + missing, len(bag))
                hands[player] = tuple(left)
                gains[player] += points
                if not left:
                    gains[player] += variant.out_bonus
                    return _ended(gains, hands, variant)
            made = [had + gained for had, gained in zip(scores, gains, strict=True)]
            if is_over(variant, self.turns_done + turn + 1, made):
                return _ended(gains, hands, variant)
        return Course(tuple(gains), _next_gains(board, hands, variant))

    def _worlds(self) -> Worlds:
        if self._entered is None:
            from qwirkle.kernel.rollouts import enter_futures

            futures = [
                (future.world.hands, future.world.bag, future.shapes) for future in self.futures
            ]
            self._entered = enter_futures(futures, self.variant.hand_size, self.turns)
        return self._entered


def _shapes_of(variant: Variant, turns: int, random: random.Random) -> tuple[int, ...]:
    """The rolls of so many turns; none where pieces do not roll."""
    if variant.roll_step is None:
        return ()
    count = turns * (MOST_ROLLS + 1) * variant.hand_size
    return tuple(int(random.random() * variant.shapes) for _ in range(count))


def _ended(gains: list[int], hands: list[Faces], variant: Variant) -> Course:
    """The course of a game that is over, what pieces left in hand cost included."""
    lost = variant.ending.left_piece
    final = (gain - lost * len(hand) for gain, hand in zip(gains, hands, strict=True))
    return Course(tuple(final), (0.0,) * len(gains))


def _next_gains(board: Board, hands: list[Faces], variant: Variant) -> tuple[float, ...]:
    """What each hand makes in its next turn: with its best roll, or as it lies."""
    if variant.roll_step is None:
        plays = [movegen.best_play(board, hand, variant) for hand in hands]
        return tuple(float(play[1]) if play else 0.0 for play in plays)
    best = scores_on(board, variant)
    means = [means_of(best, hand, variant) for hand in hands]
    return tuple(0.0 if mean is None else float(mean.max()) for mean in means)


def _rolled(
    board: Board, hand: Faces, variant: Variant, shapes: tuple[int, ...], turn: int
) -> Faces:
    """The hand after the best free roll and the forced ones; a dead hand stays as it is."""
    means = means_of(scores_on(board, variant), hand, variant)
    if means is None:
        return hand
    choice, best = 0, float(means[0])
    for number in range(1, 1 << len(hand)):
        if means[number] > best + ROUNDING:
            choice, best = number, float(means[number])
    first = turn * (MOST_ROLLS + 1) * variant.hand_size
    rolled = list(hand)
    for place in range(len(hand)):
        if choice >> place & 1:
            rolled[place] = rolled[place] // SHAPES * SHAPES + shapes[first + place]
    for _ in range(MOST_ROLLS if variant.rolls_when_stuck else 0):
        if mask_of(tuple(rolled)) & board.fitting:
            break
        first += variant.hand_size
        for place in range(len(hand)):
            rolled[place] = rolled[place] // SHAPES * SHAPES + shapes[first + place]
    return tuple(rolled)
