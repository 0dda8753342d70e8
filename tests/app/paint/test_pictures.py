"""Facts about the pictures of pieces and cells."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, product

import pytest
from rich.cells import cell_len

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
    QUADRANTS,
    SMALL,
    Bitmap,
    quadrant,
)
from qwirkle.app.paint.look import ZOOMS, Look
from qwirkle.app.paint.marks import Mark, draw
from qwirkle.app.paint.palette import palette_of
from qwirkle.app.paint.pictures import (
    FORMS,
    Finish,
    Picture,
    Sign,
    blank,
    brush_of,
    piece,
    size_of,
    strips_of,
)
from qwirkle.engine.pieces import COLOUR_LETTERS, FACES, colour_of, shape_of

BODIES = ("tile", "die")
PICTURED = ZOOMS[2:]
"""The zooms at which a piece carries more than a sign."""
LOOKS = (Look(), Look(letters=True), Look(ascii=True), Look(ascii=True, letters=True))
MARKS = (
    Mark(),
    Mark(cursor=True),
    Mark(points=4),
    Mark(points=12),
    Mark(points=12, cursor=True, ghost=7),
    Mark(hint=("A", 8)),
    Mark(waiting=True),
    Mark(hint=("C", 35), cursor=True),
    Mark(refused=True),
    Mark(refused=True, cursor=True),
    Mark(face=9),
    Mark(face=9, cursor=True),
    Mark(face=9, finish=Finish.LAST),
    Mark(face=9, finish=Finish.DRAFTED),
    Mark(face=9, finish=Finish.REFUSED, refused=True),
    Mark(face=9, finish=Finish.REFUSED, refused=True, cursor=True),
)


def text_of(picture: Picture) -> str:
    """The signs of a picture, row by row."""
    return "\n".join("".join(sign.text for sign in row) for row in picture)


@pytest.mark.parametrize(
    ("bitmaps", "width", "height"),
    [
        (SMALL, 10, 5),
        (MEDIUM, 14, 7),
        (LARGE, 18, 9),
        (HUGE, 22, 11),
        (ASCII_SMALL, 5, 3),
        (ASCII_MEDIUM, 7, 4),
        (ASCII_LARGE, 9, 5),
        (ASCII_HUGE, 11, 6),
    ],
)
def test_bitmaps_are_even(bitmaps: tuple[Bitmap, ...], width: int, height: int) -> None:
    """Every bitmap has its size, reads the same from all sides, and is unique."""
    assert len(set(bitmaps)) == len(bitmaps) == 6
    for bitmap in bitmaps:
        assert [len(row) for row in bitmap] == [width] * height
        assert bitmap == bitmap[::-1] == tuple(row[::-1] for row in bitmap)


@pytest.mark.parametrize("bitmaps", [SMALL, MEDIUM, LARGE, HUGE])
def test_shapes_are_far_apart(bitmaps: tuple[Bitmap, ...]) -> None:
    """Any two bitmaps of one size differ in at least an eighth of their pixels, or six of fifty."""
    for one, other in combinations(bitmaps, 2):
        pixels = list(zip("".join(one), "".join(other), strict=True))
        assert sum(ours != theirs for ours, theirs in pixels) >= len(pixels) // 8


def test_glyphs_take_one_column() -> None:
    """Each glyph is one column wide, and no emoji can take its place."""
    assert [cell_len(glyph) for glyph in GLYPHS] == [1] * 6
    assert not set(GLYPHS) & set("♣♦✖✳☘")
    assert ASCII_GLYPHS == "o#v%*x"


def test_quadrants_are_blocks() -> None:
    """The character of four pixels has exactly these pixels."""
    assert quadrant((False,) * 4) == " "
    assert quadrant((True,) * 4) == "█"
    assert quadrant((False, False, True, True)) == "▄"
    assert len({quadrant(pixels) for pixels in product((False, True), repeat=4)}) == 16


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_every_picture_has_its_size(look: Look, zoom: int, body: str) -> None:
    """Whatever a cell shows, it fills exactly the columns and rows of its zoom."""
    brush, (width, height) = brush_of(look, body), size_of(body, zoom)
    for mark in MARKS:
        picture = draw(brush, zoom, mark)
        assert [len(row) for row in picture] == [width] * height
        assert all(cell_len(sign.text) == 1 for row in picture for sign in row)
        assert [strip.cell_length for strip in strips_of(picture)] == [width] * height


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", [look for look in LOOKS if look.ascii])
def test_ascii_is_ascii(look: Look, zoom: int, body: str) -> None:
    """With ASCII asked for, no cell is drawn with anything else."""
    brush = brush_of(look, body)
    assert all(text_of(draw(brush, zoom, mark)).isascii() for mark in MARKS)
    assert all(text_of(piece(brush, zoom, face)).isascii() for face in range(FACES))


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_faces_differ(look: Look, zoom: int, body: str) -> None:
    """At every zoom the 36 faces are 36 different pictures."""
    brush = brush_of(look, body)
    assert len({str(piece(brush, zoom, face)) for face in range(FACES)}) == FACES


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_marks_differ(look: Look, zoom: int, body: str) -> None:
    """At every zoom all things that can be said of a cell look different."""
    brush = brush_of(look, body)
    assert len({str(draw(brush, zoom, mark)) for mark in MARKS}) == len(MARKS)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_signs_alone_tell_faces_apart_without_colours(zoom: int, body: str) -> None:
    """In greyscale the signs alone, letters among them, tell all 36 faces apart."""
    for look in (Look(colours="none"), Look(colours="none", ascii=True)):
        brush = brush_of(look, body)
        texts = {text_of(piece(brush, zoom, face)) for face in range(FACES)}
        assert len(texts) == FACES


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_letters_name_the_colour(zoom: int, body: str) -> None:
    """With letters on, every piece carries the letter of its colour."""
    brush = brush_of(Look(letters=True), body)
    for face in range(FACES):
        assert COLOUR_LETTERS[colour_of(face)] in text_of(piece(brush, zoom, face))


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_glyph_and_a_letter_stand_apart(zoom: int) -> None:
    """Between a glyph and the letter after it there is a space."""
    brush = brush_of(Look(letters=True), "die")
    for mark in (Mark(face=20), Mark(face=20, cursor=True), Mark(hint=("A", 20)), Mark(points=3)):
        text = text_of(draw(brush, zoom, mark))
        assert f"{GLYPHS[shape_of(20)]}G" not in text


def test_one_look_tells_the_game() -> None:
    """A tile is dark with a coloured shape, a die coloured with a dark shape."""
    palette = palette_of(Look())
    red = palette.pieces[0]
    tile, die = (piece(brush_of(Look(), body), 4, 0)[1] for body in BODIES)
    assert tile[0] == Sign(" ", palette.ink, palette.ink)
    assert tile[3].back == red
    assert die[0].back == red
    assert die[3].back == palette.ink


@pytest.mark.parametrize("zoom", PICTURED)
def test_the_lip(zoom: int) -> None:
    """The right column is a half block in the edge colour, and so is the lower half of the end."""
    palette = palette_of(Look())
    picture = piece(brush_of(Look(), "die"), zoom, 0)
    assert picture[0][-1] == Sign("▌", palette.edges[0], palette.table)
    assert picture[-1][0].text in "▄▙▟"
    assert palette.edges[0] in (picture[-1][0].front, picture[-1][0].back)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_last_play_has_a_white_edge(zoom: int) -> None:
    """The pieces of the last play have a white lip."""
    picture = piece(brush_of(Look(), "tile"), zoom, 0, Finish.LAST)
    assert picture[0][-1].front == "#ffffff"


def test_a_legal_cell_has_corners_and_points() -> None:
    """A cell where the picked piece fits shows round corners and what it would score."""
    text = text_of(draw(brush_of(Look(), "tile"), 4, Mark(points=4)))
    assert all(sign in text for sign in "╭╮╰╯")
    assert "+4" in text


def test_the_cursor_is_a_heavy_box() -> None:
    """The cursor is a heavy box around its cell."""
    text = text_of(draw(brush_of(Look(), "tile"), 4, Mark(cursor=True)))
    assert text.splitlines()[0] == "┏━━━━━┓ "
    assert text.splitlines()[-1] == "┗━━━━━┛ "


def test_an_empty_cell_is_a_dot() -> None:
    """An empty cell is one dot on the table."""
    assert text_of(blank(brush_of(Look(), "tile"), 4)).split() == ["·"]


def test_the_body_of_a_die_shows_beside_every_shape() -> None:
    """At every zoom the colour of a die is seen at its left side, whatever its shape."""
    for look, zoom in product((Look(), Look(letters=True)), ZOOMS):
        brush = brush_of(look, "die")
        for face in range(FACES):
            hues = {hue for row in piece(brush, zoom, face) for hue in row[0][1:3]}
            assert brush.palette.pieces[colour_of(face)] in hues


@pytest.mark.parametrize("finish", [Finish.PLAIN, Finish.LAST, Finish.DRAFTED])
@pytest.mark.parametrize("body", ["tile", "die"])
@pytest.mark.parametrize("zoom", PICTURED)
def test_shapes_of_one_colour_differ_with_sixteen_colours(
    zoom: int, body: str, finish: Finish
) -> None:
    """Where body, edge and ink are one black, each shape still looks different from the others."""
    for theme in ("dark", "light"):
        brush = brush_of(Look(theme=theme, colours="16"), body)
        seen = {str(piece(brush, zoom, shape, finish)) for shape in range(6)}
        assert len(seen) == 6


def pixels_of(picture: Picture) -> list[list[str]]:
    """The colour of each pixel; a sign that is no block is all of the colour behind it."""
    rows: list[list[str]] = []
    for signs in picture:
        rows += [[], []]
        for sign in signs:
            mask = QUADRANTS.index(sign.text) if sign.text in QUADRANTS else 0
            hues = [sign.front if mask >> place & 1 else sign.back for place in range(4)]
            rows[-2] += hues[:2]
            rows[-1] += hues[2:]
    return rows


@pytest.mark.parametrize("zoom", PICTURED)
def test_a_die_shows_its_colour_all_round_its_shape(zoom: int) -> None:
    """A die has at least one pixel of its colour on each side of the whole bitmap."""
    brush, form = brush_of(Look(), "die"), FORMS["die"][zoom]
    for face in range(FACES):
        colour, bitmap = brush.palette.pieces[colour_of(face)], form.bitmaps[shape_of(face)]
        body = [row[:-2] for row in pixels_of(piece(brush, zoom, face))[:-1]]
        left, top = form.margin
        for y, row in enumerate(body):
            for x, hue in enumerate(row):
                inside = 0 <= y - top < len(bitmap) and 0 <= x - left < len(bitmap[0])
                lit = inside and bitmap[y - top][x - left] == "#"
                assert hue == (brush.palette.ink if lit else colour)
        right, below = len(body[0]) - left - len(bitmap[0]), len(body) - top - len(bitmap)
        assert min(left, top, right, below) >= 1


@pytest.mark.parametrize("zoom", ZOOMS[3:])
@pytest.mark.parametrize("body", BODIES)
def test_the_cursor_covers_no_pixel_of_a_shape(zoom: int, body: str) -> None:
    """From zoom 4 on the cursor stands around the shape."""
    brush, form = brush_of(Look(), body), FORMS[body][zoom]
    for shape in range(6):
        plain, framed = (draw(brush, zoom, Mark(face=shape, cursor=on)) for on in (False, True))
        left, top = form.margin
        bitmap = form.bitmaps[shape]
        for y in range(top, top + len(bitmap)):
            columns = slice(left, left + len(bitmap[0]))
            assert pixels_of(plain)[y][columns] == pixels_of(framed)[y][columns]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("zoom", ZOOMS[:3])
@pytest.mark.parametrize("body", BODIES)
def test_the_cursor_on_a_small_piece_leaves_its_sign(look: Look, zoom: int, body: str) -> None:
    """Up to zoom 3 the sign of the shape, and the letter if wanted, tell the piece."""
    brush = brush_of(look, body)
    for face in range(FACES):
        text = text_of(draw(brush, zoom, Mark(face=face, cursor=True)))
        assert brush.glyph(face) in text
        assert not look.letters or COLOUR_LETTERS[colour_of(face)] in text


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("cursor", [False, True])
def test_points_have_their_sign_at_every_zoom(look: Look, zoom: int, cursor: bool) -> None:
    """Points are never bare, with one digit or two, under the cursor or not."""
    brush = brush_of(look, "die")
    for points in (2, 12, 24):
        text = text_of(draw(brush, zoom, Mark(points=points, cursor=cursor, ghost=7)))
        assert f"+{points}" in text


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("look", LOOKS)
def test_the_smallest_pieces_stand_apart(look: Look, body: str) -> None:
    """At zoom 1 each piece ends with its edge, with letters too."""
    brush = brush_of(look, body)
    for face in range(FACES):
        assert text_of(piece(brush, 1, face))[-1] == ("|" if look.ascii else "▌")


def test_small_tiles_show_their_colour_and_stay_tiles() -> None:
    """A fifth of a small tile is of its colour, and more than that is dark."""
    inked = {" ": 0.0, "▊": 0.75, "▌": 0.5, "▄": 0.5, "▀": 0.5, GLYPHS[0]: 0.3}
    palette = palette_of(Look())
    for zoom in (1, 2):
        signs = [sign for row in piece(brush_of(Look(), "tile"), zoom, 0) for sign in row]
        shares: defaultdict[str, float] = defaultdict(float)
        for sign in signs:
            shares[sign.front] += inked[sign.text] / len(signs)
            shares[sign.back] += (1 - inked[sign.text]) / len(signs)
        assert 0.2 < shares[palette.pieces[0]] < shares[palette.ink] + shares[palette.rim]
