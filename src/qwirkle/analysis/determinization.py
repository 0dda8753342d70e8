"""Determinizations: samples of the hands and bag a seat can't see, consistent with its view."""

from __future__ import annotations

import random

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.engine.pieces import Faces
from qwirkle.engine.view import View

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
        for seat in view.opponents:
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
