"""Draws a board into lines of text, plain or in the colours of the pieces."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from qwirkle.cli.output import drawing_console
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import COLOUR_LETTERS, colour_of, shape_of
from qwirkle.notation import face_text

EMPTY_CELL = "·"


def board_lines(board: Board) -> Iterator[str]:
    """The board in letters, with its coordinates."""
    if not len(board):
        return
    columns, rows = extent(board)
    yield "     " + "".join(f"{x:>4}" for x in columns)
    for y in rows:
        cells = (
            face_text(board.cells[x, y]) if (x, y) in board.cells else EMPTY_CELL for x in columns
        )
        yield f"{y:>4} " + "".join(f"{cell:>4}" for cell in cells)


def extent(board: Board) -> tuple[range, range]:
    """The columns and rows that hold pieces."""
    columns = [x for x, _ in board.cells]
    rows = [y for _, y in board.cells]
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


def draw_board(board: Board, look: str) -> None:
    """Print the board in a terminal that has colours: shapes with the letter of their colour."""
    from rich.text import Text

    from qwirkle.app.paint.glyphs import GLYPHS

    if not len(board):
        return
    console = drawing_console(sys.stdout)
    columns, rows = extent(board)
    styles = _styles(look, console.color_system)
    console.print(Text("     " + "".join(f"{x:>4}" for x in columns), "dim"), soft_wrap=True)
    for y in rows:
        line = Text().append(f"{y:>4} ", "dim")
        for x in columns:
            line.append(" ")
            face = board.cells.get((x, y))
            if face is None:
                line.append(f" {EMPTY_CELL} ", "dim")
            else:
                sign = f"{GLYPHS[shape_of(face)]} {COLOUR_LETTERS[colour_of(face)]}"
                line.append(sign, styles[colour_of(face)])
        console.print(line, soft_wrap=True)


def _styles(look: str, depth: str | None) -> list[str]:
    """For each colour of piece the style it is written in: a die is coloured, a tile black."""
    from qwirkle.app.paint.palette import INDICES, PIECES

    if depth in ("truecolor", "windows"):
        ink, hues = "#14151a", list(PIECES)
    elif depth == "256":
        ink, hues = "color(233)", [f"color({index})" for index in INDICES]
    else:
        ink, hues = "black", ["red", "yellow", "bright_yellow", "green", "blue", "magenta"]
    if look == "die":
        return [f"{ink} on {hue}" for hue in hues]
    return [f"{hue} on {ink}" for hue in hues]
