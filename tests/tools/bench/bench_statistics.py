"""What 10,000 saved games take that are counted, with the index and without."""

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
from qwirkle.stats.saved_reviews import REVIEWS_FILE as REVIEWS
from qwirkle.stats.saved_reviews import SeatReview, StoredReview
from tests.tools.bench.measure import Benchmark, compare, measure, timed

GAMES = 10_000
PLAYED = 24
"""So many games are played for each line-up; the others are copies with other names and seeds."""
LINE_UPS = (
    ("tiles", "casual,greedy"),
    ("tiles", "casual,casual,greedy"),
    ("cubes", "casual,random"),
)
NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hal")


def played() -> list[bytes]:
    """Records of games that bots have played."""
    records: list[bytes] = []

    def keep(score: Standings, outcomes: list[Outcome]) -> bool:
        records.extend(outcome.record for outcome in outcomes if outcome.record)
        return True

    for variant, bots in LINE_UPS:
        names = tuple(bots.split(","))
        contest = Tournament(
            variant=catalog.load_variant(variant),
            bots=names,
            games=PLAYED,
            seed=1,
            with_records=True,
        )
        run_tournament(contest, None, 1, keep)
    return records


def copies(records: list[bytes]) -> Iterator[bytes]:
    """As many records as are wanted, no two of them alike."""
    pick = random.Random(1)
    for number in range(GAMES):
        header, events = records[number % len(records)].split(b"\n", 1)
        head = msgspec.json.decode(header)
        names = pick.sample(NAMES, len(head["players"]))
        for player, name in zip(head["players"], names, strict=True):
            player["name"] = name
        head["seed"] = number
        yield msgspec.json.encode(head) + b"\n" + events


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with so many games, all of them reviewed."""
    home = tmp_path_factory.mktemp("home")
    (home / "games").mkdir()
    for number, record in enumerate(copies(played())):
        (home / "games" / f"{number:06d}.qwirkle").write_bytes(record)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME_VARIABLE, str(home))
        games = [game for game, _ in collect_games().games]
    assert len(games) == GAMES
    seat = SeatReview(25, 31.25, 1.5)
    lines = (StoredReview(game.key, (seat,) * len(game.seats)) for game in games)
    (home / REVIEWS).write_bytes(b"\n".join(map(msgspec.json.encode, lines)))
    return home


def count(home: Path) -> None:
    """Run the command to its end."""
    command = [sys.executable, "-m", "qwirkle", "stats", "--json"]
    told = subprocess.run(
        command, env={**os.environ, HOME_VARIABLE: str(home)}, capture_output=True, check=True
    )
    assert msgspec.json.decode(told.stdout)["games"] == GAMES


def bench_with_index(benchmark: Benchmark, home: Path) -> None:
    """The whole command, by the wall clock."""
    measure(benchmark, f"qwirkle stats, {GAMES:,} games with the index", lambda: count(home), 5)
    compare(benchmark, "listing the folder", timed(lambda: listed(home), 5, time.perf_counter))


def bench_without_index(benchmark: Benchmark, home: Path) -> None:
    """The same where every game is read anew."""

    def forget() -> None:
        (home / "cache" / INDEX_FILE).unlink(missing_ok=True)

    benchmark.extra_info["what"] = f"qwirkle stats, {GAMES:,} games without"
    benchmark.pedantic(count, args=(home,), setup=forget, rounds=2)
    compare(benchmark, "reading the files", timed(lambda: contents(home), 3, time.perf_counter))


def listed(home: Path) -> int:
    """The sizes of all records."""
    return sum(entry.stat().st_size for entry in os.scandir(home / "games"))


def contents(home: Path) -> int:
    """All bytes of all records."""
    return sum(len(Path(entry).read_bytes()) for entry in os.scandir(home / "games"))
