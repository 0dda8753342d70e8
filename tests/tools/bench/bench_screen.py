"""The table in a real terminal: first paint, a step of the cursor, a change of zoom, a pick.

All times are CPU times of the whole process, since a shared machine has no steady clock.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from qwirkle import catalog
from qwirkle.records.writer import write_record
from tests.random_games import random_game
from tests.tools.bench.measure import Benchmark, alternate, compare

pexpect: Any = pytest.importorskip("pexpect")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

OPEN = next(variant for variant in catalog.bundled_variants() if variant.hand.open)
PLAY = ("-m", "qwirkle", "play", "--zoom", "4")
NEW_GAME = (*PLAY, "--variant", OPEN.name, "--player", "Ana", "--player", "Ben", "--seed", "3")
PANE = b"Scores"
"""A pane at the side: it is painted with everything else or not at all."""

HELLO = """
from textual.app import App
from textual.widgets import Static

class Hello(App):
    def compose(self):
        yield Static("Hello")

    def on_key(self, event):
        self.query_one(Static).update(f"Hello {event.key} {event.time}")

Hello().run()
"""
"""The smallest app that paints something, and something else with every key."""

QUIET = 0.15
"""No output for so many seconds: the app has painted all that it wants to."""

Terminal: TypeAlias = Any
"""A process in a terminal of its own; pexpect has no types."""

Spawn: TypeAlias = Callable[..., Terminal]


@pytest.fixture(scope="module")
def spawn(tmp_path_factory: pytest.TempPathFactory) -> Spawn:
    """Starts Python in a terminal of 120 by 40 with compiled modules, as after an installation."""
    home = tmp_path_factory.mktemp("home")
    dropped = ("COLUMNS", "LINES", "NO_COLOR", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in dropped} | {
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "TEXTUAL_ANIMATIONS": "none",
        "QWIRKLE_HOME": str(home),
        "QWIRKLE_KERNEL": "off",
        "PYTHONPYCACHEPREFIX": str(home / "compiled"),
    }

    def start(*arguments: str) -> Terminal:
        return pexpect.spawn(
            sys.executable, list(arguments), env=environment, dimensions=(40, 120), timeout=60
        )

    return start


def drain(terminal: Terminal) -> None:
    """Read until nothing more comes."""
    try:
        while True:
            terminal.read_nonblocking(65536, timeout=QUIET)
    except pexpect.TIMEOUT:
        return


@contextmanager
def painted(spawn: Spawn, text: bytes, *arguments: str) -> Iterator[Terminal]:
    """A process that has painted some text."""
    terminal = spawn(*arguments)
    terminal.expect(text)
    try:
        yield terminal
    finally:
        terminal.close(force=True)


def cpu_of(terminal: Terminal) -> float:
    """Seconds of CPU time that a process has taken, all its threads together."""
    threads = Path(f"/proc/{terminal.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def press(terminal: Terminal, key: bytes) -> float:
    """Press a key and wait until nothing more is painted; returns the CPU time it took."""
    drain(terminal)
    before = cpu_of(terminal)
    os.write(terminal.child_fd, key)
    terminal.read_nonblocking(65536, timeout=60)
    drain(terminal)
    return cpu_of(terminal) - before


def bench_first_paint(benchmark: Benchmark, spawn: Spawn) -> None:
    """From the start of the process to the first text of the table."""

    def paint(text: bytes, *arguments: str) -> float:
        with painted(spawn, text, *arguments) as terminal:
            return cpu_of(terminal)

    benchmark.extra_info["what"] = "first paint of the table"
    hello = alternate(
        benchmark, lambda: paint(PANE, *NEW_GAME), lambda: paint(b"Hello", "-c", HELLO), 15
    )
    compare(benchmark, "first paint of the smallest app", hello)


@pytest.fixture(scope="module")
def nearly_over(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game with nearly all pieces on the table."""
    path = tmp_path_factory.mktemp("records") / "nearly-over.jsonl"
    events = random_game(OPEN, seed=3).events
    game = random_game(OPEN, seed=3, most_events=len(events) - 6)
    write_record(path, game.header, game.events)
    return path


@pytest.mark.parametrize(
    ("what", "keys"),
    [("cursor", (b"\x1b[C", b"\x1b[D")), ("zoom", (b"+", b"-")), ("pick", (b"2", b"2"))],
)
def bench_key(
    benchmark: Benchmark, spawn: Spawn, nearly_over: Path, what: str, keys: tuple[bytes, bytes]
) -> None:
    """From a key to the last of what it paints, with nearly all pieces on the table."""
    benchmark.extra_info["what"] = f"{what}: a key"
    with (
        painted(spawn, PANE, *PLAY, "--resume", str(nearly_over)) as table,
        painted(spawn, b"Hello", "-c", HELLO) as hello,
    ):
        ours, theirs = cycle(keys), cycle(keys)
        idle = alternate(
            benchmark, lambda: press(table, next(ours)), lambda: press(hello, next(theirs)), 30
        )
    compare(benchmark, "a key in the smallest app", idle)
