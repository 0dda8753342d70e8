"""Exact odds of a roll: the mean of the best score for every choice of dice to roll."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from qwirkle.analysis.best_scores import BestTable, best_table
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import COLOURS, SHAPES, Faces
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loading

Outcomes: TypeAlias = NDArray[np.int16]
"""The best score of every outcome when all dice are rolled: an axis of six shapes for each die."""

MOST_COMPILED = 6
"""The kernel has room for hands of this size."""


@dataclass(frozen=True, slots=True)
class Chances:
    """What one choice of dice to roll can bring, the forced rolls of C4 included."""

    mean: float
    scores: tuple[tuple[int, float], ...]
    """Each best score and its chance, smallest first."""
    qwirkle: float
    """The chance that a line of six can be completed."""

    def at_least(self, points: int) -> float:
        """The chance to score that much or more."""
        return sum(chance for score, chance in self.scores if score >= points)


@dataclass(frozen=True, slots=True)
class Odds:
    """The worth in points of each choice of dice to roll, as indices into the hand."""

    hand: Faces
    keep_all: float
    choices: list[tuple[tuple[int, ...], float]]
    """Every choice and the mean of its best score, best first."""
    board: Board = field(repr=False)
    variant: Variant = field(repr=False)

    @property
    def best(self) -> tuple[tuple[int, ...], float]:
        """The best choice; of equals the one with the fewest dice."""
        return self.choices[0]

    def chances(self, rolled: tuple[int, ...]) -> Chances:
        """All that one choice can bring."""
        return _chances(best_table(self.board, self.variant), self.hand, rolled)


def odds(board: Board, hand: Faces, variant: Variant) -> Odds | None:
    """The odds of a hand of dice on a board, or None for a dead hand (J7)."""
    means = means_of(scores_on(board, variant), hand)
    if means is None:
        return None
    choices = [(rolled, float(means[number])) for number, rolled in enumerate(_choices(len(hand)))]
    keep_all = choices[0][1]
    # Means that differ only by rounding count as equal.
    choices.sort(key=lambda choice: (-round(choice[1], 9), len(choice[0]), choice[0]))
    return Odds(hand, keep_all, choices, board, variant)


def scores_on(board: Board, variant: Variant) -> NDArray[np.int16]:
    """The best-score table of a board as an array."""
    tools = loading.tools() if board.cells else None
    best = tools.best_scores(board, variant) if tools else None
    if best is not None:
        return best
    return flat_of(best_table(board, variant))


def flat_of(table: BestTable) -> NDArray[np.int16]:
    """The table's points as an array of twelve rows."""
    return np.array(table.best, dtype=np.int16)


def means_of(best: NDArray[np.int16], hand: Faces) -> NDArray[np.float64] | None:
    """For each choice, in the order of `_choices`, the mean score; None for a dead hand."""
    tools = loading.tools() if len(hand) <= MOST_COMPILED else None
    return tools.means_of(best, hand) if tools else plain_means_of(best, hand)


