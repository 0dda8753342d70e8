"""The best-score table."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from qwirkle.analysis.best_scores import best_table
from qwirkle.engine.board import EMPTY, QWIRKLE
from qwirkle.engine.movegen import opening_plays, plays
from tests.analysis.brute import any_hand, best_of, best_score, boards, has_qwirkle
from tests.positions import RULESET


def test_equals_the_generator() -> None:
    """The best of twelve look-ups is the best score of every hand."""
    for board, random in boards(50):
        table = best_table(board, RULESET)
        for _ in range(8):
            hand = any_hand(random)
            assert best_of(table, hand) == best_score(board, hand, RULESET), (board, hand)


def test_knows_qwirkles() -> None:
    """A hand can complete a line of six where one of its plays does."""
    met = 0
    for board, random in boards(50):
        table = best_table(board, RULESET)
        hand = any_hand(random)
        makes = any(
            len(line.cells) == QWIRKLE
            for pieces, _ in plays(board, hand, RULESET)
            for line in board.lay(pieces).lines_of(pieces)
        )
        assert has_qwirkle(table, hand) == makes
        met += makes
    assert met


def test_empty_table() -> None:
    """On an empty table the best score is that of a largest set (R3)."""
    random = Random(1)
    ruleset = replace(RULESET, lone_piece=1)
    table = best_table(EMPTY, ruleset)
    for _ in range(100):
        hand = any_hand(random)
        assert best_of(table, hand) == max(points for _, points in opening_plays(hand, ruleset))


def test_more_is_never_worse() -> None:
    """A larger set of faces makes at least as much as each set within it."""
    for board, _ in boards(20):
        for row in best_table(board, RULESET).best:
            assert all(
                row[have] <= row[have | bit] for have in range(64) for bit in (1, 2, 4, 8, 16, 32)
            )
