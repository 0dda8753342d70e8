"""The arena where games never end, workers are killed, and nothing can be written."""

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
from tests.cli.subprocesses import QWIRKLE, TIMEOUT, error_sentence, run_qwirkle

pytestmark = pytest.mark.programs

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and the limits of Linux")
ENDLESS = "arena --variant tiles --bots simple,simple --games 1000000 --seed 1 --jobs 2 --json"
SHORT = ["arena", "--variant", "tiles", "--bots", "simple,random", "--games", "2", "--seed", "1"]


def test_a_game_that_never_ends_is_stopped(tmp_path: Path, bad_bots: None) -> None:
    """Bots that only trade are stopped at 2,000 events: the scores decide, and it is said."""
    words = ["arena", "--variant", "tiles", "--seed", "1", "--games", "1"]
    words += ["--bots", "tests.arena.bad_bots:Trader,tests.arena.bad_bots:Trader"]
    done = run_qwirkle(*words, "--json")
    assert (done.returncode, done.stderr) == (0, b"")
    result = json.loads(done.stdout)
    assert result["stopped"] == [0]
    winner, loser = sorted(result["bots"], key=lambda bot: -float(bot["wins"]))
    assert (winner["wins"], loser["wins"]) == (1, 0)
    assert winner["mean_score"] > loser["mean_score"]
    done = run_qwirkle(*words, "--records", tmp_path / "games")
    assert b"1 game was stopped after 2000 events" in done.stdout
    (record,) = (tmp_path / "games").iterdir()
    assert len(record.read_bytes().splitlines()) == 2001
    assert b"a game that can go on" in run_qwirkle("verify", record).stdout


@pytest.mark.parametrize("option", ["--jobs", "--games", "--patience", "--until", "--seed"])
def test_numbers_out_of_all_bounds_are_refused(run: Run, option: str) -> None:
    """Numbers that no machine can do anything with are refused before anything starts."""
    values = {"2147483648", "-1", "0", "nan", "inf", "1e400", "9" * 5000}
    if option == "--seed":
        values -= {"2147483648", "-1", "0"}
    for value in sorted(values):
        assert option in run(*SHORT, f"{option}={value}").refusal()


@contextmanager
def endless(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """An arena with two workers that has played its first games."""
    arena = subprocess.Popen(
        [*QWIRKLE, *ENDLESS.split(), "--records", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        wait_until(arena, lambda: played(tmp_path) > 0)
        yield arena
    finally:
        arena.kill()
        arena.communicate()


def wait_until(arena: subprocess.Popen[bytes], happened: Callable[[], bool]) -> None:
    """Wait for something that happens while the arena runs."""
    end = time.monotonic() + TIMEOUT
    while not happened():
        assert arena.poll() is None
        assert time.monotonic() < end
        time.sleep(0.01)


def played(folder: Path) -> int:
    """How many games have been recorded."""
    return len(list(folder.glob("*.qwirkle")))


def workers_of(arena: subprocess.Popen[bytes]) -> list[int]:
    """The processes that play for an arena."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == arena.pid:
            found.append(int(process.name))
    return found


def end_worker(process: int, number: signal.Signals) -> None:
    """Send a signal to a worker that may have gone already."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return


@pytest.mark.usefixtures("without_coverage")
@LINUX
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_an_arena_goes_on_without_a_worker_that_was_ended(
    tmp_path: Path, number: signal.Signals
) -> None:
    """Whoever ends workers delays the arena, and nothing else: others do their work."""
    with endless(tmp_path) as arena:
        wait_until(arena, lambda: len(workers_of(arena)) == 2)
        ended = set(workers_of(arena))
        for process in ended:
            end_worker(process, number)
        wait_until(arena, lambda: len(set(workers_of(arena)) - ended) == 2)
        wait_until(arena, lambda: not ended & set(workers_of(arena)))
        before = played(tmp_path)
        wait_until(arena, lambda: played(tmp_path) > before + 10)
        arena.send_signal(signal.SIGINT)
        out, err = arena.communicate(timeout=TIMEOUT)
    assert (arena.returncode, err) == (130, b"")
    assert json.loads(out)["games"] >= 10


@LINUX
def test_an_arena_whose_workers_always_die_tells_what_it_has(tmp_path: Path) -> None:
    """Where no worker lives long enough the arena ends with a sentence and the score so far."""
    with endless(tmp_path) as arena:
        end = time.monotonic() + TIMEOUT
        while arena.poll() is None:
            assert time.monotonic() < end
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
def test_a_full_disk_leaves_the_score(tmp_path: Path, jobs: str) -> None:
    """Where a record cannot be written the score so far is told, and which file it was."""
    words = [*SHORT, "--jobs", jobs, "--json", "--records"]
    done = run_qwirkle(*words, tmp_path / "games", before=["prlimit", "--fsize=4096"])
    assert done.returncode == 2
    assert json.loads(done.stdout)["games"] == 2
    assert str(tmp_path / "games" / "000000.qwirkle") in error_sentence(done)
    assert not list((tmp_path / "games").iterdir())


@LINUX
@pytest.mark.parametrize("option", [[], ["--json"]])
def test_a_result_that_cannot_be_written_is_in_the_complaint(option: list[str]) -> None:
    """Hours of games are not lost because standard output is full."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*QWIRKLE, *SHORT, *option],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT,
            check=False,
        )
    assert done.returncode == 2
    said = error_sentence(done)
    assert "No space left" in said
    assert "simple 2/2, random 0/2" in said
