"""A record at its limits: no move is made that it has no room for."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.engine.events import Passed, Placed
from qwirkle.records import library, reader, writer
from qwirkle.records.codec import encode_event
from qwirkle.records.reader import read_record
from qwirkle.records.writer import RESERVED_BYTES, RESERVED_LINES, RecordFull, RecordWriter
from qwirkle.session.session import GameSession
from tests.random_games import new_header, random_game, random_move

VARIANT = bundled_variants()[0]
HEADER = new_header(VARIANT)
FEW = 40


@pytest.fixture
def few_lines(monkeypatch: pytest.MonkeyPatch) -> int:
    """So few lines are allowed in a record."""
    for module in (reader, writer):
        monkeypatch.setattr(module, "MAX_LINES", FEW)
    return FEW


def test_a_record_is_full_while_a_move_still_fits(few_lines: int, tmp_path: Path) -> None:
    """All that follows from the last move has room, so that nothing unreadable is written."""
    file = RecordWriter.create(HEADER, tmp_path)
    while not file.is_full:
        file.append(Passed(0))
    assert len(read_record(file.path).events) + 1 == few_lines - RESERVED_LINES + 1
    for _ in range(RESERVED_LINES - 1):
        file.append(Passed(0))
    assert (file.error, file.unsaved_event_count) == (None, 0)
    assert len(read_record(file.path).events) + 1 == few_lines


def test_a_record_is_full_by_its_size_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last move for which there is room is made, and then the record is full."""
    file = RecordWriter.create(HEADER, tmp_path)
    line = len(encode_event(Passed(0))) + 1
    most = file.path.stat().st_size + 2 * line + RESERVED_BYTES
    monkeypatch.setattr(writer, "MAX_RECORD_BYTES", most)
    fullness = []
    for _ in range(3):
        file.append(Passed(0))
        fullness.append(file.is_full)
    assert fullness == [False, False, True]


def test_a_full_record_is_opened_as_it_is(few_lines: int, tmp_path: Path) -> None:
    """Resuming it changes nothing, not even what is still due by the rules."""
    game = random_game(VARIANT, 2, 3, most_events=60)
    waiting = next(
        number
        for number in range(few_lines - 6, few_lines)
        if isinstance(game.events[number - 1], Placed)
    )
    file = RecordWriter.create(game.header, tmp_path)
    for event in game.events[:waiting]:
        file.append(event)
    file.close()
    data = file.path.read_bytes()
    again, file = library.resume_game(file.path)
    assert file.is_full
    assert again.events == game.events[:waiting]
    assert (file.error, file.flush(), file.path.read_bytes()) == (None, True, data)


def test_a_game_with_a_full_record_can_only_be_left(few_lines: int, tmp_path: Path) -> None:
    """A move is refused with a sentence, nothing can be undone, and what is saved stays."""
    game = random_game(VARIANT, 2, 3, most_events=few_lines - RESERVED_LINES)
    assert len(game.events) >= few_lines - RESERVED_LINES
    file = RecordWriter.create(game.header, tmp_path)
    for event in game.events:
        file.append(event)
    file.close()
    data = file.path.read_bytes()
    host = GameSession.resume(file.path)
    move = random_move(host.game.position, Random(1))
    with pytest.raises(RecordFull) as caught:
        host.play(host.seat_to_move, move)
    assert host.error == str(caught.value)
    assert host.error.startswith("This game's record is full")
    assert not host.undo(whole_turn=True)
    assert host.record.flush()
    host.record.close()
    assert file.path.read_bytes() == data
