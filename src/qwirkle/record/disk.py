"""The few dealings with the disk that saving needs, each safe against a crash."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from qwirkle.texts import tr

_COMMON = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
OPEN_FLAGS = os.O_RDWR | _COMMON | getattr(os, "O_NONBLOCK", 0)
CREATE_FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | _COMMON
"""Only ever a new file: one that is there already, or a link, is refused."""

SHARED, PRIVATE = 0o644, 0o600


def open_file(path: Path, flags: int, mode: int = SHARED) -> int:
    """The descriptor of a file that no other program inherits."""
    return os.open(path, flags, mode)


def write_at(descriptor: int, offset: int, data: bytes) -> None:
    """Put the data there and cut off what follows; on return it is safe on the disk."""
    os.ftruncate(descriptor, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def read_from_start(descriptor: int, most: int) -> bytes:
    """The first bytes of an open file, no more than so many."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    parts = []
    while part := os.read(descriptor, most):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, each safe on the disk."""
    missing = []
    while not folder.is_dir() and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    for new in reversed(missing):
        new.mkdir(exist_ok=True)
        try:
            keep_folder(new.parent)
        except OSError:
            with suppress(OSError):
                new.rmdir()  # so that the next attempt makes it safe
            raise


def keep_folder(folder: Path) -> None:
    """Make a new or renamed entry of the folder safe on the disk, where the system can."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY | _COMMON)
    except PermissionError:
        return  # a folder that may be written to, but not be read
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def is_at(descriptor: int, path: Path) -> bool:
    """Whether the open file is still the one that the path names, itself and not by a link."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return os.path.samestat(found, os.fstat(descriptor))


def why_unsaved(error: Exception, folder: Path) -> str:
    """One sentence on what keeps a game from being saved."""
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
