"""The tools that compare bots and fit the value model."""

from __future__ import annotations

import numpy as np
import pytest

from qwirkle.analysis.value_model import FEATURES
from qwirkle.arena.game import Outcome
from qwirkle.arena.standings import Standings
from tests.tools.duel import Duel, lead_of
from tests.tools.learn import BAG_LIMITS, fit, play_games

STANDINGS = Standings.for_bots(("one", "other"))


def deal(first_lead: int, second_lead: int) -> list[Outcome]:
    """Return the two games of a deal, in which the first bot has these leads."""
    return [Outcome(0, (100 + first_lead, 100), (0,)), Outcome(1, (100 + second_lead, 100), (0, 1))]


def test_a_deal_counts_as_one_lead() -> None:
    """The lead of a deal is the mean over its games, and a shared win counts as a fraction."""
    duel = Duel(min_games=4, precision=1.0)
    assert duel.add_deal(STANDINGS, deal(10, 20))
    assert (duel.leads, duel.wins, duel.games) == ([15.0], 1.5, 2)
    assert lead_of(Outcome(0, (30, 10, 40), (2,))) == 5.0


def test_a_duel_stops_when_the_result_is_clear() -> None:
    """A duel stops if its lead is significant or known precisely enough."""
    significant = Duel(min_games=4, precision=0.1)
    assert significant.add_deal(STANDINGS, deal(10, 20))
    assert not significant.add_deal(STANDINGS, deal(12, 20))
    undecided = Duel(min_games=4, precision=0.1)
    assert undecided.add_deal(STANDINGS, deal(30, 20))
    assert undecided.add_deal(STANDINGS, deal(-30, -22))
    precise = Duel(min_games=4, precision=100.0)
    assert precise.add_deal(STANDINGS, deal(30, 20))
    assert not precise.add_deal(STANDINGS, deal(-30, -22))


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_games_yield_training_rows(name: str) -> None:
    """Each turn that leaves pieces in hand yields a row: bag size, features and later gain."""
    rows = play_games(name, 2, 0, 1)
    assert rows.shape[1] == 2 + len(FEATURES)
    assert 25 < len(rows) < 80
    assert np.array_equal(rows, play_games(name, 2, 0, 1))
    assert rows[:, 0].max() > 60
    assert rows[:, 0].min() == 0


def test_the_fit_recovers_known_weights() -> None:
    """The regression recovers the weights that generated the rows, in every phase."""
    random = np.random.default_rng(1)
    weights = np.arange(1, len(FEATURES) + 1, dtype=float)
    rows = []
    for limit in BAG_LIMITS:
        values = random.normal(size=(4000, len(FEATURES)))
        bag = np.full((4000, 1), limit)
        rows.append(np.hstack([bag, values, (values @ weights)[:, None]]))
    phases = fit(np.concatenate(rows))
    assert [phase["bag"] for phase in phases] == list(BAG_LIMITS)
    for phase in phases:
        assert phase["weights"] == pytest.approx(weights, abs=0.02)
