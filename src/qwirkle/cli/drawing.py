"""Draws a board in the colours of the pieces."""

from __future__ import annotations

import sys

from qwirkle.cli.output import drawing_console
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import COLOUR_LETTERS, colour_of, shape_of

EMPTY_CELL = "·"


def draw_board(board: Board, body: str) -> None:
    """Print the board in a terminal that has colours: shapes with the letter of their colour."""
    from rich.text import Text

    from qwirkle.app.paint.glyphs import GLYPHS

    if not len(board):
        return
    console = drawing_console(sys.stdout)
    columns, rows = board.extent
    styles = _styles(body, console.color_system)
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


def _styles(body: str, depth: str | None) -> list[str]:
    """For each colour of piece the style it is written in: a die is coloured, a tile black."""
    from qwirkle.app.paint.palette import INDICES, PIECES

    if depth in ("truecolor", "windows"):
        ink, hues = "#14151a", list(PIECES)
    elif depth == "256":
        ink, hues = "color(233)", [f"color({index})" for index in INDICES]
    else:
        ink, hues = "black", ["red", "yellow", "bright_yellow", "green", "blue", "magenta"]
    if body == "die":
        return [f"{ink} on {hue}" for hue in hues]
    return [f"{hue} on {ink}" for hue in hues]
