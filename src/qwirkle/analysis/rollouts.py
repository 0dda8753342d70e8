"""Rollouts: play the best candidates on greedily in the same possible futures, and compare them.

The value model estimates the rest of the game where a rollout stops.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis.learned import Lessons, lessons_for, parts_of, value_of
from qwirkle.analysis.odds import MOST_COMPILED, means_of, scores_on
from qwirkle.analysis.worlds import World, Worlds, numbers_from, opponents_of
from qwirkle.engine import movegen
from qwirkle.engine.applying import is_over
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import SHAPES, Faces, mask_of
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loading

if TYPE_CHECKING:
    from qwirkle.kernel.rollouts import Futures
    from qwirkle.kernel.tools import Tools

MOST_ROLLS = 8
"""Forced rolls per turn, after which a rollout counts the turn as lost."""

ROUNDING = 1e-9
"""Means that differ by less are equal."""


class Branch(Struct, frozen=True):
    """The state after one turn and before its draw: board, points, leave and returned pieces."""

    board: Board
    points: int
    kept: Faces
    returned: Faces = ()
    """Traded pieces, which go back into the bag after the draw."""


class Course(Struct, frozen=True):
    """Result of one rollout, with players in turn order; the searching player is last."""

    gains: tuple[int, ...]
    """Points of the turns that were played."""
    beyond: float
    """Expected further lead of the searching player over each opponent; 0 if the game is over."""
    bag: int
    """Bag size when the rollout stopped, before the last draw; -1 if the game is over."""


OVER = -1


class Courses(Struct, frozen=True, eq=False):
    """Results of one candidate in every future, in the same order."""

    gains: NDArray[np.int64]
    """One row of every player's points per future."""
    beyond: NDArray[np.float64]
    bags: NDArray[np.int64]

    @classmethod
    def of(cls, courses: list[Course]) -> Courses:
        return cls(
            np.array([course.gains for course in courses], dtype=np.int64),
            np.array([course.beyond for course in courses], dtype=np.float64),
            np.array([course.bag for course in courses], dtype=np.int64),
        )

    def equals(self, other: Courses) -> bool:
        """Return True if every number is the same; `==` compares arrays element by element."""
        return (
            np.array_equal(self.gains, other.gains)
            and np.array_equal(self.beyond, other.beyond)
            and np.array_equal(self.bags, other.bags)
        )

    def leads(self) -> NDArray[np.float64]:
        """Return the lead of the searching player over each opponent, one row per future."""
        ahead: NDArray[np.float64] = self.gains[:, -1:] - self.gains[:, :-1] + self.beyond[:, None]
        return ahead


