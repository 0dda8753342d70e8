"""A record near its limits: rewritten without what was taken back, and never larger than read."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle import saving
from qwirkle.catalog import bundled
from qwirkle.engine.events import Event, Passed, Placed, Undone
from qwirkle.engine.moves import Place
from qwirkle.game import Game
from qwirkle.notation import event_line
from qwirkle.record import Busy, Full, RecordError, RecordFile, read, reading, writing
from qwirkle.record.writing import ROOM_BYTES, ROOM_LINES
from tests.play import new_header, random_game
from tests.record.broken import broken

VARIANT = bundled()[0]
HEADER = new_header(VARIANT)
FEW = 40


@pytest.fixture
def few_lines(monkeypatch: pytest.MonkeyPatch) -> int:
    """So few lines are allowed in a record."""
    for module in (reading, writing):
        monkeypatch.setattr(module, "MOST_LINES", FEW)
    return FEW


def lines_in(path: Path) -> int:
    """How many lines a file has."""
    return path.read_bytes().count(b"\n")


def regretful(game: Game, count: int) -> list[Event]:
    """The events of a game whose last move was taken back and made again so often."""
    *_, last = (event for event in game.events if isinstance(event, Placed))
    index = game.events.index(last)
    again: list[Event] = [last, Undone(1)]
    return [*game.events[:index], *again * count, *game.events[index:]]


@pytest.fixture(scope="module")
def short() -> Game:
    """A game that is far from the limits."""
    return random_game(VARIANT, 2, 3, most_events=12)


def test_what_was_taken_back_goes_when_room_is_scarce(
    few_lines: int, short: Game, tmp_path: Path
) -> None:
    """The record stays below the limit, every event of it is sound, and the game is the same."""
    file = RecordFile.create(short.header, tmp_path)
    for event in regretful(short, 3 * few_lines):
        file.append(event)
        assert (file.trouble, file.unsaved, file.full) == (None, 0, False)
        assert lines_in(file.path) <= few_lines
    assert saving.verify(file.path).ok
    assert saving.load(file.path).standing == short.standing
    with pytest.raises(Busy):
        RecordFile.open(file.path)


def test_nothing_is_rewritten_before_room_is_scarce(
    few_lines: int, short: Game, tmp_path: Path
) -> None:
    """With room for one more move the record holds all that happened, and without it does not."""
    events = regretful(short, 20)
    file = RecordFile.create(short.header, tmp_path)
    most = few_lines - ROOM_LINES
    for count, event in enumerate(events[: most - 1], start=1):
        file.append(event)
        assert lines_in(file.path) == count + 1
    file.append(events[most - 1])
    assert lines_in(file.path) < most


def test_a_game_goes_on_alike_after_its_record_was_rewritten(
    few_lines: int, short: Game, tmp_path: Path
) -> None:
    """Chance depends on what stands: whole and rewritten records meet the same draws."""
    expected = random_game(VARIANT, 2, 3, most_events=16)
    file = RecordFile.create(short.header, tmp_path)
    for event in regretful(short, few_lines):
        file.append(event)
    file.close()
    game, file = saving.resume(file.path)
    whole = Game.replay(short.header, regretful(short, few_lines))
    for event in expected.events[len(short.events) :]:
        if isinstance(event, Placed):
            assert game.play(Place(event.pieces)) == whole.play(Place(event.pieces))
    assert game.standing == whole.standing


def test_the_size_is_limited_too(
    short: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record that would grow too large is rewritten as well."""
    most = 4000 + ROOM_BYTES
    for module in (reading, writing):
        monkeypatch.setattr(module, "LARGEST_FILE", most)
    file = RecordFile.create(short.header, tmp_path)
    for event in regretful(short, 100):
        file.append(event)
        assert not file.full
        assert file.path.stat().st_size <= most - ROOM_BYTES
    assert saving.load(file.path).standing == short.standing


