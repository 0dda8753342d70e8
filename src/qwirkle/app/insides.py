"""All that is used of Textual beyond its documented interface, each with its reason.

It was written for Textual 8.2; `NAMES` is checked by a test, so that another version that has moved
one of them is noticed before anybody plays with it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from inspect import unwrap
from typing import Any

from textual._xterm_parser import XTermParser
from textual.app import App
from textual.command import CommandPalette
from textual.screen import Screen
from textual.widgets import OptionList

NAMES: tuple[tuple[type, str], ...] = (
    (App, "_batch_count"),
    (App, "_fatal_error"),
    (App, "_close_messages_no_wait"),
    (Screen, "_compositor_refresh"),
    (OptionList, "_on_click"),
    (CommandPalette, "_gather_commands"),
    (CommandPalette, "_GATHER_COMMANDS_GROUP"),
    (XTermParser, "feed"),
)
"""What is used here, or overridden elsewhere."""

Parser = XTermParser
"""What makes events of a terminal's input; the driver of Textual lets nobody choose another."""

GATHERING = CommandPalette._GATHER_COMMANDS_GROUP
"""The group in which the palette looks for commands."""

gather_commands: Callable[..., Awaitable[None]] = unwrap(CommandPalette._gather_commands)
"""How the palette looks for commands; it fails where the palette is closed meanwhile."""


def refresh_once(screen: Screen[Any]) -> None:
    """Draw a screen, but not in a batch: Textual would throw that picture away."""
    if screen.app._batch_count:
        screen.refresh()
    else:
        Screen._compositor_refresh(screen)


def end_at_once(app: App[Any]) -> None:
    """End an app that has failed; the usual way waits for screens that may be stuck."""
    app._close_messages_no_wait()


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
