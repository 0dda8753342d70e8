"""Worlds: what the hidden pieces could be, picked by chance from all that a seat cannot see."""

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
"""With no more pieces than this unseen, worlds that are alike are worth looking for."""


class World(Struct, frozen=True):
    """One way that things could be: the others' hands in their order of play, and the bag."""

    hands: tuple[Faces, ...]
    bag: Faces
    """All that the bag holds, in the order in which it is drawn."""


class Worlds:
    """Many worlds that agree with one view, each a row of the pieces that its seat cannot see.

    A row has the hidden hands first, the next player's before the others', and then the bag.
    """

    def __init__(self, view: View, rows: NDArray[np.int64], times: NDArray[np.int64]) -> None:
        self._view = view
        self.rows = rows
        self.times = times
        """How often each world was met."""
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
        """The hands of one of the others, the next player being 0: a row, or one for each world."""
        place = self._places[opponent]
        return self.rows[:, place] if isinstance(place, slice) else np.array([place], dtype=int)

    @property
    def bags(self) -> NDArray[np.int64]:
        """What each bag holds, in the order in which it is drawn."""
        return self.rows[:, self._first_of_bag :]

    def part(self, first: int, end: int) -> Worlds:
        """Some of these worlds."""
        return Worlds(self._view, self.rows[first:end], self.times[first:end])

    def each_once(self, random: random.Random) -> Worlds:
        """The same worlds in an order left to chance, those that are alike once.

        Hands have no order, the bag has one.
        """
        rows = self.rows.copy()
        for place in self._places:
            if isinstance(place, slice):
                rows[:, place].sort(axis=1)
        rows, times = np.unique(rows, axis=0, return_counts=True)
        order = numbers_from(random).permutation(len(rows))
        return Worlds(self._view, rows[order], times[order])


def opponents_of(view: View) -> tuple[int, ...]:
    """The other seats, the next player first."""
    players = len(view.scores)
    return tuple((view.seat + step) % players for step in range(1, players))


def numbers_from(random: random.Random) -> np.random.Generator:
    """A source of many numbers at once, settled by the one that is given."""
    return np.random.Generator(np.random.PCG64(random.getrandbits(64)))


def worlds_of(view: View, count: int, random: random.Random) -> Worlds:
    """That many worlds that agree with the view."""
    source = numbers_from(random)
    pool = np.repeat(np.arange(len(view.unseen)), view.unseen)
    order = source.random((count, len(pool))).argsort(axis=1)
    sides = np.array([kind.faces for kind in view.variant.kinds])
    shown = source.integers(sides.shape[1], size=order.shape)
    return Worlds(view, sides[pool[order], shown], np.ones(count, dtype=np.int64))


def mask_rows(hands: NDArray[np.int64]) -> NDArray[np.int16]:
    """The twelve sets of each hand; all hands are of one size."""
    if not hands.shape[1]:
        return np.zeros((len(hands), KINDS), dtype=np.int16)
    rows: NDArray[np.int16] = np.bitwise_or.reduce(_MASKS[hands], axis=1)
    return rows


def mean_of_best(best: NDArray[np.int16], rows: NDArray[np.int16]) -> float:
    """The mean of the best scores of hands, given as their twelve sets."""
    return float(best.reshape(-1)[rows + _ROWS].max(axis=1).mean())


def mean_with_roll(best: NDArray[np.int16], hands: list[Faces], variant: Variant) -> float:
    """The mean of what hands of dice make with the best free roll; a dead hand makes nothing."""
    total = 0.0
    for hand in hands:
        means = means_of(best, hand, variant) if hand else None
        if means is not None:
            total += float(means.max())
    return total / len(hands)