def plain_means_of(best: NDArray[np.int16], hand: Faces) -> NDArray[np.float64] | None:
    """As `means_of`, without the kernel.

    Points are added up as whole numbers and divided last, so that the order does not matter.
    """
    outcomes = outcomes_of(best, tuple(face // SHAPES for face in hand))
    fitting = int(np.count_nonzero(outcomes))
    if not fitting:
        return None
    # C4: what rolling all dice until one fits brings on average.
    forced = int(outcomes.sum(dtype=np.int64)) / fitting
    points = _fold(outcomes.astype(np.int32), hand)
    stuck = _fold((outcomes == 0).astype(np.int32), hand)
    means: NDArray[np.float64] = (points + stuck * forced) / _outcome_counts(len(hand))
    return means


def _fold(values: NDArray[np.int32], hand: Faces) -> NDArray[np.int32]:
    """For each choice the sum over its outcomes, in the order of `_choices`."""
    folded = values.reshape(1, -1)
    for face in hand:
        # One more axis falls: as it lies, or the sum over the six shapes.
        rows = folded.shape[0]
        cube = folded.reshape(rows, SHAPES, -1)
        folded = np.concatenate((cube[:, face % SHAPES, :], cube.sum(axis=1, dtype=np.int32)))
    return folded[:, 0]


@lru_cache(maxsize=16)
def _outcome_counts(dice: int) -> NDArray[np.int64]:
    """How many outcomes each choice has."""
    return np.array([SHAPES ** len(rolled) for rolled in _choices(dice)], dtype=np.int64)


@lru_cache(maxsize=16)
def _choices(dice: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of dice; the one with number n rolls the dice whose bit in n is set."""
    return tuple(
        tuple(die for die in range(dice) if number >> die & 1) for number in range(1 << dice)
    )


def outcomes_of(best: NDArray[np.int16], colours: tuple[int, ...]) -> Outcomes:
    """The best score of every outcome of rolling dice of these colours.

    Dice are added one by one: a die that shows a shape changes only the set of its colour and
    the set of its shape, and sets only ever grow in worth, so a running maximum is enough.
    """
    running = np.zeros(1, dtype=np.int16)
    flat = best.reshape(-1)
    for index in _look_ups(colours):
        running = np.maximum(running[:, None], flat[index[0]])
        np.maximum(running, flat[index[1]], out=running)
        running = running.reshape(-1)
    return running


@lru_cache(maxsize=48)
def _look_ups(colours: tuple[int, ...]) -> list[tuple[NDArray[np.int16], NDArray[np.int16]]]:
    """For each die, by what lies already and the shape it shows, the two places in the table."""
    shapes = np.arange(SHAPES)
    rows = 1
    by_colour = np.zeros((1, COLOURS), dtype=np.int16)
    by_shape = np.zeros((1, SHAPES), dtype=np.int16)
    look_ups = []
    for colour in colours:
        of_colour = by_colour[:, colour, None] | (1 << shapes)
        of_shape = by_shape | (1 << colour)
        look_ups.append(
            (
                (colour * 64 + of_colour).astype(np.int16),
                ((COLOURS + shapes) * 64 + of_shape).astype(np.int16),
            )
        )
        by_colour = np.repeat(by_colour, SHAPES, axis=0)
        by_colour[:, colour] = of_colour.reshape(-1)
        by_shape = np.repeat(by_shape, SHAPES, axis=0)
        every = np.arange(rows * SHAPES)
        by_shape[every, every % SHAPES] |= 1 << colour
        rows *= SHAPES
    return look_ups


def _chances(table: BestTable, hand: Faces, rolled: tuple[int, ...]) -> Chances:
    colours = tuple(face // SHAPES for face in hand)
    best = flat_of(table)
    outcomes = outcomes_of(best, colours)
    full = np.array(
        [[family >> have & 1 for have in range(64)] for family in table.qwirkles], dtype=np.int16
    )
    qwirkles = outcomes_of(full, colours).astype(bool)
    shape = (SHAPES,) * len(hand)
    here = tuple(slice(None) if die in rolled else face % SHAPES for die, face in enumerate(hand))
    seen = outcomes.reshape(shape)[here].reshape(-1)
    scores = np.bincount(seen) / seen.size
    qwirkle = float(np.count_nonzero(qwirkles.reshape(shape)[here])) / seen.size
    stuck = float(scores[0])
    if stuck:
        fitting = int(np.count_nonzero(outcomes))
        if not fitting:
            return Chances(0.0, ((0, 1.0),), 0.0)
        forced = np.bincount(outcomes) / fitting
        forced[0] = 0.0
        scores = np.pad(scores, (0, len(forced) - len(scores)))
        scores[0] = 0.0
        scores += stuck * forced
        qwirkle += stuck * float(np.count_nonzero(qwirkles)) / fitting
    kept = tuple((int(score), float(scores[score])) for score in np.flatnonzero(scores))
    return Chances(sum(score * chance for score, chance in kept), kept, qwirkle)
