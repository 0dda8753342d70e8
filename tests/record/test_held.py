"""A file that is held: whether it is still as it was left, and what takes its place."""

from __future__ import annotations

import errno
import os
import shutil
import stat
from pathlib import Path

import pytest

from qwirkle.catalog import bundled
from qwirkle.engine.events import Passed
from qwirkle.game import Game
from qwirkle.record import RecordFile, disk
from qwirkle.record.held import HeldFile
from tests.play import new_header, random_game
from tests.record.broken import broken, failing
from tests.tools.mutate import bytes_of

HEADER = new_header(bundled()[0])
POSIX = pytest.mark.skipif(os.name != "posix", reason="modes and links are of POSIX")


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled()[0], 2, 3, most_events=12)


@pytest.fixture
def file(tmp_path: Path) -> HeldFile:
    """A file with something in it."""
    created = HeldFile.create(tmp_path / "a")
    created.extend(b"one\n")
    created.extend(b"two\n")
    return created


def test_a_file_is_as_left_until_somebody_changes_it(file: HeldFile) -> None:
    """A byte more, a byte less and another byte are all noticed."""
    assert file.path.read_bytes() == b"one\ntwo\n"
    assert file.is_as_left()
    for other in (b"one\ntwo\n\n", b"one\ntwo\nX", b"one\ntwo", b"one\ntwx\n", b"xne\ntwo\n", b""):
        file.path.write_bytes(other)
        assert not file.is_as_left()
    file.path.write_bytes(b"one\ntwo\n")
    assert file.is_as_left()
    file.let_go()
    assert not file.is_as_left()


