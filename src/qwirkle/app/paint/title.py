"""The title of the start screen, and rows of pieces as text."""

from __future__ import annotations

from rich.text import Text

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import blend, palette_of, style_of
from qwirkle.app.paint.pictures import brush_of, piece, size_of, strips_of
from qwirkle.engine.pieces import Faces

NAME = "QWIRKLE"
LETTERS = {
    "Q": (" ### ", "#   #", "#   #", "#  # ", " ## #"),
    "W": ("#   #", "#   #", "# # #", "## ##", "#   #"),
    "I": ("###", " # ", " # ", " # ", "###"),
    "R": ("#### ", "#   #", "#### ", "#  # ", "#   #"),
    "K": ("#   #", "#  # ", "###  ", "#  # ", "#   #"),
    "L": ("#    ", "#    ", "#    ", "#    ", "#####"),
    "E": ("#####", "#    ", "#### ", "#    ", "#####"),
}
HALVES = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
"""Character by the upper and the lower pixel."""

EVERY_COLOUR: Faces = tuple(colour * 6 + colour for colour in range(6))
"""Six pieces that cover all colours and all shapes."""
EVERY_OTHER: Faces = tuple(colour * 6 + 5 - colour for colour in range(6))
"""Six pieces that pair the colours with other shapes."""


def row_of(look: Look, body: str, faces: Faces, zoom: int, room: int) -> Text:
    """Draw pieces side by side, at a smaller zoom if they don't fit."""
    palette = palette_of(look)
    while zoom > 1 and len(faces) * (size_of(body, zoom).width + 1) - 1 > room:
        zoom -= 1
    brush = brush_of(look, body, palette.panel)
    pictures = [strips_of(piece(brush, zoom, face)) for face in faces]
    ground = style_of(palette.text, palette.panel)
    lines = []
    for row in range(size_of(body, zoom).height):
        line = Text("", end="")
        for number, picture in enumerate(pictures):
            line.append(" " if number else "", ground)
            for segment in picture[row]:
                line.append(segment.text, segment.style)
        lines.append(line)
    return Text("\n").join(lines)


def name_of_game(look: Look, zoom: int) -> Text:
    """Draw the name of the game, one colour per letter, as large as pieces at this zoom."""
    if zoom < 3 or look.ascii:
        return _lettered(look, [" ".join(NAME)])
    tall = zoom > 4
    rows = []
    for row in range(0, 5, 1 if tall else 2):
        letters = []
        for letter in NAME:
            upper, lower = (*LETTERS[letter], " " * 5)[row : row + 2]
            if tall:
                letters.append("".join("██" if pixel == "#" else "  " for pixel in upper))
            else:
                pairs = zip(upper, lower, strict=False)
                letters.append("".join(HALVES[top + foot] for top, foot in pairs))
        rows.append(("  " if tall else " ").join(letters))
    return _lettered(look, rows)


def _lettered(look: Look, rows: list[str]) -> Text:
    """Colour each of the seven letters of a text in rows."""
    palette = palette_of(look)
    hues = palette.pieces
    if look.colours == "none":
        hues = (palette.text,) * len(hues)
    elif look.theme == "light":
        hues = tuple(blend(hue, palette.ink, 0.35) for hue in hues)
    widths = [1] * len(NAME) if len(rows) == 1 else [len(LETTERS[letter][0]) for letter in NAME]
    scale = len(rows[0]) // (sum(widths) + len(NAME) - 1)
    lines = []
    for row in rows:
        line, start = Text("", end=""), 0
        for number, width in enumerate(widths):
            end = start + scale * (width + 1)
            line.append(row[start:end], style_of(hues[number % 6], palette.panel, True))
            start = end
        lines.append(line)
    return Text("\n").join(lines)


def title_of(look: Look, columns: int, rows: int) -> Text:
    """Draw tiles, the name and dice, centred; compact if there is little room."""
    if rows < 20 or columns < 46:
        side = 3 if columns >= 39 else 2
        head = row_of(look, "tile", EVERY_COLOUR[:side], 1, columns)
        foot = row_of(look, "die", EVERY_OTHER[-side:], 1, columns)
        return centred(Text("  ").join((head, name_of_game(look, 1), foot)), columns)
    zoom = 5 if rows >= 36 and columns >= 80 else 4 if rows >= 30 and columns >= 60 else 3
    parts = (
        row_of(look, "tile", EVERY_COLOUR, zoom, columns),
        name_of_game(look, zoom),
        row_of(look, "die", EVERY_OTHER, zoom, columns),
    )
    gap = "\n\n" if rows >= 24 else "\n"
    return Text(gap).join(centred(part, columns) for part in parts)


def centred(text: Text, columns: int) -> Text:
    """Centre a text as one block."""
    lines = list(text.split("\n"))
    margin = " " * max(0, (columns - max(line.cell_len for line in lines)) // 2)
    return Text("\n").join(Text(margin, end="").append_text(line) for line in lines)
