"""Helpers that the side panes share: fixed-width text, pieces as text, and colours."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.widget import Widget

from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.paint.pictures import Brush, Finish, paint_of
from qwirkle.engine.pieces import COLOUR_LETTERS, Faces, colour_of


def fitted(text: str, width: int) -> str:
    """Pad or cut a text to exactly `width` columns; a cut text ends in an ellipsis.

    >>> fitted("Adalbert", 6)
    'Adalb…'
    """
    if cell_len(text) > width:
        return set_cell_size(text, max(0, width - 1)) + "…"[:width]
    return set_cell_size(text, width)


def chips(brush: Brush, faces: Faces, room: int) -> Text:
    """Draw pieces in a line of text, spaced as widely as fits; empty if they don't fit at all."""
    texts = [f" {brush.glyph(face)} " for face in faces]
    if brush.lettered:
        texts = [f"{brush.glyph(face)} {COLOUR_LETTERS[colour_of(face)]}" for face in faces]
    elif 3 * len(faces) > room:
        texts = [brush.glyph(face) for face in faces]
    line = Text("", end="")
    if sum(map(len, texts)) > room:
        return line
    gap = " " if sum(map(len, texts)) + len(texts) - 1 <= room else ""
    for number, (face, text) in enumerate(zip(faces, texts, strict=True)):
        paint = paint_of(brush, face, Finish.PLAIN)
        line.append(gap if number else "")
        line.append(text, style_of(paint.shape, paint.body, True))
    return line


def colour_pane(pane: Widget, look: Look) -> None:
    """Set a side pane's colours."""
    palette = palette_of(look)
    pane.styles.background = palette.panel
    pane.styles.color = palette.text
    pane.styles.border = ("round", palette.dots)
    pane.styles.border_title_color = palette.text
    pane.styles.scrollbar_color = palette.dots
    pane.styles.scrollbar_color_hover = palette.muted
    pane.styles.scrollbar_color_active = palette.muted
    pane.styles.scrollbar_background = palette.panel
    pane.styles.scrollbar_background_hover = palette.panel
    pane.styles.scrollbar_background_active = palette.panel
