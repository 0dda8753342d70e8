"""The line of keys that apply now, each to be clicked as well."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from qwirkle.texts import tr

PALETTE_KEY = "ctrl+p"


class KeyBar(Widget):
    """One line, drawn at once: a widget for each key takes ten times as long."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $panel; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[tuple[range, str]] = []

    def on_mount(self) -> None:
        """Follow the keys of the screen."""
        self.screen.bindings_updated_signal.subscribe(self, self._change)

    def on_unmount(self) -> None:
        """Follow them no longer."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def _change(self, screen: Screen[Any]) -> None:
        if screen is self.screen:
            self.refresh()

    def column_of(self, key: str) -> int | None:
        """Where on the line a key can be clicked; None if it is not shown."""
        return next((columns[0] for columns, shown in self._shown if shown == key), None)

    def render(self) -> Content:
        """The keys from the left, and the palette at the right end, which has all others."""
        more = tr("{key} More", key=self.app.get_key_display(self._palette()))
        room = self.size.width - cell_len(more) - 2
        line = Content("")
        self._shown = []
        seen = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if not binding.show or not active.enabled or binding.action in seen:
                continue
            key = f" {self.app.get_key_display(binding)} "
            end = line.cell_length + cell_len(key) + cell_len(binding.description) + 1
            if end > room or binding.action == "command_palette":
                continue
            seen.add(binding.action)
            self._shown.append((range(line.cell_length, end), binding.key))
            line = line + Content(key).stylize("bold $accent") + Content(binding.description + " ")
        start = max(0, self.size.width - cell_len(more) - 1)
        self._shown.append((range(start, self.size.width), PALETTE_KEY))
        return line + Content(" " * (start - line.cell_length)) + Content(more).stylize("bold")

    def _palette(self) -> Any:
        return self.screen.active_bindings[PALETTE_KEY].binding

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        for columns, key in self._shown:
            if event.x in columns:
                self.app.simulate_key(key)
                return
