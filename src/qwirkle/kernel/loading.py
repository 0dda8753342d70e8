"""Whether the kernel is there, where its machine code is kept, and turning it on."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qwirkle.kernel.tools import Tools

SWITCH = "QWIRKLE_KERNEL"
"""The environment variable that turns the kernel off with `off`."""

STAMP = "compiled"
"""The file that tells that everything is compiled."""

WITH_ASKER = "--with-asker"
"""Has the process that compiles end as soon as its standard input is closed."""

_mine = threading.local()


def is_there() -> bool:
    """Whether the extra is installed and not turned off."""
    return os.environ.get(SWITCH) != "off" and importlib.util.find_spec("numba") is not None


def is_compiled() -> bool:
    """Whether the machine code is on disk, so that the kernel starts in a moment."""
    return is_there() and (code_folder() / STAMP).exists()


@cache
def code_folder() -> Path:
    """Where the machine code is kept: a folder for each state of the kernel's sources."""
    from importlib.metadata import version

    digest = hashlib.sha256(f"{version('numba')} {version('numpy')} {sys.version}".encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    home = os.environ.get("QWIRKLE_HOME")
    if home:
        base = Path(home) / "cache"
    else:
        from platformdirs import user_cache_path

        base = user_cache_path("qwirkle", appauthor=False)
    return base / f"kernel-{digest.hexdigest()[:16]}"


def start_compiling() -> subprocess.Popen[bytes]:
    """Compile in a process of its own, so that nobody has to wait; it ends with this one."""
    return subprocess.Popen(
        [sys.executable, "-m", "qwirkle.kernel", WITH_ASKER],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def tools() -> Tools | None:
    """What this thread computes with, or None where plain Python does the work."""
    if not is_compiled_once() or os.environ.get(SWITCH) == "off":
        return None
    found: Tools | None = getattr(_mine, "tools", None)
    if found is None:
        use_code_folder()
        from qwirkle.kernel.tools import Tools

        found = _mine.tools = Tools()
    return found


_compiled = False


def is_compiled_once() -> bool:
    """As `is_compiled`, without asking the disk again once it is so."""
    global _compiled
    if not _compiled:
        _compiled = is_compiled()
    return _compiled


def use_code_folder() -> None:
    """Tell numba where its code lies; before anything of the kernel is imported."""
    os.environ["NUMBA_CACHE_DIR"] = str(code_folder())
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()
