"""Exact odds of rolling dice."""

from __future__ import annotations

import pytest

from qwirkle.analysis.odds import compute_odds
from qwirkle.engine.board import EMPTY_BOARD, Board
from qwirkle.engine.pieces import FACE_COUNT, SHAPE_COUNT
from qwirkle.engine.variant import OpeningRule, PlaceStep, RefillStep
from tests.analysis.brute_force import (
    best_score,
    mean_scores,
    random_boards,
    random_hand,
    roll_outcomes,
)
from tests.sample_positions import RULESET, SCORED, faces, parse_placement
from tests.sample_rulesets import with_changes


def test_means_match_brute_force() -> None:
    """C3, C4: the mean of every choice equals the average over all outcomes."""
    for board, random in random_boards(12):
        hand = tuple(random.randrange(FACE_COUNT) for _ in range(random.randint(1, 3)))
        result = compute_odds(board, hand, RULESET)
        means = mean_scores(board, hand, RULESET)
        if result is None or means is None:
            assert result is None
            assert means is None
            continue
        assert dict(result.choices) == pytest.approx(means, abs=1e-9)
        assert result.keep_all_mean == pytest.approx(means[()], abs=1e-9)
        assert len(result.choices) == 2 ** len(hand)
        assert [mean for _, mean in result.choices] == pytest.approx(
            sorted(means.values(), reverse=True)
        )


@pytest.mark.parametrize("name", ["small", "wide", "tall", "lines"])
def test_means_match_brute_force_in_other_rulesets(name: str) -> None:
    """Means match brute force with fewer shapes or points by line length."""
    ruleset = SCORED[name]
    for board, random in random_boards(8, ruleset=ruleset):
        hand = random_hand(random, 3, ruleset)
        result, means = compute_odds(board, hand, ruleset), mean_scores(board, hand, ruleset)
        if result is None or means is None:
            assert result is None
            assert means is None
        else:
            assert dict(result.choices) == pytest.approx(means, abs=1e-9)


@pytest.mark.parametrize("rolls", [2, 3])
def test_means_of_several_rolls_match_brute_force(rolls: int) -> None:
    """With several free rolls, each is used in the best way, and keeping all dice ends them."""
    ruleset = SCORED["small"]
    for board, random in random_boards(6, ruleset=ruleset):
        hand = random_hand(random, 3, ruleset)
        result = compute_odds(board, hand, ruleset, rolls)
        means = mean_scores(board, hand, ruleset, rolls)
        if result is None or means is None:
            assert result is None
            assert means is None
        else:
            assert dict(result.choices) == pytest.approx(means, abs=1e-9)


@pytest.mark.parametrize("rolls", [1, 2])
def test_opening_odds_match_brute_force(rolls: int) -> None:
    """A2 to A4: the opening scores its largest set, and a hand without a pair is rerolled."""
    ruleset = with_changes(SCORED["tall"], opening=OpeningRule("oldest", (), 2))
    for hand in (faces("Rc Ys Gd"), faces("Rc Rs Gd"), faces("Oc Yc Gc")):
        result = compute_odds(EMPTY_BOARD, hand, ruleset, rolls)
        assert result is not None
        assert dict(result.choices) == pytest.approx(
            mean_scores(EMPTY_BOARD, hand, ruleset, rolls), abs=1e-9
        )
        chances = result.distribution((0, 1))
        assert chances.at_least(2) == pytest.approx(1.0)


def test_an_opening_can_roll_a_qwirkle() -> None:
    """R10: with three colours and shapes, rolling the third die fills a line one time in three."""
    ruleset = with_changes(RULESET, pieces__colours=3, pieces__shapes=3, pieces__rolls="shape")
    result = compute_odds(EMPTY_BOARD, faces("Rc Oc Ys"), ruleset)
    assert result is not None
    assert result.distribution((2,)).qwirkle == pytest.approx(1 / 3)
    assert result.distribution(()).qwirkle == 0.0


def test_score_chances_match_the_mean() -> None:
    """The chances of all scores add up to one and average to the mean of the choice."""
    for board, random in random_boards(12, start=40):
        hand = tuple(random.randrange(FACE_COUNT) for _ in range(4))
        result = compute_odds(board, hand, RULESET)
        if result is None:
            continue
        for rolled, mean in result.choices[::5]:
            chances = result.distribution(rolled)
            assert chances.mean == pytest.approx(mean)
            assert chances.at_least(0) == pytest.approx(1.0)
            assert chances.at_least(1) == pytest.approx(1.0)
            assert 0.0 <= chances.qwirkle <= 1.0


