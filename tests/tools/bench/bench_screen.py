"""The table in a real terminal: first paint, a step of the cursor, a change of zoom."""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from qwirkle import catalog
from qwirkle.record.writing import write_record
from tests.play import random_game
from tests.tools.bench.measure import Benchmark, compare

pexpect: Any = pytest.importorskip("pexpect")

pytestmark = pytest.mark.benchmark(timer=time.perf_counter)

OPEN = next(variant for variant in catalog.bundled() if variant.hand_open)
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


def press(terminal: Terminal, key: bytes) -> None:
    """Press a key and wait for the first of what it paints."""
    os.write(terminal.child_fd, key)
    terminal.read_nonblocking(65536, timeout=60)


def alternate(
    benchmark: Benchmark,
    work: Callable[[], object],
    other: Callable[[], object],
    rest: Callable[[], object],
    rounds: int,
) -> float:
    """Time some rounds; the median time of something else, done in turn with them."""
    times = []

    def prepare() -> None:
        rest()
        begin = time.perf_counter()
        other()
        times.append(time.perf_counter() - begin)
        rest()

    benchmark.pedantic(work, setup=prepare, rounds=rounds, iterations=1, warmup_rounds=1)
    return statistics.median(times[1:])


def bench_first_paint(benchmark: Benchmark, spawn: Spawn) -> None:
    """From the start of the process to the first text of the table."""
    started: list[Terminal] = []

    def paint(text: bytes, *arguments: str) -> None:
        started.append(spawn(*arguments))
        started[-1].expect(text)

    def leave() -> None:
        while started:
            started.pop().close(force=True)

    benchmark.extra_info["what"] = "first paint of the table"
    hello = alternate(
        benchmark,
        lambda: paint(PANE, *NEW_GAME),
        lambda: paint(b"Hello", "-c", HELLO),
        leave,
        15,
    )
    leave()
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
    ("what", "keys"), [("cursor", (b"\x1b[C", b"\x1b[D")), ("zoom", (b"+", b"-"))]
)
def bench_key(
    benchmark: Benchmark, spawn: Spawn, nearly_over: Path, what: str, keys: tuple[bytes, bytes]
) -> None:
    """From a key to the first of what it paints, with nearly all pieces on the table."""
    benchmark.extra_info["what"] = f"{what}: a key"
    with (
        painted(spawn, PANE, *PLAY, "--resume", str(nearly_over)) as table,
        painted(spawn, b"Hello", "-c", HELLO) as hello,
    ):
        pressed = {table: 0, hello: 0}

        def press_next(terminal: Terminal) -> None:
            press(terminal, keys[pressed[terminal] % 2])
            pressed[terminal] += 1

        def rest() -> None:
            drain(table)
            drain(hello)

        idle = alternate(benchmark, lambda: press_next(table), lambda: press_next(hello), rest, 30)
    compare(benchmark, "a key in the smallest app", idle)
