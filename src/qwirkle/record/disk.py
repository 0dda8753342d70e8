"""Low-level file access for records, and the messages for its errors."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from qwirkle.files import COMMON_FLAGS, WITHOUT_WAITING
from qwirkle.texts import tr

OPEN_FLAGS = os.O_RDWR | COMMON_FLAGS | WITHOUT_WAITING
READ_FLAGS = os.O_RDONLY | COMMON_FLAGS | WITHOUT_WAITING


def open_file(path: Path, flags: int, mode: int = 0o644) -> int:
    """Open a file and return its descriptor."""
    return os.open(path, flags, mode)


def write_at(descriptor: int, offset: int, data: bytes) -> None:
    """Truncate the file at `offset`, append the data and sync it to the disk."""
    os.ftruncate(descriptor, offset)
    os.lseek(descriptor, offset, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def read_from_start(descriptor: int, most: int) -> bytes:
    """Read an open file from the start, at most `max_bytes`."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    parts = []
    while part := os.read(descriptor, most):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def why_unsaved(error: Exception, folder: Path) -> str:
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
