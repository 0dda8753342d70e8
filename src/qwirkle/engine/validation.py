"""Validates moves against the rules (R3 to R8, T2, J4, C3, C4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qwirkle.engine.board import MAX_COORDINATE, MAX_LINE_LENGTH, Board, Line
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.movegen import largest_sets
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import SAME_COLOUR, SAME_SHAPE, Cell, Face, Faces, PieceAt, face_mask
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import ENDED_STAGES, PLAYER_STAGES, View

MAX_OPENING_COORDINATE = MAX_COORDINATE // 2
"""Largest coordinate of an opening piece, so that no game reaches the edge of the board."""


def validate_move(view: View, move: Move) -> None:
    """Raise IllegalMove if this seat may not make this move now."""
    if view.stage in ENDED_STAGES:
        raise IllegalMove(Reason.GAME_OVER)
    if view.stage not in PLAYER_STAGES:
        raise IllegalMove(Reason.NOT_NOW)
    if view.seat != view.seat_to_move:
        raise IllegalMove(Reason.NOT_YOUR_TURN)
    match move:
        case Place(pieces) if view.is_opening:
            _check_opening(view, pieces)
        case Place(pieces):
            _check_placement(view, pieces)
        case Trade(faces):
            _check_trade(view, faces)
        case Roll(faces, forced=True):
            _check_forced_roll(view, faces)
        case Roll(faces):
            _check_free_roll(view, faces)
        case Redraw():
            if not view.options.can_redraw:
                raise IllegalMove(Reason.NO_REDRAW)
        case Pass():  # pragma: no branch
            if not view.options.can_pass:
                raise IllegalMove(Reason.NO_PASS)


def _check_trade(view: View, faces: Faces) -> None:
    options, count = view.options, len(faces)
    if not options.max_trade:
        raise IllegalMove(_illegal_trade_reason(view))
    if not faces:
        raise IllegalMove(Reason.TRADE_NOTHING)
    if Counter(faces) - Counter(view.hand):
        raise IllegalMove(Reason.NOT_IN_HAND)
    if count < options.min_trade:
        raise IllegalMove(Reason.TRADE_TOO_FEW, found=count, expected=options.min_trade)
    if count > options.max_trade:
        max_trade = view.variant.max_trade
        if count > max_trade:
            raise IllegalMove(Reason.TRADE_OVER_LIMIT, found=count, expected=max_trade)
        raise IllegalMove(Reason.TRADE_TOO_MANY, found=count, expected=options.max_trade)


def _illegal_trade_reason(view: View) -> Reason:
    rule = view.variant.trade
    if not view.variant.allows_trading:
        return Reason.NO_TRADE
    only_if_stuck = "trade" not in view.variant.place_step.instead
    if view.is_opening or view.options.must_roll or (view.options.can_place and only_if_stuck):
        return Reason.TRADE_NOT_NOW
    if view.bag_size < max(rule.min_bag_size, rule.min_pieces):
        return Reason.TRADE_BAG_TOO_SMALL
    return Reason.BLOCKED_BOARD


def _check_forced_roll(view: View, faces: Faces) -> None:
    if not view.options.must_roll:
        raise IllegalMove(_illegal_roll_reason(view), expected=view.variant.opening.min_pieces)
    if Counter(faces) != Counter(view.hand):
        raise IllegalMove(Reason.ROLL_ALL)


def _illegal_roll_reason(view: View) -> Reason:
    if not view.variant.has_dice:
        return Reason.NO_ROLL
    if view.is_opening:
        return Reason.CAN_OPEN
    if view.options.is_hand_unplayable:
        return Reason.UNPLAYABLE_HAND
    # Even if nothing fits, the variant may not have a forced roll.
    return Reason.NOT_STUCK if view.options.can_place else Reason.NO_ROLL


def _check_free_roll(view: View, faces: Faces) -> None:
    if not view.options.can_roll_free:
        raise IllegalMove(Reason.NO_ROLL)
    if not faces:
        raise IllegalMove(Reason.ROLL_NOTHING)
    if Counter(faces) - Counter(view.hand):
        raise IllegalMove(Reason.NOT_IN_HAND)


def _check_placement(view: View, pieces: tuple[PieceAt, ...]) -> None:
    board = view.board
    cells = _check_pieces(board, view.hand, pieces)
    _check_common_attribute(pieces, cells)
    _check_one_line(board, cells)
    if not any(cell in board.allowed_faces for cell in cells):
        raise IllegalMove(Reason.TOUCHES_NOTHING, cells)
    for line in board.place(pieces).lines_through(pieces):
        _check_line(line, view.variant)


def validate_piece(board: Board, piece: PieceAt, variant: Variant) -> None:
    """Raise IllegalMove if no turn could place this piece there (R4, R7)."""
    _, x, y = piece
    if (x, y) in board.cells:
        raise IllegalMove(Reason.CELL_TAKEN, ((x, y),))
    if max(abs(x), abs(y)) > MAX_COORDINATE:
        raise IllegalMove(Reason.OFF_BOARD, ((x, y),))
    for line in board.place([piece]).lines_through([piece]):
        _check_line(line, variant)


def _check_opening(view: View, pieces: tuple[PieceAt, ...]) -> None:
    """Check that the opening places a complete largest set in one line (R3)."""
    board = view.board
    cells = _check_pieces(board, view.hand, pieces)
    sets = largest_sets(view.hand)
    if not view.options.can_place:
        raise IllegalMove(Reason.SET_TOO_SMALL, cells, expected=view.variant.opening.min_pieces)
    if tuple(sorted(face for face, _, _ in pieces)) not in sets:
        raise IllegalMove(Reason.NOT_THE_LARGEST_SET, cells, expected=len(sets[0]))
    _check_one_line(board, cells)
    outside = tuple(cell for cell in cells if max(map(abs, cell)) > MAX_OPENING_COORDINATE)
    if outside:
        raise IllegalMove(Reason.OFF_BOARD, outside)


def _check_pieces(board: Board, hand: Faces, pieces: tuple[PieceAt, ...]) -> tuple[Cell, ...]:
    """Check that the pieces are in the hand and their cells are free; return the cells."""
    if not pieces:
        raise IllegalMove(Reason.NOTHING_PLACED)
    cells = tuple((x, y) for _, x, y in pieces)
    faces = [face for face, _, _ in pieces]
    missing = {face for face in faces if faces.count(face) > hand.count(face)}
    if missing:
        raise IllegalMove(
            Reason.NOT_IN_HAND, tuple((x, y) for face, x, y in pieces if face in missing)
        )
    for index, cell in enumerate(cells):
        if cell in board.cells or cell in cells[:index]:
            raise IllegalMove(Reason.CELL_TAKEN, (cell,))
        if max(map(abs, cell)) > MAX_COORDINATE:
            raise IllegalMove(Reason.OFF_BOARD, (cell,))
    return cells


def _check_common_attribute(pieces: tuple[PieceAt, ...], cells: tuple[Cell, ...]) -> None:
    """Check that the pieces share a colour or a shape (R5), and no two are equal (R4)."""
    faces = [face for face, _, _ in pieces]
    for index, cell in enumerate(cells):
        if faces[index] in faces[:index]:
            raise IllegalMove(Reason.SAME_PIECE_TWICE, (cell,))
    if not _share_colour_or_shape(faces):
        raise IllegalMove(Reason.NOTHING_IN_COMMON, cells)


def _check_one_line(board: Board, cells: tuple[Cell, ...]) -> None:
    """Check that the cells are in one line without gaps (R5)."""
    columns = {x for x, _ in cells}
    rows = {y for _, y in cells}
    if len(columns) > 1 and len(rows) > 1:
        raise IllegalMove(Reason.NOT_ONE_LINE, cells)
    gaps = tuple(
        (x, y)
        for x in range(min(columns), max(columns) + 1)
        for y in range(min(rows), max(rows) + 1)
        if (x, y) not in cells and (x, y) not in board.cells
    )
    if gaps:
        raise IllegalMove(Reason.GAP, gaps)


def _check_line(line: Line, variant: Variant) -> None:
    """Check R4: one colour and different shapes, or one shape and different colours."""
    max_length = variant.pieces.shapes if line.is_single_colour else variant.pieces.colours
    if len(line.faces) > max_length:
        raise IllegalMove(Reason.LINE_TOO_LONG, line.cells, expected=max_length)
    if len(set(line.faces)) < len(line.faces):
        raise IllegalMove(Reason.LINE_REPEATS, line.cells)
    if not _share_colour_or_shape(line.faces):
        raise IllegalMove(Reason.LINE_MIXED, line.cells)


def is_valid_line(faces: Sequence[Face]) -> bool:
    """Return True if these faces can form a line (R4)."""
    return len(set(faces)) == len(faces) <= MAX_LINE_LENGTH and _share_colour_or_shape(faces)


def _share_colour_or_shape(faces: Sequence[Face]) -> bool:
    mask, first = face_mask(faces), faces[0]
    return not (mask & ~SAME_COLOUR[first] and mask & ~SAME_SHAPE[first])
