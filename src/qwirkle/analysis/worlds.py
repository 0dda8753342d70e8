"""Determinizations: samples of the hands and bag a seat can't see, consistent with its view."""

from __future__ import annotations

import random

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis.best_scores import KINDS, SETS, masks_of
from qwirkle.analysis.odds import means_of
from qwirkle.engine.pieces import FACES, Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

_MASKS = np.array([masks_of((face,)) for face in range(FACES)], dtype=np.int16)
_ROWS = (np.arange(KINDS) * SETS).astype(np.int16)

FEW_UNSEEN = 20
"""With more pieces unseen, duplicates are too rare to look for."""


class World(Struct, frozen=True):
    """One sample: the other hands in turn order, and the bag."""

    hands: tuple[Faces, ...]
    bag: Faces
    """All pieces in the bag, in drawing order."""


class Worlds:
    """Many determinizations of one view: a row of unseen pieces each.

    A row has the hidden hands first, in turn order from the next player, and then the bag.
    """

    def __init__(self, view: View, rows: NDArray[np.int64], times: NDArray[np.int64]) -> None:
        self._view = view
        self.rows = rows
        self.times = times
        """How often each determinization was sampled."""
        self._places: list[Faces | slice] = []
        first = 0
        for seat in opponents_of(view):
            seen = view.hands[seat]
            size = view.hand_sizes[seat]
            self._places.append(slice(first, first + size) if seen is None else seen)
            first += size if seen is None else 0
        self._first_of_bag = first

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> World:
        row = self.rows[index].tolist()
        hands = (tuple(row[place]) if isinstance(place, slice) else place for place in self._places)
        return World(tuple(hands), tuple(row[self._first_of_bag :]))

    def hands(self, opponent: int) -> NDArray[np.int64]:
        """Return the hands of an opponent, 0 being the next player: one row, or one per sample."""
        place = self._places[opponent]
        return self.rows[:, place] if isinstance(place, slice) else np.array([place], dtype=int)

    @property
    def bags(self) -> NDArray[np.int64]:
        """The bags, in drawing order."""
        return self.rows[:, self._first_of_bag :]

    def part(self, first: int, end: int) -> Worlds:
        return Worlds(self._view, self.rows[first:end], self.times[first:end])

    def each_once(self, random: random.Random) -> Worlds:
        """Return the distinct determinizations in random order.

        The order of a hand doesn't matter, that of the bag does.
        """
        rows = self.rows.copy()
        for place in self._places:
            if isinstance(place, slice):
                rows[:, place].sort(axis=1)
        rows, times = np.unique(rows, axis=0, return_counts=True)
        order = numbers_from(random).permutation(len(rows))
        return Worlds(self._view, rows[order], times[order])


def opponents_of(view: View) -> tuple[int, ...]:
    """Return the other seats, the next player first."""
    players = len(view.scores)
    return tuple((view.seat + step) % players for step in range(1, players))


def numbers_from(random: random.Random) -> np.random.Generator:
    """Return a NumPy generator seeded from `random`."""
    return np.random.Generator(np.random.PCG64(random.getrandbits(64)))


def worlds_of(view: View, count: int, random: random.Random) -> Worlds:
    """Sample `count` determinizations of a view."""
    source = numbers_from(random)
    pool = np.repeat(np.arange(len(view.unseen)), view.unseen)
    order = source.random((count, len(pool))).argsort(axis=1)
    sides = np.array([kind.faces for kind in view.variant.kinds])
    shown = source.integers(sides.shape[1], size=order.shape)
    return Worlds(view, sides[pool[order], shown], np.ones(count, dtype=np.int64))


def mask_rows(hands: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the line masks of each hand; all hands must have the same size."""
    if not hands.shape[1]:
        return np.zeros((len(hands), KINDS), dtype=np.int16)
    rows: NDArray[np.int16] = np.bitwise_or.reduce(_MASKS[hands], axis=1)
    return rows


def mean_of_best(best: NDArray[np.int16], rows: NDArray[np.int16]) -> float:
    """Return the mean best score of hands given as line masks."""
    return float(best.reshape(-1)[rows + _ROWS].max(axis=1).mean())


def mean_with_roll(best: NDArray[np.int16], hands: list[Faces], variant: Variant) -> float:
    """Return the mean score of hands after their best free roll; unplayable hands score 0."""
    total = 0.0
    for hand in hands:
        means = means_of(best, hand, variant) if hand else None
        if means is not None:
            total += float(means.max())
    return total / len(hands)
