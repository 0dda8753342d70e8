"""Runs the real program in a pseudo-terminal: sends keys and collects complete frames."""

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
"""Seconds until a test fails; nothing that works takes this long."""

_QUERY = b"\x1b[?2026$p"
_BEGIN, END = b"\x1b[?2026h", b"\x1b[?2026l"
_UNKNOWN = re.compile(rb"\x1b\[[<>=?][0-9;]*[$ ]?[a-zA-Z]|\x1bP[^\x1b]*\x1b\\|\x1b_[^\x1b]*\x1b\\")
"""Queries and modes that pyte doesn't know and would print."""

ON_SORT = """
from qwirkle.tui.screens.game import LocalGameScreen
def on_sort(act):
    do = LocalGameScreen.action_do
    def instead(self, action, first=None, second=None):
        return act(self) if action == "sort" else do(self, action, first, second)
    LocalGameScreen.action_do = instead
"""
"""Code for programs in which the key that sorts the hand does something else."""

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
    """A pseudo-terminal that runs one program."""

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
        self._pending = b""
        self.raw = b""
        self.ready = False
        """True once the program has asked if synchronized output is supported."""
        self.frames = 0
        self.frame: tuple[str, ...] = ()
        """The last complete frame, as lines."""
        self.child = pexpect.spawn(
            sys.executable,
            [*program, *arguments],
            dimensions=(rows, columns),
            env=environment,
            timeout=TIMEOUT,
        )

    @property
    def text(self) -> str:
        """The last complete frame."""
        return "\n".join(self.frame)

    @property
    def process(self) -> int:
        """Id of the program's process."""
        return int(self.child.pid)

    def read(self, seconds: float = 0.05) -> bool:
        """Render the next complete frame; return False once the program has exited."""
        if self._show_next():
            return True
        try:
            data = self.child.read_nonblocking(1 << 16, timeout=seconds)
        except pexpect.TIMEOUT:
            self._show_pending()
            return True
        except pexpect.EOF:
            self._receive(self._read_rest())
            while self._show_next():
                pass
            return False
        has_query = _QUERY in self.raw[1 - len(_QUERY) :] + data  # it may arrive in two parts
        self._receive(data)
        self._show_next()
        if has_query:
            self.child.send("\x1b[?2026;2$y")  # synchronized output is supported
            self.ready = True
        return True

    def _read_rest(self) -> bytes:
        """Return what the program wrote between pexpect's last read and its exit."""
        output = b""
        with suppress(OSError):  # end of output
            while select.select([self.child.child_fd], [], [], 0)[0]:
                part = os.read(self.child.child_fd, 1 << 16)
                if not part:
                    break
                output += part
        return output

    def _receive(self, data: bytes) -> None:
        self.raw += data
        self._pending += data

    def _show_next(self) -> bool:
        end = self._pending.find(END)
        if end < 0:
            return False
        part, self._pending = self._pending[:end], self._pending[end + len(END) :]
        self._show(part)
        return True

    def _show_pending(self) -> None:
        """Treat output from before the answer arrived as a complete frame."""
        if self._pending and _BEGIN not in self.raw:
            self._show(self._pending)
            self._pending = b""

    def _show(self, part: bytes) -> None:
        self._stream.feed(_UNKNOWN.sub(b"", part.replace(_BEGIN, b"")))
        self.frame = tuple(self._screen.display)
        self.frames += 1

    def wait_for(self, happened: Callable[[str], object]) -> str:
        """Wait for a complete frame that meets the condition, and return it."""
        deadline = time.monotonic() + TIMEOUT
        while not happened(self.text):
            assert self.read(), f"the program has exited:\n{self.raw[-2000:]!r}"
            assert time.monotonic() < deadline, (
                f"this frame never came:\n{self.text or repr(self.raw)}"
            )
        return self.text

    def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            self.child.send(KEYS.get(key, key))

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal."""
        self._screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def end(self) -> int:
        """Wait until the program exits; return its status, or minus the signal number."""
        deadline = time.monotonic() + TIMEOUT
        while self.read(0.05):
            assert time.monotonic() < deadline, f"the program doesn't exit:\n{self.text}"
        self.child.close()
        if self.child.exitstatus is None:
            return -int(self.child.signalstatus)
        return int(self.child.exitstatus)

    def kill(self) -> None:
        """Kill the program immediately."""
        os.kill(self.process, signal.SIGKILL)
        while self.read(0.05):
            pass
        self.child.close(force=True)

    def children(self) -> tuple[int, ...]:
        """Return the ids of the program's child processes."""
        return child_processes(self.process)


def child_processes(process: int) -> tuple[int, ...]:
    """Return the ids of a process's children."""
    children = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        if int(fields.rpartition(")")[2].split()[1]) == process:
            children.append(int(path.parent.name))
    return tuple(children)


def wait_until_gone(processes: Sequence[int]) -> None:
    """Wait until all of these processes have exited."""
    deadline = time.monotonic() + TIMEOUT
    while any(map(_is_running, processes)):
        assert time.monotonic() < deadline, f"left behind: {processes}"
        time.sleep(0.02)


def _is_running(process: int) -> bool:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return fields.rpartition(")")[2].split()[0] not in ("Z", "X")
