"""Locks a record so that one program plays it; the system frees the lock if that exits."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from qwirkle.schema import escape_text
from qwirkle.texts import tr

_MAX_PATH_LENGTH = 400
_LOCKED_ERRNOS = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class RecordLocked(Exception):
    """Another program is playing this game; `path` is its record, or None if unknown."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        super().__init__(path)

    def __str__(self) -> str:
        if self.path is None:
            return tr("Another program plays this game.")
        return tr(
            "Another program plays this game; “qwirkle play --watch {file}” lets you watch it.",
            file=quote_path(self.path),
        )


def quote_path(path: Path) -> str:
    """Quote a path for a shell and make it safe to print."""
    import shlex  # seldom needed

    return escape_text(shlex.quote(str(path)), _MAX_PATH_LENGTH)


if sys.platform == "win32":
    import msvcrt

    _LOCK_OFFSET = 2**30
    """Others can't read locked bytes on Windows, so we lock one beyond the end of the file."""

    def lock(descriptor: int) -> None:
        """Lock the file for this program. Raises RecordLocked."""
        os.lseek(descriptor, _LOCK_OFFSET, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in _LOCKED_ERRNOS:
                raise RecordLocked from None

    def unlock(descriptor: int) -> None:
        """Unlock the file."""
        os.lseek(descriptor, _LOCK_OFFSET, os.SEEK_SET)
        with suppress(OSError):
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(descriptor: int) -> None:
        """Lock the file for this program. Raises RecordLocked."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _LOCKED_ERRNOS:
                raise RecordLocked from None
            # Some network disks have no locks. Playing without one is better than not at all.

    def unlock(descriptor: int) -> None:
        """Unlock the file, even if a child process still has it open."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
