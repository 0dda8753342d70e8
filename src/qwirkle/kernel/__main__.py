"""`python -m qwirkle.kernel`: compile the whole kernel and keep the code on disk."""

from __future__ import annotations

import os
import sys
import threading

from qwirkle.kernel import loading


def _end_with_asker() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


def main() -> int:
    """Compile everything once; 1 where the extra is not installed."""
    if not loading.is_there():
        return 1
    if loading.WITH_ASKER in sys.argv:
        threading.Thread(target=_end_with_asker, daemon=True).start()
    folder = loading.code_folder()
    folder.mkdir(parents=True, exist_ok=True)
    if hasattr(os, "nice"):
        os.nice(10)
    loading.use_code_folder()
    from qwirkle.kernel.warming import compile_all

    compile_all()
    (folder / loading.STAMP).touch()
    return 0


if __name__ == "__main__":
    sys.exit(main())
