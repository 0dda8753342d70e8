"""The tools that measure strength and learn from play."""

from __future__ import annotations

import numpy as np
import pytest

from qwirkle.analysis.value_model import FEATURES
from qwirkle.arena.game import Outcome
from qwirkle.arena.standings import Standings
from tests.tools.duel import Duel, lead_of
from tests.tools.learn import LIMITS, fit, play_some

SCORE = Standings.for_bots(("one", "other"))


def deal(first: int, second: int) -> list[Outcome]:
    """A deal of two games with these leads."""
    return [Outcome(0, (100 + first, 100), (0,)), Outcome(1, (100 + second, 100), (0, 1))]


def test_a_duel_counts_deals() -> None:
    """The lead of a deal is the mean over its seatings, a shared win counts in parts."""
    duel = Duel(least=4, within=1.0)
    assert duel.hear(SCORE, deal(10, 20))
    assert (duel.leads, duel.won, duel.games) == ([15.0], 1.5, 2)
    assert lead_of(Outcome(0, (30, 10, 40), (2,))) == 5.0


def test_a_duel_ends_when_it_is_clear() -> None:
    """A lead that is far from nothing ends it, as does one that is known well enough."""
    clear = Duel(least=4, within=0.1)
    assert clear.hear(SCORE, deal(10, 20))
    assert not clear.hear(SCORE, deal(12, 20))
    open_ = Duel(least=4, within=0.1)
    assert open_.hear(SCORE, deal(30, 20))
    assert open_.hear(SCORE, deal(-30, -22))
    known = Duel(least=4, within=100.0)
    assert known.hear(SCORE, deal(30, 20))
    assert not known.hear(SCORE, deal(-30, -22))


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_rows_are_learned_from(name: str) -> None:
    """Every turn with pieces left gives a row: the bag, the parts, and what came of it."""
    rows = play_some(name, 2, 0, 1)
    assert rows.shape[1] == 2 + len(FEATURES)
    assert 25 < len(rows) < 80
    assert np.array_equal(rows, play_some(name, 2, 0, 1))
    assert rows[:, 0].max() > 60
    assert rows[:, 0].min() == 0


def test_a_fit_finds_what_rows_were_made_of() -> None:
    """Weights that made the rows come out of the regression, in every phase."""
    chance = np.random.default_rng(1)
    weights = np.arange(1, len(FEATURES) + 1, dtype=float)
    rows = []
    for limit in LIMITS:
        parts = chance.normal(size=(4000, len(FEATURES)))
        bag = np.full((4000, 1), limit)
        rows.append(np.hstack([bag, parts, (parts @ weights)[:, None]]))
    phases = fit(np.concatenate(rows))
    assert [phase["bag"] for phase in phases] == list(LIMITS)
    for phase in phases:
        assert phase["weights"] == pytest.approx(weights, abs=0.02)
