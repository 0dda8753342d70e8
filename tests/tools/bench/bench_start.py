"""How long it takes until the command line answers."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import pytest

from tests.tools.bench.measure import Benchmark, compare, measure, timed

COMMANDS = {
    "import qwirkle": "import qwirkle",
    **{
        f"qwirkle {line}": f"from qwirkle.cli import main; main({line.split()!r})"
        for line in ("--help", "plays --help", "compare tiles cubes", "rules cubes")
    },
}
BYTECODE = tempfile.mkdtemp(prefix="bytecode-")
"""Compiled modules are kept here, as they are in an installed program."""


def run(code: str) -> None:
    """Run Python to its end."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": BYTECODE}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True, env=environment
    )


@pytest.mark.parametrize("name", list(COMMANDS))
def bench_start(benchmark: Benchmark, name: str) -> None:
    """From the start of the process to its end."""
    measure(benchmark, name, lambda: run(COMMANDS[name]), 15, 1)
    compare(benchmark, "python -c pass", timed(lambda: run("pass"), 15, time.perf_counter))
