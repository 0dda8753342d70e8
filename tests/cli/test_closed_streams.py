"""Closed standard streams don't change results."""

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
def test_closed_streams_keep_output_and_status(
    tmp_path: Path, finished_game: Path, bad_bots: None, words: str
) -> None:
    """Closing stdin or stderr keeps the output; closing all three keeps the status."""
    positions = tmp_path / "positions"
    positions.write_bytes(position_line([["Rc", 0, 0]], ["Rs"]))
    command = words.format(positions=positions, record=finished_game).split()
    expected = run_qwirkle(*command)
    assert expected.returncode == 0
    for closed in ("2>&-", "<&-"):
        completed = run_qwirkle(*command, before=["sh", "-c", f'exec "$@" {closed}', "sh"])
        assert (completed.returncode, completed.stdout) == (0, expected.stdout), closed
    completed = run_qwirkle(*command, before=["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"])
    assert completed.returncode == 0
