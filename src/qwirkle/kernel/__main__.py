"""`python -m qwirkle.kernel`: compile the whole kernel and keep the code on disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from qwirkle import processes
from qwirkle.kernel import loading, safety
from qwirkle.texts import tr

TRY_OUT = "from qwirkle.kernel.tools import try_out; try_out(sys.argv[1])"

NO_VERDICTS = tuple(
    -getattr(signal, name)
    for name in ("SIGHUP", "SIGINT", "SIGKILL", "SIGTERM")
    if hasattr(signal, name)
)
"""How a process ends that somebody else has ended, which says nothing about the code."""


def main() -> int:
    """Compile everything once; 1 where the extra is not installed, or the code does not work."""
    file = loading.code_file() if loading.is_there() else None
    if file is None:
        return 1
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        return _compile(file)
    except (OSError, MemoryError) as error:
        sys.stderr.write(tr("The kernel is not compiled this time: {error}\n", error=error))
        return 1


def _compile(file: Path) -> int:
    """Make the file, or mark that it cannot be made; raises OSError for what may pass."""
    safety.make_private(file.parent)
    if not safety.is_safe(file.parent):
        raise PermissionError(file.parent)
    try:
        new = _make(file)
    except (OSError, MemoryError):
        raise
    except Exception as error:
        told = f"{error}\n".encode("utf-8", "backslashreplace")
        safety.write_draft(loading.failed_file(file), told).replace(loading.failed_file(file))
        sys.stderr.write(tr("The kernel cannot be had here: {error}\n", error=error))
        return 1
    new.replace(file)
    loading.failed_file(file).unlink(missing_ok=True)
    return 0


def _make(file: Path) -> Path:
    """Compile to a new file; code that LLVM cannot load ends a process, so another tries it out."""
    from qwirkle.kernel.building import build

    new = safety.write_draft(file, build())
    try:
        subprocess.run(processes.command(TRY_OUT, str(new)), check=True)
    except BaseException as error:
        with suppress(OSError):
            new.unlink()
        if isinstance(error, subprocess.CalledProcessError) and error.returncode in NO_VERDICTS:
            raise InterruptedError(str(error)) from None
        raise
    return new


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # Python has put the current folder there
    sys.exit(main())
