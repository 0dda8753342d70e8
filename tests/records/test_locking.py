"""The lock on an open record."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from qwirkle.records import locked_file
from qwirkle.records.locked_file import RecordLocked

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems lock in another way")


def refusing(number: int) -> SimpleNamespace:
    """Locks of a system that answers each wish with this error."""

    def flock(descriptor: int, how: int) -> None:
        raise OSError(number, "no")

    return SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4, LOCK_UN=8)


def test_a_lock_keeps_others_out_until_it_is_undone(tmp_path: Path) -> None:
    """One open file at a time has the game, and can have it again."""
    (tmp_path / "a").write_bytes(b"")
    one, other = (locked_file.open_file(tmp_path / "a", locked_file.OPEN_FLAGS) for _ in range(2))
    locked_file.lock(one)
    with pytest.raises(RecordLocked):
        locked_file.lock(other)
    locked_file.unlock(one)
    locked_file.lock(other)
    with pytest.raises(RecordLocked):
        locked_file.lock(one)
    os.close(one)
    os.close(other)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EAGAIN, errno.EDEADLK])
def test_a_held_lock_has_several_names(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Systems tell in different ways that another program has the lock."""
    monkeypatch.setattr(locked_file, "fcntl", refusing(number))
    with pytest.raises(RecordLocked):
        locked_file.lock(0)


def test_a_disk_without_locks_is_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be locked, no game is busy."""
    monkeypatch.setattr(locked_file, "fcntl", refusing(errno.ENOLCK))
    locked_file.lock(0)
    locked_file.unlock(0)
