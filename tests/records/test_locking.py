"""Locking open records."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from qwirkle.records import locked_file
from qwirkle.records.locked_file import RecordLocked

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems lock differently")


def refusing(number: int) -> SimpleNamespace:
    """Return a fake `fcntl` whose `flock` raises this errno."""

    def flock(descriptor: int, operation: int) -> None:
        raise OSError(number, "no")

    return SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4, LOCK_UN=8)


def test_a_lock_is_exclusive_until_it_is_released(tmp_path: Path) -> None:
    """One open file at a time has the lock."""
    (tmp_path / "a").write_bytes(b"")
    first, second = (
        locked_file.open_file(tmp_path / "a", locked_file.READ_WRITE_FLAGS) for _ in range(2)
    )
    locked_file.lock(first)
    with pytest.raises(RecordLocked):
        locked_file.lock(second)
    locked_file.unlock(first)
    locked_file.lock(second)
    with pytest.raises(RecordLocked):
        locked_file.lock(first)
    os.close(first)
    os.close(second)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EAGAIN, errno.EDEADLK])
def test_several_errors_mean_that_a_file_is_locked(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Systems use different error numbers if another program has the lock."""
    monkeypatch.setattr(locked_file, "fcntl", refusing(number))
    with pytest.raises(RecordLocked):
        locked_file.lock(0)


def test_a_disk_without_locks_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the file system has no locks, no record counts as locked."""
    monkeypatch.setattr(locked_file, "fcntl", refusing(errno.ENOLCK))
    locked_file.lock(0)
    locked_file.unlock(0)
