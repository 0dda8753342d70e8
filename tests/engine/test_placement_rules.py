"""Legal and illegal placements: R4 to R8."""

from __future__ import annotations

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.moves import Place
from qwirkle.engine.pieces import Cell
from qwirkle.engine.variant import Variant
from tests.engine.game_builder import CUBES, MINDWARE, SIX_YELLOW, TILES, table
from tests.oracle import is_legal
from tests.sample_positions import parse_placement

RED_ROW = "Rc 0,0 · Rs 1,0"

LEGAL = [
    pytest.param(RED_ROW, "Rd 2,0", id="R4: one colour, different shapes"),
    pytest.param("Rc 0,0 · Oc 1,0", "Yc 2,0", id="R4: one shape, different colours"),
    pytest.param("Rc 0,0 · Rs 1,0 · Rd 2,0 · Rk 3,0 · Rb 4,0", "Rx 5,0", id="R4: up to six"),
    pytest.param(RED_ROW, "Rd -1,0 · Rk 2,0", id="R5: at both ends"),
    pytest.param(RED_ROW, "Rd -2,0 · Rk -1,0 · Rb 2,0", id="R5: two left and one right"),
    pytest.param(RED_ROW, "Oc 0,1 · Os 1,1", id="R5: a line beside another"),
    pytest.param(RED_ROW, "Oc 0,-1 · Yc 0,1", id="R5: old pieces in between"),
    pytest.param(RED_ROW, "Od -1,1 · Oc 0,1", id="R6: one of them touches"),
    pytest.param("Rc 0,0 · Rs 1,0 · Rk 0,2 · Rd 0,1", "Rb 1,1", id="R7: fits both lines"),
]

ILLEGAL = [
    pytest.param(
        RED_ROW, "Od 2,0", Reason.LINE_MIXED, ((0, 0), (1, 0), (2, 0)), id="R4: nothing shared"
    ),
    pytest.param(
        RED_ROW,
        "Oc 2,0",
        Reason.LINE_MIXED,
        ((0, 0), (1, 0), (2, 0)),
        id="R4: matches one piece only",
    ),
    pytest.param(
        RED_ROW, "Rc 2,0", Reason.LINE_REPEATS, ((0, 0), (1, 0), (2, 0)), id="R4: identical pieces"
    ),
    pytest.param(
        SIX_YELLOW,
        "Yc 6,0",
        Reason.LINE_TOO_LONG,
        tuple((x, 0) for x in range(7)),
        id="R4: a seventh of the colour",
    ),
    pytest.param(
        SIX_YELLOW,
        "Px -1,0",
        Reason.LINE_TOO_LONG,
        tuple((x, 0) for x in range(-1, 6)),
        id="R4: a seventh of another colour",
    ),
    pytest.param(
        "Yc 0,0 · Ys 1,0 · Yd 2,0 · Yk 3,0 · Yb 4,0",
        "Yd 5,0",
        Reason.LINE_REPEATS,
        tuple((x, 0) for x in range(6)),
        id="R4: a shape already in the line",
    ),
    pytest.param(
        RED_ROW, "Rd 2,0 · Oc 0,1", Reason.NOTHING_IN_COMMON, ((2, 0), (0, 1)), id="R5: two lines"
    ),
    pytest.param(
        "Rc 0,0 · Rs 1,0 · Bs 1,1",
        "Rd 2,0 · Bc 2,1",
        Reason.NOTHING_IN_COMMON,
        ((2, 0), (2, 1)),
        id="R5: a red diamond and a blue circle",
    ),
    pytest.param(
        RED_ROW,
        "Oc 0,1 · Od 1,2",
        Reason.NOT_ONE_LINE,
        ((0, 1), (1, 2)),
        id="R5: not in one row or column",
    ),
    pytest.param(
        RED_ROW, "Rd 2,0 · Rk 4,0", Reason.GAP, ((3, 0),), id="R5: a gap between the pieces"
    ),
    pytest.param(
        RED_ROW, "Rd 2,0 · Rk 0,1", Reason.NOT_ONE_LINE, ((2, 0), (0, 1)), id="R5: around a corner"
    ),
    pytest.param(
        RED_ROW,
        "Oc 0,1 · Oc 0,2",
        Reason.SAME_PIECE_TWICE,
        ((0, 2),),
        id="R4: identical pieces in one turn",
    ),
    pytest.param(SIX_YELLOW, "Gk 3,2", Reason.TOUCHES_NOTHING, ((3, 2),), id="R6: nothing nearby"),
    pytest.param(
        RED_ROW, "Rd 2,1", Reason.TOUCHES_NOTHING, ((2, 1),), id="R6: touches only a corner"
    ),
    pytest.param(
        SIX_YELLOW + " · Ps 1,1",
        "Pc 2,1",
        Reason.LINE_MIXED,
        ((2, 0), (2, 1)),
        id="R7: a purple circle beside a purple square, under the yellow row",
    ),
    pytest.param(
        "Rc 0,0 · Rs 1,0 · Od 2,1 · Os 1,1",
        "Rd 2,0 · Rk 3,0 · Rc 4,0",
        Reason.LINE_REPEATS,
        tuple((x, 0) for x in range(5)),
        id="R7: one line legal, the other not",
    ),
    pytest.param(RED_ROW, "Rd 1,0", Reason.CELL_TAKEN, ((1, 0),), id="R5: an occupied cell"),
]


