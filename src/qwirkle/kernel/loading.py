"""Whether the kernel is there, where its machine code is kept, and turning it on."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle import places, processes
from qwirkle.kernel.safety import is_safe

if TYPE_CHECKING:
    import subprocess

    from qwirkle.kernel.native import Code
    from qwirkle.kernel.tools import Tools

SWITCH = "QWIRKLE_KERNEL"
"""The environment variable that turns the kernel off with `off`."""

CODE_FILE = "code.json"
"""The file with the machine code, in a folder of its own."""

_mine = threading.local()


def is_there() -> bool:
    """Whether the extra is installed and not turned off."""
    return os.environ.get(SWITCH) != "off" and importlib.util.find_spec("numba") is not None


def is_compiled() -> bool:
    """Whether the machine code is on disk, so that the kernel starts in a moment."""
    return is_there() and _exists(code_file())


def is_to_be_compiled() -> bool:
    """Whether the machine code is still to be made; what has failed once is not tried again."""
    file = code_file() if is_there() else None
    return file is not None and not _exists(file) and not _exists(failed_file(file))


def _exists(file: Path | None) -> bool:
    return file is not None and os.path.lexists(file)


def failed_file(file: Path) -> Path:
    """What is beside the file where the kernel cannot be compiled, or not be used once it is."""
    return file.with_name("failed")


@cache
def code_file() -> Path | None:
    """Where the machine code is kept: in a folder for each state of the kernel's sources.

    Where others could write to that folder another one is taken, and None where there is none.
    """
    from importlib.metadata import version

    digest = hashlib.sha256(f"{version('numba')} {version('numpy')} {sys.version}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    for cache_of in (places.cache_folder, places.systems_cache_folder):
        with suppress(places.NoPlace):
            folder = cache_of() / f"kernel-{digest.hexdigest()[:16]}"
            if is_safe(folder):
                return folder / CODE_FILE
    return None


def start_compiling() -> subprocess.Popen[bytes]:
    """Compile in a process of its own, so that nobody has to wait; it ends with this one."""
    return processes.start("qwirkle.kernel.__main__")


def tools() -> Tools | None:
    """What this thread computes with, or None where plain Python does the work."""
    if not is_compiled_once() or os.environ.get(SWITCH) == "off":
        return None
    found: Tools | None = getattr(_mine, "tools", None)
    if found is None:
        code = _code()
        if code is not None:
            from qwirkle.kernel.tools import Tools

            found = _mine.tools = Tools(code)
    return found


_compiled = False


def is_compiled_once() -> bool:
    """As `is_compiled`, without asking the disk again once it is so."""
    global _compiled
    if not _compiled:
        _compiled = is_compiled()
    return _compiled


@cache
def _code() -> Code | None:
    """The machine code; where it cannot be used here it goes, and is made anew next time."""
    from qwirkle.kernel.native import Code, Unusable

    file = code_file()
    if file is None:
        return None
    try:
        return Code(file)
    except Unusable:
        with suppress(OSError):
            file.unlink(missing_ok=True)
        return None
