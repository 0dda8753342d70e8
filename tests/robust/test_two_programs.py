"""Two programs with one game: one plays, the other watches; on exit you learn how to resume."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwirkle.records.locked_file import RecordLocked
from tests.robust.terminal import Terminal
from tests.robust.terminal_game import arguments, is_persons_turn, only_record, play_a_turn

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]


@pytest.fixture
def player(home: Path) -> Iterator[Terminal]:
    """The program that plays the game."""
    terminal = Terminal(arguments(), home)
    yield terminal
    terminal.child.close(force=True)


def exit_output(terminal: Terminal) -> str:
    """Return what the program printed after restoring the terminal."""
    return terminal.raw[terminal.raw.rfind(b"\x1b[?1049l") :].decode()


def test_a_second_program_can_only_watch(player: Terminal, home: Path) -> None:
    """Resuming fails and prints how to watch; a watcher sees each turn."""
    player.wait_for(is_persons_turn)
    path = only_record(home)
    for options in (["--resume"], ["--resume", str(path)]):
        second = Terminal(["play", *options], home)
        assert second.end() == 2
        assert second.raw.decode().strip() == f"qwirkle: {RecordLocked(path)}"
    watcher = Terminal(["play", "--watch", str(path)], home)
    try:
        watcher.wait_for(lambda text: "Step 0 of 0" in text)
        play_a_turn(player)
        watcher.wait_for(lambda text: "Step 2 of 2" in text and "turn of Ana" in text)
        watcher.press("ctrl+q")
        assert watcher.end() == 0
        assert "--resume" not in exit_output(watcher)
    finally:
        watcher.child.close(force=True)
    player.press("ctrl+q")
    assert player.end() == 0
    assert exit_output(player).endswith("qwirkle play --resume\r\n")


def test_the_resume_command_names_an_older_game(player: Terminal, home: Path) -> None:
    """If the game isn't the newest one, the command has its file name, quoted for a shell."""
    player.wait_for(is_persons_turn)
    player.press("ctrl+q")
    player.end()
    newest = only_record(home)
    older = newest.with_name("it's older.qwirkle")
    shutil.copy(newest, older)
    os.utime(older, (1, 1))
    terminal = Terminal(["play", "--resume", str(older)], home)
    terminal.wait_for(is_persons_turn)
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    quoted = str(older).replace("'", "'\"'\"'")
    assert f"qwirkle play --resume '{quoted}'" in exit_output(terminal)
