"""Textual's driver, for terminals that send odd bytes or go away."""

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

from qwirkle.app.insides import InputParser, redirect

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message

GONE = 128 + signal.SIGHUP
"""Exit status if the terminal is gone, whether a signal said so or not."""
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
"""Signals that make the program exit in order, with the terminal restored."""
POLL = 0.1
"""Seconds to wait for input before looking whether the driver has stopped."""
CHUNK = 256
"""Bytes to read at once; the rest waits in the terminal until the app has handled these."""


class Output:
    """A terminal's file that drops what is written once the terminal is gone.

    An error would end Textual's writer thread. The app would then wait for ever to queue a frame,
    and Python would fail to flush at exit, which changes the exit status.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file

    def write(self, text: str) -> None:
        """Write, if there is a terminal."""
        try:
            self._file.write(text)
        except OSError:
            self._drop()

    def flush(self) -> None:
        """Flush, if there is a terminal."""
        try:
            self._file.flush()
        except OSError:
            self._drop()

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._file.fileno()

    def _drop(self) -> None:
        with Path(os.devnull).open("wb") as nothing:
            os.dup2(nothing.fileno(), self.fileno())


class Terminal(LinuxDriver):
    """The terminal on Linux and macOS."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        redirect(self, Output)
        self.app = app
        self._asyncio_loop = asyncio.get_running_loop()
        self._suspended = False

    def start_application_mode(self) -> None:
        """Take the terminal; signals restore it from now on."""
        for number in SIGNALS:
            self._asyncio_loop.add_signal_handler(number, self._exit, 128 + number)
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def suspend_application_mode(self) -> None:
        self._suspended = True
        super().suspend_application_mode()

    def resume_application_mode(self) -> None:
        """Take the terminal back, unless SIGCONT comes to a program that never let go of it.

        The kernel also sends SIGCONT when a terminal closes; a second start would never end.
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
            ready, _, _ = select.select([self.fileno], [], [], POLL)
            if not ready:
                self._process(parser.tick())
            elif data := self._read():
                self._process(parser.feed(decoder.decode(data)))
                self._wait_for_app()
            else:
                self._asyncio_loop.call_soon_threadsafe(self._exit, GONE)
                return

    def _read(self) -> bytes:
        """Return what was typed, or nothing if the terminal is gone."""
        with suppress(OSError):
            return os.read(self.fileno, CHUNK)
        return b""

    def _process(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)

    def _wait_for_app(self) -> None:
        """Wait until the app has handled its input: more of it would delay a signal to exit."""
        handled = Event()
        self.app.call_later(handled.set)
        while not (handled.wait(POLL) or self.exit_event.is_set()):
            pass
