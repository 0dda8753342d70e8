"""Records made up by a fuzzer that watches which lines of the reader they reach.

It needs atheris, which is not among the tools that the tests need: `pip install atheris`.
`python -m tests.robust.fuzz` then runs until it is stopped or finds a failure, which it writes to
a file in the current folder; `-runs=100000` and the other options of libFuzzer may follow, and a
folder for what it has found worth keeping.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from tests.robust.mutate import samples, try_record


def fuzz_one(data: bytes) -> None:
    """Try one input: whole as it is, and as lines after a sound header."""
    try_record(data)
    sound = samples()[len(data) % len(samples())]
    try_record(sound[: sound.index(b"\n") + 1] + data)


def main() -> None:
    """Fuzz until something fails."""
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        sys.exit("The fuzzer needs atheris: pip install atheris.")
    atheris.instrument_all()
    atheris.Setup(sys.argv, fuzz_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
