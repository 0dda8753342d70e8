"""Prints a board with its legend, in colour if the terminal supports it."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from qwirkle.cli.output import make_console, print_raw, supports_colour
from qwirkle.engine.board import Board
from qwirkle.engine.pieces import COLOUR_LETTERS, SHAPE_LETTERS, colour_of, shape_of
from qwirkle.engine.variant import Variant
from qwirkle.i18n import tr
from qwirkle.text.rules import colour_names, shape_names

EMPTY_CELL = "·"


def print_board(board: Board, variant: Variant) -> None:
    """Print the board and its legend, in colour if stdout supports it."""
    if supports_colour(sys.stdout):
        _print_colour_board(board, variant.pieces.look)
        _print_colour_legend(variant)
        return
    if board.cells:
        print_raw(str(board))
    _print_plain_legend(variant)


def _print_colour_board(board: Board, look: str) -> None:
    """Print each piece as its shape and the letter of its colour."""
    from rich.text import Text

    from qwirkle.tui.drawing.glyphs import GLYPHS

    if not len(board):
        return
    console = make_console(sys.stdout)
    columns, rows = board.bounds
    styles = _colour_styles(look, console.color_system)
    console.print(Text("     " + "".join(f"{x:>4}" for x in columns), "dim"), soft_wrap=True)
    for y in rows:
        line = Text().append(f"{y:>4} ", "dim")
        for x in columns:
            line.append(" ")
            face = board.cells.get((x, y))
            if face is None:
                line.append(f" {EMPTY_CELL} ", "dim")
            else:
                text = f"{GLYPHS[shape_of(face)]} {COLOUR_LETTERS[colour_of(face)]}"
                line.append(text, styles[colour_of(face)])
        console.print(line, soft_wrap=True)


def _print_plain_legend(variant: Variant) -> None:
    print_raw(_join_pairs(COLOUR_LETTERS, colour_names()[: variant.pieces.colours]))
    print_raw(_join_pairs(SHAPE_LETTERS, shape_names()[: variant.pieces.shapes]))
    print_raw(_notation_note())


def _print_colour_legend(variant: Variant) -> None:
    from rich.text import Text

    from qwirkle.tui.drawing.glyphs import GLYPHS

    console = make_console(sys.stdout)
    line = Text()
    styles = _colour_styles(variant.pieces.look, console.color_system)
    names = colour_names()[: variant.pieces.colours]
    for letter, name, style in zip(COLOUR_LETTERS, names, styles, strict=False):
        line.append(f" {letter} ", style).append(f" {name}  ")
    console.print(line)
    shapes = [f"{glyph} {letter}" for glyph, letter in zip(GLYPHS, SHAPE_LETTERS, strict=True)]
    console.print(Text(_join_pairs(shapes, shape_names()[: variant.pieces.shapes])))
    console.print(Text(_notation_note()))


def _join_pairs(symbols: Iterable[str], names: Iterable[str]) -> str:
    return ", ".join(f"{symbol} {name}" for symbol, name in zip(symbols, names, strict=False))


def _notation_note() -> str:
    return tr("“Rc 3,-1” is a red circle in column 3, row -1; rows are counted downwards.")


def _colour_styles(look: str, color_system: str | None) -> list[str]:
    """Return a rich style per piece colour: dark on colour for a die, colour on dark for a tile."""
    from qwirkle.tui.drawing.palette import PIECE_COLOURS, PIECE_COLOURS_256

    if color_system in ("truecolor", "windows"):
        ink, colours = "#14151a", list(PIECE_COLOURS)
    elif color_system == "256":
        ink, colours = "color(233)", [f"color({index})" for index in PIECE_COLOURS_256]
    else:
        ink, colours = "black", ["red", "yellow", "bright_yellow", "green", "blue", "magenta"]
    if look == "die":
        return [f"{ink} on {colour}" for colour in colours]
    return [f"{colour} on {ink}" for colour in colours]
