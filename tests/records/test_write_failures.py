"""A record whose disk fails: what is told, and what is left behind."""

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
    return random_game(bundled_variants()[0], 2, 3, most_events=12)


def test_the_folder_of_a_trouble_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may not write to a folder reads which one it is."""
    with failing_disk(monkeypatch, "truncate_and_write", errno.EACCES):
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
        assert file.error is not None
        assert f"{tmp_path} may not be written to" in file.error
        with pytest.raises(RecordError) as caught:
            file.save_as(tmp_path / "b.qwirkle")
        assert f"{tmp_path} may not be written to" in str(caught.value)
    with pytest.raises(RecordError) as caught:
        file.save_as(file.path)
    assert str(caught.value) == f"There is a file {file.path} already."


def test_an_impossible_name_is_refused(tmp_path: Path) -> None:
    """A name that no file can have is told when opening and when saving elsewhere."""
    with pytest.raises(RecordError):
        RecordWriter.open(Path("a\0b"))
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    with pytest.raises(RecordError, match="no name for a file"):
        file.save_as(tmp_path / "a\0b")
    assert file.path == tmp_path / NAME


def test_saving_elsewhere_leaves_nothing_when_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """A new file that could not be written is taken away, and the old one stays in use."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    with (
        failing_disk(monkeypatch, "truncate_and_write", errno.ENOSPC),
        pytest.raises(RecordError, match="full"),
    ):
        file.save_as(tmp_path / "b.qwirkle")
    assert [path.name for path in tmp_path.iterdir()] == [NAME]
    assert len(descriptors) == 1
    file.append(Passed(0))
    assert file.path.read_bytes().count(b"\n") == 2


def test_saving_elsewhere_fails_alike_where_the_new_file_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why it could not be saved is told, not that there is nothing left to take away."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    new = tmp_path / "b.qwirkle"

    def lose(*_: object) -> None:
        new.unlink()
        raise OSError(errno.ENOSPC, "no")

    monkeypatch.setattr(locked_file, "truncate_and_write", lose)
    with pytest.raises(RecordError, match="full"):
        file.save_as(new)


def test_saving_elsewhere_lets_go_of_the_old_file_and_holds_the_new(
    tmp_path: Path, descriptors: set[int]
) -> None:
    """The old record is free for other programs, and the new one is not."""
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


def test_a_repair_that_fails_is_tried_again(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """The torn line stays until it can be replaced, and everything before it all the time."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game)[:-3])
    file, _ = RecordWriter.open(path)
    with failing_disk(monkeypatch, "truncate_and_write"):
        file.append(game.events[-1])
        assert file.error is not None
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == bytes_of(game)[:-3]
    assert file.retry()
    assert path.read_bytes() == bytes_of(game)
    assert len(descriptors) == 1


def test_a_read_only_record_that_another_program_takes_goes_on_in_its_own_file(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where somebody else plays the game by now, this one is saved beside it."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(b"".join(bytes_of(game).splitlines(keepends=True)[:7]))
    with failing_disk(monkeypatch, "open_file", errno.EACCES):
        file, record = RecordWriter.open(path)
    assert file.error is not None
    assert f"{tmp_path} may not be written to" in file.error
    assert file._file is not None
    file._file.release()
    file._file._descriptor = os.open(path, os.O_RDONLY)
    other, _ = RecordWriter.open(path)
    assert not file.retry()
    assert file.error == "The game is not saved, because another program plays it too."
    for event in game.events[len(record.events) :]:
        file.append(event)
    assert file.error is None
    assert file.path.name == "a-2.qwirkle"
    assert file.path.read_bytes() == bytes_of(game)
    other.close()


def test_closing_takes_away_only_an_empty_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that somebody put in the place of an empty record stays."""
    with failing_disk(monkeypatch, "truncate_and_write"):
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
    file.path.unlink()
    file.path.write_text("mine")
    file.close()
    assert file.path.read_text() == "mine"


def test_closing_works_although_the_disk_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """An empty file that cannot be taken away stays, and is let go of."""
    with failing_disk(monkeypatch, "truncate_and_write"):
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
    monkeypatch.setattr(Path, "unlink", raising(errno.EIO))
    file.close()
    assert descriptors == set()
