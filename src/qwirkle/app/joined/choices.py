"""A menu whose items run callbacks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from qwirkle.app.pages.page import SafeOptionList

MenuItem: TypeAlias = tuple[str, Callable[[], None]]
"""Label and callback."""


class ActionMenu(SafeOptionList):
    """A list of actions; its items may change at any time, and the highlight stays in place."""

    def __init__(self) -> None:
        super().__init__(id="choices", classes="box", markup=False)
        self._items: list[MenuItem] = []

    def set_items(self, items: Iterable[MenuItem], *, highlight_first: bool = True) -> None:
        """Replace the items; with `highlight_first`, highlight the first if none is highlighted."""
        place = self.highlighted if self.highlighted is not None or not highlight_first else 0
        self._items = list(items)
        self.clear_options()
        self.add_options([Option(Content(text)) for text, _ in self._items])
        if place is not None and self._items:
            self.highlighted = min(place, len(self._items) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._items[event.option_index][1]()
