"""The real program in a pseudo-terminal."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwirkle.cli.loading import load_untruncated_game
from tests.robust.terminal import ON_SORT, TIMEOUT, Terminal, wait_until_gone
from tests.robust.terminal_game import (
    OPEN,
    RESTORE,
    arguments,
    is_persons_turn,
    only_record,
    play_a_turn,
)

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]


@pytest.fixture
def terminal(home: Path) -> Iterator[Terminal]:
    """A terminal with a game against a bot."""
    opened = Terminal(arguments(), home)
    yield opened
    opened.child.close(force=True)


def test_you_can_play_a_turn_and_quit(terminal: Terminal, home: Path) -> None:
    """Ctrl+Q exits with status 0, restores the terminal and leaves a valid record."""
    play_a_turn(terminal)
    children = terminal.children()
    assert children
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    assert all(sequence in terminal.raw for sequence in RESTORE)
    wait_until_gone(children)
    assert len(load_untruncated_game(only_record(home)).events) >= 6


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_exits_cleanly(terminal: Terminal, home: Path, number: signal.Signals) -> None:
    """The terminal is restored, the status has the signal, and no child process is left."""
    play_a_turn(terminal)
    children = terminal.children()
    os.kill(terminal.process, number)
    assert terminal.end() == 128 + number
    assert all(sequence in terminal.raw for sequence in RESTORE)
    wait_until_gone(children)
    load_untruncated_game(only_record(home))


def test_ctrl_c_exits_with_status_130(terminal: Terminal, home: Path) -> None:
    """Ctrl+C exits immediately, and the game is saved."""
    terminal.wait_for(is_persons_turn)
    terminal.press("ctrl+c")
    assert terminal.end() == 130
    assert all(sequence in terminal.raw for sequence in RESTORE)
    load_untruncated_game(only_record(home))


def test_a_suspended_program_redraws_when_it_continues(terminal: Terminal) -> None:
    """Ctrl+Z restores the terminal; after SIGCONT the game is redrawn without a key."""
    terminal.wait_for(is_persons_turn)
    terminal.press("ctrl+z")
    end = time.monotonic() + TIMEOUT
    stat = Path(f"/proc/{terminal.process}/stat")
    while stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "T":
        terminal.read()
        assert time.monotonic() < end
    while terminal.raw.find(RESTORE[0]) < 0:
        terminal.read()
        assert time.monotonic() < end
    frames = terminal.frames
    terminal._screen.reset()
    os.kill(terminal.process, signal.SIGCONT)
    terminal.wait_for(lambda text: terminal.frames > frames and is_persons_turn(text))
    terminal.press("ctrl+q")
    assert terminal.end() == 0


def test_a_closed_terminal_ends_all_processes(home: Path) -> None:
    """When the terminal closes, the program and its worker exit, and the game is saved."""
    terminal = Terminal(arguments(), home)
    play_a_turn(terminal)
    processes = (terminal.process, *terminal.children())
    terminal.child.ptyproc.fileobj.close()
    wait_until_gone(processes)
    load_untruncated_game(only_record(home))


def test_a_crash_names_the_record_and_the_report(home: Path) -> None:
    """The terminal is restored, and no traceback is printed."""
    script = (
        f"import sys\n{ON_SORT}"
        "def fail(self): raise RuntimeError('boom')\n"
        "on_sort(fail)\n"
        "from qwirkle.cli import main\n"
        "sys.exit(main(sys.argv[1:]))\n"
    )
    terminal = Terminal(arguments(), home, program=("-c", script))
    terminal.wait_for(is_persons_turn)
    terminal.press("s")
    assert terminal.end() == 1
    output = terminal.raw[terminal.raw.rfind(RESTORE[0]) :]
    assert b"Traceback" not in output
    record = only_record(home)
    assert str(record).encode() in output
    (report,) = home.glob("report-*.txt")
    assert str(report).encode() in output
    assert "boom" in report.read_text(encoding="utf-8")
    load_untruncated_game(record)


def test_the_terminal_can_be_resized_during_a_game(terminal: Terminal) -> None:
    """If the terminal is too small, a message says so until it grows."""
    terminal.wait_for(is_persons_turn)
    terminal.resize(30, 8)
    terminal.wait_for(lambda text: "too small" in " ".join(text.split()))
    terminal.resize(80, 24)
    terminal.wait_for(is_persons_turn)
    terminal.press("ctrl+q")
    assert terminal.end() == 0


def test_a_game_with_open_hands_fits_80_by_24(home: Path) -> None:
    """The game screen and the help work in a small terminal."""
    terminal = Terminal(arguments(OPEN), home, size=(80, 24))
    terminal.wait_for(is_persons_turn)
    terminal.press("?")
    terminal.wait_for(lambda text: "Close" in text)
    terminal.press("q")
    terminal.wait_for(is_persons_turn)
    terminal.press("ctrl+q")
    assert terminal.end() == 0


def test_output_just_before_exit_is_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The test terminal reads what a program writes between the last read and its exit."""
    program = "print('started', flush=True); input(); print('the end', flush=True)"
    terminal = Terminal((), home, program=("-c", program))
    while b"started" not in terminal.raw:
        assert terminal.read()
    is_alive = terminal.child.isalive

    def exit_first() -> bool:
        terminal.press("enter")
        while is_alive():
            time.sleep(0.01)
        return False

    checks = iter([is_alive, exit_first])
    monkeypatch.setattr(terminal.child, "isalive", lambda: next(checks, is_alive)())
    while terminal.read():
        pass
    assert b"the end" in terminal.raw


def test_a_query_that_arrives_in_parts_is_answered(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The test terminal recognises a query that is split over several reads."""
    read = terminal.child.read_nonblocking
    monkeypatch.setattr(
        terminal.child, "read_nonblocking", lambda size, timeout: read(min(size, 3), timeout)
    )
    terminal.wait_for(is_persons_turn)
    assert terminal.ready


def test_a_terminal_that_answers_too_late_is_drawn_too(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a busy machine, the program may draw before the answer arrives."""
    monkeypatch.setattr(terminal.child, "send", lambda _: None)
    terminal.wait_for(is_persons_turn)
    assert "your hand" in terminal.text
