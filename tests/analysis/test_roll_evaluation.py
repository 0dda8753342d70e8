"""The evaluation of rolls: which dice to roll."""

from __future__ import annotations

from itertools import product
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.evaluation import EvaluationLimits, Evaluator
from qwirkle.analysis.odds import compute_odds
from qwirkle.analysis.roll_evaluation import choose_dice, evaluate_rolls, evaluate_rolls_sampled
from qwirkle.engine.board import Board
from qwirkle.engine.movegen import generate_plays, sort_plays
from qwirkle.engine.variant import variant_from_dict
from qwirkle.engine.view import View
from tests.analysis.sample_views import some_views
from tests.random_games import random_game
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import ruleset_table

QUICK = EvaluationLimits(
    max_placements=2,
    dice_determinizations=1,
    max_roll_choices=3,
    sampled_rolls=3,
    placements_per_roll=2,
)


def views_with_free_roll() -> list[View]:
    """Some views with a free roll."""
    return [view for view in some_views("cubes") if view.options.can_roll_free][::10]


def test_sampled_choices_have_exact_means() -> None:
    """Few choices are sampled, and each has its exact mean score."""
    for view in views_with_free_roll():
        chances = compute_odds(view.board, view.hand, view.variant)
        assert chances is not None
        means = dict(chances.choices)
        evaluations = evaluate_rolls_sampled(
            Evaluator(view, Random(1), QUICK), Random(2), never_stop
        )
        assert 1 <= len(evaluations) <= QUICK.max_roll_choices
        for evaluation in evaluations:
            assert evaluation.mean == pytest.approx(means[evaluation.rolled])
            assert evaluation.mean >= chances.best[1] - QUICK.max_roll_deficit


def test_the_best_mean_decides_without_samples() -> None:
    """Without sampled rolls, the choice with the best mean wins."""
    limits = replace(QUICK, sampled_rolls=0)
    for view in views_with_free_roll():
        chances = compute_odds(view.board, view.hand, view.variant)
        assert chances is not None
        evaluations = evaluate_rolls_sampled(
            Evaluator(view, Random(1), limits), Random(2), never_stop
        )
        assert evaluations[0].rolled == chances.best[0]


def test_an_unplayable_hand_has_no_roll_choice() -> None:
    """J7: an unplayable hand has no choice of dice."""
    view = views_with_free_roll()[0]
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"))
    hands = tuple(faces("Bc Bs") for _ in view.hands)
    unplayable = replace(view, board=board, hands=hands, variant=catalog.load_variant("cubes"))
    evaluator = Evaluator(unplayable, Random(1), QUICK)
    assert choose_dice(evaluate_rolls_sampled(evaluator, Random(2), never_stop), unplayable) == ()
    assert evaluate_rolls(evaluator, 10, 10, Random(2), never_stop) == []


def test_exact_values_match_brute_force() -> None:
    """A choice's value is the mean over all rolls of the best turn after each."""
    view = next(view for view in views_with_free_roll() if len(view.board) > 20)
    view = replace(view, hands=tuple(hand[:2] if hand else hand for hand in view.hands))
    evaluator = Evaluator(view, Random(1), QUICK)
    evaluations = evaluate_rolls(evaluator, 1000, 0, Random(2), never_stop)
    assert len(evaluations) == 4
    values = {}
    for roll in product(range(6), repeat=2):
        hand = tuple(face // 6 * 6 + shape for face, shape in zip(view.hand, roll, strict=True))
        best: dict[frozenset[int], float] = {}
        for pieces, points in sort_plays(generate_plays(view.board, hand, view.variant)):
            # Among plays of the same pieces, only the best-scoring one counts.
            used = frozenset(face for face, _, _ in pieces)
            best.setdefault(used, points - evaluator.weights.reply * evaluator.reply_after(pieces))
        values[roll] = max(best.values(), default=None)
    playable = [value for value in values.values() if value is not None]
    forced = fmean(playable)
    for evaluation in evaluations:
        reachable = [
            forced if value is None else value
            for roll, value in values.items()
            if all(
                die in evaluation.rolled or shape == view.hand[die] % 6
                for die, shape in enumerate(roll)
            )
        ]
        assert evaluation.value == pytest.approx(fmean(reachable), abs=1 / 64)


@pytest.mark.parametrize(
    "changes",
    [
        {"hand__size": 7},
        {"scoring": {"line": [100, 100, 100, 100, 100], "qwirkle_bonus": 100, "out_bonus": 100}},
    ],
    ids=["seven dice", "many points"],
)
def test_large_values_are_sampled_instead(changes: dict[str, object]) -> None:
    """If dice or points exceed the tables, rolls are sampled instead."""
    variant = variant_from_dict(ruleset_table("cubes", name="large", **changes))
    game = random_game(variant, 2, seed=3, max_events=40)
    view = game.view()
    assert view.options.can_roll_free
    evaluations = evaluate_rolls(Evaluator(view, Random(1), QUICK), 50, 0, Random(2), never_stop)
    assert 1 <= len(evaluations) <= QUICK.max_roll_choices
    assert all(abs(evaluation.value) < 1000 for evaluation in evaluations)


def test_unexamined_sets_keep_the_current_reply() -> None:
    """Without set evaluations or time, every set is charged the current reply."""
    for view in views_with_free_roll()[1:3]:
        evaluator = Evaluator(view, Random(1), QUICK)
        chances = compute_odds(view.board, view.hand, view.variant)
        assert chances is not None
        for max_reply_sets, stop in ((0, never_stop), (1000, lambda: True)):
            for evaluation in evaluate_rolls(evaluator, max_reply_sets, 0, Random(2), stop):
                expected = evaluation.mean - evaluator.weights.reply * evaluator.current_reply
                assert evaluation.value == pytest.approx(expected, abs=1 / 64)
