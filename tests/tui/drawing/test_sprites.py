"""Facts about the pictures of pieces and cells."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, product

import pytest
from rich.cells import cell_len

from qwirkle.engine.pieces import COLOUR_LETTERS, FACE_COUNT, colour_of, shape_of
from qwirkle.tui.drawing.appearance import ZOOMS, Appearance
from qwirkle.tui.drawing.cells import CellDisplay, draw_cell
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
    QUADRANTS,
    SMALL_BITMAPS,
    Bitmap,
    quadrant_char,
)
from qwirkle.tui.drawing.palette import get_palette
from qwirkle.tui.drawing.sprites import (
    SPRITES,
    Picture,
    PieceHighlight,
    TerminalCell,
    draw_empty_cell,
    draw_piece,
    get_draw_style,
    piece_size,
    to_strips,
)

BODIES = ("tile", "die")
PICTURED = ZOOMS[2:]
"""The zooms at which a piece carries more than a sign."""
LOOKS = (
    Appearance(),
    Appearance(letters=True),
    Appearance(ascii=True),
    Appearance(ascii=True, letters=True),
)
MARKS = (
    CellDisplay(),
    CellDisplay(cursor=True),
    CellDisplay(points=4),
    CellDisplay(points=12),
    CellDisplay(points=12, cursor=True, ghost=7),
    CellDisplay(hint=("A", 8)),
    CellDisplay(is_incomplete=True),
    CellDisplay(hint=("C", 35), cursor=True),
    CellDisplay(refused=True),
    CellDisplay(refused=True, cursor=True),
    CellDisplay(face=9),
    CellDisplay(face=9, cursor=True),
    CellDisplay(face=9, highlight=PieceHighlight.LAST),
    CellDisplay(face=9, highlight=PieceHighlight.DRAFTED),
    CellDisplay(face=9, highlight=PieceHighlight.REFUSED, refused=True),
    CellDisplay(face=9, highlight=PieceHighlight.REFUSED, refused=True, cursor=True),
)


def text_of(picture: Picture) -> str:
    """The signs of a picture, row by row."""
    return "\n".join("".join(sign.text for sign in row) for row in picture)


@pytest.mark.parametrize(
    ("bitmaps", "width", "height"),
    [
        (SMALL_BITMAPS, 10, 5),
        (MEDIUM_BITMAPS, 14, 7),
        (LARGE_BITMAPS, 18, 9),
        (HUGE_BITMAPS, 22, 11),
        (ASCII_SMALL_BITMAPS, 5, 3),
        (ASCII_MEDIUM_BITMAPS, 7, 4),
        (ASCII_LARGE_BITMAPS, 9, 5),
        (ASCII_HUGE_BITMAPS, 11, 6),
    ],
)
def test_bitmaps_are_even(bitmaps: tuple[Bitmap, ...], width: int, height: int) -> None:
    """Every bitmap has its size, reads the same from all sides, and is unique."""
    assert len(set(bitmaps)) == len(bitmaps) == 6
    for bitmap in bitmaps:
        assert [len(row) for row in bitmap] == [width] * height
        assert bitmap == bitmap[::-1] == tuple(row[::-1] for row in bitmap)


@pytest.mark.parametrize("bitmaps", [SMALL_BITMAPS, MEDIUM_BITMAPS, LARGE_BITMAPS, HUGE_BITMAPS])
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
    assert quadrant_char((False,) * 4) == " "
    assert quadrant_char((True,) * 4) == "█"
    assert quadrant_char((False, False, True, True)) == "▄"
    assert len({quadrant_char(pixels) for pixels in product((False, True), repeat=4)}) == 16


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_every_picture_has_its_size(look: Appearance, zoom: int, body: str) -> None:
    """Whatever a cell shows, it fills exactly the columns and rows of its zoom."""
    brush, (width, height) = get_draw_style(look, body), piece_size(body, zoom)
    for mark in MARKS:
        picture = draw_cell(brush, zoom, mark)
        assert [len(row) for row in picture] == [width] * height
        assert all(cell_len(sign.text) == 1 for row in picture for sign in row)
        assert [strip.cell_length for strip in to_strips(picture)] == [width] * height


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", [look for look in LOOKS if look.ascii])
def test_ascii_is_ascii(look: Appearance, zoom: int, body: str) -> None:
    """With ASCII asked for, no cell is drawn with anything else."""
    brush = get_draw_style(look, body)
    assert all(text_of(draw_cell(brush, zoom, mark)).isascii() for mark in MARKS)
    assert all(text_of(draw_piece(brush, zoom, face)).isascii() for face in range(FACE_COUNT))


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_faces_differ(look: Appearance, zoom: int, body: str) -> None:
    """At every zoom the 36 faces are 36 different pictures."""
    brush = get_draw_style(look, body)
    assert len({str(draw_piece(brush, zoom, face)) for face in range(FACE_COUNT)}) == FACE_COUNT


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_marks_differ(look: Appearance, zoom: int, body: str) -> None:
    """At every zoom all things that can be said of a cell look different."""
    brush = get_draw_style(look, body)
    assert len({str(draw_cell(brush, zoom, mark)) for mark in MARKS}) == len(MARKS)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_signs_alone_tell_faces_apart_without_colours(zoom: int, body: str) -> None:
    """In greyscale the signs alone, letters among them, tell all 36 faces apart."""
    for look in (Appearance(colour_depth="none"), Appearance(colour_depth="none", ascii=True)):
        brush = get_draw_style(look, body)
        texts = {text_of(draw_piece(brush, zoom, face)) for face in range(FACE_COUNT)}
        assert len(texts) == FACE_COUNT


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_letters_name_the_colour(zoom: int, body: str) -> None:
    """With letters on, every piece carries the letter of its colour."""
    brush = get_draw_style(Appearance(letters=True), body)
    for face in range(FACE_COUNT):
        assert COLOUR_LETTERS[colour_of(face)] in text_of(draw_piece(brush, zoom, face))


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_glyph_and_a_letter_stand_apart(zoom: int) -> None:
    """Between a glyph and the letter after it there is a space."""
    brush = get_draw_style(Appearance(letters=True), "die")
    for mark in (
        CellDisplay(face=20),
        CellDisplay(face=20, cursor=True),
        CellDisplay(hint=("A", 20)),
        CellDisplay(points=3),
    ):
        text = text_of(draw_cell(brush, zoom, mark))
        assert f"{GLYPHS[shape_of(20)]}G" not in text


def test_one_look_tells_the_game() -> None:
    """A tile is dark with a coloured shape, a die coloured with a dark shape."""
    palette = get_palette(Appearance())
    red = palette.pieces[0]
    tile, die = (draw_piece(get_draw_style(Appearance(), body), 4, 0)[1] for body in BODIES)
    assert tile[0] == TerminalCell(" ", palette.ink, palette.ink)
    assert tile[3].background == red
    assert die[0].background == red
    assert die[3].background == palette.ink


@pytest.mark.parametrize("zoom", PICTURED)
def test_the_lip(zoom: int) -> None:
    """The right column is a half block in the edge colour, and so is the lower half of the end."""
    palette = get_palette(Appearance())
    picture = draw_piece(get_draw_style(Appearance(), "die"), zoom, 0)
    assert picture[0][-1] == TerminalCell("▌", palette.die_edges[0], palette.board)
    assert picture[-1][0].text in "▄▙▟"
    assert palette.die_edges[0] in (picture[-1][0].foreground, picture[-1][0].background)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_last_play_has_a_white_edge(zoom: int) -> None:
    """The pieces of the last play have a white lip."""
    picture = draw_piece(get_draw_style(Appearance(), "tile"), zoom, 0, PieceHighlight.LAST)
    assert picture[0][-1].foreground == "#ffffff"


def test_a_legal_cell_has_corners_and_points() -> None:
    """A cell where the picked piece fits shows round corners and what it would score."""
    text = text_of(draw_cell(get_draw_style(Appearance(), "tile"), 4, CellDisplay(points=4)))
    assert all(sign in text for sign in "╭╮╰╯")
    assert "+4" in text


def test_the_cursor_is_a_heavy_box() -> None:
    """The cursor is a heavy box around its cell."""
    text = text_of(draw_cell(get_draw_style(Appearance(), "tile"), 4, CellDisplay(cursor=True)))
    assert text.splitlines()[0] == "┏━━━━━┓ "
    assert text.splitlines()[-1] == "┗━━━━━┛ "


def test_an_empty_cell_is_a_dot() -> None:
    """An empty cell is one dot on the table."""
    assert text_of(draw_empty_cell(get_draw_style(Appearance(), "tile"), 4)).split() == ["·"]


def test_the_body_of_a_die_shows_beside_every_shape() -> None:
    """At every zoom the colour of a die is seen at its left side, whatever its shape."""
    for look, zoom in product((Appearance(), Appearance(letters=True)), ZOOMS):
        brush = get_draw_style(look, "die")
        for face in range(FACE_COUNT):
            hues = {hue for row in draw_piece(brush, zoom, face) for hue in row[0][1:3]}
            assert brush.palette.pieces[colour_of(face)] in hues


@pytest.mark.parametrize(
    "finish", [PieceHighlight.PLAIN, PieceHighlight.LAST, PieceHighlight.DRAFTED]
)
@pytest.mark.parametrize("body", ["tile", "die"])
@pytest.mark.parametrize("zoom", PICTURED)
def test_shapes_of_one_colour_differ_with_sixteen_colours(
    zoom: int, body: str, finish: PieceHighlight
) -> None:
    """Where body, edge and ink are one black, each shape still looks different from the others."""
    for theme in ("dark", "light"):
        brush = get_draw_style(Appearance(theme=theme, colour_depth="16"), body)
        seen = {str(draw_piece(brush, zoom, shape, finish)) for shape in range(6)}
        assert len(seen) == 6


def pixels_of(picture: Picture) -> list[list[str]]:
    """The colour of each pixel; a sign that is no block is all of the colour behind it."""
    rows: list[list[str]] = []
    for signs in picture:
        rows += [[], []]
        for sign in signs:
            mask = QUADRANTS.index(sign.text) if sign.text in QUADRANTS else 0
            hues = [sign.foreground if mask >> place & 1 else sign.background for place in range(4)]
            rows[-2] += hues[:2]
            rows[-1] += hues[2:]
    return rows


@pytest.mark.parametrize("zoom", PICTURED)
def test_a_die_shows_its_colour_all_round_its_shape(zoom: int) -> None:
    """A die has at least one pixel of its colour on each side of the whole bitmap."""
    brush, form = get_draw_style(Appearance(), "die"), SPRITES["die"][zoom]
    for face in range(FACE_COUNT):
        colour, bitmap = brush.palette.pieces[colour_of(face)], form.bitmaps[shape_of(face)]
        body = [row[:-2] for row in pixels_of(draw_piece(brush, zoom, face))[:-1]]
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
    brush, form = get_draw_style(Appearance(), body), SPRITES[body][zoom]
    for shape in range(6):
        plain, framed = (
            draw_cell(brush, zoom, CellDisplay(face=shape, cursor=on)) for on in (False, True)
        )
        left, top = form.margin
        bitmap = form.bitmaps[shape]
        for y in range(top, top + len(bitmap)):
            columns = slice(left, left + len(bitmap[0]))
            assert pixels_of(plain)[y][columns] == pixels_of(framed)[y][columns]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("zoom", ZOOMS[:3])
@pytest.mark.parametrize("body", BODIES)
def test_the_cursor_on_a_small_piece_leaves_its_sign(
    look: Appearance, zoom: int, body: str
) -> None:
    """Up to zoom 3 the sign of the shape, and the letter if wanted, tell the piece."""
    brush = get_draw_style(look, body)
    for face in range(FACE_COUNT):
        text = text_of(draw_cell(brush, zoom, CellDisplay(face=face, cursor=True)))
        assert brush.glyph(face) in text
        assert not look.letters or COLOUR_LETTERS[colour_of(face)] in text


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("cursor", [False, True])
def test_points_have_their_sign_at_every_zoom(look: Appearance, zoom: int, cursor: bool) -> None:
    """Points are never bare, with one digit or two, under the cursor or not."""
    brush = get_draw_style(look, "die")
    for points in (2, 12, 24):
        text = text_of(draw_cell(brush, zoom, CellDisplay(points=points, cursor=cursor, ghost=7)))
        assert f"+{points}" in text


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("look", LOOKS)
def test_the_smallest_pieces_stand_apart(look: Appearance, body: str) -> None:
    """At zoom 1 each piece ends with its edge, with letters too."""
    brush = get_draw_style(look, body)
    for face in range(FACE_COUNT):
        assert text_of(draw_piece(brush, 1, face))[-1] == ("|" if look.ascii else "▌")


def test_small_tiles_show_their_colour_and_stay_tiles() -> None:
    """A fifth of a small tile is of its colour, and more than that is dark."""
    inked = {" ": 0.0, "▊": 0.75, "▌": 0.5, "▄": 0.5, "▀": 0.5, GLYPHS[0]: 0.3}
    palette = get_palette(Appearance())
    for zoom in (1, 2):
        signs = [
            sign
            for row in draw_piece(get_draw_style(Appearance(), "tile"), zoom, 0)
            for sign in row
        ]
        shares: defaultdict[str, float] = defaultdict(float)
        for sign in signs:
            shares[sign.foreground] += inked[sign.text] / len(signs)
            shares[sign.background] += (1 - inked[sign.text]) / len(signs)
        assert 0.2 < shares[palette.pieces[0]] < shares[palette.ink] + shares[palette.tile_edge]
