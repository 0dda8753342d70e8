"""Terminals that send garbage, report absurd sizes, stall or close."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwirkle.cli.loading import load_untruncated_game
from tests.robust.terminal import ON_SORT, TIMEOUT, Terminal
from tests.robust.terminal_game import RESTORE, arguments, is_persons_turn, only_record

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc"),
]

HANGUP_STATUS = 128 + signal.SIGHUP
PALETTE, PAGE_UP, F2 = "\x10", "\x1b[5~", "\x1bOQ"
ATTACKS = (
    *(b"\xe9", b"\xff\xfe", b"\x1b[M \xff\xff", b"\x1b[Mabc", b"\x1b[99999999999u", b"\0" * 50),
    *(b"\x1b[55555u\x1b[55555~\x1b[97;1;55555u", b"\x1b[<0;99999;99999M", b"\x1b[99999;99999R"),
    *(b"\x1b[?2048;2$y\x1b[48;99999;99999;99999;99999t\x1b[48;0;0;0;0t\x1b[<0;9;9M", b"\x1b[1:3u"),
    *(start + b"a" * 1_000 for start in (b"\x1b]", b"\x1bP", b"")),
    b"\x1b[" + b"1" * 1_000,
    b"\x1b[200~" + b"two words\n" * 20_000 + b"\x1b[201~",
)


@pytest.fixture
def terminal(home: Path) -> Iterator[Terminal]:
    """A terminal with a game against a bot, at the person's first turn."""
    opened = Terminal(arguments(), home)
    opened.wait_for(is_persons_turn)
    yield opened
    opened.child.close(force=True)


def send(terminal: Terminal, data: bytes) -> None:
    """Send bytes, and read the program's output meanwhile."""
    while data:
        data = data[os.write(terminal.child.fileno(), data[:2000]) :]
        assert terminal.read(0), "the program has exited"


def press_until(terminal: Terminal, key: str, text: str, visible: bool = True) -> None:
    """Press a key, repeatedly if necessary, until the text is visible, or no longer visible."""
    deadline = time.monotonic() + TIMEOUT
    while (text in terminal.text) != visible:
        assert time.monotonic() < deadline, f"keys have no effect:\n{terminal.text}"
        terminal.press(key)
        retry_time = time.monotonic() + 2
        while (text in terminal.text) != visible and time.monotonic() < retry_time:
            assert terminal.read(), "the program has exited"


def leave(terminal: Terminal, home: Path) -> None:
    """Quit and check that there is no crash report and the record is valid."""
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    assert not list(home.glob("report*"))
    load_untruncated_game(only_record(home))


def test_keys_still_work_after_garbage_input(terminal: Terminal, home: Path) -> None:
    """Invalid UTF-8 and malformed or endless escape sequences do no harm."""
    for attack in ATTACKS:
        send(terminal, attack)
        press_until(terminal, "?", "Close")
        press_until(terminal, "escape", "Close", visible=False)
    leave(terminal, home)


def test_text_next_to_an_invalid_byte_arrives(home: Path) -> None:
    """Invalid UTF-8 is replaced, and the letters next to it are typed."""
    terminal = Terminal(["play"], home)
    terminal.wait_for(lambda text: "Players" in text)
    deadline = time.monotonic() + TIMEOUT
    while "Zoë" not in terminal.text:
        assert time.monotonic() < deadline, terminal.text
        terminal.press("tab")
        send(terminal, b"\xff\x1b[200~Zo\xc3\xab\x1b[201~")
        assert terminal.read(0.2)
    terminal.press("ctrl+q")
    assert terminal.end() == 0


def test_an_absurd_size_is_ignored(terminal: Terminal, home: Path) -> None:
    """If a terminal reports 65,535 rows and columns, its size stays as it was."""
    terminal.child.setwinsize(65_535, 65_535)
    press_until(terminal, "?", "Close")
    leave(terminal, home)


