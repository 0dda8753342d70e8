"""Full records: a move is refused if the record might have no room for it."""

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
from tests.tools.mutate import sentence_of

VARIANT = bundled_variants()[0]
HEADER = new_header(VARIANT)
FEW_LINES = 40


@pytest.fixture
def few_lines(monkeypatch: pytest.MonkeyPatch) -> int:
    """The line limit of records, lowered for this test."""
    for module in (reader, writer):
        monkeypatch.setattr(module, "MAX_LINES", FEW_LINES)
    return FEW_LINES


def test_a_record_is_full_while_a_move_still_fits(few_lines: int, tmp_path: Path) -> None:
    """The events caused by the last move fit too, so the record stays readable."""
    file = RecordWriter.create(HEADER, tmp_path)
    while not file.is_full:
        file.append(Passed(0))
    assert len(read_record(file.path).events) + 1 == few_lines - RESERVED_LINES + 1
    for _ in range(RESERVED_LINES - 1):
        file.append(Passed(0))
    assert (file.error, file.unsaved_event_count) == (None, 0)
    assert len(read_record(file.path).events) + 1 == few_lines


def test_a_record_can_be_full_by_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the last move that fits, the record is full."""
    file = RecordWriter.create(HEADER, tmp_path)
    line_size = len(encode_event(Passed(0))) + 1
    max_bytes = file.path.stat().st_size + 2 * line_size + RESERVED_BYTES
    monkeypatch.setattr(writer, "MAX_RECORD_BYTES", max_bytes)
    is_full = []
    for _ in range(3):
        file.append(Passed(0))
        is_full.append(file.is_full)
    assert is_full == [False, False, True]


def test_resuming_a_full_record_adds_no_events(few_lines: int, tmp_path: Path) -> None:
    """Not even pending automatic events happen."""
    game = random_game(VARIANT, 2, 3, max_events=60)
    event_count = next(
        number
        for number in range(few_lines - 6, few_lines)
        if isinstance(game.events[number - 1], Placed)
    )
    file = RecordWriter.create(game.header, tmp_path)
    for event in game.events[:event_count]:
        file.append(event)
    file.close()
    data = file.path.read_bytes()
    resumed, file = library.resume_game(file.path)
    assert file.is_full
    assert resumed.events == game.events[:event_count]
    assert (file.error, file.flush(), file.path.read_bytes()) == (None, True, data)


def test_a_full_record_allows_no_move_or_undo(few_lines: int, tmp_path: Path) -> None:
    """A move raises RecordFull, undo does nothing, and the file stays as it is."""
    game = random_game(VARIANT, 2, 3, max_events=few_lines - RESERVED_LINES)
    assert len(game.events) >= few_lines - RESERVED_LINES
    file = RecordWriter.create(game.header, tmp_path)
    for event in game.events:
        file.append(event)
    file.close()
    data = file.path.read_bytes()
    session = GameSession.resume(file.path)
    move = random_move(session.game.position, Random(1))
    with pytest.raises(RecordFull) as caught:
        session.play(session.seat_to_move, move)
    assert session.error == sentence_of(caught.value)
    assert not session.undo(whole_turn=True)
    assert session.record.flush()
    session.record.close()
    assert file.path.read_bytes() == data
