"""How the master thinks: estimates, races of candidates, and ends."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.determinization import sample_determinizations
from qwirkle.analysis.endgame import EndgameLimits
from qwirkle.analysis.evaluation import EvaluationLimits, Evaluator
from qwirkle.analysis.rollouts import Afterstate, RolloutBatch
from qwirkle.analysis.search import SearchBudget, SearchMethod, SearchResult, search
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.view import View
from tests.analysis.test_endgame import ends
from tests.analysis.test_evaluation import some_views

SMALL = SearchBudget(
    candidates=3,
    determinizations=4,
    rounds=1,
    batch_size=2,
    endgame_limits=(EndgameLimits(200),),
    max_sets=0,
    max_positions=0,
    max_rollout_bag=200,
)
QUICK = EvaluationLimits(max_placements=4, determinizations=4, dice_determinizations=1)


def thought_of(view: View, budget: SearchBudget = SMALL, seed: int = 7) -> SearchResult:
    """What a small budget finds."""
    return search(view, Evaluator(view, Random(1), QUICK), budget, Random(seed))


def late_view(bag: int) -> View:
    """A view of tiles with no more than that in the bag, and a choice of several turns."""
    return next(view for view in some_views("tiles") if 0 < view.bag_size <= bag)


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_same_budget_same_thoughts(name: str) -> None:
    """The same seed and budget give the same candidates in the same order."""
    for view in some_views(name)[3::20]:
        assert thought_of(view) == thought_of(view)


def test_candidates_stand_in_order() -> None:
    """Those that are still in the race come first, the best of them at the head."""
    thought = thought_of(some_views("tiles")[9])
    assert thought.method is SearchMethod.ROLLOUTS
    running = [candidate.value for candidate in thought.candidates if not candidate.is_eliminated]
    assert running == sorted(running, reverse=True)
    played = [candidate for candidate in thought.candidates if candidate.rollouts]
    assert len(played) == SMALL.candidates
    assert all(0.0 <= (candidate.win_probability or 0.0) <= 1.0 for candidate in played)


def test_what_has_fallen_out_stands_behind() -> None:
    """Whoever fell out is told by its distance to the best in the futures that both have seen."""
    wide = replace(SMALL, candidates=6, determinizations=96, batch_size=16)
    fallen = 0
    for view in some_views("tiles")[4:16:3]:
        thought = thought_of(view, wide)
        for candidate in thought.candidates[: wide.candidates]:
            if candidate.is_eliminated:
                fallen += 1
                assert candidate.value < thought.best.value
    assert fallen


def test_a_full_bag_is_not_played_on() -> None:
    """With more in the bag than the budget says, the estimate decides."""
    view = some_views("tiles")[4]
    thought = thought_of(view, replace(SMALL, max_rollout_bag=view.bag_size - 1))
    assert thought.method is SearchMethod.ESTIMATE
    values = [candidate.evaluation.value for candidate in thought.candidates]
    assert values == sorted(values, reverse=True)


def test_what_is_far_ahead_wins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A candidate that scores far more than all others leaves them behind after one batch."""
    view = some_views("tiles")[4]
    wide = replace(SMALL, candidates=8, determinizations=1000)
    third = thought_of(view, replace(wide, determinizations=wide.batch_size)).candidates[2].move
    real = Evaluator.evaluate_play

    def rich(self: Evaluator, play: tuple[tuple[tuple[int, int, int], ...], int]) -> object:
        worth = real(self, play)
        return replace(worth, points=1000.0) if worth.move == third else worth

    monkeypatch.setattr(Evaluator, "evaluate_play", rich)
    heard: list[SearchResult] = []
    valuer = Evaluator(view, Random(1), QUICK)
    thought = search(view, valuer, wide, Random(7), on_progress=heard.append)
    assert thought.best.move == third
    assert thought.best.rollouts == wide.batch_size
    assert heard[-1] == thought


