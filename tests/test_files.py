"""Files that survive a crash: written whole or not at all, and read up to a limit."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from qwirkle import files
from qwirkle.files import atomic_write, read_limited
from tests.records.failing_disk import raising

POSIX = pytest.mark.skipif(os.name != "posix", reason="folders, links and modes of POSIX")


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    """The new bytes take the place of the old ones, in folders that are made, and nothing else."""
    path = tmp_path / "a" / "b" / "file"
    for data in (b"a longer text", b"short"):
        atomic_write(path, data)
        assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]


@POSIX
def test_a_file_is_synced_before_it_takes_its_name_and_its_folder_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash at any moment leaves the old file or the new one."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    seen: list[tuple[bool, bytes]] = []

    def sync(descriptor: int) -> None:
        seen.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), path.read_bytes()))

    monkeypatch.setattr(os, "fsync", sync)
    atomic_write(path, b"new")
    assert seen == [(False, b"old"), (True, b"new")]


@pytest.mark.parametrize("call", ["fsync", "open"])
def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the file that was to be written."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, call, raising(errno.ENOSPC))
    with pytest.raises(OSError) as caught:
        atomic_write(path, b"new")
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(path))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_write_leaves_nothing_beside_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C in the middle is passed on."""

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        atomic_write(tmp_path / "file", b"new")
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_private_files_and_their_folders_are_for_this_user_alone(tmp_path: Path) -> None:
    """Others can read neither; a file that isn't private can be read, but not be run."""
    path = tmp_path / "folder" / "file"
    atomic_write(path, b"", private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    atomic_write(path, b"")
    assert stat.S_IMODE(path.stat().st_mode) & 0o711 == 0o600


@POSIX
def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    """What a link leads to stays as it is."""
    other, path = tmp_path / "other", tmp_path / "file"
    other.write_bytes(b"kept")
    path.symlink_to(other)
    atomic_write(path, b"new")
    assert (path.read_bytes(), other.read_bytes(), path.is_symlink()) == (b"new", b"kept", False)


def test_no_more_is_read_than_the_limit(tmp_path: Path) -> None:
    """A file of just that size is read, and a larger one is refused."""
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_limited(path, 5) == b"12345"
    with pytest.raises(OSError, match="too large"):
        read_limited(path, 4)


@POSIX
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """A folder and a pipe that nobody writes to are refused at once."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(OSError):
            read_limited(path, 5)


@POSIX
def test_a_folder_is_synced_and_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new name in a folder is made safe through the folder, which stays open no longer."""
    synced: list[int] = []

    def sync(descriptor: int) -> None:
        assert os.path.samestat(os.fstat(descriptor), tmp_path.stat())
        synced.append(descriptor)

    monkeypatch.setattr(os, "fsync", sync)
    files.sync_folder(tmp_path)
    (descriptor,) = synced
    with pytest.raises(OSError):
        os.fstat(descriptor)


@POSIX
@pytest.mark.parametrize(
    ("number", "raised"), [(errno.EINVAL, False), (errno.ENOTSUP, False), (errno.EIO, True)]
)
def test_a_system_that_cannot_sync_folders_is_no_trouble(
    number: int, raised: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a real fault of the disk is told, and the folder is closed in any case."""
    asked: list[int] = []

    def fail(descriptor: int) -> None:
        asked.append(descriptor)
        raise OSError(number, "no")

    monkeypatch.setattr(os, "fsync", fail)
    if raised:
        with pytest.raises(OSError, match="no"):
            files.sync_folder(tmp_path)
    else:
        files.sync_folder(tmp_path)
    with pytest.raises(OSError):
        os.fstat(asked[0])


def test_where_folders_cannot_be_opened_none_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another system than POSIX is asked for nothing."""
    monkeypatch.setattr(files, "os", SimpleNamespace(name="nt"))
    files.sync_folder(tmp_path)


def test_every_folder_that_is_made_is_safe_in_the_one_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each new folder is there when the one above it is synced, and nothing else is synced."""
    synced: list[tuple[Path, list[str]]] = []

    def keep(folder: Path) -> None:
        synced.append((folder, [path.name for path in folder.iterdir()]))

    monkeypatch.setattr(files, "sync_folder", keep)
    files.make_folder(tmp_path / "a" / "b" / "c")
    assert synced == [
        (tmp_path, ["a"]),
        (tmp_path / "a", ["b"]),
        (tmp_path / "a" / "b", ["c"]),
    ]
    files.make_folder(tmp_path / "a" / "b")
    assert len(synced) == 3


def test_a_folder_that_was_not_safe_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a sync that failed the folder is gone, so that the next attempt syncs it."""
    with monkeypatch.context() as patch:
        patch.setattr(files, "sync_folder", raising(errno.EIO))
        with pytest.raises(OSError, match="no"):
            files.make_folder(tmp_path / "a" / "b")
        assert list(tmp_path.iterdir()) == []
        patch.setattr(Path, "rmdir", raising(errno.EACCES))
        with pytest.raises(OSError, match=r"\[Errno 5\] no"):
            files.make_folder(tmp_path / "c")
    files.make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_a_folder_that_another_program_has_just_made_is_fine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs that make the same folder at once both have it."""
    real = Path.is_dir

    def make_meanwhile(path: Path) -> bool:
        found = real(path)
        if path.name == "a" and not found:
            os.mkdir(path)  # noqa: PTH102 -- another program does
        return found

    monkeypatch.setattr(Path, "is_dir", make_meanwhile)
    files.make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """Where a file is in the place of a folder, that is told and the file stays."""
    (tmp_path / "a").write_bytes(b"")
    for folder in (tmp_path / "a", tmp_path / "a" / "b"):
        with pytest.raises(OSError):
            files.make_folder(folder)
    assert (tmp_path / "a").is_file()


@POSIX
def test_a_folder_that_may_not_be_read_is_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may write to a folder but not list it saves all the same."""
    monkeypatch.setattr(os, "open", raising(errno.EACCES))
    files.sync_folder(tmp_path)
    monkeypatch.setattr(os, "open", raising(errno.EIO))
    with pytest.raises(OSError, match="no"):
        files.sync_folder(tmp_path)