def test_a_screen_can_close_before_it_is_composed(home: Path) -> None:
    """Opening and immediately closing a screen doesn't change the game screen."""
    terminal = Terminal(arguments(), home, program=("-c", SETUP + OPEN_AND_CLOSE + _RUN))
    terminal.wait_for(is_persons_turn)
    terminal.press("s")
    press_until(terminal, "?", "Close")
    leave(terminal, home)


def test_a_key_can_be_set_while_the_settings_close(home: Path) -> None:
    """The new key is saved even if the settings screen is already closing."""
    terminal = Terminal(arguments(), home, program=("-c", SETUP + ANSWER_AND_LEAVE + _RUN))
    terminal.wait_for(is_persons_turn)
    press_until(terminal, F2, "Settings, kept")
    terminal.press("\t" * 9 + "\r")  # past the switches to the keys
    terminal.wait_for(lambda text: "Press the key" in text)
    terminal.press("y")
    terminal.wait_for(lambda text: "New game" in text)
    leave(terminal, home)
    assert '"y"' in (home / "settings.json").read_text(encoding="utf-8")


def test_two_resizes_at_once_do_not_hang(home: Path) -> None:
    """Resizing twice during a batch update doesn't cause an endless loop."""
    terminal = Terminal(arguments(), home, program=("-c", SETUP + TWO_SIZES + _RUN))
    terminal.wait_for(is_persons_turn)
    terminal.press("s")
    press_until(terminal, "?", "Close")
    leave(terminal, home)


# Traced by coverage, a thread of Python 3.11 that meets a signal loops until the main thread
# handles it. Here that thread writes the frames, and the main thread waits for it.
@pytest.mark.usefixtures("without_coverage")
@pytest.mark.parametrize("stalls", [True, False])
@pytest.mark.parametrize("hangup", [True, False])
def test_a_closed_terminal_ends_the_program(home: Path, hangup: bool, stalls: bool) -> None:
    """The exit status is 129, with or without SIGHUP, even if frames are still unread."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM[hangup], *arguments()],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    output = b""
    while b"Pick" not in output:
        output += os.read(ours, 1 << 16)
    for columns in range(80, 180 if stalls else 80):
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("4H", 40, columns, 0, 0))
        program.send_signal(signal.SIGWINCH)
        time.sleep(0.02)  # one frame each, more than Textual queues
    os.close(ours)
    try:
        assert program.wait(TIMEOUT) == HANGUP_STATUS
    finally:
        program.kill()
    load_untruncated_game(only_record(home))


_RUN = "import sys\nfrom qwirkle.cli import main\nsys.exit(main(sys.argv[1:]))\n"
PROGRAM = {
    True: "import fcntl, termios\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\n" + _RUN,
    False: _RUN,  # only the controlling terminal sends SIGHUP
}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_during_startup_restores_the_terminal(home: Path, number: signal.Signals) -> None:
    """A signal before the first frame is drawn ends the program without a crash."""
    terminal = Terminal(arguments(), home)
    while b"\x1b[?1049h" not in terminal.raw:
        assert terminal.read(0.001)
    os.kill(terminal.process, number)
    assert terminal.end() == 128 + number
    assert all(sequence in terminal.raw for sequence in RESTORE)
    assert not list(home.glob("report*"))


def test_sigstop_and_sigcont_do_not_restart_the_app(terminal: Terminal, home: Path) -> None:
    """The game is redrawn, and the terminal isn't set up a second time."""
    frames = terminal.frames
    os.kill(terminal.process, signal.SIGSTOP)
    os.kill(terminal.process, signal.SIGCONT)
    terminal.wait_for(lambda text: terminal.frames > frames)
    assert terminal.raw.count(b"\x1b[?1049h") == 1
    press_until(terminal, "?", "Close")
    leave(terminal, home)


def test_fast_keys_do_not_confuse_a_screen(terminal: Terminal, home: Path) -> None:
    """Keys before a list is drawn, or after a screen has closed, do no harm."""
    terminal.press(PALETTE + PAGE_UP)
    terminal.wait_for(lambda text: "Search" in text)
    terminal.press("\r\r\r", PALETTE + "\r\r\r")
    press_until(terminal, F2, "Settings, kept")
    terminal.press("\t" * 9 + "\r")  # past the switches to the keys
    terminal.wait_for(lambda text: "Press the key" in text)
    terminal.press("xxxx")
    terminal.wait_for(lambda text: "Settings, kept" in text)
    press_until(terminal, "escape", "Pick")
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    assert not list(home.glob("report*"))


