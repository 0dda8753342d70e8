"""The title of the start screen, and rows of pieces as text."""

from __future__ import annotations

from rich.text import Text

from qwirkle.engine.pieces import Faces
from qwirkle.tui.drawing.palette import Appearance, blend, get_palette, make_style
from qwirkle.tui.drawing.sprites import draw_piece, get_draw_style, piece_size, to_strips

GAME_NAME = "QWIRKLE"
LETTER_BITMAPS = {
    "Q": (" ### ", "#   #", "#   #", "#  # ", " ## #"),
    "W": ("#   #", "#   #", "# # #", "## ##", "#   #"),
    "I": ("###", " # ", " # ", " # ", "###"),
    "R": ("#### ", "#   #", "#### ", "#  # ", "#   #"),
    "K": ("#   #", "#  # ", "###  ", "#  # ", "#   #"),
    "L": ("#    ", "#    ", "#    ", "#    ", "#####"),
    "E": ("#####", "#    ", "#### ", "#    ", "#####"),
}
HALF_BLOCKS = {"  ": " ", "# ": "▀", " #": "▄", "##": "█"}
"""Character by the upper and the lower pixel."""

TITLE_TILES: Faces = tuple(colour * 6 + colour for colour in range(6))
"""Six pieces that cover all colours and all shapes."""
TITLE_DICE: Faces = tuple(colour * 6 + 5 - colour for colour in range(6))
"""Six pieces that pair the colours with other shapes."""


def render_pieces(
    appearance: Appearance, body: str, faces: Faces, zoom: int, max_columns: int
) -> Text:
    """Draw pieces side by side, at a smaller zoom if they don't fit."""
    palette = get_palette(appearance)
    while zoom > 1 and len(faces) * (piece_size(body, zoom).width + 1) - 1 > max_columns:
        zoom -= 1
    draw_style = get_draw_style(appearance, body, palette.panel)
    pictures = [to_strips(draw_piece(draw_style, zoom, face)) for face in faces]
    style = make_style(palette.text, palette.panel)
    lines = []
    for row in range(piece_size(body, zoom).height):
        line = Text("", end="")
        for index, picture in enumerate(pictures):
            line.append(" " if index else "", style)
            for segment in picture[row]:
                line.append(segment.text, segment.style)
        lines.append(line)
    return Text("\n").join(lines)


def render_wordmark(appearance: Appearance, zoom: int) -> Text:
    """Draw the name of the game, one colour per letter, as large as pieces at this zoom."""
    if zoom < 3 or appearance.ascii:
        return _colour_letters(appearance, [" ".join(GAME_NAME)])
    is_tall = zoom > 4
    rows = []
    for row in range(0, 5, 1 if is_tall else 2):
        letters = []
        for letter in GAME_NAME:
            upper, lower = (*LETTER_BITMAPS[letter], " " * 5)[row : row + 2]
            if is_tall:
                letters.append("".join("██" if pixel == "#" else "  " for pixel in upper))
            else:
                pairs = zip(upper, lower, strict=False)
                letters.append(
                    "".join(
                        HALF_BLOCKS[upper_pixel + lower_pixel] for upper_pixel, lower_pixel in pairs
                    )
                )
        rows.append(("  " if is_tall else " ").join(letters))
    return _colour_letters(appearance, rows)


def _colour_letters(appearance: Appearance, rows: list[str]) -> Text:
    """Colour each of the seven letters of a text in rows."""
    palette = get_palette(appearance)
    colours = palette.pieces
    if appearance.colour_depth == "none":
        colours = (palette.text,) * len(colours)
    elif appearance.theme == "light":
        colours = tuple(blend(colour, palette.ink, 0.35) for colour in colours)
    widths = (
        [1] * len(GAME_NAME)
        if len(rows) == 1
        else [len(LETTER_BITMAPS[letter][0]) for letter in GAME_NAME]
    )
    scale = len(rows[0]) // (sum(widths) + len(GAME_NAME) - 1)
    lines = []
    for row in rows:
        line, start = Text("", end=""), 0
        for index, width in enumerate(widths):
            end = start + scale * (width + 1)
            line.append(row[start:end], make_style(colours[index % 6], palette.panel, True))
            start = end
        lines.append(line)
    return Text("\n").join(lines)


def render_title(appearance: Appearance, columns: int, rows: int) -> Text:
    """Draw a row of pieces, the name and a row of dice, centred; compact if needed."""
    if rows < 20 or columns < 46:
        count = 3 if columns >= 39 else 2
        left = render_pieces(appearance, "tile", TITLE_TILES[:count], 1, columns)
        right = render_pieces(appearance, "die", TITLE_DICE[-count:], 1, columns)
        return centre_text(Text("  ").join((left, render_wordmark(appearance, 1), right)), columns)
    zoom = 5 if rows >= 36 and columns >= 80 else 4 if rows >= 30 and columns >= 60 else 3
    parts = (
        render_pieces(appearance, "tile", TITLE_TILES, zoom, columns),
        render_wordmark(appearance, zoom),
        render_pieces(appearance, "die", TITLE_DICE, zoom, columns),
    )
    gap = "\n\n" if rows >= 24 else "\n"
    return Text(gap).join(centre_text(part, columns) for part in parts)


def centre_text(text: Text, columns: int) -> Text:
    """Centre a text as one block."""
    lines = list(text.split("\n"))
    margin = " " * max(0, (columns - max(line.cell_len for line in lines)) // 2)
    return Text("\n").join(Text(margin, end="").append_text(line) for line in lines)
