"""Why a turn was made, in a sentence."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.analysis.evaluation import Evaluation
from qwirkle.analysis.review import TurnReview
from qwirkle.analysis.search import SearchMethod
from qwirkle.engine.moves import Place, Trade
from qwirkle.text.hints import explanation_text

LAID = Place(((0, 1, 0),))
WORTH = Evaluation(LAID, 7.0, 6, 4.2, 6.0)
TURN = TurnReview(
    number=3,
    player=0,
    kind="place",
    placed_pieces=LAID.pieces,
    traded_faces=(),
    points=6,
    qwirkles=0,
    played=WORTH,
    best=WORTH,
    top_placement=LAID.pieces,
    max_points=6,
    rolls=(),
    forced_rolls=0,
    scores=(6, 0),
)
BETTER = replace(WORTH, value=8.5)
OUT = replace(WORTH, ends_game=True)
TRADE = replace(WORTH, move=Trade((3,)), points=0)


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
            replace(TURN, played=OUT, best=OUT, method=SearchMethod.EXACT),
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
def test_what_speaks_for_a_turn(turn: TurnReview, secret: bool, sentence: str) -> None:
    """Points, what is to be expected, and the comparison; of a secret hand nothing it keeps."""
    assert explanation_text(turn, "Bo", hand_is_secret=secret) == sentence
