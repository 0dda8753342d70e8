"""Checks score tables and dice odds: `python -m tests.tools.check_odds HANDS POSITIONS`.

For example, `python -m tests.tools.check_odds 5000 200`.
"""

from __future__ import annotations

import sys

from qwirkle.analysis.odds import compute_odds
from qwirkle.analysis.score_table import compute_score_table
from qwirkle.engine.pieces import FACE_COUNT
from tests.analysis.brute_force import (
    best_score,
    lookup_best_score,
    mean_scores,
    random_boards,
    random_hand,
)
from tests.sample_positions import RULESET

HANDS_PER_BOARD = 20
TOLERANCE = 1e-9


def check_tables(hands: int) -> int:
    """Return how many random hands have a wrong best score in the table."""
    wrong = 0
    for board, random in random_boards(-(-hands // HANDS_PER_BOARD)):
        table = compute_score_table(board, RULESET)
        for _ in range(HANDS_PER_BOARD):
            hand = random_hand(random)
            wrong += lookup_best_score(table, hand) != best_score(board, hand, RULESET)
    return wrong


def check_odds(positions: int) -> tuple[int, float]:
    """Return how many random positions have wrong odds, and the largest difference."""
    wrong, largest = 0, 0.0
    for board, random in random_boards(positions):
        hand = tuple(random.randrange(FACE_COUNT) for _ in range(random.randint(1, 4)))
        found = compute_odds(board, hand, RULESET)
        means = mean_scores(board, hand, RULESET)
        if found is None or means is None:
            wrong += (found is None) != (means is None)
            continue
        difference = max(abs(mean - means[rolled]) for rolled, mean in found.choices)
        largest = max(largest, difference)
        wrong += difference > TOLERANCE
    return wrong, largest


def main(hands: int, positions: int) -> int:
    """Run both checks and print the results. Return 1 if anything is wrong."""
    wrong = check_tables(hands)
    sys.stdout.write(f"{hands} hands: {wrong} with a wrong best score\n")
    wrong_odds, largest = check_odds(positions)
    sys.stdout.write(
        f"{positions} positions: {wrong_odds} with wrong odds, largest difference {largest:.1e}\n"
    )
    return 1 if wrong or wrong_odds else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
