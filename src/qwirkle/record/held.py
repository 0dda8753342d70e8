"""A locked file that notices if another program changes it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from qwirkle.files import CREATE_FLAGS, sync_folder
from qwirkle.record import disk
from qwirkle.record.locking import lock, unlock


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
        descriptor = disk.open_file(path, CREATE_FLAGS)
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
            disk.truncate_and_write(self.descriptor, self._size, data)
            if not self._is_folder_synced:
                sync_folder(self.path.parent)
                self._is_folder_synced = True
            self._size += len(data)
            self._missing_newline = b""
        finally:
            self._last_stat = _file_state(os.fstat(self.descriptor))

    def reopen(self) -> None:
        """Reopen a read-only file for writing. Raises OSError or RecordLocked."""
        descriptor = disk.open_file(self.path, disk.OPEN_FLAGS)
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


def _file_state(found: os.stat_result) -> tuple[int, ...]:
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
