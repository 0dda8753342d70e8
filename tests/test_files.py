"""Crash-safe writes and size-limited reads of files."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from types import SimpleNamespace

import pytest

from qwirkle import files
from qwirkle.files import atomic_write, expand_path, read_limited
from tests.records.failing_disk import raising

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX folders, links and modes")


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    """Writing creates missing folders, replaces all content and leaves no other file behind."""
    path = tmp_path / "a" / "b" / "file"
    for data in (b"a longer text", b"short"):
        atomic_write(path, data)
        assert path.read_bytes() == data
    assert list(path.parent.iterdir()) == [path]


@POSIX
def test_the_file_is_synced_before_the_rename_and_the_folder_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash leaves either the old file or the new one."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    synced: list[tuple[bool, bytes]] = []

    def sync(descriptor: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), path.read_bytes()))

    monkeypatch.setattr(os, "fsync", sync)
    atomic_write(path, b"new")
    assert synced == [(False, b"old"), (True, b"new")]


@pytest.mark.parametrize("call", ["fsync", "open"])
def test_a_failed_write_keeps_the_old_file(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the target file, and no temporary file remains."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, call, raising(errno.ENOSPC))
    with pytest.raises(OSError) as caught:
        atomic_write(path, b"new")
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(path))
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_write_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl+C raises KeyboardInterrupt, and no temporary file remains."""

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        atomic_write(tmp_path / "file", b"new")
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_only_the_owner_can_access_private_files(tmp_path: Path) -> None:
    """Private files and their folders are for their owner; no file is executable."""
    path = tmp_path / "folder" / "file"
    atomic_write(path, b"", private=True)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    atomic_write(path, b"")
    assert stat.S_IMODE(path.stat().st_mode) & 0o711 == 0o600


@POSIX
def test_writing_replaces_a_link(tmp_path: Path) -> None:
    """The link's target stays unchanged."""
    target, path = tmp_path / "target", tmp_path / "file"
    target.write_bytes(b"old")
    path.symlink_to(target)
    atomic_write(path, b"new")
    assert (path.read_bytes(), target.read_bytes(), path.is_symlink()) == (b"new", b"old", False)


def test_reading_checks_the_size_limit(tmp_path: Path) -> None:
    """A file of exactly the maximum size is read; a larger one raises EFBIG."""
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_limited(path, 5) == b"12345"
    with pytest.raises(OSError) as caught:
        read_limited(path, 4)
    assert caught.value.errno == errno.EFBIG


@POSIX
def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """Reading a folder or a pipe without a writer raises OSError and doesn't block."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(OSError):
            read_limited(path, 5)


@POSIX
def test_a_folder_is_synced_and_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`sync_folder` syncs the folder itself and closes its descriptor."""
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
    ("number", "is_raised"), [(errno.EINVAL, False), (errno.ENOTSUP, False), (errno.EIO, True)]
)
def test_unsupported_folder_sync_is_ignored(
    number: int, is_raised: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only real disk errors are raised, and the folder is closed in any case."""
    descriptors: list[int] = []

    def fail(descriptor: int) -> None:
        descriptors.append(descriptor)
        raise OSError(number, "no")

    monkeypatch.setattr(os, "fsync", fail)
    if is_raised:
        with pytest.raises(OSError) as caught:
            files.sync_folder(tmp_path)
        assert caught.value.errno == number
    else:
        files.sync_folder(tmp_path)
    with pytest.raises(OSError):
        os.fstat(descriptors[0])


def test_folders_are_only_synced_on_posix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On other systems, `sync_folder` does nothing."""
    monkeypatch.setattr(files, "os", SimpleNamespace(name="nt"))
    files.sync_folder(tmp_path)


def test_a_new_folder_is_synced_in_its_parent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After each folder is created, its parent is synced, and no other folder is."""
    synced: list[tuple[Path, list[str]]] = []

    def sync(folder: Path) -> None:
        synced.append((folder, [path.name for path in folder.iterdir()]))

    monkeypatch.setattr(files, "sync_folder", sync)
    files.make_folder(tmp_path / "a" / "b" / "c")
    assert synced == [
        (tmp_path, ["a"]),
        (tmp_path / "a", ["b"]),
        (tmp_path / "a" / "b", ["c"]),
    ]
    files.make_folder(tmp_path / "a" / "b")
    assert len(synced) == 3


def test_a_folder_is_removed_if_its_sync_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next attempt creates and syncs it again; an error while removing it is ignored."""
    with monkeypatch.context() as patch:
        patch.setattr(files, "sync_folder", raising(errno.EIO))
        with pytest.raises(OSError) as caught:
            files.make_folder(tmp_path / "a" / "b")
        assert caught.value.errno == errno.EIO
        assert list(tmp_path.iterdir()) == []
        patch.setattr(Path, "rmdir", raising(errno.EACCES))
        with pytest.raises(OSError) as caught:
            files.make_folder(tmp_path / "c")
        assert caught.value.errno == errno.EIO
    files.make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()


def test_another_program_may_create_the_folder_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two programs can create the same folder at the same time."""
    real_is_dir = Path.is_dir

    def create_after_check(path: Path) -> bool:
        exists = real_is_dir(path)
        if path.name == "a" and not exists:
            os.mkdir(path)  # noqa: PTH102 -- stands in for the other program
        return exists

    monkeypatch.setattr(Path, "is_dir", create_after_check)
    files.make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").exists()


def test_a_file_is_not_replaced_by_a_folder(tmp_path: Path) -> None:
    """If a file has the name of the folder or its parent, `make_folder` raises OSError."""
    (tmp_path / "a").write_bytes(b"")
    for folder in (tmp_path / "a", tmp_path / "a" / "b"):
        with pytest.raises(OSError):
            files.make_folder(folder)
    assert (tmp_path / "a").is_file()


@POSIX
def test_an_unreadable_folder_is_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """You can save to a folder that you can't list; other errors are raised."""
    monkeypatch.setattr(os, "open", raising(errno.EACCES))
    files.sync_folder(tmp_path)
    monkeypatch.setattr(os, "open", raising(errno.EIO))
    with pytest.raises(OSError) as caught:
        files.sync_folder(tmp_path)
    assert caught.value.errno == errno.EIO


def test_an_unknown_home_folder_is_not_expanded() -> None:
    """A path in the home folder of an unknown user stays as typed."""
    assert expand_path(" ~nobody-of-this-name/a ") == Path("~nobody-of-this-name/a")
