"""The engine finds the same plays as the oracle; `python -m tests.test_oracle 5000` tries more."""

from __future__ import annotations

import sys
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwirkle.engine import movegen
from qwirkle.engine.board import Board, score_placement
from qwirkle.engine.pieces import Faces
from qwirkle.engine.variant import Variant
from tests import oracle
from tests.sample_positions import RULESET, SCORED, DiceSource, TileSource, random_position

SOURCES = (TileSource, DiceSource)
MAX_TURNS = 30
MAX_HAND_SIZE = 8


def compare(board: Board, hand: Faces, ruleset: Variant = RULESET) -> int:
    """Compare the engine with the oracle in one position; return the number of plays."""
    plays = movegen.generate_plays(board, hand, ruleset)
    expected = oracle.plays(board.cells, hand, oracle.Scoring.of(ruleset))
    context = f"{board!r} {hand}"
    assert {frozenset(pieces): points for pieces, points in plays} == expected, context
    assert len(plays) == len(expected), context
    assert all(list(pieces) == sorted(pieces, key=lambda piece: piece[1:]) for pieces, _ in plays)
    best = movegen.best_play(board, hand, ruleset)
    assert best == (movegen.sort_plays(plays)[0] if plays else None), context
    for pieces, points in plays[:: len(plays) // 4 + 1]:
        assert score_placement(board.place(pieces), pieces, ruleset) == points, context
    for cell, mask in board.allowed_faces.items():
        legal_faces = [face for face in range(36) if oracle.is_legal(board.cells, ((face, *cell),))]
        assert mask == sum(1 << face for face in legal_faces), context
    return len(plays)


@pytest.mark.parametrize("source", SOURCES)
@settings(max_examples=40)
@given(
    turns=st.integers(1, MAX_TURNS),
    size=st.sampled_from((6, 6, 6, 1, 2, 3, 4, 5)),
    seed=st.integers(0, 2**32),
)
def test_plays_match_the_oracle(
    source: type[TileSource | DiceSource], turns: int, size: int, seed: int
) -> None:
    """R4 to R10: plays, points and allowed faces match those of the naive oracle."""
    random = Random(seed)
    compare(*random_position(random, source(random), size, turns))


@pytest.mark.parametrize("name", [name for name in SCORED if name != "plain"])
@pytest.mark.parametrize("source", SOURCES)
@settings(max_examples=10)
@given(turns=st.integers(1, 16), size=st.sampled_from((6, 4, 3)), seed=st.integers(0, 2**32))
def test_plays_of_other_rulesets_match_the_oracle(
    name: str, source: type[TileSource | DiceSource], turns: int, size: int, seed: int
) -> None:
    """R4: plays also match with fewer colours or shapes, or with points by line length."""
    random, ruleset = Random(seed), SCORED[name]
    compare(*random_position(random, source(random, ruleset), size, turns, ruleset), ruleset)


def compare_many(positions: int) -> tuple[int, int]:
    """Compare random positions; return the number of plays and of pieces on the boards."""
    plays = pieces = 0
    for seed in range(positions):
        random = Random(seed)
        size = random.choice((6, 6, 6, 6, 1, 2, 3, 4, 5, MAX_HAND_SIZE))
        ruleset = (RULESET, *SCORED.values())[seed % (len(SCORED) + 1)]
        source = SOURCES[seed % len(SOURCES)](random, ruleset)
        board, hand = random_position(random, source, size, random.randint(1, MAX_TURNS), ruleset)
        plays += compare(board, hand, ruleset)
        pieces += len(board)
    return plays, pieces


if __name__ == "__main__":
    positions = int(sys.argv[1])
    plays, pieces = compare_many(positions)
    sys.stdout.write(
        f"{positions} positions with {plays} plays: all equal, "
        f"{pieces / positions:.0f} pieces per board\n"
    )
