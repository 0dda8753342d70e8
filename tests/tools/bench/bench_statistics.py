"""Statistics over 10,000 saved games, with and without the index."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from qwirkle import catalog
from qwirkle.arena.game import Outcome
from qwirkle.arena.standings import Standings
from qwirkle.arena.tournament import Tournament, run_tournament
from qwirkle.paths import HOME_VARIABLE
from qwirkle.stats.index import INDEX_FILE, collect_games
from qwirkle.stats.saved_reviews import REVIEWS_FILE, SeatReview, StoredReview
from tests.tools.bench.measure import Benchmark, measure, median_time, set_baseline

GAMES = 10_000
GAMES_PER_LINE_UP = 24
"""Games that bots play; all others are copies with different names and seeds."""
LINE_UPS = (
    ("tiles", ("casual", "greedy")),
    ("tiles", ("casual", "casual", "greedy")),
    ("cubes", ("casual", "random")),
)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal")


def play_games() -> list[bytes]:
    """Return the records of games between bots."""
    records: list[bytes] = []

    def collect_records(_: Standings, outcomes: list[Outcome]) -> bool:
        records.extend(outcome.record for outcome in outcomes if outcome.record)
        return True

    for variant, bots in LINE_UPS:
        tournament = Tournament(
            variant=catalog.load_variant(variant),
            bots=bots,
            games=GAMES_PER_LINE_UP,
            seed=1,
            with_records=True,
        )
        run_tournament(tournament, None, 1, collect_records)
    return records


def copy_records(records: list[bytes]) -> Iterator[bytes]:
    """Yield as many different records as needed, by changing names and seeds."""
    rng = random.Random(1)
    for number in range(GAMES):
        header_line, events = records[number % len(records)].split(b"\n", 1)
        header = msgspec.json.decode(header_line)
        names = rng.sample(NAMES, len(header["players"]))
        for player, name in zip(header["players"], names, strict=True):
            player["name"] = name
        header["seed"] = number
        yield msgspec.json.encode(header) + b"\n" + events


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with all the games, each of them reviewed."""
    home = tmp_path_factory.mktemp("home")
    (home / "games").mkdir()
    for number, record in enumerate(copy_records(play_games())):
        (home / "games" / f"{number:06d}.qwirkle").write_bytes(record)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(home))
        games = [game for game, _ in collect_games().games]
    assert len(games) == GAMES
    review = SeatReview(25, 31.25, 1.5)
    reviews = (StoredReview(game.key, (review,) * len(game.seats)) for game in games)
    (home / REVIEWS_FILE).write_bytes(b"\n".join(map(msgspec.json.encode, reviews)))
    return home


def run_stats(home: Path) -> None:
    """Run `qwirkle stats` and check that it counts every game."""
    command = [sys.executable, "-m", "qwirkle", "stats", "--json"]
    environment = {**os.environ, HOME_VARIABLE: str(home)}
    result = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert msgspec.json.decode(result.stdout)["games"] == GAMES


def bench_with_index(benchmark: Benchmark, home: Path) -> None:
    """Measure the wall-clock time of the command if its index is up to date."""
    label = f"qwirkle stats, {GAMES:,} games with the index"
    measure(benchmark, label, lambda: run_stats(home), 5)
    seconds = median_time(lambda: list_files(home), 5, time.perf_counter)
    set_baseline(benchmark, "listing the folder", seconds)


def bench_without_index(benchmark: Benchmark, home: Path) -> None:
    """Measure the wall-clock time of the command if it has to read every record."""

    def delete_index() -> None:
        (home / "cache" / INDEX_FILE).unlink(missing_ok=True)

    benchmark.extra_info["label"] = f"qwirkle stats, {GAMES:,} games without the index"
    benchmark.pedantic(run_stats, args=(home,), setup=delete_index, rounds=2)
    seconds = median_time(lambda: read_files(home), 3, time.perf_counter)
    set_baseline(benchmark, "reading the files", seconds)


def list_files(home: Path) -> int:
    """Return the total size of all records from their directory entries."""
    return sum(entry.stat().st_size for entry in os.scandir(home / "games"))


def read_files(home: Path) -> int:
    """Read all records. Return their total size."""
    return sum(len(Path(entry).read_bytes()) for entry in os.scandir(home / "games"))
