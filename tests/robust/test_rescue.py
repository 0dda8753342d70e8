"""Stopping the program while its game can't be saved."""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
from pathlib import Path

import pytest

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.engine.events import Placed
from qwirkle.records import library
from tests.robust.terminal import ON_SORT, Terminal
from tests.robust.terminal_game import arguments, is_persons_turn, play_a_turn

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]

CRASHING = f"""
import sys
{ON_SORT}
def fail(self): raise RuntimeError("boom")
on_sort(fail)
from qwirkle.cli import main
sys.exit(main(sys.argv[1:]))
"""


def replace_with_file(folder: Path) -> None:
    """Replace a folder with a file, so that it can't be created again."""
    shutil.rmtree(folder)
    folder.write_text("not a folder")


def exit_output(terminal: Terminal) -> str:
    """Return what the program printed after restoring the terminal."""
    output = terminal.raw[terminal.raw.rfind(b"\x1b[?1049l") :].decode()
    return re.sub(r"\x1b[^a-zA-Z]*[a-zA-Z]", "", output).strip()


def check_copy(output: str) -> Path:
    """Check that a message names a complete copy in a private folder; return the copy."""
    assert output.isprintable(), output
    _, copy_path = re.findall(r"/\S+\.qwirkle", output)
    copy = Path(copy_path)
    assert sum(isinstance(event, Placed) for event in load_untruncated_game(copy).events) >= 2
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    return copy


def unsaved_game(home: Path, lost_folder: Path, *program: str) -> Terminal:
    """Start a game, replace the folder with a file, and play a turn that can't be saved."""
    terminal = Terminal(arguments(), home, program=program or ("-m", "qwirkle"))
    terminal.wait_for(is_persons_turn)
    replace_with_file(lost_folder)
    play_a_turn(terminal)
    terminal.wait_for(lambda text: "not saved" in text)
    return terminal


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_rescues_an_unsaved_game(
    home: Path, temporary: Path, number: signal.Signals
) -> None:
    """If the games folder is lost, the whole game is saved in a temporary folder."""
    terminal = unsaved_game(home, home / "games")
    os.kill(terminal.process, number)
    assert terminal.end() == 128 + number
    assert check_copy(exit_output(terminal)).parent.parent == temporary


def test_ctrl_c_rescues_an_unsaved_game(home: Path, temporary: Path) -> None:
    """The game is rescued even if the whole home is lost."""
    terminal = unsaved_game(home, home)
    terminal.press("ctrl+c")
    assert terminal.end() == 130
    assert check_copy(exit_output(terminal)).parent.parent == temporary


def test_a_crash_with_an_unsaved_game_names_the_copy_and_the_report(home: Path) -> None:
    """Two lines are printed, and neither claims that the game is saved in its folder."""
    terminal = unsaved_game(home, home / "games", "-c", CRASHING)
    terminal.press("s")
    assert terminal.end() == 1
    rescue_message, crash_message = exit_output(terminal).splitlines()
    check_copy(rescue_message.strip())
    (report,) = home.glob("report*")
    assert re.findall(r"/\S+\b", crash_message) == [str(report)]


def test_leaving_without_saving_rescues_nothing(home: Path, temporary: Path) -> None:
    """If you confirm that you leave without saving, no copy is written and nothing is printed."""
    terminal = unsaved_game(home, home / "games")
    terminal.press("ctrl+q")
    terminal.wait_for(lambda text: "Leave without" in text)
    terminal.press("tab", "tab", "enter")
    assert terminal.end() == 0
    assert exit_output(terminal) == ""
    assert list(temporary.iterdir()) == []


@pytest.mark.full_disk
def test_a_failed_rescue_says_how_many_events_are_lost(home: Path, temporary: Path) -> None:
    """If no file can be large enough for the game, the number of lost events is printed."""
    resource = pytest.importorskip("resource", reason="needs a system with limits")
    terminal = Terminal(arguments(), home)
    terminal.wait_for(is_persons_turn)
    (path,) = (home / "games").iterdir()
    max_bytes = path.stat().st_size + 10
    resource.prlimit(terminal.process, resource.RLIMIT_FSIZE, (max_bytes, max_bytes))
    play_a_turn(terminal)
    terminal.wait_for(lambda text: "not saved" in text)
    os.kill(terminal.process, signal.SIGTERM)
    assert terminal.end() == 143
    message = exit_output(terminal)
    assert message.isprintable(), message
    assert re.findall(r"\b[1-9]\d* events\b", message)
    assert str(path) in message
    assert library.load_game(path).events
    assert list(temporary.iterdir()) == []
