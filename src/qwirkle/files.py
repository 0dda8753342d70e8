"""Crash-safe writes and size-limited reads of files."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

COMMON_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
NONBLOCK_FLAG = getattr(os, "O_NONBLOCK", 0)
"""So that opening a named pipe doesn't block."""
CREATE_FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | COMMON_FLAGS
"""Fails if the file or a link of that name exists."""


def atomic_write(path: Path, data: bytes, *, private: bool = False) -> None:
    """Replace a file and create its folder if needed; a crash leaves the old file or the new one.

    With `private`, only this user can read the file and the new folders. Raises OSError.
    """
    make_folder(path.parent, 0o700 if private else 0o777)
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        descriptor = os.open(temporary, CREATE_FLAGS, 0o600 if private else 0o644)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    sync_folder(path.parent)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Create a folder and its missing parents, each synced to the disk."""
    missing = []
    while not folder.is_dir() and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        new.mkdir(mode, exist_ok=True)
        try:
            sync_folder(new.parent)
        except OSError:
            with suppress(OSError):
                new.rmdir()  # so that the next attempt syncs it
            raise


def sync_folder(folder: Path) -> None:
    """Sync the entries of a folder to the disk, if the system supports it."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | COMMON_FLAGS)
    except PermissionError:
        return  # a folder that can be written to, but not listed
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def read_limited(path: Path, max_bytes: int) -> bytes:
    """Read a regular file. Raises OSError if it can't be read or exceeds `max_bytes`."""
    with open(path, "rb", opener=_open_nonblocking) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise OSError(errno.EFBIG, "too large", str(path))
    return data


def _open_nonblocking(path: str, flags: int) -> int:
    return os.open(path, flags | NONBLOCK_FLAG)


def expand_path(text: str) -> Path:
    """Return a typed path with `~` expanded, or as typed if that user has no home folder."""
    path = Path(text.strip())
    try:
        return path.expanduser()
    except RuntimeError:
        return path
