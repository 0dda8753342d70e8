"""Reads records, which may be damaged, huge, or not records at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from msgspec import Struct

from qwirkle.engine.events import RecordEvent
from qwirkle.notation.codec import parse_event, parse_header
from qwirkle.notation.header import Header
from qwirkle.record import disk
from qwirkle.schema import SchemaError
from qwirkle.texts import tr

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
    """True if the last of these lines ends with a newline."""
    truncated_line: bytes = b""
    """Start of a line that was never written completely; empty if there is none."""

    @property
    def truncated(self) -> bool:
        """True if writing the last line was interrupted."""
        return bool(self.truncated_line)


def event_line_number(number: int) -> int:
    """Return the line number of the event with this index, counted from 0."""
    return number + 2


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
        return os.open(path, disk.READ_FLAGS)
    except (OSError, ValueError) as error:
        raise RecordError(_read_error_message(error)) from None


def read_descriptor(descriptor: int) -> bytes:
    """Return the bytes of an open regular file, at most one more than the limit.

    Raises RecordError.
    """
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise RecordError(tr("This is not a regular file."))
        return disk.read_from_start(descriptor, MAX_RECORD_BYTES + 1)
    except OSError as error:
        raise RecordError(_read_error_message(error)) from None


def parse_record(data: bytes) -> Record:
    """Parse the bytes of a record. Raises RecordError.

    Only the last line may be damaged, and only if its newline is missing: that is what remains if
    a program is killed while writing.
    """
    header, lines, last = _split_lines(data)
    events = [_parse_event_line(line, number) for number, line in enumerate(lines, start=2)]
    complete_size = data.rfind(b"\n") + 1
    if not complete_size:
        return Record(header, (), len(data), has_final_newline=False)
    last_event = _parse_unterminated_line(last)
    if last_event is None:
        return Record(header, tuple(events), complete_size, truncated_line=last)
    return Record(header, (*events, last_event), len(data), has_final_newline=False)


def parse_header_and_last_event(data: bytes) -> tuple[Header, RecordEvent | None]:
    """Return the header and the last event, or None, without parsing the lines between.

    Raises RecordError.
    """
    header, lines, last = _split_lines(data)
    event = _parse_unterminated_line(last)
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
    *lines, last = data.split(b"\n")
    if not lines:
        lines, last = [last], b""
    try:
        header = parse_header(_check_line(lines[0]))
    except SchemaError as error:
        raise RecordError(str(error), 1) from None
    return header, lines[1:], last


def _parse_event_line(line: bytes, number: int) -> RecordEvent:
    try:
        return parse_event(_check_line(line))
    except SchemaError as error:
        raise RecordError(str(error), number) from None


def _parse_unterminated_line(last: bytes) -> RecordEvent | None:
    """Return the event in a last line that lacks only its newline, or None."""
    try:
        return parse_event(_check_line(last))
    except SchemaError:
        return None


def _check_line(line: bytes) -> bytes:
    if len(line) > MAX_LINE_BYTES:
        raise SchemaError(tr("The line is longer than {most} KiB.", most=MAX_LINE_BYTES // 1024))
    if not line.strip():
        raise SchemaError(tr("The line is empty."))
    return line


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
