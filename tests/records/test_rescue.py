"""The last copy of a game: where it goes, and who may read it."""

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
    return random_game(bundled_variants()[0], 2, 3, most_events=12)


@pytest.fixture
def lost(game: Game, tmp_path: Path) -> RecordWriter:
    """A game that cannot be saved where it was begun."""
    place = tmp_path / "place"
    place.write_text("not a folder")
    file = RecordWriter.create(game.header, place)
    for event in game.events:
        file.append(event)
    assert file.unsaved_event_count == len(game.events)
    return file


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def test_a_copy_goes_to_a_private_temporary_folder(
    lost: RecordWriter, game: Game, temporary: Path
) -> None:
    """The folder is this user's alone, and the game continues in the copy."""
    name = lost.path.name
    copy = rescue_record(lost)
    assert copy is not None
    assert copy.name == name
    assert copy.read_bytes() == bytes_of(game)
    assert copy.parent.parent == temporary.resolve()
    assert copy.parent.name.startswith("qwirkle-")
    if os.name == "posix":
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert (lost.unsaved_event_count, lost.error, lost.path) == (0, None, copy)


def test_a_copy_that_cannot_be_written_leaves_nothing(
    lost: RecordWriter, game: Game, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No half copy and no empty folder stays behind, and the game is still unsaved."""
    with failing_disk(monkeypatch, "truncate_and_write"):
        assert rescue_record(lost) is None
    assert list(temporary.iterdir()) == []
    monkeypatch.setattr(tempfile, "tempdir", str(temporary / "missing"))
    assert rescue_record(lost) is None
    assert lost.unsaved_event_count == len(game.events)
