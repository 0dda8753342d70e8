"""Faults of Textual 8.2 that quick hands bring out, mended in its own lists."""

from __future__ import annotations

from functools import wraps
from typing import Any

from textual.widgets import OptionList


def mend_lists() -> None:
    """Let lists ignore what was meant for options that are gone, or not laid out yet.

    Textual makes lists of its own, for the palette and for drop-down choices, so that a class
    derived from this one would not be enough.
    """
    if getattr(OptionList, "_mended", False):
        return
    OptionList._mended = True  # type: ignore[attr-defined]
    _mend_click()
    for name in ("action_page_up", "action_page_down"):
        _mend_paging(name)


def _mend_click() -> None:
    take_click: Any = OptionList._on_click

    @wraps(take_click)
    async def click(self: OptionList, event: Any) -> None:
        option = event.style.meta.get("option")
        if option is None or option < self.option_count:
            await take_click(self, event)

    OptionList._on_click = click  # type: ignore[method-assign]


def _mend_paging(name: str) -> None:
    turn_page = getattr(OptionList, name)

    @wraps(turn_page)
    def page(self: OptionList) -> None:
        if self.scrollable_content_region:
            turn_page(self)

    setattr(OptionList, name, page)
