"""Folders of machine code: used only where nobody but this user can have written to them.

The rule is that of ssh for its keys. A system without users' numbers has no such rule.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_SYSTEM = 0


def is_safe(folder: Path) -> bool:
    """Whether nobody else can change what is in a folder, which need not be there yet.

    It is this user's alone. Each folder above it is this user's or the system's, and not for
    others to write, unless they could not rename what is in it (as in /tmp).
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
