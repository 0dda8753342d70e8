"""What each board cell displays in a frame."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from textual.strip import Strip

from qwirkle.engine.pieces import COLOUR_COUNT, SHAPE_COUNT, Cell, Face
from qwirkle.presenter.frame import Frame
from qwirkle.tui.drawing.cells import CellDisplay, draw_cell
from qwirkle.tui.drawing.sprites import DrawStyle, PieceHighlight, to_strips

CellDisplays = Mapping[Cell, CellDisplay]
"""What to display in each cell that isn't empty."""

_PIECE_DISPLAYS = tuple(CellDisplay(face=face) for face in range(COLOUR_COUNT * SHAPE_COUNT))


def cell_displays(frame: Frame) -> CellDisplays:
    """Return what to display in every cell that isn't empty."""
    displays = {(x, y): _PIECE_DISPLAYS[face] for face, x, y in frame.pieces}
    for number, play in enumerate(frame.recent or (frame.last,), start=1):
        for face, x, y in play:
            move_number = number if len(frame.recent) > 1 else None
            displays[x, y] = CellDisplay(
                face=face, highlight=PieceHighlight.LAST_MOVE, move_number=move_number
            )
    for cell in frame.flash:
        displays[cell] = displays[cell]._replace(highlight=PieceHighlight.FLASH)
    for fit in frame.fits:
        displays[fit.cell] = CellDisplay(points=fit.points, is_incomplete=fit.points is None)
    for hint in frame.hinted:
        display = displays.get(hint.cell, CellDisplay())
        displays[hint.cell] = display._replace(hint=(hint.letter, hint.face))
    for face, x, y in frame.drafted:
        displays[x, y] = CellDisplay(face=face, highlight=PieceHighlight.DRAFTED)
    for cell in frame.refused:
        display = displays.get(cell, CellDisplay())
        displays[cell] = display._replace(is_illegal=True, highlight=PieceHighlight.ILLEGAL)
    if frame.cursor is not None:
        display = displays.get(frame.cursor, CellDisplay())
        ghost = _picked_face(frame) if display.is_legal else None
        displays[frame.cursor] = display._replace(cursor=True, ghost=ghost)
    return displays


def changed_cells(old: CellDisplays, new: CellDisplays) -> set[Cell]:
    """Return the cells whose display changed."""
    return {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}


@lru_cache(8192)
def cell_strips(draw_style: DrawStyle, zoom: int, display: CellDisplay) -> tuple[Strip, ...]:
    """Return the rendered rows of one cell, cached."""
    return to_strips(draw_cell(draw_style, zoom, display))


def _picked_face(frame: Frame) -> Face | None:
    return next((slot.face for slot in frame.hand if slot.picked), None)
