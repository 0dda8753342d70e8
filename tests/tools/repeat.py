"""Runs the suite many times, and tells which tests fail by chance.

`python -m tests.tools.repeat 10` makes ten runs, with `--loaded` while as many other processes as
there are cores keep the machine busy. Every run is noted with its commit in `build/repeat.jsonl`,
so the same line goes on where it was stopped. The whole output of a failing run is kept beside it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NOTES = ROOT / "build" / "repeat.jsonl"

BUSY = """
import os
asker = os.getppid()
while os.getppid() == asker:
    sum(range(100_000))
"""
"""Keeps a core busy for as long as its asker lives."""

_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Run:
    """How one run of the suite went."""

    commit: str
    loaded: bool
    seconds: float
    status: int
    failed: tuple[str, ...]
    last_line: str


def failures_in(output: str) -> tuple[str, ...]:
    """The tests that failed, as the last lines of a run tell.

    >>> failures_in("FAILED tests/test_a.py::test_b[1] - assert 0\\n== 1 failed in 2 s ==")
    ('tests/test_a.py::test_b[1]',)
    """
    return tuple(_FAILED.findall(output))


def run_suite(commit: str, loaded: bool) -> Run:
    """Run the suite once, as the README's test line does; a failing run leaves its output."""
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "pytest"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    seconds = time.monotonic() - began
    if done.returncode:
        NOTES.with_name(f"repeat-{int(time.time())}.log").write_text(done.stdout, encoding="utf-8")
    return Run(
        commit,
        loaded,
        round(seconds, 1),
        done.returncode,
        failures_in(done.stdout),
        done.stdout.rstrip().rpartition("\n")[2].strip("= "),
    )


@contextmanager
def load(wanted: bool) -> Iterator[None]:
    """Keep every core busy meanwhile, if that is wanted."""
    busy = [
        subprocess.Popen([sys.executable, "-P", "-c", BUSY])
        for _ in range((os.cpu_count() or 1) if wanted else 0)
    ]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def noted(commit: str, loaded: bool) -> list[Run]:
    """The runs of this commit and kind that were made already."""
    if not NOTES.exists():
        return []
    runs = []
    for line in NOTES.read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        runs.append(Run(**(told | {"failed": tuple(told["failed"])})))
    return [run for run in runs if (run.commit, run.loaded) == (commit, loaded)]


def main() -> int:
    """Make the runs that are still missing; 1 if any run of this commit failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=int, nargs="?", default=10)
    parser.add_argument("--loaded", action="store_true", help="keep every core busy meanwhile")
    options = parser.parse_args()
    asked = ["git", "describe", "--always", "--dirty", "--abbrev=12"]
    commit = subprocess.run(
        asked, cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    NOTES.parent.mkdir(exist_ok=True)
    with load(options.loaded):
        while len(runs := noted(commit, options.loaded)) < options.runs:
            run = run_suite(commit, options.loaded)
            with NOTES.open("a", encoding="utf-8") as notes:
                notes.write(json.dumps(asdict(run)) + "\n")
            sys.stdout.write(f"{len(runs) + 1}: {run.last_line} {' '.join(run.failed)}\n")
            sys.stdout.flush()
    failed = sum(bool(run.status) for run in runs)
    spent = [run.seconds for run in runs]
    sys.stdout.write(
        f"{len(runs)} runs of {commit}, {failed} failed, {min(spent):.0f} to {max(spent):.0f} s\n"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
