"""Bots that hang, fork, flood or ignore signals never block us or leave processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.robust.process_marks import ProcessMark, register_bad_bots
from tests.robust.terminal import TIMEOUT, Terminal, child_processes

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc"),
]

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProcessMark:
    """Marks all processes of this test; the bad bots are registered as if installed."""
    register_bad_bots(tmp_path / "site", monkeypatch)
    return ProcessMark(tmp_path / "flags", monkeypatch)


def start_arena(*arguments: str) -> subprocess.Popen[bytes]:
    """Start an arena."""
    return subprocess.Popen(
        [sys.executable, "-m", "qwirkle", "arena", "--variant", "tiles", "--seed", "1", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def start_game(home: Path, bot: str, size: tuple[int, int] = (120, 40)) -> Terminal:
    """Start a game in which a bad bot moves first."""
    players = ("--player", f"Cy:1={bot}", "--player", "Ana:9")
    terminal = Terminal(["play", "--variant", "cubes", "--seed", "7", *players], home, size)
    terminal.wait_for(lambda text: "Cy is thinking" in text)
    return terminal


@pytest.mark.parametrize(("bot", "jobs"), [("knot", 1), ("deserter", 2), ("flood", 2)])
def test_a_bot_that_never_answers_forfeits(mark: ProcessMark, bot: str, jobs: int) -> None:
    """A bot whose processes block their pipes forfeits each game after the time limit."""
    bots = ("--bots", f"simple,{bot}", "--timeout", "0.5", "--games", "2")
    process = start_arena(*bots, "--jobs", str(jobs), "--json")
    output, _ = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 0
    assert [forfeit["bot"] for forfeit in json.loads(output)["forfeits"]] == [bot, bot]
    mark.wait_until_none()


def test_a_bot_that_forks_can_still_play(mark: ProcessMark) -> None:
    """Forked copies don't answer for the bot, and they end with it."""
    games = ("--games", "1", "--json")
    with_forks, _ = start_arena("--bots", "simple,breeder", *games).communicate(timeout=TIMEOUT)
    without_forks, _ = start_arena("--bots", "simple,simple", *games).communicate(timeout=TIMEOUT)
    scores = [
        [bot["mean_score"] for bot in json.loads(output)["bots"]]
        for output in (with_forks, without_forks)
    ]
    assert scores[0] == scores[1]
    mark.wait_until_none()


@pytest.mark.usefixtures("without_coverage")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_signal_ends_an_arena_and_all_its_processes(
    mark: ProcessMark, ending: signal.Signals, jobs: str
) -> None:
    """Workers, bots and forked processes end too, even if a bot hangs in C code."""
    bots = ("--bots", "simple,knot", "--timeout", "100000", "--games", "100")
    process = start_arena(*bots, "--jobs", jobs)
    mark.wait_for_flag_files("forked", "hanging")
    process.send_signal(ending)
    process.communicate(timeout=TIMEOUT)
    statuses = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}
    assert process.returncode == statuses[ending]
    mark.wait_until_none()


def test_a_terminated_worker_is_replaced(mark: ProcessMark) -> None:
    """SIGTERM to one worker doesn't change the result."""
    arguments = ("--bots", "simple,random", "--games", "60", "--json")
    expected, _ = start_arena(*arguments).communicate(timeout=TIMEOUT)
    process = start_arena(*arguments, "--jobs", "2")
    while not (workers := child_processes(process.pid)):
        assert process.poll() is None
    os.kill(workers[0], signal.SIGTERM)
    output, _ = process.communicate(timeout=TIMEOUT)
    assert json.loads(output) == json.loads(expected)
    mark.wait_until_none()


@pytest.mark.parametrize(
    ("bot", "ending"),
    [
        ("knot", "ctrl+c"),
        ("knot", "ctrl+q"),
        ("knot", "SIGTERM"),
        ("knot", "SIGKILL"),
        ("flood", "ctrl+c"),
    ],
)
def test_you_can_leave_a_game_while_a_bot_hangs(
    mark: ProcessMark, home: Path, bot: str, ending: str
) -> None:
    """Keys and signals end the program at any time, and no bot process is left."""
    terminal = start_game(home, bot)
    mark.wait_for_flag_files("hanging")
    if ending.startswith("SIG"):
        os.kill(terminal.process, getattr(signal, ending))
    else:
        terminal.press(ending)
    statuses = {"ctrl+c": 130, "ctrl+q": 0, "SIGTERM": 143, "SIGKILL": -signal.SIGKILL}
    assert terminal.end() == statuses[ending]
    mark.wait_until_none()


def test_a_hanging_bot_offers_a_choice(mark: ProcessMark, home: Path) -> None:
    """After the time limit you can wait, let another bot play, or leave, by key or button."""
    wait, replace, leave = (start_game(home / name, "knot", (80, 24)) for name in "abc")
    for terminal in (wait, replace, leave):
        text = terminal.wait_for(lambda text: "Cy has not answered" in text)
        assert all(word in text for word in ("Wait", "play this turn", "Leave the game"))
    wait.press("w")
    wait.wait_for(lambda text: "Cy is thinking" in text)
    replace.press("enter")
    replace.wait_for(lambda text: "─ Ana" in text)
    leave.press("l")
    leave.wait_for(lambda text: "New game" in text)
    for terminal in (wait, replace, leave):
        terminal.press("ctrl+q")
        assert terminal.end() == 0
    mark.wait_until_none()


def test_a_bot_whose_process_dies_is_replaced_for_the_turn(mark: ProcessMark, home: Path) -> None:
    """If a bot kills its worker, another bot plays the turn and you get a message."""
    terminal = start_game(home, "quitter")
    terminal.wait_for(lambda text: "has ended" in text)
    terminal.wait_for(lambda text: "─ Ana" in text)
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    mark.wait_until_none()


def test_a_stopped_worker_does_not_block_the_screen(mark: ProcessMark, home: Path) -> None:
    """After many hint requests to a stopped process, the app still responds."""
    players = ("--player", "Ana", "--player", "Cy=simple")
    terminal = Terminal(["play", "--variant", "tiles", "--seed", "7", *players], home)
    terminal.wait_for(lambda text: "Hint" in text)
    terminal.press("i")
    terminal.wait_for(lambda text: "most points" in text)
    terminal.press("escape")
    terminal.wait_for(lambda text: "most points" not in text)
    for process in terminal.children():
        os.kill(process, signal.SIGSTOP)
    terminal.press(*"i" * 100)
    terminal.press("?")
    terminal.wait_for(lambda text: "Close" in text)
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    mark.wait_until_none()
