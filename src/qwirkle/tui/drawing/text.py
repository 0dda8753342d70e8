"""Text of a fixed width, pieces as text, and the colours of panes."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.widget import Widget

from qwirkle.engine.pieces import COLOUR_LETTERS, Faces, colour_of
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.drawing.sprites import DrawStyle, PieceHighlight, piece_colours


def fit_text(text: str, width: int) -> str:
    """Pad or cut a text to exactly `width` columns; a cut text ends in an ellipsis.

    >>> fit_text("Adalbert", 6)
    'Adalb…'
    """
    if cell_len(text) > width:
        return set_cell_size(text, max(0, width - 1)) + "…"[:width]
    return set_cell_size(text, width)


def render_small_pieces(draw_style: DrawStyle, faces: Faces, max_columns: int) -> Text:
    """Draw pieces in a line of text, spaced as widely as fits; empty if they don't fit at all."""
    texts = [f" {draw_style.glyph(face)} " for face in faces]
    if draw_style.shows_letters:
        texts = [f"{draw_style.glyph(face)} {COLOUR_LETTERS[colour_of(face)]}" for face in faces]
    elif 3 * len(faces) > max_columns:
        texts = [draw_style.glyph(face) for face in faces]
    line = Text("", end="")
    if sum(map(len, texts)) > max_columns:
        return line
    gap = " " if sum(map(len, texts)) + len(texts) - 1 <= max_columns else ""
    for index, (face, text) in enumerate(zip(faces, texts, strict=True)):
        colours = piece_colours(draw_style, face, PieceHighlight.PLAIN)
        line.append(gap if index else "")
        line.append(text, make_style(colours.shape, colours.body, True))
    return line


def apply_pane_colours(pane: Widget, appearance: Appearance) -> None:
    """Set a side pane's colours."""
    palette = get_palette(appearance)
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
