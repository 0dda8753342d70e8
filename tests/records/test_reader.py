"""Reading records that are complete, truncated or damaged, and files that aren't records."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.engine.events import (
    Dealt,
    Finished,
    Opened,
    Passed,
    Placed,
    RecordEvent,
    Traded,
    Undone,
)
from qwirkle.game import Game
from qwirkle.records import reader
from qwirkle.records.reader import (
    Record,
    RecordError,
    RecordSummary,
    parse_record,
    read_record,
    summarise_record,
)
from tests.random_games import new_header, random_game
from tests.tools.mutate import bytes_of, sentence_of


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game with undone turns."""
    return random_game(bundled_variants()[0], 2, 3, undo_chance=0.2, max_events=20)


def error_for(data: bytes) -> RecordError:
    """Return the error that these bytes cause."""
    with pytest.raises(RecordError) as caught:
        parse_record(data)
    assert sentence_of(caught.value)
    return caught.value


def test_a_record_is_read_as_it_was_written(game: Game, tmp_path: Path) -> None:
    """The header and every event come back, and no line is truncated."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    record = read_record(path)
    assert (record.header, record.events) == (game.header, tuple(game.events))
    assert record.valid_size == path.stat().st_size
    assert record.has_final_newline
    assert not record.truncated


def test_a_truncated_last_line_is_skipped(game: Game) -> None:
    """The reader keeps what an interrupted program left of the last line, but not as an event."""
    data = bytes_of(game)
    record = parse_record(data[:-5])
    assert record.events == tuple(game.events[:-1])
    assert record.truncated
    assert data[: record.valid_size] + record.truncated_line == data[:-5]


def test_a_last_line_without_its_newline_counts(game: Game) -> None:
    """An event is complete with its closing brace."""
    record = parse_record(bytes_of(game)[:-1])
    assert record.events == tuple(game.events)
    assert not record.truncated
    assert not record.has_final_newline


def test_zeros_at_the_end_are_a_truncated_line(game: Game) -> None:
    """Some disks leave zeros after a power failure."""
    record = parse_record(bytes_of(game) + b"\0" * 4096)
    assert record.events == tuple(game.events)
    assert record.truncated


def test_a_header_alone_is_a_record(game: Game) -> None:
    """A game that was interrupted before the deal can be read."""
    line = bytes_of(game).split(b"\n")[0]
    assert parse_record(line + b"\n") == Record(game.header, (), len(line) + 1)
    assert parse_record(line) == Record(game.header, (), len(line), has_final_newline=False)


def test_damage_before_the_last_line_is_an_error(game: Game) -> None:
    """Only the last line may be damaged; the error has the line number."""
    lines = bytes_of(game).split(b"\n")
    for number in range(len(lines) - 1):
        damaged = [*lines[:number], lines[number][:-3], *lines[number + 1 :]]
        assert error_for(b"\n".join(damaged)).line == number + 1


@pytest.mark.parametrize(
    "line", [b"", b"\xff", b"\xed\xa0\x80", b"\x00", b"{}", b"  ", b"[" * 9999]
)
def test_an_invalid_line_is_an_error(line: bytes, game: Game) -> None:
    """Empty lines, invalid UTF-8 and other garbage are reported with their line number."""
    lines = bytes_of(game).split(b"\n")
    assert error_for(b"\n".join([*lines[:4], line, *lines[4:]])).line == 5


def test_oversized_records_are_rejected(game: Game) -> None:
    """File size, line length and line count have limits, checked before parsing."""
    data = bytes_of(game)
    assert error_for(data + b" " * reader.MAX_RECORD_BYTES).line == 0
    assert error_for(data + b"\n" * (reader.MAX_LINES + 1)).line == 0
    lines = data.split(b"\n")
    lines[2] += b" " * reader.MAX_LINE_BYTES
    assert error_for(b"\n".join(lines)).line == 3
    assert error_for(b"").line == 0


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """Folders, pipes, devices and missing files are rejected without blocking."""
    pipe = tmp_path / "pipe.qwirkle"
    paths = [tmp_path, tmp_path / "none", tmp_path / "none" / "none", Path("\0")]
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        paths += [pipe, Path("/dev/zero")]
    for path in paths:
        with pytest.raises(RecordError) as caught:
            read_record(path)
        assert sentence_of(caught.value)


def test_a_summary_leaves_out_undone_turns(game: Game) -> None:
    """Points and turns that were undone don't count."""
    record = parse_record(bytes_of(game))
    summary = summarise_record(record)
    assert summary.scores == game.position.scores
    assert summary.turns == sum(
        isinstance(event, Placed | Traded | Passed) for event, _ in game.active_history
    )
    assert not summary.finished


def test_a_summary_of_a_finished_game_includes_the_bonus() -> None:
    """Scores are those of the final position."""
    for variant in bundled_variants():
        game = random_game(variant, 3, 2, 0.1)
        summary = summarise_record(parse_record(bytes_of(game)))
        assert (summary.scores, summary.finished) == (game.position.scores, True)


@pytest.mark.parametrize(
    "events",
    [
        (Undone(1),),
        (Opened(0, 1), Undone(1)),
        (Dealt(0, (1,)), Passed(0), Undone(2)),
        (Passed(0), Undone(2)),
        (Placed(2, ((0, 0, 0),), 1),),
    ],
)
def test_a_summary_of_impossible_events_is_an_error(events: tuple[RecordEvent, ...]) -> None:
    """Undoing too many events, or a missing seat, is reported with its line number."""
    record = Record(new_header(bundled_variants()[0]), events, 0)
    with pytest.raises(RecordError) as caught:
        summarise_record(record)
    assert caught.value.line == len(events) + 1
    assert sentence_of(caught.value)


def test_the_error_for_a_missing_seat_names_it() -> None:
    """A seat beyond the last is reported by its number."""
    record = Record(new_header(bundled_variants()[0]), (Placed(2, ((0, 0, 0),), 1),), 0)
    with pytest.raises(RecordError, match="player 2") as caught:
        summarise_record(record)
    assert caught.value.line == 2


def test_a_summary_counts_turns_until_they_are_undone() -> None:
    """Places, trades and passes count until they are undone, even if all are."""
    header = new_header(bundled_variants()[0])
    play = Placed(1, ((0, 0, 0),), 7)
    events: tuple[RecordEvent, ...] = (play, Traded(0, (1,), (2,)), Passed(1), play)
    assert summarise_record(Record(header, events, 0)) == RecordSummary((0, 14), 4, finished=False)
    assert summarise_record(Record(header, (*events, Undone(2)), 0)) == RecordSummary(
        (0, 7), 2, finished=False
    )
    assert summarise_record(Record(header, (*events, Undone(4)), 0)) == RecordSummary(
        (0, 0), 0, finished=False
    )
    result = Finished(None, 0, (3, 4), (1,))
    assert summarise_record(Record(header, (*events, result), 0)) == RecordSummary(
        (3, 4), 4, finished=True
    )
