"""How large a piece is at each zoom, and which picture it carries there."""

from __future__ import annotations

from typing import NamedTuple

from qwirkle.app.paint.glyphs import (
    ASCII_HUGE,
    ASCII_LARGE,
    ASCII_MEDIUM,
    ASCII_SMALL,
    HUGE,
    LARGE,
    MEDIUM,
    SMALL,
    Bitmap,
)


class Size(NamedTuple):
    """The columns and rows of a picture."""

    width: int
    height: int


class Form(NamedTuple):
    """A piece at one zoom: its size, and the bitmaps of its shapes unless it shows a sign only."""

    size: Size
    bitmaps: tuple[Bitmap, ...] = ()
    art: tuple[Bitmap, ...] = ()
    """The same of whole characters, for ASCII."""
    margin: tuple[int, int] = (2, 1)
    """Pixels of the body to the left of the bitmap and above."""

    @property
    def middle(self) -> tuple[int, int]:
        """The column and row in the middle of the bitmap."""
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
"""The colour of a die must stay in sight all round its shape, which takes more room."""


def form_of(body: str, zoom: int) -> Form:
    """A `tile` or a `die` at a zoom."""
    return _SMALL_DIE if (body, zoom) == ("die", 3) else _FORMS[zoom]


def size_of(body: str, zoom: int) -> Size:
    """The cells of the terminal that a `tile` or a `die` takes at a zoom.

    >>> size_of("tile", 3), size_of("die", 3)
    (Size(width=6, height=3), Size(width=7, height=4))
    """
    return form_of(body, zoom).size