@pytest.mark.parametrize("variant", [TILES, MINDWARE, CUBES], ids=lambda variant: variant.name)
@pytest.mark.parametrize(("board", "pieces"), LEGAL)
def test_legal_placements_are_accepted(variant: Variant, board: str, pieces: str) -> None:
    """R4, R5, R6, R7: the engine and the oracle accept legal placements."""
    placement = parse_placement(pieces)
    position = table(
        variant, board, " ".join(part.split()[0] for part in pieces.split(" · ")), "Px"
    )
    rules.validate_move(position.view(0), Place(placement))
    rules.validate_move(position.view(0), Place(placement[::-1]))
    assert is_legal(position.board.cells, placement)


@pytest.mark.parametrize("variant", [TILES, MINDWARE, CUBES], ids=lambda variant: variant.name)
@pytest.mark.parametrize(("board", "pieces", "reason", "cells"), ILLEGAL)
def test_illegal_placements_are_refused(
    variant: Variant, board: str, pieces: str, reason: Reason, cells: tuple[Cell, ...]
) -> None:
    """R4, R5, R6, R7: illegal placements are refused with a reason and the cells at fault."""
    hand = " ".join(part.split()[0] for part in pieces.split(" · "))
    position = table(variant, board, hand, "Px", bag="")
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(0), Place(parse_placement(pieces)))
    assert (caught.value.reason, caught.value.cells) == (reason, cells)
    assert not is_legal(position.board.cells, parse_placement(pieces))


def test_some_cells_accept_no_piece() -> None:
    """R7: no piece fits a cell between two reds and two greens."""
    position = table(TILES, "Rc 0,0 · Rs 1,0 · Gd 3,0 · Gk 4,0", "Rd")
    assert position.board.allowed_faces[2, 0] == 0


def test_a_piece_may_join_two_lines() -> None:
    """R5: a piece may close a gap if the joined line is legal."""
    position = table(TILES, "Rc 0,0 · Rs 1,0 · Rd 3,0 · Rk 4,0", "Rb Rs", "Px", bag="")
    rules.validate_move(position.view(0), Place(parse_placement("Rb 2,0")))
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(position.view(0), Place(parse_placement("Rs 2,0")))
    assert caught.value.reason is Reason.LINE_REPEATS


def test_a_gap_keeps_lines_apart() -> None:
    """R8: a piece beyond a gap belongs to another line."""
    board = table(TILES, "Gd 0,0 · Rd 0,2 · Rc 1,2 · Rs 1,1", "Px").board
    lines = board.lines_through(parse_placement("Gd 0,0 · Rd 0,2"))
    assert [line.cells for line in lines] == [((0, 2), (1, 2))]
