"""What a table is worth, by weights learned from play."""

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
def test_there_are_weights_for_every_game(variant: Variant, players: int) -> None:
    """Whatever is played by however many, each size of the bag has its weights."""
    lessons = value_model_for(variant, players)
    for bag in (0, 1, 50, 5000):
        phase = lessons.weights_for(bag)
        assert bag <= phase.max_bag
        assert len(phase.weights) == len(FEATURES)
        assert phase.stdev > 0


def test_the_file_says_where_it_comes_from() -> None:
    """The command, the games, the seed and the parts are told in the file itself."""
    text = (
        resources.files("qwirkle.analysis").joinpath("value_model.json").read_text(encoding="utf-8")
    )
    told = json.loads(text)
    assert told["made by"] == "python -m tests.tools.learn"
    assert told["games"] >= 1000
    assert tuple(told["parts"]) == FEATURES


def test_weights_make_sense() -> None:
    """What the others make next costs, what one makes next counts for one, in every phase."""
    for variant in (TILES, CUBES):
        for players in (2, 3, 4):
            for phase in value_model_for(variant, players).phases:
                weights = dict(zip(FEATURES, phase.weights, strict=True))
                assert weights["reply"] < 0 < weights["keep"]


@pytest.mark.parametrize(
    ("kept", "tiles", "dice"),
    [
        ("", (0, 0, 0), (0, 0, 0)),
        ("Rc", (0, 0, 0), (0, 0, 0)),
        ("Rc Rc", (1, 0, 0), (1, 1, 1)),
        ("Rc Rs Rd", (0, 3, 2), (2, 3, 2)),
        ("Rc Bc Rs Gx", (0, 2, 1), (1, 1, 1)),
    ],
)
def test_parts_of_a_hand(
    kept: str, tiles: tuple[int, int, int], dice: tuple[int, int, int]
) -> None:
    """Alike, pairs that go together, the most that go with one; of dice the colours count."""
    assert hand_features(faces(kept), colours_only=False) == tiles
    assert hand_features(faces(kept), colours_only=True) == dice


def test_parts_are_weighed_and_added_up() -> None:
    """The hands as they are say what everybody makes next."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    hands = (faces("Rd Bx"), faces("Rd Rk"))
    parts = features(board, hands, faces("Rk"), 14, TILES)
    assert parts == (1.0, 3.0, 6.0, 1, 0, 0, 0, 1.4, 2.0)
    phase = replace(
        value_model_for(TILES, 2).weights_for(14), weights=(1, -1, 1, 0, 0, 0, 0, 10, 0)
    )
    assert predict(phase, parts) == pytest.approx(1 - 3 + 6 + 14)
