"""Other programs change or remove the record of a running game."""

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

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.records import library
from tests.robust.terminal import Terminal
from tests.robust.terminal_game import arguments, is_persons_turn, only_record, play_a_turn

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]

Attack = Callable[[Path], None]
F10 = "\x1b[21~"


def empty(path: Path) -> None:
    """Empty the file in place, as `> file` does."""
    path.write_bytes(b"")


def truncate(path: Path) -> None:
    """Truncate the last line."""
    os.truncate(path, path.stat().st_size - 20)


def overwrite(path: Path) -> None:
    """Overwrite the last line without changing the file size."""
    with path.open("r+b") as file:
        file.seek(-20, os.SEEK_END)
        file.write(b"x" * 20)


def append_event(path: Path) -> None:
    """Append an event that isn't part of the game."""
    with path.open("ab") as file:
        file.write(b'{"type":"pass","player":0}\n')


def remove(path: Path) -> None:
    """Delete the file."""
    path.unlink()


def rename(path: Path) -> None:
    """Rename the file."""
    path.rename(path.with_suffix(".moved"))


def replace(path: Path) -> None:
    """Replace the file with a copy, as editors do."""
    copy = path.with_suffix(".copy")
    shutil.copy(path, copy)
    copy.replace(path)


def remove_folder(path: Path) -> None:
    """Delete the folder and everything in it."""
    shutil.rmtree(path.parent)


def link(path: Path) -> None:
    """Rename the file and replace it with a link."""
    path.rename(path.with_suffix(".moved"))
    path.symlink_to(path.with_suffix(".moved"))


PAIRS: list[tuple[Attack, Attack]] = [
    (empty, remove),
    (overwrite, append_event),
    (remove, truncate),
    (link, rename),
    (remove_folder, replace),
]
"""Each attack is in at least one pair."""
ATTACKS: list[Attack] = [
    empty,
    truncate,
    overwrite,
    append_event,
    remove,
    rename,
    replace,
    remove_folder,
    link,
]
OTHER_PAIRS = [pair for pair in itertools.product(ATTACKS, ATTACKS) if pair not in PAIRS]


def bytes_at(path: Path) -> bytes | None:
    """Return the content of a file, or None if there is none."""
    return path.read_bytes() if path.exists() else None


def printed_records(terminal: Terminal, home: Path) -> list[Path]:
    """Return the records whose paths the program printed on exit."""
    output = terminal.raw[terminal.raw.rfind(b"\x1b[?1049l") :].decode()
    return [path for path in (home / "games").iterdir() if f"{path} " in output]


@pytest.mark.parametrize(
    ("first", "second"),
    [*PAIRS, *(pytest.param(*pair, marks=pytest.mark.slow) for pair in OTHER_PAIRS)],
    ids=lambda attack: attack.__name__,
)
def test_a_modified_record_is_kept_and_the_game_is_saved_again(
    home: Path, first: Attack, second: Attack
) -> None:
    """The next turn, or leaving in any way, writes the whole game to a new record and says so."""
    terminal = Terminal(arguments(), home)
    terminal.wait_for(is_persons_turn)
    path = only_record(home)
    before = path.read_bytes()
    first(path)
    modified = bytes_at(path)
    play_a_turn(terminal)
    terminal.wait_for(lambda text: "the whole game" in text)
    newest = max(library.saved_games(), key=lambda game: game.turns).path
    assert newest.read_bytes().startswith(before)
    load_untruncated_game(newest)
    assert newest == path or bytes_at(path) == modified
    complete = newest.read_bytes()

    second(newest)
    modified = bytes_at(newest)
    leave(terminal, ATTACKS.index(second) % 4)
    (printed,) = printed_records(terminal, home)
    assert printed.read_bytes() == complete
    load_untruncated_game(printed)
    assert printed == newest or bytes_at(newest) == modified


def leave(terminal: Terminal, exit_number: int) -> None:
    """Leave with Ctrl+C, by SIGTERM, over the start screen, or with Ctrl+Q."""
    if exit_number == 0:
        terminal.press("ctrl+c")
        assert terminal.end() == 130
    elif exit_number == 1:
        os.kill(terminal.process, signal.SIGTERM)
        assert terminal.end() == 143
    else:
        if exit_number == 2:
            terminal.press(F10)
            terminal.wait_for(lambda text: "New game" in text and "Another program" in text)
        terminal.press("ctrl+q")
        assert terminal.end() == 0


def test_a_game_in_progress_cannot_be_deleted(home: Path) -> None:
    """`qwirkle games rm` fails while another program plays the game, and works after that."""
    terminal = Terminal(arguments(), home)
    terminal.wait_for(is_persons_turn)
    path = only_record(home)
    refused = remove_by_command(path)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert str(path) in refused.stderr
    assert refused.stderr.count("\n") == 1
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    assert remove_by_command(path).returncode == 0
    assert not path.exists()


def remove_by_command(path: Path) -> subprocess.CompletedProcess[str]:
    """Run `qwirkle games rm`."""
    return subprocess.run(
        [sys.executable, "-m", "qwirkle", "games", "rm", path.name, "--yes"],
        capture_output=True,
        text=True,
        check=False,
    )
