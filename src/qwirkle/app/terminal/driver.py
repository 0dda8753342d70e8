"""The driver of the terminal: sifted input, a bounded size, and an orderly end, whatever ends it.

Textual 8.2 has no public way to change what its driver reads: its parser ends at the first byte
that is not UTF-8, and at numbers that it did not expect. So this module, and no other, knows
`_file` and `_get_terminal_size`.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, Any

from textual.constants import ESCAPE_DELAY
from textual.events import Paste

from qwirkle.app.insides import Parser
from qwirkle.app.terminal.environment import MOST_COLUMNS, MOST_ROWS
from qwirkle.app.terminal.output import Output
from qwirkle.app.terminal.sieve import Sieve, Unit

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message

GONE = 129
"""The exit status when the terminal is gone, with the signal that says so or without."""
AT_ONCE = 4096
"""Bytes that are read at once."""
PASTE_PAUSE = 0.5
"""Seconds without a byte after which a paste is at its end, whether it says so or not."""

_DEADLY = (
    *("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGALRM", "SIGUSR1", "SIGUSR2"),
    *("SIGVTALRM", "SIGPROF", "SIGIO", "SIGPWR", "SIGXCPU", "SIGSTKFLT"),
)
SIGNALS = tuple(getattr(signal, name) for name in _DEADLY if hasattr(signal, name))
"""Every signal that would end the program and leave the terminal as the table uses it."""


def bounded(size: tuple[int, int]) -> tuple[int, int]:
    """A size that can be drawn.

    >>> bounded((1_000_000_000, 24))
    (600, 24)
    """
    columns, rows = size
    return min(columns, MOST_COLUMNS), min(rows, MOST_ROWS)


class Translator:
    """Makes messages of units; what Textual does not understand, or fails at, makes none."""

    def __init__(self) -> None:
        self._mouse = Parser()  # remembers where the mouse was

    def messages(self, unit: Unit) -> Iterator[Message]:
        """What a unit means."""
        if unit.kind == "pasted":
            yield Paste(unit.text)
            return
        parser = self._mouse if unit.kind == "mouse" else Parser()
        with suppress(Exception):
            yield from tuple(parser.feed(unit.text))
            if unit.kind == "escaped":  # nothing more will come
                yield from tuple(parser.feed(""))


if sys.platform == "win32":
    from textual.drivers.windows_driver import WindowsDriver

    class Terminal(WindowsDriver):
        """The console of Windows, which has its own events and few signals."""

        def __init__(self, app: App[Any], **named: Any) -> None:
            super().__init__(app, **named)
            self._file: Any = Output(self._file)

else:
    from textual.drivers.linux_driver import LinuxDriver

    class Terminal(LinuxDriver):
        """A terminal that may send anything, say anything of its size, and go away."""

        def __init__(
            self, app: App[Any], *, size: tuple[int, int] | None = None, **named: Any
        ) -> None:
            super().__init__(app, size=size or self._get_terminal_size(), **named)
            self._file: Any = Output(self._file)
            self._events = asyncio.get_running_loop()
            self._translator = Translator()
            self._started = False

        def _get_terminal_size(self) -> tuple[int, int]:
            return bounded(super()._get_terminal_size())

        # Coming and going

        def start_application_mode(self) -> None:
            """Use the terminal; from now on no signal ends the program without giving it back."""
            for number in SIGNALS:
                self._events.add_signal_handler(number, self._leave, 128 + number)
            super().start_application_mode()  # type: ignore[no-untyped-call]
            self._started = True

        def suspend_application_mode(self) -> None:
            """Give the terminal back for a while."""
            self._started = False
            super().suspend_application_mode()

        def resume_application_mode(self) -> None:
            """Use it again; after a stop that did not give it back, only draw."""
            if self._started:
                self._events.call_soon_threadsafe(partial(self._app.refresh, layout=True))
            else:
                super().resume_application_mode()

        def _leave(self, status: int) -> None:
            self._app.exit(return_code=status)

        # Input

        def run_input_thread(self) -> None:
            """Read until the driver stops, or the terminal is gone."""
            sieve, quiet = Sieve(), 0.0
            while not self.exit_event.is_set():
                data = self._read()
                if data == b"":
                    self._events.call_soon_threadsafe(self._leave, GONE)
                    return
                if data is not None:
                    quiet = 0.0
                    self._send(sieve.sift(data))
                elif sieve.waits:
                    quiet += ESCAPE_DELAY
                    if quiet >= (PASTE_PAUSE if sieve.patient else ESCAPE_DELAY):
                        self._send(sieve.pause())

        def _read(self) -> bytes | None:
            """What has come, None if nothing has for a moment, nothing at all at the end."""
            try:
                ready, _, _ = select.select([self.fileno], [], [], ESCAPE_DELAY)
                return os.read(self.fileno, AT_ONCE) if ready else None
            except BlockingIOError:  # somebody else has taken it
                return None
            except OSError:
                return b""

        def _send(self, units: Iterator[Unit]) -> None:
            """Hand input over, and wait until the app has taken it: it may come faster."""
            for unit in units:
                for message in self._translator.messages(unit):
                    self.process_message(message)
            taken = Event()
            self._app.call_later(taken.set)
            while not (taken.wait(ESCAPE_DELAY) or self.exit_event.is_set()):
                pass
