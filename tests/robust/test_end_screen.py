"""The end of a game in a real terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qwirkle.records import library
from tests.robust.terminal import Terminal

pytestmark = pytest.mark.programs

pytest.importorskip("pexpect", reason="needs a system with pseudo-terminals")

SHORT_VARIANT = 'extends = "tiles"\nname = "short"\ntitle = "Short game"\n[pieces]\ncopies = 1\n'
NAMES = ("Ana", "Bo")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_the_ranking_is_visible_when_the_game_ends(
    home: Path, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Every name and score is on the screen, and stays there after resizing."""
    rules = tmp_path / "short.toml"
    rules.write_text(SHORT_VARIANT, encoding="utf-8")
    players = [part for name in NAMES for part in ("--player", f"{name}=simple")]
    terminal = Terminal(["play", "--variant", str(rules), *players, "--seed", "3"], home, size=size)
    try:
        terminal.wait_for(lambda text: "Points in each round" in text)
        (record,) = (home / "games").iterdir()
        scores = library.load_game(record).position.scores
        lines = [
            rf"\d {name}\b[^│]* {score} +\d+ +\d+\.\d"  # points, Qwirkles, average
            for name, score in zip(NAMES, scores, strict=True)
        ]
        terminal.press("?")  # so that the ranking isn't just a passing frame
        terminal.wait_for(lambda text: "Close" in text)
        terminal.press("q")
        for new_size in ((100, 30), size):
            terminal.wait_for(lambda text: all(re.search(line, text) for line in lines))
            frames = terminal.frames
            terminal.resize(*new_size)
            terminal.wait_for(lambda text: terminal.frames > frames)  # noqa: B023 - called now
        terminal.press("ctrl+q")
        assert terminal.end() == 0
    finally:
        terminal.child.close(force=True)
