"""How the measurements time things: CPU time, medians, and something to compare with."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any, TypeAlias

UNIT_TEXT = "the CPU time of sum(range(10**7)) on this machine in this run"

Clock: TypeAlias = Callable[[], float]

Benchmark: TypeAlias = Any
"""The fixture of pytest-benchmark, which has no types."""


def timed(work: Callable[[], object], rounds: int, clock: Clock = time.process_time) -> float:
    """The median time of some calls."""
    times = []
    for _ in range(rounds):
        begin = clock()
        work()
        times.append(clock() - begin)
    return median(times)


def unit() -> float:
    """The time that all others are given in."""
    return timed(lambda: sum(range(10**7)), 5)


def measure(
    benchmark: Benchmark, what: str, work: Callable[[], object], rounds: int, calls: int = 1
) -> None:
    """Time some rounds of some calls each; the table shows the time of one call."""
    benchmark.extra_info["what"] = what
    benchmark.pedantic(work, rounds=rounds, iterations=calls, warmup_rounds=1)


def alternate(
    benchmark: Benchmark, work: Callable[[], float], other: Callable[[], float], rounds: int
) -> float:
    """Run two things in turn so both meet the same load; both return their CPU time in seconds.

    The table shows the median of the first; returns the median of the other. The first round
    doesn't count.
    """
    times = [(work(), other()) for _ in range(rounds + 1)][1:]
    benchmark.extra_info["seconds"] = median(ours for ours, _ in times)
    benchmark.pedantic(lambda: None, rounds=1)
    return median(theirs for _, theirs in times)


def compare(benchmark: Benchmark, what: str, seconds: float) -> None:
    """Say what the time is compared with."""
    benchmark.extra_info["against"] = what
    benchmark.extra_info["baseline"] = seconds