class Outlook:
    """Possible futures of one view; every candidate is tried in all of them."""

    def __init__(self, view: View, worlds: Worlds, rounds: int, random: random.Random) -> None:
        self.variant = view.variant
        self.players = len(view.scores)
        self.turns = rounds * self.players
        self.turns_done = view.turns + 1
        """Turns finished once the candidate has been played."""
        self.scores = tuple(view.scores[seat] for seat in (*opponents_of(view), view.seat))
        """Every player's score before it, in turn order."""
        self.lessons: Lessons = lessons_for(view.variant, self.players)
        self.worlds = worlds
        source = numbers_from(random)
        hand_size = view.variant.hand.size
        self.slots = source.random((len(worlds), hand_size))
        """Positions in the bag where returned pieces go, as fractions."""
        rolls = 0 if view.variant.roll_step is None else self.turns * (MOST_ROLLS + 1) * hand_size
        self.rolls = source.integers(view.variant.pieces.shapes, size=(len(worlds), rolls))
        """What rolls show: one shape per turn, roll and slot in the hand."""
        self._entered: Futures | None = None

    def courses(self, branch: Branch) -> Courses:
        """Run the rollouts after a turn, with the kernel if possible."""
        tools = loading.tools_for_turns(self.variant)
        if tools is not None and self.variant.hand.size <= MOST_COMPILED:
            try:
                return self.compiled_courses(tools, branch)
            except loading.NoRoom:
                pass
        return self.plain_courses(branch)

    def compiled_courses(self, tools: Tools, branch: Branch) -> Courses:
        """Run the rollouts with the kernel. Raises NoRoom."""
        return Courses(
            *tools.roll_outs(
                branch.board,
                branch.kept,
                branch.returned,
                self._futures(),
                self.variant,
                self.turns,
            )
        )

    def plain_courses(self, branch: Branch) -> Courses:
        """Run the rollouts in plain Python."""
        return Courses.of([self._roll_out(branch, index) for index in range(len(self.worlds))])

    def _roll_out(self, branch: Branch, index: int) -> Course:
        variant = self.variant
        world = self.worlds[index]
        scores = (*self.scores[:-1], self.scores[-1] + branch.points)
        hands, bag = self._deal(branch, world, self.slots[index].tolist())
        rolls: list[int] = self.rolls[index].tolist()
        gains = [0] * self.players
        if is_over(variant, self.turns_done, scores):
            return _ended(gains, hands, variant)
        board, drawn = branch.board, 0
        kept, bag_left = hands[-1], 0
        for turn in range(self.turns):
            player = turn % self.players
            if variant.roll_step is not None:
                hands[player] = _rolled(board, hands[player], variant, rolls, turn)
            play = movegen.best_play(board, hands[player], variant)
            kept, bag_left = hands[player], len(bag) - drawn
            if play is not None:
                pieces, points = play
                board = board.lay(pieces)
                left = list(hands[player])
                for face, _, _ in pieces:
                    left.remove(face)
                kept = tuple(left)
                missing = variant.hand.size - len(left)
                left.extend(bag[drawn : drawn + missing])
                drawn = min(drawn + missing, len(bag))
                hands[player] = tuple(left)
                gains[player] += points
                if not left:
                    gains[player] += variant.scoring.out_bonus
                    return _ended(gains, hands, variant)
            made = [had + gained for had, gained in zip(scores, gains, strict=True)]
            if is_over(variant, self.turns_done + turn + 1, made):
                return _ended(gains, hands, variant)
        return Course(tuple(gains), self._beyond(board, hands, kept, bag_left), bag_left)

    def _deal(
        self, branch: Branch, world: World, slots: list[float]
    ) -> tuple[list[Faces], list[int]]:
        """Return every player's hand after the turn, the searching player's last, and the bag."""
        missing = self.variant.hand.size - len(branch.kept)
        bag = list(world.bag[missing:])
        for face, slot in zip(branch.returned, slots, strict=False):
            bag.insert(int(slot * (len(bag) + 1)), face)
        return [*world.hands, branch.kept + world.bag[:missing]], bag

    def _beyond(self, board: Board, hands: list[Faces], kept: Faces, bag: int) -> float:
        """Predict the lead of the searching player, who kept `leave`, from here on."""
        return value_of(self.lessons.at(bag), parts_of(board, hands, kept, bag, self.variant))

    def _futures(self) -> Futures:
        if self._entered is None:
            from qwirkle.kernel.rollouts import enter

            hands = [self.worlds.hands(other) for other in range(self.players - 1)]
            phases = [(phase.bag, phase.weights) for phase in self.lessons.phases]
            size = self.variant.hand.size
            self._entered = enter(hands, self.worlds.bags, self.slots, self.rolls, phases, size)
        return self._entered


def _ended(gains: list[int], hands: list[Faces], variant: Variant) -> Course:
    """Return the result of a finished game, including the penalty for leftover pieces."""
    lost = variant.end.left_piece
    final = (gain - lost * len(hand) for gain, hand in zip(gains, hands, strict=True))
    return Course(tuple(final), 0.0, OVER)


def _rolled(board: Board, hand: Faces, variant: Variant, shapes: list[int], turn: int) -> Faces:
    """Return the hand after the best free roll and forced rolls; unplayable hands stay the same."""
    means = means_of(scores_on(board, variant), hand, variant)
    if means is None:
        return hand
    choice, best = 0, float(means[0])
    for number in range(1, 1 << len(hand)):
        if means[number] > best + ROUNDING:
            choice, best = number, float(means[number])
    first = turn * (MOST_ROLLS + 1) * variant.hand.size
    rolled = list(hand)
    for place in range(len(hand)):
        if choice >> place & 1:
            rolled[place] = rolled[place] // SHAPES * SHAPES + shapes[first + place]
    for _ in range(MOST_ROLLS if variant.rolls_when_stuck else 0):
        if mask_of(tuple(rolled)) & board.fitting:
            break
        first += variant.hand.size
        for place in range(len(hand)):
            rolled[place] = rolled[place] // SHAPES * SHAPES + shapes[first + place]
    return tuple(rolled)
