"""A list of things that can be done, each with what does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from qwirkle.app.pages.page import ChangingList

Choice: TypeAlias = tuple[str, Callable[[], None]]
"""What is said of it, and what does it."""


class Choices(ChangingList):
    """Does what is chosen; what can be done may change at any time, and the place stays."""

    def __init__(self) -> None:
        super().__init__(id="choices", classes="box", markup=False)
        self._choices: list[Choice] = []

    def offer(self, choices: Iterable[Choice], *, chosen: bool = True) -> None:
        """Offer these from now on, with the first one chosen at first if that is wanted."""
        place = self.highlighted if self.highlighted is not None or not chosen else 0
        self._choices = list(choices)
        self.clear_options()
        self.add_options([Option(Content(text)) for text, _ in self._choices])
        if place is not None and self._choices:
            self.highlighted = min(place, len(self._choices) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self._choices[event.option_index][1]()
