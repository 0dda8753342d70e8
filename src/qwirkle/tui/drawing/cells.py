"""Board cells: what a cell displays besides its piece (points, hint, illegal, cursor)."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.engine.pieces import COLOUR_LETTERS, Face, colour_of
from qwirkle.tui.drawing.palette import HexColour, blend, contrast_colour
from qwirkle.tui.drawing.sprites import (
    DrawStyle,
    Picture,
    PieceHighlight,
    TerminalCell,
    draw_empty_cell,
    draw_piece,
    piece_colours,
)


class CellDisplay(NamedTuple):
    """Everything that one board cell displays."""

    face: Face | None = None
    highlight: PieceHighlight = PieceHighlight.PLAIN
    points: int | None = None
    """What the picked piece would score here, or None."""
    is_incomplete: bool = False
    """True if the picked piece fits here but the turn would need more pieces."""
    ghost: Face | None = None
    """The picked piece, if the cursor is on a cell where it fits."""
    hint: tuple[str, Face] | None = None
    is_illegal: bool = False
    cursor: bool = False
    move_number: int | None = None
    """Number of the play that placed the piece, if there were several since your turn."""

    @property
    def is_legal(self) -> bool:
        """True if the picked piece fits here."""
        return self.points is not None or self.is_incomplete


EMPTY_DISPLAY = CellDisplay()

_ROUND = "╭╮╰╯"
_SQUARE = "┌┐└┘"
_HEAVY = "┏┓┗┛"
_ASCII_CORNERS = {_ROUND: "..''", _SQUARE: "++++", _HEAVY: "++++"}


def draw_cell(draw_style: DrawStyle, zoom: int, display: CellDisplay) -> Picture:
    """Draw a board cell with everything it displays."""
    if display.face is not None:
        picture = draw_piece(draw_style, zoom, display.face, display.highlight)
        if display.move_number is not None:
            _write_number(picture, draw_style, display.move_number)
        if display.cursor:
            _draw_cursor_on_piece(picture, draw_style, zoom, display.face)
        if display.is_illegal:
            _write_illegal_mark(picture, draw_style)
        return picture
    background = draw_style.background
    if display.is_illegal:
        background = blend(background, draw_style.palette.illegal, 0.35)
    picture = [
        [cell._replace(background=background) for cell in row]
        for row in draw_empty_cell(draw_style, zoom)
    ]
    if display.is_illegal or display.hint or display.is_legal or display.cursor:
        _clear(picture, background)
    if display.hint:
        _write_hint(picture, draw_style, zoom, display.hint)
    elif display.is_legal:
        _write_points(picture, draw_style, zoom, display.points)
    if display.is_illegal:
        _write_centred(picture, _middle_row(picture), "!", draw_style.palette.text)
    if display.cursor:
        _draw_cursor_on_cell(picture, draw_style, zoom, display)
    return picture


def _clear(picture: Picture, background: HexColour) -> None:
    for row in picture:
        row[:] = [cell._replace(text=" ", background=background) for cell in row]


def _middle_row(picture: Picture) -> int:
    return (len(picture) - 1) // 2


def _write_centred(picture: Picture, y: int, text: str, colour: HexColour) -> None:
    """Write a short text in the centre of a row."""
    row = picture[y]
    available = len(row) - 1 if len(row) > 4 else len(row)
    left = max(0, (available - len(text) + (len(row) > 4)) // 2)
    for x, char in enumerate(text[: len(row)], left):
        row[x] = TerminalCell(char, colour, row[x].background, True)


def _write_points(picture: Picture, draw_style: DrawStyle, zoom: int, points: int | None) -> None:
    _draw_corners(picture, draw_style, zoom, _ROUND, draw_style.palette.legal)
    colour = draw_style.palette.accent if (points or 0) >= 12 else draw_style.palette.legal
    text = ".." if points is None else f"+{points}"
    _write_centred(picture, _middle_row(picture), text, colour)


def _draw_corners(
    picture: Picture, draw_style: DrawStyle, zoom: int, corners: str, colour: HexColour
) -> None:
    """Draw four corner characters, from zoom 3 on."""
    if zoom < 3:
        return
    if draw_style.ascii:
        corners = _ASCII_CORNERS[corners]
    right, bottom = len(picture[0]) - 2, len(picture) - 1
    positions = ((0, 0), (right, 0), (0, bottom), (right, bottom))
    for char, (x, y) in zip(corners, positions, strict=True):
        picture[y][x] = TerminalCell(char, colour, picture[y][x].background, True)


def _write_hint(picture: Picture, draw_style: DrawStyle, zoom: int, hint: tuple[str, Face]) -> None:
    hint_letter, face = hint
    colour = draw_style.palette.hint
    _draw_corners(picture, draw_style, zoom, _SQUARE, colour)
    if zoom == 1:
        colour_letter = COLOUR_LETTERS[colour_of(face)] if draw_style.shows_letters else " "
        background = picture[0][0].background
        picture[0][:] = [
            TerminalCell(hint_letter, colour, background, True),
            TerminalCell(colour_letter, colour, background, True),
            _chip_cell(draw_style, face, draw_style.glyph(face)),
        ]
    else:
        middle = len(picture) // 2
        _write_centred(picture, middle - 1, hint_letter, colour)
        _draw_chip(picture, middle, draw_style, face)


def _chip_cell(draw_style: DrawStyle, face: Face, char: str) -> TerminalCell:
    colours = piece_colours(draw_style, face, PieceHighlight.PLAIN)
    return TerminalCell(char, colours.shape, colours.body, True)


def _draw_chip(picture: Picture, y: int, draw_style: DrawStyle, face: Face) -> None:
    """Draw a face in three characters, centred in a row."""
    for x, char in enumerate(draw_style.label(face), (len(picture[y]) - 3) // 2):
        picture[y][x] = _chip_cell(draw_style, face, char)


def _write_number(picture: Picture, draw_style: DrawStyle, number: int) -> None:
    """Write the number of a play on the lower right edge."""
    colour = draw_style.palette.last_move
    picture[-1][-1] = TerminalCell(f"{number}"[-1], contrast_colour(colour), colour, True)


def _write_illegal_mark(picture: Picture, draw_style: DrawStyle) -> None:
    row = picture[0]
    column = len(row) - 1 if len(row) < 5 else len(row) - 2
    row[column] = TerminalCell(
        "!", contrast_colour(draw_style.palette.illegal), draw_style.palette.illegal, True
    )


def _draw_cursor_on_piece(picture: Picture, draw_style: DrawStyle, zoom: int, face: Face) -> None:
    """Draw the cursor on a piece: around its shape, never over it."""
    if zoom < 3:
        _draw_cursor_on_small_piece(picture, draw_style, face)
        return
    body = piece_colours(draw_style, face, PieceHighlight.PLAIN).body
    ink = draw_style.palette.ink
    colour = ink if draw_style.body == "die" else contrast_colour(ink)
    if zoom == 3:  # no room for a box around the picture, so draw the glyph instead
        rows = picture[:3]
        for row in rows:
            row[:-1] = [TerminalCell(" ", colour, body)] * (len(row) - 1)
        _draw_box(rows, draw_style, len(rows[0]) - 2, colour)
        _draw_chip(picture, 1, draw_style, face)
        return
    for row in picture[1:-1]:
        for x in (0, len(row) - 2):
            row[x] = TerminalCell(_cursor_lines(draw_style)[1], colour, body, True)
    _draw_corners(picture, draw_style, zoom, _HEAVY, colour)


def _draw_cursor_on_small_piece(picture: Picture, draw_style: DrawStyle, face: Face) -> None:
    """Draw the cursor on a small piece: brackets, or inverted colours if letters leave no room."""
    row, colour = picture[0], draw_style.palette.cursor
    if not draw_style.shows_letters:
        row[0] = TerminalCell("[", colour, draw_style.background, True)
        row[1] = _chip_cell(draw_style, face, draw_style.glyph(face))
        row[2] = TerminalCell("]", colour, draw_style.background, True)
        return
    row[:-1] = [
        cell._replace(foreground=cell.background, background=cell.foreground) for cell in row[:-1]
    ]
    horizontal, vertical = _cursor_lines(draw_style)
    row[-1] = TerminalCell(vertical, colour, draw_style.background, True)
    if len(picture) > 1:
        picture[1] = [TerminalCell(horizontal, colour, draw_style.background, True)] * len(row)


def _cursor_lines(draw_style: DrawStyle) -> tuple[str, str]:
    return ("=", "|") if draw_style.ascii else ("━", "┃")


def _draw_box(picture: Picture, draw_style: DrawStyle, right: int, colour: HexColour) -> None:
    """Draw a heavy box up to a column, around text in its top and bottom row."""
    corners = _ASCII_CORNERS[_HEAVY] if draw_style.ascii else _HEAVY
    horizontal, vertical = _cursor_lines(draw_style)
    bottom = len(picture) - 1
    for y, row in enumerate(picture):
        is_edge_row = y in (0, bottom)
        for x in range(right + 1):
            if x in (0, right):
                corner = corners[(x > 0) + 2 * (y > 0)]
                row[x] = TerminalCell(
                    corner if is_edge_row else vertical, colour, row[x].background, True
                )
            elif is_edge_row and row[x].text == " ":
                row[x] = TerminalCell(horizontal, colour, row[x].background, True)


def _draw_cursor_on_cell(
    picture: Picture, draw_style: DrawStyle, zoom: int, display: CellDisplay
) -> None:
    """Draw the cursor on a cell without a piece."""
    colour, points = (
        draw_style.palette.cursor,
        "" if display.points is None else f"+{display.points}",
    )
    if zoom == 1:
        row = picture[0]
        if points and not display.hint:
            row[:] = [
                TerminalCell(char, draw_style.background, colour, True) for char in points.ljust(3)
            ]
            return
        content = row[1]
        _write_centred(picture, 0, "[ ]", colour)
        if display.hint or display.is_illegal:
            row[1] = content
        return
    _draw_box(picture, draw_style, len(picture[0]) - (1 if zoom == 2 else 2), colour)
    if zoom == 2 and points and not display.hint:
        picture[0][1 : 1 + len(points)] = [
            TerminalCell(char, colour, draw_style.background, True) for char in points
        ]
    if len(picture) > 3 and display.ghost is not None and not display.hint:
        _draw_chip(picture, _middle_row(picture) + 1, draw_style, display.ghost)
