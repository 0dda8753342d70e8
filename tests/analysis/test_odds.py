"""The exact odds of dice."""

from __future__ import annotations

import pytest

from qwirkle.analysis.odds import odds
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


def test_equal_brute_force() -> None:
    """Every choice has the mean that looking at each outcome gives (C3, C4)."""
    for board, random in random_boards(12):
        hand = tuple(random.randrange(FACE_COUNT) for _ in range(random.randint(1, 3)))
        found = odds(board, hand, RULESET)
        means = mean_scores(board, hand, RULESET)
        if found is None or means is None:
            assert found is None
            assert means is None
            continue
        assert dict(found.choices) == pytest.approx(means, abs=1e-9)
        assert found.keep_all == pytest.approx(means[()], abs=1e-9)
        assert len(found.choices) == 2 ** len(hand)
        assert [mean for _, mean in found.choices] == pytest.approx(
            sorted(means.values(), reverse=True)
        )


@pytest.mark.parametrize("name", ["small", "wide", "tall", "lines"])
def test_other_colours_shapes_and_points_equal_brute_force(name: str) -> None:
    """The odds of dice with fewer shapes, and with points by length, are those of all outcomes."""
    ruleset = SCORED[name]
    for board, random in random_boards(8, ruleset=ruleset):
        hand = random_hand(random, 3, ruleset)
        found, means = odds(board, hand, ruleset), mean_scores(board, hand, ruleset)
        if found is None or means is None:
            assert found is None
            assert means is None
        else:
            assert dict(found.choices) == pytest.approx(means, abs=1e-9)


@pytest.mark.parametrize("rolls", [2, 3])
def test_several_rolls_equal_brute_force(rolls: int) -> None:
    """With several free rolls the best is done after each, and keeping all ends them."""
    ruleset = SCORED["small"]
    for board, random in random_boards(6, ruleset=ruleset):
        hand = random_hand(random, 3, ruleset)
        found = odds(board, hand, ruleset, rolls)
        means = mean_scores(board, hand, ruleset, rolls)
        if found is None or means is None:
            assert found is None
            assert means is None
        else:
            assert dict(found.choices) == pytest.approx(means, abs=1e-9)


@pytest.mark.parametrize("rolls", [1, 2])
def test_the_odds_of_an_opening_equal_brute_force(rolls: int) -> None:
    """A2 to A4: before the first line the largest set counts, and one die alone is rolled again."""
    ruleset = with_changes(SCORED["tall"], opening=OpeningRule("oldest", (), 2))
    for hand in (faces("Rc Ys Gd"), faces("Rc Rs Gd"), faces("Oc Yc Gc")):
        found = odds(EMPTY_BOARD, hand, ruleset, rolls)
        assert found is not None
        assert dict(found.choices) == pytest.approx(
            mean_scores(EMPTY_BOARD, hand, ruleset, rolls), abs=1e-9
        )
        chances = found.chances((0, 1))
        assert chances.at_least(2) == pytest.approx(1.0)


def test_the_chance_of_a_full_first_line() -> None:
    """R10: three of three colours with one shape fill a line, and so do three of three shapes."""
    ruleset = with_changes(RULESET, pieces__colours=3, pieces__shapes=3, pieces__rolls="shape")
    found = odds(EMPTY_BOARD, faces("Rc Oc Ys"), ruleset)
    assert found is not None
    assert found.chances((2,)).qwirkle == pytest.approx(1 / 3)
    assert found.chances(()).qwirkle == 0.0


def test_distribution() -> None:
    """The chances of all scores add up to one and have the mean of the choice."""
    for board, random in random_boards(12, start=40):
        hand = tuple(random.randrange(FACE_COUNT) for _ in range(4))
        found = odds(board, hand, RULESET)
        if found is None:
            continue
        for rolled, mean in found.choices[::5]:
            chances = found.chances(rolled)
            assert chances.mean == pytest.approx(mean)
            assert chances.at_least(0) == pytest.approx(1.0)
            assert chances.at_least(1) == pytest.approx(1.0)
            assert 0.0 <= chances.qwirkle <= 1.0


