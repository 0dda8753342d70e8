"""The screen with a shared game's address as a QR code: dark on light in every theme."""

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

from qwirkle.i18n import tr
from qwirkle.tui.drawing.palette import Appearance
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar
from qwirkle.tui.widgets.responsive_text import ResponsiveText

CHROME_ROWS = 2
"""Rows that the address and the key bar take."""

QUIET_ZONE = 4
"""Width of the light border that cameras need, in modules."""

DARK, LIGHT = "#000000", "#ffffff"
HALF_BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
"""Character by whether the upper and the lower module are foreground."""


class QrScreen(BaseScreen[None]):
    """The QR code of an address, or the terminal size it needs."""

    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space", "back", tr("Back"), id="code.back"),
    ]

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def compose_screen(self) -> ComposeResult:
        yield Static(Content(self._address), id="address", classes="title centred")
        with VerticalScroll(classes="content", can_focus=False):
            yield ResponsiveText(self._render_qr_code, name="qr-code")
        yield KeyBar()

    def _render_qr_code(self, appearance: Appearance, columns: int) -> Text:
        code = render_qr(self._address, appearance)
        lines = code.split("\n")
        width, height = lines[0].cell_len, len(lines)
        available = self.app.size
        if available.width >= width and available.height >= height + CHROME_ROWS:
            return code
        values = {"columns": width, "rows": height + CHROME_ROWS}
        message = tr("The code needs a terminal of {columns} by {rows}.", **values)
        return Text(message, end="")

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(ResponsiveText).refresh(layout=True)

    def action_back(self) -> None:
        self.dismiss()


def qr_modules(address: str) -> list[list[bool]]:
    """Return the QR code of an address row by row, light border included; True is dark."""
    import segno  # optional dependency

    code = segno.make(address, micro=False)
    return [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET_ZONE)]


def render_qr(address: str, appearance: Appearance) -> Text:
    """Draw the QR code of an address: two modules per half block, or two spaces each in ASCII."""
    rows = qr_modules(address)
    lines = (
        _render_spaces(rows, appearance)
        if appearance.ascii
        else _render_half_blocks(rows, appearance)
    )
    return Text("\n").join(lines)


def _is_foreground(dark: bool, appearance: Appearance) -> bool:
    """Check whether a module is drawn in the text colour.

    Without colours, text is light on a dark terminal, so there the light modules are drawn.
    """
    return dark != (appearance.colour_depth == "none" and appearance.theme == "dark")


def _render_half_blocks(rows: list[list[bool]], appearance: Appearance) -> list[Text]:
    style = Style() if appearance.colour_depth == "none" else Style(color=DARK, bgcolor=LIGHT)
    padding = [[False] * len(rows[0])] * (len(rows) % 2)
    rows = rows + padding
    return [
        Text(
            "".join(
                HALF_BLOCKS[
                    _is_foreground(upper_module, appearance),
                    _is_foreground(lower_module, appearance),
                ]
                for upper_module, lower_module in zip(upper, lower, strict=True)
            ),
            style,
            end="",
        )
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def _render_spaces(rows: list[list[bool]], appearance: Appearance) -> list[Text]:
    lines = []
    for row in rows:
        line = Text("", end="")
        for dark in row:
            if appearance.colour_depth == "none":
                style = Style(reverse=_is_foreground(dark, appearance))
            else:
                style = Style(bgcolor=DARK if dark else LIGHT)
            line.append("  ", style)
        lines.append(line)
    return lines
