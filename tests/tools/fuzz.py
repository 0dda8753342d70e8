"""Records made up by a fuzzer that watches which lines of the reader they reach.

It needs atheris, which is not among the tools that the tests need: `pip install atheris`.
`python -m tests.tools.fuzz FOLDER` then runs until it is stopped or finds a failure, written
to a file in the current folder; `-runs=100000` and the other options of libFuzzer may follow. The
folder takes the sound records that it begins with, and all that it finds worth keeping.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from tests.tools.mutate import samples, try_record


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
    for folder in (each for each in sys.argv[1:2] if not each.startswith("-")):
        for number, sample in enumerate(samples()):
            (Path(folder) / f"sound-{number}").write_bytes(sample)
    atheris.instrument_all()
    atheris.Setup(sys.argv, fuzz_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
