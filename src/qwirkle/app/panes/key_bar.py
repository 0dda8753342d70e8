"""The last line of the screen: the keys that apply now, each clickable."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from qwirkle.app.keymap import display_of


class KeyBar(Widget):
    """The key bar, drawn as one text: a widget per key takes ten times as long."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $panel; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[tuple[range, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._change)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def _change(self, screen: Screen[Any]) -> None:
        if screen is self.screen:
            self.refresh()

    def column_of(self, key: str) -> int | None:
        """Return the column where a key can be clicked, or None if it isn't shown."""
        return next((columns[0] for columns, shown in self._shown if shown == key), None)

    def render(self) -> Content:
        bindings = [
            active.binding for active in self.screen.active_bindings.values() if active.enabled
        ]
        # Textual lists remapped keys last; show them in their default position.
        places = {getattr(each, "id", None): n for n, each in enumerate(self.screen.BINDINGS)}
        bindings.sort(key=lambda each: places.get(each.id, len(places)))
        palette = next((each for each in bindings if each.action == "command_palette"), None)
        more = (
            "" if palette is None else f"{self.app.get_key_display(palette)} {palette.description}"
        )
        width = self.size.width
        room, length = width - cell_len(more) - 2, 0
        parts: list[str | tuple[str, str]] = []
        self._shown = []
        seen = set()
        for binding in bindings:
            if not binding.show or binding.action in seen:
                continue
            key = f" {display_of(self.app, binding)} "
            end = length + cell_len(key) + cell_len(binding.description) + 1
            if end > room:
                continue
            seen.add(binding.action)
            self._shown.append((range(length, end), binding.key))
            parts += [(key, "bold $accent"), f"{binding.description} "]
            length = end
        start = max(0, width - cell_len(more) - 1)
        if palette is not None:
            self._shown.append((range(start, width), palette.key))
        return Content.assemble(*parts, " " * (start - length), (more, "bold"))

    def on_click(self, event: events.Click) -> None:
        for columns, key in self._shown:
            if event.x in columns:
                self.app.simulate_key(key)
                return
