"""Pieces and the name of the game as lines of text, for the pages around the table."""

from __future__ import annotations

from rich.text import Text

from qwirkle.app.look import Look
from qwirkle.app.palette import blend, palette_of, style_of
from qwirkle.app.pictures import SIZES, brush_of, piece, strips_of
from qwirkle.engine.pieces import Faces

NAME = "QWIRKLE"
LETTERS = {
    "Q": (" ███ ", "█   █", "█   █", "█  ██", " ████"),
    "W": ("█   █", "█   █", "█ █ █", "█████", "█   █"),
    "I": ("███", " █ ", " █ ", " █ ", "███"),
    "R": ("████ ", "█   █", "████ ", "█  █ ", "█   █"),
    "K": ("█   █", "█  █ ", "███  ", "█  █ ", "█   █"),
    "L": ("█    ", "█    ", "█    ", "█    ", "█████"),
    "E": ("█████", "█    ", "████ ", "█    ", "█████"),
}
"""A pixel is one column wide and half a row high."""
HALVES = {"  ": " ", "█ ": "▀", " █": "▄", "██": "█"}

EVERY_COLOUR: Faces = tuple(colour * 6 + colour for colour in range(6))
"""Six pieces with all colours and all shapes."""
EVERY_OTHER: Faces = tuple(colour * 6 + 5 - colour for colour in range(6))
"""The same colours with other shapes."""


def row_of(look: Look, body: str, faces: Faces, zoom: int, room: int) -> Text:
    """Pieces side by side in at most so many columns; smaller where they do not fit."""
    palette = palette_of(look)
    while zoom > 1 and len(faces) * (SIZES[zoom].width + 1) - 1 > room:
        zoom -= 1
    brush = brush_of(look, body, palette.panel)
    pictures = [strips_of(piece(brush, zoom, face)) for face in faces]
    ground = style_of(palette.text, palette.panel)
    lines = []
    for row in range(SIZES[zoom].height):
        line = Text("", end="")
        for number, picture in enumerate(pictures):
            line.append(" " if number else "", ground)
            for segment in picture[row]:
                line.append(segment.text, segment.style)
        lines.append(line)
    return Text("\n").join(lines)


def name_of_game(look: Look, zoom: int) -> Text:
    """The name of the game, in large letters of all colours where there is room for them."""
    palette = palette_of(look)
    hues = palette.pieces
    if look.theme == "light" and look.colours != "none":
        hues = tuple(blend(hue, palette.ink, 0.35) for hue in hues)
    if look.colours == "none":
        hues = (palette.text,) * len(hues)
    order = [hues[number % len(hues)] for number in range(len(NAME))]
    if zoom < 3 or look.ascii:
        line = Text("", end="")
        for number, (letter, hue) in enumerate(zip(NAME, order, strict=True)):
            line.append(" " if number else "")
            line.append(letter, style_of(hue, palette.panel, True))
        return line
    lines = []
    for row in range(0, 6, 2):
        line = Text("", end="")
        for number, (letter, hue) in enumerate(zip(NAME, order, strict=True)):
            upper, *below = LETTERS[letter][row : row + 2]
            lower = below[0] if below else " " * len(upper)
            line.append(" " if number else "")
            signs = (HALVES[top + foot] for top, foot in zip(upper, lower, strict=True))
            line.append("".join(signs), style_of(hue, palette.panel))
        lines.append(line)
    return Text("\n").join(lines)


def title_of(look: Look, columns: int, rows: int) -> Text:
    """Tiles, the name and dice, each line in the middle of so many columns."""
    if rows < 20 or columns < 46:
        head = row_of(look, "tile", EVERY_COLOUR[:3], 1, columns)
        foot = row_of(look, "die", EVERY_OTHER[3:], 1, columns)
        line = Text("  ").join((head, name_of_game(look, 1), foot))
        return centred(line, columns)
    zoom = 5 if rows >= 38 else 4 if rows >= 32 else 3
    parts = (
        row_of(look, "tile", EVERY_COLOUR, zoom, columns),
        name_of_game(look, zoom),
        row_of(look, "die", EVERY_OTHER, zoom, columns),
    )
    gap = "\n\n" if rows >= 30 else "\n"
    return Text(gap).join(centred(part, columns) for part in parts)


def centred(text: Text, columns: int) -> Text:
    """The text in the middle of so many columns, as one block."""
    lines = list(text.split("\n"))
    margin = " " * max(0, (columns - max(line.cell_len for line in lines)) // 2)
    return Text("\n").join(Text(margin, end="").append_text(line) for line in lines)
