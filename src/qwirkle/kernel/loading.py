"""Finds out whether the compiled kernel can be used, and hands each thread its own.

Also chooses the folder in which numba caches the machine code.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle import places
from qwirkle.engine.pieces import COLOURS, SHAPES
from qwirkle.engine.variant import DEFAULT_END, Variant
from qwirkle.kernel.safety import is_safe

if TYPE_CHECKING:
    from qwirkle.kernel.tools import Tools

SWITCH = "QWIRKLE_KERNEL"
"""Environment variable; the value `off` turns the kernel off."""

_mine = threading.local()


class NoRoom(Exception):
    """A board doesn't fit on the kernel's grid."""


def is_there() -> bool:
    """Return True if numba is installed and the kernel isn't turned off."""
    return os.environ.get(SWITCH) != "off" and importlib.util.find_spec("numba") is not None


def is_compiled() -> bool:
    """Return True if the machine code is on disk and was checked against plain Python."""
    folder = code_folder() if is_there() else None
    return folder is not None and ready_file(folder).is_file()


def is_to_be_compiled() -> bool:
    """Return True if the kernel should be compiled now. A failed attempt isn't repeated."""
    folder = code_folder() if is_there() else None
    return folder is not None and not (ready_file(folder).exists() or failed_file(folder).exists())


def ready_file(folder: Path) -> Path:
    """Path of the file that marks the machine code as complete and checked."""
    return folder / "ready"


def failed_file(folder: Path) -> Path:
    """Path of the file that says why the kernel can't be compiled, or how its results differ."""
    return folder / "failed"


@cache
def code_folder() -> Path | None:
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
    for cache_of in (places.cache_folder, places.systems_cache_folder):
        with suppress(places.NoPlace):
            folder = cache_of() / f"kernel-{digest.hexdigest()[:16]}"
            if is_safe(folder):
                return folder
    return None


def tools() -> Tools | None:
    """Return this thread's kernel, or None if plain Python has to do the work."""
    if not is_compiled_once() or os.environ.get(SWITCH) == "off":
        return None
    found: Tools | None = getattr(_mine, "tools", None)
    if found is None:
        from qwirkle.kernel.tools import Tools

        found = _mine.tools = Tools()
    return found


def tools_for(variant: Variant) -> Tools | None:
    """Return this thread's kernel if it can score turns of this variant, else None."""
    return tools() if knows_lines(variant) else None


def tools_for_turns(variant: Variant) -> Tools | None:
    """Return this thread's kernel if it can play this variant over several turns, else None."""
    return tools() if knows_turns(variant) else None


def knows_lines(variant: Variant) -> bool:
    """Return True if the variant has six colours and shapes and scores one point per piece."""
    return (variant.pieces.colours, variant.pieces.shapes, variant.scoring.line) == (
        COLOURS,
        SHAPES,
        (),
    )


def knows_turns(variant: Variant) -> bool:
    """Return True if the kernel can play several turns: default end, C4 after a free roll."""
    return (
        knows_lines(variant)
        and variant.end == DEFAULT_END
        and (variant.roll_step is None or variant.rolls_when_stuck)
    )


_compiled = False


def is_compiled_once() -> bool:
    """Like `is_compiled`, but remember True instead of checking the disk again."""
    global _compiled
    if not _compiled:
        _compiled = is_compiled()
    return _compiled
