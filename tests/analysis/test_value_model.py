"""The value model: weights learned from play."""

from __future__ import annotations

import json
from importlib import resources

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.value_model import FEATURES, features, hand_features, predict, value_model_for
from qwirkle.engine.board import Board
from qwirkle.engine.variant import Variant
from tests.sample_positions import faces, parse_placement

TILES, CUBES = catalog.load_variant("tiles"), catalog.load_variant("cubes")


@pytest.mark.parametrize("variant", catalog.bundled_variants(), ids=lambda variant: variant.name)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_every_game_has_weights(variant: Variant, players: int) -> None:
    """Every variant, number of players and bag size has weights."""
    model = value_model_for(variant, players)
    for bag in (0, 1, 50, 5000):
        phase = model.weights_for(bag)
        assert bag <= phase.max_bag
        assert len(phase.weights) == len(FEATURES)
        assert phase.stdev > 0


def test_the_file_states_its_origin() -> None:
    """The model file names its command, games and features."""
    text = (
        resources.files("qwirkle.analysis").joinpath("value_model.json").read_text(encoding="utf-8")
    )
    data = json.loads(text)
    assert data["made by"] == "python -m tests.tools.learn"
    assert data["games"] >= 1000
    assert tuple(data["features"]) == FEATURES


def test_replies_cost_and_leaves_gain() -> None:
    """In every phase, the opponents' reply has a negative weight and the leave a positive one."""
    for variant in (TILES, CUBES):
        for players in (2, 3, 4):
            for phase in value_model_for(variant, players).phases:
                weights = dict(zip(FEATURES, phase.weights, strict=True))
                assert weights["opponent_reply"] < 0 < weights["own_next_turn"]


@pytest.mark.parametrize(
    ("hand", "tiles", "dice"),
    [
        ("", (0, 0, 0), (0, 0, 0)),
        ("Rc", (0, 0, 0), (0, 0, 0)),
        ("Rc Rc", (1, 0, 0), (1, 1, 1)),
        ("Rc Rs Rd", (0, 3, 2), (2, 3, 2)),
        ("Rc Bc Rs Gx", (0, 2, 1), (1, 1, 1)),
    ],
)
def test_dice_match_by_colour_only(
    hand: str, tiles: tuple[int, int, int], dice: tuple[int, int, int]
) -> None:
    """Features count copies, matching pairs and the largest match; dice match by colour only."""
    assert hand_features(faces(hand), colours_only=False) == tiles
    assert hand_features(faces(hand), colours_only=True) == dice


def test_a_prediction_is_a_weighted_sum() -> None:
    """A prediction is the weighted sum of the features of board, hands and bag."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    hands = (faces("Rd Bx"), faces("Rd Rk"))
    values = features(board, hands, faces("Rk"), 14, TILES)
    assert values == (1.0, 3.0, 6.0, 1, 0, 0, 0, 1.4, 2.0)
    phase = replace(
        value_model_for(TILES, 2).weights_for(14), weights=(1, -1, 1, 0, 0, 0, 0, 10, 0)
    )
    assert predict(phase, values) == pytest.approx(1 - 3 + 6 + 14)
