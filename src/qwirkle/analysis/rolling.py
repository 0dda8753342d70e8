"""Which dice to roll: by what the turn is worth afterwards, not only by its points."""

from __future__ import annotations

import random
from dataclasses import dataclass

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.odds import odds
from qwirkle.analysis.value import Valuer
from qwirkle.engine import movegen
from qwirkle.engine.pieces import SHAPES, Faces


@dataclass(frozen=True, slots=True)
class RollWorth:
    """A choice of dice to roll, its mean score, and the mean value of the turn it leads to."""

    rolled: tuple[int, ...]
    mean: float
    value: float


def best_roll(valuer: Valuer, random: random.Random, stop: Stop) -> tuple[int, ...]:
    """The dice to roll, as indices into the hand; none where it is best to place as they lie."""
    view = valuer.view
    found = roll_worths(valuer, random, stop)
    if not found:
        return ()
    rolled = found[0].rolled
    if not rolled and not view.options.place:
        return tuple(range(len(view.hand)))
    return rolled


def roll_worths(valuer: Valuer, random: random.Random, stop: Stop) -> list[RollWorth]:
    """The most promising choices of dice, best first; none for a dead hand.

    The mean score of a choice is exact. What a turn gives to the others is found by trying the
    same throws of the dice with every choice.
    """
    view, effort = valuer.view, valuer.effort
    chances = odds(view.board, view.hand, view.variant, view.free_rolls)
    if chances is None:
        return []
    best = chances.best[1]
    choices = [choice for choice in chances.choices if choice[1] >= best - effort.margin]
    shapes = view.variant.shapes
    # What opens the game gives the others nothing that depends on it much.
    count = 0 if view.opening else effort.throws
    throws = [[int(random.random() * shapes) for _ in view.hand] for _ in range(count)]
    found = []
    for rolled, mean in choices[: effort.choices]:
        hands = {_thrown(view.hand, rolled, throw): 0 for throw in throws}
        for throw in throws:
            hands[_thrown(view.hand, rolled, throw)] += 1
        beyond = sum(count * _beyond_points(valuer, hand) for hand, count in hands.items())
        found.append(RollWorth(rolled, mean, mean + (beyond / len(throws) if throws else 0.0)))
        if stop():
            break
    return sorted(found, key=lambda worth: -round(worth.value, 9))


def _thrown(hand: Faces, rolled: tuple[int, ...], throw: list[int]) -> Faces:
    return tuple(
        face // SHAPES * SHAPES + throw[die] if die in rolled else face
        for die, face in enumerate(hand)
    )


def _beyond_points(valuer: Valuer, hand: Faces) -> float:
    """The value of the best turn of a hand, less the most points that it can make."""
    view, weights = valuer.view, valuer.weights
    plays = movegen.in_order(movegen.plays(view.board, hand, view.variant))
    if not plays:
        return -weights.reply * valuer.reply_now
    most = plays[0][1]
    return max(
        points - most - weights.reply * valuer.reply_to(pieces)
        for pieces, points in plays[: valuer.effort.tries]
    )
