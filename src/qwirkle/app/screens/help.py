"""Help: the keys that work at this moment, and the rules of this game."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Static

from qwirkle import catalog
from qwirkle.app.screens.key_bar import KeyBar
from qwirkle.app.screens.page import Page
from qwirkle.engine.variant import Variant
from qwirkle.rulebook import rules_text
from qwirkle.texts import tr

Keys = tuple[tuple[str, str], ...]
"""How keys are shown, and what they do."""


def keys_of(screen: Screen[Any]) -> Keys:
    """The keys that work on a screen now, those for one thing together."""
    found: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if active.enabled and binding.description and not binding.system:
            keys = found.setdefault(binding.description, [])
            shown = screen.app.get_key_display(binding)
            if shown not in keys:
                keys.append(shown)
    return tuple((" ".join(keys), description) for description, keys in found.items())


class HelpScreen(Page[None]):
    """Keys and rules on one page to scroll through."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,question_mark,q", "close", tr("Close"), id="help.close"),
    ]

    def __init__(self, keys: Keys, variant: Variant | None) -> None:
        super().__init__()
        self._keys = keys
        self._variants = (variant,) if variant is not None else catalog.bundled()

    def compose_page(self) -> ComposeResult:
        """The keys, then the rules section by section."""
        with VerticalScroll(classes="sheet"):
            yield Button(tr("Close"), id="close", compact=True)
            yield Static(tr("Keys"), classes="title", markup=False)
            lines = [f"{keys:<16} {what}" for keys, what in self._keys]
            yield Static(Content("\n".join(lines)))
            for variant in self._variants:
                yield Static(Content(variant.title), classes="title")
                for section in rules_text(variant):
                    yield Static(Content(section.title), classes="heading")
                    yield Static(Content("\n".join(section.paragraphs)))
        yield KeyBar()

    def on_mount(self) -> None:
        """The page takes the keys that scroll."""
        self.query_one(VerticalScroll).focus()

    def on_button_pressed(self) -> None:
        """Close the page."""
        self.dismiss()

    def action_close(self) -> None:
        """Close the page."""
        self.dismiss()
