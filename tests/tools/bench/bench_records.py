"""Replaying records with every check, and appending to them."""

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
from tests.tools.bench.measure import Benchmark, compare, measure, timed

VARIANTS = ["tiles", "cubes"]


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("variant", VARIANTS)
def bench_replay(benchmark: Benchmark, variant: str, tmp_path: Path) -> None:
    """Reading a whole game and judging each event."""
    path = tmp_path / "game.qwirkle"
    game = random_game(catalog.load_variant(variant), seed=1)
    write_record(path, game.header, game.events)
    what = f"replay of a game of {variant}, {len(game.events)} events"
    measure(benchmark, what, lambda: load_game(path), 10)
    seconds = timed(lambda: random_game(catalog.load_variant(variant), seed=1), 5)
    compare(benchmark, "playing it at random", seconds)


def bench_append(benchmark: Benchmark, tmp_path: Path) -> None:
    """Saving one event so that it is safe on the disk."""
    game = random_game(catalog.load_variant("tiles"), seed=1)
    file = RecordWriter.create(new_header(catalog.load_variant("tiles")), tmp_path)
    event = game.events[5]
    measure(benchmark, "saving an event", lambda: file.append(event), 50)
    data = encode_event(event).encode() + b"\n"
    with (tmp_path / "bare").open("ab", buffering=0) as bare:

        def append() -> None:
            bare.write(data)
            os.fsync(bare.fileno())

        compare(benchmark, "a bare write and fsync", timed(append, 50, time.perf_counter))
