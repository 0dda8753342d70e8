"""Which dice to roll: by what the turn is worth afterwards, not only by its points."""

from __future__ import annotations

from qwirkle.analysis.clock import Stop
from qwirkle.analysis.odds import odds
from qwirkle.analysis.value import Valuer


def best_roll(valuer: Valuer, stop: Stop) -> tuple[int, ...]:
    """The dice to roll, as indices into the hand; none where it is best to place as they lie."""
    view = valuer.view
    chances = odds(view.board, view.hand, view.variant)
    if chances is None:
        return ()
    rolled = chances.best[0]
    if not rolled and not view.options.place:
        return tuple(range(len(view.hand)))
    return rolled
