"""The real program in a terminal that nobody looks at, for long runs."""

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
"""The program, which tells where it is when it is asked by a signal."""


class HeadlessTerminal(Terminal):
    """A terminal that counts frames and does not look at them, which would take longer."""

    def _take(self, data: bytes) -> None:
        self.frames += (self.raw[-len(END) + 1 :] + data).count(END)
        self.raw = (self.raw + data)[-20_000:]

    def send(self, data: bytes) -> bool:
        """Type bytes as fast as they are taken; false once the program has ended."""
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
    def _other_end(self) -> Iterator[int]:
        """The terminal as the program has it; an OSError says that the program has ended."""
        terminal = os.open(f"/proc/{self.process}/fd/0", os.O_RDWR | os.O_NOCTTY)
        try:
            yield terminal
        finally:
            os.close(terminal)

    @property
    def unread(self) -> int:
        """How much of what was typed the program has not read yet."""
        with self._other_end() as terminal:
            room = fcntl.ioctl(terminal, termios.FIONREAD, b"\0" * 4)
        return int(struct.unpack("i", room)[0])

    def flow(self) -> None:
        """Undo a Ctrl+S that came when the program had given the terminal back already."""
        with suppress(OSError, termios.error), self._other_end() as terminal:
            termios.tcflow(terminal, termios.TCOOFF)  # alone, the second does nothing
            termios.tcflow(terminal, termios.TCOON)

    @property
    def stopped(self) -> bool:
        """Whether the program was suspended."""
        try:
            fields = Path(f"/proc/{self.process}/stat").read_text("utf-8", errors="replace")
        except OSError:
            return False
        return fields.rpartition(")")[2].split()[0] == "T"


def told_by(terminal: HeadlessTerminal) -> str:
    """Where a program that hangs is, at three moments."""
    state = Path(f"/proc/{terminal.process}/status").read_text(encoding="utf-8")
    terminal.raw = state.partition("VmPeak")[0].encode()
    for _ in range(3):
        os.kill(terminal.process, signal.SIGRTMIN)
        end = time.monotonic() + 0.5
        while terminal.read(0.1) and time.monotonic() < end:
            pass
    return terminal.raw.decode(errors="replace")
