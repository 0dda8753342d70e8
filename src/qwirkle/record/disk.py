"""Low-level file access for records, and the messages for its errors."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from qwirkle.files import COMMON_FLAGS, NONBLOCK_FLAG
from qwirkle.texts import tr

OPEN_FLAGS = os.O_RDWR | COMMON_FLAGS | NONBLOCK_FLAG
READ_FLAGS = os.O_RDONLY | COMMON_FLAGS | NONBLOCK_FLAG


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
