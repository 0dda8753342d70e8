"""Crash-safe record writer: appends events, recovers from disk errors and rescues games."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from qwirkle.engine.events import RecordEvent
from qwirkle.files import make_folder
from qwirkle.i18n import tr
from qwirkle.paths import games_folder
from qwirkle.records import locked_file
from qwirkle.records.codec import encode_event, encode_header
from qwirkle.records.locked_file import LockedFile, RecordLocked, lock
from qwirkle.records.reader import (
    MAX_LINES,
    MAX_RECORD_BYTES,
    Record,
    RecordError,
    open_for_reading,
    parse_record,
    read_descriptor,
)
from qwirkle.records.schema import Header

RECORD_SUFFIX = ".qwirkle"

MAX_NAME_ATTEMPTS = 1000
RESERVED_LINES, RESERVED_BYTES = 16, 16 * 1024
"""Reserved for one more move and the events it causes."""

_MAX_SLUG_LENGTH = 16


class RecordFull(Exception):
    """The record has no room for another turn."""

    def __str__(self) -> str:
        return tr(
            "This game's record is full, so no more turns can be saved. What was played stays "
            "saved: leave the game and start a new one."
        )


class RecordWriter:
    """The record of a game in progress, locked against other programs.

    A disk error never stops the game: events stay in memory, `error` says why, and each further
    event or `save` tries again. If another program changes or removes the file, the whole game is
    written to a new one. Callers must check `is_full` before each move, because a larger record
    couldn't be read.
    """

    def __init__(self, path: Path, lines: list[bytes]) -> None:
        self.path = path
        self.error: str | None = None
        """One sentence on why the game isn't saved at the moment, or None."""
        self.warning = ""
        """One sentence on a file that another program changed, and where the game is now."""
        self.autoflush = True
        """If False, events stay in memory until the next `save`, which may run in another thread
        while no event is appended."""
        self._lines = lines
        self._byte_count = sum(map(len, lines))
        self._saved_line_count = 0
        self._file: LockedFile | None = None
        self._lost_path: Path | None = None
        """File that another program changed, until the game is saved elsewhere."""

    @classmethod
    def create(
        cls, header: Header, folder: Path | None = None, time: datetime | None = None
    ) -> RecordWriter:
        """Create the record of a new game; if that fails, `error` says why."""
        target = games_folder() if folder is None else folder
        path = target / record_file_name(header, datetime.now() if time is None else time)
        writer = cls(path, [_encode_line(encode_header(header))])
        writer.save()
        return writer

    @classmethod
    def open(cls, path: Path) -> tuple[RecordWriter, Record]:
        """Open a record to resume its game. Raises RecordLocked or RecordError.

        The file isn't touched before the first event is appended.
        """
        save_error = None
        try:
            path = path.resolve()
            descriptor = locked_file.open_file(path, locked_file.READ_WRITE_FLAGS)
        except (OSError, ValueError, RuntimeError) as error:
            save_error = locked_file.save_error_message(error, path.parent)
            descriptor = open_for_reading(path)
        try:
            lock(descriptor)
            data = read_descriptor(descriptor)
            record = parse_record(data)
        except BaseException:
            os.close(descriptor)
            raise
        lines = data[: record.valid_size].removesuffix(b"\n").split(b"\n")
        writer = cls(path, [line + b"\n" for line in lines])
        writer.error, writer._saved_line_count = save_error, len(lines)
        writer._file = LockedFile(
            path,
            descriptor,
            record.valid_size,
            has_final_newline=record.has_final_newline,
            writable=save_error is None,
        )
        return writer, record

    @property
    def unsaved_event_count(self) -> int:
        """Number of events that are only in memory."""
        return len(self._lines) - max(self._saved_line_count, 1)

    @property
    def is_full(self) -> bool:
        """True if there's no room for another move."""
        return (
            len(self._lines) + RESERVED_LINES > MAX_LINES
            or self._byte_count + RESERVED_BYTES > MAX_RECORD_BYTES
        )

    def append(self, event: RecordEvent) -> None:
        """Save an event, or keep it in memory if that fails."""
        line = _encode_line(encode_event(event))
        self._lines.append(line)
        self._byte_count += len(line)
        if self.autoflush:
            self.save()

    def save(self) -> bool:
        """Check the file and save pending events; return True if there was no error."""
        try:
            self._write_pending()
        except OSError as error:
            self.error = locked_file.save_error_message(error, self.path.parent)
        except RecordLocked:
            self.error = tr("The game is not saved, because another program plays it too.")
        else:
            self.error = None
            self._warn_about_lost_file()
        return self.error is None

    def flush(self) -> bool:
        """Save pending events; return True if none is pending, even if the file is read-only."""
        return self.save() or not self.unsaved_event_count

    def save_as(self, path: Path) -> None:
        """Write the whole game to a new file and continue there. Raises RecordError."""
        try:
            file = LockedFile.create(path.resolve())
            try:
                file.append(b"".join(self._lines))
            except BaseException:
                file.remove()
                raise
        except FileExistsError:
            raise RecordError(tr("There is a file {path} already.", path=path)) from None
        except (OSError, ValueError, RuntimeError) as error:
            raise RecordError(locked_file.save_error_message(error, path.parent)) from None
        self._adopt(file, len(self._lines))
        self.error = self._lost_path = None

    def close(self) -> None:
        """Unlock and close the file; delete it if it is empty."""
        if self._file is not None:
            if not self._saved_line_count:
                self._file.remove()
            self._file.release()
        self._file = None

    def _write_pending(self) -> None:
        if self._file is not None and not self._file.is_unmodified():
            self._lost_path = self._lost_path or self.path
            self._release()
        file = self._file or self._create()
        if not file.writable:
            self._reopen(file)
        if self._saved_line_count < len(self._lines):
            file.append(b"".join(self._lines[self._saved_line_count :]))
            self._saved_line_count = len(self._lines)

    def _create(self) -> LockedFile:
        """Create a file, under another name if this one is taken."""
        make_folder(self.path.parent)
        for path in _candidate_paths(self.path):
            with suppress(FileExistsError):
                file = LockedFile.create(path)
                self._adopt(file, 0)
                return file
        raise FileExistsError

    def _reopen(self, file: LockedFile) -> None:
        try:
            file.reopen()
        except RecordLocked:
            self._release()  # the next attempt creates a new file
            raise

    def _adopt(self, file: LockedFile, saved_line_count: int) -> None:
        self._release()
        self._file, self._saved_line_count, self.path = file, saved_line_count, file.path

    def _release(self) -> None:
        """Close the file and count its lines as unsaved."""
        if self._file is not None:
            self._file.release()
        self._file, self._saved_line_count = None, 0

    def _warn_about_lost_file(self) -> None:
        if self._lost_path is None:
            return
        if self._lost_path == self.path:
            self.warning = tr(
                "The file was removed, so the whole game was written to {path} again.",
                path=self.path,
            )
        else:
            self.warning = tr(
                "Another program changed {old}, so the whole game is in {path} now. {old} stays as "
                "it is.",
                path=self.path,
                old=self._lost_path.name,
            )
        self._lost_path = None


