"""Textual's driver, hardened against broken input and terminals that disappear."""

from __future__ import annotations

import asyncio
import os
import select
import signal
from codecs import getincrementaldecoder
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any, TextIO

from textual.drivers.linux_driver import LinuxDriver

from qwirkle.tui.textual_compat import InputParser, wrap_driver_output

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message

EXIT_TERMINAL_GONE = 128 + signal.SIGHUP
"""Exit status if the terminal has closed, with or without SIGHUP."""
EXIT_SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
"""Signals on which the app exits cleanly and restores the terminal."""
INPUT_POLL_SECONDS = 0.1
"""Seconds to wait for input before checking if the driver has stopped."""
CHUNK_BYTES = 256
"""Bytes to read at once; the rest stays in the terminal until the app has handled these."""


class TerminalOutput:
    """A terminal's output file that discards all output once the terminal is gone.

    A write error would end Textual's writer thread. The app would then wait forever to queue a
    frame, and Python would fail to flush at exit, which changes the exit status.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        try:
            self._file.write(text)
        except OSError:
            self._discard_output()

    def flush(self) -> None:
        try:
            self._file.flush()
        except OSError:
            self._discard_output()

    def fileno(self) -> int:
        return self._file.fileno()

    def _discard_output(self) -> None:
        with Path(os.devnull).open("wb") as devnull:
            os.dup2(devnull.fileno(), self.fileno())


class TerminalDriver(LinuxDriver):
    """Textual driver for Linux and macOS."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        wrap_driver_output(self, TerminalOutput)
        self.app = app
        self._asyncio_loop = asyncio.get_running_loop()
        self._suspended = False

    def start_application_mode(self) -> None:
        """Start, with handlers that restore the terminal on exit signals."""
        for number in EXIT_SIGNALS:
            self._asyncio_loop.add_signal_handler(number, self._exit, 128 + number)
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def suspend_application_mode(self) -> None:
        self._suspended = True
        super().suspend_application_mode()

    def resume_application_mode(self) -> None:
        """Resume, or just redraw if the app wasn't suspended.

        The kernel also sends SIGCONT when a terminal closes; starting twice would then hang.
        """
        if self._suspended:
            self._suspended = False
            super().resume_application_mode()
        else:
            self._asyncio_loop.call_soon_threadsafe(partial(self.app.refresh, layout=True))

    def _exit(self, status: int) -> None:
        self.app.exit(return_code=status)

    def run_input_thread(self) -> None:
        decoder = getincrementaldecoder("utf-8")("replace")
        parser = InputParser()
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], INPUT_POLL_SECONDS)
            if not ready:
                self._process(parser.tick())
            elif data := self._read():
                self._process(parser.feed(decoder.decode(data)))
                self._wait_for_app()
            else:
                self._asyncio_loop.call_soon_threadsafe(self._exit, EXIT_TERMINAL_GONE)
                return

    def _read(self) -> bytes:
        """Return the available input; empty if the terminal is gone."""
        with suppress(OSError):
            return os.read(self.fileno, CHUNK_BYTES)
        return b""

    def _process(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def _wait_for_app(self) -> None:
        """Wait until the app has handled its input: a full queue would delay exit signals."""
        handled = Event()
        self.app.call_later(handled.set)
        while not (handled.wait(INPUT_POLL_SECONDS) or self.exit_event.is_set()):
            pass
