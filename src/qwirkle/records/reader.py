"""Reads records that may be damaged, and summarises them without replaying them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from msgspec import Struct

from qwirkle.decoding import SchemaError
from qwirkle.engine.events import (
    Dealt,
    Finished,
    GameEvent,
    Opened,
    Passed,
    Placed,
    RecordEvent,
    Traded,
    Undone,
)
from qwirkle.i18n import tr
from qwirkle.records import locked_file
from qwirkle.records.codec import parse_event, parse_header
from qwirkle.records.schema import Header

MAX_RECORD_BYTES = 4 * 1024 * 1024
MAX_LINES = 20_000
MAX_LINE_BYTES = 64 * 1024
"""Limits for reading and for writing."""


class RecordError(Exception):
    """A record can't be used; `line` counts from 1, and is 0 if it isn't about one line."""

    def __init__(self, reason: str, line: int = 0) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason, line)

    def __str__(self) -> str:
        if self.line:
            return tr("Line {line}: {reason}", line=self.line, reason=self.reason)
        return self.reason


class Record(Struct, frozen=True):
    """The content of a file, not validated by the rules; event n is in line n + 2."""

    header: Header
    events: tuple[RecordEvent, ...]
    valid_size: int
    """Bytes of the file before the truncated line."""
    has_final_newline: bool = True
    """True if the last valid line ends with a newline."""
    truncated_line: bytes = b""
    """Start of a line that was never written completely; empty if there is none."""

    @property
    def truncated(self) -> bool:
        """True if writing the last line was interrupted."""
        return bool(self.truncated_line)


class RecordSummary(Struct, frozen=True):
    """What a list of games shows of a record."""

    scores: tuple[int, ...]
    turns: int
    finished: bool


def event_line_number(index: int) -> int:
    """Return the line number of an event; `index` counts from 0."""
    return index + 2


def read_record(path: Path) -> Record:
    """Read and parse a record. Raises RecordError."""
    return parse_record(read_record_bytes(path))


def read_record_bytes(path: Path) -> bytes:
    """Return the bytes of a record file, at most one more than the limit. Raises RecordError."""
    descriptor = open_for_reading(path)
    try:
        return read_descriptor(descriptor)
    finally:
        os.close(descriptor)


def open_for_reading(path: Path) -> int:
    """Open a file for reading and return its descriptor. Raises RecordError."""
    try:
        return os.open(path, locked_file.READ_FLAGS)
    except (OSError, ValueError) as error:
        raise RecordError(_read_error_message(error)) from None


def read_descriptor(descriptor: int) -> bytes:
    """Return the bytes of an open regular file, at most one more than the limit.

    Raises RecordError.
    """
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise RecordError(tr("This is not a regular file."))
        return locked_file.read_from_start(descriptor, MAX_RECORD_BYTES + 1)
    except OSError as error:
        raise RecordError(_read_error_message(error)) from None


def _read_error_message(error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return tr("There is no such file.")
        case IsADirectoryError():
            return tr("This is not a regular file.")
        case PermissionError():
            return tr("The file may not be read.")
        case OSError(strerror=str(reason)):
            return tr("The file cannot be read ({reason}).", reason=reason)
    return tr("There is no such file.")


def parse_record(data: bytes) -> Record:
    """Parse the bytes of a record. Raises RecordError.

    Only the last line may be damaged, and only if its newline is missing: that is what remains if
    a program is killed while writing.
    """
    header, lines, last_line = _split_lines(data)
    events = [_parse_event_line(line, number) for number, line in enumerate(lines, start=2)]
    complete_size = data.rfind(b"\n") + 1
    if not complete_size:
        return Record(header, (), len(data), has_final_newline=False)
    last_event = _parse_unterminated_line(last_line)
    if last_event is None:
        return Record(header, tuple(events), complete_size, truncated_line=last_line)
    return Record(header, (*events, last_event), len(data), has_final_newline=False)


def parse_header_and_last_event(data: bytes) -> tuple[Header, RecordEvent | None]:
    """Return the header and the last event, or None, without parsing the lines between.

    Raises RecordError.
    """
    header, lines, last_line = _split_lines(data)
    event = _parse_unterminated_line(last_line)
    if event is None and lines:
        event = _parse_event_line(lines[-1], event_line_number(len(lines) - 1))
    return header, event


def _split_lines(data: bytes) -> tuple[Header, list[bytes], bytes]:
    """Return the header, the event lines, and what follows the last newline."""
    if len(data) > MAX_RECORD_BYTES:
        raise RecordError(
            tr("The file is larger than {most} MiB.", most=MAX_RECORD_BYTES // 1024 // 1024)
        )
    if not data:
        raise RecordError(tr("The file is empty."))
    if data.count(b"\n") > MAX_LINES:
        raise RecordError(tr("The record has more than {most} lines.", most=MAX_LINES))
    *lines, last_line = data.split(b"\n")
    if not lines:
        lines, last_line = [last_line], b""
    try:
        header = parse_header(_check_line(lines[0]))
    except SchemaError as error:
        raise RecordError(str(error), 1) from None
    return header, lines[1:], last_line


def _parse_event_line(line: bytes, number: int) -> RecordEvent:
    try:
        return parse_event(_check_line(line))
    except SchemaError as error:
        raise RecordError(str(error), number) from None


def _parse_unterminated_line(line: bytes) -> RecordEvent | None:
    """Return the event in a last line that lacks only its newline, or None."""
    try:
        return parse_event(_check_line(line))
    except SchemaError:
        return None


def _check_line(line: bytes) -> bytes:
    if len(line) > MAX_LINE_BYTES:
        raise SchemaError(tr("The line is longer than {most} KiB.", most=MAX_LINE_BYTES // 1024))
    if not line.strip():
        raise SchemaError(tr("The line is empty."))
    return line


def separate_undone(record: Record) -> tuple[list[tuple[int, GameEvent]], list[list[GameEvent]]]:
    """Return the active events with their indices, and the events each undo removed.

    Raises RecordError.
    """
    active: list[tuple[int, GameEvent]] = []
    undone: list[list[GameEvent]] = []
    for index, event in enumerate(record.events):
        if not isinstance(event, Undone):
            active.append((index, event))
            continue
        active_count = len(active) - event.event_count
        if active_count < 0 or any(
            isinstance(removed, Dealt | Opened) for _, removed in active[active_count:]
        ):
            raise RecordError(
                tr("There are not that many events to take back."), event_line_number(index)
            )
        undone.append([removed for _, removed in active[active_count:]])
        del active[active_count:]
    return active, undone


def summarise_record(record: Record) -> RecordSummary:
    """Return scores and turns as the record states them. Raises RecordError."""
    scores = [0] * len(record.header.players)
    turns = 0
    for index, event in separate_undone(record)[0]:
        match event:
            case Placed(player, _, points):
                _check_seat(player, scores, index)
                scores[player] += points
                turns += 1
            case Traded(player):
                _check_seat(player, scores, index)
                scores[player] -= record.header.variant.trade.cost
                turns += 1
            case Passed():
                turns += 1
            case Finished(_, _, final_scores, _):
                if len(final_scores) != len(scores):
                    raise RecordError(
                        tr(
                            "There are {found} scores for {players} players.",
                            found=len(final_scores),
                            players=len(scores),
                        ),
                        event_line_number(index),
                    )
                return RecordSummary(final_scores, turns, finished=True)
            case _:
                pass
    return RecordSummary(tuple(scores), turns, finished=False)


def _check_seat(player: int, scores: list[int], index: int) -> None:
    if player >= len(scores):
        raise RecordError(
            tr("There is no player {player}.", player=player), event_line_number(index)
        )
