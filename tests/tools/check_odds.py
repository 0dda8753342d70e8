"""The long check of tables and odds: `python -m tests.tools.check_odds 5000 200`."""

from __future__ import annotations

import sys

from qwirkle.analysis.odds import odds
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

HANDS_A_BOARD = 20
CLOSE = 1e-9


def check_tables(hands: int) -> int:
    """How many of so many hands the table gets wrong."""
    wrong = 0
    for board, random in random_boards(-(-hands // HANDS_A_BOARD)):
        table = compute_score_table(board, RULESET)
        for _ in range(HANDS_A_BOARD):
            hand = random_hand(random)
            wrong += lookup_best_score(table, hand) != best_score(board, hand, RULESET)
    return wrong


def check_odds(positions: int) -> tuple[int, float]:
    """How many of so many positions have wrong odds, and the largest difference."""
    wrong, largest = 0, 0.0
    for board, random in random_boards(positions):
        hand = tuple(random.randrange(FACE_COUNT) for _ in range(random.randint(1, 4)))
        found = odds(board, hand, RULESET)
        means = mean_scores(board, hand, RULESET)
        if found is None or means is None:
            wrong += (found is None) != (means is None)
            continue
        apart = max(abs(mean - means[rolled]) for rolled, mean in found.choices)
        largest = max(largest, apart)
        wrong += apart > CLOSE
    return wrong, largest


def main(hands: int, positions: int) -> int:
    """Check and tell; 1 where anything is wrong."""
    wrong = check_tables(hands)
    sys.stdout.write(f"{hands} hands, {wrong} with another best score\n")
    off, largest = check_odds(positions)
    sys.stdout.write(f"{positions} positions, {off} with other odds, at most {largest:.1e} apart\n")
    return 1 if wrong or off else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
