"""How long it takes until the command line answers."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile

import pytest

from tests.tools.bench.measure import Benchmark, alternate, compare

COMMANDS = {
    "import qwirkle": "import qwirkle",
    **{
        f"qwirkle {line}": f"from qwirkle.cli import main; main({line.split()!r})"
        for line in ("--help", "plays --help", "compare tiles cubes", "rules cubes")
    },
}
BYTECODE = tempfile.mkdtemp(prefix="bytecode-")
"""Compiled modules are kept here, as they are in an installed program."""


def run(code: str) -> float:
    """Run Python to its end; returns the CPU time it took."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": BYTECODE}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = _cpu_of_children()
    subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True, env=environment
    )
    return _cpu_of_children() - before


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.parametrize("name", list(COMMANDS))
def bench_start(benchmark: Benchmark, name: str) -> None:
    """From the start of the process to its end."""
    benchmark.extra_info["what"] = name
    bare = alternate(benchmark, lambda: run(COMMANDS[name]), lambda: run("pass"), 15)
    compare(benchmark, "python -c pass", bare)
