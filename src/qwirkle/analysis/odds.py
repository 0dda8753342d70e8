"""Exact odds of a roll: the mean best score of every choice of dice."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis.score_table import (
    LINE_KIND_COUNT,
    SET_COUNT,
    ScoreTable,
    compute_score_table,
    line_masks,
)
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import COLOUR_COUNT, FACE_COUNT, FACE_TEXTS, SHAPE_COUNT, Faces
from qwirkle.engine.variant import SHAPE_LINE_OFFSET, Variant
from qwirkle.kernel import loader

_FACE_MASKS = np.array([line_masks((face,)) for face in range(FACE_COUNT)], dtype=np.int16)
_ROW_OFFSETS = (np.arange(LINE_KIND_COUNT) * SET_COUNT).astype(np.int16)

MAX_KERNEL_HAND = 6
"""Largest hand the kernel has room for."""

SIZE_FACTOR = 256
"""Exceeds the score of any opening line, so that set size ranks before score."""


class RollOutcomes(NamedTuple):
    """Every outcome of rolling all dice of a hand: one axis of shapes per die, flattened."""

    points: NDArray[np.int16]
    """Best score of each outcome; 0 if nothing fits."""
    is_stuck: NDArray[np.bool_]
    """True if nothing fits."""


class ScoreDistribution(Struct, frozen=True):
    """Distribution of the best score for one choice of dice, including forced rolls (C4)."""

    mean: float
    scores: tuple[tuple[int, float], ...]
    """Each best score with its probability, lowest first."""
    qwirkle: float
    """Probability that a line can be completed (R10)."""

    def at_least(self, points: int) -> float:
        """Return the probability of scoring `points` or more."""
        return sum(probability for score, probability in self.scores if score >= points)


class Odds(Struct, frozen=True):
    """The mean best score of each choice of dice, as indices into the hand."""

    hand: Faces
    keep_all_mean: float
    choices: list[tuple[tuple[int, ...], float]]
    """Every choice with its mean best score, best first."""
    board: Board
    variant: Variant

    def __repr__(self) -> str:
        hand = " ".join(FACE_TEXTS[face] for face in self.hand)
        rolled, mean = self.best
        return (
            f"<Odds of {hand}: keep all {self.keep_all_mean:.2f}, roll {list(rolled)} {mean:.2f}>"
        )

    @property
    def best(self) -> tuple[tuple[int, ...], float]:
        """The best choice; if several are equal, the one with the fewest dice."""
        return self.choices[0]

    def mean_of_faces(self, faces: Faces) -> float:
        """Return the mean best score for rolling dice with these faces."""
        sorted_faces = sorted(faces)
        return next(
            mean
            for choice, mean in self.choices
            if sorted(self.hand[die] for die in choice) == sorted_faces
        )

    def distribution(self, rolled: tuple[int, ...]) -> ScoreDistribution:
        """Return the score distribution of one choice, if no further free roll follows."""
        return _score_distribution(self.board, self.hand, self.variant, rolled)


def compute_odds(board: Board, hand: Faces, variant: Variant, rolls: int = 1) -> Odds | None:
    """Compute the odds for `rolls` remaining free rolls, or None for an unplayable hand (J7).

    With more than one, each roll is followed by the best use of the others. On an empty board the
    hand opens the game (A2 to A4).
    """
    if rolls == 1 and board.cells:
        means = mean_scores(best_score_array(board, variant), hand, variant)
    else:
        outcomes = _roll_outcomes(board, hand, variant)
        forced = 0.0
        if not outcomes.is_stuck.all() and _rerolls_until_legal(board, variant):
            forced = _forced_mean(*outcomes)
        means = _multi_roll_means(outcomes, forced, hand, variant.pieces.shapes, rolls)
    if means is None:
        return None
    choices = [(rolled, float(means[index])) for index, rolled in enumerate(_choices(len(hand)))]
    keep_all_mean = choices[0][1]
    # Means that differ only by rounding count as equal.
    choices.sort(key=lambda choice: (-round(choice[1], 9), len(choice[0]), choice[0]))
    return Odds(hand, keep_all_mean, choices, board, variant)


def best_score_array(board: Board, variant: Variant) -> NDArray[np.int16]:
    """Return the score table of a non-empty board as an array, from the kernel if possible."""
    kernel = loader.scoring_kernel(variant)
    table = kernel.score_table(board, variant) if kernel else None
    if table is not None:
        return table
    return score_table_to_array(compute_score_table(board, variant))


def score_table_to_array(table: ScoreTable) -> NDArray[np.int16]:
    """Convert a score table to an array of twelve rows."""
    return np.array(table.scores, dtype=np.int16)


def mean_scores(
    table: NDArray[np.int16], hand: Faces, variant: Variant
) -> NDArray[np.float64] | None:
    """Return the mean score of each choice, in `_choices` order; None for an unplayable hand."""
    is_supported = len(hand) <= MAX_KERNEL_HAND and variant.rolls_when_stuck
    kernel = loader.scoring_kernel(variant) if is_supported else None
    return kernel.mean_scores(table, hand) if kernel else mean_scores_python(table, hand, variant)


def mean_scores_python(
    table: NDArray[np.int16], hand: Faces, variant: Variant
) -> NDArray[np.float64] | None:
    """Compute `mean_scores` without the kernel.

    Scores are summed as integers and divided last, so that the order of summation doesn't matter.
    """
    shapes = variant.pieces.shapes
    points, stuck = _outcomes_from_table(table, hand, shapes)
    if stuck.all():
        return None
    forced = _forced_mean(points, stuck) if variant.rolls_when_stuck else 0.0
    total = _fold(points.astype(np.int32), hand, shapes)
    stuck_counts = _fold(stuck.astype(np.int32), hand, shapes)
    means: NDArray[np.float64] = (total + stuck_counts * forced) / _outcome_counts(
        len(hand), shapes
    )
    return means


def hand_line_masks(hands: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the line masks of each hand; all hands must have the same size."""
    if not hands.shape[1]:
        return np.zeros((len(hands), LINE_KIND_COUNT), dtype=np.int16)
    rows: NDArray[np.int16] = np.bitwise_or.reduce(_FACE_MASKS[hands], axis=1)
    return rows


