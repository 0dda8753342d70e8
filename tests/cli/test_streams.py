"""Commands whose output can't be written or has only a few columns."""

from __future__ import annotations

import errno
import io
import re
import sys

import pytest

from tests.cli.conftest import Run


class FullDisk(io.StringIO):
    """Stream that fails as if the disk were full."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "arguments",
    [["verify", "missing.qwirkle"], ["plays", "--variant", "missing"], ["chess"], ["rules"]],
)
def test_unwritable_stderr_keeps_the_status(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """If standard error can't be written, usage errors still exit with 2."""
    monkeypatch.setattr(sys, "stderr", FullDisk())
    assert run(*arguments).status == 2


@pytest.mark.parametrize("arguments", [["--help"], ["plays", "--help"], ["rules", "tiles"]])
def test_unwritable_stdout_is_an_error(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """If standard output can't be written, the command prints an error, even for help."""
    monkeypatch.setattr(sys, "stdout", FullDisk())
    assert "No space left" in run(*arguments).error_line()


@pytest.mark.parametrize("arguments", [["--help"], ["rules", "tiles"]])
def test_unwritable_stdout_and_stderr_give_status_2(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """If neither stream can be written, the command exits with 2."""
    monkeypatch.setattr(sys, "stdout", FullDisk())
    monkeypatch.setattr(sys, "stderr", FullDisk())
    assert run(*arguments).status == 2


@pytest.mark.parametrize("columns", ["0", "1", "20", "none"])
def test_a_narrow_table_keeps_all_text(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """However narrow the terminal, the table keeps every character."""
    monkeypatch.setattr("qwirkle.cli.table_output.is_terminal", lambda stream: True)
    monkeypatch.setenv("COLUMNS", "300")
    wide = run("compare", "tiles")
    monkeypatch.setenv("COLUMNS", columns)
    narrow = run("compare", "tiles")
    assert narrow.status == 0
    assert "108" in wide.out
    assert _signs(narrow.out) == _signs(wide.out)


def _signs(text: str) -> list[str]:
    return sorted(re.findall(r"\w", text))
