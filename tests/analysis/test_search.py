"""The search of the master bot: estimates, rollouts and endgames."""

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
from tests.analysis.sample_views import endgame_positions, some_views

SMALL = SearchBudget(
    candidates=3,
    determinizations=4,
    rounds=1,
    batch_size=2,
    endgame_limits=(EndgameLimits(200),),
    max_reply_sets=0,
    max_dice_positions=0,
    max_rollout_bag=200,
)
QUICK = EvaluationLimits(max_placements=4, determinizations=4, dice_determinizations=1)


def run_search(view: View, budget: SearchBudget = SMALL, seed: int = 7) -> SearchResult:
    """Search with a small budget."""
    return search(view, Evaluator(view, Random(1), QUICK), budget, Random(seed))


def late_view(bag: int) -> View:
    """View with at most this many tiles in the bag."""
    return next(view for view in some_views("tiles") if 0 < view.bag_size <= bag)


@pytest.mark.parametrize("name", ["tiles", "cubes"])
def test_the_same_seed_and_budget_give_the_same_result(name: str) -> None:
    """The same seed and budget give the same candidates in the same order."""
    for view in some_views(name)[3::20]:
        assert run_search(view) == run_search(view)


def test_candidates_are_sorted() -> None:
    """Remaining candidates come first, sorted by value."""
    result = run_search(some_views("tiles")[9])
    assert result.method is SearchMethod.ROLLOUTS
    remaining = [candidate.value for candidate in result.candidates if not candidate.is_eliminated]
    assert remaining == sorted(remaining, reverse=True)
    simulated = [candidate for candidate in result.candidates if candidate.rollout_count]
    assert len(simulated) == SMALL.candidates
    assert all(0.0 <= (candidate.win_probability or 0.0) <= 1.0 for candidate in simulated)


def test_eliminated_candidates_are_worse_than_the_best() -> None:
    """An eliminated candidate's value is relative to the best over the rollouts both had."""
    wide = replace(SMALL, candidates=6, determinizations=96, batch_size=16)
    eliminated = 0
    for view in some_views("tiles")[4:16:3]:
        result = run_search(view, wide)
        for candidate in result.candidates[: wide.candidates]:
            if candidate.is_eliminated:
                eliminated += 1
                assert candidate.value < result.best.value
    assert eliminated


def test_a_full_bag_gets_no_rollouts() -> None:
    """If the bag exceeds the budget's limit, the evaluation decides."""
    view = some_views("tiles")[4]
    result = run_search(view, replace(SMALL, max_rollout_bag=view.bag_size - 1))
    assert result.method is SearchMethod.ESTIMATE
    values = [candidate.evaluation.value for candidate in result.candidates]
    assert values == sorted(values, reverse=True)


def test_a_candidate_far_ahead_wins_after_one_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    """A candidate far ahead of the others eliminates them after one batch."""
    view = some_views("tiles")[4]
    wide = replace(SMALL, candidates=8, determinizations=1000)
    third = run_search(view, replace(wide, determinizations=wide.batch_size)).candidates[2].move
    original = Evaluator.evaluate_play

    def inflated_evaluation(
        self: Evaluator, play: tuple[tuple[tuple[int, int, int], ...], int]
    ) -> object:
        evaluation = original(self, play)
        return replace(evaluation, points=1000.0) if evaluation.move == third else evaluation

    monkeypatch.setattr(Evaluator, "evaluate_play", inflated_evaluation)
    progress: list[SearchResult] = []
    evaluator = Evaluator(view, Random(1), QUICK)
    result = search(view, evaluator, wide, Random(7), on_progress=progress.append)
    assert result.best.move == third
    assert result.best.rollout_count == wide.batch_size
    assert progress[-1] == result


