"""Plain-text mode through pipes, without a terminal."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from qwirkle.cli.loading import load_untruncated_game
from qwirkle.engine.events import Opened
from tests.plain.prompt_reader import PromptReader, started

TIMEOUT = 120.0
"""Seconds after which a process that hangs fails the test."""


def start_game(*arguments: str) -> subprocess.Popen[str]:
    """Start a game in plain-text mode."""
    return started("play", "--plain", *arguments)


def play_game(process: subprocess.Popen[str]) -> list[str]:
    """Play until the process ends, and return every line it printed."""
    assert process.stdin is not None
    assert process.stdout is not None
    lines, mind = [], PromptReader()
    for line in process.stdout:
        lines.append(line.rstrip("\n"))
        answer = mind.answer(line)
        if answer is not None:
            process.stdin.write(f"{answer}\n")
            process.stdin.flush()
    return lines


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
def test_a_program_plays_a_whole_game(home: Path, variant: str) -> None:
    """A program can play from the deal to the ranking, and the record is complete."""
    process = start_game(
        "--variant", variant, "--player", "Ana", "--player", "Bo=simple", "--seed", "5"
    )
    lines = play_game(process)
    assert process.wait(TIMEOUT) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert any(line.startswith("1. ") for line in lines)
    assert not any("\x1b" in line for line in lines)
    (record,) = home.glob("games/*.qwirkle")
    assert load_untruncated_game(record).is_over


def test_the_end_of_the_input_saves_the_game(home: Path) -> None:
    """The last line names the command that resumes the game."""
    process = start_game(
        "--variant", "tiles", "--player", "Ana", "--player", "Bo=simple", "--seed", "5"
    )
    out, err = process.communicate("scores\n", TIMEOUT)
    assert out.endswith(": qwirkle play --plain --resume\n")
    assert (process.returncode, err) == (0, "")
    out, _ = start_game("--resume").communicate("quit\n", TIMEOUT)
    first_line = out.splitlines()[0]
    assert all(word in first_line for word in ("Qwirkle", "Ana", "Bo", "simple"))


@pytest.mark.usefixtures("without_coverage")
def test_ctrl_c_saves_the_game(home: Path) -> None:
    """Ctrl+C quits with exit status 130 and leaves a complete record."""
    process = start_game("--variant", "tiles", "--player", "Ana", "--player", "Ben", "--seed", "5")
    assert process.stdout is not None
    while "empty line" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT)
    assert "--resume" in out
    assert (process.returncode, err) == (130, "")
    (record,) = home.glob("games/*.qwirkle")
    assert any(isinstance(event, Opened) for event in load_untruncated_game(record).events)


def test_a_missing_variant_and_missing_players_are_asked_for(home: Path) -> None:
    """Each question is repeated until the answer is valid."""
    answers = ("chess", "tiles", "Ana", "Ana, Bo=nobody", "Ana, Bo=simple")
    out, err = start_game().communicate("".join(f"{answer}\n" for answer in answers), TIMEOUT)
    assert "?" in out
    assert "This game isn't available here." in out
    assert "2 to 4 players" in out
    assert "“nobody”" in out
    assert "Ana, Bo (bot simple)" in out
    assert err == ""


def test_no_answer_is_an_error(home: Path) -> None:
    """If the input ends at a question, the command prints one line and exits with status 2."""
    process = start_game()
    out, err = process.communicate("", TIMEOUT)
    assert "?" in out
    assert err.startswith("qwirkle: ")
    assert err.count("\n") == 1
    assert process.returncode == 2


def test_a_record_cannot_be_watched_in_plain_text_mode(home: Path) -> None:
    """The error names the command that prints a record instead."""
    process = start_game("--watch", "game.qwirkle")
    _, err = process.communicate("", TIMEOUT)
    assert process.returncode == 2
    assert "qwirkle show FILE" in err


def test_input_that_is_not_text_is_rejected(home: Path) -> None:
    """Invalid bytes and very long lines are unknown commands."""
    process = start_game(
        "--variant", "tiles", "--player", "Ana", "--player", "Bo=simple", "--seed", "5"
    )
    assert process.stdin is not None
    os.write(process.stdin.fileno(), b"\xff\xfe\x00\n" + b"a" * 5000 + b"\n")
    out, err = process.communicate("", TIMEOUT)
    assert out.count("There is no “") >= 2
    assert err == ""