def mean_best_score(table: NDArray[np.int16], rows: NDArray[np.int16]) -> float:
    """Return the mean best score of hands given as line masks."""
    return float(table.reshape(-1)[rows + _ROW_OFFSETS].max(axis=1).mean())


def mean_best_score_with_roll(
    table: NDArray[np.int16], hands: list[Faces], variant: Variant
) -> float:
    """Return the mean score of hands after their best free roll; unplayable hands score 0."""
    total = 0.0
    for hand in hands:
        means = mean_scores(table, hand, variant) if hand else None
        if means is not None:
            total += float(means.max())
    return total / len(hands)


def _forced_mean(points: NDArray[np.int16], stuck: NDArray[np.bool_]) -> float:
    """C4: mean score of rolling all dice until something fits."""
    return int(points.sum(dtype=np.int64)) / (stuck.size - int(np.count_nonzero(stuck)))


def _rerolls_until_legal(board: Board, variant: Variant) -> bool:
    """Return True if all dice are rerolled until something fits (C4, A4)."""
    return variant.rolls_when_stuck or not board.cells


def _fold(values: NDArray[np.int32], hand: Faces, shapes: int) -> NDArray[np.int32]:
    """Sum over the outcomes of each choice, in `_choices` order."""
    folded = values.reshape(1, -1)
    for face in hand:
        # Reduce one more axis: the die is kept, or summed over its shapes.
        rows = folded.shape[0]
        cube = folded.reshape(rows, shapes, -1)
        folded = np.concatenate((cube[:, face % SHAPE_COUNT, :], cube.sum(axis=1, dtype=np.int32)))
    return folded[:, 0]


