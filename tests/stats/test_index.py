"""The index: quick where it is sound, and made anew where it is not."""

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
    """The records that were read, one after the other."""
    read: list[bytes] = []

    def note(data: bytes) -> FinishedGame | None:
        read.append(data)
        return parse_finished_game(data)

    monkeypatch.setattr(index, "parse_finished_game", note)
    return read


@pytest.fixture
def three() -> GameCollection:
    """A finished game, one that goes on and a file that is no record, counted once."""
    save_game(random_game_of(), "a")
    save_game(random_game_of(events=20), "b")
    save_damaged("c")
    return collect_games()


def test_everything_in_the_folder_is_counted(three: GameCollection) -> None:
    """Finished, unfinished and damaged files are told apart, and other files do not matter."""
    (games_folder() / "notes.txt").write_text("x")
    assert collect_games() == three
    assert (len(three.games), three.unfinished, three.damaged) == (1, 1, 1)
    (_, changed) = three.games[0]
    assert changed == pytest.approx((games_folder() / "a.qwirkle").stat().st_mtime)


def test_no_folder_holds_no_games() -> None:
    """Without a folder there is nothing, and nothing is written."""
    assert collect_games() == GameCollection()
    assert not cache_folder().exists()


def test_a_file_is_read_once(three: GameCollection, reads: list[bytes]) -> None:
    """With the index no file is read, until it changes; what is gone does not count."""
    assert collect_games() == three
    assert reads == []
    path = save_damaged("b")
    assert collect_games().damaged == 2
    assert reads == [path.read_bytes()]
    (games_folder() / "a.qwirkle").unlink()
    assert collect_games() == GameCollection(damaged=2)
    assert len(reads) == 1


def test_a_file_that_keeps_its_size_is_read_when_its_time_changes(reads: list[bytes]) -> None:
    """Other bytes of the same length are noticed by the time of the last change."""
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


def _spoil(data: bytes) -> dict[str, bytes]:
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


@pytest.mark.parametrize("kind", _spoil(b""))
def test_an_index_that_is_none_is_made_anew(
    kind: str, three: GameCollection, reads: list[bytes]
) -> None:
    """Damaged and foreign indexes are not believed, and replaced by a sound one."""
    path = cache_folder() / INDEX_FILE
    spoilt = _spoil(sound := path.read_bytes())[kind]
    assert spoilt != sound
    path.write_bytes(spoilt)
    assert collect_games() == three
    assert len(reads) == 3
    assert path.read_bytes() == sound


def test_without_room_for_an_index_the_games_are_read(reads: list[bytes]) -> None:
    """Where the index cannot be written all is counted all the same."""
    save_game(random_game_of())
    cache_folder().parent.mkdir(parents=True, exist_ok=True)
    cache_folder().write_text("a file")
    assert len(collect_games().games) == 1
    assert len(collect_games().games) == 1
    assert len(reads) == 2


def test_a_folder_in_the_place_of_the_index_stays(reads: list[bytes]) -> None:
    """An index that is a folder is left alone, and no file is left beside it."""
    save_game(random_game_of())
    (cache_folder() / INDEX_FILE / "inside").mkdir(parents=True)
    assert len(collect_games().games) == 1
    assert [path.name for path in cache_folder().iterdir()] == [INDEX_FILE]


@pytest.mark.skipif(sys.platform == "win32", reason="named pipes, and names of any bytes")
def test_odd_files_do_not_hold_us_up(reads: list[bytes]) -> None:
    """Pipes in the place of the index or of a record are not waited for; any name will do."""
    path = save_game(random_game_of())
    path.rename(Path(os.fsdecode(os.fsencode(path.parent) + b"/\xff.qwirkle")))
    os.mkfifo(games_folder() / "pipe.qwirkle")
    cache_folder().mkdir(parents=True)
    os.mkfifo(cache_folder() / INDEX_FILE)
    for _ in range(2):
        found = collect_games()
        assert (len(found.games), found.damaged) == (1, 1)
    assert len(reads) == 2  # a name that is no text is in no index


def test_what_was_read_until_it_was_stopped_is_kept(reads: list[bytes]) -> None:
    """Whoever stops the reading goes on from there the next time."""
    for seed in range(4):
        save_game(random_game_of(seed=seed), str(seed))
    told: list[tuple[int, int]] = []
    collect_games(
        on_progress=lambda done, of: told.append((done, of)), stop=lambda: len(reads) == 3
    )
    assert told == [(0, 4), (1, 4), (2, 4)]
    assert len(collect_games().games) == 4
    assert len(reads) == 4
