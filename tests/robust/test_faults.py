"""Saving while any disk call may fail."""

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
from qwirkle.records.reader import RecordError, read_record
from qwirkle.records.writer import RecordWriter
from tests.random_games import random_game
from tests.robust.simulated_disk import FailingDisk, SimulatedKill
from tests.tools.mutate import bytes_of, sentence_of

ERRORS = [errno.ENOSPC, errno.EIO, errno.EACCES]
NEVER = FOREVER = 10**9
"""A number of disk calls that no test reaches."""


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> FailingDisk:
    """A disk that fails on demand."""
    return FailingDisk(monkeypatch)


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game with undone turns."""
    return random_game(bundled_variants()[0], 2, 3, undo_chance=0.2, max_events=12)


def error_of(number: int) -> Callable[[], BaseException]:
    """Return a function that creates an OSError with this errno."""
    return partial(OSError, number, "broken")


def save(game: Game, folder: Path) -> RecordWriter:
    """Save a game event by event."""
    file = RecordWriter.create(game.header, folder)
    for event in game.events:
        file.append(event)
    return file


def truncated_record(game: Game, folder: Path, events: int = 5) -> Path:
    """Write the record of the first events, followed by a truncated line."""
    os.mkdir(folder)  # noqa: PTH102 - must not fail
    lines = bytes_of(game).splitlines(keepends=True)
    path = folder / "truncated.qwirkle"
    path.write_bytes(b"".join(lines[: events + 1]) + lines[events + 1][:9])
    return path


def resume(game: Game, path: Path) -> RecordWriter:
    """Resume a record and append the rest of the game."""
    file, record = RecordWriter.open(path)
    for event in game.events[len(record.events) :]:
        file.append(event)
    return file


def count_calls(faults: FailingDisk, scenario: Callable[[Path], RecordWriter], folder: Path) -> int:
    """Return how many disk calls the scenario makes."""
    faults.fail(SimulatedKill, NEVER)
    scenario(folder).close()
    return len(faults.calls)


def check_saved(file: RecordWriter, game: Game) -> None:
    """Check that the file contains the whole game and is alone in its folder."""
    assert file.save()
    assert (file.error, file.unsaved_event_count) == (None, 0)
    assert read_record(file.path).events == tuple(game.events)
    assert bytes_of(game).startswith(file.path.read_bytes())
    assert list(file.path.parent.iterdir()) == [file.path]
    file.close()


def scenarios(game: Game) -> Iterator[Callable[[Path], RecordWriter]]:
    """Yield functions that save a new game, and resume a truncated record."""
    yield partial(save, game)
    yield lambda folder: resume(game, truncated_record(game, folder))


@pytest.mark.parametrize("number", ERRORS)
def test_a_single_disk_error_loses_nothing(
    number: int, faults: FailingDisk, game: Game, tmp_path: Path
) -> None:
    """After any one failed call, saving resumes and the file equals the game."""
    for kind, scenario in enumerate(scenarios(game)):
        calls = count_calls(faults, scenario, tmp_path / f"{kind}")
        assert calls > 30
        for call in range(calls):
            faults.fail(error_of(number), call)
            file = scenario(tmp_path / f"{kind}-{call}")
            faults.stop()
            check_saved(file, game)


@pytest.mark.parametrize("number", ERRORS)
def test_a_broken_disk_loses_nothing(
    number: int, faults: FailingDisk, game: Game, tmp_path: Path
) -> None:
    """While the disk is broken, `error` is set; once it works, everything is saved."""
    for kind, scenario in enumerate(scenarios(game)):
        calls = count_calls(faults, scenario, tmp_path / f"{kind}")
        for call in range(0, calls, 3):
            faults.fail(error_of(number), call, FOREVER)
            file = scenario(tmp_path / f"{kind}-{call}")
            if call < calls - 2:
                assert file.error is not None
                assert sentence_of(RecordError(file.error))
            faults.stop()
            check_saved(file, game)


def test_a_kill_at_any_call_loses_no_saved_event(
    faults: FailingDisk, game: Game, tmp_path: Path
) -> None:
    """A killed program leaves a record with every event it had saved."""
    for kind, scenario in enumerate(scenarios(game)):
        calls = count_calls(faults, scenario, tmp_path / f"{kind}")
        for call in range(calls):
            folder = tmp_path / f"{kind}-{call}"
            saved_count = kill_during(faults, scenario, folder, call)
            for path in folder.glob("*.qwirkle") if folder.is_dir() else ():
                if b"\n" not in path.read_bytes() and not saved_count:
                    continue  # killed while writing the header
                events = library.load_game(path).events
                assert len(events) >= saved_count
                assert events == game.events[: len(events)]
                check_saved(resume(game, path), game)


def kill_during(
    faults: FailingDisk, scenario: Callable[[Path], RecordWriter], folder: Path, call: int
) -> int:
    """Run a scenario, killed at this call; return how many events were saved before."""
    saved_count = 0
    real_append = RecordWriter.append

    def append(file: RecordWriter, event: object) -> None:
        nonlocal saved_count
        real_append(file, event)  # type: ignore[arg-type]
        saved_count = len(file._lines) - 1 - file.unsaved_event_count

    with pytest.MonkeyPatch.context() as patch, contextlib.suppress(SimulatedKill):
        patch.setattr(RecordWriter, "append", append)
        faults.fail(SimulatedKill, call, FOREVER)
        scenario(folder)
    faults.stop()
    return saved_count


def test_a_broken_disk_does_not_change_the_game(faults: FailingDisk, tmp_path: Path) -> None:
    """A game has the same events if its record can't be written."""
    for variant in bundled_variants():
        expected = random_game(variant, 3, 11, 0.1)
        file = RecordWriter.create(expected.header, tmp_path / variant.name)
        faults.fail(error_of(errno.ENOSPC), 40, 300)
        played = random_game(variant, 3, 11, 0.1, keep=file.append)
        faults.stop()
        assert played.events == expected.events
        check_saved(file, expected)


@pytest.mark.parametrize("number", ERRORS)
def test_a_disk_error_while_replacing_a_lost_record_loses_nothing(
    number: int, faults: FailingDisk, game: Game, tmp_path: Path
) -> None:
    """The emptied file stays as it is; another one has the whole game."""

    def save_after_loss(folder: Path) -> RecordWriter:
        os.mkdir(folder)  # noqa: PTH102 - must not fail
        path = folder / "lost.qwirkle"
        path.write_bytes(b"".join(bytes_of(game).splitlines(keepends=True)[:6]))
        file, record = RecordWriter.open(path)
        path.write_bytes(b"")
        for event in game.events[len(record.events) :]:
            file.append(event)
        return file

    calls = count_calls(faults, save_after_loss, tmp_path / "all")
    for call in range(calls):
        for last in (None, FOREVER):
            faults.fail(error_of(number), call, last)
            file = save_after_loss(tmp_path / f"{call}-{last}")
            faults.stop()
            assert file.flush()
            assert "lost.qwirkle" in file.warning
            assert file.path.read_bytes() == bytes_of(game)
            (lost,) = set(file.path.parent.iterdir()) - {file.path}
            assert lost.read_bytes() == b""
            file.close()
