"""Writing records: events are on disk first, one program per game, errors are reported."""

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
from qwirkle.records.locked_file import RecordLocked, save_error_message
from qwirkle.records.players import Player
from qwirkle.records.reader import RecordError, read_record
from qwirkle.records.schema import Header
from qwirkle.records.writer import RecordWriter, record_file_name, write_record
from tests.random_games import new_header, random_game
from tests.tools.mutate import bytes_of, sentence_of

WHEN = datetime(2026, 11, 16, 14, 6)


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled_variants()[0], 2, 3, max_events=12)


def test_a_new_record_is_named_after_its_date_and_players(home: Path) -> None:
    """Records are in the games folder; their names are plain ASCII."""
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
    """If a name is taken, the new record gets a number."""
    header = new_header(bundled_variants()[0])
    files = [RecordWriter.create(header, tmp_path, WHEN) for _ in range(3)]
    assert [file.path.name for file in files] == [
        "2026-11-16-1406-ana-ben.qwirkle",
        "2026-11-16-1406-ana-ben-2.qwirkle",
        "2026-11-16-1406-ana-ben-3.qwirkle",
    ]


def test_an_event_is_in_the_file_before_anyone_sees_it(tmp_path: Path) -> None:
    """When the game reports an event, the file already contains it."""
    for variant in bundled_variants():
        header = new_header(variant)
        file = RecordWriter.create(header, tmp_path, WHEN)
        seen: list[RecordEvent] = []

        def save(
            event: RecordEvent, file: RecordWriter = file, seen: list[RecordEvent] = seen
        ) -> None:
            file.append(event)
            seen.append(event)
            assert read_record(file.path).events == tuple(seen)

        game = random_game(variant, keep=save, max_events=20)
        assert seen == game.events
        assert file.path.read_bytes() == bytes_of(game)


def test_writing_a_whole_record_gives_the_same_bytes(game: Game, tmp_path: Path) -> None:
    """`write_record` writes what appending event by event does."""
    path = tmp_path / "000001.qwirkle"
    write_record(path, game.header, game.events)
    assert path.read_bytes() == bytes_of(game)


def test_an_open_record_is_locked_but_readable(game: Game, tmp_path: Path) -> None:
    """Only one program can resume a game until its record is closed; others may read it."""
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


def test_a_killed_program_releases_its_lock(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    code = (
        "import sys, pathlib, qwirkle.records.writer as r\n"
        "f = r.RecordWriter.open(pathlib.Path(sys.argv[1]))\n"
        "print('locked', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "locked\n"
        with pytest.raises(RecordLocked):
            RecordWriter.open(path)
        program.kill()
        program.wait()
        RecordWriter.open(path)[0].close()


@pytest.mark.parametrize("cut", [1, 5])
def test_a_truncated_record_is_repaired_when_the_game_resumes(
    cut: int, game: Game, tmp_path: Path
) -> None:
    """Opening changes nothing; the next event completes or replaces the last line."""
    lines = bytes_of(game).splitlines(keepends=True)
    path = tmp_path / "a.qwirkle"
    truncated = b"".join(lines[:6])[:-cut]
    path.write_bytes(truncated)
    file, record = RecordWriter.open(path)
    assert record.truncated == (cut > 1)
    assert (file.flush(), path.read_bytes()) == (True, truncated)
    for event in game.events[len(record.events) :]:
        file.append(event)
    assert path.read_bytes() == bytes_of(game)
    with pytest.raises(RecordLocked):
        RecordWriter.open(path)
    assert list(tmp_path.iterdir()) == [path]


def test_an_illegal_record_is_not_locked(game: Game, tmp_path: Path) -> None:
    """A record that breaks the rules is closed and left unchanged."""
    lines = bytes_of(game).split(b"\n")
    path = tmp_path / "a.qwirkle"
    path.write_bytes(b"\n".join([*lines[:3], *lines[4:]]))
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(RecordError) as caught:
            library.resume_game(path)
        assert caught.value.line == 4
    assert path.read_bytes() == before


def test_a_deleted_folder_is_created_again(game: Game, tmp_path: Path) -> None:
    """If the folder is deleted, the whole game is written again."""
    folder = tmp_path / "games"
    file = RecordWriter.create(game.header, folder)
    for number, event in enumerate(game.events):
        if number == 4:
            shutil.rmtree(folder)
        file.append(event)
    assert file.error is None
    assert file.path.read_bytes() == bytes_of(game)


def test_an_unsaved_game_can_be_saved_elsewhere(game: Game, tmp_path: Path) -> None:
    """If a file blocks the games folder, events stay in memory until `save_as`."""
    blocker = tmp_path / "games"
    blocker.write_text("not a folder")
    file = RecordWriter.create(game.header, blocker)
    for event in game.events:
        file.append(event)
    assert file.error == save_error_message(FileExistsError(errno.EEXIST, "exists"), blocker)
    assert file.unsaved_event_count == len(game.events)
    with pytest.raises(RecordError) as caught:
        file.save_as(tmp_path / "none" / "a.qwirkle")
    assert sentence_of(caught.value)
    with pytest.raises(RecordError) as caught:
        file.save_as(blocker)
    assert str(blocker) in sentence_of(caught.value)
    file.save_as(tmp_path / "a.qwirkle")
    assert file.error is None
    assert file.unsaved_event_count == 0
    assert (tmp_path / "a.qwirkle").read_bytes() == bytes_of(game)
    assert blocker.read_text() == "not a folder"


def test_after_save_as_events_go_to_the_new_file(game: Game, tmp_path: Path) -> None:
    """The old file stays as it was."""
    file = RecordWriter.create(game.header, tmp_path)
    old = file.path
    for event in game.events[:6]:
        file.append(event)
    file.save_as(tmp_path / "new.qwirkle")
    for event in game.events[6:]:
        file.append(event)
    assert read_record(old).events == tuple(game.events[:6])
    assert file.path.read_bytes() == bytes_of(game)


def test_a_read_only_record_is_saved_once_it_is_writable(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then, `error` is set and events stay in memory."""
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
    assert file.save()
    assert path.read_bytes() == bytes_of(game)
    with pytest.raises(RecordLocked):
        RecordWriter.open(path)


def test_an_empty_record_is_deleted_on_close(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that couldn't be saved leaves no empty file."""

    def refuse(descriptor: int, offset: int, data: bytes) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(locked_file, "truncate_and_write", refuse)
    file = RecordWriter.create(new_header(bundled_variants()[0]), tmp_path)
    assert file.error == save_error_message(OSError(errno.ENOSPC, "full"), tmp_path)
    file.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.ENOENT, errno.EIO])
def test_every_save_error_is_one_sentence(number: int, tmp_path: Path) -> None:
    """Each system error has a printable message."""
    message = save_error_message(OSError(number, os.strerror(number)), tmp_path)
    assert sentence_of(RecordError(message)) == message
