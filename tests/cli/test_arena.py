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

TIMEOUT = 120


def command_line(text: str) -> list[str]:
    """Split a command into words."""
    return text.split()


def test_json_is_the_same_for_any_number_of_jobs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`--json` prints one object, with the bots in the given order, whatever `--jobs` is."""
    arguments = command_line(
        "arena --variant tiles --bots random,simple --games 5 --seed 4242 --json"
    )
    assert main([*arguments, "--records", str(tmp_path / "a" / "b")]) == 0
    one_job_output = capsys.readouterr().out
    assert main([*arguments, "--jobs", "2"]) == 0
    assert capsys.readouterr().out == one_job_output
    result = json.loads(one_job_output)
    assert list(result) == ["variant", "games", "seed", "bots"]
    assert (result["variant"], result["games"], result["seed"]) == ("tiles", 5, 4242)
    assert [bot["name"] for bot in result["bots"]] == ["random", "simple"]
    for bot in result["bots"]:
        assert list(bot) == ["name", "games", "wins", "win_rate", "interval", "mean_score"]
        assert bot["games"] == 5
        assert bot["win_rate"] == bot["wins"] / 5
        assert bot["interval"][0] <= bot["win_rate"] <= bot["interval"][1]
    assert len(list((tmp_path / "a" / "b").iterdir())) == 5


def test_forfeits_are_listed_on_standard_error(
    capsys: pytest.CaptureFixture[str], bad_bots: None
) -> None:
    """Without `--json` the result is a table, and forfeits are listed on standard error."""
    bots = "simple,tests.arena.bad_bots:Crasher"
    arguments = command_line(f"arena --variant cubes --bots {bots} --games 14 --seed 1")
    assert main(arguments) == 0
    output = capsys.readouterr()
    assert "100.0%" in output.out
    *forfeits, remainder = output.err.splitlines()
    assert [line.split()[:3] for line in forfeits] == [
        ["qwirkle:", "Game", str(game)] for game in range(10)
    ]
    assert all("Crasher" in line for line in forfeits)
    assert "4" in remainder.split()
    assert "\x1b" not in output.out + output.err
    assert main([*arguments, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["forfeits"]) == 14


def test_until_stops_at_the_same_game_for_any_number_of_jobs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`--until` stops the arena after the same game, whatever `--jobs` is."""
    arguments = "arena --variant tiles --bots simple,random --games 400 --seed 1 --json --until 0.6"
    assert main(arguments.split()) == 0
    one_job_output = capsys.readouterr().out
    assert 2 <= json.loads(one_job_output)["games"] < 40
    assert main([*arguments.split(), "--jobs", "2"]) == 0
    assert capsys.readouterr().out == one_job_output


@pytest.mark.usefixtures("without_coverage")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_games_so_far(tmp_path: Path, jobs: str) -> None:
    """Ctrl+C prints the games so far and exits with status 130."""
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
        out, err = arena.communicate(timeout=TIMEOUT)
    finally:
        arena.kill()
    assert arena.returncode == 130
    assert json.loads(out)["games"] >= 2
    assert err == b""
    for file in tmp_path.glob("*.qwirkle"):
        header, *events = file.read_text(encoding="utf-8").splitlines()
        assert parse_header(header)
        assert all(map(parse_event, events))


def test_an_unusable_records_folder_is_an_error(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """If the records folder can't be created, the command prints one line and exits with 2."""
    (tmp_path / "file").write_text("")
    arguments = command_line("arena --variant tiles --bots simple,simple --games 1 --seed 1")
    assert main([*arguments, "--records", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_no_worker_outlives_the_arena(tmp_path: Path) -> None:
    """If the arena is killed, its workers exit too."""
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
    # All processes share this pipe as standard error: it closes with the last of them.
    arena.communicate(timeout=TIMEOUT)
