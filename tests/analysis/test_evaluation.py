"""The evaluation of turns."""

from __future__ import annotations

from random import Random

import pytest

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.determinization import sample_determinizations
from qwirkle.analysis.evaluation import Evaluator, evaluate_turns
from qwirkle.engine import rules
from qwirkle.engine.moves import Place, Trade
from qwirkle.engine.variant import EndRule
from tests.analysis.sample_views import some_views
from tests.engine.game_builder import TILES, table
from tests.sample_rulesets import with_changes

VARIANTS = catalog.bundled_variant_names()


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("players", [2, 4])
def test_determinizations_agree_with_the_view(name: str, players: int) -> None:
    """A determinization deals only unseen pieces and keeps visible hands."""
    for view in some_views(name, players)[::3]:
        determinization = sample_determinizations(view, 1, Random(5))[0]
        dealt = [0] * len(view.unseen_counts)
        for step, hand in enumerate(determinization.hands, start=1):
            seat = (view.seat + step) % players
            assert len(hand) == view.hand_sizes[seat]
            seen = view.hands[seat]
            if seen is None:
                for face in hand:
                    dealt[view.variant.kind_by_face[face]] += 1
            else:
                assert hand == seen
        for face in determinization.bag:
            dealt[view.variant.kind_by_face[face]] += 1
        assert tuple(dealt) == view.unseen_counts
        assert len(determinization.bag) == view.bag_size


@pytest.mark.parametrize("name", VARIANTS)
def test_a_value_is_the_sum_of_its_parts(name: str) -> None:
    """A value is the points minus the weighted reply plus the weighted leave; moves are legal."""
    for view in some_views(name)[::12]:
        evaluator = Evaluator(view, Random(1))
        evaluations = evaluate_turns(evaluator, never_stop)
        assert evaluations == sorted(
            evaluations, key=lambda evaluation: -round(evaluation.value, 9)
        )
        for evaluation in evaluations:
            rules.validate_move(view, evaluation.move)
            weights = evaluator.weights
            if not evaluation.goes_out:
                assert evaluation.value == pytest.approx(
                    evaluation.points
                    - weights.reply * evaluation.reply
                    + weights.own_next_turn * evaluation.own_next_turn
                )


def test_a_stopped_evaluation_still_has_a_turn() -> None:
    """Stopped at once, the evaluation still returns a turn."""
    for view in some_views("tiles")[::12]:
        assert evaluate_turns(Evaluator(view, Random(1)), lambda: True)


def test_trades_are_evaluated() -> None:
    """Legal trades are among the evaluated turns."""
    kinds = {
        type(evaluation.move)
        for view in some_views("tiles")[1:8]
        for evaluation in evaluate_turns(Evaluator(view, Random(1)), never_stop)
    }
    assert kinds == {Place, Trade}


def test_leftover_pieces_count_in_the_last_turn() -> None:
    """If leftover pieces cost points, going out and the last turn of a round count them."""
    with_penalty = with_changes(TILES, end=EndRule(leftover_penalty=5))
    last = table(with_penalty, "Rc 0,0", "Rs", "Gx Gc Bd", bag="").view(0)
    evaluation, *_ = evaluate_turns(Evaluator(last, Random(1)), never_stop)
    assert evaluation.goes_out
    assert evaluation.value == evaluation.points + 3 * 5
    one_round = with_changes(TILES, end=EndRule(max_rounds=1, leftover_penalty=5))
    round_ends = table(one_round, "Rc 0,0", "Rs Gx", "Bd Bk Bb", bag="", turns=1).view(0)
    evaluation, *_ = evaluate_turns(Evaluator(round_ends, Random(1)), never_stop)
    assert (evaluation.reply, evaluation.own_next_turn) == (0.0, 0.0)
    assert evaluation.value == evaluation.points - 1 * 5 + 3 * 5
