"""Standard streams that are closed change nothing about a right result."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import position_line
from tests.cli.subprocesses import run_qwirkle

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(sys.platform == "win32", reason="needs the shell of Unix"),
]


@pytest.mark.parametrize(
    "words",
    [
        "rules tiles",
        "plays --variant tiles {positions}",
        "verify {record}",
        "arena --variant tiles --bots simple,random --games 4 --seed 1 --jobs 2",
        "arena --variant tiles --bots simple,tests.arena.bad_bots:Crasher --games 1 --seed 1",
    ],
)
def test_closed_streams_leave_the_status(
    tmp_path: Path, finished_game: Path, bad_bots: None, words: str
) -> None:
    """Without standard input or error the output is the same, and without any the status is."""
    positions = tmp_path / "positions"
    positions.write_bytes(position_line([["Rc", 0, 0]], ["Rs"]))
    asked = words.format(positions=positions, record=finished_game).split()
    usual = run_qwirkle(*asked)
    assert usual.returncode == 0
    for closed in ("2>&-", "<&-"):
        done = run_qwirkle(*asked, before=["sh", "-c", f'exec "$@" {closed}', "sh"])
        assert (done.returncode, done.stdout) == (0, usual.stdout), closed
    done = run_qwirkle(*asked, before=["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"])
    assert done.returncode == 0