def test_the_chance_of_a_score_counts_outcomes() -> None:
    """The chance of a score is the share of outcomes that reach it."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0"))
    hand = faces("Rc Rk Bc")
    result = compute_odds(board, hand, RULESET)
    assert result is not None
    outcomes = roll_outcomes(hand, (0, 1, 2))
    scores = [best_score(board, outcome, RULESET) for outcome in outcomes]
    playable = [score for score in scores if score]
    chance = sum(score >= 5 for score in playable) / len(playable)
    assert result.distribution((0, 1, 2)).at_least(5) == pytest.approx(chance)


def test_odds_include_forced_rolls() -> None:
    """C4: a hand that fits nowhere is rerolled whole until something fits."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    hand = faces("Bd")
    result = compute_odds(board, hand, RULESET)
    assert result is not None
    assert result.keep_all_mean == pytest.approx(dict(result.choices)[(0,)])
    assert result.keep_all_mean == pytest.approx(2.0)


def test_an_unplayable_hand_has_no_odds() -> None:
    """J7: a hand without a playable face has no odds."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"))
    assert compute_odds(board, faces("Bc Bs"), RULESET) is None
    assert compute_odds(board, faces("Bc Rb"), RULESET) is not None


def test_equal_choices_prefer_fewer_dice() -> None:
    """Among choices with equal means, the one that rolls the fewest dice comes first."""
    board = Board.of(parse_placement("Rc 0,0"))
    result = compute_odds(board, faces("Rs Rd Rk Rb Rx"), RULESET)
    assert result is not None
    assert result.best[0] == ()
    assert SHAPE_COUNT + RULESET.scoring.qwirkle_bonus == result.best[1]


def test_only_the_largest_set_can_open_with_a_qwirkle() -> None:
    """R3, R10: a pair that fills a line doesn't count if the hand has a larger set."""
    ruleset = with_changes(RULESET, pieces__colours=4, pieces__shapes=2, pieces__rolls="shape")
    result = compute_odds(EMPTY_BOARD, faces("Rc Rs Oc Yc"), ruleset)
    assert result is not None
    assert result.distribution(()).qwirkle == 0.0
    pair = compute_odds(EMPTY_BOARD, faces("Rc Rs"), ruleset)
    assert pair is not None
    assert pair.distribution(()).qwirkle == 1.0


def test_the_ruleset_decides_what_a_stuck_roll_scores() -> None:
    """A4, C4: a roll that fits nowhere scores 0 without a forced roll, except in the opening."""
    board = Board.of(parse_placement("Rc 0,0"))
    hand = faces("Gs Bs")
    with_forced_roll = with_changes(RULESET, pieces__rolls="shape")
    without_forced_roll = with_changes(
        with_forced_roll, turn=(PlaceStep((), ("pass",)), RefillStep())
    )
    for ruleset, can_score in ((with_forced_roll, True), (without_forced_roll, False)):
        result = compute_odds(board, hand, ruleset)
        assert result is not None
        assert (result.keep_all_mean > 0) is can_score
        chances = result.distribution((0, 1))
        assert sum(chance for _, chance in chances.scores) == pytest.approx(1.0)
        assert chances.mean == pytest.approx(dict(result.choices)[0, 1])
    # One circle scores 2, two in a corner 4: 10 and 1 of the 36 rolls.
    result = compute_odds(board, hand, without_forced_roll)
    assert result is not None
    assert dict(result.choices)[0, 1] == pytest.approx((10 * 2 + 1 * 4) / 36)
    with_two_rolls = compute_odds(board, hand, without_forced_roll, 2)
    assert with_two_rolls is not None
    assert with_two_rolls.keep_all_mean == 0.0
    assert with_two_rolls.best[1] > result.best[1]
    opening = compute_odds(
        EMPTY_BOARD, hand, with_changes(without_forced_roll, opening=OpeningRule("oldest", (), 2))
    )
    assert opening is not None
    assert opening.distribution((0, 1)).at_least(2) == pytest.approx(1.0)
