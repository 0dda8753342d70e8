"""Reading files of the statistics, which may be anything by now."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from qwirkle.record.disk import read_from_start

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A named pipe must not hold us up."""


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a regular file of a sensible size; raises OSError."""
    descriptor = os.open(path, _FLAGS)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > most:
            raise OSError
        return read_from_start(descriptor, most)
    finally:
        os.close(descriptor)
