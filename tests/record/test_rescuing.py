"""The last copy of a game: where it goes, and who may read it."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import pytest

from qwirkle.catalog import bundled
from qwirkle.game import Game
from qwirkle.record import RecordFile, rescue
from tests.play import random_game
from tests.record.broken import broken
from tests.tools.mutate import bytes_of


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled()[0], 2, 3, most_events=12)


@pytest.fixture
def lost(game: Game, tmp_path: Path) -> RecordFile:
    """A game that cannot be saved where it was begun."""
    place = tmp_path / "place"
    place.write_text("not a folder")
    file = RecordFile.create(game.header, place)
    for event in game.events:
        file.append(event)
    assert file.unsaved == len(game.events)
    return file


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def test_a_copy_goes_to_a_private_temporary_folder(
    lost: RecordFile, game: Game, temporary: Path
) -> None:
    """The folder is this user's alone, and the game continues in the copy."""
    name = lost.path.name
    copy = rescue(lost)
    assert copy is not None
    assert copy.name == name
    assert copy.read_bytes() == bytes_of(game)
    assert copy.parent.parent == temporary.resolve()
    assert copy.parent.name.startswith("qwirkle-")
    if os.name == "posix":
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    assert (lost.unsaved, lost.trouble, lost.path) == (0, None, copy)


def test_a_copy_that_cannot_be_written_leaves_nothing(
    lost: RecordFile, game: Game, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No half copy and no empty folder stays behind, and the game is still unsaved."""
    with broken(monkeypatch, "write_at"):
        assert rescue(lost) is None
    assert list(temporary.iterdir()) == []
    monkeypatch.setattr(tempfile, "tempdir", str(temporary / "missing"))
    assert rescue(lost) is None
    assert lost.unsaved == len(game.events)
