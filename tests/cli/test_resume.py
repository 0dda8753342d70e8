"""Going on with the newest game, where some files are damaged."""

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
    """The folder of saved games."""
    folder = home / "games"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def ages() -> Iterator[int]:
    """Times of files, each later than the one before."""
    return iter(range(1_000_000_000, 1_000_001_000, 10))


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The lines that are read with care."""
    lines: list[str] = []

    def parse(text: str) -> RecordEvent:
        lines.append(text)
        return parse_event(text)

    monkeypatch.setattr("qwirkle.records.reader.parse_event", parse)
    return lines


def put(path: Path, data: bytes, age: int) -> Path:
    """A file of this age."""
    path.write_bytes(data)
    os.utime(path, (age, age))
    return path


def damage(data: bytes) -> bytes:
    """A record that is whole at both ends and impossible between."""
    lines = data.splitlines(keepends=True)
    return b"".join([*lines[:3], *lines[4:]])


def test_a_damaged_newest_record_is_named_and_the_next_sound_one_goes_on(
    home: Path, games: Path, ages: Iterator[int], unfinished_game: Path, finished_game: Path
) -> None:
    """The table opens with the newest game that is sound, and says which files are not."""
    data = unfinished_game.read_bytes()
    put(games / "old.qwirkle", data, next(ages))
    sound = put(games / "sound.qwirkle", data, next(ages))
    put(games / "over.qwirkle", finished_game.read_bytes(), next(ages))
    put(games / "empty.qwirkle", b"", next(ages))
    put(games / "damaged.qwirkle", damage(data), next(ages))
    terminal = Terminal(["play", "--resume"], home, size=(200, 50))
    shown = terminal.wait_for(lambda text: "damaged" in text and "Ana" in text)
    told = " ".join(shown.split())
    assert "2 newer files are damaged" in told
    assert "damaged.qwirkle" in told
    terminal.press("ctrl+q")
    assert terminal.end() == 0
    assert sound.read_bytes().startswith(data)
    assert (games / "empty.qwirkle").read_bytes() == b""
    assert (games / "damaged.qwirkle").read_bytes() == damage(data)


def test_where_every_game_is_damaged_the_newest_is_named(
    home: Path, games: Path, ages: Iterator[int], unfinished_game: Path
) -> None:
    """One sentence names it and its line, the status is 2, and nothing is drawn."""
    put(games / "damaged.qwirkle", damage(unfinished_game.read_bytes()), next(ages))
    terminal = Terminal(["play", "--resume"], home)
    assert terminal.end() == 2
    said = terminal.raw.decode()
    assert said.count("\n") == 1
    assert "no sound game" in said
    assert f"{games / 'damaged.qwirkle'} is damaged: Line 4: " in said
    assert "\x1b" not in said


def test_only_the_game_that_goes_on_is_read_line_by_line(
    games: Path, ages: Iterator[int], unfinished_game: Path, finished_game: Path, parsed: list[str]
) -> None:
    """However many games there are, going on with the newest parses no other."""
    for number in range(8):
        put(games / f"{number}.qwirkle", unfinished_game.read_bytes(), next(ages))
    put(games / "over.qwirkle", finished_game.read_bytes(), next(ages))
    _, file, damaged = library.resume_latest()
    assert (file.path, damaged) == (games / "7.qwirkle", [])
    file.close()
    events = unfinished_game.read_bytes().count(b"\n") - 1
    ends_of_two_files = 2
    assert len(parsed) == events + ends_of_two_files


def test_a_game_that_another_program_wrote_is_listed_alike(
    games: Path, ages: Iterator[int], unfinished_game: Path
) -> None:
    """Blanks between values make no difference."""
    put(games / "usual.qwirkle", unfinished_game.read_bytes(), next(ages))
    put(games / "wide.qwirkle", unfinished_game.read_bytes().replace(b",", b", "), next(ages))
    found = {each.path.stem: each for each in library.saved_games()}
    assert found["usual"].scores == found["wide"].scores
    assert found["usual"].turns == found["wide"].turns > 0
