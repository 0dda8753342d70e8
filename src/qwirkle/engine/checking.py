"""Checking: whether a player may make a move now, and lay these pieces there (R3 to R8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qwirkle.engine.board import FARTHEST, QWIRKLE, Board, Line
from qwirkle.engine.movegen import largest_sets
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import SAME_COLOUR, SAME_SHAPE, Cell, Face, Faces, Laid, mask_of
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.view import PLAYER_STAGES, Stage, View

MIDDLE = FARTHEST // 2
"""No coordinate of a first piece is larger, so that no game can run out of table."""


def check(view: View, move: Move) -> None:
    """Refuse a move that this seat may not make now."""
    if view.stage not in PLAYER_STAGES:
        raise Refusal(Reason.NOT_NOW)
    if view.seat != view.player:
        raise Refusal(Reason.NOT_YOUR_TURN)
    match move:
        case Place(pieces) if view.stage is Stage.OPENING:
            check_opening(view.hand, pieces, view.board)
        case Place(pieces):
            check_placement(view.board, view.hand, pieces)
        case Trade(faces):
            _check_trade(view, faces)
        case Roll(faces, forced=True):
            _check_forced_roll(view, faces)
        case Roll(faces):
            _check_free_roll(view, faces)
        case Redraw():
            if not view.options.redraw:
                raise Refusal(Reason.NO_REDRAW)
        case Pass():  # pragma: no branch
            if not view.options.pass_:
                raise Refusal(Reason.NO_PASS)


def _check_trade(view: View, faces: Faces) -> None:
    if not view.options.trade:
        raise Refusal(Reason.NO_TRADE)
    if not faces:
        raise Refusal(Reason.TRADE_NOTHING)
    if Counter(faces) - Counter(view.hand):
        raise Refusal(Reason.NOT_IN_HAND)
    if len(faces) > view.options.trade:
        raise Refusal(Reason.TRADE_TOO_MANY, found=len(faces), expected=view.options.trade)


def _check_forced_roll(view: View, faces: Faces) -> None:
    if not view.options.forced_roll:
        raise Refusal(Reason.NOT_STUCK)
    if Counter(faces) != Counter(view.hand):
        raise Refusal(Reason.ROLL_ALL)


def _check_free_roll(view: View, faces: Faces) -> None:
    if not view.options.free_roll:
        raise Refusal(Reason.NO_ROLL)
    if not faces:
        raise Refusal(Reason.ROLL_NOTHING)
    if Counter(faces) - Counter(view.hand):
        raise Refusal(Reason.NOT_IN_HAND)


def check_placement(board: Board, hand: Faces, pieces: tuple[Laid, ...]) -> None:
    """Refuse pieces that may not be laid on a table where some lie already."""
    cells = _check_pieces(board, hand, pieces)
    _check_common(pieces, cells)
    _check_one_line(board, cells)
    if not any(cell in board.fits for cell in cells):
        raise Refusal(Reason.TOUCHES_NOTHING, cells)
    for line in board.lay(pieces).lines_of(pieces):
        _check_line(line)


def check_lying(board: Board, piece: Laid) -> None:
    """Refuse a piece that cannot lie there, whatever else its turn lays (R4, R7)."""
    _, x, y = piece
    if (x, y) in board.cells:
        raise Refusal(Reason.CELL_TAKEN, ((x, y),))
    if max(abs(x), abs(y)) > FARTHEST:
        raise Refusal(Reason.OFF_THE_TABLE, ((x, y),))
    for line in board.lay([piece]).lines_of([piece]):
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
    faces = [face for face, _, _ in pieces]
    for index, cell in enumerate(cells):
        if faces[index] in faces[:index]:
            raise Refusal(Reason.SAME_PIECE_TWICE, (cell,))
    if not _share_one_thing(faces):
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
    if len(line.faces) > QWIRKLE:
        raise Refusal(Reason.LINE_TOO_LONG, line.cells)
    if len(set(line.faces)) < len(line.faces):
        raise Refusal(Reason.LINE_REPEATS, line.cells)
    if not _share_one_thing(line.faces):
        raise Refusal(Reason.LINE_MIXED, line.cells)


def is_line(faces: Sequence[Face]) -> bool:
    """Whether these can be a line: one colour or one shape, no two alike, at most six (R4)."""
    return len(set(faces)) == len(faces) <= QWIRKLE and _share_one_thing(faces)


def _share_one_thing(faces: Sequence[Face]) -> bool:
    """Whether all of them have one colour, or all of them one shape."""
    mask, first = mask_of(faces), faces[0]
    return not (mask & ~SAME_COLOUR[first] and mask & ~SAME_SHAPE[first])
