"""Rollouts over candidates."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from qwirkle.analysis.clock import never
from qwirkle.analysis.rollouts import Budget, best_by_rollouts
from qwirkle.analysis.value import Effort, Valuer, turn_worths
from tests.analysis.test_value import some_views

SMALL = Budget(turns=3, worlds=4, ahead=2, batch=2)
QUICK = Effort(turns=3, worlds=4, rolled_worlds=1)


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_same_budget_same_turn(name: str) -> None:
    """The same seed and budget choose the same of the candidates."""
    for view in some_views(name)[3::20]:
        valuer = Valuer(view, Random(1), QUICK)
        worths = turn_worths(valuer, never)
        found = [
            best_by_rollouts(view, worths, valuer.weights.keep, SMALL, Random(7), never)
            for _ in range(2)
        ]
        assert found[0] == found[1]
        assert found[0] in worths[: SMALL.turns]


def test_what_is_far_behind_falls_out() -> None:
    """A candidate that scores far more than all others is chosen."""
    view = some_views("tiles")[4]
    valuer = Valuer(view, Random(1), QUICK)
    worths = turn_worths(valuer, never)
    rich = replace(worths[-1], points=1000.0)
    candidates = [*worths[:2], rich]
    chosen = best_by_rollouts(view, candidates, valuer.weights.keep, SMALL, Random(7), never)
    assert chosen == rich


def test_stopped_before_it_begins() -> None:
    """Without any time the first candidate is the answer."""
    view = some_views("tiles")[4]
    valuer = Valuer(view, Random(1), QUICK)
    worths = turn_worths(valuer, never)
    chosen = best_by_rollouts(view, worths, valuer.weights.keep, SMALL, Random(7), lambda: True)
    assert chosen == worths[0]
