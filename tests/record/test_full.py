"""A record at its limits: no move is made that it has no room for."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from qwirkle import saving
from qwirkle.catalog import bundled
from qwirkle.engine.events import Passed, Placed
from qwirkle.notation import event_line
from qwirkle.record import Full, RecordFile, read, reading, writing
from qwirkle.record.writing import ROOM_BYTES, ROOM_LINES
from qwirkle.table.host import Host
from tests.play import new_header, random_game, random_move

VARIANT = bundled()[0]
HEADER = new_header(VARIANT)
FEW = 40


@pytest.fixture
def few_lines(monkeypatch: pytest.MonkeyPatch) -> int:
    """So few lines are allowed in a record."""
    for module in (reading, writing):
        monkeypatch.setattr(module, "MOST_LINES", FEW)
    return FEW


def test_a_record_is_full_while_a_move_still_fits(few_lines: int, tmp_path: Path) -> None:
    """All that follows from the last move has room, so that nothing unreadable is written."""
    file = RecordFile.create(HEADER, tmp_path)
    while not file.full:
        file.append(Passed(0))
    assert len(read(file.path).events) + 1 == few_lines - ROOM_LINES + 1
    for _ in range(ROOM_LINES - 1):
        file.append(Passed(0))
    assert (file.trouble, file.unsaved) == (None, 0)
    assert len(read(file.path).events) + 1 == few_lines


def test_a_record_is_full_by_its_size_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last move for which there is room is made, and then the record is full."""
    file = RecordFile.create(HEADER, tmp_path)
    line = len(event_line(Passed(0))) + 1
    most = file.path.stat().st_size + 2 * line + ROOM_BYTES
    monkeypatch.setattr(writing, "LARGEST_FILE", most)
    fullness = []
    for _ in range(3):
        file.append(Passed(0))
        fullness.append(file.full)
    assert fullness == [False, False, True]


def test_a_full_record_is_opened_as_it_is(few_lines: int, tmp_path: Path) -> None:
    """Resuming it changes nothing, not even what is still due by the rules."""
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


def test_a_game_with_a_full_record_can_only_be_left(few_lines: int, tmp_path: Path) -> None:
    """A move is refused with a sentence, nothing can be undone, and what is saved stays."""
    game = random_game(VARIANT, 2, 3, most_events=few_lines - ROOM_LINES)
    assert len(game.events) >= few_lines - ROOM_LINES
    file = RecordFile.create(game.header, tmp_path)
    for event in game.events:
        file.append(event)
    file.close()
    data = file.path.read_bytes()
    host = Host.resume(file.path)
    move = random_move(host.game.position, Random(1))
    with pytest.raises(Full) as caught:
        host.play(host.player, move)
    assert host.trouble == str(caught.value)
    assert host.trouble.startswith("This game's record is full")
    assert not host.take_back(whole_turns=True)
    assert host.record.make_sure()
    host.record.close()
    assert file.path.read_bytes() == data
