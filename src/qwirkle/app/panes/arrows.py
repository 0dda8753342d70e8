"""Signs at the sides of the board beyond which more pieces lie."""

from __future__ import annotations

from rich.segment import Segment
from textual.strip import Strip

from qwirkle.app.paint.palette import style_of
from qwirkle.app.paint.pictures import Brush
from qwirkle.app.panes.board_view import Extent
from qwirkle.app.panes.window import Window


def with_arrows(strip: Strip, y: int, window: Window, extent: Extent, brush: Brush) -> Strip:
    """A row of the window with the signs that belong on it."""
    width, height = window.width, window.height
    if y not in (0, height // 2, height - 1):
        return strip
    left, right, up, down = window.hides(extent)
    signs = "<>^v" if brush.ascii else "◄►▲▼"
    places = (
        (0, height // 2, left),
        (width - 1, height // 2, right),
        (width // 2, 0, up),
        (width // 2, height - 1, down),
    )
    style = style_of(brush.palette.accent, brush.palette.panel, True)
    for sign, (x, row, hidden) in zip(signs, places, strict=True):
        if hidden and row == y:
            arrow = Strip([Segment(sign, style)], 1)
            strip = Strip.join([strip.crop(0, x), arrow, strip.crop(x + 1, width)])
    return strip
