"""What a game and the program take of the memory."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.bench.measure import Benchmark

PEAK = "print(next(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line))"
"""Linux alone tells a process its own peak without that of its parent."""

GAME = (
    "from qwirkle import catalog\n"
    "from tests.play import random_game\n"
    "game = random_game(catalog.load('tiles'), players=4, seed=1)\n"
)
WORK = {
    "a game of four with all its positions": GAME,
    "the odds of dice": "import qwirkle.analysis.odds\n",
    "the app, loaded": "import qwirkle.app.app\n",
}


def peak(code: str) -> int:
    """The most memory, in bytes, that a process has taken."""
    told = subprocess.run([sys.executable, "-c", code + PEAK], capture_output=True, check=True)
    return int(told.stdout) * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("what", list(WORK))
def bench_memory(benchmark: Benchmark, what: str) -> None:
    """The peak of a process."""
    benchmark.extra_info.update(
        what=what, bytes=peak(WORK[what]), against="a bare Python", baseline=peak("")
    )
    benchmark.pedantic(lambda: None, rounds=1)
