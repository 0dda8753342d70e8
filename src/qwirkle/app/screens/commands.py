"""The list of everything that can be done now, which keys and clicks at once do not confuse."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette
from textual.widgets import Input, OptionList


class Commands(CommandPalette):
    """Textual's palette; it runs one command, and pages only when its list is drawn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page('up')", show=False),
        Binding("pagedown", "page('down')", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="--command-palette")
        self._chosen = False

    def action_page(self, direction: str) -> None:
        """Move by a page."""
        commands = self.query_one(CommandList)
        if commands.scrollable_content_region:  # Textual fails where there is none yet
            (commands.action_page_up if direction == "up" else commands.action_page_down)()

    @on(OptionList.OptionSelected)
    def _choose_once(self, event: OptionList.OptionSelected) -> None:
        if self._chosen:
            event.prevent_default()
        self._chosen = True

    @on(Input.Submitted)
    def _submit_once(self, event: Input.Submitted) -> None:
        if self._chosen:
            event.prevent_default()

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close it; a second time does nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
