"""Saving while the disk fails at any moment."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.game import Game
from qwirkle.records import library
from qwirkle.records.reader import read_record
from qwirkle.records.writer import RecordWriter
from tests.random_games import random_game
from tests.robust.failing_disk import FailingDisk, SimulatedKill
from tests.tools.mutate import bytes_of

ERRORS = [errno.ENOSPC, errno.EIO, errno.EACCES]
FAR = 10**9


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> FailingDisk:
    """A disk that fails when it is told to."""
    return FailingDisk(monkeypatch)


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game, with something taken back."""
    return random_game(bundled_variants()[0], 2, 3, undo_chance=0.2, most_events=12)


def error_of(number: int) -> Callable[[], BaseException]:
    """Makes what the system raises for an error of this number."""
    return partial(OSError, number, "broken")


def save(game: Game, folder: Path) -> RecordWriter:
    """Save a game event by event, as it happens."""
    file = RecordWriter.create(game.header, folder)
    for event in game.events:
        file.append(event)
    return file


def torn_file(game: Game, folder: Path, events: int = 5) -> Path:
    """The record of the game's beginning, the line after it cut off."""
    os.mkdir(folder)  # noqa: PTH102 -- this one is not to fail
    lines = bytes_of(game).splitlines(keepends=True)
    path = folder / "torn.qwirkle"
    path.write_bytes(b"".join(lines[: events + 1]) + lines[events + 1][:9])
    return path


def go_on(game: Game, path: Path) -> RecordWriter:
    """Go on with a record as far as the game goes."""
    file, record = RecordWriter.open(path)
    for event in game.events[len(record.events) :]:
        file.append(event)
    return file


def calls_of(faults: FailingDisk, work: Callable[[Path], RecordWriter], folder: Path) -> int:
    """How often the work asks the disk for something."""
    faults.fail(SimulatedKill, FAR)
    work(folder).close()
    return len(faults.calls)


def check_saved(file: RecordWriter, game: Game) -> None:
    """The file holds the whole game, and nothing else is in its folder."""
    assert file.retry()
    assert (file.error, file.unsaved_event_count) == (None, 0)
    assert read_record(file.path).events == tuple(game.events)
    assert bytes_of(game).startswith(file.path.read_bytes())
    assert list(file.path.parent.iterdir()) == [file.path]
    file.close()


def works(game: Game) -> Iterator[Callable[[Path], RecordWriter]]:
    """Saving a new game, and going on with one whose last line is torn."""
    yield partial(save, game)
    yield lambda folder: go_on(game, torn_file(game, folder))


@pytest.mark.parametrize("number", ERRORS)
def test_one_fault_anywhere_costs_nothing(
    number: int, faults: FailingDisk, game: Game, tmp_path: Path
) -> None:
    """After one failed call of any kind, saving resumes and the file equals the game."""
    for kind, work in enumerate(works(game)):
        calls = calls_of(faults, work, tmp_path / f"{kind}")
        assert calls > 30
        for call in range(calls):
            faults.fail(error_of(number), call)
            file = work(tmp_path / f"{kind}-{call}")
            faults.stop()
            check_saved(file, game)


@pytest.mark.parametrize("number", ERRORS)
def test_a_disk_that_stays_broken_keeps_the_game_in_memory(
    number: int, faults: FailingDisk, game: Game, tmp_path: Path
) -> None:
    """While the disk is broken the trouble is told, and when it works all is saved."""
    for kind, work in enumerate(works(game)):
        calls = calls_of(faults, work, tmp_path / f"{kind}")
        for call in range(0, calls, 3):
            faults.fail(error_of(number), call, FAR)
            file = work(tmp_path / f"{kind}-{call}")
            if call < calls - 2:
                assert file.error is not None
                assert file.error.endswith(".")
            faults.stop()
            check_saved(file, game)


def test_a_game_that_is_killed_anywhere_keeps_every_event_that_was_shown(
    faults: FailingDisk, game: Game, tmp_path: Path
) -> None:
    """A program killed at any call leaves a record with every event that was saved before."""
    for kind, work in enumerate(works(game)):
        calls = calls_of(faults, work, tmp_path / f"{kind}")
        for call in range(calls):
            folder = tmp_path / f"{kind}-{call}"
            kept = kill_during(faults, work, folder, call)
            for path in folder.glob("*.qwirkle") if folder.is_dir() else ():
                if b"\n" not in path.read_bytes() and not kept:
                    continue  # killed while writing the header
                events = library.load_game(path).events
                assert len(events) >= kept
                assert events == game.events[: len(events)]
                check_saved(go_on(game, path), game)


def kill_during(
    faults: FailingDisk, work: Callable[[Path], RecordWriter], folder: Path, call: int
) -> int:
    """Kill the work at a call; how many events were saved before."""
    kept = [0]
    real = RecordWriter.append

    def counting(file: RecordWriter, event: object) -> None:
        real(file, event)  # type: ignore[arg-type]
        kept[0] = len(file._lines) - 1 - file.unsaved_event_count

    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(SimulatedKill):
        patch.setattr(RecordWriter, "append", counting)
        faults.fail(SimulatedKill, call, FAR)
        work(folder)
    faults.stop()
    return kept[0]


def test_a_live_game_does_not_notice_a_broken_disk(faults: FailingDisk, tmp_path: Path) -> None:
    """A game whose record cannot be written is the same game."""
    for variant in bundled_variants():
        expected = random_game(variant, 3, 11, 0.1)
        file = RecordWriter.create(expected.header, tmp_path / variant.name)
        faults.fail(error_of(errno.ENOSPC), 40, 300)
        played = random_game(variant, 3, 11, 0.1, keep=file.append)
        faults.stop()
        assert played.events == expected.events
        check_saved(file, expected)


@pytest.mark.parametrize("number", ERRORS)
def test_a_fault_while_a_lost_record_is_written_anew_costs_nothing(
    number: int, faults: FailingDisk, game: Game, tmp_path: Path
) -> None:
    """A file that was emptied stays as it is, and the whole game is in another one in the end."""

    def save_after_loss(folder: Path) -> RecordWriter:
        os.mkdir(folder)  # noqa: PTH102 -- this one is not to fail
        path = folder / "lost.qwirkle"
        path.write_bytes(b"".join(bytes_of(game).splitlines(keepends=True)[:6]))
        file, record = RecordWriter.open(path)
        path.write_bytes(b"")
        for event in game.events[len(record.events) :]:
            file.append(event)
        return file

    calls = calls_of(faults, save_after_loss, tmp_path / "all")
    for call in range(calls):
        for last in (None, FAR):
            faults.fail(error_of(number), call, last)
            file = save_after_loss(tmp_path / f"{call}-{last}")
            faults.stop()
            assert file.flush()
            assert "lost.qwirkle" in file.warning
            assert file.path.read_bytes() == bytes_of(game)
            (lost,) = set(file.path.parent.iterdir()) - {file.path}
            assert lost.read_bytes() == b""
            file.close()
