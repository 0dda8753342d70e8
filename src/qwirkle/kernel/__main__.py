"""`python -m qwirkle.kernel`: compile the whole kernel and keep the code on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from qwirkle import processes
from qwirkle.kernel import loading
from qwirkle.texts import tr

TRY_OUT = "from qwirkle.kernel.tools import try_out; try_out(sys.argv[1])"


def main() -> int:
    """Compile everything once; 1 where the extra is not installed, or the code does not work."""
    if not loading.is_there():
        return 1
    if hasattr(os, "nice"):
        os.nice(10)
    file = loading.code_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(f".{os.getpid()}")
    try:
        _make(new)
    except Exception as error:
        new.unlink(missing_ok=True)
        loading.failed_file().write_text(f"{error}\n", encoding="utf-8")
        sys.stderr.write(tr("The kernel cannot be had here: {error}\n", error=error))
        return 1
    new.replace(file)
    loading.failed_file().unlink(missing_ok=True)
    return 0


def _make(file: Path) -> None:
    """Compile into a file; code that LLVM cannot load ends a process, so another tries it out."""
    from qwirkle.kernel.building import build

    build(file)
    subprocess.run(processes.command(TRY_OUT, str(file)), check=True)


if __name__ == "__main__":
    if not sys.flags.safe_path:
        del sys.path[0]  # Python has put the current folder there
    sys.exit(main())
