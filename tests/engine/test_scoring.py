"""The score of a turn."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle.engine import rules
from qwirkle.engine.board import score_placement
from qwirkle.engine.moves import Place
from qwirkle.engine.variant import Variant
from tests.engine.game_builder import CUBES, MINDWARE, TILES, parse_board, table
from tests.oracle import Scoring, score
from tests.sample_positions import parse_placement
from tests.sample_rulesets import with_changes

FIVE_REDS = "Rc 0,0 · Rs 1,0 · Rd 2,0 · Rk 3,0 · Rb 4,0"

SCORED = [
    pytest.param("Rc 0,0 · Rs 1,0", "Rd 2,0", 3, id="R9: old pieces count too"),
    pytest.param(
        "Rc 0,0 · Rs 1,0", "Oc 0,1 · Os 1,1", 6, id="R9: a piece in two lines counts twice"
    ),
    pytest.param("Rc 0,0 · Rs 1,0 · Rd 2,0", "Bc 0,1", 2, id="R9: other lines score nothing"),
    pytest.param(FIVE_REDS, "Rx 5,0", 12, id="R10: a Qwirkle"),
    pytest.param(
        FIVE_REDS + " · Ox 5,1 · Yx 5,2 · Gx 5,3 · Bx 5,4 · Px 5,5",
        "Rx 5,0",
        24,
        id="R10: two Qwirkles at once",
    ),
    pytest.param(
        "Rc 0,0 · Rs 1,0 · Gs 1,2 · Gd 0,2 · Rd 0,3",
        "Bs 1,1",
        3,
        id="R8, R9: a piece that joins two runs makes one line",
    ),
]


@pytest.mark.parametrize("variant", [TILES, MINDWARE, CUBES], ids=lambda variant: variant.name)
@pytest.mark.parametrize(("board", "pieces", "points"), SCORED)
def test_a_placement_scores_every_line_it_extends(
    variant: Variant, board: str, pieces: str, points: int
) -> None:
    """R8, R9, R10: each line made or extended scores its length, and a full one six more."""
    placement = parse_placement(pieces)
    hand = " ".join(part.split()[0] for part in pieces.split(" · "))
    position = table(variant, board, hand, "Px")
    rules.validate_move(position.view(0), Place(placement))
    assert score_placement(position.board.place(placement), placement, variant) == points
    assert score(position.board.cells, placement, Scoring()) == points


def test_points_go_to_the_current_player() -> None:
    """R9: a turn's points are added to that player's score only."""
    position = table(TILES, FIVE_REDS, "Px", "Rx Oc", player=1, scores=(7, 30))
    position = rules.apply_event(
        position, rules.resolve(position, Place(parse_placement("Rx 5,0")), Random(0))
    )
    assert position.scores == (7, 42)


def test_the_variant_sets_the_bonus() -> None:
    """R10, J3: the variant sets the Qwirkle bonus and the score of a lone piece."""
    variant = with_changes(TILES, scoring__qwirkle_bonus=0, scoring__lone_piece=5)
    assert (
        score_placement(parse_board(FIVE_REDS + " · Rx 5,0"), parse_placement("Rx 5,0"), variant)
        == 6
    )
    assert score_placement(parse_board("Rx 5,0"), parse_placement("Rx 5,0"), variant) == 5
