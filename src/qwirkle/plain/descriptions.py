"""Pieces, cells, hands, lines and players as text. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from qwirkle.engine.board import Board, Line
from qwirkle.engine.pieces import Cell, Face, PieceAt, colour_of, shape_of
from qwirkle.i18n import tr, trn
from qwirkle.presenter.frame import Frame, LegalCell, SeatInfo
from qwirkle.text.events import signed_points
from qwirkle.text.rules import colour_names, shape_names
from qwirkle.text.status import ControlLabels


def piece_name(face: Face) -> str:
    """Name a piece by colour and shape.

    >>> piece_name(7)
    'orange square'
    """
    return tr("{colour} {shape}", colour=colour_names()[colour_of(face)], shape=_shape(face))


def _shape(face: Face) -> str:
    return shape_names()[shape_of(face)]


def cell_text(cell: Cell) -> str:
    """Format a cell the way the user types it.

    >>> cell_text((4, -1))
    '4,-1'
    """
    return f"{cell[0]},{cell[1]}"


def placements_text(pieces: Iterable[PieceAt]) -> str:
    """List pieces with their cells.

    >>> placements_text([(0, 2, 0), (7, 3, 0)])
    'red circle at 2,0; orange square at 3,0'
    """
    return "; ".join(
        tr("{piece} at {cell}", piece=piece_name(face), cell=cell_text((x, y)))
        for face, x, y in pieces
    )


def hand_text(frame: Frame) -> str:
    """List the hand with piece numbers, noting placed and just rolled pieces."""
    pieces = []
    for slot in frame.hand:
        text = f"{slot.number} {piece_name(slot.face)}"
        if slot.laid:
            text = tr("{piece} (laid)", piece=text)
        elif slot.rolled:
            text = tr("{piece} (just rolled)", piece=text)
        pieces.append(text)
    return tr("Hand: {pieces}.", pieces=", ".join(pieces)) if pieces else tr("The hand is empty.")


def legal_cells_text(face: Face, legal_cells: Iterable[LegalCell]) -> str:
    """List the cells where a piece fits, best-scoring first."""
    ordered = sorted(legal_cells, key=lambda each: (-(each.points or 0), each.cell))
    if not ordered:
        return tr("{piece} fits nowhere now.", piece=piece_name(face))
    cells = ", ".join(
        cell_text(each.cell)
        if each.points is None
        else tr("{cell} {points}", cell=cell_text(each.cell), points=signed_points(each.points))
        for each in ordered
    )
    return tr("{piece} goes to: {cells}.", piece=piece_name(face), cells=cells)


def find_lines(board: Board, min_length: int) -> list[Line]:
    """Return the lines of at least `min_length` pieces, longest first."""
    lines = {line.cells: line for line in board.lines_through(tuple(_placements(board)))}
    long_lines = [line for line in lines.values() if len(line.cells) >= min_length]
    return sorted(long_lines, key=lambda line: (-len(line.cells), line.cells))


def _placements(board: Board) -> Iterator[PieceAt]:
    for (x, y), face in board.cells.items():
        yield face, x, y


def line_text(line: Line, board: Board, in_game: Iterable[Face]) -> str:
    """Describe a line: its pieces and cells, and what fits at each end."""
    first, last = line.cells[0], line.cells[-1]
    is_horizontal = first[1] == last[1]
    text = tr(
        "{count} {way} from {first} to {last}: {pieces}.",
        count=len(line.cells),
        way=tr("across") if is_horizontal else tr("down"),
        first=cell_text(first),
        last=cell_text(last),
        pieces=", ".join(map(piece_name, line.faces)),
    )
    step = (1, 0) if is_horizontal else (0, 1)
    ends = ((first[0] - step[0], first[1] - step[1]), (last[0] + step[0], last[1] + step[1]))
    extensions = [
        tr(
            "{cell} {pieces}",
            cell=cell_text(cell),
            pieces=tr(" or ").join(map(piece_name, fitting_faces)),
        )
        for cell in ends
        if (
            fitting_faces := [
                face for face in in_game if board.allowed_faces.get(cell, 0) >> face & 1
            ]
        )
    ]
    if not extensions:
        return tr("{told} Nothing can join it now.", told=text)
    return tr("{told} It lacks: {lacking}.", told=text, lacking="; ".join(extensions))


def row_texts(board: Board) -> Iterator[str]:
    """Describe the board row by row from the top, each piece with its column."""
    columns, rows = board.bounds
    for y in rows:
        pieces = ", ".join(
            f"{x} {piece_name(board.cells[x, y])}" for x in columns if (x, y) in board.cells
        )
        yield tr("Row {row}: {pieces}.", row=y, pieces=pieces)


def cell_contents_text(cell: Cell, board: Board, in_game: Iterable[Face]) -> str:
    """Describe a cell: its piece, or the pieces that fit there."""
    face = board.cells.get(cell)
    if face is not None:
        return tr("At {cell} lies {piece}.", cell=cell_text(cell), piece=piece_name(face))
    fitting_faces = [face for face in in_game if board.allowed_faces.get(cell, 0) >> face & 1]
    if not fitting_faces:
        return tr("At {cell} lies nothing, and nothing fits there now.", cell=cell_text(cell))
    return tr(
        "At {cell} lies nothing; there fits {pieces}.",
        cell=cell_text(cell),
        pieces=tr(" or ").join(map(piece_name, fitting_faces)),
    )


def seat_text(seat: SeatInfo) -> str:
    """Describe a player: score, points of the last turn, and dice if hands are open."""
    text = tr("{name} {score}", name=seat.name, score=seat.score)
    if seat.gain is not None:
        text = tr("{told} ({gain})", told=text, gain=signed_points(seat.gain))
    if seat.to_move:
        text = tr("{told}, to move", told=text)
    if seat.hand:
        text = tr("{told}, holds {pieces}", told=text, pieces=_piece_list_text(seat.hand))
    return tr("{told}.", told=text)


def _piece_list_text(faces: Iterable[Face]) -> str:
    return ", ".join(map(piece_name, faces))


def bag_lines(frame: Frame, *, purist: bool) -> Iterator[str]:
    """Count the bag and, unless `purist`, the unseen pieces by colour."""
    yield trn("The bag holds {count} piece.", "The bag holds {count} pieces.", frame.bag)
    if purist:
        return
    unseen: dict[int, list[str]] = {}
    for piece_count in frame.stock:
        if piece_count.unseen:
            name = _shape(piece_count.faces[0]) if len(piece_count.faces) == 1 else tr("dice")
            unseen.setdefault(colour_of(piece_count.faces[0]), []).append(
                f"{piece_count.unseen} {name}"
            )
    for colour, kinds in unseen.items():
        kinds_text = ", ".join(kinds)
        yield tr("Unseen {colour}: {kinds}.", colour=colour_names()[colour], kinds=kinds_text)
    if not unseen:
        yield tr("Nothing is unseen.")


def command_labels() -> ControlLabels:
    """Return the commands that replace key names in sentences, by key-binding id."""
    return {
        "table.play": tr("“play”"),
        "table.keep": tr("“keep”"),
        "table.roll-these": tr("“roll”"),
        "table.roll-all": tr("“roll”"),
        "table.redraw": tr("“redraw”"),
        "table.pass": tr("“pass”"),
        "table.take-hint": tr("“take”"),
        "table.hint": tr("“hint”"),
        "table.clear": tr("“clear”"),
        "table.result": tr("“scores”"),
    }
