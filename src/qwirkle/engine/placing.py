"""Placing: whether pieces may be laid where a player wants them (R3 to R8)."""

from __future__ import annotations

from qwirkle.engine.board import FARTHEST, Board, Line
from qwirkle.engine.movegen import largest_sets
from qwirkle.engine.pieces import SAME_COLOUR, SAME_SHAPE, Cell, Faces, Laid
from qwirkle.engine.refusal import Reason, Refusal

MIDDLE = FARTHEST // 2
"""No coordinate of a first piece is larger, so that no game can run out of table."""

LONGEST_LINE = 6


def check_placement(board: Board, hand: Faces, pieces: tuple[Laid, ...]) -> None:
    """Refuse pieces that may not be laid on a table where some lie already."""
    cells = _check_pieces(board, hand, pieces)
    _check_common(pieces, cells)
    _check_one_line(board, cells)
    if not any(cell in board.fits for cell in cells):
        raise Refusal(Reason.TOUCHES_NOTHING, cells)
    for line in board.lay(pieces).lines_of(pieces):
        _check_line(line)


def check_opening(hand: Faces, pieces: tuple[Laid, ...], empty: Board) -> None:
    """Refuse a first play that is not a whole largest set in one line (R3)."""
    cells = _check_pieces(empty, hand, pieces)
    sets = largest_sets(hand)
    if tuple(sorted(face for face, _, _ in pieces)) not in sets:
        raise Refusal(Reason.NOT_THE_LARGEST_SET, cells, expected=len(sets[0]))
    _check_one_line(empty, cells)
    outside = tuple(cell for cell in cells if max(map(abs, cell)) > MIDDLE)
    if outside:
        raise Refusal(Reason.OFF_THE_TABLE, outside)


def _check_pieces(board: Board, hand: Faces, pieces: tuple[Laid, ...]) -> tuple[Cell, ...]:
    """Every piece comes from the hand and goes to a free cell of its own."""
    if not pieces:
        raise Refusal(Reason.NOTHING_LAID)
    cells = tuple((x, y) for _, x, y in pieces)
    faces = [face for face, _, _ in pieces]
    missing = {face for face in faces if faces.count(face) > hand.count(face)}
    if missing:
        raise Refusal(Reason.NOT_IN_HAND, tuple((x, y) for face, x, y in pieces if face in missing))
    for index, cell in enumerate(cells):
        if cell in board.cells or cell in cells[:index]:
            raise Refusal(Reason.CELL_TAKEN, (cell,))
        if max(map(abs, cell)) > FARTHEST:
            raise Refusal(Reason.OFF_THE_TABLE, (cell,))
    return cells


def _check_common(pieces: tuple[Laid, ...], cells: tuple[Cell, ...]) -> None:
    """R5: they share a colour or a shape, and R4: no two are alike."""
    first = pieces[0][0]
    laid = 0
    for (face, _, _), cell in zip(pieces, cells, strict=True):
        if laid >> face & 1:
            raise Refusal(Reason.SAME_PIECE_TWICE, (cell,))
        laid |= 1 << face
    if laid & ~SAME_COLOUR[first] and laid & ~SAME_SHAPE[first]:
        raise Refusal(Reason.NOTHING_IN_COMMON, cells)


def _check_one_line(board: Board, cells: tuple[Cell, ...]) -> None:
    """R5: after placing they lie in one and the same unbroken line."""
    columns = {x for x, _ in cells}
    rows = {y for _, y in cells}
    if len(columns) > 1 and len(rows) > 1:
        raise Refusal(Reason.NOT_ONE_LINE, cells)
    gaps = tuple(
        (x, y)
        for x in range(min(columns), max(columns) + 1)
        for y in range(min(rows), max(rows) + 1)
        if (x, y) not in cells and (x, y) not in board.cells
    )
    if gaps:
        raise Refusal(Reason.GAP, gaps)


def _check_line(line: Line) -> None:
    """R4: one colour and different shapes, or one shape and different colours."""
    if len(line.faces) > LONGEST_LINE:
        raise Refusal(Reason.LINE_TOO_LONG, line.cells)
    if len(set(line.faces)) < len(line.faces):
        raise Refusal(Reason.LINE_REPEATS, line.cells)
    first = line.faces[0]
    laid = 0
    for face in line.faces:
        laid |= 1 << face
    if laid & ~SAME_COLOUR[first] and laid & ~SAME_SHAPE[first]:
        raise Refusal(Reason.LINE_MIXED, line.cells)
