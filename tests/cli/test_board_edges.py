"""Plays and odds at the edge of the board, 200 cells from the centre."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from qwirkle.engine.pieces import FACE_TEXTS, Faces, PieceAt
from tests import oracle
from tests.cli.conftest import Run, position_line
from tests.sample_positions import DiceSource, TileSource, random_position

FARTHEST = 200
SIDES = [side for side in product((-1, 0, 1), repeat=2) if any(side)]


def position_at_edge(seed: int, side: tuple[int, int]) -> tuple[list[PieceAt], Faces]:
    """Board and hand from random play, moved to within five cells of an edge."""
    random = Random(seed)
    source = (TileSource, DiceSource)[seed % 2](random)
    board, hand = random_position(random, source, 6, 1 + seed % 12)
    offsets = []
    for axis, direction in enumerate(side):
        ends = [cell[axis] for cell in board.cells]
        far = FARTHEST - seed % 6
        offsets.append({-1: -far - min(ends), 0: 0, 1: far - max(ends)}[direction])
    dx, dy = offsets
    return [(face, x + dx, y + dy) for (x, y), face in board.cells.items()], hand


def input_line(board: list[PieceAt], hand: Faces) -> bytes:
    """Encode a position as one line of input."""
    return position_line(
        [[FACE_TEXTS[face], x, y] for face, x, y in board], [FACE_TEXTS[f] for f in hand]
    )


@pytest.mark.parametrize(("variant", "first"), [("tiles", 0), ("cubes", 1)])
@pytest.mark.parametrize("side", SIDES)
def test_plays_stay_on_the_board(run: Run, side: tuple[int, int], variant: str, first: int) -> None:
    """At each edge the plays are exactly the legal ones on the board."""
    positions = [position_at_edge(seed, side) for seed in range(first, 12, 2)]
    result = run(
        "plays",
        "--variant",
        variant,
        stdin=b"".join(input_line(*position) for position in positions),
    )
    for (board, hand), entry in zip(positions, result.objects(), strict=True):
        board_cells = {(x, y): face for face, x, y in board}
        offered = {
            frozenset((FACE_TEXTS.index(face), x, y) for face, x, y in play["pieces"]): play[
                "points"
            ]
            for play in entry["plays"]
        }
        assert offered == oracle.plays(board_cells, hand, oracle.Scoring())
        assert len(offered) == len(entry["plays"])


@pytest.mark.parametrize("side", SIDES)
def test_odds_ignore_cells_off_the_board(run: Run, side: tuple[int, int]) -> None:
    """At each edge `keep_all` equals the points of the best legal play."""
    positions = [position_at_edge(2 * seed + 1, side) for seed in range(6)]
    stdin = b"".join(input_line(*position) for position in positions)
    plays = run("plays", "--variant", "cubes", stdin=stdin).objects()
    odds = run("odds", "--variant", "cubes", stdin=stdin).objects()
    for plays_entry, odds_entry in zip(plays, odds, strict=True):
        if plays_entry["plays"]:
            assert odds_entry["keep_all"] == plays_entry["plays"][0]["points"]


def test_a_corner_has_two_neighbours(run: Run) -> None:
    """A piece in the corner of the board has two free neighbours, not four."""
    (entry,) = run(
        "plays", "--variant", "tiles", stdin=position_line([["Rc", 200, -200]], ["Rs"])
    ).objects()
    assert [play["pieces"] for play in entry["plays"]] == [[["Rs", 199, -200]], [["Rs", 200, -199]]]
