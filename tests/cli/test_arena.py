"""The command `arena`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from qwirkle.cli import main
from qwirkle.records.codec import parse_event, parse_header

SOON = 120


def command_line(text: str) -> list[str]:
    """The words of a command."""
    return text.split()


def test_the_command_prints_a_result(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With --json the result is one object with the bots in the order given, whatever the jobs."""
    arguments = command_line(
        "arena --variant tiles --bots random,simple --games 5 --seed 4242 --json"
    )
    assert main([*arguments, "--records", str(tmp_path / "a" / "b")]) == 0
    alone = capsys.readouterr().out
    assert main([*arguments, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone
    result = json.loads(alone)
    assert list(result) == ["variant", "games", "seed", "bots"]
    assert (result["variant"], result["games"], result["seed"]) == ("tiles", 5, 4242)
    assert [bot["name"] for bot in result["bots"]] == ["random", "simple"]
    for bot in result["bots"]:
        assert list(bot) == ["name", "games", "wins", "win_rate", "interval", "mean_score"]
        assert bot["games"] == 5
        assert bot["win_rate"] == bot["wins"] / 5
        assert bot["interval"][0] <= bot["win_rate"] <= bot["interval"][1]
    assert len(list((tmp_path / "a" / "b").iterdir())) == 5


def test_the_command_prints_a_table_with_the_reasons(
    capsys: pytest.CaptureFixture[str], bad_bots: None
) -> None:
    """For people the result is a table, and lost games are told on standard error."""
    bots = "simple,tests.arena.bad_bots:Crasher"
    arguments = command_line(f"arena --variant cubes --bots {bots} --games 14 --seed 1")
    assert main(arguments) == 0
    told = capsys.readouterr()
    assert "100.0%" in told.out
    assert told.err.count("was lost by") == 10
    assert "4 more games" in told.err
    assert "\x1b" not in told.out + told.err
    assert main([*arguments, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["forfeits"]) == 14


def test_until_stops_when_the_rates_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    """With --until the arena stops at the same game however many jobs there are."""
    arguments = "arena --variant tiles --bots simple,random --games 400 --seed 1 --json --until 0.6"
    assert main(arguments.split()) == 0
    alone = capsys.readouterr().out
    assert 2 <= json.loads(alone)["games"] < 40
    assert main([*arguments.split(), "--jobs", "2"]) == 0
    assert capsys.readouterr().out == alone


@pytest.mark.usefixtures("without_coverage")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_there_is(tmp_path: Path, jobs: str) -> None:
    """An arena that is interrupted prints the games so far and gives status 130."""
    arguments = command_line("arena --variant tiles --bots simple,simple --games 1000000 --seed 1")
    arena = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "qwirkle",
            *arguments,
            "--jobs",
            jobs,
            "--records",
            tmp_path,
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        while not any(tmp_path.glob("000001.qwirkle")):
            assert arena.poll() is None
            time.sleep(0.02)
        os.killpg(arena.pid, signal.SIGINT)
        out, err = arena.communicate(timeout=SOON)
    finally:
        arena.kill()
    assert arena.returncode == 130
    assert json.loads(out)["games"] >= 2
    assert err == b""
    for file in tmp_path.glob("*.qwirkle"):
        header, *events = file.read_text(encoding="utf-8").splitlines()
        assert parse_header(header)
        assert all(map(parse_event, events))


def test_a_folder_that_cannot_be_made_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where records cannot be written, one sentence says so."""
    (tmp_path / "file").write_text("")
    arguments = command_line("arena --variant tiles --bots simple,simple --games 1 --seed 1")
    assert main([*arguments, "--records", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_no_worker_outlives_the_arena(tmp_path: Path) -> None:
    """When the arena is killed outright, the processes that play for it end by themselves."""
    arguments = command_line("arena --variant tiles --bots simple,simple --games 1000000 --seed 1")
    arena = subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *arguments, "--jobs", "2", "--records", tmp_path],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    try:
        while not any(tmp_path.glob("000001.qwirkle")):
            assert arena.poll() is None
            time.sleep(0.02)
    finally:
        arena.kill()
    # Everybody's standard error is this pipe: it ends with the last of them.
    arena.communicate(timeout=SOON)
