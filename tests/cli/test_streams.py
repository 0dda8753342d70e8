"""The commands where output can go nowhere, or only into very few columns."""

from __future__ import annotations

import errno
import io
import re
import sys

import pytest

from tests.cli.conftest import Run


class FullDisk(io.StringIO):
    """A stream that can take nothing, as a full disk can."""

    def write(self, text: str) -> int:
        """Fail."""
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "arguments",
    [["verify", "missing.qwirkle"], ["plays", "--variant", "missing"], ["chess"], ["rules"]],
)
def test_an_unheard_complaint_leaves_the_status(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """Where standard error can take nothing, wrong use still gives status 2."""
    monkeypatch.setattr(sys, "stderr", FullDisk())
    assert run(*arguments).status == 2


@pytest.mark.parametrize("arguments", [["--help"], ["plays", "--help"], ["rules", "tiles"]])
def test_output_that_is_lost_is_no_success(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """What cannot be written is complained about, help too."""
    monkeypatch.setattr(sys, "stdout", FullDisk())
    assert "No space left" in run(*arguments).refusal()


@pytest.mark.parametrize("arguments", [["--help"], ["rules", "tiles"]])
def test_output_and_complaint_may_both_be_lost(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """Where neither stream takes anything, there is the status."""
    monkeypatch.setattr(sys, "stdout", FullDisk())
    monkeypatch.setattr(sys, "stderr", FullDisk())
    assert run(*arguments).status == 2


@pytest.mark.parametrize("columns", ["0", "1", "20", "none"])
def test_a_narrow_table_leaves_nothing_out(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    """However few columns a terminal claims, every letter of a table is drawn."""
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
