"""Writing records: each event safe before it shows, one program a game, trouble told."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.engine.events import RecordEvent
from qwirkle.game import Game
from qwirkle.paths import data_folder, games_folder
from qwirkle.records import library, locked_file
from qwirkle.records.locked_file import RecordLocked
from qwirkle.records.reader import RecordError, read_record
from qwirkle.records.schema import Header, Player
from qwirkle.records.writer import RecordWriter, record_file_name, write_record
from tests.random_games import new_header, random_game
from tests.tools.mutate import bytes_of, sentence_of

WHEN = datetime(2026, 11, 16, 14, 6)


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled_variants()[0], 2, 3, most_events=12)


def test_a_new_record_is_named_after_the_day_and_the_players(home: Path) -> None:
    """Records lie in the games folder, under names of plain letters."""
    header = Header(
        bundled_variants()[0],
        (Player("Ana María"), Player("Ben/../x"), Player("李"), Player("Ñ" * 20)),
        7,
    )
    assert record_file_name(header, WHEN) == (
        "2026-11-16-1406-ana-maria-ben-x-player-nnnnnnnnnnnnnnnn.qwirkle"
    )
    short = Header(
        bundled_variants()[0], (Player("Ana Maria Sophia!"), Player("-Abcdefghijklmn op")), 7
    )
    assert (
        record_file_name(short, WHEN) == "2026-11-16-1406-ana-maria-sophia-abcdefghijklmn.qwirkle"
    )
    file = RecordWriter.create(new_header(bundled_variants()[0]), time=WHEN)
    assert file.path == home / "games" / "2026-11-16-1406-ana-ben.qwirkle"
    assert games_folder() == data_folder() / "games" == home / "games"


def test_two_games_never_share_a_file(tmp_path: Path) -> None:
    """A name that is taken gets a number."""
    header = new_header(bundled_variants()[0])
    files = [RecordWriter.create(header, tmp_path, WHEN) for _ in range(3)]
    assert [file.path.name for file in files] == [
        "2026-11-16-1406-ana-ben.qwirkle",
        "2026-11-16-1406-ana-ben-2.qwirkle",
        "2026-11-16-1406-ana-ben-3.qwirkle",
    ]


def test_an_event_is_in_the_file_before_it_shows(tmp_path: Path) -> None:
    """When the game has an event, the file has it already."""
    for variant in bundled_variants():
        header = new_header(variant)
        file = RecordWriter.create(header, tmp_path, WHEN)
        seen: list[RecordEvent] = []

        def keep(
            event: RecordEvent, file: RecordWriter = file, seen: list[RecordEvent] = seen
        ) -> None:
            file.append(event)
            seen.append(event)
            assert read_record(file.path).events == tuple(seen)

        game = random_game(variant, keep=keep, most_events=20)
        assert seen == game.events
        assert file.path.read_bytes() == bytes_of(game)


def test_a_whole_record_is_written_at_once(game: Game, tmp_path: Path) -> None:
    """A record written afterwards is the one that would have been written meanwhile."""
    path = tmp_path / "000001.qwirkle"
    write_record(path, game.header, game.events)
    assert path.read_bytes() == bytes_of(game)


def test_one_program_plays_a_game_and_others_may_read_it(game: Game, tmp_path: Path) -> None:
    """A game that is played is busy until it is closed, and can be read all the time."""
    file = RecordWriter.create(game.header, tmp_path)
    for event in game.events:
        file.append(event)
    with pytest.raises(RecordLocked) as caught:
        library.resume_game(file.path)
    assert sentence_of(caught.value)
    assert library.load_game(file.path).events == game.events
    file.close()
    again, other = library.resume_game(file.path)
    assert again.events == game.events
    with pytest.raises(RecordLocked):
        RecordWriter.open(file.path)
    other.close()


def test_a_killed_program_releases_its_game(game: Game, tmp_path: Path) -> None:
    """The lock ends with the program that held it."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    code = (
        "import sys, pathlib, qwirkle.records.writer as r\n"
        "f = r.RecordWriter.open(pathlib.Path(sys.argv[1]))\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "held\n"
        with pytest.raises(RecordLocked):
            RecordWriter.open(path)
        program.kill()
        program.wait()
        RecordWriter.open(path)[0].close()


