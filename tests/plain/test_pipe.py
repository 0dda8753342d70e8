"""The line mode as a program sees it: through a pipe, without a terminal."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from qwirkle.cli.files import load_complete_game

SOON = 120.0


class Mind:
    """Somebody who plays by lines alone: the first piece that fits, where it makes most points."""

    FIXED = (
        ("An empty line shows the hand", ""),
        ("plays this for", "play"),
        ("“trade” trades", "trade"),
        ("takes it.", "take"),
        ("takes A", "take"),
        ("“keep” keeps", "keep"),
        ("“roll” rolls the", "roll"),
        ("“roll” rolls all", "roll"),
        ("to trade", "hint"),
        ("must trade", "hint"),
        ("is no number of a piece", "hint"),
        ("“redraw” puts", "redraw"),
        ("“pass” passes", "pass"),
    )

    def __init__(self) -> None:
        self._tried = 0
        """The number of the piece that was asked about last."""
        self._opening = False

    def answer(self, line: str) -> str | None:
        """What to say to a line, if anything."""
        for sign, said in self.FIXED:
            if sign in line:
                return said
        if "pick a piece" in line or "open with" in line:
            self._tried, self._opening = 0, "open with" in line
        elif " goes to: " in line:
            cell = re.search(r"goes to: (-?\d+,-?\d+)" + ("" if self._opening else r" \+"), line)
            if cell:
                return f"lay {self._tried} at {cell[1]}"
        elif "fits nowhere" not in line:
            return None
        self._tried += 1
        return f"where {self._tried}"


def begun(*arguments: str) -> subprocess.Popen[str]:
    """A game in lines."""
    return started("play", "--plain", *arguments)


def started(*arguments: str) -> subprocess.Popen[str]:
    """A command, with pipes for a keyboard and a screen."""
    return subprocess.Popen(
        [sys.executable, "-m", "qwirkle", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "TERM": "dumb", "PYTHONUTF8": "1"},
    )


def played(process: subprocess.Popen[str]) -> list[str]:
    """Everything that is said in a game."""
    assert process.stdin is not None
    assert process.stdout is not None
    said, mind = [], Mind()
    for line in process.stdout:
        said.append(line.rstrip("\n"))
        answer = mind.answer(line)
        if answer is not None:
            process.stdin.write(f"{answer}\n")
            process.stdin.flush()
    return said


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
def test_a_program_plays_a_whole_game(home: Path, variant: str) -> None:
    """From the deal to the ranking by lines alone, and the record is right."""
    process = begun("--variant", variant, "--player", "Ana", "--player", "Bo=simple", "--seed", "5")
    said = played(process)
    assert process.wait(SOON) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""
    assert any(line.startswith("1. ") for line in said)
    assert not any("\x1b" in line for line in said)
    (record,) = home.glob("games/*.qwirkle")
    assert load_complete_game(record).is_over


def test_leaving_saves_and_going_on_finds_it(home: Path) -> None:
    """The end of the input leaves the game; it is gone on with by the command that was named."""
    process = begun("--variant", "tiles", "--player", "Ana", "--player", "Bo=simple", "--seed", "5")
    out, err = process.communicate("scores\n", SOON)
    assert out.endswith("Saved. Go on with: qwirkle play --plain --resume\n")
    assert (process.returncode, err) == (0, "")
    out, _ = begun("--resume").communicate("quit\n", SOON)
    assert out.startswith("Qwirkle. At the table: Ana, Bo (bot simple).")


@pytest.mark.usefixtures("without_coverage")
def test_ctrl_c_saves(home: Path) -> None:
    """An interrupt leaves the game as quitting does."""
    process = begun("--variant", "tiles", "--player", "Ana", "--player", "Ben", "--seed", "5")
    assert process.stdout is not None
    while "empty line" not in process.stdout.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=SOON)
    assert "Saved." in out
    assert (process.returncode, err) == (130, "")


def test_what_is_missing_is_asked_for(home: Path) -> None:
    """Without a variant and players both are asked for, until an answer can be understood."""
    out, err = begun().communicate("chess\ntiles\nAna\nAna, Bo=nobody\nAna, Bo=simple\n", SOON)
    assert "Which game?" in out
    assert "This game isn't available here." in out
    assert "2 to 4 players" in out
    assert "There is no bot “nobody”" in out
    assert "At the table: Ana, Bo (bot simple)." in out
    assert err == ""


def test_no_answer_is_no_game(home: Path) -> None:
    """Where the input ends before everything is known there is one sentence, and status 2."""
    out, err = begun().communicate("", SOON)
    assert "Which game?" in out
    assert err == "qwirkle: There was no answer.\n"


def test_what_is_drawn_cannot_be_plain(home: Path) -> None:
    """A record is not watched in lines; the sentence names what tells it."""
    process = begun("--watch", "game.qwirkle")
    _, err = process.communicate("", SOON)
    assert process.returncode == 2
    assert "qwirkle show FILE" in err


def test_what_is_no_text_is_read_all_the_same(home: Path) -> None:
    """Bytes of no encoding and endless lines get sentences."""
    process = begun("--variant", "tiles", "--player", "Ana", "--player", "Bo=simple", "--seed", "5")
    assert process.stdin is not None
    os.write(process.stdin.fileno(), b"\xff\xfe\x00\n" + b"a" * 5000 + b"\n")
    out, err = process.communicate("", SOON)
    assert out.count("There is no “") >= 2
    assert err == ""