def test_stopped_before_it_begins() -> None:
    """Without any time the best estimate is the answer; a batch counts whole or not at all."""
    view = some_views("tiles")[4]
    valuer = Evaluator(view, Random(1), QUICK)
    thought = search(view, valuer, SMALL, Random(7), lambda: True)
    assert thought.method is SearchMethod.ESTIMATE
    asked = iter([False] * 14 + [True] * 1000)
    cut = search(
        view, valuer, replace(SMALL, determinizations=1000), Random(7), lambda: next(asked)
    )
    assert cut.method is SearchMethod.ROLLOUTS
    counts = {candidate.rollouts for candidate in cut.candidates if not candidate.is_eliminated}
    assert len(counts) == 1


def test_what_was_played_is_thought_about() -> None:
    """A turn that is not among the best is looked at all the same."""
    view = some_views("tiles")[9]
    worst = thought_of(view, replace(SMALL, candidates=100)).candidates[-1].move
    valuer = Evaluator(view, Random(1), QUICK)
    thought = search(view, valuer, SMALL, Random(7), must_include=worst)
    (found,) = (candidate for candidate in thought.candidates if candidate.move == worst)
    assert found.rollouts


def test_ends_are_searched() -> None:
    """With an empty bag the margin is that of the search, and a win is sure or not at all."""
    position = next(position for seed in range(12) for position in ends(seed, 5))
    view = position.view(position.player)
    deep = replace(SMALL, endgame_limits=(EndgameLimits(100_000),))
    thought = search(
        view, Evaluator(view, Random(1), QUICK), deep, Random(7), never_stop, include_all=True
    )
    assert thought.method is SearchMethod.EXACT
    values = [candidate.value for candidate in thought.candidates]
    assert values == sorted(values, reverse=True)
    assert {candidate.win_probability for candidate in thought.candidates} <= {0.0, 0.5, 1.0}
    beam = replace(
        SMALL,
        endgame_limits=(EndgameLimits(1), EndgameLimits(100_000, beam_width=1, root_beam_width=2)),
    )
    assert thought_of(view, beam).method is SearchMethod.BEAM


def test_worlds_that_are_alike_count_once() -> None:
    """With one piece in the bag there are at most seven worlds, and each is played on once."""
    for seed in range(20):
        views = [view for view in some_views("tiles", seed=seed) if view.bag_size == 1]
        if views:
            worlds = sample_determinizations(views[0], 200, Random(3))
            once = worlds.deduplicate(Random(4))
            assert len(once) <= 7
            assert int(once.counts.sum()) == 200
            thought = thought_of(views[0], replace(SMALL, determinizations=200))
            if sum(not candidate.is_eliminated for candidate in thought.candidates) > 1:
                assert {c.rollouts for c in thought.candidates if not c.is_eliminated} == {200}
            return
    pytest.fail("no game came to one piece in the bag")


def test_traded_pieces_go_back_into_the_bag() -> None:
    """After a trade somebody may draw what was given back; after a placement nobody can."""
    view = late_view(4)
    outlook = RolloutBatch(view, sample_determinizations(view, 1, Random(1)), 1, Random(1))
    world = outlook.determinizations[0]
    kept, given = view.hand[:-2], view.hand[-2:]
    hands, bag = outlook._deal(Afterstate(view.board, 0, kept, given), world, [0.0, 0.99])
    drawn = world.bag[:2]
    assert hands[-1] == kept + drawn
    assert sorted(bag) == sorted((*world.bag[2:], *given))
    assert bag[0] == given[0] or bag[0] == given[1]


def test_trades_are_played_on() -> None:
    """A trade can be a candidate like any other."""
    view = next(view for view in some_views("tiles") if view.options.max_trade)
    thought = thought_of(view, replace(SMALL, candidates=200, determinizations=2))
    kinds = {type(candidate.move) for candidate in thought.candidates if candidate.rollouts}
    assert kinds == {Place, Trade}