@pytest.mark.parametrize("cut", [1, 5])
def test_a_torn_record_is_repaired_when_the_game_goes_on(
    cut: int, game: Game, tmp_path: Path
) -> None:
    """Opening changes nothing; the next event ends the last line, or replaces a torn one."""
    lines = bytes_of(game).splitlines(keepends=True)
    path = tmp_path / "a.qwirkle"
    torn = b"".join(lines[:6])[:-cut]
    path.write_bytes(torn)
    file, record = RecordWriter.open(path)
    assert record.truncated == (cut > 1)
    assert (file.flush(), path.read_bytes()) == (True, torn)
    for event in game.events[len(record.events) :]:
        file.append(event)
    assert path.read_bytes() == bytes_of(game)
    with pytest.raises(RecordLocked):
        RecordWriter.open(path)
    assert list(tmp_path.iterdir()) == [path]


def test_an_illegal_record_is_not_held(game: Game, tmp_path: Path) -> None:
    """A record that the rules refuse is let go of and left as it is."""
    lines = bytes_of(game).split(b"\n")
    path = tmp_path / "a.qwirkle"
    path.write_bytes(b"\n".join([*lines[:3], *lines[4:]]))
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(RecordError) as caught:
            library.resume_game(path)
        assert caught.value.line == 4
    assert path.read_bytes() == before


def test_a_folder_that_vanishes_is_made_again(game: Game, tmp_path: Path) -> None:
    """When somebody deletes the folder, the whole game is written anew."""
    folder = tmp_path / "games"
    file = RecordWriter.create(game.header, folder)
    for number, event in enumerate(game.events):
        if number == 4:
            shutil.rmtree(folder)
        file.append(event)
    assert file.error is None
    assert file.path.read_bytes() == bytes_of(game)


def test_a_file_in_the_place_of_the_folder_is_told(game: Game, tmp_path: Path) -> None:
    """A game that cannot be saved at all is kept, and can be saved elsewhere."""
    place = tmp_path / "games"
    place.write_text("not a folder")
    file = RecordWriter.create(game.header, place)
    for event in game.events:
        file.append(event)
    assert file.error is not None
    assert file.error.endswith(".")
    assert file.unsaved_event_count == len(game.events)
    with pytest.raises(RecordError) as caught:
        file.save_as(tmp_path / "none" / "a.qwirkle")
    assert sentence_of(caught.value)
    with pytest.raises(RecordError, match="already"):
        file.save_as(place)
    file.save_as(tmp_path / "a.qwirkle")
    assert file.error is None
    assert file.unsaved_event_count == 0
    assert (tmp_path / "a.qwirkle").read_bytes() == bytes_of(game)
    assert place.read_text() == "not a folder"


def test_a_game_saved_elsewhere_goes_on_there(game: Game, tmp_path: Path) -> None:
    """After saving elsewhere, further events go to the new file only."""
    file = RecordWriter.create(game.header, tmp_path)
    old = file.path
    for event in game.events[:6]:
        file.append(event)
    file.save_as(tmp_path / "new.qwirkle")
    for event in game.events[6:]:
        file.append(event)
    assert read_record(old).events == tuple(game.events[:6])
    assert file.path.read_bytes() == bytes_of(game)


def test_a_read_only_record_is_played_on_and_saved_when_that_is_possible(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that may only be read is told about, and written to once it may be."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(b"".join(bytes_of(game).splitlines(keepends=True)[:7]))

    def refuse(path: Path, flags: int) -> int:
        raise PermissionError(errno.EACCES, "forbidden")

    with monkeypatch.context() as patch:
        patch.setattr(locked_file, "open_file", refuse)
        file, record = RecordWriter.open(path)
        assert file.error is not None
        for event in game.events[len(record.events) :]:
            file.append(event)
        assert file.error is not None
        assert file.unsaved_event_count == len(game.events) - 6
        with pytest.raises(RecordLocked):
            RecordWriter.open(path)
    assert file.retry()
    assert path.read_bytes() == bytes_of(game)
    with pytest.raises(RecordLocked):
        RecordWriter.open(path)


def test_a_record_that_never_got_a_line_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty file of a game that could not be saved is taken away."""

    def refuse(descriptor: int, offset: int, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(locked_file, "truncate_and_write", refuse)
    file = RecordWriter.create(new_header(bundled_variants()[0]), tmp_path)
    assert file.error is not None
    assert "full" in file.error
    file.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.ENOENT, errno.EIO])
def test_every_trouble_is_one_sentence(number: int, tmp_path: Path) -> None:
    """Each error of the system is told in words."""
    text = locked_file.save_error_message(OSError(number, os.strerror(number)), tmp_path)
    assert text.startswith("The game is not saved")
    assert text.endswith(".")
