"""A game that cannot be saved, and a program that is stopped all the same."""

from __future__ import annotations

import os
import re
import shutil
import signal
import stat
from pathlib import Path

import pytest

from qwirkle.cli.files import load_complete_game
from qwirkle.engine.events import Placed
from qwirkle.records import library
from tests.robust.terminal import ON_SORT, Terminal
from tests.robust.test_terminal import arguments, at_table, play_a_turn

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]

FAILING = f"""
import sys
{ON_SORT}
def fail(self): raise RuntimeError("boom")
on_sort(fail)
from qwirkle.cli import main
sys.exit(main(sys.argv[1:]))
"""


def put_file_in_place_of(folder: Path) -> None:
    """Take a folder away, and let nobody make it again."""
    shutil.rmtree(folder)
    folder.write_text("not a folder")


def last_words(terminal: Terminal) -> str:
    """What the program said when the terminal was back."""
    said = terminal.raw[terminal.raw.rfind(b"\x1b[?1049l") :].decode()
    return re.sub(r"\x1b[^a-zA-Z]*[a-zA-Z]", "", said).strip()


def check_copy(said: str) -> Path:
    """The one sentence names a whole record, in a folder for this user alone."""
    found = re.fullmatch(
        r"The game could not be saved in \S+; all of it is in (\S+) instead\.", said
    )
    assert found, said
    copy = Path(found[1])
    assert sum(isinstance(event, Placed) for event in load_complete_game(copy).events) >= 2
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    return copy


def unsaved_game(home: Path, broken: Path, *program: str) -> Terminal:
    """A game whose folder is gone, after a turn that could not be saved."""
    terminal = Terminal(arguments(), home, program=program or ("-m", "qwirkle"))
    terminal.wait_for(at_table)
    put_file_in_place_of(broken)
    play_a_turn(terminal)
    terminal.wait_for(lambda text: "not saved" in text)
    return terminal


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_a_copy_of_an_unsaved_game(
    home: Path, temporary: Path, number: signal.Signals
) -> None:
    """If the folder of games is lost, the whole game goes to a temporary folder."""
    terminal = unsaved_game(home, home / "games")
    os.kill(terminal.process, number)
    assert terminal.end() == 128 + number
    assert check_copy(last_words(terminal)).parent.parent == temporary


def test_ctrl_c_leaves_a_copy_of_an_unsaved_game(home: Path, temporary: Path) -> None:
    """The same if the whole home is lost."""
    terminal = unsaved_game(home, home)
    terminal.press("ctrl+c")
    assert terminal.end() == 130
    assert check_copy(last_words(terminal)).parent.parent == temporary


def test_a_failure_with_an_unsaved_game_contradicts_itself_nowhere(home: Path) -> None:
    """The copy and the report are told in one sentence each, and nothing is called saved."""
    terminal = unsaved_game(home, home / "games", "-c", FAILING)
    terminal.press("s")
    assert terminal.end() == 1
    rescued, went_wrong = last_words(terminal).splitlines()
    check_copy(rescued.strip())
    assert re.fullmatch(r"Something went wrong; a report is in \S+\.", went_wrong.strip())


def test_whoever_leaves_without_saving_leaves_nothing_behind(home: Path, temporary: Path) -> None:
    """Somebody who was asked and said so gets no copy, and hears no more of it."""
    terminal = unsaved_game(home, home / "games")
    terminal.press("ctrl+q")
    terminal.wait_for(lambda text: "Leave without" in text)
    terminal.press("tab", "tab", "enter")
    assert terminal.end() == 0
    assert last_words(terminal) == ""
    assert list(temporary.iterdir()) == []


@pytest.mark.full_disk
def test_what_is_lost_is_told(home: Path, temporary: Path) -> None:
    """Where no file may grow as large as the game, the number of events that are lost is told."""
    resource = pytest.importorskip("resource", reason="needs a system with limits")
    terminal = Terminal(arguments(), home)
    terminal.wait_for(at_table)
    (path,) = (home / "games").iterdir()
    most = path.stat().st_size + 10
    resource.prlimit(terminal.process, resource.RLIMIT_FSIZE, (most, most))
    play_a_turn(terminal)
    terminal.wait_for(lambda text: "not saved" in text)
    os.kill(terminal.process, signal.SIGTERM)
    assert terminal.end() == 143
    assert re.fullmatch(
        r"\d+ events of the game in \S+ are lost: The game is not saved .*", last_words(terminal)
    )
    assert library.load_game(path).events
    assert list(temporary.iterdir()) == []
