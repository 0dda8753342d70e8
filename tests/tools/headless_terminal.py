"""The real program in a terminal that isn't rendered, for long runs."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.robust.terminal import END, Terminal

PROGRAM = (
    "-c",
    "import faulthandler, signal, sys\n"
    "faulthandler.register(signal.SIGRTMIN)\n"
    "from qwirkle.cli import main\n"
    "sys.exit(main(sys.argv[1:]))",
)
"""Runs the program with a signal that prints its stack traces."""


class HeadlessTerminal(Terminal):
    """A terminal that counts frames without rendering them, which is faster."""

    def _receive(self, data: bytes) -> None:
        self.frames += (self.raw[-len(END) + 1 :] + data).count(END)
        self.raw = (self.raw + data)[-20_000:]

    def send(self, data: bytes) -> bool:
        """Send bytes as fast as the terminal accepts them. Return False if the program ended."""
        while data:
            if select.select([], [self.child.fileno()], [], 0.02)[1]:
                try:
                    data = data[os.write(self.child.fileno(), data[:512]) :]
                except OSError:
                    return False
            if not self.read(0):
                return False
        return True

    @contextmanager
    def _program_side(self) -> Iterator[int]:
        """Open the program's side of the terminal. Raises OSError if the program has ended."""
        terminal = os.open(f"/proc/{self.process}/fd/0", os.O_RDWR | os.O_NOCTTY)
        try:
            yield terminal
        finally:
            os.close(terminal)

    @property
    def unread(self) -> int:
        """Number of sent bytes that the program hasn't read yet."""
        with self._program_side() as terminal:
            count = fcntl.ioctl(terminal, termios.FIONREAD, b"\0" * 4)
        return int(struct.unpack("i", count)[0])

    def resume_output(self) -> None:
        """Undo a Ctrl+S that arrived after the program had reset the terminal."""
        with suppress(OSError, termios.error), self._program_side() as terminal:
            termios.tcflow(terminal, termios.TCOOFF)  # TCOON alone does nothing
            termios.tcflow(terminal, termios.TCOON)

    @property
    def stopped(self) -> bool:
        """True if the program is suspended."""
        try:
            fields = Path(f"/proc/{self.process}/stat").read_text("utf-8", errors="replace")
        except OSError:
            return False
        return fields.rpartition(")")[2].split()[0] == "T"


def describe_hang(terminal: HeadlessTerminal) -> str:
    """Return the state of a hanging program, and its stack traces at three moments."""
    state = Path(f"/proc/{terminal.process}/status").read_text(encoding="utf-8")
    terminal.raw = state.partition("VmPeak")[0].encode()
    for _ in range(3):
        os.kill(terminal.process, signal.SIGRTMIN)
        end = time.monotonic() + 0.5
        while terminal.read(0.1) and time.monotonic() < end:
            pass
    return terminal.raw.decode(errors="replace")
