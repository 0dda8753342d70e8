"""The index of saved games: used if it's valid, and rebuilt if it isn't."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from qwirkle.paths import cache_folder, games_folder
from qwirkle.stats import index
from qwirkle.stats.finished_games import FinishedGame, parse_finished_game
from qwirkle.stats.index import INDEX_FILE, GameCollection, collect_games
from tests.stats.saved_games import ANA, BEN, random_game_of, save_damaged, save_game


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The content of each record that was parsed, in order."""
    parsed: list[bytes] = []

    def parse(data: bytes) -> FinishedGame | None:
        parsed.append(data)
        return parse_finished_game(data)

    monkeypatch.setattr(index, "parse_finished_game", parse)
    return parsed


@pytest.fixture
def three_files() -> GameCollection:
    """The indexed collection of a finished game, an unfinished one and a damaged file."""
    save_game(random_game_of(), "a")
    save_game(random_game_of(events=20), "b")
    save_damaged("c")
    return collect_games()


def test_all_records_in_the_folder_are_counted(three_files: GameCollection) -> None:
    """Finished, unfinished and damaged records count separately; other files don't count."""
    (games_folder() / "notes.txt").write_text("x")
    assert collect_games() == three_files
    assert (len(three_files.games), three_files.unfinished, three_files.damaged) == (1, 1, 1)
    (_, changed) = three_files.games[0]
    assert changed == pytest.approx((games_folder() / "a.qwirkle").stat().st_mtime)


def test_a_missing_folder_has_no_games() -> None:
    """The collection is empty, and no index is written."""
    assert collect_games() == GameCollection()
    assert not cache_folder().exists()


def test_a_file_is_read_once(three_files: GameCollection, reads: list[bytes]) -> None:
    """An indexed file is read again only if it changes; deleted files don't count."""
    assert collect_games() == three_files
    assert reads == []
    path = save_damaged("b")
    assert collect_games().damaged == 2
    assert reads == [path.read_bytes()]
    (games_folder() / "a.qwirkle").unlink()
    assert collect_games() == GameCollection(damaged=2)
    assert len(reads) == 1


def test_a_new_modification_time_makes_a_file_be_read_again(reads: list[bytes]) -> None:
    """Changes that keep the file size are noticed by the modification time."""
    path = save_game(random_game_of((ANA, BEN)))
    collect_games()
    path.write_bytes(path.read_bytes().replace(b'"Ana"', b'"Eva"'))
    os.utime(path, ns=(1, 1))
    assert [seat.name for game, _ in collect_games().games for seat in game.seats] == ["Eva", "Ben"]
    assert len(reads) == 2


def test_a_copy_of_a_game_counts_once() -> None:
    """The same game under two names is one game."""
    save_game(random_game_of(), "a")
    save_game(random_game_of(), "b")
    save_game(random_game_of(seed=2), "c")
    assert len(collect_games().games) == 2


def _damage_index(data: bytes) -> dict[str, bytes]:
    return {
        "empty": b"",
        "cut": data[:-9],
        "no JSON": b"\xff\x00[",
        "foreign": b'{"format":"qwirkle-statistics-9"}',
        "list": b"[]",
        "deep": b'{"folder":' + b"[" * 100_000,
        "other folder": data.replace(b"games", b"gomes"),
        "no player": data.replace(b'"Ana"', b'""'),
        "bytes": data.replace(b'"Ana"', b'"\xff"'),
        "control": data.replace(b'"Ana"', b'"\\u001b[2J"'),
        "kind": data.replace(b'"human"', b'"alien"'),
        "number": data.replace(b",true,", b",1e999,"),
        "negative": data.replace(b",true,", b",true,-"),
    }


@pytest.mark.parametrize("kind", _damage_index(b""))
def test_an_invalid_index_is_rebuilt(
    kind: str, three_files: GameCollection, reads: list[bytes]
) -> None:
    """A damaged or foreign index is ignored and replaced."""
    path = cache_folder() / INDEX_FILE
    valid = path.read_bytes()
    damaged = _damage_index(valid)[kind]
    assert damaged != valid
    path.write_bytes(damaged)
    assert collect_games() == three_files
    assert len(reads) == 3
    assert path.read_bytes() == valid


def test_games_are_counted_even_if_the_index_cannot_be_written(reads: list[bytes]) -> None:
    """If a file blocks the cache folder, each call reads the games."""
    save_game(random_game_of())
    cache_folder().parent.mkdir(parents=True, exist_ok=True)
    cache_folder().write_text("a file")
    assert len(collect_games().games) == 1
    assert len(collect_games().games) == 1
    assert len(reads) == 2


def test_a_folder_in_place_of_the_index_stays(reads: list[bytes]) -> None:
    """The folder is left alone, and no temporary file is left next to it."""
    save_game(random_game_of())
    (cache_folder() / INDEX_FILE / "inside").mkdir(parents=True)
    assert len(collect_games().games) == 1
    assert [path.name for path in cache_folder().iterdir()] == [INDEX_FILE]


@pytest.mark.skipif(sys.platform == "win32", reason="needs named pipes and arbitrary file names")
def test_pipes_and_odd_file_names_do_no_harm(reads: list[bytes]) -> None:
    """A pipe in place of the index or a record doesn't block; file names may be any bytes."""
    path = save_game(random_game_of())
    path.rename(Path(os.fsdecode(os.fsencode(path.parent) + b"/\xff.qwirkle")))
    os.mkfifo(games_folder() / "pipe.qwirkle")
    cache_folder().mkdir(parents=True)
    os.mkfifo(cache_folder() / INDEX_FILE)
    for _ in range(2):
        collection = collect_games()
        assert (len(collection.games), collection.damaged) == (1, 1)
    assert len(reads) == 2  # the index can't contain names that aren't UTF-8


def test_games_read_before_a_stop_stay_in_the_index(reads: list[bytes]) -> None:
    """After a stop, the next call reads only the remaining files."""
    for seed in range(4):
        save_game(random_game_of(seed=seed), str(seed))
    progress: list[tuple[int, int]] = []
    collect_games(
        on_progress=lambda done, of: progress.append((done, of)), stop=lambda: len(reads) == 3
    )
    assert progress == [(0, 4), (1, 4), (2, 4)]
    assert len(collect_games().games) == 4
    assert len(reads) == 4
