"""The hand-off screen between players at one keyboard; it never shows anything of a hand."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle, VerticalGroup, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from qwirkle.i18n import tr
from qwirkle.presenter.presenter import HandOff
from qwirkle.tui.screens.base import BaseScreen
from qwirkle.tui.widgets.key_bar import KeyBar

IGNORE_KEYS_SECONDS = 1.0
"""Seconds during which keys are ignored: the previous player may still be pressing some."""


class HandOffScreen(BaseScreen[bool], inherit_bindings=False):
    """A screen that hides the game until the next player has the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "show_hand", tr("Show my hand"), id="curtain.lift"),
    ]

    def __init__(self, hand_off: HandOff) -> None:
        super().__init__()
        self._shown_at = monotonic()
        self._hand_off = hand_off

    def compose_screen(self) -> ComposeResult:
        name = self._hand_off.name
        with Middle(), VerticalGroup(classes="card"):
            yield Static(Content(tr("Next: {name}", name=name)), classes="title")
            with VerticalScroll(classes="news", can_focus=False):
                yield Static(Content("\n".join(self._hand_off.sentences)))
            yield Static(
                Content(tr("Hand the keyboard to {name}. The others look away.", name=name))
            )
            yield Static(Content(self._hand_off.scores), classes="muted")
            button = Button(tr("Show my hand"), id="show-hand")
            button.can_focus = False  # Enter, which played the last turn, must not press it
            yield button
        yield KeyBar()

    def on_mount(self) -> None:
        button = self.query_one("#show-hand", Button)
        self.set_timer(IGNORE_KEYS_SECONDS, lambda: setattr(button, "variant", "primary"))

    def action_show_hand(self) -> None:
        """Show the hand, unless the key came too soon to be intended."""
        if monotonic() - self._shown_at >= IGNORE_KEYS_SECONDS:
            self.dismiss(True)

    def on_button_pressed(self) -> None:
        if not self.too_small:
            self.dismiss(True)
