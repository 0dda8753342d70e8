"""The real program in a real terminal."""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwirkle.cli.files import load_complete_game
from tests.robust.terminal import ON_SORT, TIMEOUT, Terminal, wait_until_gone

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]

HIDDEN, OPEN = "tiles", "cubes"
BACK = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l")
"""The usual screen, the cursor, and a mouse that is the terminal's own again."""


def arguments(variant: str = HIDDEN) -> list[str]:
    """A person against a bot."""
    return [
        "play",
        "--variant",
        variant,
        "--player",
        "Ana:9",
        "--player",
        "Bo=simple",
        "--seed",
        "7",
    ]


def at_table(text: str) -> bool:
    """Whether the person can do something."""
    return "Pick" in text or "Mark" in text


def only_record(home: Path) -> Path:
    """The one record that was kept."""
    (path,) = (home / "games").iterdir()
    return path


@pytest.fixture
def terminal(home: Path) -> Iterator[Terminal]:
    """A terminal with a game against a bot."""
    opened = Terminal(arguments(), home)
    yield opened
    opened.child.close(force=True)


def play_a_turn(terminal: Terminal) -> None:
    """Lay what fits and commit it; seed 7 gives a hand whose last two pieces are a largest set."""
    terminal.wait_for(at_table)
    terminal.press("5", "tab", "space", "6", "tab", "space")
    terminal.wait_for(lambda text: "Enter plays" in text)
    terminal.press("enter")
    terminal.wait_for(lambda text: re.search(r"\b2 Bo\b", text) and "pick a piece" in text)


def test_a_turn_is_played_and_the_terminal_comes_back(terminal: Terminal, home: Path) -> None:
    """Keys lay and commit, the bot answers, Ctrl+Q leaves with status 0 and a sound record."""
    play_a_turn(terminal)
    children = terminal.children()
    assert children
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    assert all(each in terminal.raw for each in BACK)
    wait_until_gone(children)
    assert len(load_complete_game(only_record(home)).events) >= 6


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_ends_the_program_in_order(
    terminal: Terminal, home: Path, number: signal.Signals
) -> None:
    """The terminal is as before, the status tells the signal, no process is left."""
    play_a_turn(terminal)
    children = terminal.children()
    os.kill(terminal.process, number)
    assert terminal.end() == 128 + number
    assert all(each in terminal.raw for each in BACK)
    wait_until_gone(children)
    load_complete_game(only_record(home))


def test_ctrl_c_stops_with_its_own_status(terminal: Terminal, home: Path) -> None:
    """Ctrl+C leaves at once with status 130; the game is saved."""
    terminal.wait_for(at_table)
    terminal.press("ctrl+c")
    assert terminal.end() == 130
    assert all(each in terminal.raw for each in BACK)
    load_complete_game(only_record(home))


def test_a_suspended_program_comes_back_whole(terminal: Terminal) -> None:
    """Ctrl+Z gives the terminal back; after that the table is drawn again without a key."""
    terminal.wait_for(at_table)
    terminal.press("ctrl+z")
    end = time.monotonic() + TIMEOUT
    stat = Path(f"/proc/{terminal.process}/stat")
    while stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "T":
        terminal.read()
        assert time.monotonic() < end
    while terminal.raw.find(BACK[0]) < 0:
        terminal.read()
        assert time.monotonic() < end
    frames = terminal.frames
    terminal._screen.reset()
    os.kill(terminal.process, signal.SIGCONT)
    terminal.wait_for(lambda text: terminal.frames > frames and at_table(text))
    terminal.press("ctrl+q")
    assert terminal.end() == 0


def test_a_closed_terminal_leaves_nothing_behind(home: Path) -> None:
    """When the terminal goes away, the program and its helper end and the game is kept."""
    terminal = Terminal(arguments(), home)
    play_a_turn(terminal)
    processes = (terminal.process, *terminal.children())
    terminal.child.ptyproc.fileobj.close()
    wait_until_gone(processes)
    load_complete_game(only_record(home))


def test_an_unexpected_failure_is_one_sentence(home: Path) -> None:
    """The terminal comes back and one sentence says where the game and the report are."""
    script = (
        f"import sys\n{ON_SORT}"
        "def fail(self): raise RuntimeError('boom')\n"
        "on_sort(fail)\n"
        "from qwirkle.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    terminal = Terminal(arguments(), home, program=("-c", script))
    terminal.wait_for(at_table)
    terminal.press("s")
    assert terminal.end() == 1
    said = terminal.raw[terminal.raw.rfind(BACK[0]) :]
    assert b"Traceback" not in said
    record = only_record(home)
    assert str(record).encode() in said
    (report,) = home.glob("report-*.txt")
    assert str(report).encode() in said
    assert "boom" in report.read_text(encoding="utf-8")
    load_complete_game(record)


def test_the_size_may_change_while_one_plays(terminal: Terminal) -> None:
    """A terminal that gets too small says so, and shows the game again when it grows."""
    terminal.wait_for(at_table)
    terminal.resize(30, 8)
    terminal.wait_for(lambda text: "too small" in " ".join(text.split()))
    terminal.resize(80, 24)
    terminal.wait_for(at_table)
    terminal.press("ctrl+q")
    assert terminal.end() == 0


def test_an_open_game_runs_in_a_small_terminal(home: Path) -> None:
    """80x24 is a full game with open hands too."""
    terminal = Terminal(arguments(OPEN), home, size=(80, 24))
    terminal.wait_for(at_table)
    terminal.press("?")
    terminal.wait_for(lambda text: "Close" in text)
    terminal.press("q")
    terminal.wait_for(at_table)
    terminal.press("ctrl+q")
    assert terminal.end() == 0


def test_the_last_words_of_a_program_are_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written between the last look for it and the program's end is not lost."""
    program = "print('begun', flush=True); input(); print('the end', flush=True)"
    terminal = Terminal((), home, program=("-c", program))
    while b"begun" not in terminal.raw:
        assert terminal.read()
    still_alive = terminal.child.isalive

    def answer_late() -> bool:
        terminal.press("enter")
        while still_alive():
            time.sleep(0.01)
        return False

    looks = iter([still_alive, answer_late])
    monkeypatch.setattr(terminal.child, "isalive", lambda: next(looks, still_alive)())
    while terminal.read():
        pass
    assert b"the end" in terminal.raw


def test_a_question_in_two_parts_is_answered(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal may get half of what the program asks it, and the rest a moment later."""
    read = terminal.child.read_nonblocking
    monkeypatch.setattr(
        terminal.child, "read_nonblocking", lambda size, timeout: read(min(size, 3), timeout)
    )
    terminal.wait_for(at_table)
    assert terminal.ready


def test_a_terminal_that_answers_too_late_is_read_too(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine may draw the table before it hears that frames can be whole here."""
    monkeypatch.setattr(terminal.child, "send", lambda answer: None)
    terminal.wait_for(at_table)
    assert "your hand" in terminal.text
