"""The address of a shared table as a code, on a page of its own."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from qwirkle.app.pages.drawing import Drawing
from qwirkle.app.pages.page import Page
from qwirkle.app.paint.code import code_text
from qwirkle.app.paint.look import Look
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.texts import tr

AROUND = 2
"""Rows for the address and the keys."""


class CodeScreen(Page[None]):
    """Shows the code, or says how much room it needs."""

    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space", "back", tr("Back"), id="code.back"),
    ]

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = address

    def compose_page(self) -> ComposeResult:
        """The address, and below it the code."""
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
        """Draw into the new room."""
        self.query_one(Drawing).refresh(layout=True)

    def action_back(self) -> None:
        """Go back to where it was asked for."""
        self.dismiss()
