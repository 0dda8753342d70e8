"""Generating and laying plays."""

from __future__ import annotations

import time
from random import Random

import pytest

from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Faces
from tests import oracle
from tests.sample_positions import RULESET, TileSource, random_position
from tests.tools.bench.measure import Benchmark, compare, measure, timed

pytestmark = pytest.mark.benchmark(timer=time.process_time)


NEAR = 3
A_TURN = 1.6
"""About how many pieces random play lays in a turn."""


def boards(pieces: int, count: int = 1) -> list[tuple[Board, Faces]]:
    """Boards of about that many pieces from different games, each with a hand of six."""
    found: list[tuple[Board, Faces]] = []
    seed = 0
    while len(found) < count:
        seed += 1
        turns = round(pieces / A_TURN)
        board, hand = random_position(Random(seed), TileSource(Random(-seed)), 6, turns)
        if abs(len(board) - pieces) <= NEAR and len(hand) == 6:
            found.append((board, hand))
    return found


@pytest.mark.parametrize("pieces", [10, 30, 50, 80])
def bench_plays(benchmark: Benchmark, pieces: int) -> None:
    """Every play of one hand, each hand on a board that was never looked at before."""
    rounds, calls = 10, 8
    given = iter(boards(pieces, (rounds + 2) * calls))

    def generate() -> None:
        movegen.generate_plays(*next(given), RULESET)

    measure(benchmark, f"plays of a hand, {pieces} pieces", generate, rounds, calls)
    naive = iter(boards(pieces, 8))

    def search() -> None:
        board, hand = next(naive)
        oracle.plays(board.cells, hand, oracle.Scoring.of(RULESET))

    compare(benchmark, "the naive oracle", timed(search, 8))


def bench_lay(benchmark: Benchmark) -> None:
    """Laying a turn, each on a board that has not laid it before: a board remembers its last."""
    rounds, calls = 10, 8
    chosen = [
        (board, max(movegen.generate_plays(board, hand, RULESET), key=lambda play: len(play[0]))[0])
        for board, hand in boards(50, (rounds + 2) * calls)
        if movegen.generate_plays(board, hand, RULESET)
    ]
    calls = len(chosen) // (rounds + 2)
    given = iter(chosen)

    def lay() -> None:
        board, pieces = next(given)
        board.place(pieces)

    measure(benchmark, "laying a turn, 50 pieces", lay, rounds, calls)
    board, pieces = chosen[0]
    cells = [(face, x, y) for (x, y), face in board.cells.items()]
    compare(benchmark, "building the board anew", timed(lambda: Board.of((*cells, *pieces)), 20))
