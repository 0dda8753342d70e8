"""Which dice to roll."""

from __future__ import annotations

from itertools import product
from random import Random
from statistics import fmean

import pytest
from msgspec.structs import replace

from qwirkle import catalog
from qwirkle.analysis.deadline import never_stop
from qwirkle.analysis.evaluation import EvaluationLimits, Evaluator
from qwirkle.analysis.odds import odds
from qwirkle.analysis.roll_evaluation import (
    choose_dice,
    evaluate_rolls_exactly,
    evaluate_rolls_sampled,
)
from qwirkle.engine.board import Board
from qwirkle.engine.movegen import generate_plays, sort_plays
from qwirkle.engine.variant import variant_from_dict
from qwirkle.engine.view import View
from tests.analysis.test_evaluation import some_views
from tests.random_games import random_game
from tests.sample_positions import faces, parse_placement
from tests.sample_rulesets import ruleset_table

QUICK = EvaluationLimits(
    max_placements=2,
    dice_determinizations=1,
    max_roll_choices=3,
    sampled_throws=3,
    placements_per_throw=2,
)


def rolling_views() -> list[View]:
    """Some views with a free roll."""
    return [view for view in some_views("cubes") if view.options.can_roll_free][::10]


def test_means_are_exact() -> None:
    """Every choice that is weighed keeps its exact mean score, and few are weighed."""
    for view in rolling_views():
        chances = odds(view.board, view.hand, view.variant)
        assert chances is not None
        means = dict(chances.choices)
        found = evaluate_rolls_sampled(Evaluator(view, Random(1), QUICK), Random(2), never_stop)
        assert 1 <= len(found) <= QUICK.max_roll_choices
        for worth in found:
            assert worth.mean == pytest.approx(means[worth.rolled])
            assert worth.mean >= chances.best[1] - QUICK.max_roll_deficit


def test_without_throws() -> None:
    """With no throws tried, the best mean score decides."""
    effort = replace(QUICK, sampled_throws=0)
    for view in rolling_views():
        chances = odds(view.board, view.hand, view.variant)
        assert chances is not None
        found = evaluate_rolls_sampled(Evaluator(view, Random(1), effort), Random(2), never_stop)
        assert found[0].rolled == chances.best[0]


def test_dead_hand() -> None:
    """For a hand that no roll can help there is nothing to choose (J7)."""
    view = rolling_views()[0]
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"))
    hands = tuple(faces("Bc Bs") for _ in view.hands)
    dead = replace(view, board=board, hands=hands, variant=catalog.load_variant("cubes"))
    valuer = Evaluator(dead, Random(1), QUICK)
    assert choose_dice(evaluate_rolls_sampled(valuer, Random(2), never_stop), dead) == ()
    assert evaluate_rolls_exactly(valuer, 10, 10, Random(2), never_stop) == []


def test_exact_values_are_those_of_every_throw() -> None:
    """The value of a choice is the mean over all throws of the best turn that each allows."""
    view = next(view for view in rolling_views() if len(view.board) > 20)
    view = replace(view, hands=tuple(hand[:2] if hand else hand for hand in view.hands))
    valuer = Evaluator(view, Random(1), QUICK)
    found = evaluate_rolls_exactly(valuer, 1000, 0, Random(2), never_stop)
    assert len(found) == 4
    values = {}
    for throw in product(range(6), repeat=2):
        hand = tuple(face // 6 * 6 + shape for face, shape in zip(view.hand, throw, strict=True))
        best: dict[frozenset[int], float] = {}
        for pieces, points in sort_plays(generate_plays(view.board, hand, view.variant)):
            # Of plays with the same pieces the one with the most points stands for all.
            used = frozenset(face for face, _, _ in pieces)
            best.setdefault(used, points - valuer.weights.reply * valuer.reply_after(pieces))
        values[throw] = max(best.values(), default=None)
    fitting = [value for value in values.values() if value is not None]
    forced = fmean(fitting)
    for worth in found:
        seen = [
            forced if value is None else value
            for throw, value in values.items()
            if all(
                die in worth.rolled or shape == view.hand[die] % 6
                for die, shape in enumerate(throw)
            )
        ]
        assert worth.value == pytest.approx(fmean(seen), abs=1 / 64)


@pytest.mark.parametrize(
    "changes",
    [
        {"hand__size": 7},
        {"scoring": {"line": [100, 100, 100, 100, 100], "qwirkle_bonus": 100, "out_bonus": 100}},
    ],
    ids=["seven dice", "many points"],
)
def test_values_that_no_table_holds(changes: dict[str, object]) -> None:
    """With more dice, or more points, than a table has room for, throws are tried instead."""
    variant = variant_from_dict(ruleset_table("cubes", name="large", **changes))
    game = random_game(variant, 2, seed=3, most_events=40)
    view = game.view()
    assert view.options.can_roll_free
    found = evaluate_rolls_exactly(Evaluator(view, Random(1), QUICK), 50, 0, Random(2), never_stop)
    assert 1 <= len(found) <= QUICK.max_roll_choices
    assert all(abs(worth.value) < 1000 for worth in found)


def test_sets_that_are_not_looked_at() -> None:
    """With no set looked at, or no time, each is taken to give the others what they get now."""
    for view in rolling_views()[1:3]:
        valuer = Evaluator(view, Random(1), QUICK)
        chances = odds(view.board, view.hand, view.variant)
        assert chances is not None
        for sets, stop in ((0, never_stop), (1000, lambda: True)):
            for worth in evaluate_rolls_exactly(valuer, sets, 0, Random(2), stop):
                expected = worth.mean - valuer.weights.reply * valuer.current_reply
                assert worth.value == pytest.approx(expected, abs=1 / 64)
