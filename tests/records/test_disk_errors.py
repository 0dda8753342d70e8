"""Low-level file access and the messages for its errors."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from qwirkle.records import locked_file


def test_writing_truncates_the_file_and_syncs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file ends after the data, and `fsync` runs once everything is written."""
    path = tmp_path / "a"
    path.write_bytes(b"abcdef")
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes()))
    descriptor = locked_file.open_file(path, locked_file.READ_WRITE_FLAGS)
    locked_file.truncate_and_write(descriptor, 2, b"X")
    os.close(descriptor)
    assert synced == [b"abX"]


def test_reading_starts_at_the_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Short reads are joined, and at most the requested bytes are returned."""
    path = tmp_path / "a"
    path.write_bytes(b"0123456789")
    descriptor = locked_file.open_file(path, locked_file.READ_WRITE_FLAGS)
    real_read = os.read
    monkeypatch.setattr(os, "read", lambda descriptor, count: real_read(descriptor, min(count, 3)))
    for max_bytes, expected in (
        (20, b"0123456789"),
        (10, b"0123456789"),
        (7, b"0123456"),
        (0, b""),
    ):
        assert locked_file.read_from_start(descriptor, max_bytes) == expected
    os.close(descriptor)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError(), "name for a file"),
        (OSError(errno.ENOSPC, "x"), "disk is full"),
        (OSError(errno.EDQUOT, "x"), "disk is full"),
        (OSError(errno.EACCES, "x"), "games may not be written to"),
        (OSError(errno.EPERM, "x"), "games may not be written to"),
        (OSError(errno.EROFS, "x"), "games may not be written to"),
        (OSError(errno.ENOENT, "x"), "games is gone"),
        (OSError(errno.ENOTDIR, "x"), "games is gone"),
        (FileExistsError(errno.EEXIST, "x"), "games is no folder"),
        (OSError(errno.EIO, "broken"), "broken"),
        (FileExistsError(), "FileExistsError"),
    ],
    ids=repr,
)
def test_a_save_error_has_its_reason(error: Exception, reason: str) -> None:
    """Full disks and forbidden or missing folders have their own messages; others are quoted."""
    message = locked_file.save_error_message(error, Path("games"))
    assert reason in message
    assert message.endswith(".")
