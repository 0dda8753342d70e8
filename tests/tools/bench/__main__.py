"""Runs the measurements and prints one table: `python -m tests.tools.bench [GROUP …]`."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import pytest

from tests.tools.bench.measure import UNIT_TEXT, unit

FOLDER = Path(__file__).parent
GROUPS = tuple(sorted(path.stem.removeprefix("bench_") for path in FOLDER.glob("bench_*.py")))


def main(groups: list[str]) -> int:
    """Run these groups, or all, and print what they took."""
    unknown = [group for group in groups if group not in GROUPS]
    if unknown:
        print(f"There is no group {unknown[0]}; there are {', '.join(GROUPS)}.", file=sys.stderr)  # noqa: T201
        return 2
    seconds = unit()
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
            _print(json.loads(report.read_text())["benchmarks"], seconds)
    return int(status)


def _print(measured: list[dict[str, object]], seconds: float) -> None:
    lines = [
        f"One unit is {seconds * 1000:.0f} ms: {UNIT_TEXT}.",
        "",
        "| what | time | units | compared with | ratio |",
        "|---|---:|---:|---|---:|",
    ]
    for found in measured:
        info, stats = found["extra_info"], found["stats"]
        assert isinstance(info, dict)
        assert isinstance(stats, dict)
        what = info.get("what", found["name"])
        if "bytes" in info:
            took, units = f"{info['bytes'] / 2**20:.2f} MiB", ""
            ratio = info["bytes"] / info["baseline"]
        else:
            median = info.get("seconds", stats["median"] / info.get("parts", 1))
            took, units = _shown(median), f"{median / seconds:.3g}"
            ratio = median / info.get("baseline", seconds)
        against = info.get("against", "the unit")
        lines.append(f"| {what} | {took} | {units} | {against} | {ratio:.3g} |")
    print("\n".join(lines))  # noqa: T201


def _shown(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.0f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
