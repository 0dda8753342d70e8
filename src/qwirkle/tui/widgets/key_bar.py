"""The last line of the screen: the keys that apply now, each clickable."""

from __future__ import annotations

from typing import Any

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from qwirkle.tui.keymap import key_label


class KeyBar(Widget):
    """The key bar, drawn as one text: a widget per key takes ten times as long."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; background: $panel; color: $foreground; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._key_columns: list[tuple[range, str]] = []

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._refresh_keys)

    def on_unmount(self) -> None:
        self.screen.bindings_updated_signal.unsubscribe(self)

    def _refresh_keys(self, screen: Screen[Any]) -> None:
        if screen is self.screen:
            self.refresh()

    def key_column(self, key: str) -> int | None:
        """Return the column where a key can be clicked, or None if it isn't shown."""
        return next(
            (columns[0] for columns, shown_key in self._key_columns if shown_key == key), None
        )

    def render(self) -> Content:
        bindings = [
            active.binding for active in self.screen.active_bindings.values() if active.enabled
        ]
        # Textual lists remapped keys last; show them in their default position.
        positions = {
            getattr(binding, "id", None): index
            for index, binding in enumerate(self.screen.BINDINGS)
        }
        bindings.sort(key=lambda binding: positions.get(binding.id, len(positions)))
        palette_binding = next(
            (binding for binding in bindings if binding.action == "command_palette"), None
        )
        palette_label = (
            ""
            if palette_binding is None
            else f"{self.app.get_key_display(palette_binding)} {palette_binding.description}"
        )
        width = self.size.width
        key_width, length = width - cell_len(palette_label) - 2, 0
        parts: list[str | tuple[str, str]] = []
        self._key_columns = []
        seen = set()
        for binding in bindings:
            if not binding.show or binding.action in seen:
                continue
            key = f" {key_label(self.app, binding)} "
            end = length + cell_len(key) + cell_len(binding.description) + 1
            if end > key_width:
                continue
            seen.add(binding.action)
            self._key_columns.append((range(length, end), binding.key))
            parts += [(key, "bold $accent"), f"{binding.description} "]
            length = end
        start = max(0, width - cell_len(palette_label) - 1)
        if palette_binding is not None:
            self._key_columns.append((range(start, width), palette_binding.key))
        return Content.assemble(*parts, " " * (start - length), (palette_label, "bold"))

    def on_click(self, event: events.Click) -> None:
        for columns, key in self._key_columns:
            if event.x in columns:
                self.app.simulate_key(key)
                return
