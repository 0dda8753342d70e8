"""The table on a screen: first paint, a step of the cursor, a change of zoom."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Static

from qwirkle import catalog
from qwirkle.app.app import QwirkleApp
from qwirkle.app.launch import Launch
from qwirkle.app.running import open_launched
from qwirkle.notation import Player
from tests.bench.measure import Benchmark, compare, measure, timed

pytestmark = pytest.mark.benchmark(timer=time.process_time)

SIZE = (120, 40)
OPEN = next(variant for variant in catalog.bundled() if variant.hand_open)


class Hello(App[None]):
    """The smallest app there is."""

    def compose(self) -> ComposeResult:
        """One word."""
        yield Static("Hello")


def table() -> QwirkleApp:
    """The app with a game of one person and one bot."""
    players = (Player("Ana"), Player("Ben"))
    launch = Launch(variant=OPEN, players=players, seed=7)
    return QwirkleApp(launch, open_launched(launch))


async def paint(app: App[None]) -> None:
    """Open an app, wait until it is drawn, and leave it."""
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()


@contextmanager
def opened(app: App[None]) -> Iterator[tuple[asyncio.Runner, Pilot[None]]]:
    """An app that is drawn and waits for keys."""
    with asyncio.Runner() as runner:
        entered = app.run_test(size=SIZE)
        pilot = runner.run(entered.__aenter__())
        runner.run(pilot.pause())
        try:
            yield runner, pilot
        finally:
            runner.run(entered.__aexit__(None, None, None))


@pytest.fixture(autouse=True)
def saved_elsewhere(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are measured are not kept."""
    monkeypatch.setenv("QWIRKLE_HOME", str(tmp_path))


def bench_first_paint(benchmark: Benchmark) -> None:
    """From nothing to a drawn table, and away again."""
    measure(benchmark, "first paint of the table", lambda: asyncio.run(paint(table())), 5)
    hello = timed(lambda: asyncio.run(paint(Hello())), 5)
    compare(benchmark, "first paint of an empty app", hello)


@pytest.mark.parametrize(
    ("what", "keys"), [("cursor", ("right", "left")), ("zoom", ("plus", "minus"))]
)
def bench_key(benchmark: Benchmark, what: str, keys: tuple[str, ...]) -> None:
    """Two keys, from the press to the repaint."""
    with opened(table()) as (runner, pilot):
        measure(benchmark, f"{what}: two keys", lambda: runner.run(_press(pilot, keys)), 20)
    with opened(Hello()) as (runner, pilot):
        idle = timed(lambda: runner.run(_press(pilot, keys)), 20)
    compare(benchmark, "the same keys in an empty app", idle)


async def _press(pilot: Pilot[None], keys: tuple[str, ...]) -> None:
    await pilot.press(*keys)
