"""Pieces and empty cells drawn as rows of terminal cells, and their size at each zoom."""

from __future__ import annotations

from enum import IntEnum, auto
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rich.segment import Segment
from textual.strip import Strip

from qwirkle.app.paint.glyphs import (
    ASCII_GLYPHS,
    ASCII_HUGE,
    ASCII_LARGE,
    ASCII_MEDIUM,
    ASCII_SMALL,
    GLYPHS,
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Bitmap,
    quadrant,
)
from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import Hue, Palette, blend, palette_of, style_of
from qwirkle.engine.pieces import COLOUR_LETTERS, Face, colour_of, shape_of


class Size(NamedTuple):
    """Columns and rows of a picture."""

    width: int
    height: int


class Form(NamedTuple):
    """A piece at one zoom: its size, and the bitmaps of its shapes; none if it shows a glyph."""

    size: Size
    bitmaps: tuple[Bitmap, ...] = ()
    art: tuple[Bitmap, ...] = ()
    """Bitmaps of whole characters, for ASCII."""
    margin: tuple[int, int] = (2, 1)
    """Pixels of the body left of and above the bitmap."""

    @property
    def middle(self) -> tuple[int, int]:
        """Column and row of the bitmap's centre."""
        bitmap = self.bitmaps[0]
        return (self.margin[0] + len(bitmap[0]) // 2) // 2, (self.margin[1] + len(bitmap) // 2) // 2


_FORMS = {
    1: Form(Size(3, 1)),
    2: Form(Size(4, 2)),
    3: Form(Size(6, 3), SMALL, ASCII_SMALL, (0, 0)),
    4: Form(Size(8, 4), SMALL, ASCII_SMALL),
    5: Form(Size(10, 5), MEDIUM, ASCII_MEDIUM),
    6: Form(Size(12, 6), LARGE, ASCII_LARGE),
    7: Form(Size(14, 7), HUGE, ASCII_HUGE),
}
_SMALL_DIE = Form(Size(7, 4), SMALL, ASCII_SMALL, (1, 1))
"""Larger than a tile, because a die's colour must be visible all around its shape."""


FORMS = {"tile": _FORMS, "die": _FORMS | {3: _SMALL_DIE}}
"""Sprites by body (`tile` or `die`) and zoom."""


def size_of(body: str, zoom: int) -> Size:
    """Return the columns and rows of a `tile` or `die` at a zoom.

    >>> size_of("tile", 3), size_of("die", 3)
    (Size(width=6, height=3), Size(width=7, height=4))
    """
    return FORMS[body][zoom].size


class Sign(NamedTuple):
    """One character cell of the terminal."""

    text: str
    front: Hue
    back: Hue
    bold: bool = False


Picture: TypeAlias = list[list[Sign]]
"""Rows of terminal cells, all of the same width."""


class Finish(IntEnum):
    """Why a piece is drawn differently from the others."""

    PLAIN = auto()
    LAST = auto()
    DRAFTED = auto()
    PICKED = auto()
    FADED = auto()
    REFUSED = auto()
    FLASH = auto()


class Brush(NamedTuple):
    """What all pictures of a game have in common."""

    palette: Palette
    body: str
    """`tile` or `die`."""
    lettered: bool
    ascii: bool
    ground: Hue

    def glyph(self, face: Face) -> str:
        """Return the character for a face's shape."""
        return (ASCII_GLYPHS if self.ascii else GLYPHS)[shape_of(face)]

    def sign(self, face: Face) -> str:
        """Return the glyph in three columns, with the colour's letter if letters are on."""
        glyph = self.glyph(face)
        return f"{glyph} {COLOUR_LETTERS[colour_of(face)]}" if self.lettered else f" {glyph} "


@lru_cache(64)
def brush_of(look: Look, body: str, ground: Hue | None = None) -> Brush:
    """Return the draw style for an appearance and body; the background is the board by default."""
    palette = palette_of(look)
    return Brush(palette, body, look.lettered, look.ascii, ground or palette.table)


class Paint(NamedTuple):
    """Colours of one piece."""

    body: Hue
    shape: Hue
    edge: Hue
    ground: Hue
    gap: Hue
    """Between the dashes of a dashed edge."""


def paint_of(brush: Brush, face: Face, finish: Finish) -> Paint:
    """Return the colours of a face with a highlight."""
    palette, colour = brush.palette, colour_of(face)
    if brush.body == "die":
        body, shape, edge = palette.pieces[colour], palette.ink, palette.edges[colour]
    else:
        body, shape, edge = palette.ink, palette.pieces[colour], palette.rim
    edges = {
        Finish.LAST: palette.last,
        Finish.DRAFTED: palette.drafted,
        Finish.PICKED: palette.picked,
        Finish.REFUSED: palette.refused,
    }
    paint = Paint(body, shape, edges.get(finish, edge), brush.ground, palette.ink)
    if finish is Finish.FLASH:
        return paint._replace(body=paint.shape, shape=paint.body, edge=palette.last)
    if finish is Finish.FADED:
        return Paint(*(blend(hue, brush.ground, 0.72) for hue in paint))
    return paint


def piece(brush: Brush, zoom: int, face: Face, finish: Finish = Finish.PLAIN) -> Picture:
    """Draw a piece."""
    paint = paint_of(brush, face, finish)
    if zoom == 1:
        return [_written(brush, face, paint)]
    form = FORMS[brush.body][zoom]
    picture = _shaded(brush, form, face, paint, finish)
    if brush.ascii:
        picture = _spelled(picture, paint, finish)
    if not form.bitmaps:
        picture[0][:3] = [Sign(text, paint.shape, paint.body, True) for text in brush.sign(face)]
        return picture
    if brush.ascii:
        _write_art(picture, brush, face, form, paint)
    if brush.lettered:
        x, y = form.middle
        picture[y][x] = Sign(COLOUR_LETTERS[colour_of(face)], paint.body, paint.shape, True)
    return picture


def blank(brush: Brush, zoom: int) -> Picture:
    """Draw an empty board cell: a dot."""
    width, height = size_of(brush.body, zoom)
    space = Sign(" ", brush.palette.dots, brush.ground)
    picture = [[space] * width for _ in range(height)]
    picture[(height - 1) // 2][(width - 1) // 2] = Sign(
        "." if brush.ascii else "·", brush.palette.dots, brush.ground
    )
    return picture


def strips_of(picture: Picture) -> tuple[Strip, ...]:
    """Convert a picture to strips, joining neighbours of the same style."""
    return tuple(_strip(row) for row in picture)


def _strip(row: list[Sign]) -> Strip:
    segments: list[Segment] = []
    run, (_, *first) = "", row[0]
    for text, *look in row:
        if look != first:
            segments.append(Segment(run, style_of(*first)))
            run, first = "", look
        run += text
    segments.append(Segment(run, style_of(*first)))
    return Strip(segments, len(row))


def _written(brush: Brush, face: Face, paint: Paint) -> list[Sign]:
    """Draw the smallest piece: its letter or a patch of its colour, its glyph, its edge."""
    first = Sign(" ", paint.shape, paint.body)
    if brush.lettered:
        letter = COLOUR_LETTERS[colour_of(face)]
        hues = (paint.body, paint.shape) if brush.body == "tile" else (paint.shape, paint.body)
        first = Sign(letter, *hues, True)
    elif brush.body == "tile":
        plain = Sign(" ", paint.body, paint.shape)
        first = plain if brush.ascii else Sign("▊", paint.shape, paint.body)
    last = (
        Sign("|", _rim(paint), paint.body) if brush.ascii else Sign("▌", paint.edge, paint.ground)
    )
    return [first, Sign(brush.glyph(face), paint.shape, paint.body, True), last]


def _shaded(brush: Brush, form: Form, face: Face, paint: Paint, finish: Finish) -> Picture:
    """Draw a body with its bitmap, and an edge on the right and at the bottom."""
    width, height = form.size
    margin_x, margin_y = form.margin
    bitmap = form.bitmaps[shape_of(face)] if form.bitmaps else ()
    broken = finish is Finish.DRAFTED
    pixels = [[paint.body] * (2 * width) for _ in range(2 * height)]
    for y, line in enumerate(bitmap, margin_y):
        for x, lit in enumerate(line, margin_x):
            if lit == "#":
                pixels[y][x] = paint.shape
    if not bitmap and brush.body == "tile":
        pixels[-2] = [paint.shape] * (2 * width)
    for x in range(2 * width - 2):
        pixels[-1][x] = paint.gap if broken and x % 4 > 1 else paint.edge
    for y, row in enumerate(pixels):
        gap = broken and y % 2 == 1 and y != 2 * height - 1
        row[-2:] = [paint.ground if gap else paint.edge, paint.ground]
    return [
        [
            _sign([pixels[2 * y + dy][2 * x + dx] for dy in (0, 1) for dx in (0, 1)], paint)
            for x in range(width)
        ]
        for y in range(height)
    ]


def _sign(hues: list[Hue], paint: Paint) -> Sign:
    """Return the terminal cell that shows four pixels in at most two colours."""
    if paint.edge not in (paint.body, paint.shape) and {paint.edge, paint.shape} <= set(hues):
        # A cell holds only two colours, and a broken edge would mean a drafted piece.
        hues = [paint.shape if hue == paint.body else hue for hue in hues]
    backs = [hue for hue in (paint.ground, paint.body, paint.edge, paint.shape) if hue in hues]
    back, front = backs[0], backs[-1]
    if front == back:
        return Sign(" ", front, back)
    return Sign(quadrant([hue == front for hue in hues]), front, back)


def _spelled(picture: Picture, paint: Paint, finish: Finish) -> Picture:
    """Redraw a body with ASCII characters for its edge."""
    below = {Finish.PLAIN: "_", Finish.FADED: "_", Finish.DRAFTED: "."}.get(finish, "=")
    spelled = [[Sign(" ", paint.shape, paint.body) for _ in row] for row in picture]
    for row in spelled:
        row[-1] = Sign(":" if finish is Finish.DRAFTED else "|", _rim(paint), paint.body)
    if len(spelled) > 3 or finish is not Finish.PLAIN:
        spelled[-1] = [Sign(below, _rim(paint), paint.body) for _ in spelled[-1][:-1]]
        spelled[-1].append(Sign("'", _rim(paint), paint.body))
    return spelled


def _rim(paint: Paint) -> Hue:
    """Return the edge colour, lightened if it would vanish on the body."""
    return paint.edge if paint.edge > "#333333" else "#5a5f6a"


def _write_art(picture: Picture, brush: Brush, face: Face, form: Form, paint: Paint) -> None:
    left = min(1, form.margin[0])
    for y, line in enumerate(form.art[shape_of(face)]):
        for x, lit in enumerate(line, left):
            if lit == "#":
                picture[y][x] = Sign(brush.glyph(face), paint.shape, paint.body, True)
