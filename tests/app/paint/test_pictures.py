"""Facts about the pictures of pieces and cells."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from rich.cells import cell_len

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
from qwirkle.app.paint.look import ZOOMS, Look
from qwirkle.app.paint.marks import Mark, draw
from qwirkle.app.paint.palette import palette_of
from qwirkle.app.paint.pictures import (
    SIZES,
    Finish,
    Picture,
    Sign,
    blank,
    brush_of,
    piece,
    strips_of,
)
from qwirkle.engine.pieces import COLOUR_LETTERS, FACES, colour_of, shape_of

BODIES = ("tile", "die")
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
)


def text_of(picture: Picture) -> str:
    """The signs of a picture, row by row."""
    return "\n".join("".join(sign.text for sign in row) for row in picture)


@pytest.mark.parametrize(
    ("bitmaps", "width", "height"),
    [(TINY, 8, 3), (SMALL, 10, 5), (LARGE, 14, 7), (ASCII_SMALL, 5, 3), (ASCII_LARGE, 7, 4)],
)
def test_bitmaps_are_even(bitmaps: tuple[Bitmap, ...], width: int, height: int) -> None:
    """Every bitmap has its size, reads the same from all sides, and is unique."""
    assert len(set(bitmaps)) == len(bitmaps) == 6
    for bitmap in bitmaps:
        assert [len(row) for row in bitmap] == [width] * height
        assert bitmap == bitmap[::-1] == tuple(row[::-1] for row in bitmap)


def test_small_shapes_are_far_apart() -> None:
    """Any two of the 10 by 5 bitmaps differ in at least six of their fifty pixels."""
    for one, other in combinations(SMALL, 2):
        pixels = zip("".join(one), "".join(other), strict=True)
        assert sum(ours != theirs for ours, theirs in pixels) >= 6


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
    brush = brush_of(look, body)
    for mark in MARKS:
        picture = draw(brush, zoom, mark)
        assert len(picture) == SIZES[zoom].height
        assert {len(row) for row in picture} == {SIZES[zoom].width}
        assert all(cell_len(sign.text) == 1 for row in picture for sign in row)
        assert [strip.cell_length for strip in strips_of(picture)] == [SIZES[zoom].width] * SIZES[
            zoom
        ].height


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


@pytest.mark.parametrize("zoom", [3, 4, 5])
def test_the_lip(zoom: int) -> None:
    """The right column is a half block in the edge colour, and so is the lower half of the end."""
    palette = palette_of(Look())
    picture = piece(brush_of(Look(), "die"), zoom, 0)
    assert picture[0][-1] == Sign("▌", palette.edges[0], palette.table)
    assert picture[-1][0].text in "▄▙▟"
    assert palette.edges[0] in (picture[-1][0].front, picture[-1][0].back)


@pytest.mark.parametrize("zoom", [2, 3, 4, 5])
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
@pytest.mark.parametrize("zoom", [3, 4, 5])
def test_shapes_of_one_colour_differ_with_sixteen_colours(
    zoom: int, body: str, finish: Finish
) -> None:
    """Where body, edge and ink are one black, each shape still looks different from the others."""
    for theme in ("dark", "light"):
        brush = brush_of(Look(theme=theme, colours="16"), body)
        seen = {str(piece(brush, zoom, shape, finish)) for shape in range(6)}
        assert len(seen) == 6
