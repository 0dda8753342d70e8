"""Disk errors while writing: what is reported, and which files are left."""

from __future__ import annotations

import errno
import os
from datetime import datetime
from pathlib import Path

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.engine.events import Passed
from qwirkle.game import Game
from qwirkle.records import locked_file
from qwirkle.records.locked_file import RecordLocked
from qwirkle.records.reader import RecordError
from qwirkle.records.writer import RecordWriter
from tests.random_games import new_header, random_game
from tests.records.failing_disk import failing_disk, raising
from tests.tools.mutate import bytes_of

WHEN = datetime(2026, 11, 16, 14, 6)
HEADER = new_header(bundled_variants()[0])
NAME = "2026-11-16-1406-ana-ben.qwirkle"


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled_variants()[0], 2, 3, max_events=12)


def disk_full(folder: Path) -> str:
    """Return the message for a full disk."""
    return locked_file.save_error_message(OSError(errno.ENOSPC, "no"), folder)


def test_a_save_error_names_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both `error` and `save_as` say which folder isn't writable."""
    forbidden = locked_file.save_error_message(OSError(errno.EACCES, "no"), tmp_path)
    assert str(tmp_path) in forbidden
    with failing_disk(monkeypatch, "truncate_and_write", errno.EACCES):
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
        assert file.error == forbidden
        with pytest.raises(RecordError) as caught:
            file.save_as(tmp_path / "b.qwirkle")
        assert caught.value.reason == forbidden
    with pytest.raises(RecordError) as caught:
        file.save_as(file.path)
    assert str(file.path) in caught.value.reason


def test_an_impossible_file_name_is_an_error(tmp_path: Path) -> None:
    """Opening and `save_as` raise RecordError for a name that no file can have."""
    with pytest.raises(RecordError):
        RecordWriter.open(Path("a\0b"))
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    with pytest.raises(RecordError) as caught:
        file.save_as(tmp_path / "a\0b")
    assert caught.value.reason == locked_file.save_error_message(ValueError(), tmp_path)
    assert file.path == tmp_path / NAME


def test_a_failed_save_as_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """The new file is deleted, and the old one stays in use."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    with (
        failing_disk(monkeypatch, "truncate_and_write", errno.ENOSPC),
        pytest.raises(RecordError) as caught,
    ):
        file.save_as(tmp_path / "b.qwirkle")
    assert caught.value.reason == disk_full(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    assert len(descriptors) == 1
    file.append(Passed(0))
    assert file.path.read_bytes().count(b"\n") == 2


def test_a_failed_save_as_reports_the_first_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the new file is already gone, the error is still why saving failed."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    new = tmp_path / "b.qwirkle"

    def unlink_and_fail(*_: object) -> None:
        new.unlink()
        raise OSError(errno.ENOSPC, "no")

    monkeypatch.setattr(locked_file, "truncate_and_write", unlink_and_fail)
    with pytest.raises(RecordError) as caught:
        file.save_as(new)
    assert caught.value.reason == disk_full(tmp_path)


def test_save_as_unlocks_the_old_file_and_locks_the_new_one(
    tmp_path: Path, descriptors: set[int]
) -> None:
    """Other programs can open the old record, but not the new one."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    file.append(Passed(0))
    old = file.path
    file.save_as(tmp_path / "b.qwirkle")
    assert file.path == (tmp_path / "b.qwirkle").resolve()
    assert (file.error, file.unsaved_event_count, len(descriptors)) == (None, 0, 1)
    with pytest.raises(RecordLocked):
        RecordWriter.open(file.path)
    RecordWriter.open(old)[0].close()
    assert file.path.read_bytes() == old.read_bytes()


def test_a_failed_repair_is_tried_again(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """The truncated line stays until it can be replaced; the lines before it are never lost."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game)[:-3])
    file, _ = RecordWriter.open(path)
    with failing_disk(monkeypatch, "truncate_and_write"):
        file.append(game.events[-1])
        assert file.error is not None
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == bytes_of(game)[:-3]
    assert file.save()
    assert path.read_bytes() == bytes_of(game)
    assert len(descriptors) == 1


def test_a_read_only_record_locked_by_another_program_gets_its_own_file(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If another program plays the game by now, this one is saved in a new file."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(b"".join(bytes_of(game).splitlines(keepends=True)[:7]))
    with failing_disk(monkeypatch, "open_file", errno.EACCES):
        file, record = RecordWriter.open(path)
    assert file.error == locked_file.save_error_message(OSError(errno.EACCES, "no"), tmp_path)
    assert file._file is not None
    file._file.release()
    file._file._descriptor = os.open(path, os.O_RDONLY)
    other, _ = RecordWriter.open(path)
    assert not file.save()
    assert file.error is not None
    assert "another program" in file.error
    for event in game.events[len(record.events) :]:
        file.append(event)
    assert file.error is None
    assert file.path.name == "a-2.qwirkle"
    assert file.path.read_bytes() == bytes_of(game)
    other.close()


def test_closing_deletes_only_its_own_empty_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that another program put in its place stays."""
    with failing_disk(monkeypatch, "truncate_and_write"):
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
    file.path.unlink()
    file.path.write_text("mine")
    file.close()
    assert file.path.read_text() == "mine"


def test_closing_works_even_if_the_disk_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """An empty file that can't be deleted is closed and left."""
    with failing_disk(monkeypatch, "truncate_and_write"):
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
    monkeypatch.setattr(Path, "unlink", raising(errno.EIO))
    file.close()
    assert descriptors == set()
