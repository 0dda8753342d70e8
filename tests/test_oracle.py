"""The engine finds the plays of the naive oracle; `python -m tests.test_oracle 5000` tries more."""

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
MOST_TURNS = 30
MOST_IN_HAND = 8


def compare(board: Board, hand: Faces, ruleset: Variant = RULESET) -> int:
    """Hold the engine against the oracle in one position; how many plays it has."""
    found = movegen.generate_plays(board, hand, ruleset)
    expected = oracle.plays(board.cells, hand, oracle.Scoring.of(ruleset))
    where = f"{board!r} {hand}"
    assert {frozenset(pieces): points for pieces, points in found} == expected, where
    assert len(found) == len(expected), where
    assert all(list(pieces) == sorted(pieces, key=lambda laid: laid[1:]) for pieces, _ in found)
    best = movegen.best_play(board, hand, ruleset)
    assert best == (movegen.sort_plays(found)[0] if found else None), where
    for pieces, points in found[:: len(found) // 4 + 1]:
        assert score_placement(board.place(pieces), pieces, ruleset) == points, where
    for cell, fit in board.allowed_faces.items():
        alone = [face for face in range(36) if oracle.is_legal(board.cells, ((face, *cell),))]
        assert fit == sum(1 << face for face in alone), where
    return len(found)


@pytest.mark.parametrize("source", SOURCES)
@settings(max_examples=40)
@given(
    turns=st.integers(1, MOST_TURNS),
    size=st.sampled_from((6, 6, 6, 1, 2, 3, 4, 5)),
    seed=st.integers(0, 2**32),
)
def test_plays_and_points_are_those_of_the_oracle(
    source: type[TileSource | DiceSource], turns: int, size: int, seed: int
) -> None:
    """Plays, points and fitting faces equal those of a naive reading of the rules (R4 to R10)."""
    random = Random(seed)
    compare(*random_position(random, source(random), size, turns))


@pytest.mark.parametrize("name", [name for name in SCORED if name != "plain"])
@pytest.mark.parametrize("source", SOURCES)
@settings(max_examples=10)
@given(turns=st.integers(1, 16), size=st.sampled_from((6, 4, 3)), seed=st.integers(0, 2**32))
def test_other_colours_shapes_and_points_are_those_of_the_oracle(
    name: str, source: type[TileSource | DiceSource], turns: int, size: int, seed: int
) -> None:
    """With fewer colours or shapes, and points by length, plays and points are right (R4)."""
    random, ruleset = Random(seed), SCORED[name]
    compare(*random_position(random, source(random, ruleset), size, turns, ruleset), ruleset)


def compare_many(positions: int) -> tuple[int, int]:
    """Compare that many positions; the plays in them and the pieces on their boards."""
    plays = pieces = 0
    for seed in range(positions):
        random = Random(seed)
        size = random.choice((6, 6, 6, 6, 1, 2, 3, 4, 5, MOST_IN_HAND))
        ruleset = (RULESET, *SCORED.values())[seed % (len(SCORED) + 1)]
        source = SOURCES[seed % len(SOURCES)](random, ruleset)
        board, hand = random_position(random, source, size, random.randint(1, MOST_TURNS), ruleset)
        plays += compare(board, hand, ruleset)
        pieces += len(board)
    return plays, pieces


if __name__ == "__main__":
    wanted = int(sys.argv[1])
    plays, pieces = compare_many(wanted)
    sys.stdout.write(
        f"{wanted} positions with {plays} plays are equal; {pieces / wanted:.0f} pieces a board\n"
    )
