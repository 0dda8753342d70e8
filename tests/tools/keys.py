"""Presses random keys in the real program: it never fails, never hangs, and every game is kept.

`python -m tests.tools.keys 100000` sends that many inputs; `--seed` chooses others.
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
from qwirkle.cli.files import load_complete_game
from qwirkle.records import library
from tests.robust.terminal import TIMEOUT
from tests.tools.headless_terminal import PROGRAM, HeadlessTerminal, told_by

KEYS = (
    *string.ascii_letters,
    *string.digits,
    *" ?+-=.,;:/*<>[]{}()!\"#$%&'^_`|~@\\äß◆\0",
    *("\r", "\t", "\x1b", "\x7f", "\x08", "\n"),
    *(f"\x1b[{key}" for key in ("A", "B", "C", "D", "H", "F", "Z", "I", "O")),
    *(f"\x1b[1;{held}{key}" for held in (2, 3, 5, 6) for key in "ABCDHF"),
    *(f"\x1b[{key}~" for key in (2, 3, 5, 6, 15, 17, 18, 19, 20, 21, 23, 24)),
    *(f"\x1bO{key}" for key in "PQRS"),
    *(chr(number) for number in range(1, 27) if number not in (3, 17, 26)),
)
OFTEN = (*"123456 rhuptsnwv?q", "\r", "\r", "\t", "\x1b", "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~")
"""What does something nearly everywhere."""
DOORS = ("\x10", "\x1bOQ", "\x1b[21~", "?", "\x1b")
"""The palette, the settings, the start screen, help, and back."""
ODD = (
    *(b"\xe9i", b"\xff\xfe", b"\x1b[M \xff\xff", b"\x1b[99999999999u", b"\x1b[55555u"),
    *(b"\x1b[48;99999;99999;9;9t", b"\x1b[<0;99999;1M", b"\x1b[9999;9999R", b"\x1b[?2048;2$y"),
    *(b"\x1b]0;title", b"\x1b[1;2;3", b"\x1bP1$r", b"\x1b[97;1:3u"),
)
LEAVING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
STEP = 5_000
"""Inputs after which the command tells how far it is."""
STARTS = ("new", "new", "new", "resume", "resume", "start", "setup", "watch", "review")


class Presser:
    """Starts the program, presses keys in it, and looks at what it leaves behind."""

    def __init__(self, home: Path, seed: int) -> None:
        self.home = home
        self.random = random.Random(seed)
        self.size = (120, 40)
        self.sent: list[bytes] = []
        """What was typed since the start."""
        self.counts: Counter[str] = Counter()
        self.signals: set[int] = set()
        """The signals that were sent."""

    def run(self, inputs: int) -> None:
        """Send so many inputs, in as many lives of the program as it takes."""
        while self.counts["inputs"] < inputs:
            self._live(inputs)

    def _live(self, inputs: int) -> None:
        self.sent, self.signals = [], set()
        self.counts["lives"] += 1
        self.size = self._any_size()
        arguments = self._arguments()
        terminal = HeadlessTerminal(arguments, self.home, size=self.size, program=PROGRAM)
        try:
            alive = True
            while alive and not terminal.ready:
                alive = terminal.read()
            if alive and self.random.random() < 0.9:
                alive = self._frame(terminal)
            while alive and self.counts["inputs"] < inputs:
                alive = self._burst(terminal)
            if alive:
                self._signal(terminal)
            self._judge(self._end(terminal), terminal.raw)
        except AssertionError as error:
            raise AssertionError(
                f"{error}\n{arguments} {self.size} after {[part[:40] for part in self.sent[-30:]]}"
            ) from error
        finally:
            terminal.child.close(force=True)

    def _arguments(self) -> list[str]:
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
        players = [part for who in ("Ana:9", *others) for part in ("--player", who)]
        return ["play", "--variant", variant.name, *players]

    # Input

    def _burst(self, terminal: HeadlessTerminal) -> bool:
        """Send some inputs at once and see that the program answers; false if it has ended."""
        count = self.random.choice((1, 2, 5, 10, 20, 40, 80))
        for _ in range(count):
            self.counts["inputs"] += 1
            if not self._input(terminal):
                return False
        return self._answers(terminal)

    def _input(self, terminal: HeadlessTerminal) -> bool:
        chance = self.random.random()
        if chance < 0.004:
            self._resize(terminal, self._another_size())
            self.counts["resizes"] += 1
            return True
        if chance < 0.0045:
            self._signal(terminal)
            return True
        data = self._bytes()
        self.sent.append(data)
        return terminal.send(data)

    def _bytes(self) -> bytes:
        pick = self.random
        chance = pick.random()
        if chance < 0.55:
            return str(pick.choice(OFTEN)).encode()
        if chance < 0.80:
            return str(pick.choice(KEYS)).encode()
        if chance < 0.84:
            return pick.choice(DOORS).encode()
        if chance < 0.96:
            self.counts["mouse"] += 1
            return self._mouse()
        if chance < 0.97:
            self.counts["odd"] += 1
            return bytes(pick.choice(ODD))
        if chance < 0.99:
            self.counts["odd"] += 1
            return pick.randbytes(pick.randint(1, 8))
        if chance < 0.998:
            self.counts["pastes"] += 1
            size = pick.choice((1, 10, 300, 6000))
            return b"\x1b[200~" + bytes(pick.choices(range(32, 127), k=size)) + b"\x1b[201~"
        return pick.choice((b"\x1a", b"\x1a", b"\x03", b"\x11"))

    def _mouse(self) -> bytes:
        pick = self.random
        places = [(pick.randint(1, self.size[0]), pick.randint(1, self.size[1])) for _ in range(3)]
        x, y = places[0]
        kind = pick.choice(("click", "click", "double", "drag", "wheel", "move"))
        button = pick.choice((0, 0, 0, 2, 1))
        click = f"\x1b[<{button};{x};{y}M\x1b[<{button};{x};{y}m"
        if kind == "drag":
            moves = "".join(f"\x1b[<32;{each};{other}M" for each, other in places)
            return f"\x1b[<0;{x};{y}M{moves}\x1b[<0;{x};{y}m".encode()
        if kind == "wheel":
            return f"\x1b[<{pick.choice((64, 65, 66, 67))};{x};{y}M".encode()
        if kind == "move":
            return f"\x1b[<35;{x};{y}M".encode()
        return (click * (2 if kind == "double" else 1)).encode()

    def _any_size(self) -> tuple[int, int]:
        common = ((80, 24), (120, 40), (200, 60), (100, 30))
        if self.random.random() < 0.7:
            return self.random.choice(common)
        return self.random.randint(2, 220), self.random.randint(2, 70)

    def _another_size(self) -> tuple[int, int]:
        """Return a size of another width: the program may not see a size that changes back."""
        size = self.size
        while size[0] == self.size[0]:
            size = self._any_size()
        return size

    def _resize(self, terminal: HeadlessTerminal, size: tuple[int, int]) -> None:
        self.size = size
        terminal.child.setwinsize(size[1], size[0])

    def _signal(self, terminal: HeadlessTerminal) -> None:
        number = self.random.choice(LEAVING)
        self.signals.add(number)
        self.counts["signals"] += 1
        os.kill(terminal.process, number)

    # What must hold

    def _end(self, terminal: HeadlessTerminal) -> int:
        """Wait until the program has ended; gives its exit status."""
        end = time.monotonic() + TIMEOUT
        while terminal.read(0.02):
            self._wake(terminal)
            assert time.monotonic() < end, f"it does not end {told_by(terminal)}"
        return terminal.end()

    def _frame(self, terminal: HeadlessTerminal) -> bool:
        """Wait for something new on the screen; false if the program has ended."""
        before, end = terminal.frames, time.monotonic() + TIMEOUT
        while terminal.frames == before:
            if not terminal.read(0.02):
                return False
            self._wake(terminal)
            assert time.monotonic() < end, f"nothing is drawn any more {told_by(terminal)}"
        return True

    def _wake(self, terminal: HeadlessTerminal) -> None:
        terminal.flow()
        if terminal.stopped:
            self.counts["stops"] += 1
            os.kill(terminal.process, signal.SIGCONT)
            terminal.read(0.02)

    def _answers(self, terminal: HeadlessTerminal) -> bool:
        """Whether all is read and another size is drawn; false if the program has ended."""
        end = time.monotonic() + TIMEOUT
        try:
            while terminal.unread:
                if not terminal.read(0.005):
                    return False
                self._wake(terminal)
                assert time.monotonic() < end, f"nothing is read any more {told_by(terminal)}"
            self._resize(terminal, (self.size[0], self.size[1] ^ 1))
        except OSError:  # it has ended
            return False
        return self._frame(terminal)

    def _judge(self, status: int, drawn: bytes) -> None:
        by_signal = {sign * number + base for number in self.signals for sign, base in ENDS}
        reports = [report.read_text("utf-8") for report in self.home.glob("report*")]
        assert not reports, reports[0]
        assert b"Traceback" not in drawn, drawn.decode(errors="replace")
        assert status in LEFT | by_signal, f"status {status}: {drawn[-300:]!r}"
        records = sorted(
            (self.home / "games").glob("*.qwirkle"), key=lambda path: path.stat().st_mtime
        )
        for record in records[-3:]:
            load_complete_game(record)
        for record in records[:-20]:
            record.unlink()


LEFT = {0, 130, -signal.SIGINT, -signal.SIGQUIT}
"""Left by a key; or ended by one that came when the terminal had been given back already."""
ENDS = ((1, 128), (-1, 0))
"""A signal ends the program in order, or before it has begun."""


def main() -> int:
    """Send as many inputs as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("HOME", "QWIRKLE_HOME", "XDG_DOWNLOAD_DIR"):
            os.environ[name] = folder
        presser = Presser(home, options.seed)
        began = time.monotonic()
        for inputs in (*range(STEP, options.inputs, STEP), options.inputs):
            try:
                presser.run(inputs)
            finally:
                told = f"{dict(presser.counts)}, {time.monotonic() - began:.0f} s"
                print(told, flush=True)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
