"""Reading up to its limits, and the words for what cannot be read."""

from __future__ import annotations

import errno
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from qwirkle.catalog import bundled_variants
from qwirkle.game import Game
from qwirkle.records import reader
from qwirkle.records.reader import Record, RecordError, event_line_number, parse_record, read_record
from tests.random_games import random_game
from tests.tools.mutate import bytes_of


@pytest.fixture(scope="module")
def game() -> Game:
    """A short game."""
    return random_game(bundled_variants()[0], 2, 3, most_events=12)


def refusal_of(data: bytes) -> tuple[str, int]:
    """Why these bytes are refused, and at which line."""
    with pytest.raises(RecordError) as caught:
        parse_record(data)
    return caught.value.reason, caught.value.line


def test_a_file_may_be_as_large_as_allowed(game: Game) -> None:
    """Four MiB are read, and one byte more is refused."""
    data = bytes_of(game)
    most = data + b"\0" * (reader.MAX_RECORD_BYTES - len(data))
    assert parse_record(most).events == tuple(game.events)
    assert refusal_of(most + b"\0") == ("The file is larger than 4 MiB.", 0)
    assert refusal_of(b"") == ("The file is empty.", 0)


def test_a_file_may_have_as_many_lines_as_allowed(game: Game) -> None:
    """So many lines are looked at one by one, and with one more none is."""
    header = bytes_of(game).split(b"\n")[0]
    most = header + b"\n" * reader.MAX_LINES
    assert refusal_of(most) == ("The line is empty.", 2)
    assert refusal_of(most + b"\n") == ("The record has more than 20000 lines.", 0)


def test_a_line_may_be_as_long_as_allowed(game: Game) -> None:
    """Spaces that fill a line up to 64 KiB do no harm, and one more does."""
    header, event = bytes_of(game).split(b"\n")[:2]
    long = event.ljust(reader.MAX_LINE_BYTES)
    assert parse_record(b"\n".join([header, long, b""])).events == (game.events[0],)
    assert refusal_of(b"\n".join([header, long + b" ", b""])) == (
        "The line is longer than 64 KiB.",
        2,
    )


def test_a_line_that_is_no_text_is_told(game: Game) -> None:
    """Bytes that are no UTF-8 are refused as that, in the header too."""
    header = bytes_of(game).split(b"\n")[0]
    assert refusal_of(b"\xff\n") == ("This isn't UTF-8 text.", 1)
    assert refusal_of(header + b"\n\xff\n") == ("This isn't UTF-8 text.", 2)


def test_how_far_a_torn_record_is_sound(game: Game) -> None:
    """The size of what has a meaning ends where the cut line begins."""
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


def test_an_error_tells_its_line() -> None:
    """Line numbers count from 1 and stand before the reason; 0 means the whole file."""
    whole, third = RecordError("No."), RecordError("No.", event_line_number(1))
    assert (str(whole), whole.line) == ("No.", 0)
    assert (str(third), third.line) == ("Line 3: No.", 3)
    copy = pickle.loads(pickle.dumps(third))
    assert (copy.args, copy.reason, copy.line) == (("No.", 3), "No.", 3)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (FileNotFoundError(errno.ENOENT, "x"), "There is no such file."),
        (NotADirectoryError(errno.ENOTDIR, "x"), "There is no such file."),
        (ValueError("null byte"), "There is no such file."),
        (IsADirectoryError(errno.EISDIR, "x"), "This is not a regular file."),
        (PermissionError(errno.EACCES, "x"), "The file may not be read."),
        (OSError(errno.EIO, "broken"), "The file cannot be read (broken)."),
    ],
    ids=repr,
)
def test_why_a_file_cannot_be_opened(
    error: Exception, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each error of the system is one sentence about the file."""

    def fail(path: Path, flags: int) -> int:
        raise error

    monkeypatch.setattr(os, "open", fail)
    with pytest.raises(RecordError) as caught:
        read_record(tmp_path / "a")
    assert str(caught.value) == told


def test_a_disk_that_breaks_while_reading_is_told(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read that fails half-way is a refusal, and the file is closed all the same."""
    path = tmp_path / "a"
    path.write_bytes(bytes_of(game))
    closed = closing(monkeypatch)

    def fail(descriptor: int, count: int) -> bytes:
        raise OSError(errno.EIO, "broken")

    with monkeypatch.context() as patch:
        patch.setattr(os, "read", fail)
        with pytest.raises(RecordError, match=r"^The file cannot be read \(broken\)\.$"):
            read_record(path)
    assert read_record(path).events == tuple(game.events)
    assert len(closed()) == 2


def closing(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[int]]:
    """Watches which descriptors are closed."""
    closed: list[int] = []
    close = os.close

    def watch(descriptor: int) -> None:
        closed.append(descriptor)
        close(descriptor)

    monkeypatch.setattr(os, "close", watch)
    return lambda: closed


def test_a_file_is_read_from_its_beginning_in_as_many_parts_as_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short reads are put together, and no more is read than shows that it is too much."""
    path = tmp_path / "a"
    path.write_bytes(b"0123456789" * 3)
    real = os.read
    monkeypatch.setattr(os, "read", lambda descriptor, count: real(descriptor, min(count, 4)))
    descriptor = reader.open_for_reading(path)
    assert (
        reader.read_descriptor(descriptor)
        == reader.read_descriptor(descriptor)
        == b"0123456789" * 3
    )
    monkeypatch.setattr(reader, "MAX_RECORD_BYTES", 12)
    assert reader.read_descriptor(descriptor) == b"0123456789012"
    os.close(descriptor)


def test_what_is_no_regular_file_is_told(tmp_path: Path) -> None:
    """A folder and a pipe are refused as what they are, not as empty files."""
    paths = [tmp_path]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        paths.append(tmp_path / "pipe")
    for path in paths:
        with pytest.raises(RecordError, match=r"^This is not a regular file\.$"):
            read_record(path)
