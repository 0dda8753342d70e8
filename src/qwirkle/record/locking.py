"""One game, one program: a lock on an open record that ends with the program."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from qwirkle.schema import shown_word
from qwirkle.texts import tr

_LONGEST_PATH = 400
_HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)


class Busy(Exception):
    """Another program plays this game; `path` is its record, where that is known."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        super().__init__(path)

    def __str__(self) -> str:
        if self.path is None:
            return tr("Another program plays this game.")
        return tr(
            "Another program plays this game; “qwirkle play --watch {file}” lets you watch it.",
            file=shell_word(self.path),
        )


def shell_word(path: Path) -> str:
    """A path as a shell takes it, in a sentence for people."""
    import shlex  # seldom needed

    return shown_word(shlex.quote(str(path)), _LONGEST_PATH)


if sys.platform == "win32":
    import msvcrt

    _FAR = 2**30
    """Locked bytes cannot be read by others, so the lock lies beyond the end of the file."""

    def lock(descriptor: int) -> None:
        """Take the game for this program; raises Busy."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in _HELD:
                raise Busy from None

    def unlock(descriptor: int) -> None:
        """Let others have the game."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        with suppress(OSError):
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def lock(descriptor: int) -> None:
        """Take the game for this program; raises Busy."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno in _HELD:
                raise Busy from None
            # Some network disks have no locks; a game there is better than none.

    def unlock(descriptor: int) -> None:
        """Let others have the game, even while a child process has the file open too."""
        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
