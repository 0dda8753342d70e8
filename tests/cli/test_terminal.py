"""The commands in a real terminal: colours where they are wanted, and a bar while one waits."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from qwirkle.arena.game import Outcome
from qwirkle.arena.standings import Standings
from qwirkle.cli.progress import ProgressBar, win_rate_text

pexpect = pytest.importorskip("pexpect", reason="needs a system with pseudo-terminals")

SOON = 60
COLOURED = re.compile(r"\x1b\[[0-9;]*(?:38|48);5;")


def in_terminal(*arguments: object, **variables: str) -> str:
    """What a command prints in a terminal of 256 colours."""
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "", **variables}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "qwirkle", *map(str, arguments)],
        env=environment,
        dimensions=(50, 120),
        encoding="utf-8",
        timeout=SOON,
    )
    told: str = child.read()
    child.close()
    assert child.exitstatus == 0
    return told


def test_show_has_the_colours_of_the_pieces(finished_game: Path) -> None:
    """In a terminal with colours the pieces have theirs."""
    told = in_terminal("show", finished_game)
    assert COLOURED.search(told)
    assert "● R" in told or "■ R" in told
    assert re.search(r"\x1b\[[0-9;]*m R \x1b\[0m red", told)
    assert "● c circle, ■ s square, ◆ d diamond" in told


def test_no_color_is_respected(finished_game: Path) -> None:
    """With NO_COLOR the pieces are letters, and nothing is coloured."""
    told = in_terminal("show", finished_game, NO_COLOR="1")
    assert not COLOURED.search(told)
    assert re.search(r" [ROYGBP][csdkbx] ", told)


def test_tables_are_drawn() -> None:
    """A table in a terminal has a rule under its heads and all its rows."""
    told = in_terminal("compare", "tiles", "cubes")
    assert "───" in told
    assert "108 in all" in told


@pytest.mark.parametrize("columns", ["1000000000", "-5", "²", "9" * 5000])
def test_tables_are_drawn_whatever_columns_says(columns: str) -> None:
    """Nonsense in COLUMNS and LINES costs no memory and no table."""
    told = in_terminal("compare", "tiles", "cubes", COLUMNS=columns, LINES=columns)
    assert "108 in all" in told
    assert max(map(len, told.splitlines())) <= 1000


def test_a_long_arena_shows_the_rate_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bar names the first bot, its rate and the interval, on standard error."""
    monkeypatch.setattr("qwirkle.cli.progress.is_terminal", lambda stream: True)
    monkeypatch.setattr("qwirkle.cli.progress.DELAY", 0.0)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    score = Standings.for_bots(("good", "bad"))
    score.add(Outcome(0, (9, 1), (0,)))
    with ProgressBar() as progress:
        progress.update(score.games, 10, win_rate_text(score))
        progress.update(score.games, 10, win_rate_text(score))
    told = capsys.readouterr()
    assert told.out == ""
    assert "good wins 100.0%" in told.err


def test_a_short_arena_shows_no_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is done soon, or not in a terminal, needs no bar."""
    score = Standings.for_bots(("good", "bad"))
    monkeypatch.setattr("qwirkle.cli.progress.DELAY", 3600.0)
    for terminal in (True, False):
        monkeypatch.setattr("qwirkle.cli.progress.is_terminal", lambda stream, is_=terminal: is_)
        with ProgressBar() as progress:
            progress.update(score.games, 10, win_rate_text(score))
        monkeypatch.setattr("qwirkle.cli.progress.DELAY", 0.0)
    assert capsys.readouterr() == ("", "")