def test_a_double_click_in_the_palette_chooses_once(terminal: Terminal, home: Path) -> None:
    """The second click does nothing, because the list is empty by then."""
    terminal.press(PALETTE)
    terminal.wait_for(lambda text: "Key:" in text)
    row = next(number for number, line in enumerate(terminal.frame, 1) if "Key:" in line)
    column = terminal.frame[row - 1].index("Key:") + 1
    terminal.press(4 * f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")
    terminal.wait_for(lambda text: "Search" not in text)
    terminal.press("escape")
    leave(terminal, home)


SETUP = (
    "import sys\n"
    "def fail(*_, **__): raise RuntimeError('boom')\n"
    "async def fail_later(): fail()\n" + ON_SORT
)
OPEN_AND_CLOSE = (
    "from qwirkle.tui.screens.games import RecordsScreen\n"
    "def open_and_close(self):\n"
    "    self.app.push_screen(RecordsScreen())\n"
    "    self.app.pop_screen()\n"
    "on_sort(open_and_close)\n"
)
ANSWER_AND_LEAVE = (
    "from qwirkle.tui.screens.settings import KeyCaptureScreen\n"
    "def answer_and_leave(self, event):\n"
    "    event.stop()\n"
    "    self.dismiss(event.key)\n"
    "    self.app.open_start()\n"
    "KeyCaptureScreen.on_key = answer_and_leave\n"
)
TWO_SIZES = (
    "import asyncio\n"
    "from textual.events import Resize\n"
    "from textual.geometry import Size\n"
    "async def change(screen):\n"
    "    with screen.app.batch_update():\n"
    "        for size in (Size(100, 30), Size(120, 40)):\n"
    "            screen.post_message(Resize(size, size))\n"
    "            screen.call_later(lambda: None)\n"
    "        await asyncio.sleep(0.2)\n"
    "on_sort(lambda self: self.run_worker(change(self)))\n"
)
FAULTS = {
    "composing a screen": "LocalGameScreen.compose_screen = fail\n",
    "rendering the board": (
        "from qwirkle.tui.widgets.board import BoardPane\nBoardPane.render_line = fail\n"
    ),
    "a worker": "LocalGameScreen.on_mount = lambda self: self.run_worker(fail_later())\n",
    "a panic": "LocalGameScreen.on_mount = lambda self: self.app.panic('boom')\n",
    "reading input": (
        "import os\nread = os.read\n"
        "os.read = lambda file, size: read(file, 'boom' if os.isatty(file) else size)\n"
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_crash_restores_the_terminal_and_writes_a_report(home: Path, fault: str) -> None:
    """The status is 1, and the report is named once instead of a traceback."""
    terminal = Terminal(arguments(), home, program=("-c", SETUP + FAULTS[fault] + _RUN))
    while b"\x1b[?1049h" not in terminal.raw:
        assert terminal.read()
    terminal.press("s")
    assert terminal.end() == 1
    assert all(sequence in terminal.raw for sequence in RESTORE)
    output = terminal.raw[terminal.raw.rfind(b"\x1b[") :]
    assert b"Traceback" not in terminal.raw
    (report,) = home.glob("report*")
    assert output.count(bytes(report)) == 1
    assert re.search(b"boom|'str' object", report.read_bytes())


@pytest.mark.parametrize("size", ["1000000000", "-5", "²"])
def test_the_columns_and_lines_variables_are_ignored(home: Path, size: str) -> None:
    """The app has the size of the terminal, whatever COLUMNS and LINES say."""
    terminal = Terminal(arguments(), home, variables={"COLUMNS": size, "LINES": size})
    terminal.wait_for(is_persons_turn)
    leave(terminal, home)
