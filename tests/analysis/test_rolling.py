"""Which dice to roll."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from qwirkle import catalog
from qwirkle.analysis.clock import never
from qwirkle.analysis.odds import odds
from qwirkle.analysis.rolling import best_roll, roll_worths
from qwirkle.analysis.value import Effort, Valuer
from qwirkle.engine.board import Board
from qwirkle.engine.view import View
from tests.analysis.test_value import some_views
from tests.positions import faces, laid

QUICK = Effort(turns=2, rolled_worlds=1, choices=3, throws=3, tries=2)


def rolling_views() -> list[View]:
    """Some views with a free roll."""
    return [view for view in some_views("cubes") if view.options.free_roll][::10]


def test_means_are_exact() -> None:
    """Every choice that is weighed keeps its exact mean score, and few are weighed."""
    for view in rolling_views():
        chances = odds(view.board, view.hand, view.variant)
        assert chances is not None
        means = dict(chances.choices)
        found = roll_worths(Valuer(view, Random(1), QUICK), Random(2), never)
        assert 1 <= len(found) <= QUICK.choices
        for worth in found:
            assert worth.mean == pytest.approx(means[worth.rolled])
            assert worth.mean >= chances.best[1] - QUICK.margin


def test_without_throws() -> None:
    """With no throws tried, the best mean score decides."""
    effort = replace(QUICK, throws=0)
    for view in rolling_views():
        chances = odds(view.board, view.hand, view.variant)
        assert chances is not None
        found = roll_worths(Valuer(view, Random(1), effort), Random(2), never)
        assert found[0].rolled == chances.best[0]


def test_dead_hand() -> None:
    """For a hand that no roll can help there is nothing to choose (J7)."""
    view = rolling_views()[0]
    board = Board.of(laid("Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"))
    hands = tuple(faces("Bc Bs") for _ in view.hands)
    dead = replace(view, board=board, hands=hands, variant=catalog.load("cubes"))
    assert best_roll(Valuer(dead, Random(1), QUICK), Random(2), never) == ()
