"""Worlds: what the hidden pieces could be, picked by chance from all that a seat cannot see."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qwirkle.analysis.best_scores import KINDS, SETS, masks_of
from qwirkle.analysis.odds import means_of
from qwirkle.engine.pieces import FACES, Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

_MASKS = np.array([masks_of((face,)) for face in range(FACES)], dtype=np.int16)
_ROWS = (np.arange(KINDS) * SETS).astype(np.int16)


@dataclass(frozen=True, slots=True)
class World:
    """One way that things could be: the others' hands in their order of play, the next draws."""

    hands: tuple[Faces, ...]
    draws: Faces
    bag: Faces
    """All that the bag holds, in the order in which it is drawn; `draws` is its beginning."""


def opponents_of(view: View) -> tuple[int, ...]:
    """The other seats, the next player first."""
    players = len(view.scores)
    return tuple((view.seat + step) % players for step in range(1, players))


def worlds_of(view: View, count: int, random: random.Random) -> list[World]:
    """That many worlds that agree with the view."""
    source = np.random.Generator(np.random.PCG64(random.getrandbits(64)))
    pool = np.repeat(np.arange(len(view.unseen)), view.unseen)
    order = source.random((count, len(pool))).argsort(axis=1)
    sides = np.array([kind.faces for kind in view.variant.kinds])
    shown = source.integers(sides.shape[1], size=order.shape)
    return [_world(view, faces) for faces in sides[pool[order], shown].tolist()]


def _world(view: View, faces: list[int]) -> World:
    """Deal pieces in this order to the hidden hands; the rest is the bag."""
    hands: list[Faces] = []
    used = 0
    for seat in opponents_of(view):
        hand = view.hands[seat]
        if hand is None:
            hand = tuple(faces[used : used + view.hand_sizes[seat]])
            used += len(hand)
        hands.append(hand)
    bag = tuple(faces[used:])
    return World(tuple(hands), bag[: view.variant.hand_size], bag)


def mask_rows(hands: list[Faces]) -> NDArray[np.int16]:
    """The twelve sets of each hand; all hands are of one size."""
    if not hands[0]:
        return np.zeros((len(hands), KINDS), dtype=np.int16)
    rows: NDArray[np.int16] = np.bitwise_or.reduce(_MASKS[np.array(hands)], axis=1)
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
