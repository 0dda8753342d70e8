"""Startup time of the command line."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile

import pytest

from tests.tools.bench.measure import Benchmark, measure_alternately, set_baseline

COMMANDS = {
    "import qwirkle": "import qwirkle",
    **{
        f"qwirkle {line}": f"from qwirkle.cli import main; main({line.split()!r})"
        for line in ("--help", "plays --help", "compare tiles cubes", "rules cubes")
    },
}
BYTECODE_FOLDER = tempfile.mkdtemp(prefix="bytecode-")
"""Cache of compiled modules, as in an installed program."""


def run_python(code: str) -> float:
    """Run Python code in a new process. Return its CPU time in seconds."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": BYTECODE_FOLDER}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = _children_cpu_time()
    subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True, env=environment
    )
    return _children_cpu_time() - before


def _children_cpu_time() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


@pytest.mark.parametrize("label", list(COMMANDS))
def bench_start(benchmark: Benchmark, label: str) -> None:
    """Measure a command from start to exit."""
    benchmark.extra_info["label"] = label
    python_seconds = measure_alternately(
        benchmark, lambda: run_python(COMMANDS[label]), lambda: run_python("pass"), 15
    )
    set_baseline(benchmark, "python -c pass", python_seconds)
