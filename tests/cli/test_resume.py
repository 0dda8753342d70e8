"""Resuming the latest game when some files are damaged."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from qwirkle.engine.events import RecordEvent
from qwirkle.records import library
from qwirkle.records.codec import parse_event
from tests.robust.terminal import Terminal

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@pytest.fixture
def games(home: Path) -> Path:
    """Folder of saved games."""
    folder = home / "games"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def ages() -> Iterator[int]:
    """Ascending file times."""
    return iter(range(1_000_000_000, 1_000_001_000, 10))


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the lines that are parsed as events."""
    lines: list[str] = []

    def parse(text: str) -> RecordEvent:
        lines.append(text)
        return parse_event(text)

    monkeypatch.setattr("qwirkle.records.reader.parse_event", parse)
    return lines


def save(path: Path, data: bytes, age: int) -> Path:
    """Write a file with this modification time."""
    path.write_bytes(data)
    os.utime(path, (age, age))
    return path


def damage(data: bytes) -> bytes:
    """Remove a line from the middle of a record."""
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[:3], *lines[4:]])


def test_resume_skips_damaged_games(
    home: Path, games: Path, ages: Iterator[int], unfinished_game: Path, finished_game: Path
) -> None:
    """`--resume` opens the latest undamaged game and names the damaged one."""
    data = unfinished_game.read_bytes()
    save(games / "old.qwirkle", data, next(ages))
    undamaged = save(games / "sound.qwirkle", data, next(ages))
    save(games / "over.qwirkle", finished_game.read_bytes(), next(ages))
    save(games / "empty.qwirkle", b"", next(ages))
    save(games / "damaged.qwirkle", damage(data), next(ages))
    terminal = Terminal(["play", "--resume"], home, size=(200, 50))
    shown = terminal.wait_for(lambda text: "damaged" in text and "Ana" in text)
    notice = " ".join(shown.split())
    assert "2 newer files" in notice
    assert "damaged.qwirkle" in notice
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    assert undamaged.read_bytes().startswith(data)
    assert (games / "empty.qwirkle").read_bytes() == b""
    assert (games / "damaged.qwirkle").read_bytes() == damage(data)


def test_resume_fails_if_every_game_is_damaged(
    home: Path, games: Path, ages: Iterator[int], unfinished_game: Path
) -> None:
    """If every game is damaged, the error names the latest file and its line."""
    save(games / "damaged.qwirkle", damage(unfinished_game.read_bytes()), next(ages))
    terminal = Terminal(["play", "--resume"], home)
    assert terminal.end() == 2
    error = terminal.raw.decode()
    assert error.count("\n") == 1
    assert str(games / "damaged.qwirkle") in error
    assert "Line 4: " in error
    assert "\x1b" not in error


def test_resume_parses_only_the_latest_game(
    games: Path, ages: Iterator[int], unfinished_game: Path, finished_game: Path, parsed: list[str]
) -> None:
    """However many games there are, only the latest is parsed."""
    for number in range(8):
        save(games / f"{number}.qwirkle", unfinished_game.read_bytes(), next(ages))
    save(games / "over.qwirkle", finished_game.read_bytes(), next(ages))
    _, writer, damaged = library.resume_latest()
    assert (writer.path, damaged) == (games / "7.qwirkle", [])
    writer.close()
    events = unfinished_game.read_bytes().count(b"\n") - 1
    ends_of_two_files = 2
    assert len(parsed) == events + ends_of_two_files


def test_whitespace_in_a_record_does_not_matter(
    games: Path, ages: Iterator[int], unfinished_game: Path
) -> None:
    """Records with extra whitespace are listed the same."""
    save(games / "usual.qwirkle", unfinished_game.read_bytes(), next(ages))
    save(games / "wide.qwirkle", unfinished_game.read_bytes().replace(b",", b", "), next(ages))
    games_by_name = {game.path.stem: game for game in library.saved_games()}
    assert games_by_name["usual"].scores == games_by_name["wide"].scores
    assert games_by_name["usual"].turns == games_by_name["wide"].turns > 0
