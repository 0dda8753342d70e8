"""Prints a board with its legend, in colour if the terminal supports it."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from qwirkle.cli.output import drawing_console, draws_colour, say
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import COLOUR_LETTERS, SHAPE_LETTERS, colour_of, shape_of
from qwirkle.engine.variant import Variant
from qwirkle.rulebook.rules import colour_names, shape_names
from qwirkle.texts import tr

EMPTY_CELL = "·"


def show_board(board: Board, variant: Variant) -> None:
    """Print the board and its legend, in colour if stdout supports it."""
    if draws_colour(sys.stdout):
        _draw_board(board, variant.pieces.look)
        _draw_legend(variant)
        return
    if board.cells:
        say(str(board))
    _say_legend(variant)


def _draw_board(board: Board, body: str) -> None:
    """Print each piece as its shape and the letter of its colour."""
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


def _say_legend(variant: Variant) -> None:
    say(_paired(COLOUR_LETTERS, colour_names()[: variant.pieces.colours]))
    say(_paired(SHAPE_LETTERS, shape_names()[: variant.pieces.shapes]))
    say(_place_text())


def _draw_legend(variant: Variant) -> None:
    from rich.text import Text

    from qwirkle.app.paint.glyphs import GLYPHS

    console = drawing_console(sys.stdout)
    line = Text()
    styles = _styles(variant.pieces.look, console.color_system)
    names = colour_names()[: variant.pieces.colours]
    for letter, name, style in zip(COLOUR_LETTERS, names, styles, strict=False):
        line.append(f" {letter} ", style).append(f" {name}  ")
    console.print(line)
    signs = [f"{glyph} {letter}" for glyph, letter in zip(GLYPHS, SHAPE_LETTERS, strict=True)]
    console.print(Text(_paired(signs, shape_names()[: variant.pieces.shapes])))
    console.print(Text(_place_text()))


def _paired(signs: Iterable[str], names: Iterable[str]) -> str:
    return ", ".join(f"{sign} {name}" for sign, name in zip(signs, names, strict=False))


def _place_text() -> str:
    return tr("“Rc 3,-1” is a red circle in column 3, row -1; rows are counted downwards.")


def _styles(body: str, depth: str | None) -> list[str]:
    """Return a rich style per piece colour: dark on colour for dice, colour on dark for tiles."""
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
