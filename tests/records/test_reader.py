"""Reading records that are sound, torn, damaged, or no records at all."""

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
    """A short game with something taken back."""
    return random_game(bundled_variants()[0], 2, 3, undo_chance=0.2, most_events=20)


def refusal_of(data: bytes) -> RecordError:
    """How these bytes are refused."""
    with pytest.raises(RecordError) as caught:
        parse_record(data)
    assert sentence_of(caught.value)
    return caught.value


def test_a_record_is_read_as_it_was_written(game: Game, tmp_path: Path) -> None:
    """The header and every event come back, and nothing is torn."""
    path = tmp_path / "a.qwirkle"
    path.write_bytes(bytes_of(game))
    record = read_record(path)
    assert (record.header, record.events) == (game.header, tuple(game.events))
    assert record.valid_size == path.stat().st_size
    assert record.has_final_newline
    assert not record.truncated


def test_a_torn_last_line_is_told_and_left_out(game: Game) -> None:
    """A last line without its end that is no event is what an interrupted program leaves."""
    data = bytes_of(game)
    record = parse_record(data[:-5])
    assert record.events == tuple(game.events[:-1])
    assert record.truncated
    assert data[: record.valid_size] + record.truncated_line == data[:-5]


def test_a_last_line_that_lacks_only_its_end_counts(game: Game) -> None:
    """An event is whole with its last bracket."""
    record = parse_record(bytes_of(game)[:-1])
    assert record.events == tuple(game.events)
    assert not record.truncated
    assert not record.has_final_newline


def test_zeros_at_the_end_are_a_torn_line(game: Game) -> None:
    """What some disks leave after a power failure is left out."""
    record = parse_record(bytes_of(game) + b"\0" * 4096)
    assert record.events == tuple(game.events)
    assert record.truncated


def test_a_header_alone_is_a_record(game: Game) -> None:
    """A game that was stopped before the deal can be read."""
    line = bytes_of(game).split(b"\n")[0]
    assert parse_record(line + b"\n") == Record(game.header, (), len(line) + 1)
    assert parse_record(line) == Record(game.header, (), len(line), has_final_newline=False)


def test_damage_before_the_last_line_is_refused_with_its_line(game: Game) -> None:
    """Only the last line may be damaged."""
    lines = bytes_of(game).split(b"\n")
    for number in range(len(lines) - 1):
        damaged = [*lines[:number], lines[number][:-3], *lines[number + 1 :]]
        assert refusal_of(b"\n".join(damaged)).line == number + 1


@pytest.mark.parametrize("odd", [b"", b"\xff", b"\xed\xa0\x80", b"\x00", b"{}", b"  ", b"[" * 9999])
def test_an_odd_line_is_refused_with_its_number(odd: bytes, game: Game) -> None:
    """Empty lines, wrong UTF-8 and other things are refused where they stand."""
    lines = bytes_of(game).split(b"\n")
    assert refusal_of(b"\n".join([*lines[:4], odd, *lines[4:]])).line == 5


def test_a_file_has_a_largest_size(game: Game) -> None:
    """Files, lines and numbers of lines beyond any game are refused before they are read."""
    data = bytes_of(game)
    assert refusal_of(data + b" " * reader.MAX_RECORD_BYTES).line == 0
    assert refusal_of(data + b"\n" * (reader.MAX_LINES + 1)).line == 0
    lines = data.split(b"\n")
    lines[2] += b" " * reader.MAX_LINE_BYTES
    assert refusal_of(b"\n".join(lines)).line == 3
    assert refusal_of(b"").line == 0


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """A folder, a pipe, a device and nothing at all are refused, and nothing is waited for."""
    pipe = tmp_path / "pipe.qwirkle"
    paths = [tmp_path, tmp_path / "none", tmp_path / "none" / "none", Path("\0")]
    if hasattr(os, "mkfifo"):
        os.mkfifo(pipe)
        paths += [pipe, Path("/dev/zero")]
    for path in paths:
        with pytest.raises(RecordError) as caught:
            read_record(path)
        assert sentence_of(caught.value)


def test_a_tally_counts_what_stands(game: Game) -> None:
    """Points and turns of plays that were taken back do not count."""
    record = parse_record(bytes_of(game))
    found = summarise_record(record)
    assert found.scores == game.position.scores
    assert found.turns == sum(
        isinstance(event, Placed | Traded | Passed) for event, _ in game.active_history
    )
    assert not found.finished


def test_a_tally_of_a_whole_game_has_the_result() -> None:
    """The scores of a finished game hold the bonus."""
    for variant in bundled_variants():
        game = random_game(variant, 3, 2, 0.1)
        found = summarise_record(parse_record(bytes_of(game)))
        assert (found.scores, found.finished) == (game.position.scores, True)


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
def test_a_tally_of_nonsense_is_refused(
    events: tuple[RecordEvent, ...],
) -> None:
    """What cannot be taken back, or a seat that nobody has, is told with its line."""
    record = Record(new_header(bundled_variants()[0]), events, 0)
    with pytest.raises(RecordError) as caught:
        summarise_record(record)
    assert caught.value.line == len(events) + 1
    assert sentence_of(caught.value)


def test_a_tally_names_the_player_whom_nobody_is() -> None:
    """A seat beyond the last is told by its number."""
    record = Record(new_header(bundled_variants()[0]), (Placed(2, ((0, 0, 0),), 1),), 0)
    with pytest.raises(RecordError, match=r"^Line 2: There is no player 2\.$"):
        summarise_record(record)


def test_a_tally_forgets_what_was_taken_back() -> None:
    """Points, trades and passes count until they are taken back, be it all of them."""
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
