"""The command palette: a search over everything you can do right now."""

from __future__ import annotations

from collections.abc import Iterable

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from qwirkle.i18n import tr
from qwirkle.tui.screens.base import BaseScreen, SafeOptionList

LIST_ACTIONS = {
    "up": "cursor_up",
    "down": "cursor_down",
    "pageup": "page_up",
    "pagedown": "page_down",
}
"""Key to list action, while the search field has the focus."""


class CommandPaletteScreen(BaseScreen[SystemCommand], ModalScreen[SystemCommand]):
    """A searchable list of commands over the screen they belong to; returns the chosen one."""

    AUTO_FOCUS = "Input"

    def __init__(self, commands: Iterable[SystemCommand]) -> None:
        super().__init__()
        self._commands = sorted(commands, key=lambda command: command.title)
        self._matches: list[SystemCommand] = []

    def compose_screen(self) -> ComposeResult:
        yield Input(placeholder=tr("Search for commands…"))
        yield SafeOptionList(markup=False)

    def on_mount(self) -> None:
        self._search("")

    def on_input_changed(self, event: Input.Changed) -> None:
        self._search(event.value)

    def _search(self, text: str) -> None:
        """List the commands whose titles contain every word of the text."""
        words = text.casefold().split()
        self._matches = [
            command
            for command in self._commands
            if all(word in command.title.casefold() for word in words)
        ]
        self._option_list.set_options(
            Option(Content(command.title) + Content(f"\n{command.help}").stylize("$text-muted"))
            for command in self._matches
        )
        self._option_list.highlighted = 0 if self._matches else None

    @property
    def _option_list(self) -> SafeOptionList:
        return self.query_one(SafeOptionList)

    async def on_key(self, event: events.Key) -> None:
        """Move the list's highlight although the search field has the focus; Esc closes."""
        if event.key == "escape":
            event.stop()
            self.dismiss()
        elif event.key in LIST_ACTIONS:
            event.stop()
            await self.app.run_action(LIST_ACTIONS[event.key], self._option_list)

    def on_input_submitted(self) -> None:
        self._option_list.action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the chosen command, unless the list changed after the click."""
        if event.option_index < len(self._matches):
            self.dismiss(self._matches[event.option_index])

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss()
