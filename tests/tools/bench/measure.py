"""Timing helpers for the benchmarks: CPU times, medians and baselines."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any, TypeAlias

UNIT_TEXT = "the CPU time of sum(range(10**7)) on this machine in this run"

Clock: TypeAlias = Callable[[], float]

Benchmark: TypeAlias = Any
"""The fixture of pytest-benchmark, which has no types."""


def median_time(work: Callable[[], object], rounds: int, clock: Clock = time.process_time) -> float:
    """Return the median duration of a call, in seconds."""
    durations = []
    for _ in range(rounds):
        start = clock()
        work()
        durations.append(clock() - start)
    return median(durations)


def measure_unit() -> float:
    """Return the length of one unit, in seconds."""
    return median_time(lambda: sum(range(10**7)), 5)


def measure(
    benchmark: Benchmark, label: str, work: Callable[[], object], rounds: int, calls: int = 1
) -> None:
    """Measure the time per call, in rounds of several calls each."""
    benchmark.extra_info["label"] = label
    benchmark.pedantic(work, rounds=rounds, iterations=calls, warmup_rounds=1)


def measure_alternately(
    benchmark: Benchmark, work: Callable[[], float], baseline: Callable[[], float], rounds: int
) -> float:
    """Measure two functions alternately, so that both run under the same load.

    Both return their CPU time in seconds. The benchmark gets the median of the first one; return
    the median of the baseline. The first round is a warm-up.
    """
    times = [(work(), baseline()) for _ in range(rounds + 1)][1:]
    benchmark.extra_info["seconds"] = median(work_time for work_time, _ in times)
    benchmark.pedantic(lambda: None, rounds=1)
    return median(baseline_time for _, baseline_time in times)


def set_baseline(benchmark: Benchmark, label: str, seconds: float) -> None:
    """Set what the result is compared with."""
    benchmark.extra_info["baseline_label"] = label
    benchmark.extra_info["baseline"] = seconds
