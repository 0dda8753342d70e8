"""Rollouts: how a turn turns out when everybody then plays for points, in many possible worlds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qwirkle.analysis.odds import MOST_COMPILED, means_of, scores_on
from qwirkle.analysis.worlds import World, worlds_of
from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import SHAPES, Faces, mask_of
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View
from qwirkle.kernel import loading

if TYPE_CHECKING:
    from qwirkle.kernel.rollouts import Worlds

MOST_ROLLS = 8
"""After so many forced rolls in one turn a rollout counts the turn as lost."""

ROUNDING = 1e-9
"""Means that differ by less are the same."""


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
        self.futures = [
            Future(world, _shapes_of(view.variant, turns, random))
            for world in worlds_of(view, worlds, random)
        ]
        self._entered: Worlds | None = None

    def courses(self, board: Board, kept: Faces) -> list[Course]:
        """How it goes on in each future after a turn with this board and these pieces left."""
        tools = loading.tools()
        if tools is not None and self.variant.hand_size <= MOST_COMPILED:
            found = tools.roll_outs(board, kept, self._worlds(), self.variant, self.turns)
            if found is not None:
                return [Course(gains, next_gains) for gains, next_gains in found]
        return self.plain_courses(board, kept)

    def plain_courses(self, board: Board, kept: Faces) -> list[Course]:
        """The same in plain Python."""
        return [_roll_out(board, kept, future, self.variant, self.turns) for future in self.futures]

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
    return tuple(int(random.random() * SHAPES) for _ in range(count))


def _roll_out(board: Board, kept: Faces, future: Future, variant: Variant, turns: int) -> Course:
    bag = future.world.bag
    drawn = min(variant.hand_size - len(kept), len(bag))
    hands = [*future.world.hands, kept + bag[:drawn]]
    players = len(hands)
    gains = [0] * players
    for turn in range(turns):
        player = turn % players
        if variant.roll_step is not None:
            hands[player] = _rolled(board, hands[player], variant, future.shapes, turn)
        play = movegen.best_play(board, hands[player], variant)
        if play is None:
            continue
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
            return Course(tuple(gains), (0.0,) * players)
    return Course(tuple(gains), _next_gains(board, hands, variant))


def _next_gains(board: Board, hands: list[Faces], variant: Variant) -> tuple[float, ...]:
    """What each hand makes in its next turn: with its best roll, or as it lies."""
    if variant.roll_step is None:
        plays = [movegen.best_play(board, hand, variant) for hand in hands]
        return tuple(float(play[1]) if play else 0.0 for play in plays)
    best = scores_on(board, variant)
    means = [means_of(best, hand) for hand in hands]
    return tuple(0.0 if mean is None else float(mean.max()) for mean in means)


def _rolled(
    board: Board, hand: Faces, variant: Variant, shapes: tuple[int, ...], turn: int
) -> Faces:
    """The hand after the best free roll and the forced ones; a dead hand stays as it is."""
    means = means_of(scores_on(board, variant), hand)
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
    for _ in range(MOST_ROLLS):
        if mask_of(tuple(rolled)) & board.fitting:
            break
        first += variant.hand_size
        for place in range(len(hand)):
            rolled[place] = rolled[place] // SHAPES * SHAPES + shapes[first + place]
    return tuple(rolled)