def write_record(path: Path, header: Header, events: Iterable[RecordEvent]) -> None:
    """Write the record of a game to a new file. Raises FileExistsError or another OSError."""
    lines = [
        _encode_line(encode_header(header)),
        *(_encode_line(encode_event(event)) for event in events),
    ]
    with path.open("xb") as file:
        file.write(b"".join(lines))


def rescue_record(writer: RecordWriter) -> Path | None:
    """Save a game that can't be saved in its own folder to a new private temporary folder.

    Return the new file, or None if that failed too.
    """
    import tempfile  # slow to load, and rarely needed

    with suppress(OSError):
        folder = Path(tempfile.mkdtemp(prefix="qwirkle-"))
        try:
            writer.save_as(folder / writer.path.name)
        except RecordError:
            folder.rmdir()
        else:
            return writer.path
    return None


def record_file_name(header: Header, time: datetime) -> str:
    """Return a file name for a new record, from the date and the players."""
    parts = [time.strftime("%Y-%m-%d-%H%M"), *(_slug(player.name) for player in header.players)]
    return "-".join(parts) + RECORD_SUFFIX


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain)[:_MAX_SLUG_LENGTH].strip("-")
    return slug or "player"


def _candidate_paths(path: Path) -> Iterator[Path]:
    """Yield the path itself, then numbered ones in case it's taken."""
    yield path
    for number in range(2, MAX_NAME_ATTEMPTS):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def _encode_line(text: str) -> bytes:
    return text.encode() + b"\n"
