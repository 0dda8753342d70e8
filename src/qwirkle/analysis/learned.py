"""What a table is worth to whoever has just played: a few plain numbers, weighed as play taught.

The weights are in `learned.json`, which `python -m tests.tools.learn` makes anew: bots play each
other, and after every turn these numbers are held against how the rest of the game went.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources

from msgspec import Struct

from qwirkle.analysis.odds import means_of, scores_on
from qwirkle.engine.board import Board
from qwirkle.engine.movegen import best_play
from qwirkle.engine.pieces import SHAPES, Faces
from qwirkle.engine.variant import Variant

PARTS = ("base", "reply", "keep", "kept", "alike", "pairs", "largest", "bag", "theirs")
"""What is weighed, in this order: one; what each of the others makes next; what one makes next;
how many pieces were kept; how many of them are there twice; how many two of them go together; the
most that go with one of them; the bag, in tens; how many pieces each of the others has."""

MOST_PLAYERS = 4
"""With more players the weights are those for so many."""


class Phase(Struct, frozen=True):
    """The weights while the bag, after the turn and before the draw, holds no more than this."""

    bag: int
    weights: tuple[float, ...]
    spread: float
    """How far the rest of a game goes away from what they say: the standard deviation."""


class Lessons(Struct, frozen=True):
    """All weights for one kind of game, by what is left in the bag."""

    phases: tuple[Phase, ...]

    def at(self, bag: int) -> Phase:
        """The weights that count now."""
        return next(phase for phase in self.phases if bag <= phase.bag)


def lessons_for(variant: Variant, players: int) -> Lessons:
    """What is known of games like this one."""
    return _all_lessons()[variant.pieces.rolls, min(players, MOST_PLAYERS)]


@cache
def _all_lessons() -> dict[tuple[str, int], Lessons]:
    text = resources.files("qwirkle.analysis").joinpath("learned.json").read_text(encoding="utf-8")
    return {
        (rows["rolls"], rows["players"]): Lessons(
            tuple(
                Phase(phase["bag"], tuple(phase["weights"]), phase["spread"])
                for phase in rows["phases"]
            )
        )
        for rows in json.loads(text)["lessons"]
    }


def parts_of(
    board: Board, hands: Sequence[Faces], kept: Faces, bag: int, variant: Variant
) -> tuple[float, ...]:
    """The numbers that are weighed: everybody's hand is known, the last is that of the player.

    `kept` is what that player had left, and `bag` what the bag held, before the draw.
    """
    *replies, keep = _next_gains(board, hands, variant)
    others = len(replies)
    alike, pairs, largest = hand_parts(kept, variant.roll_step is not None)
    theirs = sum(map(len, hands[:-1]))
    return (
        1.0,
        sum(replies) / others,
        keep,
        len(kept),
        alike,
        pairs,
        largest,
        bag / 10,
        theirs / others,
    )


def _next_gains(board: Board, hands: Sequence[Faces], variant: Variant) -> list[float]:
    """What each hand makes in its next turn: with its best roll, or as it lies."""
    if variant.roll_step is None:
        plays = [best_play(board, hand, variant) for hand in hands]
        return [float(play[1]) if play else 0.0 for play in plays]
    best = scores_on(board, variant)
    means = [means_of(best, hand, variant) if hand else None for hand in hands]
    return [0.0 if mean is None else float(mean.max()) for mean in means]


def hand_parts(kept: Faces, rolls: bool) -> tuple[int, int, int]:
    """How many pieces are there twice, how many two go together, the most that go with one.

    Of dice that will be rolled only the colours count.
    """
    alike = pairs = largest = 0
    for place, face in enumerate(kept):
        same_colour = same_shape = 0
        met = False
        for other_place, other in enumerate(kept):
            if other_place == place:
                continue
            colour = other // SHAPES == face // SHAPES
            if rolls:
                same_colour += colour
                met = met or (colour and other_place < place)
            elif other == face:
                met = met or other_place < place
            else:
                same_colour += colour
                same_shape += not colour and other % SHAPES == face % SHAPES
        alike += met
        pairs += same_colour + same_shape
        largest = max(largest, same_colour, same_shape)
    return alike, pairs // 2, largest


def value_of(phase: Phase, parts: tuple[float, ...]) -> float:
    """What the rest of the game is worth by these numbers, added up in their order."""
    total = 0.0
    for weight, part in zip(phase.weights, parts, strict=True):
        total += weight * part
    return total
