"""Board cells: what a cell displays besides its piece (points, hint, illegal, cursor)."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.app.paint.palette import Hue, blend, ink_on
from qwirkle.app.paint.pictures import Brush, Finish, Picture, Sign, blank, paint_of, piece
from qwirkle.engine.pieces import COLOUR_LETTERS, Face, colour_of


class Mark(NamedTuple):
    """Everything that one board cell displays."""

    face: Face | None = None
    finish: Finish = Finish.PLAIN
    points: int | None = None
    """What the picked piece would score here, or None."""
    waiting: bool = False
    """True if the picked piece fits here but the turn would need more pieces."""
    ghost: Face | None = None
    """The picked piece, if the cursor is on a cell where it fits."""
    hint: tuple[str, Face] | None = None
    refused: bool = False
    cursor: bool = False
    number: int | None = None
    """Number of the play that placed the piece, if there were several since your turn."""

    @property
    def fits(self) -> bool:
        """True if the picked piece fits here."""
        return self.points is not None or self.waiting


BARE = Mark()

_ROUND = "╭╮╰╯"
_SQUARE = "┌┐└┘"
_HEAVY = "┏┓┗┛"
_ASCII_CORNERS = {_ROUND: "..''", _SQUARE: "++++", _HEAVY: "++++"}


def draw(brush: Brush, zoom: int, mark: Mark) -> Picture:
    """Draw a board cell with everything it displays."""
    if mark.face is not None:
        picture = piece(brush, zoom, mark.face, mark.finish)
        if mark.number is not None:
            _write_number(picture, brush, mark.number)
        if mark.cursor:
            _frame_piece(picture, brush, zoom, mark.face)
        if mark.refused:
            _write_refusal(picture, brush)
        return picture
    ground = brush.ground
    if mark.refused:
        ground = blend(ground, brush.palette.refused, 0.35)
    picture = [[sign._replace(back=ground) for sign in row] for row in blank(brush, zoom)]
    if mark.refused or mark.hint or mark.fits or mark.cursor:
        _clear(picture, ground)
    if mark.hint:
        _write_hint(picture, brush, zoom, mark.hint)
    elif mark.fits:
        _write_points(picture, brush, zoom, mark.points)
    if mark.refused:
        _put(picture, _middle_row(picture), "!", brush.palette.text)
    if mark.cursor:
        _frame_cell(picture, brush, zoom, mark)
    return picture


def _clear(picture: Picture, back: Hue) -> None:
    for row in picture:
        row[:] = [sign._replace(text=" ", back=back) for sign in row]


def _middle_row(picture: Picture) -> int:
    return (len(picture) - 1) // 2


def _put(picture: Picture, y: int, text: str, hue: Hue) -> None:
    """Write a short text in the centre of a row."""
    row = picture[y]
    room = len(row) - 1 if len(row) > 4 else len(row)
    left = max(0, (room - len(text) + (len(row) > 4)) // 2)
    for x, sign in enumerate(text[: len(row)], left):
        row[x] = Sign(sign, hue, row[x].back, True)


def _write_points(picture: Picture, brush: Brush, zoom: int, points: int | None) -> None:
    _corner(picture, brush, zoom, _ROUND, brush.palette.legal)
    hue = brush.palette.accent if (points or 0) >= 12 else brush.palette.legal
    text = ".." if points is None else f"+{points}"
    _put(picture, _middle_row(picture), text, hue)


def _corner(picture: Picture, brush: Brush, zoom: int, signs: str, hue: Hue) -> None:
    """Draw four corner characters, from zoom 3 on."""
    if zoom < 3:
        return
    if brush.ascii:
        signs = _ASCII_CORNERS[signs]
    right, bottom = len(picture[0]) - 2, len(picture) - 1
    places = ((0, 0), (right, 0), (0, bottom), (right, bottom))
    for sign, (x, y) in zip(signs, places, strict=True):
        picture[y][x] = Sign(sign, hue, picture[y][x].back, True)


def _write_hint(picture: Picture, brush: Brush, zoom: int, hint: tuple[str, Face]) -> None:
    name, face = hint
    hue = brush.palette.hint
    _corner(picture, brush, zoom, _SQUARE, hue)
    if zoom == 1:
        letter = COLOUR_LETTERS[colour_of(face)] if brush.lettered else " "
        back = picture[0][0].back
        picture[0][:] = [
            Sign(name, hue, back, True),
            Sign(letter, hue, back, True),
            _chip(brush, face, brush.glyph(face)),
        ]
    else:
        middle = len(picture) // 2
        _put(picture, middle - 1, name, hue)
        _chips(picture, middle, brush, face)


def _chip(brush: Brush, face: Face, sign: str) -> Sign:
    paint = paint_of(brush, face, Finish.PLAIN)
    return Sign(sign, paint.shape, paint.body, True)


def _chips(picture: Picture, y: int, brush: Brush, face: Face) -> None:
    """Draw a face in three characters, centred in a row."""
    for x, sign in enumerate(brush.sign(face), (len(picture[y]) - 3) // 2):
        picture[y][x] = _chip(brush, face, sign)


def _write_number(picture: Picture, brush: Brush, number: int) -> None:
    """Write the number of a play on the lower right edge."""
    last = brush.palette.last
    picture[-1][-1] = Sign(f"{number}"[-1], ink_on(last), last, True)


def _write_refusal(picture: Picture, brush: Brush) -> None:
    row = picture[0]
    place = len(row) - 1 if len(row) < 5 else len(row) - 2
    row[place] = Sign("!", ink_on(brush.palette.refused), brush.palette.refused, True)


def _frame_piece(picture: Picture, brush: Brush, zoom: int, face: Face) -> None:
    """Draw the cursor on a piece: around its shape, never over it."""
    if zoom < 3:
        _bracket_piece(picture, brush, face)
        return
    body = paint_of(brush, face, Finish.PLAIN).body
    ink = brush.palette.ink
    hue = ink if brush.body == "die" else ink_on(ink)
    if zoom == 3:  # no room for a box around the picture, so draw the glyph instead
        rows = picture[:3]
        for row in rows:
            row[:-1] = [Sign(" ", hue, body)] * (len(row) - 1)
        _box(rows, brush, len(rows[0]) - 2, hue)
        _chips(picture, 1, brush, face)
        return
    for row in picture[1:-1]:
        for x in (0, len(row) - 2):
            row[x] = Sign(_lines(brush)[1], hue, body, True)
    _corner(picture, brush, zoom, _HEAVY, hue)


def _bracket_piece(picture: Picture, brush: Brush, face: Face) -> None:
    """Draw the cursor on a small piece: brackets, or inverted colours if letters leave no room."""
    row, hue = picture[0], brush.palette.cursor
    if not brush.lettered:
        row[0] = Sign("[", hue, brush.ground, True)
        row[1] = _chip(brush, face, brush.glyph(face))
        row[2] = Sign("]", hue, brush.ground, True)
        return
    row[:-1] = [sign._replace(front=sign.back, back=sign.front) for sign in row[:-1]]
    across, down = _lines(brush)
    row[-1] = Sign(down, hue, brush.ground, True)
    if len(picture) > 1:
        picture[1] = [Sign(across, hue, brush.ground, True)] * len(row)


def _lines(brush: Brush) -> tuple[str, str]:
    return ("=", "|") if brush.ascii else ("━", "┃")


def _box(picture: Picture, brush: Brush, right: int, hue: Hue) -> None:
    """Draw a heavy box up to a column, around text in its top and bottom row."""
    signs = _ASCII_CORNERS[_HEAVY] if brush.ascii else _HEAVY
    across, down = _lines(brush)
    bottom = len(picture) - 1
    for y, row in enumerate(picture):
        edge = y in (0, bottom)
        for x in range(right + 1):
            if x in (0, right):
                corner = signs[(x > 0) + 2 * (y > 0)]
                row[x] = Sign(corner if edge else down, hue, row[x].back, True)
            elif edge and row[x].text == " ":
                row[x] = Sign(across, hue, row[x].back, True)


def _frame_cell(picture: Picture, brush: Brush, zoom: int, mark: Mark) -> None:
    """Draw the cursor on a cell without a piece."""
    hue, points = brush.palette.cursor, "" if mark.points is None else f"+{mark.points}"
    if zoom == 1:
        row = picture[0]
        if points and not mark.hint:
            row[:] = [Sign(sign, brush.ground, hue, True) for sign in points.ljust(3)]
            return
        inside = row[1]
        _put(picture, 0, "[ ]", hue)
        if mark.hint or mark.refused:
            row[1] = inside
        return
    _box(picture, brush, len(picture[0]) - (1 if zoom == 2 else 2), hue)
    if zoom == 2 and points and not mark.hint:
        picture[0][1 : 1 + len(points)] = [Sign(each, hue, brush.ground, True) for each in points]
    if len(picture) > 3 and mark.ghost is not None and not mark.hint:
        _chips(picture, _middle_row(picture) + 1, brush, mark.ghost)
