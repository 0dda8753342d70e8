"""Size limits for reading, and errors for unreadable files."""

from __future__ import annotations

import errno
import os
import pickle
from pathlib import Path

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.game import Game
from qwirkle.records import reader
from qwirkle.records.reader import Record, RecordError, event_line_number, parse_record, read_record
from tests.random_games import random_game
from tests.tools.mutate import bytes_of, sentence_of


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled_variants()[0], 2, 3, max_events=12)


def check_rejected(data: bytes, line: int, reason: str) -> None:
    """Check that these bytes are rejected at this line, for a reason with these words."""
    with pytest.raises(RecordError) as caught:
        parse_record(data)
    assert caught.value.line == line
    assert reason in caught.value.reason


def test_a_file_may_have_4_mib(game: Game) -> None:
    """One byte more is rejected."""
    data = bytes_of(game)
    largest = data + b"\0" * (reader.MAX_RECORD_BYTES - len(data))
    assert parse_record(largest).events == tuple(game.events)
    check_rejected(largest + b"\0", 0, "4 MiB")
    check_rejected(b"", 0, "empty")


def test_a_file_may_have_20_000_lines(game: Game) -> None:
    """With one more, no line is parsed."""
    header = bytes_of(game).split(b"\n")[0]
    longest = header + b"\n" * reader.MAX_LINES
    check_rejected(longest, 2, "empty")
    check_rejected(longest + b"\n", 0, "20000")


def test_a_line_may_have_64_kib(game: Game) -> None:
    """A line padded with spaces is read up to that length; one byte more is rejected."""
    header, event = bytes_of(game).split(b"\n")[:2]
    longest = event.ljust(reader.MAX_LINE_BYTES)
    assert parse_record(b"\n".join([header, longest, b""])).events == (game.events[0],)
    check_rejected(b"\n".join([header, longest + b" ", b""]), 2, "64 KiB")


def test_a_line_that_is_not_utf_8_is_rejected(game: Game) -> None:
    """The reason says so, for the header too."""
    header = bytes_of(game).split(b"\n")[0]
    check_rejected(b"\xff\n", 1, "UTF-8")
    check_rejected(header + b"\n\xff\n", 2, "UTF-8")


def test_the_valid_size_ends_before_a_truncated_line(game: Game) -> None:
    """A last line without its newline still counts as valid."""
    data = bytes_of(game)
    header = data.split(b"\n")[0]
    assert parse_record(header + b'\n{"a') == Record(
        game.header, (), len(header) + 1, truncated_line=b'{"a'
    )
    assert parse_record(data[:-1]) == Record(
        game.header, tuple(game.events), len(data) - 1, has_final_newline=False
    )
    assert parse_record(data) == Record(game.header, tuple(game.events), len(data))
    assert (parse_record(data).truncated, parse_record(data[:-4]).truncated) == (False, True)


def test_an_error_has_a_line_number() -> None:
    """Lines count from 1 and come before the reason; 0 means the whole file."""
    whole, third = RecordError("No."), RecordError("No.", event_line_number(1))
    assert (str(whole), whole.line) == ("No.", 0)
    assert (str(third), third.line) == ("Line 3: No.", 3)
    copy = pickle.loads(pickle.dumps(third))
    assert (copy.args, copy.reason, copy.line) == (("No.", 3), "No.", 3)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (FileNotFoundError(errno.ENOENT, "x"), "no such file"),
        (NotADirectoryError(errno.ENOTDIR, "x"), "no such file"),
        (ValueError("null byte"), "no such file"),
        (IsADirectoryError(errno.EISDIR, "x"), "not a regular file"),
        (PermissionError(errno.EACCES, "x"), "may not be read"),
        (OSError(errno.EIO, "broken"), "broken"),
    ],
    ids=repr,
)
def test_an_error_says_why_a_file_cannot_be_opened(
    error: Exception, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each system error has its reason; an unexpected one is quoted."""

    def fail(path: Path, flags: int) -> int:
        raise error

    monkeypatch.setattr(os, "open", fail)
    with pytest.raises(RecordError) as caught:
        read_record(tmp_path / "a")
    assert reason in sentence_of(caught.value)


def test_a_read_error_closes_the_file(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk fails while reading, the system's error is reported and the file closed."""
    path = tmp_path / "a"
    path.write_bytes(bytes_of(game))
    closed = watch_closing(monkeypatch)

    def fail(descriptor: int, count: int) -> bytes:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patch:
        patch.setattr(os, "read", fail)
        with pytest.raises(RecordError, match="broken"):
            read_record(path)
    assert read_record(path).events == tuple(game.events)
    assert len(closed) == 2


def watch_closing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that collects each closed file descriptor."""
    closed: list[int] = []
    real_close = os.close

    def close(descriptor: int) -> None:
        closed.append(descriptor)
        real_close(descriptor)

    monkeypatch.setattr(os, "close", close)
    return closed


def test_short_reads_are_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is read from its start, at most one byte beyond the limit."""
    path = tmp_path / "a"
    path.write_bytes(b"0123456789" * 3)
    real_read = os.read
    monkeypatch.setattr(os, "read", lambda descriptor, count: real_read(descriptor, min(count, 4)))
    descriptor = reader.open_for_reading(path)
    assert (
        reader.read_descriptor(descriptor)
        == reader.read_descriptor(descriptor)
        == b"0123456789" * 3
    )
    monkeypatch.setattr(reader, "MAX_RECORD_BYTES", 12)
    assert reader.read_descriptor(descriptor) == b"0123456789012"
    os.close(descriptor)


def test_the_error_says_if_a_file_is_not_regular(tmp_path: Path) -> None:
    """Folders and pipes aren't rejected as empty files."""
    paths = [tmp_path]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        paths.append(tmp_path / "pipe")
    for path in paths:
        with pytest.raises(RecordError, match="not a regular file"):
            read_record(path)
