"""The list of everything that can be done now, which keys and clicks at once do not confuse."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from textual import events, on, work
from textual.await_complete import AwaitComplete
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.widgets import Input, OptionList

from qwirkle.app import insides
from qwirkle.app.pages.page import SEEN, is_gone


class Commands(CommandPalette):
    """Textual's palette, which would run a command once for each click or key that chose it."""

    def __init__(self) -> None:
        super().__init__()  # with an id, one that is opened while the last one closes would fail
        self._chosen = False

    async def on_event(self, event: events.Event) -> None:
        """Take an event, unless it is about a list that nobody sees any more."""
        if not (is_gone(self) and isinstance(event, SEEN)):
            await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """Drop a size that is past."""
        if event.size != self.app.size:
            event.prevent_default()

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close the list, once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def on_click(self, event: events.Click) -> None:
        """Ignore a click on a place that is no longer there since the size has changed."""
        if not self.region.contains(event.screen_x, event.screen_y):
            event.prevent_default()

    @on(OptionList.OptionSelected)
    def _choose_once(self, event: OptionList.OptionSelected) -> None:
        if self._chosen:
            event.prevent_default()
        self._chosen = True

    @on(Input.Submitted)
    def _submit_once(self, event: Input.Submitted) -> None:
        if self._chosen:
            event.prevent_default()

    @work(exclusive=True, group=insides.GATHERING)
    async def _gather_commands(self, search_value: str) -> None:
        with suppress(NoMatches):  # it was closed before the search began
            await insides.gather_commands(self, search_value)
