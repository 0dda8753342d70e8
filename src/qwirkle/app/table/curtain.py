"""The hand-off screen between players at one keyboard; it never shows anything of a hand."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from qwirkle.app.pages.page import Page
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.table.chair import Handover
from qwirkle.texts import tr

DEAF = 1.0
"""Seconds during which keys are ignored: the previous player may still be pressing some."""


class CurtainScreen(Page[bool], inherit_bindings=False):
    """A screen that hides the game until the next player has the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "lift", tr("Show my hand"), id="curtain.lift"),
    ]

    def __init__(self, handover: Handover) -> None:
        super().__init__()
        self._risen = monotonic()
        self._handover = handover

    def compose_page(self) -> ComposeResult:
        name = self._handover.name
        with Middle(), VerticalGroup(classes="card"):
            yield Static(Content(tr("Next: {name}", name=name)), classes="title")
            with VerticalScroll(classes="news", can_focus=False):
                yield Static(Content("\n".join(self._handover.news)))
            yield Static(
                Content(tr("Hand the keyboard to {name}. The others look away.", name=name))
            )
            yield Static(Content(self._handover.scores), classes="muted")
            button = Button(tr("Show my hand"), id="lift")
            button.can_focus = False  # Enter, which played the last turn, must not press it
            yield button
        yield KeyBar()

    def on_mount(self) -> None:
        button = self.query_one("#lift", Button)
        self.set_timer(DEAF, lambda: setattr(button, "variant", "primary"))

    def action_lift(self) -> None:
        """Show the hand, unless the key came too soon to be intended."""
        if monotonic() - self._risen >= DEAF:
            self.dismiss(True)

    def on_button_pressed(self) -> None:
        if not self.tiny:
            self.dismiss(True)