def test_a_full_record_says_so_before_the_limit(few_lines: int, tmp_path: Path) -> None:
    """There is room for all that follows from a move when the record counts as full."""
    file = RecordFile.create(HEADER, tmp_path)
    while not file.full:
        file.append(Passed(0))
    assert file.trouble is None
    assert lines_in(file.path) == few_lines - ROOM_LINES + 1
    file.append(Undone(1))
    assert not file.full
    assert lines_in(file.path) == few_lines - ROOM_LINES


def test_no_line_is_written_that_would_not_be_read(few_lines: int, tmp_path: Path) -> None:
    """Beyond the limit events stay in memory, and the file stays one that can be read."""
    file = RecordFile.create(HEADER, tmp_path)
    for _ in range(few_lines - 1):
        file.append(Passed(0))
    assert (file.trouble, file.unsaved) == (None, 0)
    data = file.path.read_bytes()
    file.append(Passed(0))
    assert file.trouble == str(Full())
    assert file.trouble.startswith("The record is full: no further turn can be kept")
    assert file.unsaved == 1
    assert file.path.read_bytes() == data
    assert len(read(file.path).events) == few_lines - 1
    with pytest.raises(RecordError, match="full"):
        file.save_elsewhere(tmp_path / "b.qwirkle")
    assert not (tmp_path / "b.qwirkle").exists()
    file.append(Undone(2))
    assert file.retry()
    assert file.unsaved == 0
    assert len(read(file.path).events) == few_lines - 2


def test_a_file_is_never_larger_than_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The very last byte that is read is written, and none after it."""
    file = RecordFile.create(HEADER, tmp_path)
    line = len(event_line(Passed(0))) + 1
    most = file.path.stat().st_size + 2 * line
    monkeypatch.setattr(writing, "LARGEST_FILE", most)
    file.append(Passed(0))
    file.append(Passed(0))
    assert file.trouble is None
    assert file.path.stat().st_size == most
    file.append(Passed(0))
    assert file.trouble == str(Full())
    assert file.path.stat().st_size == most


def test_a_line_is_never_longer_than_what_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of just the length that is read is written, and no longer one."""
    short, long = Passed(0), Undone(100)
    assert len(event_line(short)) < len(event_line(long))
    file = RecordFile.create(HEADER, tmp_path)
    monkeypatch.setattr(writing, "LONGEST_LINE", len(event_line(short)))
    file.append(short)
    assert file.trouble is None
    monkeypatch.setattr(writing, "LONGEST_LINE", len(event_line(short)) - 1)
    file.append(short)
    assert file.trouble == str(Full())


def test_a_rewriting_that_fails_counts_as_unsaved(
    few_lines: int, short: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old file stays whole meanwhile, and even an undo alone waits to be saved."""
    file = RecordFile.create(short.header, tmp_path)
    while lines_in(file.path) < few_lines - ROOM_LINES:
        file.append(Passed(0))
    before = file.path.read_bytes()
    with broken(monkeypatch, "write_at"):
        file.append(Undone(3))
        assert file.trouble is not None
        assert file.unsaved == 1
        assert not file.make_sure()
        assert file.path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [file.path]
        file.append(Passed(0))
        file.append(Passed(0))
        assert file.unsaved == 2
    assert file.retry()
    assert file.unsaved == 0
    assert lines_in(file.path) == before.count(b"\n") - 3 + 2


def test_a_full_record_is_opened_as_it_is(few_lines: int, tmp_path: Path) -> None:
    """Going on with it changes nothing, and nothing is settled that could not be kept."""
    game = random_game(VARIANT, 2, 3, most_events=60)
    waiting = next(
        number
        for number in range(few_lines - 6, few_lines)
        if isinstance(game.events[number - 1], Placed)
    )
    file = RecordFile.create(game.header, tmp_path)
    for event in game.events[:waiting]:
        file.append(event)
    file.close()
    data = file.path.read_bytes()
    again, file = saving.resume(file.path)
    assert file.full
    assert again.events == game.events[:waiting]
    assert (file.trouble, file.make_sure(), file.path.read_bytes()) == (None, True, data)
