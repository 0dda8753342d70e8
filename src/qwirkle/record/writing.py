"""Writing a record while the game goes on: an event is on the disk before anybody sees it."""

from __future__ import annotations

import contextlib
import os
import weakref
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from qwirkle.engine.events import Event
from qwirkle.notation import Header, event_line, header_line
from qwirkle.record import disk
from qwirkle.record.folder import file_name, games_folder
from qwirkle.record.locking import Busy, lock, unlock
from qwirkle.record.reading import Record, RecordError, open_to_read, parse, read_all
from qwirkle.texts import tr

MOST_NAMES = 1000

_open_files: weakref.WeakSet[RecordFile] = weakref.WeakSet()


class RecordFile:
    """The record of one game that is played now, held against other programs.

    No trouble with the disk is raised into the game: the events wait in memory, `trouble`
    says why, and every further event, and `retry`, tries again.
    """

    def __init__(self, path: Path, lines: list[bytes]) -> None:
        self.path = path
        self.trouble: str | None = None
        """One sentence on why the game is not saved at the moment."""
        self.torn = False
        """Whether the file was found with its last line cut off."""
        self._descriptor: int | None = None
        self._lines = lines
        self._saved = 0
        self._writable = True
        self._damaged = False
        self._entered = False
        _open_files.add(self)

    @classmethod
    def create(
        cls, header: Header, folder: Path | None = None, when: datetime | None = None
    ) -> RecordFile:
        """A record for a new game, in a file of its own."""
        place = games_folder() if folder is None else folder
        path = place / file_name(header, datetime.now() if when is None else when)
        file = cls(path, [_line(header_line(header))])
        file.retry()
        return file

    @classmethod
    def open(cls, path: Path) -> tuple[RecordFile, Record]:
        """The record of a game to go on with, and what it says; raises Busy or RecordError.

        The file is not touched before the first event is appended.
        """
        trouble = None
        try:
            path = path.resolve()
            descriptor = disk.open_file(path, disk.OPEN_FLAGS)
        except (OSError, ValueError, RuntimeError) as error:
            trouble = disk.why_unsaved(error, path.parent)
            descriptor = open_to_read(path)
        try:
            lock(descriptor)
            if not disk.is_at(descriptor, path):
                raise Busy  # another program has just repaired it
            data = read_all(descriptor)
            record = parse(data)
        except BaseException:
            os.close(descriptor)
            raise
        lines = [_line(line) for line in data[: record.size].removesuffix(b"\n").split(b"\n")]
        file = cls(path, lines)
        file.trouble, file.torn = trouble, record.torn
        file._saved, file._descriptor, file._entered = len(lines), descriptor, True
        file._writable = trouble is None
        file._damaged = record.torn or not record.ended
        return file, record

    @property
    def unsaved(self) -> int:
        """How many events are only in memory."""
        return len(self._lines) - max(self._saved, 1)

    def append(self, event: Event) -> None:
        """Save one more event, or keep it in memory while there is trouble."""
        self._lines.append(_line(event_line(event)))
        self.retry()

    def retry(self) -> bool:
        """Try to save what waits; whether all is safe on the disk now."""
        try:
            self._save()
        except OSError as error:
            self.trouble = disk.why_unsaved(error, self.path.parent)
        except Busy:
            self.trouble = tr("The game is not saved, because another program plays it too.")
        else:
            self.trouble = None
        return self.trouble is None

    def save_elsewhere(self, path: Path) -> None:
        """Write the whole game to a new file and go on there; raises RecordError."""
        try:
            descriptor = disk.open_file(path, disk.CREATE_FLAGS)
            try:
                lock(descriptor)
                disk.write_at(descriptor, 0, b"".join(self._lines))
                disk.keep_folder(path.parent)
            except BaseException:
                os.close(descriptor)
                path.unlink(missing_ok=True)
                raise
        except FileExistsError:
            raise RecordError(tr("There is a file {path} already.", path=path)) from None
        except (OSError, ValueError) as error:
            raise RecordError(disk.why_unsaved(error, path.parent)) from None
        self._let_go()
        self.path, self.trouble = path.resolve(), None
        self._take(descriptor, len(self._lines))
        self._entered = True

    def close(self) -> None:
        """Let other programs have the game; a file that never got a line is taken away."""
        if self._descriptor is not None and not self._saved and self._is_there():
            with contextlib.suppress(OSError):
                self.path.unlink()
        self._let_go()

    def __del__(self) -> None:
        self._let_go()

    def _save(self) -> None:
        if not self._is_there():
            self._let_go()
            self._create()
        elif not self._writable:
            self._reopen()
        if self._damaged:
            self._replace()
        elif self._saved < len(self._lines):
            self._extend()
        if not self._entered:
            disk.keep_folder(self.path.parent)
            self._entered = True

    def _is_there(self) -> bool:
        return self._descriptor is not None and disk.is_at(self._descriptor, self.path)

    def _take(self, descriptor: int, saved: int) -> None:
        self._descriptor, self._saved = descriptor, saved
        self._writable, self._damaged, self._entered = True, False, False

    def _let_go(self) -> None:
        if self._descriptor is not None:
            unlock(self._descriptor)
        self._forget()

    def _forget(self) -> None:
        """Close the file without unlocking it, which would unlock it for a parent process too."""
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor = None

    def _create(self) -> None:
        """Begin a file: there was none yet, or somebody has taken it away."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        for path in _free_names(self.path):
            with contextlib.suppress(FileExistsError):
                self._take(disk.open_file(path, disk.CREATE_FLAGS), 0)
                self.path = path
                break
        else:
            raise FileExistsError
        lock(self._held())

    def _reopen(self) -> None:
        """Open a file for writing that at first could only be read."""
        descriptor = disk.open_file(self.path, disk.OPEN_FLAGS)
        damaged, entered = self._damaged, self._entered
        self._let_go()
        self._take(descriptor, self._saved)
        self._damaged, self._entered = damaged, entered
        try:
            lock(descriptor)
        except Busy:
            self._let_go()  # what is played on here goes to a file of its own
            raise

    def _extend(self) -> None:
        """Append what waits, after cutting off what an earlier attempt left half written."""
        waiting = self._lines[self._saved :]
        offset = sum(map(len, self._lines[: self._saved]))
        disk.write_at(self._held(), offset, b"".join(waiting))
        self._saved = len(self._lines)

    def _replace(self) -> None:
        """Put a whole file in the place of one whose last line is damaged."""
        new = self.path.with_name(self.path.name + ".new")
        descriptor = disk.open_file(new, disk.REPLACE_FLAGS)
        try:
            lock(descriptor)
            disk.write_at(descriptor, 0, b"".join(self._lines))
            new.replace(self.path)
        except BaseException:
            os.close(descriptor)
            with contextlib.suppress(OSError):
                new.unlink()
            raise
        self._let_go()
        self._take(descriptor, len(self._lines))

    def _held(self) -> int:
        assert self._descriptor is not None
        return self._descriptor


def write_record(path: Path, header: Header, events: Iterable[Event]) -> None:
    """Write the record of a whole game at once; raises OSError."""
    lines = [_line(header_line(header)), *(_line(event_line(event)) for event in events)]
    path.write_bytes(b"".join(lines))


def _line(text: str | bytes) -> bytes:
    return (text.encode() if isinstance(text, str) else text) + b"\n"


def _free_names(path: Path) -> Iterator[Path]:
    yield path
    for number in range(2, MOST_NAMES):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")


def forget_all() -> None:
    """A child that lives on must not hold the games of a parent that has died."""
    for file in list(_open_files):
        file._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_all)
