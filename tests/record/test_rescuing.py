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


def check(copy: Path | None, game: Game) -> Path:
    """A whole record that nobody else may read."""
    assert copy is not None
    assert copy.read_bytes() == bytes_of(game)
    if os.name == "posix":
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    return copy


def test_a_copy_goes_to_the_games_under_a_free_name(
    lost: RecordFile, game: Game, home: Path
) -> None:
    """Nothing that is there already is touched, not even a link that leads nowhere."""
    name = lost.path.name
    (home / "games").mkdir(parents=True)
    (home / "games" / name).write_text("mine")
    second = home / "games" / name.replace(".qwirkle", "-2.qwirkle")
    if os.name == "posix":
        second.symlink_to("missing")
    copy = check(rescue(lost), game)
    assert copy.parent == (home / "games").resolve()
    assert (home / "games" / name).read_text() == "mine"
    assert not (home / "games" / "missing").exists()
    assert (lost.unsaved, lost.trouble, lost.path) == (0, None, copy)


def test_a_copy_goes_beside_the_games_where_they_cannot_be_written(
    lost: RecordFile, game: Game, home: Path
) -> None:
    """The folder of all data is next."""
    home.mkdir()
    (home / "games").write_text("not a folder")
    assert check(rescue(lost), game) == home.resolve() / lost.path.name


def test_a_copy_goes_to_the_folder_for_states_then(
    lost: RecordFile, game: Game, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without QWIRKLE_HOME the system's place for states is tried too."""
    home.write_text("not a folder")
    monkeypatch.delenv("QWIRKLE_HOME")
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert check(rescue(lost), game).parent == (tmp_path / "state" / "qwirkle").resolve()


def test_a_copy_goes_to_a_private_temporary_folder_at_last(
    lost: RecordFile, game: Game, home: Path, temporary: Path
) -> None:
    """The folder is this user's alone, and the copy has the name of the record."""
    home.write_text("not a folder")
    name = lost.path.name
    copy = check(rescue(lost), game)
    assert copy.name == name
    assert copy.parent.parent == temporary.resolve()
    assert copy.parent.name.startswith("qwirkle-")
    if os.name == "posix":
        assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700


def test_where_nothing_can_be_written_nothing_is_left(
    lost: RecordFile, game: Game, home: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No half copy and no empty folder stays behind, and the game is still unsaved."""
    with broken(monkeypatch, "write_at"):
        assert rescue(lost) is None
        assert list(temporary.iterdir()) == []
        assert list((home / "games").iterdir()) == []
        assert lost.unsaved == len(game.events)
        monkeypatch.setattr(tempfile, "tempdir", str(temporary / "missing"))
        assert rescue(lost) is None
