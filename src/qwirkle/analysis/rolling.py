"""Choice of dice to roll, by the value of the turn that follows and not only by its score.

The expert samples a few throws for each choice. The master builds a table of the value of the best
turn with every set of dice, which gives the exact mean value of every choice.
"""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from qwirkle.analysis.best_scores import KINDS, SETS
from qwirkle.analysis.clock import Stop
from qwirkle.analysis.last_dice import LastDice, TooMany, is_last
from qwirkle.analysis.odds import MOST_COMPILED, means_of, odds
from qwirkle.analysis.value import Valuer
from qwirkle.engine import movegen
from qwirkle.engine.board import LONGEST
from qwirkle.engine.movegen import Play, best_play
from qwirkle.engine.pieces import COLOURS, SHAPES, Faces
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import View

SHIFT, FINENESS = 128, 64
"""Values are stored in the table as small positive integers: shifted, in fractions of a point."""


class RollWorth(Struct, frozen=True):
    """A choice of dice to roll, with its mean score and the mean value of the turn that follows."""

    rolled: tuple[int, ...]
    mean: float
    value: float


def best_of(found: list[RollWorth], view: View) -> tuple[int, ...]:
    """Return the dice to roll, as indices into the hand; empty if placing now is best."""
    if not found:
        return ()
    rolled = found[0].rolled
    if not rolled and not view.options.place:
        return tuple(range(len(view.hand)))
    return rolled


def exact_roll_worths(
    valuer: Valuer, most_sets: int, most_tables: int, random: random.Random, stop: Stop
) -> list[RollWorth]:
    """Evaluate every choice of dice, best first; empty for an unplayable hand.

    A placement is one colour with a set of shapes, or one shape with a set of colours. The
    opponents' reply is computed for the `max_sets` best-scoring sets; the others get the reply on
    the current board. Dice endgames of up to `max_positions` are solved exactly. If the values
    don't fit into a table, throws are sampled.
    """
    view = valuer.view
    chances = odds(view.board, view.hand, view.variant, view.free_rolls)
    if chances is None:
        return []
    if is_last(view, most_tables):
        last = LastDice(view, most_tables, stop)
        with suppress(TooMany):
            margins = last.of_choices(view.board, view.hand, last.other)
            return _ranked(chances.choices, margins)
    if view.opening or view.free_rolls > 1 or not view.variant.rolls_when_stuck:
        return roll_worths(valuer, random, stop)  # a table of values can't express these
    plays = _plays_of_sets(view)
    plays.sort(key=lambda found: -found[2][1])
    table = np.zeros((KINDS, SETS), dtype=np.int16)
    if len(view.hand) > MOST_COMPILED or _may_not_fit(plays, view.variant):
        return roll_worths(valuer, random, stop)
    left = most_sets
    for kind, set_, (pieces, points) in plays:
        left = 0 if stop() else left
        reply = valuer.reply_to(pieces) if left > 0 else valuer.reply_now
        left -= 1
        if not view.bag_size and len(pieces) == len(view.hand):
            reply, points = 0.0, points + view.variant.scoring.out_bonus
        value = points - valuer.weights.reply * reply
        table[kind, set_] = max(1, round((value + SHIFT) * FINENESS))
    for bit in range(SHAPES):
        larger = np.arange(SETS) >> bit & 1 == 1
        smaller = np.arange(SETS)[larger] ^ (1 << bit)
        table[:, larger] = np.maximum(table[:, larger], table[:, smaller])
    values = means_of(table, view.hand, view.variant)
    return _ranked(chances.choices, None if values is None else values / FINENESS - SHIFT)


def _may_not_fit(plays: list[tuple[int, int, Play]], variant: Variant) -> bool:
    """Return True if house rules could push a value outside the range of the table."""
    most = max((points for _, _, (_, points) in plays), default=0) + variant.scoring.out_bonus
    highest = max(variant.worths) * (LONGEST + 1)
    return max(most, highest) >= SHIFT


def _ranked(
    choices: list[tuple[tuple[int, ...], float]], values: NDArray[np.float64] | None
) -> list[RollWorth]:
    """Pair choices of dice with their values, best first; empty for an unplayable hand."""
    if values is None:
        return []
    found = [
        RollWorth(rolled, mean, float(values[sum(1 << die for die in rolled)]))
        for rolled, mean in choices
    ]
    return sorted(found, key=lambda worth: (-round(worth.value, 9), len(worth.rolled)))


def _plays_of_sets(view: View) -> list[tuple[int, int, Play]]:
    """Return the best play that uses every piece of a set, for each set the dice can show."""
    colours = [face // SHAPES for face in view.hand]
    plays = []
    for kind, set_ in product(range(KINDS), range(1, SETS)):
        bits = [bit for bit in range(max(COLOURS, SHAPES)) if set_ >> bit & 1]
        if kind < COLOURS:
            faces = tuple(kind * SHAPES + shape for shape in bits)
            possible = len(bits) <= colours.count(kind) and bits[-1] < view.variant.pieces.shapes
        else:
            faces = tuple(colour * SHAPES + kind - COLOURS for colour in bits)
            possible = set(bits) <= set(colours) and kind - COLOURS < view.variant.pieces.shapes
        play = best_play(view.board, faces, view.variant) if possible else None
        if play is not None and len(play[0]) == len(faces):
            plays.append((kind, set_, play))
    return plays


def roll_worths(valuer: Valuer, random: random.Random, stop: Stop) -> list[RollWorth]:
    """Evaluate the most promising choices of dice, best first; empty for an unplayable hand.

    The mean score of a choice is exact. What its turns give the opponents is sampled with the same
    throws for every choice.
    """
    view, effort = valuer.view, valuer.effort
    chances = odds(view.board, view.hand, view.variant, view.free_rolls)
    if chances is None:
        return []
    best = chances.best[1]
    choices = [choice for choice in chances.choices if choice[1] >= best - effort.margin]
    shapes = view.variant.pieces.shapes
    # The opponents' reply hardly depends on how the game is opened.
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
    """Return the value of the best turn of a hand, less the highest score it can make."""
    view, weights = valuer.view, valuer.weights
    plays = movegen.in_order(movegen.plays(view.board, hand, view.variant))
    if not plays:
        return -weights.reply * valuer.reply_now
    most = plays[0][1]
    return max(
        points - most - weights.reply * valuer.reply_to(pieces)
        for pieces, points in plays[: valuer.effort.tries]
    )
