"""Pictures of pieces and cells as rows of signs, for five levels of zoom."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rich.segment import Segment
from textual.strip import Strip

from qwirkle.app.paint.glyphs import (
    ASCII_GLYPHS,
    ASCII_LARGE,
    ASCII_SMALL,
    GLYPHS,
    LARGE,
    SMALL,
    TINY,
    Bitmap,
    quadrant,
)
from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import Hue, Palette, blend, palette_of, style_of
from qwirkle.engine.pieces import COLOUR_LETTERS, Face, colour_of, shape_of


class Sign(NamedTuple):
    """One cell of the terminal."""

    text: str
    front: Hue
    back: Hue
    bold: bool = False


Picture: TypeAlias = list[list[Sign]]
"""Rows of signs, all of the same width."""


class Size(NamedTuple):
    """The columns and rows of a picture."""

    width: int
    height: int


SIZES = {1: Size(3, 1), 2: Size(4, 2), 3: Size(6, 3), 4: Size(8, 4), 5: Size(10, 5)}
"""By zoom; the unit is one cell of the terminal."""


class Finish(Enum):
    """Why a piece is drawn unlike the others."""

    PLAIN = auto()
    LAST = auto()
    DRAFTED = auto()
    PICKED = auto()
    FADED = auto()
    REFUSED = auto()
    FLASH = auto()


@dataclass(frozen=True, slots=True)
class Brush:
    """What all pictures of one table share."""

    palette: Palette
    body: str
    """`tile` or `die`."""
    lettered: bool
    ascii: bool
    ground: Hue

    def glyph(self, face: Face) -> str:
        """The one sign that stands for the shape of a face."""
        return (ASCII_GLYPHS if self.ascii else GLYPHS)[shape_of(face)]


@lru_cache(64)
def brush_of(look: Look, body: str, ground: Hue | None = None) -> Brush:
    """The brush for a look and a kind of body, on the table if no other ground is named."""
    palette = palette_of(look)
    return Brush(palette, body, look.lettered, look.ascii, ground or palette.table)


class Paint(NamedTuple):
    """The colours of one piece."""

    body: Hue
    shape: Hue
    edge: Hue
    ground: Hue
    gap: Hue
    """Between the dashes of a broken lip."""


def paint_of(brush: Brush, face: Face, finish: Finish) -> Paint:
    """The colours of a face with a finish."""
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
    """The picture of a piece."""
    paint = paint_of(brush, face, finish)
    if zoom == 1:
        return [_written(brush, face, paint, finish)]
    picture = _shaded(paint, zoom, finish, _bitmap(brush, face, zoom))
    if brush.ascii:
        picture = _spelled(picture, paint, finish)
    if zoom == 2:
        picture[0][:3] = _written(brush, face, paint, Finish.PLAIN, wide=True)
    elif brush.ascii:
        _write_art(picture, brush, face, zoom, paint)
    if zoom > 2 and brush.lettered:
        _write_letter(picture, face, zoom, paint)
    return picture


def blank(brush: Brush, zoom: int) -> Picture:
    """The picture of an empty cell: a dot on the table."""
    width, height = SIZES[zoom]
    space = Sign(" ", brush.palette.dots, brush.ground)
    picture = [[space] * width for _ in range(height)]
    picture[(height - 1) // 2][(width - 1) // 2] = Sign(
        "." if brush.ascii else "·", brush.palette.dots, brush.ground
    )
    return picture


def strips_of(picture: Picture) -> tuple[Strip, ...]:
    """The rows of a picture as strips, neighbours of one style joined."""
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


def _bitmap(brush: Brush, face: Face, zoom: int) -> Bitmap:
    if brush.ascii or zoom < 3:
        return ()
    bitmaps = LARGE if zoom == 5 else SMALL
    if zoom == 3 and brush.body == "die":
        bitmaps = TINY
    return bitmaps[shape_of(face)]


def _written(
    brush: Brush, face: Face, paint: Paint, finish: Finish, *, wide: bool = False
) -> list[Sign]:
    """A glyph in three columns, with the letter of its colour or the right edge."""
    front = paint.shape
    if brush.lettered:
        text = f"{brush.glyph(face)} {COLOUR_LETTERS[colour_of(face)]}"
        signs = [Sign(sign, front, paint.body, True) for sign in text]
        if finish not in (Finish.PLAIN, Finish.FADED):
            signs[1] = Sign(" ", paint.edge, paint.edge)
        return signs
    signs = [Sign(sign, front, paint.body, True) for sign in f" {brush.glyph(face)} "]
    if not wide:
        edge = "|" if brush.ascii else "▌"
        signs[2] = Sign(edge, paint.edge, paint.ground if not brush.ascii else paint.body)
    return signs


def _shaded(paint: Paint, zoom: int, finish: Finish, bitmap: Bitmap) -> Picture:
    """A body with its bitmap, and a lip at the right and below: one colour for each pixel."""
    width, height = SIZES[zoom]
    margin_x, margin_y = (2, 1) if zoom > 3 else (0, 0)
    if len(bitmap) == len(TINY[0]):
        margin_x, margin_y = 1, 1
    broken = finish is Finish.DRAFTED
    pixels = [[paint.body] * (2 * width) for _ in range(2 * height)]
    for y, line in enumerate(bitmap, margin_y):
        for x, lit in enumerate(line, margin_x):
            if lit == "#":
                pixels[y][x] = paint.shape
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
    """The sign that shows four pixels of at most two colours."""
    if paint.edge not in (paint.body, paint.shape) and {paint.edge, paint.shape} <= set(hues):
        # Three colours do not fit into one sign, and a lip with holes means something else.
        hues = [paint.shape if hue == paint.body else hue for hue in hues]
    backs = [hue for hue in (paint.ground, paint.body, paint.edge, paint.shape) if hue in hues]
    back, front = backs[0], backs[-1]
    if front == back:
        return Sign(" ", front, back)
    return Sign(quadrant([hue == front for hue in hues]), front, back)


def _spelled(picture: Picture, paint: Paint, finish: Finish) -> Picture:
    """The same body with signs of ASCII for its lip."""
    below = {Finish.PLAIN: "_", Finish.FADED: "_", Finish.DRAFTED: "."}.get(finish, "=")
    spelled = [[Sign(" ", paint.shape, paint.body) for _ in row] for row in picture]
    for row in spelled:
        row[-1] = Sign(":" if finish is Finish.DRAFTED else "|", _rim(paint), paint.body)
    if len(spelled) > 3 or finish is not Finish.PLAIN:
        spelled[-1] = [Sign(below, _rim(paint), paint.body) for _ in spelled[-1][:-1]]
        spelled[-1].append(Sign("'", _rim(paint), paint.body))
    return spelled


def _rim(paint: Paint) -> Hue:
    """The edge, made visible on the body."""
    return paint.edge if paint.edge > "#333333" else "#5a5f6a"


def _write_art(picture: Picture, brush: Brush, face: Face, zoom: int, paint: Paint) -> None:
    art = (ASCII_LARGE if zoom == 5 else ASCII_SMALL)[shape_of(face)]
    left = 0 if zoom == 3 else 1
    for y, line in enumerate(art):
        for x, lit in enumerate(line, left):
            if lit == "#":
                picture[y][x] = Sign(brush.glyph(face), paint.shape, paint.body, True)


def _write_letter(picture: Picture, face: Face, zoom: int, paint: Paint) -> None:
    x, y = {3: (2, 1), 4: (3, 1), 5: (4, 2)}[zoom]
    letter = COLOUR_LETTERS[colour_of(face)]
    picture[y][x] = Sign(letter, paint.body, paint.shape, True)
