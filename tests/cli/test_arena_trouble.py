"""The arena with endless games, killed workers and full disks."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.subprocesses import QWIRKLE, TIMEOUT, error_line, run_qwirkle

pytestmark = pytest.mark.programs

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and the limits of Linux")
ENDLESS = "arena --variant tiles --bots simple,simple --games 1000000 --seed 1 --jobs 2 --json"
SHORT = ["arena", "--variant", "tiles", "--bots", "simple,random", "--games", "2", "--seed", "1"]


def test_a_game_that_never_ends_is_stopped(tmp_path: Path, bad_bots: None) -> None:
    """A game is stopped after 2,000 events, is scored as it stands and listed as stopped."""
    words = ["arena", "--variant", "tiles", "--seed", "1", "--games", "1"]
    words += ["--bots", "tests.arena.bad_bots:Trader,tests.arena.bad_bots:Trader"]
    completed = run_qwirkle(*words, "--json")
    assert (completed.returncode, completed.stderr) == (0, b"")
    result = json.loads(completed.stdout)
    assert result["stopped"] == [0]
    winner, loser = sorted(result["bots"], key=lambda bot: -float(bot["wins"]))
    assert (winner["wins"], loser["wins"]) == (1, 0)
    assert winner["mean_score"] > loser["mean_score"]
    completed = run_qwirkle(*words, "--records", tmp_path / "games")
    assert b"2000" in completed.stdout
    (record,) = (tmp_path / "games").iterdir()
    assert len(record.read_bytes().splitlines()) == 2001
    verified = json.loads(run_qwirkle("verify", "--json", record).stdout)
    assert (verified["right"], verified["finished"]) == (True, False)


@pytest.mark.parametrize("option", ["--jobs", "--games", "--timeout", "--until", "--seed"])
def test_numbers_out_of_range_are_errors(run: Run, option: str) -> None:
    """Numbers out of range are usage errors that name the option."""
    values = {"2147483648", "-1", "0", "nan", "inf", "1e400", "9" * 5000}
    if option == "--seed":
        values -= {"2147483648", "-1", "0"}
    for value in sorted(values):
        assert option in run(*SHORT, f"{option}={value}").error_line()


@contextmanager
def endless(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run an arena with two workers until it has recorded a game."""
    arena = subprocess.Popen(
        [*QWIRKLE, *ENDLESS.split(), "--records", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        wait_until(arena, lambda: recorded_games(tmp_path) > 0)
        yield arena
    finally:
        arena.kill()
        arena.communicate()


def wait_until(arena: subprocess.Popen[bytes], condition: Callable[[], bool]) -> None:
    """Wait for a condition while the arena runs."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert arena.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)


def recorded_games(folder: Path) -> int:
    """Number of recorded games."""
    return len(list(folder.glob("*.qwirkle")))


def workers_of(arena: subprocess.Popen[bytes]) -> list[int]:
    """Process ids of an arena's workers."""
    workers = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == arena.pid:
            workers.append(int(process.name))
    return workers


def end_worker(process: int, number: signal.Signals) -> None:
    """Send a signal to a worker that may have exited already."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return


@pytest.mark.usefixtures("without_coverage")
@LINUX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_killed_workers_are_replaced(tmp_path: Path, number: signal.Signals) -> None:
    """If workers are killed, others take over and the arena continues."""
    with endless(tmp_path) as arena:
        wait_until(arena, lambda: len(workers_of(arena)) == 2)
        killed = set(workers_of(arena))
        for process in killed:
            end_worker(process, number)
        wait_until(arena, lambda: len(set(workers_of(arena)) - killed) == 2)
        wait_until(arena, lambda: not killed & set(workers_of(arena)))
        before = recorded_games(tmp_path)
        wait_until(arena, lambda: recorded_games(tmp_path) > before + 10)
        arena.send_signal(signal.SIGINT)
        out, err = arena.communicate(timeout=TIMEOUT)
    assert (arena.returncode, err) == (130, b"")
    assert json.loads(out)["games"] >= 10


@LINUX
def test_an_arena_gives_up_if_workers_keep_dying(tmp_path: Path) -> None:
    """If every worker dies, the arena exits with an error and prints the score so far."""
    with endless(tmp_path) as arena:
        deadline = time.monotonic() + TIMEOUT
        while arena.poll() is None:
            assert time.monotonic() < deadline
            for process in workers_of(arena):
                end_worker(process, signal.SIGKILL)
        out, err = arena.communicate(timeout=TIMEOUT)
    assert arena.returncode == 2
    assert json.loads(out)["games"] >= 1
    assert err.startswith(b"qwirkle: ")
    assert err.count(b"\n") == 1


@LINUX
@pytest.mark.full_disk
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_full_disk_still_prints_the_score(tmp_path: Path, jobs: str) -> None:
    """If a record can't be written, the arena prints the score so far and names the file."""
    words = [*SHORT, "--jobs", jobs, "--json", "--records"]
    completed = run_qwirkle(*words, tmp_path / "games", before=["prlimit", "--fsize=4096"])
    assert completed.returncode == 2
    assert json.loads(completed.stdout)["games"] == 2
    assert str(tmp_path / "games" / "000000.qwirkle") in error_line(completed)
    assert not list((tmp_path / "games").iterdir())


@LINUX
@pytest.mark.parametrize("option", [[], ["--json"]])
def test_an_unprintable_result_is_in_the_error(option: list[str]) -> None:
    """If standard output is full, the error has the score."""
    with Path("/dev/full").open("wb") as full:
        completed = subprocess.run(
            [*QWIRKLE, *SHORT, *option],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT,
            check=False,
        )
    assert completed.returncode == 2
    error = error_line(completed)
    assert "No space left" in error
    assert "simple 2/2, random 0/2" in error