def test_chance_of_a_score() -> None:
    """The chance to score so much is the share of the outcomes that do."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 2,0"))
    hand = faces("Rc Rk Bc")
    found = odds(board, hand, RULESET)
    assert found is not None
    outcomes = roll_outcomes(hand, (0, 1, 2))
    scores = [best_score(board, outcome, RULESET) for outcome in outcomes]
    fitting = [score for score in scores if score]
    chance = sum(score >= 5 for score in fitting) / len(fitting)
    assert found.chances((0, 1, 2)).at_least(5) == pytest.approx(chance)


def test_forced_rolls() -> None:
    """A hand that fits nowhere is rolled, all of it, until something fits (C4)."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0"))
    hand = faces("Bd")
    found = odds(board, hand, RULESET)
    assert found is not None
    assert found.keep_all == pytest.approx(dict(found.choices)[(0,)])
    assert found.keep_all == pytest.approx(2.0)


def test_dead_hand() -> None:
    """A hand no face of which fits has no odds (J7)."""
    board = Board.of(parse_placement("Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"))
    assert odds(board, faces("Bc Bs"), RULESET) is None
    assert odds(board, faces("Bc Rb"), RULESET) is not None


def test_fewest_dice_among_equals() -> None:
    """Of choices with the same mean the one that rolls the fewest dice comes first."""
    board = Board.of(parse_placement("Rc 0,0"))
    found = odds(board, faces("Rs Rd Rk Rb Rx"), RULESET)
    assert found is not None
    assert found.best[0] == ()
    assert SHAPE_COUNT + RULESET.scoring.qwirkle_bonus == found.best[1]


def test_only_a_largest_set_opens_full() -> None:
    """R3, R10: two of two shapes would be a full line, but three circles are the larger set."""
    ruleset = with_changes(RULESET, pieces__colours=4, pieces__shapes=2, pieces__rolls="shape")
    found = odds(EMPTY_BOARD, faces("Rc Rs Oc Yc"), ruleset)
    assert found is not None
    assert found.chances(()).qwirkle == 0.0
    pair = odds(EMPTY_BOARD, faces("Rc Rs"), ruleset)
    assert pair is not None
    assert pair.chances(()).qwirkle == 1.0


def test_a_throw_that_fits_nowhere_goes_by_the_rules() -> None:
    """Without C4 such a throw scores nothing; a first line is rolled for in any case (A4)."""
    board = Board.of(parse_placement("Rc 0,0"))
    hand = faces("Gs Bs")
    rolled = with_changes(RULESET, pieces__rolls="shape")
    passed = with_changes(rolled, turn=(PlaceStep((), ("pass",)), RefillStep()))
    for ruleset, kept in ((rolled, True), (passed, False)):
        found = odds(board, hand, ruleset)
        assert found is not None
        assert (found.keep_all > 0) is kept
        chances = found.chances((0, 1))
        assert sum(chance for _, chance in chances.scores) == pytest.approx(1.0)
        assert chances.mean == pytest.approx(dict(found.choices)[0, 1])
    # A circle of either die scores 2, both in a corner 4: of 36 throws 10 and 1.
    found = odds(board, hand, passed)
    assert found is not None
    assert dict(found.choices)[0, 1] == pytest.approx((10 * 2 + 1 * 4) / 36)
    twice = odds(board, hand, passed, 2)
    assert twice is not None
    assert twice.keep_all == 0.0
    assert twice.best[1] > found.best[1]
    opening = odds(EMPTY_BOARD, hand, with_changes(passed, opening=OpeningRule("oldest", (), 2)))
    assert opening is not None
    assert opening.chances((0, 1)).at_least(2) == pytest.approx(1.0)
