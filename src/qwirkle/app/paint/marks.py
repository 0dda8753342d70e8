"""What can be said of a cell beside the piece in it: points, hints, refusals, the cursor."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.app.paint.palette import Hue, blend, ink_on
from qwirkle.app.paint.pictures import SIZES, Brush, Finish, Picture, Sign, blank, paint_of, piece
from qwirkle.engine.pieces import COLOUR_LETTERS, Face, colour_of


class Mark(NamedTuple):
    """Everything that one cell shows."""

    face: Face | None = None
    finish: Finish = Finish.PLAIN
    points: int | None = None
    """What the picked piece would score here."""
    waiting: bool = False
    """Whether the picked piece may lie here, but not alone: the turn would not be whole yet."""
    ghost: Face | None = None
    """The picked piece, where the cursor stands on a cell that it fits."""
    hint: tuple[str, Face] | None = None
    refused: bool = False
    cursor: bool = False
    number: int | None = None
    """Which of the plays since one's own turn laid the piece, where there were several."""

    @property
    def fits(self) -> bool:
        """Whether the picked piece may lie here."""
        return self.points is not None or self.waiting


BARE = Mark()

_ROUND = "╭╮╰╯"
_SQUARE = "┌┐└┘"
_HEAVY = "┏┓┗┛"
_ASCII_CORNERS = {_ROUND: "..''", _SQUARE: "++++", _HEAVY: "++++"}


def draw(brush: Brush, zoom: int, mark: Mark) -> Picture:
    """The picture of a cell with all that is said of it."""
    if mark.face is not None:
        picture = piece(brush, zoom, mark.face, mark.finish)
        if mark.refused:
            _write_refusal(picture, brush)
        if mark.number is not None:
            _write_number(picture, brush, mark.number)
        if mark.cursor:
            _frame_piece(picture, brush, zoom, mark.face)
        return picture
    ground = brush.ground
    if mark.refused:
        ground = blend(ground, brush.palette.refused, 0.35)
    picture = [[sign._replace(back=ground) for sign in row] for row in blank(brush, zoom)]
    if mark.refused or mark.hint or mark.fits or mark.cursor:
        _clear(picture)
    if mark.hint:
        _write_hint(picture, brush, zoom, mark.hint)
    elif mark.fits:
        _write_points(picture, brush, zoom, mark.points)
    if mark.refused:
        _put(picture, _middle_row(zoom), brush, "!", brush.palette.text)
    if mark.cursor:
        _frame_cell(picture, brush, zoom, mark)
    return picture


def _clear(picture: Picture) -> None:
    for row in picture:
        row[:] = [sign._replace(text=" ") for sign in row]


def _middle_row(zoom: int) -> int:
    return (SIZES[zoom].height - 1) // 2


