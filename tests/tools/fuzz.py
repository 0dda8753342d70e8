"""Coverage-guided fuzzing of the record reader.

It needs atheris, which no extra installs: `pip install atheris`.

`python -m tests.tools.fuzz FOLDER` runs until you stop it or it finds a failure, which it writes to
a file in the current folder. `-runs=100000` and other libFuzzer options may follow. FOLDER holds
the corpus, starting with valid records.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from tests.tools.mutate import samples, try_record


def fuzz_one(data: bytes) -> None:
    """Try one input twice: as a whole record, and as the lines after a valid header."""
    try_record(data)
    record = samples()[len(data) % len(samples())]
    try_record(record[: record.index(b"\n") + 1] + data)


def main() -> None:
    """Fuzz until a failure."""
    try:
        atheris: Any = importlib.import_module("atheris")
    except ImportError:
        sys.exit("The fuzzer needs atheris. Install it with: pip install atheris")
    for folder in (argument for argument in sys.argv[1:2] if not argument.startswith("-")):
        for number, sample in enumerate(samples()):
            (Path(folder) / f"valid-{number}").write_bytes(sample)
    atheris.instrument_all()
    atheris.Setup(sys.argv, fuzz_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
