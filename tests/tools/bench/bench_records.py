"""Replaying records with full validation, and appending to them."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from qwirkle import catalog
from qwirkle.records.codec import encode_event
from qwirkle.records.library import load_game
from qwirkle.records.writer import RecordWriter, write_record
from tests.random_games import new_header, random_game
from tests.tools.bench.measure import Benchmark, measure, median_time, set_baseline

VARIANTS = ["tiles", "cubes"]


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("variant", VARIANTS)
def bench_replay(benchmark: Benchmark, variant: str, tmp_path: Path) -> None:
    """Measure reading a whole game and validating each event."""
    path = tmp_path / "game.qwirkle"
    game = random_game(catalog.load_variant(variant), seed=1)
    write_record(path, game.header, game.events)
    label = f"replay of a game of {variant}, {len(game.events)} events"
    measure(benchmark, label, lambda: load_game(path), 10)
    seconds = median_time(lambda: random_game(catalog.load_variant(variant), seed=1), 5)
    set_baseline(benchmark, "playing it at random", seconds)


def bench_append(benchmark: Benchmark, tmp_path: Path) -> None:
    """Measure saving one event durably."""
    game = random_game(catalog.load_variant("tiles"), seed=1)
    record = RecordWriter.create(new_header(catalog.load_variant("tiles")), tmp_path)
    event = game.events[5]
    measure(benchmark, "saving an event", lambda: record.append(event), 50)
    data = encode_event(event).encode() + b"\n"
    with (tmp_path / "bare").open("ab", buffering=0) as file:

        def append() -> None:
            file.write(data)
            os.fsync(file.fileno())

        seconds = median_time(append, 50, time.perf_counter)
    set_baseline(benchmark, "a bare write and fsync", seconds)
