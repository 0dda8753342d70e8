"""The table of best scores."""

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
def test_the_table_matches_the_generator(name: str) -> None:
    """The best table entry of a hand equals the generator's best score, however lines score."""
    ruleset = SCORED[name]
    for board, random in random_boards(50 if name == "plain" else 20, ruleset=ruleset):
        table = compute_score_table(board, ruleset)
        for _ in range(8):
            hand = random_hand(random, ruleset=ruleset)
            assert lookup_best_score(table, hand) == best_score(board, hand, ruleset), (board, hand)


@pytest.mark.parametrize("name", SCORED)
def test_the_table_detects_qwirkles(name: str) -> None:
    """R10: the table says that a hand can fill a line if and only if one of its plays does."""
    qwirkles, ruleset = 0, SCORED[name]
    for board, random in random_boards(50, ruleset=ruleset):
        table = compute_score_table(board, ruleset)
        hand = random_hand(random, ruleset=ruleset)
        fills_line = any(
            line.is_qwirkle(ruleset)
            for pieces, _ in generate_plays(board, hand, ruleset)
            for line in board.place(pieces).lines_through(pieces)
        )
        assert has_qwirkle(table, hand) == fills_line
        qwirkles += fills_line
    assert qwirkles


def test_a_larger_set_never_scores_less() -> None:
    """A set of faces scores at least as much as each of its subsets."""
    for board, _ in random_boards(20):
        for row in compute_score_table(board, RULESET).scores:
            assert all(
                row[mask] <= row[mask | bit] for mask in range(64) for bit in (1, 2, 4, 8, 16, 32)
            )
