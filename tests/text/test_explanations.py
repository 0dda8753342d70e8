"""The explanation of a turn, in a sentence."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.analysis.evaluation import Evaluation
from qwirkle.analysis.review import TurnReview
from qwirkle.analysis.search import SearchMethod
from qwirkle.engine.moves import Place, Trade
from qwirkle.text.review import explanation_text

PLACEMENT = Place(((0, 1, 0),))
EVALUATION = Evaluation(PLACEMENT, 7.0, 6, 4.2, 6.0)
TURN = TurnReview(
    number=3,
    player=0,
    kind="place",
    placed_pieces=PLACEMENT.pieces,
    traded_faces=(),
    points=6,
    qwirkles=0,
    played=EVALUATION,
    best=EVALUATION,
    top_placement=PLACEMENT.pieces,
    max_points=6,
    rolls=(),
    forced_rolls=0,
    scores=(6, 0),
)
BETTER = replace(EVALUATION, value=8.5)
GOING_OUT = replace(EVALUATION, goes_out=True)
TRADE = replace(EVALUATION, move=Trade((3,)), points=0)


@pytest.mark.parametrize(
    ("turn", "secret", "sentence"),
    [
        (
            TURN,
            False,
            "Bo made 6 points: on average the others make 4.2 next, and Bo 6.0 after that. "
            "Nothing better was found.",
        ),
        (
            replace(TURN, win_probability=0.614),
            False,
            "Bo made 6 points: on average the others make 4.2 next, and Bo 6.0 after that; chance "
            "to win 61%. Nothing better was found.",
        ),
        (
            replace(TURN, win_probability=0.6, best=BETTER),
            True,
            "Bo made 6 points; on average the others make 4.2 next. A better turn was found.",
        ),
        (
            replace(TURN, best=BETTER, points=1),
            False,
            "Bo made 1 point: on average the others make 4.2 next, and Bo 6.0 after that. A better "
            "turn was found, worth 1.5 more.",
        ),
        (
            replace(TURN, played=GOING_OUT, best=GOING_OUT, method=SearchMethod.EXACT),
            True,
            "Bo made 6 points and went out. To the end of the game nothing is better.",
        ),
        (
            replace(TURN, kind="trade", played=TRADE, best=TRADE, points=0),
            True,
            "Bo traded; on average the others make 4.2 next. Nothing better was found.",
        ),
        (replace(TURN, kind="pass", played=None, best=None), True, "Bo had no choice."),
    ],
)
def test_a_turn_is_explained(turn: TurnReview, secret: bool, sentence: str) -> None:
    """The text has points, expectation and comparison, but reveals no leave of a secret hand."""
    assert explanation_text(turn, "Bo", hand_is_secret=secret) == sentence
