"""Pieces and empty cells drawn as rows of terminal cells, and their size at each zoom."""

from __future__ import annotations

from enum import IntEnum, auto
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rich.segment import Segment
from textual.strip import Strip

from qwirkle.engine.pieces import COLOUR_LETTERS, Face, colour_of, shape_of
from qwirkle.tui.drawing.glyphs import (
    ASCII_GLYPHS,
    ASCII_HUGE_BITMAPS,
    ASCII_LARGE_BITMAPS,
    ASCII_MEDIUM_BITMAPS,
    ASCII_SMALL_BITMAPS,
    GLYPHS,
    HUGE_BITMAPS,
    LARGE_BITMAPS,
    MEDIUM_BITMAPS,
    SMALL_BITMAPS,
    Bitmap,
    quadrant_char,
)
from qwirkle.tui.drawing.palette import (
    Appearance,
    HexColour,
    Palette,
    blend,
    get_palette,
    make_style,
)


class CellSize(NamedTuple):
    """Size of a piece or board cell in terminal columns and rows."""

    width: int
    height: int


class Sprite(NamedTuple):
    """A piece at one zoom: its size, and the bitmaps of its shapes; none if it shows a glyph."""

    size: CellSize
    bitmaps: tuple[Bitmap, ...] = ()
    ascii_bitmaps: tuple[Bitmap, ...] = ()
    """Bitmaps of whole characters, for ASCII."""
    margin: tuple[int, int] = (2, 1)
    """Pixels of the body left of and above the bitmap."""

    @property
    def centre(self) -> tuple[int, int]:
        """Column and row of the bitmap's centre."""
        bitmap = self.bitmaps[0]
        return (self.margin[0] + len(bitmap[0]) // 2) // 2, (self.margin[1] + len(bitmap) // 2) // 2


_TILE_SPRITES = {
    1: Sprite(CellSize(3, 1)),
    2: Sprite(CellSize(4, 2)),
    3: Sprite(CellSize(6, 3), SMALL_BITMAPS, ASCII_SMALL_BITMAPS, (0, 0)),
    4: Sprite(CellSize(8, 4), SMALL_BITMAPS, ASCII_SMALL_BITMAPS),
    5: Sprite(CellSize(10, 5), MEDIUM_BITMAPS, ASCII_MEDIUM_BITMAPS),
    6: Sprite(CellSize(12, 6), LARGE_BITMAPS, ASCII_LARGE_BITMAPS),
    7: Sprite(CellSize(14, 7), HUGE_BITMAPS, ASCII_HUGE_BITMAPS),
}
_SMALL_DIE_SPRITE = Sprite(CellSize(7, 4), SMALL_BITMAPS, ASCII_SMALL_BITMAPS, (1, 1))
"""Larger than a tile, because a die's colour must be visible all around its shape."""

SPRITES = {"tile": _TILE_SPRITES, "die": _TILE_SPRITES | {3: _SMALL_DIE_SPRITE}}
"""Sprites by body (`tile` or `die`) and zoom."""


def piece_size(body: str, zoom: int) -> CellSize:
    """Return the columns and rows of a `tile` or `die` at a zoom.

    >>> piece_size("tile", 3), piece_size("die", 3)
    (CellSize(width=6, height=3), CellSize(width=7, height=4))
    """
    return SPRITES[body][zoom].size


class TerminalCell(NamedTuple):
    """One character cell of the terminal."""

    text: str
    foreground: HexColour
    background: HexColour
    bold: bool = False


Picture: TypeAlias = list[list[TerminalCell]]
"""Rows of terminal cells, all of the same width."""


class PieceHighlight(IntEnum):
    """Why a piece is drawn differently from the others."""

    PLAIN = auto()
    LAST_MOVE = auto()
    """Placed in the last move."""
    DRAFTED = auto()
    """Placed or marked in the unfinished turn."""
    PICKED = auto()
    FADED = auto()
    """Already on the board; drawn faded in the hand."""
    ILLEGAL = auto()
    FLASH = auto()


class DrawStyle(NamedTuple):
    """How pieces and cells are drawn: palette, piece type, letters and characters."""

    palette: Palette
    body: str
    """`tile` or `die`."""
    shows_letters: bool
    ascii: bool
    background: HexColour

    def glyph(self, face: Face) -> str:
        """Return the character for a face's shape."""
        return (ASCII_GLYPHS if self.ascii else GLYPHS)[shape_of(face)]

    def label(self, face: Face) -> str:
        """Return the glyph in three columns, with the colour's letter if letters are on."""
        glyph = self.glyph(face)
        return f"{glyph} {COLOUR_LETTERS[colour_of(face)]}" if self.shows_letters else f" {glyph} "


@lru_cache(64)
def get_draw_style(
    appearance: Appearance, body: str, background: HexColour | None = None
) -> DrawStyle:
    """Return the draw style for an appearance and body; the background is the board by default."""
    palette = get_palette(appearance)
    return DrawStyle(
        palette, body, appearance.shows_letters, appearance.ascii, background or palette.board
    )


class PieceColours(NamedTuple):
    """Colours of one piece."""

    body: HexColour
    shape: HexColour
    edge: HexColour
    background: HexColour
    gap: HexColour
    """Between the dashes of a dashed edge."""


def piece_colours(draw_style: DrawStyle, face: Face, highlight: PieceHighlight) -> PieceColours:
    """Return the colours of a face with a highlight."""
    palette, colour_index = draw_style.palette, colour_of(face)
    if draw_style.body == "die":
        body, shape, edge = (
            palette.pieces[colour_index],
            palette.ink,
            palette.die_edges[colour_index],
        )
    else:
        body, shape, edge = palette.ink, palette.pieces[colour_index], palette.tile_edge
    edges = {
        PieceHighlight.LAST_MOVE: palette.last_move,
        PieceHighlight.DRAFTED: palette.drafted,
        PieceHighlight.PICKED: palette.picked,
        PieceHighlight.ILLEGAL: palette.illegal,
    }
    colours = PieceColours(
        body, shape, edges.get(highlight, edge), draw_style.background, palette.ink
    )
    if highlight is PieceHighlight.FLASH:
        return colours._replace(body=colours.shape, shape=colours.body, edge=palette.last_move)
    if highlight is PieceHighlight.FADED:
        return PieceColours(*(blend(colour, draw_style.background, 0.72) for colour in colours))
    return colours


def draw_piece(
    draw_style: DrawStyle, zoom: int, face: Face, highlight: PieceHighlight = PieceHighlight.PLAIN
) -> Picture:
    """Draw a piece."""
    colours = piece_colours(draw_style, face, highlight)
    if zoom == 1:
        return [_draw_smallest(draw_style, face, colours)]
    sprite = SPRITES[draw_style.body][zoom]
    picture = _draw_body(draw_style, sprite, face, colours, highlight)
    if draw_style.ascii:
        picture = _draw_ascii_body(picture, colours, highlight)
    if not sprite.bitmaps:
        picture[0][:3] = [
            TerminalCell(text, colours.shape, colours.body, True) for text in draw_style.label(face)
        ]
        return picture
    if draw_style.ascii:
        _draw_ascii_shape(picture, draw_style, face, sprite, colours)
    if draw_style.shows_letters:
        x, y = sprite.centre
        picture[y][x] = TerminalCell(
            COLOUR_LETTERS[colour_of(face)], colours.body, colours.shape, True
        )
    return picture


def draw_empty_cell(draw_style: DrawStyle, zoom: int) -> Picture:
    """Draw an empty board cell: a dot."""
    width, height = piece_size(draw_style.body, zoom)
    space = TerminalCell(" ", draw_style.palette.dots, draw_style.background)
    picture = [[space] * width for _ in range(height)]
    picture[(height - 1) // 2][(width - 1) // 2] = TerminalCell(
        "." if draw_style.ascii else "·", draw_style.palette.dots, draw_style.background
    )
    return picture


def to_strips(picture: Picture) -> tuple[Strip, ...]:
    """Convert a picture to strips, joining neighbours of the same style."""
    return tuple(_to_strip(row) for row in picture)


def _to_strip(row: list[TerminalCell]) -> Strip:
    segments: list[Segment] = []
    run, (_, *run_style) = "", row[0]
    for text, *style in row:
        if style != run_style:
            segments.append(Segment(run, make_style(*run_style)))
            run, run_style = "", style
        run += text
    segments.append(Segment(run, make_style(*run_style)))
    return Strip(segments, len(row))


def _draw_smallest(draw_style: DrawStyle, face: Face, colours: PieceColours) -> list[TerminalCell]:
    """Draw the smallest piece: its letter or a patch of its colour, its glyph, its edge."""
    first = TerminalCell(" ", colours.shape, colours.body)
    if draw_style.shows_letters:
        letter = COLOUR_LETTERS[colour_of(face)]
        letter_colours = (
            (colours.body, colours.shape)
            if draw_style.body == "tile"
            else (colours.shape, colours.body)
        )
        first = TerminalCell(letter, *letter_colours, True)
    elif draw_style.body == "tile":
        plain = TerminalCell(" ", colours.body, colours.shape)
        first = plain if draw_style.ascii else TerminalCell("▊", colours.shape, colours.body)
    last = (
        TerminalCell("|", _visible_edge(colours), colours.body)
        if draw_style.ascii
        else TerminalCell("▌", colours.edge, colours.background)
    )
    return [first, TerminalCell(draw_style.glyph(face), colours.shape, colours.body, True), last]


def _draw_body(
    draw_style: DrawStyle,
    sprite: Sprite,
    face: Face,
    colours: PieceColours,
    highlight: PieceHighlight,
) -> Picture:
    """Draw a body with its bitmap, and an edge on the right and at the bottom."""
    width, height = sprite.size
    margin_x, margin_y = sprite.margin
    bitmap = sprite.bitmaps[shape_of(face)] if sprite.bitmaps else ()
    is_dashed = highlight is PieceHighlight.DRAFTED
    pixels = [[colours.body] * (2 * width) for _ in range(2 * height)]
    for y, line in enumerate(bitmap, margin_y):
        for x, pixel in enumerate(line, margin_x):
            if pixel == "#":
                pixels[y][x] = colours.shape
    if not bitmap and draw_style.body == "tile":
        pixels[-2] = [colours.shape] * (2 * width)
    for x in range(2 * width - 2):
        pixels[-1][x] = colours.gap if is_dashed and x % 4 > 1 else colours.edge
    for y, row in enumerate(pixels):
        gap = is_dashed and y % 2 == 1 and y != 2 * height - 1
        row[-2:] = [colours.background if gap else colours.edge, colours.background]
    return [
        [
            _quadrant_cell(
                [pixels[2 * y + dy][2 * x + dx] for dy in (0, 1) for dx in (0, 1)], colours
            )
            for x in range(width)
        ]
        for y in range(height)
    ]


def _quadrant_cell(pixel_colours: list[HexColour], colours: PieceColours) -> TerminalCell:
    """Return the terminal cell that shows four pixels in at most two colours."""
    if colours.edge not in (colours.body, colours.shape) and {colours.edge, colours.shape} <= set(
        pixel_colours
    ):
        # A cell holds only two colours, and a broken edge would mean a drafted piece.
        pixel_colours = [
            colours.shape if colour == colours.body else colour for colour in pixel_colours
        ]
    present = [
        colour
        for colour in (colours.background, colours.body, colours.edge, colours.shape)
        if colour in pixel_colours
    ]
    background, foreground = present[0], present[-1]
    if foreground == background:
        return TerminalCell(" ", foreground, background)
    is_foreground = [colour == foreground for colour in pixel_colours]
    return TerminalCell(quadrant_char(is_foreground), foreground, background)


def _draw_ascii_body(picture: Picture, colours: PieceColours, highlight: PieceHighlight) -> Picture:
    """Redraw a body with ASCII characters for its edge."""
    bottom_char = {
        PieceHighlight.PLAIN: "_",
        PieceHighlight.FADED: "_",
        PieceHighlight.DRAFTED: ".",
    }.get(highlight, "=")
    rows = [[TerminalCell(" ", colours.shape, colours.body) for _ in row] for row in picture]
    for row in rows:
        row[-1] = TerminalCell(
            ":" if highlight is PieceHighlight.DRAFTED else "|",
            _visible_edge(colours),
            colours.body,
        )
    if len(rows) > 3 or highlight is not PieceHighlight.PLAIN:
        rows[-1] = [
            TerminalCell(bottom_char, _visible_edge(colours), colours.body) for _ in rows[-1][:-1]
        ]
        rows[-1].append(TerminalCell("'", _visible_edge(colours), colours.body))
    return rows


def _visible_edge(colours: PieceColours) -> HexColour:
    """Return the edge colour, lightened if it would vanish on the body."""
    return colours.edge if colours.edge > "#333333" else "#5a5f6a"


def _draw_ascii_shape(
    picture: Picture, draw_style: DrawStyle, face: Face, sprite: Sprite, colours: PieceColours
) -> None:
    left = min(1, sprite.margin[0])
    for y, line in enumerate(sprite.ascii_bitmaps[shape_of(face)]):
        for x, pixel in enumerate(line, left):
            if pixel == "#":
                picture[y][x] = TerminalCell(
                    draw_style.glyph(face), colours.shape, colours.body, True
                )
