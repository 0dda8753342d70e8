"""One game, two programs: one plays, the other watches; leaving says how to go on."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.robust.terminal import Terminal
from tests.robust.test_terminal import arguments, at_table, only_record, play_a_turn

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]


@pytest.fixture
def player(home: Path) -> Iterator[Terminal]:
    """The program with a game on the table."""
    terminal = Terminal(arguments(), home)
    yield terminal
    terminal.child.close(force=True)


def last_words(terminal: Terminal) -> str:
    """What was said after the terminal was back."""
    return terminal.raw[terminal.raw.rfind(b"\x1b[?1049l") :].decode()


def test_a_game_is_played_here_and_watched_there(player: Terminal, home: Path) -> None:
    """Whoever cannot go on with it is told how to watch, and sees each turn there."""
    player.wait_for(at_table)
    path = only_record(home)
    for asked in (["--resume"], ["--resume", str(path)]):
        second = Terminal(["play", *asked], home)
        assert second.end() == 2
        assert second.raw.decode().strip() == (
            "qwirkle: Another program plays this game; "
            f"“qwirkle play --watch {path}” lets you watch it."
        )
    watcher = Terminal(["play", "--watch", str(path)], home)
    try:
        watcher.wait_for(lambda text: "Step 0 of 0." in text)
        play_a_turn(player)
        watcher.wait_for(lambda text: "Step 2 of 2." in text and "It is the turn of Ana." in text)
        watcher.press("ctrl+q")
        assert watcher.end() == 0
        assert "Saved" not in last_words(watcher)
    finally:
        watcher.child.close(force=True)
    player.press("ctrl+q")
    assert player.end() == 0
    assert last_words(player).endswith("Saved. Go on with: qwirkle play --resume\r\n")


def test_a_game_that_is_not_the_newest_is_named_when_it_is_left(
    player: Terminal, home: Path
) -> None:
    """The command has the file, as a shell takes it."""
    player.wait_for(at_table)
    player.press("ctrl+q")
    player.end()
    newest = only_record(home)
    older = newest.with_name("it's older.qwirkle")
    shutil.copy(newest, older)
    os.utime(older, (1, 1))
    terminal = Terminal(["play", "--resume", str(older)], home)
    terminal.wait_for(at_table)
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    quoted = str(older).replace("'", "'\"'\"'")
    assert f"Saved. Go on with: qwirkle play --resume '{quoted}'" in last_words(terminal)
