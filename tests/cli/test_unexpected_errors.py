"""What nobody expected is one sentence, a report and a status, whatever it was."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from tests.cli.subprocesses import env_with_failing_module, error_sentence, run_qwirkle
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
def test_a_surprise_is_one_sentence_and_a_report(
    tmp_path: Path, home: Path, code: str, kind: str
) -> None:
    """An error that nobody expected names its report, which only this user can read."""
    done = run_qwirkle(
        "rules", "tiles", env=env_with_failing_module(tmp_path / "site", "qwirkle.cli.rules", code)
    )
    assert done.returncode == 1
    (report,) = home.glob("report-*.txt")
    said = error_sentence(done)
    assert kind in said
    assert str(report) in said
    assert kind in report.read_text(encoding="utf-8")
    if sys.platform != "win32":
        assert stat.S_IMODE(report.stat().st_mode) == 0o600


def test_reports_do_not_pile_up(tmp_path: Path, home: Path) -> None:
    """Twenty reports are kept, the newest ones, and nothing else goes."""
    home.mkdir()
    for number in range(40):
        (home / f"report-20200101-0000{number:02d}-00.txt").write_text("old", encoding="utf-8")
    (home / "report-of-mine.txt").write_text("mine", encoding="utf-8")
    env = env_with_failing_module(tmp_path / "site", "qwirkle.cli.rules", "raise ValueError")
    assert run_qwirkle("rules", "tiles", env=env).returncode == 1
    left = sorted(path.name for path in home.iterdir())
    assert left[:19] == [f"report-20200101-0000{number}-00.txt" for number in range(21, 40)]
    assert left[20:] == ["report-of-mine.txt"]


def test_a_failure_is_told_where_no_report_can_be_written(tmp_path: Path) -> None:
    """The sentence says what went wrong, and that there's no report."""
    (tmp_path / "file").write_text("")
    env = env_with_failing_module(tmp_path / "site", "qwirkle.cli.rules", "raise ValueError")
    done = run_qwirkle("rules", "tiles", env=env | {"QWIRKLE_HOME": str(tmp_path / "file")})
    assert done.returncode == 1
    assert "(ValueError), and no report can be written" in error_sentence(done)


@pytest.mark.parametrize("module", ["qwirkle.cli.output", "argparse", "qwirkle.cli.rules"])
def test_ctrl_c_while_loading_is_left_quietly(tmp_path: Path, module: str) -> None:
    """Ctrl+C has no traceback, not even while modules are being loaded."""
    done = run_qwirkle(
        "rules", "tiles", env=env_with_failing_module(tmp_path, module, "raise KeyboardInterrupt")
    )
    assert (done.returncode, done.stderr) == (130, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of Unix")
def test_an_app_that_cannot_be_loaded_is_told(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the table cannot even be loaded, the terminal shows one sentence."""
    for name, value in env_with_failing_module(
        tmp_path, "qwirkle.tui.app", "raise RuntimeError"
    ).items():
        monkeypatch.setenv(name, value)
    terminal = Terminal(["play"], home)
    assert terminal.end() == 1
    assert terminal.raw.count(b"\n") == 1
    assert b"Something went wrong (RuntimeError)" in terminal.raw
