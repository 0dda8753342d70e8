"""Commands in a real terminal: colours and progress bars."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from qwirkle.arena.game import Outcome
from qwirkle.arena.standings import Standings
from qwirkle.cli.arena import _win_rate_text
from qwirkle.cli.progress import ProgressBar

pexpect = pytest.importorskip("pexpect", reason="needs a system with pseudo-terminals")

TIMEOUT = 60
COLOURED = re.compile(r"\x1b\[[0-9;]*(?:38|48);5;")


def in_terminal(*arguments: object, **variables: str) -> str:
    """Run a command in a terminal with 256 colours and return its output."""
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "", **variables}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "qwirkle", *map(str, arguments)],
        env=environment,
        dimensions=(50, 120),
        encoding="utf-8",
        timeout=TIMEOUT,
    )
    output: str = child.read()
    child.close()
    assert child.exitstatus == 0
    return output


def test_show_prints_pieces_in_colour(finished_game: Path) -> None:
    """In a colour terminal, pieces are printed in their colours."""
    output = in_terminal("show", finished_game)
    assert COLOURED.search(output)
    assert "● R" in output or "■ R" in output
    assert re.search(r"\x1b\[[0-9;]*m R \x1b\[0m red", output)
    assert "● c circle, ■ s square, ◆ d diamond" in output


def test_no_color_is_respected(finished_game: Path) -> None:
    """With NO_COLOR, pieces are letters without colour."""
    output = in_terminal("show", finished_game, NO_COLOR="1")
    assert not COLOURED.search(output)
    assert re.search(r" [ROYGBP][csdkbx] ", output)


def test_tables_have_a_rule_below_the_heading() -> None:
    """A table in a terminal has a rule below its heading and all its rows."""
    output = in_terminal("compare", "tiles", "cubes")
    assert "───" in output
    assert "108" in output


@pytest.mark.parametrize("columns", ["1000000000", "-5", "²", "9" * 5000])
def test_invalid_columns_and_lines_are_ignored(columns: str) -> None:
    """Invalid values of COLUMNS and LINES don't break tables."""
    output = in_terminal("compare", "tiles", "cubes", COLUMNS=columns, LINES=columns)
    assert "108" in output
    assert max(map(len, output.splitlines())) <= 1000


def test_a_long_arena_shows_a_progress_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bar on standard error shows the first bot's win rate."""
    monkeypatch.setattr("qwirkle.cli.progress.is_terminal", lambda stream: True)
    monkeypatch.setattr("qwirkle.cli.progress.DELAY", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    standings = Standings.for_bots(("good", "bad"))
    standings.add(Outcome(0, (9, 1), (0,)))
    with ProgressBar() as progress:
        progress.update(standings.games, 10, _win_rate_text(standings))
        progress.update(standings.games, 10, _win_rate_text(standings))
    output = capsys.readouterr()
    assert output.out == ""
    assert "good" in output.err
    assert "100.0%" in output.err


def test_a_short_arena_shows_no_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There's no bar for short arenas or outside a terminal."""
    standings = Standings.for_bots(("good", "bad"))
    monkeypatch.setattr("qwirkle.cli.progress.DELAY", 3600.0)
    for terminal in (True, False):
        monkeypatch.setattr("qwirkle.cli.progress.is_terminal", lambda stream, is_=terminal: is_)
        with ProgressBar() as progress:
            progress.update(standings.games, 10, _win_rate_text(standings))
        monkeypatch.setattr("qwirkle.cli.progress.DELAY", 0.0)
    assert capsys.readouterr() == ("", "")
