"""Reading records that may be damaged, huge, or no records at all."""

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
"""Nothing beyond these is read, and nothing beyond them is written."""


class RecordError(Exception):
    """A record cannot be used; `line` counts from 1, and is 0 where the whole file is meant."""

    def __init__(self, reason: str, line: int = 0) -> None:
        self.reason = reason
        self.line = line
        super().__init__(reason, line)

    def __str__(self) -> str:
        if self.line:
            return tr("Line {line}: {reason}", line=self.line, reason=self.reason)
        return self.reason


class Record(Struct, frozen=True):
    """What a file says, not yet judged by the rules; event number n stands in line n + 2."""

    header: Header
    events: tuple[Event, ...]
    size: int
    """How many bytes of the file are whole lines with a meaning."""
    ended: bool = True
    """Whether the last of these lines has its end."""
    cut: bytes = b""
    """The beginning of a line that was never written to its end."""

    @property
    def torn(self) -> bool:
        """Whether writing the last line was interrupted."""
        return bool(self.cut)


def line_of(number: int) -> int:
    """The line in which the event of this number, counted from 0, stands."""
    return number + 2


def read(path: Path) -> Record:
    """What the record at the path says; raises RecordError."""
    return parse(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """The bytes of a file, no more of them than show that it is too large; raises RecordError."""
    descriptor = open_to_read(path)
    try:
        return read_all(descriptor)
    finally:
        os.close(descriptor)


def open_to_read(path: Path) -> int:
    """A descriptor for the file; raises RecordError."""
    try:
        return os.open(path, disk.READ_FLAGS)
    except (OSError, ValueError) as error:
        raise RecordError(_why_unreadable(error)) from None


def read_all(descriptor: int) -> bytes:
    """The bytes of an open file, if it is a regular one of a sensible size."""
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise RecordError(tr("This is not a regular file."))
        return disk.read_from_start(descriptor, LARGEST_FILE + 1)
    except OSError as error:
        raise RecordError(_why_unreadable(error)) from None


def parse(data: bytes) -> Record:
    """Parse the bytes of a record. Raises RecordError.

    Only the last line may be damaged, and only if its end is missing: that is what
    remains when a program is stopped while it writes.
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
    """The header and the last event, if there is one; what is between is not looked at."""
    header, lines, last = _split(data)
    event = _unended_event(last)
    if event is None and lines:
        event = _event(lines[-1], line_of(len(lines) - 1))
    return header, event


def _split(data: bytes) -> tuple[Header, list[bytes], bytes]:
    """The header, the lines of events, and what follows the last end of a line."""
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
    """The event in a last line that lacks nothing but its end."""
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
