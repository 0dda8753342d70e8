"""The dealings with the disk, one by one."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from qwirkle.record import disk
from tests.record.broken import failing

POSIX = pytest.mark.skipif(os.name != "posix", reason="folders cannot be opened here")


def test_what_is_written_ends_the_file_and_is_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Data put somewhere in a file cuts off what follows, and is synced when all is there."""
    path = tmp_path / "a"
    path.write_bytes(b"abcdef")
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes()))
    descriptor = disk.open_file(path, disk.OPEN_FLAGS)
    disk.write_at(descriptor, 2, b"X")
    os.close(descriptor)
    assert synced == [b"abX"]


def test_a_record_is_no_program(tmp_path: Path) -> None:
    """A new file can be read and written, and not be run."""
    os.close(disk.open_file(tmp_path / "a", disk.CREATE_FLAGS))
    assert (tmp_path / "a").stat().st_mode & 0o711 == 0o600


@POSIX
def test_a_new_file_is_never_one_that_is_there(tmp_path: Path) -> None:
    """A file, a link and a link that leads nowhere are refused where a new file is wanted."""
    (tmp_path / "other").write_bytes(b"kept")
    (tmp_path / "link").symlink_to("other")
    (tmp_path / "nowhere").symlink_to("missing")
    for name in ("other", "link", "nowhere"):
        with pytest.raises(FileExistsError):
            disk.open_file(tmp_path / name, disk.CREATE_FLAGS)
    assert (tmp_path / "other").read_bytes() == b"kept"
    assert not (tmp_path / "missing").exists()


@POSIX
def test_a_folder_is_synced_and_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new name in a folder is made safe through the folder, which stays open no longer."""
    synced: list[int] = []

    def sync(descriptor: int) -> None:
        assert os.path.samestat(os.fstat(descriptor), tmp_path.stat())
        synced.append(descriptor)

    monkeypatch.setattr(os, "fsync", sync)
    disk.keep_folder(tmp_path)
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
            disk.keep_folder(tmp_path)
    else:
        disk.keep_folder(tmp_path)
    with pytest.raises(OSError):
        os.fstat(asked[0])


def test_where_folders_cannot_be_opened_none_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another system than POSIX is asked for nothing."""
    monkeypatch.setattr(disk, "os", SimpleNamespace(name="nt"))
    disk.keep_folder(tmp_path)


def test_every_folder_that_is_made_is_safe_in_the_one_above(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each new folder is there when the one above it is synced, and nothing else is synced."""
    synced: list[tuple[Path, list[str]]] = []

    def keep(folder: Path) -> None:
        synced.append((folder, [path.name for path in folder.iterdir()]))

    monkeypatch.setattr(disk, "keep_folder", keep)
    disk.make_folder(tmp_path / "a" / "b" / "c")
    assert synced == [
        (tmp_path, ["a"]),
        (tmp_path / "a", ["b"]),
        (tmp_path / "a" / "b", ["c"]),
    ]
    disk.make_folder(tmp_path / "a" / "b")
    assert len(synced) == 3


def test_a_folder_that_was_not_safe_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a sync that failed the folder is gone, so that the next attempt syncs it."""
    with monkeypatch.context() as patch:
        patch.setattr(disk, "keep_folder", failing(errno.EIO))
        with pytest.raises(OSError, match="no"):
            disk.make_folder(tmp_path / "a" / "b")
        assert list(tmp_path.iterdir()) == []
        patch.setattr(Path, "rmdir", failing(errno.EACCES))
        with pytest.raises(OSError, match=r"\[Errno 5\] no"):
            disk.make_folder(tmp_path / "c")
    disk.make_folder(tmp_path / "a" / "b")
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
    disk.make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    """Where a file is in the place of a folder, that is told and the file stays."""
    (tmp_path / "a").write_bytes(b"")
    for folder in (tmp_path / "a", tmp_path / "a" / "b"):
        with pytest.raises(OSError):
            disk.make_folder(folder)
    assert (tmp_path / "a").is_file()
    assert not disk.why_unsaved(FileExistsError(errno.EEXIST, "x"), tmp_path).endswith("folder.")


@POSIX
def test_a_folder_that_may_not_be_read_is_not_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever may write to a folder but not list it saves all the same."""
    monkeypatch.setattr(os, "open", failing(errno.EACCES))
    disk.keep_folder(tmp_path)
    monkeypatch.setattr(os, "open", failing(errno.EIO))
    with pytest.raises(OSError, match="no"):
        disk.keep_folder(tmp_path)


def test_the_first_bytes_are_read_wherever_the_file_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short reads are put together, from the start, and never more than was asked for."""
    path = tmp_path / "a"
    path.write_bytes(b"0123456789")
    descriptor = disk.open_file(path, disk.OPEN_FLAGS)
    real = os.read
    monkeypatch.setattr(os, "read", lambda each, count: real(each, min(count, 3)))
    for most, found in ((20, b"0123456789"), (10, b"0123456789"), (7, b"0123456"), (0, b"")):
        assert disk.read_from_start(descriptor, most) == found
    os.close(descriptor)


@POSIX
def test_a_link_to_an_open_file_is_not_the_file(tmp_path: Path) -> None:
    """A name that was made a link to the same file leads there only by another name."""
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_bytes(b"")
    link.symlink_to(path)
    descriptor = disk.open_file(path, disk.OPEN_FLAGS)
    assert disk.is_at(descriptor, path)
    assert not disk.is_at(descriptor, link)
    os.close(descriptor)


def test_a_file_is_at_its_path_until_another_one_is(tmp_path: Path) -> None:
    """An open file that was renamed, replaced or deleted is not at its path any more."""
    path = tmp_path / "a"
    path.write_bytes(b"")
    descriptor = disk.open_file(path, disk.OPEN_FLAGS)
    assert disk.is_at(descriptor, path)
    path.rename(tmp_path / "b")
    assert disk.is_at(descriptor, path) is False
    path.write_bytes(b"")
    assert not disk.is_at(descriptor, path)
    assert disk.is_at(descriptor, tmp_path / "b")
    os.close(descriptor)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ValueError(), "because this is no name for a file."),
        (OSError(errno.ENOSPC, "x"), "because the disk is full."),
        (OSError(errno.EDQUOT, "x"), "because the disk is full."),
        (OSError(errno.EACCES, "x"), "because games may not be written to."),
        (OSError(errno.EPERM, "x"), "because games may not be written to."),
        (OSError(errno.EROFS, "x"), "because games may not be written to."),
        (OSError(errno.ENOENT, "x"), "because games is gone."),
        (OSError(errno.ENOTDIR, "x"), "because games is gone."),
        (FileExistsError(errno.EEXIST, "x"), "because games is no folder."),
        (OSError(errno.EIO, "broken"), "at the moment (broken)."),
        (FileExistsError(), "at the moment (FileExistsError)."),
    ],
    ids=repr,
)
def test_the_reason_of_a_trouble_is_told(error: Exception, told: str) -> None:
    """A full disk, a forbidden and a lost folder are told apart, the rest as the system does."""
    sentence = disk.why_unsaved(error, Path("games"))
    assert sentence.startswith("The game is not saved")
    assert sentence.endswith(told)
