"""Validates moves against the rules (R3 to R8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qwirkle.engine.board import FARTHEST, LONGEST, Board, Line
from qwirkle.engine.movegen import largest_sets
from qwirkle.engine.moves import Move, Pass, Place, Redraw, Roll, Trade
from qwirkle.engine.pieces import SAME_COLOUR, SAME_SHAPE, Cell, Face, Faces, Laid, mask_of
from qwirkle.engine.refusal import Reason, Refusal
from qwirkle.engine.variant import Variant
from qwirkle.engine.view import ENDED, PLAYER_STAGES, View

MIDDLE = FARTHEST // 2
"""Largest coordinate of an opening piece, so that no game reaches the edge of the board."""


def check(view: View, move: Move) -> None:
    """Raise IllegalMove if this seat may not make this move now."""
    if view.stage in ENDED:
        raise Refusal(Reason.GAME_OVER)
    if view.stage not in PLAYER_STAGES:
        raise Refusal(Reason.NOT_NOW)
    if view.seat != view.player:
        raise Refusal(Reason.NOT_YOUR_TURN)
    match move:
        case Place(pieces) if view.opening:
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
            if not view.options.redraw:
                raise Refusal(Reason.NO_REDRAW)
        case Pass():  # pragma: no branch
            if not view.options.pass_:
                raise Refusal(Reason.NO_PASS)


def _check_trade(view: View, faces: Faces) -> None:
    options, found = view.options, len(faces)
    if not options.trade:
        raise Refusal(_why_no_trade(view))
    if not faces:
        raise Refusal(Reason.TRADE_NOTHING)
    if Counter(faces) - Counter(view.hand):
        raise Refusal(Reason.NOT_IN_HAND)
    if found < options.trade_from:
        raise Refusal(Reason.TRADE_TOO_FEW, found=found, expected=options.trade_from)
    if found > options.trade:
        most = view.variant.most_traded
        if found > most:
            raise Refusal(Reason.TRADE_OVER_LIMIT, found=found, expected=most)
        raise Refusal(Reason.TRADE_TOO_MANY, found=found, expected=options.trade)


def _why_no_trade(view: View) -> Reason:
    trading = view.variant.trade
    if not view.variant.trades:
        return Reason.NO_TRADE
    only_if_stuck = "trade" not in view.variant.place_step.instead
    if view.opening or view.options.forced_roll or (view.options.place and only_if_stuck):
        return Reason.TRADE_NOT_NOW
    if view.bag_size < max(trading.bag, trading.least):
        return Reason.TRADE_EMPTY_BAG
    return Reason.DEAD_TABLE


def _check_forced_roll(view: View, faces: Faces) -> None:
    if not view.options.forced_roll:
        raise Refusal(_why_no_forced_roll(view), expected=view.variant.opening.least)
    if Counter(faces) != Counter(view.hand):
        raise Refusal(Reason.ROLL_ALL)


def _why_no_forced_roll(view: View) -> Reason:
    if view.variant.pieces.rolls == "nothing":
        return Reason.NO_ROLL
    if view.opening:
        return Reason.CAN_OPEN
    if view.options.dead:
        return Reason.DEAD_HAND
    # Even if nothing fits, the variant may not have a forced roll.
    return Reason.NOT_STUCK if view.options.place else Reason.NO_ROLL


def _check_free_roll(view: View, faces: Faces) -> None:
    if not view.options.free_roll:
        raise Refusal(Reason.NO_ROLL)
    if not faces:
        raise Refusal(Reason.ROLL_NOTHING)
    if Counter(faces) - Counter(view.hand):
        raise Refusal(Reason.NOT_IN_HAND)


def _check_placement(view: View, pieces: tuple[Laid, ...]) -> None:
    board = view.board
    cells = _check_pieces(board, view.hand, pieces)
    _check_common(pieces, cells)
    _check_one_line(board, cells)
    if not any(cell in board.fits for cell in cells):
        raise Refusal(Reason.TOUCHES_NOTHING, cells)
    for line in board.lay(pieces).lines_of(pieces):
        _check_line(line, view.variant)


def check_lying(board: Board, piece: Laid, variant: Variant) -> None:
    """Raise IllegalMove if no turn could place this piece there (R4, R7)."""
    _, x, y = piece
    if (x, y) in board.cells:
        raise Refusal(Reason.CELL_TAKEN, ((x, y),))
    if max(abs(x), abs(y)) > FARTHEST:
        raise Refusal(Reason.OFF_THE_TABLE, ((x, y),))
    for line in board.lay([piece]).lines_of([piece]):
        _check_line(line, variant)


def _check_opening(view: View, pieces: tuple[Laid, ...]) -> None:
    """Check that the opening places a complete largest set in one line (R3)."""
    empty = view.board
    cells = _check_pieces(empty, view.hand, pieces)
    sets = largest_sets(view.hand)
    if not view.options.place:
        raise Refusal(Reason.SET_TOO_SMALL, cells, expected=view.variant.opening.least)
    if tuple(sorted(face for face, _, _ in pieces)) not in sets:
        raise Refusal(Reason.NOT_THE_LARGEST_SET, cells, expected=len(sets[0]))
    _check_one_line(empty, cells)
    outside = tuple(cell for cell in cells if max(map(abs, cell)) > MIDDLE)
    if outside:
        raise Refusal(Reason.OFF_THE_TABLE, outside)


def _check_pieces(board: Board, hand: Faces, pieces: tuple[Laid, ...]) -> tuple[Cell, ...]:
    """Check that the pieces are in the hand and their cells are free; return the cells."""
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
    """Check that the pieces share a colour or a shape (R5), and no two are equal (R4)."""
    faces = [face for face, _, _ in pieces]
    for index, cell in enumerate(cells):
        if faces[index] in faces[:index]:
            raise Refusal(Reason.SAME_PIECE_TWICE, (cell,))
    if not _share_one_thing(faces):
        raise Refusal(Reason.NOTHING_IN_COMMON, cells)


def _check_one_line(board: Board, cells: tuple[Cell, ...]) -> None:
    """Check that the cells are in one line without gaps (R5)."""
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


def _check_line(line: Line, variant: Variant) -> None:
    """Check R4: one colour and different shapes, or one shape and different colours."""
    longest = variant.pieces.shapes if line.of_one_colour else variant.pieces.colours
    if len(line.faces) > longest:
        raise Refusal(Reason.LINE_TOO_LONG, line.cells, expected=longest)
    if len(set(line.faces)) < len(line.faces):
        raise Refusal(Reason.LINE_REPEATS, line.cells)
    if not _share_one_thing(line.faces):
        raise Refusal(Reason.LINE_MIXED, line.cells)


def is_line(faces: Sequence[Face]) -> bool:
    """Return True if these faces can form a line (R4)."""
    return len(set(faces)) == len(faces) <= LONGEST and _share_one_thing(faces)


def _share_one_thing(faces: Sequence[Face]) -> bool:
    mask, first = mask_of(faces), faces[0]
    return not (mask & ~SAME_COLOUR[first] and mask & ~SAME_SHAPE[first])