def test_what_an_attempt_left_half_written_is_ours(
    file: HeldFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any beginning of what was being written is as we left it, and nothing else is."""
    with broken(monkeypatch, "write_at"), pytest.raises(OSError, match="no"):
        file.extend(b"three\n")
    for tail, ours in ((b"", True), (b"th", True), (b"three\n", True), (b"x", False)):
        file.path.write_bytes(b"one\ntwo\n" + tail)
        assert file.is_as_left() is ours
    file.path.write_bytes(b"one\ntwo\nthree\nfour\n")
    assert not file.is_as_left()
    file.path.write_bytes(b"one\ntwo\nthr")
    file.extend(b"three\n")
    assert file.path.read_bytes() == b"one\ntwo\nthree\n"
    assert file.is_as_left()
    file.path.write_bytes(b"one\ntwo\n")
    assert not file.is_as_left()


def test_a_disk_that_cannot_be_read_is_a_trouble_and_no_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the file is as it was left cannot be said then, so nothing is written elsewhere."""
    file = RecordFile.create(HEADER, tmp_path)
    with broken(monkeypatch, "read_from_start", errno.EIO):
        file.append(Passed(0))
        assert file.trouble == "The game is not saved at the moment (no)."
        assert not file.make_sure()
    assert file.make_sure()
    assert (list(tmp_path.iterdir()), file.notice) == ([file.path], "")


def test_a_file_that_is_removed_only_if_it_is_as_left(file: HeldFile) -> None:
    """A file with other things in it is not taken away, and a disk that fails is no trouble."""
    file.path.write_bytes(b"mine")
    file.remove()
    assert file.path.read_bytes() == b"mine"
    file.path.write_bytes(b"one\ntwo\n")
    file.remove()
    assert not file.path.exists()


def test_what_killed_programs_left_goes_with_the_next_rewriting(
    game: Game, tmp_path: Path, descriptors: set[int]
) -> None:
    """Only left-overs of this very record go: other names, folders and links stay."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game)[:-3])
    gone = [tmp_path / f"a.qwirkle.{number * 16}.new" for number in "0af"]
    stay = [
        tmp_path / "a.qwirkle.new",
        tmp_path / "a.qwirkle.0000000000000000.new.txt",
        tmp_path / "a.qwirkle.000000000000000g.new",
        tmp_path / "a-qwirkle.0000000000000000.new",
        tmp_path / "b.qwirkle.0000000000000000.new",
    ]
    for each in gone + stay:
        each.write_bytes(b"left")
    folder = tmp_path / "a.qwirkle.1111111111111111.new"
    folder.mkdir()
    stay.append(folder)
    if os.name == "posix":
        link = tmp_path / "a.qwirkle.2222222222222222.new"
        link.symlink_to("a.qwirkle.new")
        stay.append(link)
    file, _ = RecordFile.open(path)
    file.append(game.events[-1])
    assert file.trouble is None
    assert set(tmp_path.iterdir()) == {path, *stay}
    assert path.read_bytes() == bytes_of(game)
    assert len(descriptors) == 1


@POSIX
def test_nothing_that_waits_beside_a_record_is_written_to(game: Game, tmp_path: Path) -> None:
    """Links under every name that could be guessed lead nowhere, and the repair succeeds."""
    precious = tmp_path / "precious"
    precious.write_bytes(b"kept")
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game)[:-3])
    for name in ("a.qwirkle.new", ".a.qwirkle.new", "a.qwirkle~", "a.qwirkle.tmp"):
        (tmp_path / name).symlink_to(precious)
    file, _ = RecordFile.open(path)
    file.append(game.events[-1])
    assert path.read_bytes() == bytes_of(game)
    assert precious.read_bytes() == b"kept"


@POSIX
def test_the_name_of_a_new_version_cannot_be_guessed(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each rewriting has a name of its own, beside the record and not like a record."""
    names = []
    replace = Path.replace

    def watch(new: Path, path: Path) -> Path:
        names.append(new.name)
        return replace(new, path)

    monkeypatch.setattr(Path, "replace", watch)
    path = tmp_path / "a.qwirkle"
    for _ in range(2):
        path.write_bytes(bytes_of(game)[:-3])
        file, _ = RecordFile.open(path)
        file.append(game.events[-1])
        file.close()
    assert len(set(names)) == 2
    assert all(name.startswith("a.qwirkle.") and name.endswith(".new") for name in names)


@POSIX
def test_a_rewritten_file_is_as_private_as_before(game: Game, tmp_path: Path) -> None:
    """Whoever could not read the record cannot read the new version of it."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game)[:-3])
    path.chmod(0o600)
    file, _ = RecordFile.open(path)
    file.append(game.events[-1])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_that_cannot_be_swept_is_no_trouble(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The record is rewritten all the same."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game)[:-3])
    file, _ = RecordFile.open(path)
    monkeypatch.setattr(Path, "iterdir", failing(errno.EACCES))
    file.append(game.events[-1])
    assert file.trouble is None
    assert path.read_bytes() == bytes_of(game)


def test_every_change_of_a_record_is_told(game: Game, tmp_path: Path) -> None:
    """The sentence names where the game is now, and the file that was changed, the last one."""
    file = RecordFile.create(game.header, tmp_path)
    first = file.path
    file.append(game.events[0])
    assert file.notice == ""
    first.write_bytes(b"")
    file.append(game.events[1])
    second = first.with_name(f"{first.stem}-2.qwirkle")
    assert file.path == second
    assert file.notice == (
        f"The whole game is in {second} now, because somebody changed {first.name}, which stays "
        "as it is."
    )
    second.unlink()
    assert file.make_sure()
    assert file.notice == (
        f"The whole game was written to {second} anew, because somebody took the file away."
    )
    for event in game.events[2:]:
        file.append(event)
    assert (first.read_bytes(), second.read_bytes()) == (b"", bytes_of(game))
    assert file.path == second


def test_a_lost_record_is_told_only_once_it_is_safe(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it cannot be written anew the whole game counts as unsaved; then both are named."""
    file = RecordFile.create(game.header, tmp_path / "games")
    for event in game.events[:5]:
        file.append(event)
    path = file.path
    shutil.rmtree(path.parent)
    path.parent.write_text("not a folder")
    assert not file.make_sure()
    assert file.unsaved == 5
    assert file.trouble == (
        f"The game is not saved at the moment, because {path.parent} is no folder."
    )
    assert file.notice == ""
    path.parent.unlink()
    assert file.make_sure()
    assert file.notice.startswith(f"The whole game was written to {path} anew")
    file.save_elsewhere(tmp_path / "b.qwirkle")
    assert file.make_sure()
    assert file.notice.startswith(f"The whole game was written to {path} anew")


def test_saving_elsewhere_ends_the_care_for_a_lost_file(game: Game, tmp_path: Path) -> None:
    """Whoever chose another place is not told of the old one."""
    file = RecordFile.create(game.header, tmp_path / "games")
    file.append(game.events[0])
    shutil.rmtree(file.path.parent)
    file.path.parent.write_text("not a folder")
    assert not file.make_sure()
    file.save_elsewhere(tmp_path / "b.qwirkle")
    assert file.make_sure()
    assert file.notice == ""


def test_a_read_only_record_without_news_is_safe(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody need be asked about a file that may only be read, as long as nothing is to save."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    with broken(monkeypatch, "open_file", errno.EACCES):
        file, _ = RecordFile.open(path)
        assert file.make_sure()
        assert file.trouble is not None
        file.append(Passed(0))
        assert not file.make_sure()


def test_a_new_file_that_somebody_holds_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, descriptors: set[int]
) -> None:
    """A file that could not be locked is not held, and another one is taken."""
    from qwirkle.record import Busy

    def busy(_: int) -> None:
        raise Busy

    with monkeypatch.context() as patch:
        patch.setattr("qwirkle.record.held.lock", busy)
        file = RecordFile.create(HEADER, tmp_path)
        assert file.trouble == "The game is not saved, because another program plays it too."
        assert descriptors == set()
    assert file.retry()
    assert len(descriptors) == 1


def test_private_files_are_for_this_user_alone(tmp_path: Path) -> None:
    """A file is made with the mode that is asked for, and never with more."""
    shared, private = (
        HeldFile.create(tmp_path / str(mode), mode) for mode in (0o644, disk.PRIVATE)
    )
    if os.name == "posix":
        assert stat.S_IMODE(shared.path.stat().st_mode) & 0o755 == stat.S_IMODE(
            shared.path.stat().st_mode
        )
        assert stat.S_IMODE(private.path.stat().st_mode) == 0o600


def test_a_file_that_was_opened_for_writing_at_last_stays_open(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once it may be written to, nothing need be opened again."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    with broken(monkeypatch, "open_file", errno.EACCES):
        file, _ = RecordFile.open(path)
    assert file.retry()
    with broken(monkeypatch, "open_file", errno.EACCES):
        file.append(Passed(0))
        assert file.trouble is None
