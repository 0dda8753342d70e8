"""The drawings of pieces and cells."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, product

import pytest
from rich.cells import cell_len

from qwirkle.engine.pieces import COLOUR_LETTERS, FACE_COUNT, colour_of, shape_of
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
    ZOOMS,
    Bitmap,
    quadrant_char,
)
from qwirkle.tui.drawing.palette import Appearance, get_palette
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
"""Zooms at which a piece is drawn with a bitmap."""
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
    CellDisplay(is_illegal=True),
    CellDisplay(is_illegal=True, cursor=True),
    CellDisplay(face=9),
    CellDisplay(face=9, cursor=True),
    CellDisplay(face=9, highlight=PieceHighlight.LAST_MOVE),
    CellDisplay(face=9, highlight=PieceHighlight.DRAFTED),
    CellDisplay(face=9, highlight=PieceHighlight.ILLEGAL, is_illegal=True),
    CellDisplay(face=9, highlight=PieceHighlight.ILLEGAL, is_illegal=True, cursor=True),
)


def text_of(picture: Picture) -> str:
    """Return the characters of a picture, row by row."""
    return "\n".join("".join(cell.text for cell in row) for row in picture)


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
def test_bitmaps_are_symmetric(bitmaps: tuple[Bitmap, ...], width: int, height: int) -> None:
    """Every bitmap has the right size, is symmetric both ways, and is unique."""
    assert len(set(bitmaps)) == len(bitmaps) == 6
    for bitmap in bitmaps:
        assert [len(row) for row in bitmap] == [width] * height
        assert bitmap == bitmap[::-1] == tuple(row[::-1] for row in bitmap)


@pytest.mark.parametrize("bitmaps", [SMALL_BITMAPS, MEDIUM_BITMAPS, LARGE_BITMAPS, HUGE_BITMAPS])
def test_shapes_differ_clearly(bitmaps: tuple[Bitmap, ...]) -> None:
    """Any two bitmaps of a size differ in at least an eighth of their pixels."""
    for one, other in combinations(bitmaps, 2):
        pixels = list(zip("".join(one), "".join(other), strict=True))
        assert sum(ours != theirs for ours, theirs in pixels) >= len(pixels) // 8


def test_glyphs_take_one_column() -> None:
    """Each glyph is one column wide and has no emoji variant."""
    assert [cell_len(glyph) for glyph in GLYPHS] == [1] * 6
    assert not set(GLYPHS) & set("♣♦✖✳☘")
    assert ASCII_GLYPHS == "o#v%*x"


def test_every_quadrant_pattern_has_its_block_character() -> None:
    """The 16 patterns of four pixels map to 16 block characters."""
    assert quadrant_char((False,) * 4) == " "
    assert quadrant_char((True,) * 4) == "█"
    assert quadrant_char((False, False, True, True)) == "▄"
    assert len({quadrant_char(pixels) for pixels in product((False, True), repeat=4)}) == 16


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_every_picture_fills_its_cell(look: Appearance, zoom: int, body: str) -> None:
    """Whatever a cell shows, it takes exactly the columns and rows of its zoom."""
    style, (width, height) = get_draw_style(look, body), piece_size(body, zoom)
    for mark in MARKS:
        picture = draw_cell(style, zoom, mark)
        assert [len(row) for row in picture] == [width] * height
        assert all(cell_len(cell.text) == 1 for row in picture for cell in row)
        assert [strip.cell_length for strip in to_strips(picture)] == [width] * height


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", [look for look in LOOKS if look.ascii])
def test_ascii_drawings_are_ascii(look: Appearance, zoom: int, body: str) -> None:
    """In ASCII mode every cell and piece is drawn with ASCII only."""
    style = get_draw_style(look, body)
    assert all(text_of(draw_cell(style, zoom, mark)).isascii() for mark in MARKS)
    assert all(text_of(draw_piece(style, zoom, face)).isascii() for face in range(FACE_COUNT))


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_every_face_looks_different(look: Appearance, zoom: int, body: str) -> None:
    """At every zoom the 36 faces have 36 different pictures."""
    style = get_draw_style(look, body)
    assert len({str(draw_piece(style, zoom, face)) for face in range(FACE_COUNT)}) == FACE_COUNT


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("look", LOOKS)
def test_every_mark_looks_different(look: Appearance, zoom: int, body: str) -> None:
    """At every zoom each kind of mark on a cell has its own picture."""
    style = get_draw_style(look, body)
    assert len({str(draw_cell(style, zoom, mark)) for mark in MARKS}) == len(MARKS)


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_characters_identify_faces_without_colours(zoom: int, body: str) -> None:
    """In greyscale the glyphs and letters of the 36 faces all differ."""
    for look in (Appearance(colour_depth="none"), Appearance(colour_depth="none", ascii=True)):
        style = get_draw_style(look, body)
        texts = {text_of(draw_piece(style, zoom, face)) for face in range(FACE_COUNT)}
        assert len(texts) == FACE_COUNT


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("zoom", ZOOMS)
def test_letters_name_the_colour(zoom: int, body: str) -> None:
    """With letters on, every piece shows the letter of its colour."""
    style = get_draw_style(Appearance(letters=True), body)
    for face in range(FACE_COUNT):
        assert COLOUR_LETTERS[colour_of(face)] in text_of(draw_piece(style, zoom, face))


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_space_separates_glyph_and_letter(zoom: int) -> None:
    """A letter never directly follows the glyph."""
    style = get_draw_style(Appearance(letters=True), "die")
    for mark in (
        CellDisplay(face=20),
        CellDisplay(face=20, cursor=True),
        CellDisplay(hint=("A", 20)),
        CellDisplay(points=3),
    ):
        text = text_of(draw_cell(style, zoom, mark))
        assert f"{GLYPHS[shape_of(20)]}G" not in text


def test_tiles_and_dice_look_different() -> None:
    """A tile is dark with a coloured shape; a die is coloured with a dark shape."""
    palette = get_palette(Appearance())
    red = palette.pieces[0]
    tile, die = (draw_piece(get_draw_style(Appearance(), body), 4, 0)[1] for body in BODIES)
    assert tile[0] == TerminalCell(" ", palette.ink, palette.ink)
    assert tile[3].background == red
    assert die[0].background == red
    assert die[3].background == palette.ink


@pytest.mark.parametrize("zoom", PICTURED)
def test_a_die_has_an_edge(zoom: int) -> None:
    """The right column and the bottom row are half blocks in the edge colour."""
    palette = get_palette(Appearance())
    picture = draw_piece(get_draw_style(Appearance(), "die"), zoom, 0)
    assert picture[0][-1] == TerminalCell("▌", palette.die_edges[0], palette.board)
    assert picture[-1][0].text in "▄▙▟"
    assert palette.die_edges[0] in (picture[-1][0].foreground, picture[-1][0].background)


@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_last_play_has_a_white_edge(zoom: int) -> None:
    picture = draw_piece(get_draw_style(Appearance(), "tile"), zoom, 0, PieceHighlight.LAST_MOVE)
    assert picture[0][-1].foreground == "#ffffff"


def test_a_legal_cell_has_corners_and_points() -> None:
    """A legal cell shows round corners and the points of the play."""
    text = text_of(draw_cell(get_draw_style(Appearance(), "tile"), 4, CellDisplay(points=4)))
    assert all(corner in text for corner in "╭╮╰╯")
    assert "+4" in text


def test_the_cursor_is_a_heavy_box() -> None:
    """The cursor is drawn with heavy box characters."""
    text = text_of(draw_cell(get_draw_style(Appearance(), "tile"), 4, CellDisplay(cursor=True)))
    assert text.splitlines()[0] == "┏━━━━━┓ "
    assert text.splitlines()[-1] == "┗━━━━━┛ "


def test_an_empty_cell_is_a_dot() -> None:
    """An empty cell shows a single dot."""
    assert text_of(draw_empty_cell(get_draw_style(Appearance(), "tile"), 4)).split() == ["·"]


def test_the_colour_of_a_die_is_visible_beside_every_shape() -> None:
    """At every zoom the left column of a die has its colour."""
    for look, zoom in product((Appearance(), Appearance(letters=True)), ZOOMS):
        style = get_draw_style(look, "die")
        for face in range(FACE_COUNT):
            colours = {colour for row in draw_piece(style, zoom, face) for colour in row[0][1:3]}
            assert style.palette.pieces[colour_of(face)] in colours


@pytest.mark.parametrize(
    "highlight", [PieceHighlight.PLAIN, PieceHighlight.LAST_MOVE, PieceHighlight.DRAFTED]
)
@pytest.mark.parametrize("body", ["tile", "die"])
@pytest.mark.parametrize("zoom", PICTURED)
def test_shapes_of_one_colour_differ_with_16_colours(
    zoom: int, body: str, highlight: PieceHighlight
) -> None:
    """Even if body, edge and ink are all black, the six shapes look different."""
    for theme in ("dark", "light"):
        style = get_draw_style(Appearance(theme=theme, colour_depth="16"), body)
        pictures = {str(draw_piece(style, zoom, shape, highlight)) for shape in range(6)}
        assert len(pictures) == 6


def pixels_of(picture: Picture) -> list[list[str]]:
    """Return each pixel's colour; other characters than blocks count as background."""
    rows: list[list[str]] = []
    for cells in picture:
        rows += [[], []]
        for cell in cells:
            mask = QUADRANTS.index(cell.text) if cell.text in QUADRANTS else 0
            colours = [cell.foreground if mask >> bit & 1 else cell.background for bit in range(4)]
            rows[-2] += colours[:2]
            rows[-1] += colours[2:]
    return rows


