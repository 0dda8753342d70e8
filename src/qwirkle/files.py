"""Files that survive a crash: written whole or not at all, and read up to a limit."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

COMMON_FLAGS = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
WITHOUT_WAITING = getattr(os, "O_NONBLOCK", 0)
"""A named pipe mustn't block."""
CREATE_FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | COMMON_FLAGS
"""Only ever a new file: an existing file or link is refused."""


def atomic_write(path: Path, data: bytes, *, private: bool = False) -> None:
    """Replace a file and make its folder if needed; a crash leaves the old file or the new one.

    With `private`, only this user can read the file and the folders made for it. Raises OSError.
    """
    make_folder(path.parent, 0o700 if private else 0o777)
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}")
    try:
        descriptor = os.open(draft, CREATE_FLAGS, 0o600 if private else 0o644)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException as error:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    sync_folder(path.parent)


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and those above it that are missing, each synced to the disk."""
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
    """Sync new and renamed entries of a folder to the disk, if the system can."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | COMMON_FLAGS)
    except PermissionError:
        return  # a folder you can write to, but not list
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def read_limited(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a regular file; raises OSError, also if it's larger than `max_bytes`."""
    with open(path, "rb", opener=_open_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file", str(path))
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise OSError(errno.EFBIG, "too large", str(path))
    return data


def _open_without_waiting(path: str, flags: int) -> int:
    return os.open(path, flags | WITHOUT_WAITING)
