"""Plays and odds where the table ends: no cell is farther than 200 from the middle."""

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


def pushed(seed: int, side: tuple[int, int]) -> tuple[list[PieceAt], Faces]:
    """A board of random play with a hand, pushed so far that it is up to five cells from an end."""
    random = Random(seed)
    source = (TileSource, DiceSource)[seed % 2](random)
    board, hand = random_position(random, source, 6, 1 + seed % 12)
    moved = []
    for axis, way in enumerate(side):
        ends = [cell[axis] for cell in board.cells]
        far = FARTHEST - seed % 6
        moved.append({-1: -far - min(ends), 0: 0, 1: far - max(ends)}[way])
    dx, dy = moved
    return [(face, x + dx, y + dy) for (x, y), face in board.cells.items()], hand


def told(board: list[PieceAt], hand: Faces) -> bytes:
    """A position as the commands take it."""
    return position_line(
        [[FACE_TEXTS[face], x, y] for face, x, y in board], [FACE_TEXTS[f] for f in hand]
    )


@pytest.mark.parametrize(("variant", "first"), [("tiles", 0), ("cubes", 1)])
@pytest.mark.parametrize("side", SIDES)
def test_plays_stay_on_the_table(run: Run, side: tuple[int, int], variant: str, first: int) -> None:
    """At every end of the table all placements that stay on it are offered, and no other."""
    positions = [pushed(seed, side) for seed in range(first, 12, 2)]
    answer = run("plays", "--variant", variant, given=b"".join(told(*asked) for asked in positions))
    for (board, hand), found in zip(positions, answer.objects(), strict=True):
        table = {(x, y): face for face, x, y in board}
        offered = {
            frozenset((FACE_TEXTS.index(face), x, y) for face, x, y in play["pieces"]): play[
                "points"
            ]
            for play in found["plays"]
        }
        assert offered == oracle.plays(table, hand, oracle.Scoring())
        assert len(offered) == len(found["plays"])


@pytest.mark.parametrize("side", SIDES)
def test_odds_count_on_nothing_off_the_table(run: Run, side: tuple[int, int]) -> None:
    """Dice that are kept score at every end of the table what the best placement on it scores."""
    positions = [pushed(2 * seed + 1, side) for seed in range(6)]
    given = b"".join(told(*asked) for asked in positions)
    plays = run("plays", "--variant", "cubes", given=given).objects()
    odds = run("odds", "--variant", "cubes", given=given).objects()
    for best, found in zip(plays, odds, strict=True):
        if best["plays"]:
            assert found["keep_all"] == best["plays"][0]["points"]


def test_a_corner_has_two_ways_out(run: Run) -> None:
    """A piece in the corner of the table can be joined from two sides, not from four."""
    (found,) = run(
        "plays", "--variant", "tiles", given=position_line([["Rc", 200, -200]], ["Rs"])
    ).objects()
    assert [play["pieces"] for play in found["plays"]] == [[["Rs", 199, -200]], [["Rs", 200, -199]]]
