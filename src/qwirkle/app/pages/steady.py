"""Screens that quick hands and quick changes of the size do not confuse."""

from __future__ import annotations

from typing import TypeVar

from textual import events
from textual.await_complete import AwaitComplete
from textual.screen import Screen

Result = TypeVar("Result")

_SEEN = (events.Mount, events.Resize, events.InputEvent)


class Steady(Screen[Result]):
    """A screen that closes once, and is laid out for the size of the moment only."""

    gone = False
    """Whether it was left, perhaps before it was whole: its parts are missing or go one by one."""

    async def on_event(self, event: events.Event) -> None:
        """Take an event, unless it is about a screen that nobody sees any more."""
        if not (self.gone and isinstance(event, _SEEN)):
            await super().on_event(event)

    def on_resize(self, event: events.Resize) -> None:
        """Drop a size that is past: two of them in turn would lay the screen out for ever."""
        if event.size != self.app.size:
            event.prevent_default()

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close the screen; keys at once may ask for it a second time, which does nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
