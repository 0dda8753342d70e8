"""The few dealings with the disk that saving needs, each safe against a crash."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from qwirkle.texts import tr

_COMMON = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
OPEN_FLAGS = os.O_RDWR | _COMMON | getattr(os, "O_NONBLOCK", 0)
CREATE_FLAGS = os.O_RDWR | os.O_CREAT | os.O_EXCL | _COMMON
REPLACE_FLAGS = os.O_RDWR | os.O_CREAT | os.O_TRUNC | _COMMON | getattr(os, "O_NOFOLLOW", 0)
_MODE = 0o644


def open_file(path: Path, flags: int) -> int:
    """The descriptor of a file that no other program inherits."""
    return os.open(path, flags, _MODE)


def write_at(descriptor: int, offset: int, data: bytes) -> None:
    """Put the data there and cut off what follows; on return it is safe on the disk."""
    os.ftruncate(descriptor, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def keep_folder(folder: Path) -> None:
    """Make a new or renamed entry of the folder safe on the disk, where the system can."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY | _COMMON)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)


def is_at(descriptor: int, path: Path) -> bool:
    """Whether the open file is still the one that the path names."""
    try:
        found = path.stat()
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
    return tr(
        "The game is not saved at the moment ({reason}).",
        reason=error.strerror or type(error).__name__,
    )
