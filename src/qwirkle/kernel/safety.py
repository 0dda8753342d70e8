"""Checks that only the user can write to a folder, as ssh does for its keys."""

from __future__ import annotations

import os
import stat
from pathlib import Path

_GROUP_OR_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_ROOT_UID = 0


def only_user_can_write(folder: Path) -> bool:
    """Return True if no other user can change a folder or its contents. It may not exist yet.

    Every parent must belong to the user or to root, and be writable by nobody else unless it is
    sticky (like /tmp). Always True on systems without user ids.
    """
    if not hasattr(os, "geteuid"):
        return True
    try:
        folder = folder.resolve()
        return _is_folder_of_user_only(folder) and all(map(_protects_its_entries, folder.parents))
    except (OSError, RuntimeError, ValueError):
        return False


def _is_folder_of_user_only(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return True
    mine = found.st_uid == os.geteuid() and not found.st_mode & _GROUP_OR_OTHERS_WRITE
    return stat.S_ISDIR(found.st_mode) and mine


def _protects_its_entries(folder: Path) -> bool:
    try:
        found = folder.lstat()
    except FileNotFoundError:
        return True
    guarded = not found.st_mode & _GROUP_OR_OTHERS_WRITE or bool(found.st_mode & stat.S_ISVTX)
    return stat.S_ISDIR(found.st_mode) and guarded and found.st_uid in (_ROOT_UID, os.geteuid())
