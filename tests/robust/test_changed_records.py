"""The record of a running game, changed or taken away by another program."""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from qwirkle.cli.files import load_complete_game
from qwirkle.records import library
from tests.robust.terminal import Terminal
from tests.robust.test_terminal import arguments, at_table, play_a_turn

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]

Attack = Callable[[Path], None]
F10 = "\x1b[21~"


def empty(path: Path) -> None:
    """Empty the file in place, as `> file` does."""
    path.write_bytes(b"")


def shorten(path: Path) -> None:
    """Cut the last line off."""
    os.truncate(path, path.stat().st_size - 20)


def scribble(path: Path) -> None:
    """Write other bytes of the same length over the last line."""
    with path.open("r+b") as file:
        file.seek(-20, os.SEEK_END)
        file.write(b"x" * 20)


def lengthen(path: Path) -> None:
    """Append what no game of ours has said."""
    with path.open("ab") as file:
        file.write(b'{"type":"pass","player":0}\n')


def remove(path: Path) -> None:
    """Delete the file."""
    path.unlink()


def rename(path: Path) -> None:
    """Give the file another name."""
    path.rename(path.with_suffix(".moved"))


def replace(path: Path) -> None:
    """Put a copy in the place of the file, as editors do."""
    copy = path.with_suffix(".copy")
    shutil.copy(path, copy)
    copy.replace(path)


def remove_folder(path: Path) -> None:
    """Delete the folder and all that is in it."""
    shutil.rmtree(path.parent)


def link(path: Path) -> None:
    """Make the name a link to the file, which has another name now."""
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


PAIRS: list[tuple[Attack, Attack]] = [
    (empty, remove),
    (scribble, lengthen),
    (remove, shorten),
    (link, rename),
    (remove_folder, replace),
]
"""Every attack is in one of these."""
ATTACKS: list[Attack] = [
    empty,
    shorten,
    scribble,
    lengthen,
    remove,
    rename,
    replace,
    remove_folder,
    link,
]
OTHERS = [pair for pair in itertools.product(ATTACKS, ATTACKS) if pair not in PAIRS]


def record_of(home: Path) -> Path:
    """The only record that there is."""
    (path,) = (home / "games").iterdir()
    return path


def bytes_at(path: Path) -> bytes | None:
    """What is at a path, None where nothing is."""
    return path.read_bytes() if path.exists() else None


def records_said(terminal: Terminal, home: Path) -> list[Path]:
    """The records that the last words of the program name."""
    last_words = terminal.raw[terminal.raw.rfind(b"\x1b[?1049l") :].decode()
    return [path for path in (home / "games").iterdir() if f"{path} " in last_words]


@pytest.mark.parametrize(
    ("first", "second"),
    [*PAIRS, *(pytest.param(*pair, marks=pytest.mark.slow) for pair in OTHERS)],
    ids=lambda attack: attack.__name__,
)
def test_a_changed_record_is_left_alone_and_the_game_written_anew(
    home: Path, first: Attack, second: Attack
) -> None:
    """Found with the next turn, or when the game is left: a new record has all of it, and is told.

    Quitting, going to the start screen, Ctrl+C and SIGTERM leave alike.
    """
    terminal = Terminal(arguments(), home)
    terminal.wait_for(at_table)
    path = record_of(home)
    before = path.read_bytes()
    first(path)
    broken = bytes_at(path)
    play_a_turn(terminal)
    terminal.wait_for(lambda text: "the whole game" in text)
    newest = max(library.saved_games(), key=lambda each: each.turns).path
    assert newest.read_bytes().startswith(before)
    load_complete_game(newest)
    assert newest == path or bytes_at(path) == broken
    whole = newest.read_bytes()

    second(newest)
    broken = bytes_at(newest)
    leave(terminal, ATTACKS.index(second) % 4)
    (said,) = records_said(terminal, home)
    assert said.read_bytes() == whole
    load_complete_game(said)
    assert said == newest or bytes_at(newest) == broken


def leave(terminal: Terminal, way: int) -> None:
    """Leave the program in one of four ways."""
    if way == 0:
        terminal.press("ctrl+c")
        assert terminal.end() == 130
    elif way == 1:
        os.kill(terminal.process, signal.SIGTERM)
        assert terminal.end() == 143
    else:
        if way == 2:
            terminal.press(F10)
            terminal.wait_for(lambda text: "New game" in text and "Another program" in text)
        terminal.press("ctrl+q")
        assert terminal.end() == 0


def test_a_game_that_is_played_cannot_be_removed(home: Path) -> None:
    """`qwirkle games rm` refuses it in one sentence while it is played, and removes it after."""
    terminal = Terminal(arguments(), home)
    terminal.wait_for(at_table)
    path = record_of(home)
    refused = remove_by_command(path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"qwirkle: {path} stays, because another program plays this game.\n"
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    assert remove_by_command(path).returncode == 0
    assert not path.exists()


def remove_by_command(path: Path) -> subprocess.CompletedProcess[str]:
    """Ask the program to take a record away."""
    return subprocess.run(
        [sys.executable, "-m", "qwirkle", "games", "rm", path.name, "--yes"],
        capture_output=True,
        text=True,
        check=False,
    )