def _put(picture: Picture, y: int, brush: Brush, text: str, hue: Hue) -> None:
    """Write a short text in the middle of a row."""
    row = picture[y]
    room = len(row) - 1 if len(row) > 4 else len(row)
    left = max(0, (room - len(text) + (len(row) > 4)) // 2)
    for x, sign in enumerate(text[: len(row)], left):
        row[x] = Sign(sign, hue, row[x].back, True)


def _write_points(picture: Picture, brush: Brush, zoom: int, points: int | None) -> None:
    _corner(picture, brush, zoom, _ROUND, brush.palette.legal)
    hue = brush.palette.accent if (points or 0) >= 12 else brush.palette.legal
    text = ".." if points is None else f"+{points}"
    _put(picture, _middle_row(zoom), brush, text, hue)


def _corner(picture: Picture, brush: Brush, zoom: int, signs: str, hue: Hue) -> None:
    """Put four signs into the corners, from zoom 3 on."""
    if zoom < 3:
        return
    if brush.ascii:
        signs = _ASCII_CORNERS[signs]
    right, bottom = SIZES[zoom].width - 2, SIZES[zoom].height - 1
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
    elif zoom < 4:
        _put(picture, 0, brush, name, hue)
        _chips(picture, 1, brush, face, zoom - 2)
    else:
        _put(picture, 1, brush, name, hue)
        _chips(picture, 2, brush, face, SIZES[zoom].width // 2 - 2)


def _chip(brush: Brush, face: Face, sign: str) -> Sign:
    paint = paint_of(brush, face, Finish.PLAIN)
    return Sign(sign, paint.shape, paint.body, True)


def _chips(picture: Picture, y: int, brush: Brush, face: Face, left: int) -> None:
    """A face in three signs."""
    glyph = brush.glyph(face)
    text = f"{glyph} {COLOUR_LETTERS[colour_of(face)]}" if brush.lettered else f" {glyph} "
    for x, sign in enumerate(text, left):
        picture[y][x] = _chip(brush, face, sign)


def _write_number(picture: Picture, brush: Brush, number: int) -> None:
    """The number of a play, on the lip at the lower right."""
    last = brush.palette.last
    picture[-1][-1] = Sign(f"{number}"[-1], ink_on(last), last, True)


def _write_refusal(picture: Picture, brush: Brush) -> None:
    row = picture[0]
    place = len(row) - 1 if len(row) < 5 else len(row) - 2
    row[place] = Sign("!", ink_on(brush.palette.refused), brush.palette.refused, True)


def _frame_piece(picture: Picture, brush: Brush, zoom: int, face: Face) -> None:
    paint = paint_of(brush, face, Finish.PLAIN)
    hue = brush.palette.ink if brush.body == "die" else brush.palette.last
    if zoom < 3:
        _bracket_piece(picture, brush, zoom, face)
        return
    if zoom > 3:
        for row in picture[1:-1]:
            for x in (0, len(row) - 2):
                row[x] = Sign("|" if brush.ascii else "┃", hue, paint.body, True)
    _corner(picture, brush, zoom, _HEAVY, hue)


def _bracket_piece(picture: Picture, brush: Brush, zoom: int, face: Face) -> None:
    """The cursor on a small piece: brackets, or colours exchanged where letters leave no room."""
    row = picture[0]
    if brush.lettered:
        row[:3] = [sign._replace(front=sign.back, back=sign.front) for sign in row[:3]]
        if zoom == 2:
            hue = brush.palette.cursor
            across, down = ("=", "|") if brush.ascii else ("━", "┃")
            row[3] = Sign(down, hue, brush.ground, True)
            picture[1] = [Sign(across, hue, brush.ground, True)] * 4
        return
    row[0] = Sign("[", brush.palette.cursor, brush.ground, True)
    row[1] = _chip(brush, face, brush.glyph(face))
    row[2] = Sign("]", brush.palette.cursor, brush.ground, True)


def _frame_cell(picture: Picture, brush: Brush, zoom: int, mark: Mark) -> None:
    hue = brush.palette.cursor
    if zoom == 1:
        text = "" if mark.points is None else f"{mark.points}"
        inside = picture[0][1]
        _put(picture, 0, brush, text if len(text) > 1 else f"[{text or ' '}]", hue)
        if mark.hint or mark.refused:
            picture[0][1] = inside
        return
    across, down = ("=", "|") if brush.ascii else ("━", "┃")
    signs = _ASCII_CORNERS[_HEAVY] if brush.ascii else _HEAVY
    right = SIZES[zoom].width - (1 if zoom == 2 else 2)
    bottom = SIZES[zoom].height - 1
    for y, row in enumerate(picture):
        edge = y in (0, bottom)
        for x in range(right + 1):
            if x in (0, right):
                corner = signs[(x > 0) + 2 * (y > 0)]
                row[x] = Sign(corner if edge else down, hue, row[x].back, True)
            elif edge and row[x].text == " ":
                row[x] = Sign(across, hue, row[x].back, True)
    if zoom == 2 and mark.points is not None:
        _put(picture, 0, brush, f"+{mark.points}"[-2:], hue)
    if zoom > 3 and mark.ghost is not None and not mark.hint:
        left = SIZES[zoom].width // 2 - 2
        _chips(picture, _middle_row(zoom) + 1, brush, mark.ghost, left)