def _multi_roll_means(
    outcomes: RollOutcomes, forced: float, hand: Faces, shapes: int, rolls: int
) -> NDArray[np.float64] | None:
    """Return the mean of each choice with `rolls` free rolls, any of which may be the last."""
    if outcomes.is_stuck.all():
        return None
    placed = np.where(outcomes.is_stuck, forced, outcomes.points).reshape((shapes,) * len(hand))
    values = placed
    for _ in range(rolls - 1):
        values = _after_best_roll(placed, values)
    means = [_mean_at(values if rolled else placed, hand, rolled) for rolled in _choices(len(hand))]
    return np.array(means)


def _after_best_roll(
    placed: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the value of each outcome if its dice are placed, or rerolled for `values`."""
    best = placed.copy()

    def visit(die: int, mean: NDArray[np.float64], rolled: bool) -> None:
        if die < mean.ndim:
            visit(die + 1, mean, rolled)
            visit(die + 1, mean.mean(axis=die, keepdims=True), True)
        elif rolled:
            np.maximum(best, mean, out=best)

    visit(0, values, False)
    return best


def _mean_at(values: NDArray[np.float64], hand: Faces, rolled: tuple[int, ...]) -> float:
    index = tuple(
        slice(None) if die in rolled else face % SHAPE_COUNT for die, face in enumerate(hand)
    )
    return float(values[index].mean())


@lru_cache(maxsize=16)
def _outcome_counts(dice: int, shapes: int) -> NDArray[np.int64]:
    """Return the number of outcomes of each choice."""
    return np.array([shapes ** len(rolled) for rolled in _choices(dice)], dtype=np.int64)


@lru_cache(maxsize=16)
def _choices(dice: int) -> tuple[tuple[int, ...], ...]:
    """Return every choice of dice; choice number n rolls the dice whose bit in n is set."""
    return tuple(
        tuple(die for die in range(dice) if number >> die & 1) for number in range(1 << dice)
    )


def _roll_outcomes(board: Board, hand: Faces, variant: Variant) -> RollOutcomes:
    """Return all outcomes of rolling a hand, on a non-empty board or to open the game."""
    if board.cells:
        return _outcomes_from_table(best_score_array(board, variant), hand, variant.pieces.shapes)
    sizes_and_points = outcome_scores(_opening_table(variant), hand, variant.pieces.shapes)
    sizes, points = np.divmod(sizes_and_points, SIZE_FACTOR)
    stuck = sizes < variant.opening.min_pieces
    points[stuck] = 0
    return RollOutcomes(points.astype(np.int16), stuck)


def _outcomes_from_table(table: NDArray[np.int16], hand: Faces, shapes: int) -> RollOutcomes:
    points = outcome_scores(table, hand, shapes)
    return RollOutcomes(points, points == 0)  # every line on a board with pieces scores something


def _opening_table(variant: Variant) -> NDArray[np.int16]:
    """Return size * SIZE_FACTOR + score as an opening line (R3) for each line kind and set."""
    table = np.zeros((LINE_KIND_COUNT, SET_COUNT), dtype=np.int16)
    for kind in range(LINE_KIND_COUNT):
        for set_ in range(1, SET_COUNT):
            size = set_.bit_count()
            score_index = size + (SHAPE_LINE_OFFSET if kind >= COLOUR_COUNT else 0)
            points = variant.scoring.lone_piece if size == 1 else variant.line_scores[score_index]
            table[kind, set_] = size * SIZE_FACTOR + points
    return table


def outcome_scores(table: NDArray[np.int16], hand: Faces, shapes: int) -> NDArray[np.int16]:
    """Return the best score of every outcome of rolling a hand, in the shape of `RollOutcomes`.

    Dice are added one by one. A die that shows a shape changes only the set of its colour and the
    set of its shape, and larger sets never score less, so a running maximum is enough.
    """
    running = np.zeros(1, dtype=np.int16)
    flat = table.reshape(-1)
    for index in _table_lookups(tuple(face // SHAPE_COUNT for face in hand), shapes):
        running = np.maximum(running[:, None], flat[index[0]])
        np.maximum(running, flat[index[1]], out=running)
        running = running.reshape(-1)
    return running


@lru_cache(maxsize=48)
def _table_lookups(
    colours: tuple[int, ...], shapes: int
) -> list[tuple[NDArray[np.int16], NDArray[np.int16]]]:
    """Return two table indices for each die, by the dice before it and the shape it shows."""
    every_shape = np.arange(shapes)
    rows = 1
    by_colour = np.zeros((1, COLOUR_COUNT), dtype=np.int16)
    by_shape = np.zeros((1, shapes), dtype=np.int16)
    lookups = []
    for colour in colours:
        of_colour = by_colour[:, colour, None] | (1 << every_shape)
        of_shape = by_shape | (1 << colour)
        lookups.append(
            (
                (colour * SET_COUNT + of_colour).astype(np.int16),
                ((COLOUR_COUNT + every_shape) * SET_COUNT + of_shape).astype(np.int16),
            )
        )
        by_colour = np.repeat(by_colour, shapes, axis=0)
        by_colour[:, colour] = of_colour.reshape(-1)
        by_shape = np.repeat(by_shape, shapes, axis=0)
        indices = np.arange(rows * shapes)
        by_shape[indices, indices % shapes] |= 1 << colour
        rows *= shapes
    return lookups


def _score_distribution(
    board: Board, hand: Faces, variant: Variant, rolled: tuple[int, ...]
) -> ScoreDistribution:
    outcomes, stuck = _roll_outcomes(board, hand, variant)
    if stuck.all():
        return ScoreDistribution(0.0, ((0, 1.0),), 0.0)
    completes = _qwirkle_outcomes(board, hand, variant)
    axes = (variant.pieces.shapes,) * len(hand)
    index = tuple(
        slice(None) if die in rolled else face % SHAPE_COUNT for die, face in enumerate(hand)
    )
    chosen, chosen_stuck, chosen_full = (
        values.reshape(axes)[index].reshape(-1) for values in (outcomes, stuck, completes)
    )
    stuck_share = np.count_nonzero(chosen_stuck) / chosen.size
    score_count = int(outcomes.max()) + 1
    scores = np.bincount(chosen[~chosen_stuck], minlength=score_count) / chosen.size
    qwirkle = np.count_nonzero(chosen_full & ~chosen_stuck) / chosen.size
    if _rerolls_until_legal(board, variant):
        scores += (
            stuck_share
            * np.bincount(outcomes[~stuck], minlength=score_count)
            / np.count_nonzero(~stuck)
        )
        qwirkle += stuck_share * np.count_nonzero(completes & ~stuck) / np.count_nonzero(~stuck)
    else:
        scores[0] += stuck_share
    distribution = tuple((int(score), float(scores[score])) for score in np.flatnonzero(scores))
    return ScoreDistribution(
        sum(score * probability for score, probability in distribution),
        distribution,
        float(qwirkle),
    )


def _qwirkle_outcomes(board: Board, hand: Faces, variant: Variant) -> NDArray[np.bool_]:
    """Return which outcomes can complete a line, or open the game with a full one."""
    if board.cells:
        families = compute_score_table(board, variant).qwirkles
        table = [[family >> set_ & 1 for set_ in range(SET_COUNT)] for family in families]
    else:
        # Only a largest set may open, so its size ranks before whether it's full.
        full_sizes = (variant.pieces.shapes,) * COLOUR_COUNT + (
            variant.pieces.colours,
        ) * SHAPE_COUNT
        sizes = [set_.bit_count() for set_ in range(SET_COUNT)]
        table = [[2 * size + (size == full_size) for size in sizes] for full_size in full_sizes]
    flags = outcome_scores(np.array(table, dtype=np.int16), hand, variant.pieces.shapes)
    return (flags & 1).astype(bool)
