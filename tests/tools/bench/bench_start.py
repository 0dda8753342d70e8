"""How long it takes until the command line answers."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.tools.bench.measure import Benchmark, compare, measure, timed

COMMANDS = {
    "--help": "from qwirkle.cli import main; main(['--help'])",
    "plays --help": "from qwirkle.cli import main; main(['plays', '--help'])",
    "compare": "from qwirkle.cli import main; main(['compare', 'tiles', 'cubes'])",
}


def run(code: str) -> None:
    """Run Python to its end."""
    subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=True)


@pytest.mark.parametrize("name", list(COMMANDS))
def bench_start(benchmark: Benchmark, name: str) -> None:
    """From the start of the process to its end."""
    measure(benchmark, f"qwirkle {name}", lambda: run(COMMANDS[name]), 15)
    compare(benchmark, "python -c pass", timed(lambda: run("pass"), 15, time.perf_counter))
