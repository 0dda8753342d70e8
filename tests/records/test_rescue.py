"""Rescue copies of unsaved games."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.game import Game
from qwirkle.records.writer import RecordWriter, rescue_record
from tests.random_games import random_game
from tests.records.failing_disk import failing_disk
from tests.tools.mutate import bytes_of


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled_variants()[0], 2, 3, max_events=12)


@pytest.fixture
def unsaved(game: Game, tmp_path: Path) -> RecordWriter:
    """The writer of a game whose games folder is blocked by a file."""
    blocker = tmp_path / "blocker"
    blocker.write_text("not a folder")
    file = RecordWriter.create(game.header, blocker)
    for event in game.events:
        file.append(event)
    assert file.unsaved_event_count == len(game.events)
    return file


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_a_rescue_copy_is_in_a_private_temporary_folder(
    unsaved: RecordWriter, game: Game, temporary: Path
) -> None:
    """Only this user may read the folder, and the game continues in the copy."""
    name = unsaved.path.name
    copy = rescue_record(unsaved)
    assert copy is not None
    assert copy.name == name
    assert copy.read_bytes() == bytes_of(game)
    assert copy.parent.parent == temporary.resolve()
    assert copy.parent.name.startswith("qwirkle-")
    if os.name == "posix":
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert (unsaved.unsaved_event_count, unsaved.error, unsaved.path) == (0, None, copy)


def test_a_failed_rescue_leaves_no_files(
    unsaved: RecordWriter, game: Game, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No partial copy or empty folder is left, and the game is still unsaved."""
    with failing_disk(monkeypatch, "truncate_and_write"):
        assert rescue_record(unsaved) is None
    assert list(temporary.iterdir()) == []
    monkeypatch.setattr(tempfile, "tempdir", str(temporary / "missing"))
    assert rescue_record(unsaved) is None
    assert unsaved.unsaved_event_count == len(game.events)
