"""What a game and the program take of the memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from qwirkle import catalog
from qwirkle.engine.variant import Variant
from qwirkle.kernel import loader
from tests.tools.bench.measure import Benchmark

PEAK = "print(next(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line))"
"""Linux alone tells a process its own peak without that of its parent."""

GAME = (
    "from qwirkle import catalog\n"
    "from tests.random_games import random_game\n"
    "game = random_game(catalog.load('tiles'), players=4, seed=1)\n"
)
WORK = {
    "a game of four with all its positions": GAME,
    "the odds of dice": "import qwirkle.analysis.odds\n",
    "the app, loaded": "import qwirkle.tui.app\n",
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


VARIANTS = [variant for variant in catalog.bundled_variants() if variant.name in ("tiles", "cubes")]
SEATS = ("--player", "B=master", "--player", "C=master", "--player", "D=master", "--player", "Ana")


@pytest.fixture(scope="module")
def code() -> Path:
    """The folder with the machine code of the kernel, compiled now where it is not."""
    if not loader.is_compiled():
        home = {**os.environ, loader.ENV_VAR: "on"}
        subprocess.run([sys.executable, "-m", "qwirkle.compile_kernel"], env=home, check=True)
    folder = loader.machine_code_folder()
    assert folder is not None
    return folder


def taken(processes: list[int]) -> int:
    """The memory, in bytes, that some processes take together.

    Each page counts once, also where other programs on this machine use it.
    """
    own = 0
    shared: dict[str, int] = {}
    for process in processes:
        mapping = ""
        size = 0
        for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
            name, *values = line.split()
            if name == "Rss:":
                size = int(values[0])
            elif name == "Anonymous:":
                own += int(values[0])
                shared[mapping] = max(shared.get(mapping, 0), size - int(values[0]))
            elif not name.endswith(":"):
                # Rights, place and name of a file; all else is told apart by its address.
                is_file = len(values) > 4 and values[4].startswith("/")
                mapping = " ".join((values[4], values[0], values[1]) if is_file else (name,))
    return (own + sum(shared.values())) * 1024


def ticks(process: int) -> int:
    """How long a process has been computing."""
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(after_name[11]) + int(after_name[12])


def memory_of_table(arguments: list[str], environment: dict[str, str]) -> int:
    """What the table and the process that thinks take once the bots have moved."""
    pexpect: Any = pytest.importorskip("pexpect")
    terminal = pexpect.spawn(
        sys.executable, arguments, env=environment, dimensions=(40, 120), timeout=60
    )
    try:
        terminal.expect(b"Scores")
        children = Path(f"/proc/{terminal.pid}/task/{terminal.pid}/children")
        before = -1
        while True:
            end = time.monotonic() + 3
            while time.monotonic() < end:
                try:
                    terminal.read_nonblocking(65536, timeout=1)
                except pexpect.TIMEOUT:
                    continue
            thinking = [int(number) for number in children.read_text().split()]
            now = sum(map(ticks, thinking))
            if thinking and now - before < 5:
                return taken([terminal.pid, *thinking])
            before = now
    finally:
        terminal.close(force=True)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("kernel", ["off", "on"])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def bench_table(
    benchmark: Benchmark, code: Path, tmp_path: Path, variant: Variant, kernel: str
) -> None:
    """A table with three bots: both processes."""
    (tmp_path / "cache").mkdir(mode=0o700)
    shutil.copytree(code, tmp_path / "cache" / code.name)
    arguments = ["-m", "qwirkle", "play", "--variant", variant.name, "--seed", "3", *SEATS]
    environment = {**os.environ, "QWIRKLE_HOME": str(tmp_path), loader.ENV_VAR: kernel}
    environment["TERM"] = "xterm-256color"
    benchmark.extra_info.update(
        what=f"a table of {variant.name} with three masters, kernel {kernel}",
        bytes=memory_of_table(arguments, environment),
        against="a bare Python",
        baseline=peak(""),
    )
    benchmark.pedantic(lambda: None, rounds=1)
