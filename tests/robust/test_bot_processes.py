"""Bots that hang, fork, flood or ignore signals: nothing waits for them, and nothing stays."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.robust.process_marks import ProcessMark, offer_bad_bots
from tests.robust.terminal import TIMEOUT, Terminal, child_processes

pytestmark = [
    pytest.mark.programs,
    pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc"),
]

ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ProcessMark:
    """Finds all processes of this test; the bad bots are there as if they were installed."""
    offer_bad_bots(tmp_path / "site", monkeypatch)
    return ProcessMark(tmp_path / "signs", monkeypatch)


def arena(*arguments: str) -> subprocess.Popen[bytes]:
    """An arena with what it is to play."""
    return subprocess.Popen(
        [sys.executable, "-m", "qwirkle", "arena", "--variant", "tiles", "--seed", "1", *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )


def table(home: Path, bot: str, size: tuple[int, int] = (120, 40)) -> Terminal:
    """A game whose first player is a bad bot."""
    players = ("--player", f"Cy:1={bot}", "--player", "Ana:9")
    terminal = Terminal(["play", "--variant", "cubes", "--seed", "7", *players], home, size)
    terminal.wait_for(lambda text: "Cy is thinking" in text)
    return terminal


@pytest.mark.parametrize(("bot", "jobs"), [("knot", 1), ("deserter", 2), ("flood", 2)])
def test_a_bot_that_holds_its_pipes_loses_and_the_arena_ends(
    mark: ProcessMark, bot: str, jobs: int
) -> None:
    """A bot whose processes hold all pipes loses each game after its patience; none is left."""
    bots = ("--bots", f"simple,{bot}", "--patience", "0.5", "--games", "2")
    played = arena(*bots, "--jobs", str(jobs), "--json")
    out, _ = played.communicate(timeout=TIMEOUT)
    assert played.returncode == 0
    assert [lost["bot"] for lost in json.loads(out)["forfeits"]] == [bot, bot]
    mark.wait_until_none()


def test_a_bot_that_forks_and_plays_on_is_played_with(mark: ProcessMark) -> None:
    """Twins of a bot do not answer for it, and all that it has forked goes with it."""
    games = ("--games", "1", "--json")
    forked, _ = arena("--bots", "simple,breeder", *games).communicate(timeout=TIMEOUT)
    usual, _ = arena("--bots", "simple,simple", *games).communicate(timeout=TIMEOUT)
    scores = [[bot["mean_score"] for bot in json.loads(out)["bots"]] for out in (forked, usual)]
    assert scores[0] == scores[1]
    mark.wait_until_none()


@pytest.mark.usefixtures("without_coverage")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("ending", ENDINGS)
def test_an_arena_ends_at_once_with_all_its_processes(
    mark: ProcessMark, ending: signal.Signals, jobs: str
) -> None:
    """A signal ends an arena whose bot hangs in C code, and workers, bots and what they forked."""
    bots = ("--bots", "simple,knot", "--patience", "100000", "--games", "100")
    playing = arena(*bots, "--jobs", jobs)
    mark.wait_for_sign("forked", "hanging")
    playing.send_signal(ending)
    playing.communicate(timeout=TIMEOUT)
    usual = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGKILL: -signal.SIGKILL}
    assert playing.returncode == usual[ending]
    mark.wait_until_none()


def test_a_worker_that_is_ended_is_replaced(mark: ProcessMark) -> None:
    """SIGTERM to one worker changes nothing about the result."""
    arguments = ("--bots", "simple,random", "--games", "60", "--json")
    alone, _ = arena(*arguments).communicate(timeout=TIMEOUT)
    playing = arena(*arguments, "--jobs", "2")
    while not (workers := child_processes(playing.pid)):
        assert playing.poll() is None
    os.kill(workers[0], signal.SIGTERM)
    out, _ = playing.communicate(timeout=TIMEOUT)
    assert json.loads(out) == json.loads(alone)
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
def test_a_table_can_be_left_while_a_bot_hangs(
    mark: ProcessMark, home: Path, bot: str, ending: str
) -> None:
    """Keys and signals end the table at any time, and nothing that a bot has started stays."""
    terminal = table(home, bot)
    mark.wait_for_sign("hanging")
    if ending.startswith("SIG"):
        os.kill(terminal.process, getattr(signal, ending))
    else:
        terminal.press(ending)
    usual = {"ctrl+c": 130, "ctrl+q": 0, "SIGTERM": 143, "SIGKILL": -signal.SIGKILL}
    assert terminal.end() == usual[ending]
    mark.wait_until_none()


def test_a_bot_that_hangs_is_told_with_a_choice(mark: ProcessMark, home: Path) -> None:
    """After its patience the table offers to wait, another bot, or to leave, by key or button."""
    waiting, replaced, left = (table(home / name, "knot", (80, 24)) for name in "abc")
    for terminal in (waiting, replaced, left):
        text = terminal.wait_for(lambda text: "Cy has not answered" in text)
        assert all(word in text for word in ("Wait", "play this turn", "Leave the game"))
    waiting.press("w")
    waiting.wait_for(lambda text: "Cy is thinking" in text)
    replaced.press("enter")
    replaced.wait_for(lambda text: "─ Ana" in text)
    left.press("l")
    left.wait_for(lambda text: "New game" in text)
    for terminal in (waiting, replaced, left):
        terminal.press("ctrl+q")
        assert terminal.end() == 0
    mark.wait_until_none()


def test_a_bot_whose_process_ends_is_replaced_for_the_turn(mark: ProcessMark, home: Path) -> None:
    """Where the process that thinks dies with the bot, another bot plays the turn, and is told."""
    terminal = table(home, "quitter")
    terminal.wait_for(lambda text: "has ended" in text)
    terminal.wait_for(lambda text: "─ Ana" in text)
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    mark.wait_until_none()


def test_a_stopped_process_does_not_hold_the_screen_up(mark: ProcessMark, home: Path) -> None:
    """Many hints are asked of a process that reads nothing, and the table still obeys."""
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
