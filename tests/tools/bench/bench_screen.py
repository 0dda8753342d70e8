"""The game screen in a real terminal: first paint, moving the cursor, zooming and picking a piece.

All times are CPU times of the whole process, because wall-clock times vary on a shared machine.
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
from tests.tools.bench.measure import Benchmark, measure_alternately, set_baseline

pexpect: Any = pytest.importorskip("pexpect")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

VARIANT = next(variant for variant in catalog.bundled_variants() if variant.hand.open)
"""A variant with open hands, in which no hand-off screen appears."""
PLAY = ("-m", "qwirkle", "play", "--zoom", "4")
PLAYERS = ("--player", "Ana", "--player", "Ben")
NEW_GAME = (*PLAY, "--variant", VARIANT.name, *PLAYERS, "--seed", "3")
SIDE_PANE = b"Scores"
"""Title of a side pane, which is painted together with the rest of the screen."""

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
"""The smallest app that changes its text with every key."""

QUIET_SECONDS = 0.15
"""Seconds without output after which the app counts as fully painted."""

Terminal: TypeAlias = Any
"""A process in its own pseudo-terminal; pexpect has no types."""

Spawn: TypeAlias = Callable[..., Terminal]


@pytest.fixture(scope="module")
def spawn(tmp_path_factory: pytest.TempPathFactory) -> Spawn:
    """Function that starts Python in a terminal of 120 by 40, with a bytecode cache."""
    home = tmp_path_factory.mktemp("home")
    unset = ("COLUMNS", "LINES", "NO_COLOR", "PYTHONDONTWRITEBYTECODE")
    environment = {name: value for name, value in os.environ.items() if name not in unset} | {
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
    """Read until the output pauses."""
    try:
        while True:
            terminal.read_nonblocking(65536, timeout=QUIET_SECONDS)
    except pexpect.TIMEOUT:
        return


@contextmanager
def running_app(spawn: Spawn, text: bytes, *arguments: str) -> Iterator[Terminal]:
    """Start an app and wait until it has painted a text."""
    terminal = spawn(*arguments)
    terminal.expect(text)
    try:
        yield terminal
    finally:
        terminal.close(force=True)


def cpu_time(terminal: Terminal) -> float:
    """Return the CPU time of all threads of the app, in seconds."""
    threads = Path(f"/proc/{terminal.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def press(terminal: Terminal, key: bytes) -> float:
    """Press a key and wait until the app is fully painted. Return the CPU time in seconds."""
    drain(terminal)
    before = cpu_time(terminal)
    os.write(terminal.child_fd, key)
    terminal.read_nonblocking(65536, timeout=60)
    drain(terminal)
    return cpu_time(terminal) - before


def bench_first_paint(benchmark: Benchmark, spawn: Spawn) -> None:
    """Measure from the start of the process to the first text of the game screen."""

    def paint(text: bytes, *arguments: str) -> float:
        with running_app(spawn, text, *arguments) as terminal:
            return cpu_time(terminal)

    benchmark.extra_info["label"] = "first paint of the game screen"
    hello_seconds = measure_alternately(
        benchmark, lambda: paint(SIDE_PANE, *NEW_GAME), lambda: paint(b"Hello", "-c", HELLO), 15
    )
    set_baseline(benchmark, "first paint of the smallest app", hello_seconds)


@pytest.fixture(scope="module")
def late_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game that is nearly over, with most pieces on the board."""
    path = tmp_path_factory.mktemp("records") / "late-game.jsonl"
    events = random_game(VARIANT, seed=3).events
    game = random_game(VARIANT, seed=3, max_events=len(events) - 6)
    write_record(path, game.header, game.events)
    return path


@pytest.mark.parametrize(
    ("action", "keys"),
    [("cursor", (b"\x1b[C", b"\x1b[D")), ("zoom", (b"+", b"-")), ("pick", (b"2", b"2"))],
)
def bench_key(
    benchmark: Benchmark, spawn: Spawn, late_game: Path, action: str, keys: tuple[bytes, bytes]
) -> None:
    """Measure from a key press until the screen is painted, late in a game."""
    benchmark.extra_info["label"] = f"{action}: a key"
    with (
        running_app(spawn, SIDE_PANE, *PLAY, "--resume", str(late_game)) as game,
        running_app(spawn, b"Hello", "-c", HELLO) as hello,
    ):
        game_keys, hello_keys = cycle(keys), cycle(keys)
        hello_seconds = measure_alternately(
            benchmark,
            lambda: press(game, next(game_keys)),
            lambda: press(hello, next(hello_keys)),
            30,
        )
    set_baseline(benchmark, "a key in the smallest app", hello_seconds)
