"""The curtain between people: opaque, and with nothing of any hand in it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Middle, VerticalGroup
from textual.content import Content
from textual.widgets import Button, Static

from qwirkle.app.pages.page import Page
from qwirkle.app.panes.key_bar import KeyBar
from qwirkle.texts import tr


class CurtainScreen(Page[bool], inherit_bindings=False):
    """Hides the table until the next person has taken the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "lift", tr("Show my hand"), id="curtain.lift"),
    ]

    def __init__(self, name: str, news: str, scores: str) -> None:
        super().__init__()
        self._name_of_next = name
        self._news = news
        self._scores = scores

    def compose_page(self) -> ComposeResult:
        """Who is next, what has happened, and a button."""
        with Middle(), VerticalGroup(classes="card"):
            yield Static(Content(self._news), classes="news")
            yield Static(Content(tr("Next: {name}", name=self._name_of_next)), classes="title")
            yield Static(
                Content(
                    tr(
                        "Hand the keyboard to {name}. The others look away.",
                        name=self._name_of_next,
                    )
                )
            )
            yield Static(Content(self._scores), classes="muted")
            yield Button(tr("Show my hand"), id="lift", variant="primary")
        yield KeyBar()

    def action_lift(self) -> None:
        """Show the hand."""
        self.dismiss(True)

    def on_button_pressed(self) -> None:
        """The button does what the key does."""
        if not self.tiny:
            self.dismiss(True)
