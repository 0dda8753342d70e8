"""Private and undocumented parts of Textual that we rely on, and workarounds for its bugs.

Written for Textual 8.2. A test checks that every private name still exists after an upgrade.
"""

from __future__ import annotations

import io
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext, suppress
from typing import Any

from rich.console import Console, RenderableType
from textual import events
from textual._xterm_parser import XTermParser  # the driver has no way to guard its own parser
from textual.actions import ActionParseResult
from textual.app import App
from textual.dom import DOMNode
from textual.message import Message
from textual.widgets import OptionList

MAX_COLUMNS, MAX_ROWS = 1000, 500
"""Largest terminal size we draw; a size from a broken terminal could use up all memory."""

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
MAX_PASTE = 10_000
"""Characters after which the rest of a paste is dropped."""
MAX_PASTE_IDLE_TICKS = 5
"""Ticks without input after which a paste ends without its end sequence."""


class InputParser:
    """Textual's input parser, replaced by a new one if a sequence makes it fail.

    Pastes are collected here: Textual would treat escape sequences in them as keys, and wait
    forever for a missing end sequence.
    """

    def __init__(self) -> None:
        self._parser = XTermParser()
        self._recent = ""
        """The latest characters, as many as a paste sequence has."""
        self._pasted: list[str] | None = None
        """Characters of the current paste, or None outside a paste."""
        self._idle_ticks = 0

    def feed(self, text: str) -> Iterator[Message]:
        """Parse input; yield key, mouse and paste events."""
        self._idle_ticks = 0
        for character in text:
            self._recent = (self._recent + character)[-len(PASTE_START) :]
            if self._pasted is not None:
                if len(self._pasted) < MAX_PASTE:
                    self._pasted.append(character)
                if self._recent == PASTE_END:
                    yield self._end_paste()
            elif self._recent == PASTE_START:
                self._parser, self._pasted = XTermParser(), []
            else:
                yield from self._parse(character)

    def tick(self) -> Iterator[Message]:
        """Yield what a pause completes: a lone Escape, or a paste without an end."""
        self._idle_ticks += 1
        if self._pasted is None:
            yield from self._parser.tick()
        elif self._idle_ticks >= MAX_PASTE_IDLE_TICKS:
            yield self._end_paste()

    def _parse(self, character: str) -> list[Message]:
        try:
            return list(self._parser.feed(character))
        except Exception:  # for example, a key code beyond Unicode
            self._parser = XTermParser()
            return []

    def _end_paste(self) -> events.Paste:
        text = "".join(self._pasted or ()).removesuffix(PASTE_END)
        self._pasted = None
        return events.Paste("".join(char for char in text if char.isprintable() or char in "\n\t"))


def wrap_driver_output(driver: Any, wrap: Callable[[Any], Any]) -> None:
    """Wrap the file that a driver writes to; Textual has no public way to set it."""
    driver._file = wrap(driver._file)


class HardenedApp(App[None]):
    """An app that ignores invalid terminal sizes, and keeps crash tracebacks for a report."""

    def __init__(self) -> None:
        super().__init__()
        self.error_console = Console(file=io.StringIO(), width=100)
        self.crash_report = ""
        """Traceback of a crash, or an empty string."""
        self.is_exiting = False
        """True once the app exits; from then on errors in unfinished screens are ignored."""

    async def on_event(self, event: events.Event) -> None:
        if not isinstance(event, events.Resize) or _is_valid_size(event.size):
            await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action; ignore paging in a list before its first layout, which would crash."""
        paging = action in ("page_up", "page_down") and isinstance(default_namespace, OptionList)
        with suppress(LookupError) if paging else nullcontext():
            return await super().run_action(action, default_namespace, namespaces)
        return False

    def panic(self, *renderables: RenderableType) -> None:
        """Keep what Textual would print, then exit."""
        with self.error_console.capture() as capture:
            self.error_console.print(*renderables)
        self._store_crash_report(capture.get())
        super().panic(*renderables)

    def _fatal_error(self) -> None:  # a plain traceback; Textual's shows all local variables
        self._store_crash_report(traceback.format_exc())
        super()._fatal_error()

    def _store_crash_report(self, report: str) -> None:
        if not self.is_exiting:
            self.crash_report = self.crash_report or report


def _is_valid_size(size: tuple[int, int]) -> bool:
    """Return True if a terminal can have this size.

    >>> _is_valid_size((120, 40)), _is_valid_size((0, 0)), _is_valid_size((99999, 99999))
    (True, False, False)
    """
    columns, rows = size
    return 0 < columns <= MAX_COLUMNS and 0 < rows <= MAX_ROWS
