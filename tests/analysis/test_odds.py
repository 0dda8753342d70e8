"""The exact odds of dice."""

from __future__ import annotations

import pytest

from qwirkle.analysis.odds import odds
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import FACES, SHAPES
from tests.analysis.brute import best_score, boards, mean_scores, rolls_of
from tests.positions import RULESET, faces, laid


def test_equal_brute_force() -> None:
    """Every choice has the mean that looking at each outcome gives (C3, C4)."""
    for board, random in boards(12):
        hand = tuple(random.randrange(FACES) for _ in range(random.randint(1, 3)))
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


def test_distribution() -> None:
    """The chances of all scores add up to one and have the mean of the choice."""
    for board, random in boards(12, start=40):
        hand = tuple(random.randrange(FACES) for _ in range(4))
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
    board = Board.of(laid("Rc 0,0 · Rs 1,0 · Rd 2,0"))
    hand = faces("Rc Rk Bc")
    found = odds(board, hand, RULESET)
    assert found is not None
    outcomes = rolls_of(hand, (0, 1, 2))
    scores = [best_score(board, outcome, RULESET) for outcome in outcomes]
    fitting = [score for score in scores if score]
    chance = sum(score >= 5 for score in fitting) / len(fitting)
    assert found.chances((0, 1, 2)).at_least(5) == pytest.approx(chance)


def test_forced_rolls() -> None:
    """A hand that fits nowhere is rolled, all of it, until something fits (C4)."""
    board = Board.of(laid("Rc 0,0 · Rs 1,0"))
    hand = faces("Bd")
    found = odds(board, hand, RULESET)
    assert found is not None
    assert found.keep_all == pytest.approx(dict(found.choices)[(0,)])
    assert found.keep_all == pytest.approx(2.0)


def test_dead_hand() -> None:
    """A hand no face of which fits has no odds (J7)."""
    board = Board.of(laid("Rc 0,0 · Rs 1,0 · Rd 0,1 · Rk 1,1"))
    assert odds(board, faces("Bc Bs"), RULESET) is None
    assert odds(board, faces("Bc Rb"), RULESET) is not None


def test_fewest_dice_among_equals() -> None:
    """Of choices with the same mean the one that rolls the fewest dice comes first."""
    board = Board.of(laid("Rc 0,0"))
    found = odds(board, faces("Rs Rd Rk Rb Rx"), RULESET)
    assert found is not None
    assert found.best[0] == ()
    assert SHAPES + RULESET.qwirkle_bonus == found.best[1]
