"""Whether the kernel is there, where its machine code is kept, and turning it on."""

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
"""The environment variable that turns the kernel off with `off`."""

_mine = threading.local()


class NoRoom(Exception):
    """A position that the kernel has no room for."""


def is_there() -> bool:
    """Whether the extra is installed and not turned off."""
    return os.environ.get(SWITCH) != "off" and importlib.util.find_spec("numba") is not None


def is_compiled() -> bool:
    """Whether all of the machine code is on disk, and does what plain Python does."""
    folder = code_folder() if is_there() else None
    return folder is not None and ready_file(folder).is_file()


def is_to_be_compiled() -> bool:
    """Whether the machine code is still to be made; what has failed once is not tried again."""
    folder = code_folder() if is_there() else None
    return folder is not None and not (ready_file(folder).exists() or failed_file(folder).exists())


def ready_file(folder: Path) -> Path:
    """What is in the folder once everything is compiled, and was compared with plain Python."""
    return folder / "ready"


def failed_file(folder: Path) -> Path:
    """What is in the folder where the kernel cannot be compiled, or computes something else."""
    return folder / "failed"


@cache
def code_folder() -> Path | None:
    """Where the machine code is kept: a folder for each machine and state of the sources.

    Numba runs what it finds there, so it is a folder that nobody else can write to; where that
    cannot be had another one is taken, and None where there is none.
    """
    from importlib.metadata import version

    digest = hashlib.sha256(
        f"{version('numba')} {version('numpy')} {sys.version} {platform.node()}".encode()
    )
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
        digest.update(str(source.stat().st_mtime_ns).encode())  # numba goes by that
    for cache_of in (places.cache_folder, places.systems_cache_folder):
        with suppress(places.NoPlace):
            folder = cache_of() / f"kernel-{digest.hexdigest()[:16]}"
            if is_safe(folder):
                return folder
    return None


def tools() -> Tools | None:
    """What this thread computes with, or None where plain Python does the work."""
    if not is_compiled_once() or os.environ.get(SWITCH) == "off":
        return None
    found: Tools | None = getattr(_mine, "tools", None)
    if found is None:
        from qwirkle.kernel.tools import Tools

        found = _mine.tools = Tools()
    return found


def tools_for(variant: Variant) -> Tools | None:
    """The same for questions about one turn of a ruleset: None for one that it cannot score."""
    return tools() if knows_lines(variant) else None


def tools_for_turns(variant: Variant) -> Tools | None:
    """The same for questions about several turns: None for a ruleset that it cannot play on."""
    return tools() if knows_turns(variant) else None


def knows_lines(variant: Variant) -> bool:
    """Whether the kernel scores as this ruleset does: six colours and shapes, a point a piece."""
    return (variant.pieces.colours, variant.pieces.shapes, variant.scoring.line) == (
        COLOURS,
        SHAPES,
        (),
    )


def knows_turns(variant: Variant) -> bool:
    """Whether it also plays on as this ruleset wants it: C4 after a free roll, and no other end."""
    return (
        knows_lines(variant)
        and variant.end == DEFAULT_END
        and (variant.roll_step is None or variant.rolls_when_stuck)
    )


_compiled = False


def is_compiled_once() -> bool:
    """As `is_compiled`, without asking the disk again once it is so."""
    global _compiled
    if not _compiled:
        _compiled = is_compiled()
    return _compiled
