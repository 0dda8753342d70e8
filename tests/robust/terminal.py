"""The real program in a terminal of its own: keys go in, whole frames come out."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pexpect
import pyte

TIMEOUT = 120.0
"""Seconds after which a thing that never happens fails; nothing waits that long."""

_ASKED = b"\x1b[?2026$p"
_BEGIN, END = b"\x1b[?2026h", b"\x1b[?2026l"
_UNKNOWN = re.compile(rb"\x1b\[[<>=?][0-9;]*[$ ]?[a-zA-Z]|\x1bP[^\x1b]*\x1b\\|\x1b_[^\x1b]*\x1b\\")
"""Questions and modes that this terminal does not know and would print."""

ON_SORT = """
from qwirkle.tui.screens.game import LocalGameScreen
def on_sort(act):
    do = LocalGameScreen.action_do
    def instead(self, action, first=None, second=None):
        return act(self) if action == "sort" else do(self, action, first, second)
    LocalGameScreen.action_do = instead
"""
"""For programs in which the key that sorts the hand is to do something else."""

KEYS = {
    "enter": "\r",
    "tab": "\t",
    "space": " ",
    "escape": "\x1b",
    "ctrl+c": "\x03",
    "ctrl+q": "\x11",
    "ctrl+z": "\x1a",
    "up": "\x1b[A",
    "down": "\x1b[B",
}


class Terminal:
    """A terminal with one program in it."""

    def __init__(
        self,
        arguments: Sequence[str],
        home: Path,
        size: tuple[int, int] = (120, 40),
        animations: str = "none",
        program: Sequence[str] = ("-m", "qwirkle"),
        variables: Mapping[str, str] | None = None,
    ) -> None:
        columns, rows = size
        dropped = ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE")
        environment = {
            name: value
            for name, value in os.environ.items()
            if name not in dropped and not name.startswith("TEXTUAL")
        }
        environment |= {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "QWIRKLE_HOME": str(home),
            "TEXTUAL_ANIMATIONS": animations,
            **(variables or {}),
        }
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._rest = b""
        self.raw = b""
        self.ready = False
        """Whether the program has asked what frames are like here."""
        self.frames = 0
        self.frame: tuple[str, ...] = ()
        """The last whole frame, line by line."""
        self.child = pexpect.spawn(
            sys.executable,
            [*program, *arguments],
            dimensions=(rows, columns),
            env=environment,
            timeout=TIMEOUT,
        )

    @property
    def text(self) -> str:
        """The last whole frame."""
        return "\n".join(self.frame)

    @property
    def process(self) -> int:
        """The process id of the program."""
        return int(self.child.pid)

    def read(self, seconds: float = 0.05) -> bool:
        """Show the next whole frame; return False once the program has ended."""
        if self._show_next():
            return True
        try:
            data = self.child.read_nonblocking(1 << 16, timeout=seconds)
        except pexpect.TIMEOUT:
            self._pause()
            return True
        except pexpect.EOF:
            self._take(self._last_words())
            while self._show_next():
                pass
            return False
        asked = _ASKED in self.raw[1 - len(_ASKED) :] + data  # it may come in two parts
        self._take(data)
        self._show_next()
        if asked:
            self.child.send("\x1b[?2026;2$y")  # yes, frames can be whole here
            self.ready = True
        return True

    def _last_words(self) -> bytes:
        """What the program wrote after pexpect had looked for it and before it was found dead."""
        said = b""
        with suppress(OSError):  # there is nothing more
            while select.select([self.child.child_fd], [], [], 0)[0]:
                part = os.read(self.child.child_fd, 1 << 16)
                if not part:
                    break
                said += part
        return said

    def _take(self, data: bytes) -> None:
        self.raw += data
        self._rest += data

    def _show_next(self) -> bool:
        found = self._rest.find(END)
        if found < 0:
            return False
        part, self._rest = self._rest[:found], self._rest[found + len(END) :]
        self._show(part)
        return True

    def _pause(self) -> None:
        """Take what was drawn before the answer came, and nothing after it, for a whole frame."""
        if self._rest and _BEGIN not in self.raw:
            self._show(self._rest)
            self._rest = b""

    def _show(self, part: bytes) -> None:
        self._stream.feed(_UNKNOWN.sub(b"", part.replace(_BEGIN, b"")))
        self.frame = tuple(self._screen.display)
        self.frames += 1

    def wait_for(self, happened: Callable[[str], object]) -> str:
        """Wait for a whole frame that is as wanted, and give it."""
        end = time.monotonic() + TIMEOUT
        while not happened(self.text):
            assert self.read(), f"the program has ended:\n{self.raw[-2000:]!r}"
            assert time.monotonic() < end, f"it never came:\n{self.text or repr(self.raw)}"
        return self.text

    def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        for key in keys:
            self.child.send(KEYS.get(key, key))

    def resize(self, columns: int, rows: int) -> None:
        """Make the terminal another size."""
        self._screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def end(self) -> int:
        """Wait until the program has ended by itself; gives its exit status."""
        limit = time.monotonic() + TIMEOUT
        while self.read(0.05):
            assert time.monotonic() < limit, f"it does not end:\n{self.text}"
        self.child.close()
        if self.child.exitstatus is None:
            return -int(self.child.signalstatus)
        return int(self.child.exitstatus)

    def kill(self) -> None:
        """End the program at once, as a lost power supply would."""
        os.kill(self.process, signal.SIGKILL)
        while self.read(0.05):
            pass
        self.child.close(force=True)

    def children(self) -> tuple[int, ...]:
        """The processes that the program has started."""
        return child_processes(self.process)


def child_processes(process: int) -> tuple[int, ...]:
    """The processes that this one has started."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if int(fields.rpartition(")")[2].split()[1]) == process:
            found.append(int(place.parent.name))
    return tuple(found)


def wait_until_gone(processes: Sequence[int]) -> None:
    """Wait until none of these processes runs any more."""
    end = time.monotonic() + TIMEOUT
    while any(map(_runs, processes)):
        assert time.monotonic() < end, f"left behind: {processes}"
        time.sleep(0.02)


def _runs(process: int) -> bool:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return fields.rpartition(")")[2].split()[0] not in ("Z", "X")
