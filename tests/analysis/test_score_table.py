"""The best-score table."""

from __future__ import annotations

import pytest

from qwirkle.analysis.score_table import compute_score_table
from qwirkle.engine.movegen import generate_plays
from tests.analysis.brute_force import (
    best_score,
    has_qwirkle,
    lookup_best_score,
    random_boards,
    random_hand,
)
from tests.sample_positions import RULESET, SCORED


@pytest.mark.parametrize("name", SCORED)
def test_equals_the_generator(name: str) -> None:
    """The best of twelve look-ups is the best score of every hand, however lines score."""
    ruleset = SCORED[name]
    for board, random in random_boards(50 if name == "plain" else 20, ruleset=ruleset):
        table = compute_score_table(board, ruleset)
        for _ in range(8):
            hand = random_hand(random, ruleset=ruleset)
            assert lookup_best_score(table, hand) == best_score(board, hand, ruleset), (board, hand)


@pytest.mark.parametrize("name", SCORED)
def test_knows_qwirkles(name: str) -> None:
    """R10: a hand can complete a full line where one of its plays does."""
    met, ruleset = 0, SCORED[name]
    for board, random in random_boards(50, ruleset=ruleset):
        table = compute_score_table(board, ruleset)
        hand = random_hand(random, ruleset=ruleset)
        makes = any(
            line.is_full(ruleset)
            for pieces, _ in generate_plays(board, hand, ruleset)
            for line in board.place(pieces).lines_through(pieces)
        )
        assert has_qwirkle(table, hand) == makes
        met += makes
    assert met


def test_more_is_never_worse() -> None:
    """A larger set of faces makes at least as much as each set within it."""
    for board, _ in random_boards(20):
        for row in compute_score_table(board, RULESET).scores:
            assert all(
                row[have] <= row[have | bit] for have in range(64) for bit in (1, 2, 4, 8, 16, 32)
            )
