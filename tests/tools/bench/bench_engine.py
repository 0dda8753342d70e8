"""Generating and placing plays."""

from __future__ import annotations

import time
from random import Random

import pytest

from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Faces
from tests import oracle
from tests.sample_positions import RULESET, TileSource, random_position
from tests.tools.bench.measure import Benchmark, measure, median_time, set_baseline

pytestmark = pytest.mark.benchmark(timer=time.process_time)

PIECES_PER_TURN = 1.6
"""Approximate mean number of pieces that random play places in a turn."""
SIZE_TOLERANCE = 3
"""Maximum difference between the requested and the actual number of pieces on a board."""


def boards_with_hands(pieces: int, count: int = 1) -> list[tuple[Board, Faces]]:
    """Return boards of about this many pieces from different games, each with a hand of six."""
    positions: list[tuple[Board, Faces]] = []
    seed = 0
    while len(positions) < count:
        seed += 1
        turns = round(pieces / PIECES_PER_TURN)
        board, hand = random_position(Random(seed), TileSource(Random(-seed)), 6, turns)
        if abs(len(board) - pieces) <= SIZE_TOLERANCE and len(hand) == 6:
            positions.append((board, hand))
    return positions


@pytest.mark.parametrize("pieces", [10, 30, 50, 80])
def bench_plays(benchmark: Benchmark, pieces: int) -> None:
    """Measure generating all plays of a hand, with a new board for each call."""
    rounds, calls = 10, 8
    positions = iter(boards_with_hands(pieces, (rounds + 2) * calls))

    def generate() -> None:
        movegen.generate_plays(*next(positions), RULESET)

    measure(benchmark, f"plays of a hand, {pieces} pieces", generate, rounds, calls)
    oracle_positions = iter(boards_with_hands(pieces, 8))

    def generate_naively() -> None:
        board, hand = next(oracle_positions)
        oracle.plays(board.cells, hand, oracle.Scoring.of(RULESET))

    set_baseline(benchmark, "the naive oracle", median_time(generate_naively, 8))


def bench_place(benchmark: Benchmark) -> None:
    """Measure placing a turn, with a new board for each call: a board caches its last result."""
    rounds, calls = 10, 8
    turns = [
        (board, max(movegen.generate_plays(board, hand, RULESET), key=lambda play: len(play[0]))[0])
        for board, hand in boards_with_hands(50, (rounds + 2) * calls)
        if movegen.generate_plays(board, hand, RULESET)
    ]
    calls = len(turns) // (rounds + 2)
    remaining = iter(turns)

    def place() -> None:
        board, pieces = next(remaining)
        board.place(pieces)

    measure(benchmark, "placing a turn, 50 pieces", place, rounds, calls)
    board, pieces = turns[0]
    cells = [(face, x, y) for (x, y), face in board.cells.items()]
    seconds = median_time(lambda: Board.of((*cells, *pieces)), 20)
    set_baseline(benchmark, "rebuilding the board", seconds)