@pytest.mark.parametrize("zoom", PICTURED)
def test_a_die_shows_its_colour_all_around_its_shape(zoom: int) -> None:
    """A die has at least one pixel of its colour on each side of the bitmap."""
    style, form = get_draw_style(Appearance(), "die"), SPRITES["die"][zoom]
    for face in range(FACE_COUNT):
        colour, bitmap = style.palette.pieces[colour_of(face)], form.bitmaps[shape_of(face)]
        body = [row[:-2] for row in pixels_of(draw_piece(style, zoom, face))[:-1]]
        left, top = form.margin
        for y, row in enumerate(body):
            for x, pixel in enumerate(row):
                inside = 0 <= y - top < len(bitmap) and 0 <= x - left < len(bitmap[0])
                lit = inside and bitmap[y - top][x - left] == "#"
                assert pixel == (style.palette.ink if lit else colour)
        right, bottom = len(body[0]) - left - len(bitmap[0]), len(body) - top - len(bitmap)
        assert min(left, top, right, bottom) >= 1


@pytest.mark.parametrize("zoom", ZOOMS[3:])
@pytest.mark.parametrize("body", BODIES)
def test_the_cursor_covers_no_pixel_of_a_shape(zoom: int, body: str) -> None:
    """From zoom 4 on, the cursor is drawn around the shape."""
    style, form = get_draw_style(Appearance(), body), SPRITES[body][zoom]
    for shape in range(6):
        plain, framed = (
            draw_cell(style, zoom, CellDisplay(face=shape, cursor=on)) for on in (False, True)
        )
        left, top = form.margin
        bitmap = form.bitmaps[shape]
        for y in range(top, top + len(bitmap)):
            columns = slice(left, left + len(bitmap[0]))
            assert pixels_of(plain)[y][columns] == pixels_of(framed)[y][columns]


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("zoom", ZOOMS[:3])
@pytest.mark.parametrize("body", BODIES)
def test_the_cursor_on_a_small_piece_keeps_its_glyph(
    look: Appearance, zoom: int, body: str
) -> None:
    """Up to zoom 3 the glyph, and the letter if it's on, stay visible under the cursor."""
    style = get_draw_style(look, body)
    for face in range(FACE_COUNT):
        text = text_of(draw_cell(style, zoom, CellDisplay(face=face, cursor=True)))
        assert style.glyph(face) in text
        assert not look.letters or COLOUR_LETTERS[colour_of(face)] in text


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("cursor", [False, True])
def test_points_have_a_plus_sign_at_every_zoom(look: Appearance, zoom: int, cursor: bool) -> None:
    """Points of one or two digits have a plus sign, with and without the cursor."""
    style = get_draw_style(look, "die")
    for points in (2, 12, 24):
        text = text_of(draw_cell(style, zoom, CellDisplay(points=points, cursor=cursor, ghost=7)))
        assert f"+{points}" in text


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("look", LOOKS)
def test_the_smallest_pieces_are_separated(look: Appearance, body: str) -> None:
    """At zoom 1 each piece ends with its edge, with or without letters."""
    style = get_draw_style(look, body)
    for face in range(FACE_COUNT):
        assert text_of(draw_piece(style, 1, face))[-1] == ("|" if look.ascii else "▌")


def test_small_tiles_show_their_colour_but_stay_dark() -> None:
    """At least a fifth of a small tile has its colour, and more of it is dark."""
    ink_shares = {" ": 0.0, "▊": 0.75, "▌": 0.5, "▄": 0.5, "▀": 0.5, GLYPHS[0]: 0.3}
    palette = get_palette(Appearance())
    for zoom in (1, 2):
        cells = [
            cell
            for row in draw_piece(get_draw_style(Appearance(), "tile"), zoom, 0)
            for cell in row
        ]
        shares: defaultdict[str, float] = defaultdict(float)
        for cell in cells:
            shares[cell.foreground] += ink_shares[cell.text] / len(cells)
            shares[cell.background] += (1 - ink_shares[cell.text]) / len(cells)
        assert 0.2 < shares[palette.pieces[0]] < shares[palette.ink] + shares[palette.tile_edge]
