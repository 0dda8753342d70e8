"""Generating and laying plays."""

from __future__ import annotations

import time
from random import Random

import pytest

from qwirkle.engine import movegen
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import Faces
from tests import oracle
from tests.bench.measure import Benchmark, compare, measure, timed
from tests.positions import RULESET, FromBag, play_on

pytestmark = pytest.mark.benchmark(timer=time.process_time)


def boards(pieces: int, count: int = 8) -> list[tuple[Board, Faces]]:
    """Boards of about that many pieces with a hand of six."""
    found = []
    seed = 0
    while len(found) < count:
        seed += 1
        for turns in range(pieces // 3, pieces + 1):
            board, hand = play_on(Random(seed), FromBag(Random(seed)), 6, turns)
            if len(board) >= pieces and len(hand) == 6:
                found.append((board, hand))
                break
    return found


@pytest.mark.parametrize("pieces", [10, 30, 50, 80])
def bench_plays(benchmark: Benchmark, pieces: int) -> None:
    """Every play of one hand."""
    given = boards(pieces)

    def work() -> None:
        for board, hand in given:
            movegen.plays(board, hand, RULESET)

    measure(benchmark, f"plays of {len(given)} hands, {pieces} pieces", work, 20)
    board, hand = given[0]
    naive = timed(lambda: oracle.plays(board.cells, hand, RULESET.qwirkle_bonus), 1)
    compare(benchmark, "the naive oracle", naive * len(given))


def bench_lay(benchmark: Benchmark) -> None:
    """Laying a turn on a board."""
    board, hand = boards(50, 1)[0]
    pieces = max(movegen.plays(board, hand, RULESET), key=lambda play: len(play[0]))[0]
    measure(benchmark, "laying a turn, 50 pieces", lambda: board.lay(pieces), 50, 100)
    cells = [(face, x, y) for (x, y), face in board.cells.items()]
    compare(benchmark, "building the board anew", timed(lambda: Board.of((*cells, *pieces)), 20))
