"""Reads records, which may be damaged, huge, or not records at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from msgspec import Struct

from qwirkle.engine.events import Event
from qwirkle.notation import Header, parse_event, parse_header
from qwirkle.record import disk
from qwirkle.schema import SchemaError
from qwirkle.texts import tr

LARGEST_FILE = 4 * 1024 * 1024
MOST_LINES = 20_000
LONGEST_LINE = 64 * 1024
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
    events: tuple[Event, ...]
    size: int
    """Bytes of the file before the truncated line."""
    ended: bool = True
    """True if the last of these lines ends with a newline."""
    cut: bytes = b""
    """Start of a line that was never written completely; empty if there is none."""

    @property
    def torn(self) -> bool:
        """True if writing the last line was interrupted."""
        return bool(self.cut)


def line_of(number: int) -> int:
    """Return the line number of the event with this index, counted from 0."""
    return number + 2


def read(path: Path) -> Record:
    """Read and parse a record. Raises RecordError."""
    return parse(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a record file, at most one more than the limit. Raises RecordError."""
    descriptor = open_to_read(path)
    try:
        return read_all(descriptor)
    finally:
        os.close(descriptor)


def open_to_read(path: Path) -> int:
    """Open a file for reading and return its descriptor. Raises RecordError."""
    try:
        return os.open(path, disk.READ_FLAGS)
    except (OSError, ValueError) as error:
        raise RecordError(_why_unreadable(error)) from None


def read_all(descriptor: int) -> bytes:
    """Return the bytes of an open regular file, at most one more than the limit.

    Raises RecordError.
    """
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise RecordError(tr("This is not a regular file."))
        return disk.read_from_start(descriptor, LARGEST_FILE + 1)
    except OSError as error:
        raise RecordError(_why_unreadable(error)) from None


def parse(data: bytes) -> Record:
    """Parse the bytes of a record. Raises RecordError.

    Only the last line may be damaged, and only if its newline is missing: that is what remains if
    a program is killed while writing.
    """
    header, lines, last = _split(data)
    events = [_event(line, number) for number, line in enumerate(lines, start=2)]
    whole = data.rfind(b"\n") + 1
    if not whole:
        return Record(header, (), len(data), ended=False)
    unended = _unended_event(last)
    if unended is None:
        return Record(header, tuple(events), whole, cut=last)
    return Record(header, (*events, unended), len(data), ended=False)


def parse_ends(data: bytes) -> tuple[Header, Event | None]:
    """Return the header and the last event, or None, without parsing the lines between.

    Raises RecordError.
    """
    header, lines, last = _split(data)
    event = _unended_event(last)
    if event is None and lines:
        event = _event(lines[-1], line_of(len(lines) - 1))
    return header, event


def _split(data: bytes) -> tuple[Header, list[bytes], bytes]:
    """Return the header, the event lines, and what follows the last newline."""
    if len(data) > LARGEST_FILE:
        raise RecordError(
            tr("The file is larger than {most} MiB.", most=LARGEST_FILE // 1024 // 1024)
        )
    if not data:
        raise RecordError(tr("The file is empty."))
    if data.count(b"\n") > MOST_LINES:
        raise RecordError(tr("The record has more than {most} lines.", most=MOST_LINES))
    *lines, last = data.split(b"\n")
    if not lines:
        lines, last = [last], b""
    try:
        header = parse_header(_checked(lines[0]))
    except SchemaError as error:
        raise RecordError(str(error), 1) from None
    return header, lines[1:], last


def _event(line: bytes, number: int) -> Event:
    try:
        return parse_event(_checked(line))
    except SchemaError as error:
        raise RecordError(str(error), number) from None


def _unended_event(last: bytes) -> Event | None:
    """Return the event in a last line that lacks only its newline, or None."""
    try:
        return parse_event(_checked(last))
    except SchemaError:
        return None


def _checked(line: bytes) -> bytes:
    if len(line) > LONGEST_LINE:
        raise SchemaError(tr("The line is longer than {most} KiB.", most=LONGEST_LINE // 1024))
    if not line.strip():
        raise SchemaError(tr("The line is empty."))
    return line


def _why_unreadable(error: OSError | ValueError) -> str:
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
