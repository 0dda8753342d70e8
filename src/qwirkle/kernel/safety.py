"""Checks that only the user can write to a folder, as ssh does for its keys."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_SYSTEM = 0


def is_safe(folder: Path) -> bool:
    """Return True if no other user can change a folder or its contents. It may not exist yet.

    Every parent must belong to the user or to root, and be writable by nobody else unless it is
    sticky (like /tmp). Always True on systems without user ids.
    """
    if not hasattr(os, "geteuid"):
        return True
    try:
        folder = folder.resolve()
        return _is_mine_alone(folder) and all(map(_keeps_what_is_in_it, folder.parents))
    except (OSError, RuntimeError, ValueError):
        return False


def _is_mine_alone(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return True
    mine = found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_WRITE
    return stat.S_ISDIR(found.st_mode) and mine


def _keeps_what_is_in_it(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return True
    guarded = not found.st_mode & _OTHERS_WRITE or bool(found.st_mode & stat.S_ISVTX)
    return stat.S_ISDIR(found.st_mode) and guarded and found.st_uid in (_SYSTEM, os.geteuid())
