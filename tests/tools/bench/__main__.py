"""Runs the benchmarks and prints one table: `python -m tests.tools.bench [GROUP …]`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import pytest

from tests.tools.bench.measure import UNIT_TEXT, measure_unit

FOLDER = Path(__file__).parent
GROUPS = tuple(sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py")))


def main(groups: list[str]) -> int:
    """Run these groups, or all by default, and print the results. Return the exit status."""
    unknown = [group for group in groups if group not in GROUPS]
    if unknown:
        print(f"There is no group {unknown[0]}. Choose from {', '.join(GROUPS)}.", file=sys.stderr)  # noqa: T201
        return 2
    unit_seconds = measure_unit()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        status = pytest.main(
            [
                *(str(FOLDER / f"bench_{group}.py") for group in groups or GROUPS),
                "--override-ini=addopts=",
                "--override-ini=python_files=bench_*.py",
                "--override-ini=python_functions=bench_*",
                "--import-mode=importlib",
                "-q",
                "--no-header",
                "--benchmark-disable-gc",
                "--benchmark-warmup=off",
                "--benchmark-columns=median",
                f"--benchmark-json={report}",
            ]
        )
        if report.exists():
            _print_table(json.loads(report.read_text())["benchmarks"], unit_seconds)
    return int(status)


def _print_table(results: list[dict[str, object]], unit_seconds: float) -> None:
    lines = [
        f"One unit is {unit_seconds * 1000:.0f} ms: {UNIT_TEXT}.",
        "",
        "| what | time | units | compared with | ratio |",
        "|---|---:|---:|---|---:|",
    ]
    for result in results:
        info, stats = result["extra_info"], result["stats"]
        assert isinstance(info, dict)
        assert isinstance(stats, dict)
        label = info.get("label", result["name"])
        if "bytes" in info:
            size, units = f"{info['bytes'] / 2**20:.2f} MiB", ""
            ratio = info["bytes"] / info["baseline"]
            row = (label, size, units)
        else:
            seconds = info.get("seconds", stats["median"] / info.get("batch_size", 1))
            ratio = seconds / info.get("baseline", unit_seconds)
            row = (label, _format_time(seconds), f"{seconds / unit_seconds:.3g}")
        baseline_label = info.get("baseline_label", "the unit")
        lines.append(f"| {' | '.join(row)} | {baseline_label} | {ratio:.3g} |")
    print("\n".join(lines))  # noqa: T201


def _format_time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
