"""A record that is held: what it says of itself, and what it asks of the disk."""

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
    return random_game(bundled_variants()[0], 2, 3, most_events=12)


def test_a_new_record_has_nothing_to_tell(tmp_path: Path, descriptors: set[int]) -> None:
    """A record that was just begun is whole, saved, and held until it is closed."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    assert (file.error, file.unsaved_event_count) == (None, 0)
    assert file.path == tmp_path / NAME
    assert file.path.read_bytes().count(b"\n") == 1
    assert len(descriptors) == 1
    file.close()
    file.close()
    assert descriptors == set()
    assert file.path.exists()


def test_a_record_without_a_day_is_of_this_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new record is named after the moment at which it is begun."""
    monkeypatch.setattr(writer, "datetime", SimpleNamespace(now=lambda: WHEN))
    assert RecordWriter.create(HEADER, tmp_path).path.name == NAME


def test_what_is_only_in_memory_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events that the disk did not take are counted, the header never."""
    with failing_disk(monkeypatch, "truncate_and_write"):
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
        assert file.unsaved_event_count == 0
        assert not file.retry()
        file.append(Passed(0))
        assert file.unsaved_event_count == 1
    file.append(Passed(1))
    assert (file.unsaved_event_count, file.error, file.retry()) == (0, None, True)
    assert file.path.read_bytes().count(b"\n") == 3
    with failing_disk(monkeypatch, "truncate_and_write"):
        file.append(Passed(0))
        assert file.unsaved_event_count == 1


def test_a_saved_record_asks_the_disk_for_nothing_more(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event is written into the open file, and where none waits nothing is written."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    file, _ = RecordWriter.open(path)
    fresh = RecordWriter.create(HEADER, tmp_path / "new" / "folder", WHEN)
    with failing_disk(monkeypatch, "open_file"):
        for each in (file, fresh):
            each.append(Passed(0))
            assert each.error is None
    with failing_disk(monkeypatch, "truncate_and_write"):
        assert file.retry()
        assert fresh.retry()


def test_a_file_that_is_taken_away_is_not_held(tmp_path: Path, descriptors: set[int]) -> None:
    """A game whose file somebody deleted has a new one, and the old one is closed."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    file.path.unlink()
    file.append(Passed(0))
    assert len(descriptors) == 1
    assert file.path.read_bytes().count(b"\n") == 2


def test_a_closed_record_is_free_even_where_a_child_has_it_open(tmp_path: Path) -> None:
    """Letting go undoes the lock itself, which a copy of the descriptor would keep."""
    file = RecordWriter.create(HEADER, tmp_path, WHEN)
    assert file._file is not None
    copy = os.dup(file._file.descriptor)
    file.close()
    RecordWriter.open(file.path)[0].close()
    os.close(copy)


def test_a_name_is_tried_with_numbers_up_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When all names are taken, the game is played on unsaved."""
    monkeypatch.setattr(writer, "MAX_NAME_ATTEMPTS", 3)
    files = [RecordWriter.create(HEADER, tmp_path, WHEN) for _ in range(3)]
    assert [file.error is None for file in files] == [True, True, False]
    assert len(list(tmp_path.iterdir())) == 2
    assert files[2].error == "The game is not saved at the moment (FileExistsError)."


def test_a_new_name_is_made_safe_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is synced for a new file, again if that failed, and not for each event."""
    synced: list[Path] = []
    with monkeypatch.context() as patch:
        patch.setattr(locked_file, "sync_folder", raising(errno.EIO))
        file = RecordWriter.create(HEADER, tmp_path, WHEN)
        assert file.error is not None
    monkeypatch.setattr(locked_file, "sync_folder", synced.append)
    assert file.retry()
    file.append(Passed(0))
    assert synced == [tmp_path]
    file.save_as(tmp_path / "other.qwirkle")
    file.append(Passed(1))
    assert synced == [tmp_path, tmp_path]
    file.close()
    again, _ = RecordWriter.open(file.path)
    again.append(Passed(0))
    assert synced == [tmp_path, tmp_path]


def test_a_record_is_opened_by_its_real_name(game: Game, tmp_path: Path) -> None:
    """A link to a record leads to the record, so that a repair does not cut the link."""
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


def test_a_file_that_is_no_record_is_not_held(tmp_path: Path, descriptors: set[int]) -> None:
    """It is closed again when it's refused."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(b"no record\n")
    with pytest.raises(RecordError):
        RecordWriter.open(path)
    assert descriptors == set()


def test_a_dropped_record_is_free(tmp_path: Path) -> None:
    """A record that nobody holds any more can be opened, closed or not."""
    path = RecordWriter.create(HEADER, tmp_path, WHEN).path
    RecordWriter.open(path)[0].close()
