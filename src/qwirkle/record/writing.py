"""Writes the record of a game in progress; an event is on the disk before anyone sees it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from qwirkle.engine.events import Event
from qwirkle.files import make_folder
from qwirkle.notation import Header, event_line, header_line
from qwirkle.record import disk
from qwirkle.record.folder import file_name, games_folder
from qwirkle.record.held import HeldFile
from qwirkle.record.locking import Busy, lock
from qwirkle.record.reading import (
    LARGEST_FILE,
    MOST_LINES,
    Record,
    RecordError,
    open_to_read,
    parse,
    read_all,
)
from qwirkle.texts import tr

MOST_NAMES = 1000
ROOM_LINES, ROOM_BYTES = 16, 16 * 1024
"""Reserved for one more move and the events it causes."""


class Full(Exception):
    """The record has no room for another turn."""

    def __str__(self) -> str:
        return tr(
            "This game's record is full, so no more turns can be saved. What was played stays "
            "saved: leave the game and start a new one."
        )


class RecordFile:
    """The record of a game in progress, locked against other programs.

    A disk error never stops the game: events stay in memory, `error` says why, and each further
    event or `retry` tries again. If another program changes or removes the file, the whole game is
    written to a new one. Callers must check `is_full` before each move, because a larger record
    couldn't be read.
    """

    def __init__(self, path: Path, lines: list[bytes]) -> None:
        self.path = path
        self.trouble: str | None = None
        """One sentence on why the game isn't saved at the moment, or None."""
        self.notice = ""
        """One sentence on a file that another program changed, and where the game is now."""
        self.at_once = True
        """If False, events stay in memory until the next `retry`, which may run in another thread
        while no event is appended."""
        self._lines = lines
        self._bytes = sum(map(len, lines))
        self._saved = 0
        self._held: HeldFile | None = None
        self._lost: Path | None = None
        """File that another program changed, until the game is saved elsewhere."""

    @classmethod
    def create(
        cls, header: Header, folder: Path | None = None, when: datetime | None = None
    ) -> RecordFile:
        """Create the record of a new game; if that fails, `error` says why."""
        place = games_folder() if folder is None else folder
        path = place / file_name(header, datetime.now() if when is None else when)
        file = cls(path, [_line(header_line(header))])
        file.retry()
        return file

    @classmethod
    def open(cls, path: Path) -> tuple[RecordFile, Record]:
        """Open a record to resume its game. Raises RecordLocked or RecordError.

        The file isn't touched before the first event is appended.
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
            data = read_all(descriptor)
            record = parse(data)
        except BaseException:
            os.close(descriptor)
            raise
        lines = data[: record.size].removesuffix(b"\n").split(b"\n")
        file = cls(path, [line + b"\n" for line in lines])
        file.trouble, file._saved = trouble, len(lines)
        file._held = HeldFile(
            path, descriptor, record.size, ended=record.ended, writable=trouble is None
        )
        return file, record

    @property
    def unsaved(self) -> int:
        """Number of events that are only in memory."""
        return len(self._lines) - max(self._saved, 1)

    @property
    def full(self) -> bool:
        """True if there's no room for another move."""
        return len(self._lines) + ROOM_LINES > MOST_LINES or self._bytes + ROOM_BYTES > LARGEST_FILE

    def append(self, event: Event) -> None:
        """Save an event, or keep it in memory if that fails."""
        line = _line(event_line(event))
        self._lines.append(line)
        self._bytes += len(line)
        if self.at_once:
            self.retry()

    def retry(self) -> bool:
        """Check the file and save pending events; return True if there was no error."""
        try:
            self._save()
        except OSError as error:
            self.trouble = disk.why_unsaved(error, self.path.parent)
        except Busy:
            self.trouble = tr("The game is not saved, because another program plays it too.")
        else:
            self.trouble = None
            self._tell_of_lost_file()
        return self.trouble is None

    def make_sure(self) -> bool:
        """Save pending events; return True if none is pending, even if the file is read-only."""
        return self.retry() or not self.unsaved

    def save_elsewhere(self, path: Path) -> None:
        """Write the whole game to a new file and continue there. Raises RecordError."""
        try:
            held = HeldFile.create(path.resolve())
            try:
                held.append(b"".join(self._lines))
            except BaseException:
                held.remove()
                raise
        except FileExistsError:
            raise RecordError(tr("There is a file {path} already.", path=path)) from None
        except (OSError, ValueError, RuntimeError) as error:
            raise RecordError(disk.why_unsaved(error, path.parent)) from None
        self._take(held, len(self._lines))
        self.trouble = self._lost = None

    def close(self) -> None:
        """Unlock and close the file; delete it if it is empty."""
        if self._held is not None:
            if not self._saved:
                self._held.remove()
            self._held.let_go()
        self._held = None

    def _save(self) -> None:
        if self._held is not None and not self._held.is_unmodified():
            self._lost = self._lost or self.path
            self._let_go()
        held = self._held or self._create()
        if not held.writable:
            self._reopen(held)
        if self._saved < len(self._lines):
            held.append(b"".join(self._lines[self._saved :]))
            self._saved = len(self._lines)

    def _create(self) -> HeldFile:
        """Create a file, under another name if this one is taken."""
        make_folder(self.path.parent)
        for path in _free_names(self.path):
            with suppress(FileExistsError):
                held = HeldFile.create(path)
                self._take(held, 0)
                return held
        raise FileExistsError

    def _reopen(self, held: HeldFile) -> None:
        try:
            held.reopen()
        except Busy:
            self._let_go()  # the next attempt creates a new file
            raise

    def _take(self, held: HeldFile, saved: int) -> None:
        self._let_go()
        self._held, self._saved, self.path = held, saved, held.path

    def _let_go(self) -> None:
        """Close the file and count its lines as unsaved."""
        if self._held is not None:
            self._held.let_go()
        self._held, self._saved = None, 0

    def _tell_of_lost_file(self) -> None:
        if self._lost is None:
            return
        if self._lost == self.path:
            self.notice = tr(
                "The file was removed, so the whole game was written to {path} again.",
                path=self.path,
            )
        else:
            self.notice = tr(
                "Another program changed {old}, so the whole game is in {path} now. {old} stays as "
                "it is.",
                path=self.path,
                old=self._lost.name,
            )
        self._lost = None


def write_record(path: Path, header: Header, events: Iterable[Event]) -> None:
    """Write the record of a whole game to a new file. Raises OSError, also if the file exists."""
    lines = [_line(header_line(header)), *(_line(event_line(event)) for event in events)]
    with path.open("xb") as file:
        file.write(b"".join(lines))


def rescue(file: RecordFile) -> Path | None:
    """Save a game to a new private temporary folder, if it couldn't be saved where it belongs.

    Return the new file, or None if that failed too.
    """
    import tempfile  # slow to load, and rarely needed

    with suppress(OSError):
        folder = Path(tempfile.mkdtemp(prefix="qwirkle-"))
        try:
            file.save_elsewhere(folder / file.path.name)
        except RecordError:
            folder.rmdir()
        else:
            return file.path
    return None


def _line(text: str) -> bytes:
    return text.encode() + b"\n"


def _free_names(path: Path) -> Iterator[Path]:
    """Yield the path itself, then numbered ones in case it's taken."""
    yield path
    for number in range(2, MOST_NAMES):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")
