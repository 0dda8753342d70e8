"""Finds out if the compiled kernel can be used, and gives each thread its own.

Machine code is only loaded from folders that no other user can write to, as ssh does for keys.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import stat
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle import paths
from qwirkle.engine.pieces import COLOUR_COUNT, SHAPE_COUNT
from qwirkle.engine.variant import DEFAULT_END, Variant

if TYPE_CHECKING:
    from qwirkle.kernel.interface import Kernel

KERNEL_VARIABLE = "QWIRKLE_KERNEL"
"""Environment variable; the value `off` turns the kernel off."""

_GROUP_OR_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_ROOT_UID = 0

_thread_local = threading.local()

_is_ready = False
"""True once `is_compiled` has returned True."""


class GridOverflow(Exception):
    """A board doesn't fit on the kernel's grid."""


def is_available() -> bool:
    """Return True if numba is installed and the kernel isn't turned off."""
    return (
        os.environ.get(KERNEL_VARIABLE) != "off" and importlib.util.find_spec("numba") is not None
    )


def is_compiled() -> bool:
    """Return True if the machine code is on disk and was checked against plain Python."""
    folder = machine_code_folder() if is_available() else None
    return folder is not None and ready_marker(folder).is_file()


def needs_compiling() -> bool:
    """Return True if the kernel should be compiled now. A failed attempt isn't repeated."""
    folder = machine_code_folder() if is_available() else None
    return folder is not None and not (
        ready_marker(folder).exists() or failed_marker(folder).exists()
    )


def is_ready() -> bool:
    """Like `is_compiled`, but remember True instead of checking the disk again."""
    global _is_ready
    if not _is_ready:
        _is_ready = is_compiled()
    return _is_ready


def get_kernel() -> Kernel | None:
    """Return this thread's kernel, or None if plain Python has to do the work."""
    if not is_ready() or os.environ.get(KERNEL_VARIABLE) == "off":
        return None
    kernel: Kernel | None = getattr(_thread_local, "kernel", None)
    if kernel is None:
        from qwirkle.kernel.interface import Kernel

        kernel = _thread_local.kernel = Kernel()
    return kernel


def scoring_kernel(variant: Variant) -> Kernel | None:
    """Return this thread's kernel if it can score turns of this variant, else None."""
    return get_kernel() if supports_scoring(variant) else None


def playing_kernel(variant: Variant) -> Kernel | None:
    """Return this thread's kernel if it can play this variant over several turns, else None."""
    return get_kernel() if supports_play(variant) else None


def supports_scoring(variant: Variant) -> bool:
    """Return True if the variant has six colours and shapes and scores one point per piece."""
    return (variant.pieces.colours, variant.pieces.shapes, variant.scoring.line) == (
        COLOUR_COUNT,
        SHAPE_COUNT,
        (),
    )


def supports_play(variant: Variant) -> bool:
    """Return True if the kernel can play several turns: default end, C4 after a free roll."""
    return (
        supports_scoring(variant)
        and variant.end == DEFAULT_END
        and (variant.roll_step is None or variant.rolls_when_stuck)
    )


def ready_marker(folder: Path) -> Path:
    """Path of the file that marks the machine code as complete and checked."""
    return folder / "ready"


def failed_marker(folder: Path) -> Path:
    """Path of the file that says why the kernel can't be compiled, or how its results differ."""
    return folder / "failed"


@cache
def machine_code_folder() -> Path | None:
    """Return the folder for the machine code of this machine and these sources.

    Numba runs what it finds there, so only the user may have write access. None if there is no
    such folder.
    """
    from importlib.metadata import version

    digest = hashlib.sha256(
        f"{version('numba')} {version('numpy')} {sys.version} {platform.node()}".encode()
    )
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
        digest.update(str(source.stat().st_mtime_ns).encode())  # numba invalidates by mtime
    for get_cache_folder in (paths.cache_folder, paths.platform_cache_folder):
        with suppress(paths.NoHomeFolder):
            folder = get_cache_folder() / f"kernel-{digest.hexdigest()[:16]}"
            if only_user_can_write(folder):
                return folder
    return None


def only_user_can_write(folder: Path) -> bool:
    """Return True if no other user can change a folder or its contents. It may not exist yet.

    Every parent must belong to the user or to root, and no one else may be able to write to it
    unless it is sticky (like /tmp). Always True on systems without user ids.
    """
    if not hasattr(os, "geteuid"):
        return True
    try:
        folder = folder.resolve()
        return _is_writable_by_user_only(folder) and all(map(_protects_its_entries, folder.parents))
    except (OSError, RuntimeError, ValueError):
        return False


def _is_writable_by_user_only(folder: Path) -> bool:
    try:
        status = folder.lstat()
    except FileNotFoundError:
        return True
    is_private = status.st_uid == os.geteuid() and not status.st_mode & _GROUP_OR_OTHERS_WRITE
    return stat.S_ISDIR(status.st_mode) and is_private


def _protects_its_entries(folder: Path) -> bool:
    try:
        status = folder.lstat()
    except FileNotFoundError:
        return True
    is_protected = not status.st_mode & _GROUP_OR_OTHERS_WRITE or bool(
        status.st_mode & stat.S_ISVTX
    )
    return (
        stat.S_ISDIR(status.st_mode) and is_protected and status.st_uid in (_ROOT_UID, os.geteuid())
    )
