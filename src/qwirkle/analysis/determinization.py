"""Determinizations: samples of the hands and bag a seat can't see, consistent with its view."""

from __future__ import annotations

import random

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis.odds import mean_scores
from qwirkle.analysis.score_table import LINE_KIND_COUNT, SET_COUNT, line_masks
from qwirkle.engine.pieces import FACE_COUNT, Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

_FACE_MASKS = np.array([line_masks((face,)) for face in range(FACE_COUNT)], dtype=np.int16)
_ROW_OFFSETS = (np.arange(LINE_KIND_COUNT) * SET_COUNT).astype(np.int16)

MAX_UNSEEN_TO_DEDUPLICATE = 20
"""With more pieces unseen, duplicates are too rare to look for."""


class Determinization(Struct, frozen=True):
    """One sample: the other hands in turn order, and the bag."""

    hands: tuple[Faces, ...]
    bag: Faces
    """All pieces in the bag, in drawing order."""


class DeterminizationBatch:
    """Many determinizations of one view: a row of unseen pieces each.

    A row has the hidden hands first, in turn order from the next player, and then the bag.
    """

    def __init__(self, view: View, rows: NDArray[np.int64], counts: NDArray[np.int64]) -> None:
        self._view = view
        self.rows = rows
        self.counts = counts
        """How often each determinization was sampled."""
        self._hand_columns: list[Faces | slice] = []
        first = 0
        for seat in opponents_in_order(view):
            hand = view.hands[seat]
            size = view.hand_sizes[seat]
            self._hand_columns.append(slice(first, first + size) if hand is None else hand)
            first += size if hand is None else 0
        self._bag_start = first

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Determinization:
        row = self.rows[index].tolist()
        hands = (
            tuple(row[columns]) if isinstance(columns, slice) else columns
            for columns in self._hand_columns
        )
        return Determinization(tuple(hands), tuple(row[self._bag_start :]))

    def hands(self, opponent: int) -> NDArray[np.int64]:
        """Return the hands of an opponent, 0 being the next player: one row, or one per sample."""
        columns = self._hand_columns[opponent]
        return (
            self.rows[:, columns] if isinstance(columns, slice) else np.array([columns], dtype=int)
        )

    @property
    def bags(self) -> NDArray[np.int64]:
        """The bags, in drawing order."""
        return self.rows[:, self._bag_start :]

    def slice_rows(self, first: int, end: int) -> DeterminizationBatch:
        return DeterminizationBatch(self._view, self.rows[first:end], self.counts[first:end])

    def deduplicate(self, random: random.Random) -> DeterminizationBatch:
        """Return the distinct determinizations in random order.

        The order of a hand doesn't matter, that of the bag does.
        """
        rows = self.rows.copy()
        for columns in self._hand_columns:
            if isinstance(columns, slice):
                rows[:, columns].sort(axis=1)
        rows, counts = np.unique(rows, axis=0, return_counts=True)
        order = numpy_generator(random).permutation(len(rows))
        return DeterminizationBatch(self._view, rows[order], counts[order])


def opponents_in_order(view: View) -> tuple[int, ...]:
    """Return the other seats, the next player first."""
    player_count = len(view.scores)
    return tuple((view.seat + offset) % player_count for offset in range(1, player_count))


def numpy_generator(random: random.Random) -> np.random.Generator:
    """Return a NumPy generator seeded from `random`."""
    return np.random.Generator(np.random.PCG64(random.getrandbits(64)))


def sample_determinizations(view: View, count: int, random: random.Random) -> DeterminizationBatch:
    """Sample `count` determinizations of a view."""
    generator = numpy_generator(random)
    pool = np.repeat(np.arange(len(view.unseen_counts)), view.unseen_counts)
    order = generator.random((count, len(pool))).argsort(axis=1)
    sides = np.array([kind.faces for kind in view.variant.kinds])
    shown_sides = generator.integers(sides.shape[1], size=order.shape)
    return DeterminizationBatch(
        view, sides[pool[order], shown_sides], np.ones(count, dtype=np.int64)
    )


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
