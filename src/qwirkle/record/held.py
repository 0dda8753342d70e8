"""A file that this program holds: what it left there, and whether that is still so."""

from __future__ import annotations

import os
import re
import secrets
import stat
import weakref
from contextlib import suppress
from pathlib import Path

from qwirkle.record import disk
from qwirkle.record.locking import lock, unlock

_open_files: weakref.WeakSet[HeldFile] = weakref.WeakSet()


class HeldFile:
    """An open file with a lock on it; it remembers every byte that it left there."""

    def __init__(
        self, path: Path, descriptor: int, left: bytes = b"", *, writable: bool = True
    ) -> None:
        self.path = path
        self.writable = writable
        self._descriptor: int | None = descriptor
        self._left = bytearray(left)
        self._tried = b""
        """What the last attempt to write may have left behind the rest, whole or in part."""
        _open_files.add(self)

    @classmethod
    def create(cls, path: Path, mode: int = disk.SHARED) -> HeldFile:
        """A new, empty file; raises FileExistsError where there is anything already, or Busy."""
        descriptor = disk.open_file(path, disk.CREATE_FLAGS, mode)
        try:
            lock(descriptor)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(path, descriptor)

    @property
    def descriptor(self) -> int:
        """The open file."""
        assert self._descriptor is not None
        return self._descriptor

    def is_as_left(self) -> bool:
        """Whether the name still leads to this file, and the file holds what was left there.

        Every byte is compared: a file of the same size may tell of another game.
        """
        if self._descriptor is None or not disk.is_at(self._descriptor, self.path):
            return False
        size = len(self._left)
        found = disk.read_from_start(self._descriptor, size + len(self._tried) + 1)
        return found[:size] == self._left and self._tried.startswith(found[size:])

    def extend(self, data: bytes) -> None:
        """Append the data, after cutting off what an earlier attempt left half written."""
        self._tried = data
        disk.write_at(self.descriptor, len(self._left), data)
        self._left += data
        self._tried = b""

    def reopen(self) -> None:
        """Open a file for writing that at first could only be read; raises Busy."""
        descriptor = disk.open_file(self.path, disk.OPEN_FLAGS)
        self.let_go()
        self._descriptor, self.writable = descriptor, True
        lock(descriptor)

    def replace(self, data: bytes) -> HeldFile:
        """Put another file in the place of this one, whole or not at all, and give it."""
        mode = stat.S_IMODE(os.fstat(self.descriptor).st_mode)
        new = HeldFile.create(_beside(self.path), mode)
        try:
            new.extend(data)
            new.path.replace(self.path)
        except BaseException:
            new.let_go()
            with suppress(OSError):
                new.path.unlink()
            raise
        new.path = self.path
        _sweep(self.path)
        return new

    def remove(self) -> None:
        """Take the file away, if it is still as it was left."""
        with suppress(OSError):
            if self.is_as_left():
                self.path.unlink()

    def let_go(self) -> None:
        """Let other programs have the file."""
        if self._descriptor is not None:
            unlock(self._descriptor)
        self.forget()

    def forget(self) -> None:
        """Close the file without unlocking it, which would unlock it for a parent process too."""
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor = None

    def __del__(self) -> None:
        self.let_go()


def _beside(path: Path) -> Path:
    """A name for what shall take the place of a file, which nobody can guess."""
    return path.with_name(f"{path.name}.{secrets.token_hex(8)}.new")


def _sweep(path: Path) -> None:
    """Take away what programs that were killed left beside a file that we hold."""
    left_over = re.compile(re.escape(path.name) + r"\.[0-9a-f]{16}\.new")
    with suppress(OSError):
        for other in path.parent.iterdir():
            if left_over.fullmatch(other.name) and stat.S_ISREG(other.lstat().st_mode):
                other.unlink()


def forget_all() -> None:
    """A child that lives on must not hold the games of a parent that has died."""
    for file in list(_open_files):
        file.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_all)
