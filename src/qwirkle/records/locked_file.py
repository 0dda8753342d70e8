"""A locked file that notices changes by other programs, and the file access below it.

The lock ensures that only one program plays a record; the system releases it when that program
exits.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from qwirkle.decoding import escape_text
from qwirkle.files import COMMON_FLAGS, CREATE_FLAGS, NONBLOCK_FLAG, sync_folder
from qwirkle.i18n import tr

READ_WRITE_FLAGS = os.O_RDWR | COMMON_FLAGS | NONBLOCK_FLAG
READ_FLAGS = os.O_RDONLY | COMMON_FLAGS | NONBLOCK_FLAG

_LOCKED_ERRNOS = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_MAX_PATH_LENGTH = 400


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


def save_error_message(error: Exception, folder: Path) -> str:
    """Return one sentence on why a game can't be saved."""
    if not isinstance(error, OSError):
        return tr("The game is not saved, because this is no name for a file.")
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return tr("The game is not saved at the moment, because the disk is full.")
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return tr(
                "The game is not saved at the moment, because {folder} may not be written to.",
                folder=folder,
            )
        case errno.ENOENT | errno.ENOTDIR:
            return tr(
                "The game is not saved at the moment, because {folder} is gone.", folder=folder
            )
        case errno.EEXIST if not folder.is_dir():
            return tr(
                "The game is not saved at the moment, because {folder} is no folder.",
                folder=folder,
            )
    return tr(
        "The game is not saved at the moment ({reason}).",
        reason=error.strerror or type(error).__name__,
    )


def open_file(path: Path, flags: int, mode: int = 0o644) -> int:
    """Open a file and return its descriptor."""
    return os.open(path, flags, mode)


def truncate_and_write(descriptor: int, offset: int, data: bytes) -> None:
    """Truncate the file at `offset`, append the data and sync it to the disk."""
    os.ftruncate(descriptor, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    remaining = memoryview(data)
    while remaining:
        remaining = remaining[os.write(descriptor, remaining) :]
    os.fsync(descriptor)


def read_from_start(descriptor: int, max_bytes: int) -> bytes:
    """Read an open file from the start, at most `max_bytes`."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    chunks = []
    while chunk := os.read(descriptor, max_bytes):
        chunks.append(chunk)
        max_bytes -= len(chunk)
    return b"".join(chunks)


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


class LockedFile:
    """An open, locked text file; its first `size` bytes are complete lines of the record."""

    def __init__(
        self,
        path: Path,
        descriptor: int,
        size: int = 0,
        *,
        has_final_newline: bool = True,
        writable: bool = True,
    ) -> None:
        self.path = path
        self.writable = writable
        self._descriptor: int | None = descriptor
        self._size = size
        self._missing_newline = b"" if has_final_newline else b"\n"
        """Missing end of the last line, written before the next append."""
        self._is_folder_synced = True
        """True if the folder has been synced since the file was created."""
        self._last_stat = _file_state(os.fstat(descriptor))
        """Identity, size and mtime after our last read or write."""

    @classmethod
    def create(cls, path: Path) -> LockedFile:
        """Create an empty file. Raises FileExistsError, another OSError or RecordLocked."""
        descriptor = open_file(path, CREATE_FLAGS)
        try:
            lock(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        file = cls(path, descriptor)
        file._is_folder_synced = False
        return file

    @property
    def descriptor(self) -> int:
        assert self._descriptor is not None
        return self._descriptor

    def is_unmodified(self) -> bool:
        """Return True if no other program has replaced, removed or written to the file."""
        try:
            return _file_state(self.path.lstat()) == self._last_stat
        except (FileNotFoundError, NotADirectoryError):
            return False

    def append(self, lines: bytes) -> None:
        """Append lines and sync them, replacing a truncated line or a failed attempt."""
        data = self._missing_newline + lines
        try:
            truncate_and_write(self.descriptor, self._size, data)
            if not self._is_folder_synced:
                sync_folder(self.path.parent)
                self._is_folder_synced = True
            self._size += len(data)
            self._missing_newline = b""
        finally:
            self._last_stat = _file_state(os.fstat(self.descriptor))

    def reopen(self) -> None:
        """Reopen a read-only file for writing. Raises OSError or RecordLocked."""
        descriptor = open_file(self.path, READ_WRITE_FLAGS)
        self.release()
        self._descriptor, self.writable = descriptor, True
        lock(descriptor)

    def remove(self) -> None:
        """Delete the file unless another program has changed it, then release it."""
        with suppress(OSError):
            if self.is_unmodified():
                self.path.unlink()
        self.release()

    def release(self) -> None:
        """Unlock and close the file."""
        if self._descriptor is not None:
            unlock(self._descriptor)
            os.close(self._descriptor)
        self._descriptor = None

    def __del__(self) -> None:
        self.release()


def _file_state(status: os.stat_result) -> tuple[int, ...]:
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
