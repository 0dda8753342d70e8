"""Reviews of single turns for tests of texts and frames."""

from __future__ import annotations

from typing import Any

from qwirkle.analysis.evaluation import Evaluation
from qwirkle.analysis.review import TurnReview
from qwirkle.engine.moves import Place


def review_with_loss(points: float) -> TurnReview:
    """Review of a turn that lost some points."""
    return turn_of(best=evaluation_of(Place(BETTER_PLACEMENT), 9, 7.75 + points))


PLACEMENT = ((0, 4, 0), (1, 5, 0))
BETTER_PLACEMENT = ((7, 1, 3),)


def evaluation_of(move: Any, points: int, value: float, **parts: Any) -> Evaluation:
    """Evaluate a move at this value."""
    return Evaluation(
        move, value, points, parts.get("reply", 4.25), parts.get("keep", 6.0), "ends" in parts
    )


def turn_of(**changes: Any) -> TurnReview:
    """Review of a turn that scored six points and was the best, with some fields changed."""
    played = evaluation_of(Place(PLACEMENT), 6, 7.75)
    defaults: dict[str, Any] = {
        "number": 5,
        "player": 0,
        "kind": "place",
        "placed_pieces": PLACEMENT,
        "traded_faces": (),
        "points": 6,
        "qwirkles": 0,
        "played": played,
        "best": played,
        "top_placement": PLACEMENT,
        "max_points": 6,
        "rolls": (),
        "forced_rolls": 0,
        "scores": (6, 0),
    }
    return TurnReview(**(defaults | changes))
