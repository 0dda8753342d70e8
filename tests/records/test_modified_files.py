"""A file that is held: whether another program has changed it, and what happens then."""

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
from qwirkle.records.locked_file import LockedFile
from qwirkle.records.writer import RecordWriter
from tests.random_games import new_header, random_game
from tests.records.failing_disk import failing_disk, raising
from tests.tools.mutate import bytes_of

HEADER = new_header(bundled_variants()[0])
POSIX = pytest.mark.skipif(os.name != "posix", reason="modes and links are of POSIX")


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled_variants()[0], 2, 3, most_events=12)


@pytest.fixture
def file(tmp_path: Path) -> LockedFile:
    """A file with something in it."""
    created = LockedFile.create(tmp_path / "a")
    created.append(b"one\n")
    created.append(b"two\n")
    return created


def test_a_file_is_unmodified_until_another_program_writes_to_it(file: LockedFile) -> None:
    """Its inode, size and time tell: a byte more, a byte less, and other bytes at another time."""
    assert file.path.read_bytes() == b"one\ntwo\n"
    assert file.is_unmodified()
    for other in (b"one\ntwo\n\n", b"one\ntwo", b""):
        file.path.write_bytes(other)
        assert not file.is_unmodified()
    file.path.write_bytes(b"one\ntwx\n")
    os.utime(file.path, ns=(1, 1))
    assert not file.is_unmodified()


@POSIX
def test_a_file_is_unmodified_only_under_its_own_name(file: LockedFile, tmp_path: Path) -> None:
    """A file that was deleted, renamed, replaced by a copy or by a link isn't ours any more."""
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


def test_what_an_attempt_left_half_written_is_ours(
    file: LockedFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed write leaves the file ours, and the next one cuts its remains off."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", raising(errno.EIO))
        with pytest.raises(OSError, match="no"):
            file.append(b"three\n")
    assert file.path.read_bytes() == b"one\ntwo\nthree\n"
    assert file.is_unmodified()
    file.append(b"four\n")
    assert file.path.read_bytes() == b"one\ntwo\nfour\n"


def test_a_disk_that_cannot_be_asked_is_a_trouble_and_no_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows then whether the file was changed, so nothing is written elsewhere."""
    file = RecordWriter.create(HEADER, tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "lstat", raising(errno.EIO))
        file.append(Passed(0))
        assert file.error == "The game is not saved at the moment (no)."
        assert not file.flush()
    assert file.flush()
    assert (list(tmp_path.iterdir()), file.warning) == ([file.path], "")


def test_a_file_is_removed_only_if_nobody_else_has_written_to_it(tmp_path: Path) -> None:
    """A file with other things in it isn't deleted."""
    untouched, changed = LockedFile.create(tmp_path / "a"), LockedFile.create(tmp_path / "b")
    changed.path.write_bytes(b"mine")
    untouched.remove()
    changed.remove()
    assert list(tmp_path.iterdir()) == [changed.path]


@POSIX
def test_a_repaired_record_stays_the_same_file(game: Game, tmp_path: Path) -> None:
    """Its mode and its other names stay, and nothing is left beside it."""
    path, other = tmp_path / "a.qwirkle", tmp_path / "other"
    path.write_bytes(bytes_of(game)[:-3])
    path.chmod(0o600)
    other.hardlink_to(path)
    file, _ = RecordWriter.open(path)
    file.append(game.events[-1])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert other.read_bytes() == path.read_bytes() == bytes_of(game)
    assert set(tmp_path.iterdir()) == {path, other}


def test_every_change_of_a_record_is_told(game: Game, tmp_path: Path) -> None:
    """The sentence names where the game is now, and the file that was changed, the last one."""
    file = RecordWriter.create(game.header, tmp_path)
    first = file.path
    file.append(game.events[0])
    assert file.warning == ""
    first.write_bytes(b"")
    file.append(game.events[1])
    second = first.with_name(f"{first.stem}-2.qwirkle")
    assert file.path == second
    assert file.warning == (
        f"Another program changed {first.name}, so the whole game is in {second} now. "
        f"{first.name} stays as it is."
    )
    second.unlink()
    assert file.flush()
    assert file.warning == (
        f"The file was removed, so the whole game was written to {second} again."
    )
    for event in game.events[2:]:
        file.append(event)
    assert (first.read_bytes(), second.read_bytes()) == (b"", bytes_of(game))
    assert file.path == second


def test_a_lost_record_is_told_only_once_it_is_safe(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it cannot be written anew the whole game counts as unsaved; then both are named."""
    file = RecordWriter.create(game.header, tmp_path / "games")
    for event in game.events[:5]:
        file.append(event)
    path = file.path
    shutil.rmtree(path.parent)
    path.parent.write_text("not a folder")
    assert not file.flush()
    assert file.unsaved_event_count == 5
    assert file.error == (
        f"The game is not saved at the moment, because {path.parent} is no folder."
    )
    assert file.warning == ""
    path.parent.unlink()
    assert file.flush()
    assert file.warning.endswith(f"the whole game was written to {path} again.")
    file.save_as(tmp_path / "b.qwirkle")
    assert file.flush()
    assert file.warning.endswith(f"the whole game was written to {path} again.")


def test_saving_elsewhere_ends_the_care_for_a_lost_file(game: Game, tmp_path: Path) -> None:
    """Whoever chose another place is not told of the old one."""
    file = RecordWriter.create(game.header, tmp_path / "games")
    file.append(game.events[0])
    shutil.rmtree(file.path.parent)
    file.path.parent.write_text("not a folder")
    assert not file.flush()
    file.save_as(tmp_path / "b.qwirkle")
    assert file.flush()
    assert file.warning == ""


def test_a_read_only_record_without_news_is_safe(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody need be asked about a file that may only be read, as long as nothing is to save."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    with failing_disk(monkeypatch, "open_file", errno.EACCES):
        file, _ = RecordWriter.open(path)
        assert file.flush()
        assert file.error is not None
        file.append(Passed(0))
        assert not file.flush()


def test_a_new_file_that_somebody_holds_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """A file that could not be locked is not held, and another one is taken."""
    from qwirkle.records.locked_file import RecordLocked

    def busy(_: int) -> None:
        raise RecordLocked

    with monkeypatch.context() as patch:
        patch.setattr("qwirkle.records.locked_file.lock", busy)
        file = RecordWriter.create(HEADER, tmp_path)
        assert file.error == "The game is not saved, because another program plays it too."
        assert descriptors == set()
    assert file.retry()
    assert len(descriptors) == 1


def test_a_file_that_was_opened_for_writing_at_last_stays_open(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it may be written to, nothing need be opened again."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    with failing_disk(monkeypatch, "open_file", errno.EACCES):
        file, _ = RecordWriter.open(path)
    assert file.retry()
    with failing_disk(monkeypatch, "open_file", errno.EACCES):
        file.append(Passed(0))
        assert file.error is None
