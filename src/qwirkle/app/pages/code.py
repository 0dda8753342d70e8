"""The screen with a shared table's address as a QR code: dark on light in every theme."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from qwirkle.app.pages.drawing import Drawing
from qwirkle.app.pages.page import Page
from qwirkle.app.paint.look import Look
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.texts import tr

AROUND = 2
"""Rows that the address and the key bar take."""

QUIET = 4
"""Width of the light border that cameras need, in modules."""

DARK, LIGHT = "#000000", "#ffffff"
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Character by whether the upper and the lower module are foreground."""


class CodeScreen(Page[None]):
    """The QR code of an address, or the terminal size it needs."""

    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space", "back", tr("Back"), id="code.back"),
    ]

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def compose_page(self) -> ComposeResult:
        yield Static(Content(self._address), id="address", classes="title middle")
        with VerticalScroll(classes="sheet", can_focus=False):
            yield Drawing(self._code, name="code")
        yield KeyBar()

    def _code(self, look: Look, columns: int) -> Text:
        code = code_text(self._address, look)
        lines = code.split("\n")
        width, height = lines[0].cell_len, len(lines)
        room = self.app.size
        if room.width >= width and room.height >= height + AROUND:
            return code
        needed = {"columns": width, "rows": height + AROUND}
        told = tr("The code needs a terminal of {columns} by {rows}.", **needed)
        return Text(told, end="")

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(Drawing).refresh(layout=True)

    def action_back(self) -> None:
        self.dismiss()


def modules_of(address: str) -> list[list[bool]]:
    """Return the QR code of an address row by row, light border included; True is dark."""
    import segno  # optional dependency

    code = segno.make(address, micro=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET)]


def code_text(address: str, look: Look) -> Text:
    """Draw the QR code of an address: two modules per half block, or two spaces each in ASCII."""
    rows = modules_of(address)
    lines = _spaces(rows, look) if look.ascii else _half_blocks(rows, look)
    return Text("\n").join(lines)


def _is_drawn(dark: bool, look: Look) -> bool:
    """Check whether a module is drawn in the text colour.

    Without colours, text is light on a dark terminal, so there the light modules are drawn.
    """
    return dark != (look.colours == "none" and look.theme == "dark")


def _half_blocks(rows: list[list[bool]], look: Look) -> list[Text]:
    style = Style() if look.colours == "none" else Style(color=DARK, bgcolor=LIGHT)
    ground = [[False] * len(rows[0])] * (len(rows) % 2)
    rows = rows + ground
    return [
        Text(
            "".join(
                HALVES[_is_drawn(top, look), _is_drawn(foot, look)]
                for top, foot in zip(upper, lower, strict=True)
            ),
            style,
            end="",
        )
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def _spaces(rows: list[list[bool]], look: Look) -> list[Text]:
    lines = []
    for row in rows:
        line = Text("", end="")
        for dark in row:
            if look.colours == "none":
                style = Style(reverse=_is_drawn(dark, look))
            else:
                style = Style(bgcolor=DARK if dark else LIGHT)
            line.append("  ", style)
        lines.append(line)
    return lines
