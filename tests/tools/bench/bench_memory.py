"""Memory used by a game and by the program."""

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

PRINT_PEAK = "print(next(line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line))"
"""Prints the peak memory of the process in KiB; getrusage would include the parent's peak."""

PLAY_GAME = (
    "from qwirkle import catalog\n"
    "from tests.random_games import random_game\n"
    "game = random_game(catalog.load_variant('tiles'), players=4, seed=1)\n"
)
PROGRAMS = {
    "a four-player game with all its positions": PLAY_GAME,
    "the odds of dice, loaded": "import qwirkle.analysis.odds\n",
    "the app, loaded": "import qwirkle.tui.app\n",
}
BARE_PYTHON = "a bare Python"

VARIANTS = [variant for variant in catalog.bundled_variants() if variant.name in ("tiles", "cubes")]
PLAYERS = ("B=master", "C=master", "D=master", "Ana")
MIN_BUSY_TICKS = 5
"""CPU time in three seconds, in clock ticks, from which a worker counts as busy."""


def peak_memory(code: str) -> int:
    """Run Python code in a new process. Return its peak memory in bytes."""
    command = [sys.executable, "-c", code + PRINT_PEAK]
    result = subprocess.run(command, capture_output=True, check=True)
    return int(result.stdout) * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("label", list(PROGRAMS))
def bench_memory(benchmark: Benchmark, label: str) -> None:
    """Measure the peak memory of a process."""
    set_memory(benchmark, label, peak_memory(PROGRAMS[label]))


def set_memory(benchmark: Benchmark, label: str, size: int) -> None:
    """Set a size in bytes as the result, compared with a bare Python process."""
    benchmark.extra_info.update(
        label=label, bytes=size, baseline_label=BARE_PYTHON, baseline=peak_memory("")
    )
    benchmark.pedantic(lambda: None, rounds=1)


@pytest.fixture(scope="module")
def machine_code() -> Path:
    """The folder with the machine code of the kernel, which is compiled first if necessary."""
    if not loader.is_compiled():
        environment = {**os.environ, loader.KERNEL_VARIABLE: "on"}
        command = [sys.executable, "-m", "qwirkle.compile_kernel"]
        subprocess.run(command, env=environment, check=True)
    folder = loader.machine_code_folder()
    assert folder is not None
    return folder


def total_memory(processes: list[int]) -> int:
    """Return the resident memory of several processes in bytes.

    Each page counts once, even if several processes share it.
    """
    private = 0
    shared: dict[str, int] = {}
    for process in processes:
        mapping = ""
        resident = 0
        for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
            name, *values = line.split()
            if name == "Rss:":
                resident = int(values[0])
            elif name == "Anonymous:":
                private += int(values[0])
                shared[mapping] = max(shared.get(mapping, 0), resident - int(values[0]))
            elif not name.endswith(":"):
                # A mapped file is identified by its path, permissions and offset; any other
                # mapping by its address.
                is_file = len(values) > 4 and values[4].startswith("/")
                mapping = " ".join((values[4], values[0], values[1]) if is_file else (name,))
    return (private + sum(shared.values())) * 1024


def cpu_ticks(process: int) -> int:
    """Return the CPU time of a process in clock ticks."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def program_memory(arguments: list[str], environment: dict[str, str]) -> int:
    """Play until the bots have moved. Return the memory of the program and its worker in bytes."""
    pexpect: Any = pytest.importorskip("pexpect")
    terminal = pexpect.spawn(
        sys.executable, arguments, env=environment, dimensions=(40, 120), timeout=60
    )
    try:
        terminal.expect(b"Scores")
        children = Path(f"/proc/{terminal.pid}/task/{terminal.pid}/children")
        ticks_before = -1
        while True:
            end = time.monotonic() + 3
            while time.monotonic() < end:
                try:
                    terminal.read_nonblocking(65536, timeout=1)
                except pexpect.TIMEOUT:
                    continue
            workers = [int(process) for process in children.read_text().split()]
            ticks = sum(map(cpu_ticks, workers))
            if workers and ticks - ticks_before < MIN_BUSY_TICKS:
                return total_memory([terminal.pid, *workers])
            ticks_before = ticks
    finally:
        terminal.close(force=True)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize("kernel", ["off", "on"])
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def bench_program(
    benchmark: Benchmark, machine_code: Path, tmp_path: Path, variant: Variant, kernel: str
) -> None:
    """Measure the memory of the program and its worker in a game with three bots."""
    (tmp_path / "cache").mkdir(mode=0o700)
    shutil.copytree(machine_code, tmp_path / "cache" / machine_code.name)
    players = [part for player in PLAYERS for part in ("--player", player)]
    arguments = ["-m", "qwirkle", "play", "--variant", variant.name, "--seed", "3", *players]
    environment = {**os.environ, "QWIRKLE_HOME": str(tmp_path), loader.KERNEL_VARIABLE: kernel}
    environment["TERM"] = "xterm-256color"
    label = f"the app: {variant.name} against three masters, kernel {kernel}"
    set_memory(benchmark, label, program_memory(arguments, environment))
