"""Sends random input to the real program: it must not crash or hang, and must save every game.

`python -m tests.tools.keys 100000` sends that many inputs; `--seed` selects others.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import string
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from qwirkle import catalog
from qwirkle.cli.loading import load_untruncated_game
from qwirkle.records import library
from tests.robust.terminal import TIMEOUT
from tests.tools.headless_terminal import PROGRAM, HeadlessTerminal, describe_hang

KEYS = (
    *string.ascii_letters,
    *string.digits,
    *" ?+-=.,;:/*<>[]{}()!\"#$%&'^_`|~@\\äß◆\0",
    *("\r", "\t", "\x1b", "\x7f", "\x08", "\n"),
    *(f"\x1b[{key}" for key in ("A", "B", "C", "D", "H", "F", "Z", "I", "O")),
    *(f"\x1b[1;{modifier}{key}" for modifier in (2, 3, 5, 6) for key in "ABCDHF"),
    *(f"\x1b[{key}~" for key in (2, 3, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24)),
    *(f"\x1bO{key}" for key in "PQRS"),
    *(chr(number) for number in range(1, 27) if number not in (3, 17, 26)),
)
COMMON_KEYS = (
    *"123456 rhuptsnwv?q",
    "\r",
    "\r",
    "\t",
    "\x1b",
    "\x1b[A",
    "\x1b[B",
    "\x1b[5~",
    "\x1b[6~",
)
"""Keys that do something on most screens."""
NAVIGATION_KEYS = ("\x10", "\x1bOQ", "\x1b[21~", "?", "\x1b")
"""Command palette, settings, start screen, help and back."""
UNUSUAL_INPUT = (
    *(b"\xe9i", b"\xff\xfe", b"\x1b[M \xff\xff", b"\x1b[99999999999u", b"\x1b[55555u"),
    *(b"\x1b[48;99999;99999;9;9t", b"\x1b[<0;99999;1M", b"\x1b[9999;9999R", b"\x1b[?2048;2$y"),
    *(b"\x1b]0;title", b"\x1b[1;2;3", b"\x1bP1$r", b"\x1b[97;1:3u"),
)
EXIT_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
REPORT_EVERY = 5_000
"""Number of inputs between progress reports."""
STARTS = ("new", "new", "new", "resume", "resume", "start", "setup", "watch", "review")


class Presser:
    """Runs the program, sends input, and checks its exit status, reports and records."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home = home
        self.random = random.Random(seed)
        self.size = (120, 40)
        self.sent: list[bytes] = []
        """Input since the last start of the program."""
        self.counts: Counter[str] = Counter()
        self.signals: set[int] = set()
        """Signals sent since the last start of the program."""

    def run(self, inputs: int) -> None:
        """Send inputs, restarting the program whenever it ends."""
        while self.counts["inputs"] < inputs:
            self._run_once(inputs)

    def _run_once(self, inputs: int) -> None:
        self.sent, self.signals = [], set()
        self.counts["runs"] += 1
        self.size = self._random_size()
        arguments = self._random_arguments()
        terminal = HeadlessTerminal(arguments, self.home, size=self.size, program=PROGRAM)
        try:
            alive = True
            while alive and not terminal.ready:
                alive = terminal.read()
            if alive and self.random.random() < 0.9:
                alive = self._wait_for_frame(terminal)
            while alive and self.counts["inputs"] < inputs:
                alive = self._send_burst(terminal)
            if alive:
                self._send_signal(terminal)
            self._check(self._wait_for_exit(terminal), terminal.raw)
        except AssertionError as error:
            raise AssertionError(
                f"{error}\n{arguments} {self.size} after {[part[:40] for part in self.sent[-30:]]}"
            ) from error
        finally:
            terminal.child.close(force=True)

    def _random_arguments(self) -> list[str]:
        start = self.random.choice(STARTS)
        records = sorted((self.home / "games").glob("*.qwirkle"))
        if start == "start":
            return []
        if start == "setup":
            return ["play"]
        if start == "resume" and any(not game.problem for game in library.unfinished_games()):
            return ["play", "--resume"]
        if start in ("watch", "review") and records:
            record = str(self.random.choice(records))
            return ["play", "--watch", record] if start == "watch" else ["review", record]
        variant = self.random.choice(catalog.bundled_variants())
        others = self.random.choice((["Bo=simple"], ["Bo=simple", "Cleo=simple"], ["Bo:30"]))
        players = [part for player in ("Ana:9", *others) for part in ("--player", player)]
        return ["play", "--variant", variant.name, *players]

    # Input

    def _send_burst(self, terminal: HeadlessTerminal) -> bool:
        """Send several inputs and wait for a response. Return False if the program ended."""
        count = self.random.choice((1, 2, 5, 10, 20, 40, 80))
        for _ in range(count):
            self.counts["inputs"] += 1
            if not self._send_input(terminal):
                return False
        return self._wait_until_responsive(terminal)

    def _send_input(self, terminal: HeadlessTerminal) -> bool:
        chance = self.random.random()
        if chance < 0.004:
            self._resize(terminal, self._new_width())
            self.counts["resizes"] += 1
            return True
        if chance < 0.0045:
            self._send_signal(terminal)
            return True
        data = self._random_bytes()
        self.sent.append(data)
        return terminal.send(data)

    def _random_bytes(self) -> bytes:
        pick = self.random
        chance = pick.random()
        if chance < 0.55:
            return str(pick.choice(COMMON_KEYS)).encode()
        if chance < 0.80:
            return str(pick.choice(KEYS)).encode()
        if chance < 0.84:
            return pick.choice(NAVIGATION_KEYS).encode()
        if chance < 0.96:
            self.counts["mouse"] += 1
            return self._random_mouse()
        if chance < 0.97:
            self.counts["odd"] += 1
            return bytes(pick.choice(UNUSUAL_INPUT))
        if chance < 0.99:
            self.counts["odd"] += 1
            return pick.randbytes(pick.randint(1, 8))
        if chance < 0.998:
            self.counts["pastes"] += 1
            size = pick.choice((1, 10, 300, 6000))
            return b"\x1b[200~" + bytes(pick.choices(range(32, 127), k=size)) + b"\x1b[201~"
        return pick.choice((b"\x1a", b"\x1a", b"\x03", b"\x11"))

    def _random_mouse(self) -> bytes:
        pick = self.random
        points = [(pick.randint(1, self.size[0]), pick.randint(1, self.size[1])) for _ in range(3)]
        x, y = points[0]
        kind = pick.choice(("click", "click", "double", "drag", "wheel", "move"))
        button = pick.choice((0, 0, 0, 2, 1))
        click = f"\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"
        if kind == "drag":
            moves = "".join(f"\x1b[<32;{column};{row}M" for column, row in points)
            return f"\x1b[<0;{x};{y}M{moves}\x1b[<0;{x};{y}m".encode()
        if kind == "wheel":
            return f"\x1b[<{pick.choice((64, 65, 66, 67))};{x};{y}M".encode()
        if kind == "move":
            return f"\x1b[<35;{x};{y}M".encode()
        return (click * (2 if kind == "double" else 1)).encode()

    def _random_size(self) -> tuple[int, int]:
        common = ((80, 24), (120, 40), (200, 60), (100, 30))
        if self.random.random() < 0.7:
            return self.random.choice(common)
        return self.random.randint(2, 220), self.random.randint(2, 70)

    def _new_width(self) -> tuple[int, int]:
        """Return a size with another width: the program may miss a size that changes back."""
        size = self.size
        while size[0] == self.size[0]:
            size = self._random_size()
        return size

    def _resize(self, terminal: HeadlessTerminal, size: tuple[int, int]) -> None:
        self.size = size
        terminal.child.setwinsize(size[1], size[0])

    def _send_signal(self, terminal: HeadlessTerminal) -> None:
        number = self.random.choice(EXIT_SIGNALS)
        self.signals.add(number)
        self.counts["signals"] += 1
        os.kill(terminal.process, number)

    # Checks

    def _wait_for_exit(self, terminal: HeadlessTerminal) -> int:
        """Wait until the program has ended. Return its exit status."""
        end = time.monotonic() + TIMEOUT
        while terminal.read(0.02):
            self._resume(terminal)
            assert time.monotonic() < end, f"the program doesn't end: {describe_hang(terminal)}"
        return terminal.end()

    def _wait_for_frame(self, terminal: HeadlessTerminal) -> bool:
        """Wait for a new frame. Return False if the program has ended."""
        before, end = terminal.frames, time.monotonic() + TIMEOUT
        while terminal.frames == before:
            if not terminal.read(0.02):
                return False
            self._resume(terminal)
            assert time.monotonic() < end, f"nothing is drawn: {describe_hang(terminal)}"
        return True

    def _resume(self, terminal: HeadlessTerminal) -> None:
        terminal.resume_output()
        if terminal.stopped:
            self.counts["stops"] += 1
            os.kill(terminal.process, signal.SIGCONT)
            terminal.read(0.02)

    def _wait_until_responsive(self, terminal: HeadlessTerminal) -> bool:
        """Wait until all input is read and a new size drawn. Return False if the program ended."""
        end = time.monotonic() + TIMEOUT
        try:
            while terminal.unread:
                if not terminal.read(0.005):
                    return False
                self._resume(terminal)
                assert time.monotonic() < end, (
                    f"the program reads nothing: {describe_hang(terminal)}"
                )
            self._resize(terminal, (self.size[0], self.size[1] ^ 1))
        except OSError:  # the program has ended
            return False
        return self._wait_for_frame(terminal)

    def _check(self, status: int, drawn: bytes) -> None:
        by_signal = {
            sign * number + base for number in self.signals for sign, base in SIGNAL_STATUSES
        }
        reports = [report.read_text("utf-8") for report in self.home.glob("report*")]
        assert not reports, reports[0]
        assert b"Traceback" not in drawn, drawn.decode(errors="replace")
        assert status in EXIT_STATUSES | by_signal, f"status {status}: {drawn[-300:]!r}"
        records = sorted(
            (self.home / "games").glob("*.qwirkle"), key=lambda path: path.stat().st_mtime
        )
        for record in records[-3:]:
            load_untruncated_game(record)
        for record in records[:-20]:
            record.unlink()


EXIT_STATUSES = {0, 130, -signal.SIGINT, -signal.SIGQUIT}
"""Statuses after a key that quits, or that arrived after the terminal was reset."""
SIGNAL_STATUSES = ((1, 128), (-1, 0))
"""Factor and offset of a signal's exit status: after a clean exit, or before startup."""


def main() -> int:
    """Send as many inputs as requested."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("HOME", "QWIRKLE_HOME", "XDG_DOWNLOAD_DIR"):
            os.environ[name] = folder
        presser = Presser(home, options.seed)
        start = time.monotonic()
        for inputs in (*range(REPORT_EVERY, options.inputs, REPORT_EVERY), options.inputs):
            try:
                presser.run(inputs)
            finally:
                elapsed = time.monotonic() - start
                print(f"{dict(presser.counts)}, {elapsed:.0f} s", flush=True)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
