"""Locked files that another program changes, moves or removes."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from pathlib import Path

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.engine.events import Passed
from qwirkle.game import Game
from qwirkle.records.locked_file import LockedFile, RecordLocked, save_error_message
from qwirkle.records.writer import RecordWriter
from tests.random_games import new_header, random_game
from tests.records.failing_disk import failing_disk, raising
from tests.tools.mutate import bytes_of

HEADER = new_header(bundled_variants()[0])
POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX modes and links")


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled_variants()[0], 2, 3, max_events=12)


@pytest.fixture
def file(tmp_path: Path) -> LockedFile:
    """A locked file with two lines."""
    created = LockedFile.create(tmp_path / "a")
    created.append(b"one\n")
    created.append(b"two\n")
    return created


def test_a_file_is_unmodified_until_another_program_writes_to_it(file: LockedFile) -> None:
    """A different size or modification time shows the change."""
    assert file.path.read_bytes() == b"one\ntwo\n"
    assert file.is_unmodified()
    for other in (b"one\ntwo\n\n", b"one\ntwo", b""):
        file.path.write_bytes(other)
        assert not file.is_unmodified()
    file.path.write_bytes(b"one\ntwx\n")
    os.utime(file.path, ns=(1, 1))
    assert not file.is_unmodified()


@POSIX
def test_a_moved_or_replaced_file_counts_as_modified(file: LockedFile, tmp_path: Path) -> None:
    """Renaming, deleting, or replacing it with a link or a copy is a modification."""
    moved = tmp_path / "moved"
    file.path.rename(moved)
    assert not file.is_unmodified()
    file.path.symlink_to(moved)
    assert not file.is_unmodified()
    file.path.unlink()
    shutil.copy2(moved, file.path)
    assert not file.is_unmodified()
    moved.replace(file.path)
    assert file.is_unmodified()


def test_a_failed_write_does_not_count_as_a_modification(
    file: LockedFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next write truncates what the failed one left."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", raising(errno.EIO))
        with pytest.raises(OSError, match="no"):
            file.append(b"three\n")
    assert file.path.read_bytes() == b"one\ntwo\nthree\n"
    assert file.is_unmodified()
    file.append(b"four\n")
    assert file.path.read_bytes() == b"one\ntwo\nfour\n"


def test_an_unreadable_file_status_is_an_error_but_not_a_modification(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If `lstat` fails, the record isn't written to another file."""
    file = RecordWriter.create(HEADER, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "lstat", raising(errno.EIO))
        file.append(Passed(0))
        assert file.error == save_error_message(OSError(errno.EIO, "no"), tmp_path)
        assert not file.flush()
    assert file.flush()
    assert (list(tmp_path.iterdir()), file.warning) == ([file.path], "")


def test_a_modified_file_is_not_removed(tmp_path: Path) -> None:
    """`remove` deletes a file only if no other program has written to it."""
    untouched, changed = LockedFile.create(tmp_path / "a"), LockedFile.create(tmp_path / "b")
    changed.path.write_bytes(b"mine")
    untouched.remove()
    changed.remove()
    assert list(tmp_path.iterdir()) == [changed.path]


@POSIX
def test_a_repaired_record_stays_the_same_file(game: Game, tmp_path: Path) -> None:
    """Its mode and hard links stay, and no temporary file is left."""
    path, other = tmp_path / "a.qwirkle", tmp_path / "other"
    path.write_bytes(bytes_of(game)[:-3])
    path.chmod(0o600)
    other.hardlink_to(path)
    file, _ = RecordWriter.open(path)
    file.append(game.events[-1])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert other.read_bytes() == path.read_bytes() == bytes_of(game)
    assert set(tmp_path.iterdir()) == {path, other}


def test_a_warning_names_each_modified_record(game: Game, tmp_path: Path) -> None:
    """`warning` says which file was changed last, and where the game is now."""
    file = RecordWriter.create(game.header, tmp_path)
    first = file.path
    file.append(game.events[0])
    assert file.warning == ""
    first.write_bytes(b"")
    file.append(game.events[1])
    second = first.with_name(f"{first.stem}-2.qwirkle")
    assert file.path == second
    assert first.name in file.warning
    assert str(second) in file.warning
    second.unlink()
    assert file.flush()
    assert first.name not in file.warning
    assert str(second) in file.warning
    for event in game.events[2:]:
        file.append(event)
    assert (first.read_bytes(), second.read_bytes()) == (b"", bytes_of(game))
    assert file.path == second


def test_a_lost_record_causes_a_warning_only_after_it_is_saved_again(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then, `error` is set and all events count as unsaved."""
    file = RecordWriter.create(game.header, tmp_path / "games")
    for event in game.events[:5]:
        file.append(event)
    path = file.path
    shutil.rmtree(path.parent)
    path.parent.write_text("not a folder")
    assert not file.flush()
    assert file.unsaved_event_count == 5
    assert file.error == save_error_message(FileExistsError(errno.EEXIST, "no"), path.parent)
    assert file.warning == ""
    path.parent.unlink()
    assert file.flush()
    warning = file.warning
    assert str(path) in warning
    file.save_as(tmp_path / "b.qwirkle")
    assert file.flush()
    assert file.warning == warning


def test_save_as_after_losing_the_file_causes_no_warning(game: Game, tmp_path: Path) -> None:
    """If you choose another place, the old one no longer matters."""
    file = RecordWriter.create(game.header, tmp_path / "games")
    file.append(game.events[0])
    shutil.rmtree(file.path.parent)
    file.path.parent.write_text("not a folder")
    assert not file.flush()
    file.save_as(tmp_path / "b.qwirkle")
    assert file.flush()
    assert file.warning == ""


def test_a_read_only_record_without_new_events_is_saved(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`flush` fails on a read-only file only if events are pending."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    with failing_disk(monkeypatch, "open_file", errno.EACCES):
        file, _ = RecordWriter.open(path)
        assert file.flush()
        assert file.error is not None
        file.append(Passed(0))
        assert not file.flush()


def test_a_new_file_that_cannot_be_locked_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """The next attempt creates another file."""

    def refuse(_: int) -> None:
        raise RecordLocked

    with monkeypatch.context() as patch:
        patch.setattr("qwirkle.records.locked_file.lock", refuse)
        file = RecordWriter.create(HEADER, tmp_path)
        assert file.error is not None
        assert "another program" in file.error
        assert descriptors == set()
    assert file.save()
    assert len(descriptors) == 1


def test_a_file_reopened_for_writing_stays_open(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later events need no further `open`."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    with failing_disk(monkeypatch, "open_file", errno.EACCES):
        file, _ = RecordWriter.open(path)
    assert file.save()
    with failing_disk(monkeypatch, "open_file", errno.EACCES):
        file.append(Passed(0))
        assert file.error is None
