"""Unexpected errors: one line, a report and an exit status."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from tests.cli.subprocesses import env_with_failing_module, error_line, run_qwirkle
from tests.robust.terminal import Terminal

RECURSION = "fall = lambda: fall(); fall()"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("raise RuntimeError('boom \\udcff')", "RuntimeError"),
        (RECURSION, "RecursionError"),
        ("import asyncio; raise asyncio.CancelledError", "CancelledError"),
        ("raise ImportError('half of it is missing')", "ImportError"),
    ],
)
def test_an_unexpected_error_writes_a_report(
    tmp_path: Path, home: Path, code: str, kind: str
) -> None:
    """An unexpected error names its report, which only this user can read."""
    completed = run_qwirkle(
        "rules", "tiles", env=env_with_failing_module(tmp_path / "site", "qwirkle.cli.rules", code)
    )
    assert completed.returncode == 1
    (report,) = home.glob("report-*.txt")
    error = error_line(completed)
    assert kind in error
    assert str(report) in error
    assert kind in report.read_text(encoding="utf-8")
    if sys.platform != "win32":
        assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_only_the_newest_reports_are_kept(tmp_path: Path, home: Path) -> None:
    """The newest twenty reports are kept; other files aren't touched."""
    home.mkdir()
    for number in range(40):
        (home / f"report-20200101-0000{number:02d}-00.txt").write_text("old", encoding="utf-8")
    (home / "report-of-mine.txt").write_text("mine", encoding="utf-8")
    env = env_with_failing_module(tmp_path / "site", "qwirkle.cli.rules", "raise ValueError")
    assert run_qwirkle("rules", "tiles", env=env).returncode == 1
    names = sorted(path.name for path in home.iterdir())
    assert names[:19] == [f"report-20200101-0000{number}-00.txt" for number in range(21, 40)]
    assert names[20:] == ["report-of-mine.txt"]


def test_an_error_is_printed_if_no_report_can_be_written(tmp_path: Path) -> None:
    """Without a report, the error still names what went wrong."""
    (tmp_path / "file").write_text("")
    env = env_with_failing_module(tmp_path / "site", "qwirkle.cli.rules", "raise ValueError")
    completed = run_qwirkle("rules", "tiles", env=env | {"QWIRKLE_HOME": str(tmp_path / "file")})
    assert completed.returncode == 1
    assert "ValueError" in error_line(completed)


@pytest.mark.parametrize("module", ["qwirkle.cli.output", "argparse", "qwirkle.cli.rules"])
def test_ctrl_c_during_imports_prints_nothing(tmp_path: Path, module: str) -> None:
    completed = run_qwirkle(
        "rules", "tiles", env=env_with_failing_module(tmp_path, module, "raise KeyboardInterrupt")
    )
    assert (completed.returncode, completed.stderr) == (130, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_a_failing_app_import_is_one_line(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the app can't be imported, the terminal shows one line."""
    for name, value in env_with_failing_module(
        tmp_path, "qwirkle.tui.app", "raise RuntimeError"
    ).items():
        monkeypatch.setenv(name, value)
    terminal = Terminal(["play"], home)
    assert terminal.end() == 1
    assert terminal.raw.count(b"\n") == 1
    assert b"RuntimeError" in terminal.raw
