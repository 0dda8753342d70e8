"""The dealings with the disk, one by one."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from qwirkle.records import locked_file


def test_what_is_written_ends_the_file_and_is_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Data put somewhere in a file cuts off what follows, and is synced when all is there."""
    path = tmp_path / "a"
    path.write_bytes(b"abcdef")
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes()))
    descriptor = locked_file.open_file(path, locked_file.OPEN_FLAGS)
    locked_file.truncate_and_write(descriptor, 2, b"X")
    os.close(descriptor)
    assert synced == [b"abX"]


def test_the_first_bytes_are_read_wherever_the_file_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short reads are put together, from the start, and never more than was asked for."""
    path = tmp_path / "a"
    path.write_bytes(b"0123456789")
    descriptor = locked_file.open_file(path, locked_file.OPEN_FLAGS)
    real = os.read
    monkeypatch.setattr(os, "read", lambda each, count: real(each, min(count, 3)))
    for most, found in ((20, b"0123456789"), (10, b"0123456789"), (7, b"0123456"), (0, b"")):
        assert locked_file.read_from_start(descriptor, most) == found
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
    sentence = locked_file.save_error_message(error, Path("games"))
    assert sentence.startswith("The game is not saved")
    assert sentence.endswith(told)
