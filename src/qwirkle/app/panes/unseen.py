"""The unseen-pieces widget: a matrix of tiles by colour and shape, or a bar per die colour."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.app.paint.glyphs import ASCII_GLYPHS, GLYPHS
from qwirkle.app.paint.look import Look
from qwirkle.app.paint.palette import palette_of, style_of
from qwirkle.app.panes.lines import colour_pane
from qwirkle.engine.pieces import COLOUR_LETTERS, SHAPES, colour_of, shape_of
from qwirkle.table.frame import Frame
from qwirkle.texts import tr

STEP = 4
"""Columns for each shape."""


class UnseenPane(Widget):
    """The pieces left in the bag and in hidden hands, as far as this seat can know."""

    DEFAULT_CSS = """
    UnseenPane { height: auto; border: round $panel; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    look: reactive[Look] = reactive(Look)

    def watch_frame(self, frame: Frame | None) -> None:
        if frame is not None:
            self.border_title = Content(unseen_title(frame))

    def watch_look(self, look: Look) -> None:
        colour_pane(self, look)

    def render(self) -> Text:
        if self.frame is None:
            return Text("")
        if len(self.frame.stock[0].faces) == 1:
            return matrix_text(self.frame, self.look)
        return bars_text(self.frame, self.look, max(self.content_size.width or 30, 20))


def unseen_title(frame: Frame) -> str:
    """Return how many pieces are unseen, and how many of them are in the bag."""
    unseen = sum(stock.unseen for stock in frame.stock)
    if unseen == frame.bag:
        return tr("In the bag {bag}", bag=frame.bag)
    return tr("Unseen {unseen} · bag {bag}", unseen=unseen, bag=frame.bag)


def matrix_text(frame: Frame, look: Look) -> Text:
    """Draw a row per colour and a column per shape, with totals."""
    palette = palette_of(look)
    unseen = {stock.faces[0]: stock.unseen for stock in frame.stock}
    colours = sorted({colour_of(face) for face in unseen})
    shapes = sorted({shape_of(face) for face in unseen})
    head = style_of(palette.text, palette.panel)
    glyphs = ASCII_GLYPHS if look.ascii else GLYPHS
    text = Text("   ", head)
    for shape in shapes:
        text.append(f" {glyphs[shape]}".ljust(STEP), head)
    text.append("  +" if look.ascii else "  Σ", head)
    for colour in colours:
        hue = palette.pieces[colour]
        row = [unseen[colour * SHAPES + shape] for shape in shapes]
        text.append("\n")
        text.append(f" {COLOUR_LETTERS[colour]} ", style_of(palette.ink, hue, True))
        for count in row:
            if count:
                text.append(f" {count}".ljust(STEP), style_of(hue, palette.ink, True))
            else:
                none = " ." if look.ascii else " ·"
                text.append(none.ljust(STEP), style_of("#4a4d57", palette.ink))
        text.append(f"{sum(row):>3}", head)
    text.append("\n   ")
    for shape in shapes:
        count = sum(unseen[colour * SHAPES + shape] for colour in colours)
        text.append(f"{count:>2}".ljust(STEP), head)
    text.append(f"{sum(unseen.values()):>3}", style_of(palette.text, palette.panel, True))
    return text


def bars_text(frame: Frame, look: Look, width: int) -> Text:
    """Draw how many pieces of each kind are left, with bars."""
    palette = palette_of(look)
    text = Text()
    room, most = width - 8, max(stock.copies for stock in frame.stock)
    for index, stock in enumerate(frame.stock):
        colour, count = stock.faces[0] // SHAPES, stock.unseen
        full = count if most <= room else round(count * room / most)
        rest = min(stock.copies, room) - full
        hue = palette.pieces[colour]
        text.append("\n" if index else "")
        text.append(f" {COLOUR_LETTERS[colour]} ", style_of(palette.ink, hue, True))
        text.append(f" {count:>2} ", style_of(palette.text, palette.panel, True))
        text.append(("#" if look.ascii else "■") * full, style_of(hue, palette.ink))
        text.append(("." if look.ascii else "·") * rest, style_of("#4a4d57", palette.ink))
    return text
