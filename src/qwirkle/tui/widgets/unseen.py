"""The unseen-pieces widget: a colour-by-shape matrix, or a bar per die colour."""

from __future__ import annotations

from rich.text import Text
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from qwirkle.engine.pieces import COLOUR_LETTERS, SHAPE_COUNT, colour_of, shape_of
from qwirkle.i18n import tr
from qwirkle.presenter.frame import Frame
from qwirkle.tui.drawing.glyphs import ASCII_GLYPHS, GLYPHS
from qwirkle.tui.drawing.palette import Appearance, get_palette, make_style
from qwirkle.tui.drawing.text import apply_pane_colours

SHAPE_COLUMNS = 4
"""Columns for each shape."""


class UnseenPane(Widget):
    """The pieces left in the bag and in hidden hands, as far as this seat can know."""

    DEFAULT_CSS = """
    UnseenPane { height: auto; border: round $panel; }
    """

    frame: reactive[Frame | None] = reactive(None, layout=True, always_update=True)
    appearance: reactive[Appearance] = reactive(Appearance)

    def watch_frame(self, frame: Frame | None) -> None:
        if frame is not None:
            self.border_title = Content(unseen_title(frame))

    def watch_appearance(self, appearance: Appearance) -> None:
        apply_pane_colours(self, appearance)

    def render(self) -> Text:
        if self.frame is None:
            return Text("")
        if len(self.frame.stock[0].faces) == 1:
            return render_matrix(self.frame, self.appearance)
        return render_colour_bars(
            self.frame, self.appearance, max(self.content_size.width or 30, 20)
        )


def unseen_title(frame: Frame) -> str:
    """Return how many pieces are unseen, and how many of them are in the bag."""
    unseen = sum(stock.unseen for stock in frame.stock)
    if unseen == frame.bag:
        return tr("In the bag {bag}", bag=frame.bag)
    return tr("Unseen {unseen} · bag {bag}", unseen=unseen, bag=frame.bag)


def render_matrix(frame: Frame, appearance: Appearance) -> Text:
    """Draw a row per colour and a column per shape, with totals."""
    palette = get_palette(appearance)
    unseen = {stock.faces[0]: stock.unseen for stock in frame.stock}
    colours = sorted({colour_of(face) for face in unseen})
    shapes = sorted({shape_of(face) for face in unseen})
    plain = make_style(palette.text, palette.panel)
    glyphs = ASCII_GLYPHS if appearance.ascii else GLYPHS
    text = Text("   ", plain)
    for shape in shapes:
        text.append(f" {glyphs[shape]}".ljust(SHAPE_COLUMNS), plain)
    text.append("  +" if appearance.ascii else "  Σ", plain)
    for colour in colours:
        piece_colour = palette.pieces[colour]
        row = [unseen[colour * SHAPE_COUNT + shape] for shape in shapes]
        text.append("\n")
        text.append(f" {COLOUR_LETTERS[colour]} ", make_style(palette.ink, piece_colour, True))
        for count in row:
            if count:
                text.append(
                    f" {count}".ljust(SHAPE_COLUMNS), make_style(piece_colour, palette.ink, True)
                )
            else:
                dot = " ." if appearance.ascii else " ·"
                text.append(dot.ljust(SHAPE_COLUMNS), make_style("#4a4d57", palette.ink))
        text.append(f"{sum(row):>3}", plain)
    text.append("\n   ")
    for shape in shapes:
        count = sum(unseen[colour * SHAPE_COUNT + shape] for colour in colours)
        text.append(f"{count:>2}".ljust(SHAPE_COLUMNS), plain)
    text.append(f"{sum(unseen.values()):>3}", make_style(palette.text, palette.panel, True))
    return text


def render_colour_bars(frame: Frame, appearance: Appearance, width: int) -> Text:
    """Draw how many pieces of each kind are left, with bars."""
    palette = get_palette(appearance)
    text = Text()
    bar_columns, max_copies = width - 8, max(stock.copies for stock in frame.stock)
    for index, piece_count in enumerate(frame.stock):
        colour, count = piece_count.faces[0] // SHAPE_COUNT, piece_count.unseen
        filled = count if max_copies <= bar_columns else round(count * bar_columns / max_copies)
        empty = min(piece_count.copies, bar_columns) - filled
        piece_colour = palette.pieces[colour]
        text.append("\n" if index else "")
        text.append(f" {COLOUR_LETTERS[colour]} ", make_style(palette.ink, piece_colour, True))
        text.append(f" {count:>2} ", make_style(palette.text, palette.panel, True))
        text.append(
            ("#" if appearance.ascii else "■") * filled, make_style(piece_colour, palette.ink)
        )
        text.append(("." if appearance.ascii else "·") * empty, make_style("#4a4d57", palette.ink))
    return text