def test_a_stopped_search_counts_only_whole_batches() -> None:
    """Without time, the best estimate wins; an interrupted batch doesn't count."""
    view = some_views("tiles")[4]
    evaluator = Evaluator(view, Random(1), QUICK)
    result = search(view, evaluator, SMALL, Random(7), lambda: True)
    assert result.method is SearchMethod.ESTIMATE
    stop_answers = iter([False] * 14 + [True] * 1000)
    interrupted = search(
        view,
        evaluator,
        replace(SMALL, determinizations=1000),
        Random(7),
        lambda: next(stop_answers),
    )
    assert interrupted.method is SearchMethod.ROLLOUTS
    counts = {
        candidate.rollout_count
        for candidate in interrupted.candidates
        if not candidate.is_eliminated
    }
    assert len(counts) == 1


def test_the_played_turn_is_always_searched() -> None:
    """The turn in `must_include` gets rollouts even if it isn't among the best."""
    view = some_views("tiles")[9]
    worst = run_search(view, replace(SMALL, candidates=100)).candidates[-1].move
    evaluator = Evaluator(view, Random(1), QUICK)
    result = search(view, evaluator, SMALL, Random(7), must_include=worst)
    (searched,) = (candidate for candidate in result.candidates if candidate.move == worst)
    assert searched.rollout_count


def test_endgames_are_solved() -> None:
    """With an empty bag, values are exact and the win probability is 0, 0.5 or 1."""
    position = next(position for seed in range(12) for position in endgame_positions(seed, 5))
    view = position.view(position.seat_to_move)
    deep = replace(SMALL, endgame_limits=(EndgameLimits(100_000),))
    result = search(
        view,
        Evaluator(view, Random(1), QUICK),
        deep,
        Random(7),
        never_stop,
        include_alternatives=True,
    )
    assert result.method is SearchMethod.EXACT
    values = [candidate.value for candidate in result.candidates]
    assert values == sorted(values, reverse=True)
    assert {candidate.win_probability for candidate in result.candidates} <= {0.0, 0.5, 1.0}
    beam = replace(
        SMALL,
        endgame_limits=(EndgameLimits(1), EndgameLimits(100_000, beam_width=1, root_beam_width=2)),
    )
    assert run_search(view, beam).method is SearchMethod.BEAM


def test_equal_determinizations_are_merged() -> None:
    """With one piece in the bag, there are at most seven distinct determinizations."""
    for seed in range(20):
        views = [view for view in some_views("tiles", seed=seed) if view.bag_size == 1]
        if views:
            determinizations = sample_determinizations(views[0], 200, Random(3))
            distinct = determinizations.deduplicate(Random(4))
            assert len(distinct) <= 7
            assert int(distinct.counts.sum()) == 200
            result = run_search(views[0], replace(SMALL, determinizations=200))
            if sum(not candidate.is_eliminated for candidate in result.candidates) > 1:
                assert {c.rollout_count for c in result.candidates if not c.is_eliminated} == {200}
            return
    pytest.fail("no game reached a bag of one piece")


def test_traded_pieces_return_to_the_bag() -> None:
    """In a rollout after a trade, the returned pieces are in the bag again."""
    view = late_view(4)
    batch = RolloutBatch(view, sample_determinizations(view, 1, Random(1)), 1, Random(1))
    determinization = batch.determinizations[0]
    leave, returned = view.hand[:-2], view.hand[-2:]
    hands, bag = batch._deal(
        Afterstate(view.board, 0, leave, returned), determinization, [0.0, 0.99]
    )
    drawn = determinization.bag[:2]
    assert hands[-1] == leave + drawn
    assert sorted(bag) == sorted((*determinization.bag[2:], *returned))
    assert bag[0] == returned[0] or bag[0] == returned[1]


def test_trades_get_rollouts() -> None:
    """A trade can be a candidate like any other turn."""
    view = next(view for view in some_views("tiles") if view.options.max_trade)
    result = run_search(view, replace(SMALL, candidates=200, determinizations=2))
    kinds = {type(candidate.move) for candidate in result.candidates if candidate.rollout_count}
    assert kinds == {Place, Trade}
