"""Open records: their state, their descriptors and their disk access."""

from __future__ import annotations

import errno
import os
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.engine.events import Passed
from qwirkle.game import Game
from qwirkle.records import locked_file, writer
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


def test_a_new_record_is_saved_and_open(tmp_path: Path, descriptors: set[int]) -> None:
    """It has a header and no error, and stays open until it is closed."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    assert (file.error, file.unsaved_event_count) == (None, 0)
    assert file.path == tmp_path / NAME
    assert file.path.read_bytes().count(b"\n") == 1
    assert len(descriptors) == 1
    file.close()
    file.close()
    assert descriptors == set()
    assert file.path.exists()


def test_a_new_record_is_named_after_the_current_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a given time, the name has the current one."""
    monkeypatch.setattr(writer, "datetime", SimpleNamespace(now=lambda: WHEN))
    assert RecordWriter.create(HEADER, tmp_path).path.name == NAME


def test_unsaved_events_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events that are only in memory count; the header doesn't."""
    with failing_disk(monkeypatch, "truncate_and_write"):
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
        assert file.unsaved_event_count == 0
        assert not file.save()
        file.append(Passed(0))
        assert file.unsaved_event_count == 1
    file.append(Passed(1))
    assert (file.unsaved_event_count, file.error, file.save()) == (0, None, True)
    assert file.path.read_bytes().count(b"\n") == 3
    with failing_disk(monkeypatch, "truncate_and_write"):
        file.append(Passed(0))
        assert file.unsaved_event_count == 1


def test_appending_opens_no_file_and_retrying_writes_nothing(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events go to the open file; without pending events, nothing is written."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    file, _ = RecordWriter.open(path)
    created = RecordWriter.create(HEADER, tmp_path / "new" / "folder", WHEN)
    with failing_disk(monkeypatch, "open_file"):
        for each in (file, created):
            each.append(Passed(0))
            assert each.error is None
    with failing_disk(monkeypatch, "truncate_and_write"):
        assert file.save()
        assert created.save()


def test_a_deleted_file_is_closed_and_replaced(tmp_path: Path, descriptors: set[int]) -> None:
    """If its file is deleted, the game gets a new one."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    file.path.unlink()
    file.append(Passed(0))
    assert len(descriptors) == 1
    assert file.path.read_bytes().count(b"\n") == 2


def test_closing_unlocks_even_if_a_child_has_the_file_open(tmp_path: Path) -> None:
    """A copy of the descriptor doesn't keep the lock."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    assert file._file is not None
    duplicate = os.dup(file._file.descriptor)
    file.close()
    RecordWriter.open(file.path)[0].close()
    os.close(duplicate)


def test_a_name_gets_numbers_up_to_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If all names are taken, the game continues unsaved."""
    monkeypatch.setattr(writer, "MAX_NAME_ATTEMPTS", 3)
    files = [RecordWriter.create(HEADER, tmp_path, WHEN) for _ in range(3)]
    assert [file.error is None for file in files] == [True, True, False]
    assert len(list(tmp_path.iterdir())) == 2
    assert files[2].error == locked_file.save_error_message(FileExistsError(), tmp_path)


def test_the_folder_is_synced_once_per_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failed sync is repeated; later events need none."""
    synced: list[Path] = []
    with monkeypatch.context() as patch:
        patch.setattr(locked_file, "sync_folder", raising(errno.EIO))
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
        assert file.error is not None
    monkeypatch.setattr(locked_file, "sync_folder", synced.append)
    assert file.save()
    file.append(Passed(0))
    assert synced == [tmp_path]
    file.save_as(tmp_path / "other.qwirkle")
    file.append(Passed(1))
    assert synced == [tmp_path, tmp_path]
    file.close()
    reopened, _ = RecordWriter.open(file.path)
    reopened.append(Passed(0))
    assert synced == [tmp_path, tmp_path]


def test_a_link_opens_the_record_it_points_to(game: Game, tmp_path: Path) -> None:
    """Repairing the record doesn't replace the link."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game)[:-3])
    link = tmp_path / "link.qwirkle"
    link.symlink_to(path)
    file, record = RecordWriter.open(link)
    assert file.path == path.resolve()
    assert (file.error, file.unsaved_event_count) == (None, 0)
    file.append(game.events[-1])
    assert link.is_symlink()
    assert path.read_bytes() == bytes_of(game)
    assert len(record.events) == len(game.events) - 1


def test_a_rejected_file_is_closed(tmp_path: Path, descriptors: set[int]) -> None:
    """A file that isn't a record stays neither open nor locked."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(b"no record\n")
    with pytest.raises(RecordError):
        RecordWriter.open(path)
    assert descriptors == set()


def test_a_garbage_collected_record_is_unlocked(tmp_path: Path) -> None:
    """The lock ends with the writer, even if it was never closed."""
    path = RecordWriter.create(HEADER, tmp_path, WHEN).path
    RecordWriter.open(path)[0].close()
