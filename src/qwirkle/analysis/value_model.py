"""Value model: a linear estimate of the rest of a game for the player who has just moved.

The weights are in `value_model.json`. `python -m tests.tools.learn` fits them: bots play games,
and a regression compares the features after every turn with how the game continued.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib import resources

from msgspec import Struct

from qwirkle.analysis.odds import best_score_array, mean_scores
from qwirkle.engine.board import Board
from qwirkle.engine.movegen import best_play
from qwirkle.engine.pieces import SHAPE_COUNT, Faces
from qwirkle.engine.variant import Variant

FEATURES = (
    "bias",
    "opponent_reply",
    "own_next_turn",
    "leave_size",
    "duplicates",
    "pairs",
    "max_matches",
    "bag_size",
    "opponent_hand_size",
)
"""The features of a position, in the order of the weights:

- `bias`: constant 1
- `opponent_reply`, `own_next_turn`: next score, mean of the opponents and own
- `leave_size`: number of pieces kept
- `duplicates`, `pairs`: duplicates in the leave, and pairs that share a colour or shape
- `max_matches`: most pieces of the leave that match one of them
- `bag_size`: in tens
- `opponent_hand_size`: mean of the opponents
"""

MAX_MODEL_PLAYERS = 4
"""With more players, the weights for this number apply."""


class PhaseWeights(Struct, frozen=True):
    """The weights for bags of up to `max_bag` pieces, after the turn and before the draw."""

    max_bag: int
    weights: tuple[float, ...]
    stdev: float
    """Standard deviation of the rest of the game around the prediction."""


class ValueModel(Struct, frozen=True):
    """All weights for one kind of game, by bag size."""

    phases: tuple[PhaseWeights, ...]

    def weights_for(self, bag_size: int) -> PhaseWeights:
        """Return the weights for a bag size."""
        return next(phase for phase in self.phases if bag_size <= phase.max_bag)


def value_model_for(variant: Variant, player_count: int) -> ValueModel:
    """Return the model for a variant and number of players."""
    return _load_value_models()[variant.pieces.rolls, min(player_count, MAX_MODEL_PLAYERS)]


@cache
def _load_value_models() -> dict[tuple[str, int], ValueModel]:
    text = (
        resources.files("qwirkle.analysis").joinpath("value_model.json").read_text(encoding="utf-8")
    )
    return {
        (model["rolls"], model["players"]): ValueModel(
            tuple(
                PhaseWeights(phase["bag"], tuple(phase["weights"]), phase["stdev"])
                for phase in model["phases"]
            )
        )
        for model in json.loads(text)["models"]
    }


def features(
    board: Board, hands: Sequence[Faces], leave: Faces, bag_size: int, variant: Variant
) -> tuple[float, ...]:
    """Compute the model's features; the last hand is that of the player who has just moved.

    `leave` is what that player kept and `bag_size` what the bag held, both before the draw.
    """
    *replies, keep = _next_turn_scores(board, hands, variant)
    opponent_count = len(replies)
    duplicates, pairs, max_matches = hand_features(leave, variant.roll_step is not None)
    opponent_pieces = sum(map(len, hands[:-1]))
    return (
        1.0,
        sum(replies) / opponent_count,
        keep,
        len(leave),
        duplicates,
        pairs,
        max_matches,
        bag_size / 10,
        opponent_pieces / opponent_count,
    )


def _next_turn_scores(board: Board, hands: Sequence[Faces], variant: Variant) -> list[float]:
    """Return what each hand scores next turn: with its best roll, or without rolls as it is."""
    if variant.roll_step is None:
        plays = [best_play(board, hand, variant) for hand in hands]
        return [float(play[1]) if play else 0.0 for play in plays]
    table = best_score_array(board, variant)
    means = [mean_scores(table, hand, variant) if hand else None for hand in hands]
    return [0.0 if mean is None else float(mean.max()) for mean in means]


def hand_features(leave: Faces, colours_only: bool) -> tuple[int, int, int]:
    """Return the numbers of duplicates, of matching pairs, and of pieces that match the best one.

    With `colours_only`, for dice that will be rolled, shapes don't count.
    """
    duplicates = pairs = max_matches = 0
    for index, face in enumerate(leave):
        same_colour = same_shape = 0
        is_duplicate = False
        for other_index, other in enumerate(leave):
            if other_index == index:
                continue
            colour = other // SHAPE_COUNT == face // SHAPE_COUNT
            if colours_only:
                same_colour += colour
                is_duplicate = is_duplicate or (colour and other_index < index)
            elif other == face:
                is_duplicate = is_duplicate or other_index < index
            else:
                same_colour += colour
                same_shape += not colour and other % SHAPE_COUNT == face % SHAPE_COUNT
        duplicates += is_duplicate
        pairs += same_colour + same_shape
        max_matches = max(max_matches, same_colour, same_shape)
    return duplicates, pairs // 2, max_matches


def predict(weights: PhaseWeights, features: tuple[float, ...]) -> float:
    """Predict the value of the rest of the game, summed in a fixed order."""
    total = 0.0
    for weight, feature in zip(weights.weights, features, strict=True):
        total += weight * feature
    return total
