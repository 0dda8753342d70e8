"""Writing a record while the game goes on: an event is on the disk before anybody sees it."""

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
"""Kept free for one more move and all that follows from it."""


class Full(Exception):
    """The record has no room for another turn."""

    def __str__(self) -> str:
        return tr(
            "This game's record is full, so no more turns can be saved. What was played stays "
            "saved: leave the game and start a new one."
        )


class RecordFile:
    """The record of a game in progress, locked against other programs.

    A failing disk never stops the game: events wait in memory, `trouble` says why, and every
    further event, and `retry`, tries again. The whole game is in memory, so if another program
    changes or removes the file, all of it is written to a new one. Callers check `full` before
    each move, so that nothing is written that couldn't be read.
    """

    def __init__(self, path: Path, lines: list[bytes]) -> None:
        self.path = path
        self.trouble: str | None = None
        """One sentence on why the game isn't saved at the moment."""
        self.notice = ""
        """One sentence on a file that another program changed, and where the game is now."""
        self.at_once = True
        """Whether each event is saved where it happens; else it waits for the next `retry`, which
        may run in another thread while nothing happens."""
        self._lines = lines
        self._bytes = sum(map(len, lines))
        self._saved = 0
        """How many lines are on the disk."""
        self._held: HeldFile | None = None
        self._lost: Path | None = None
        """A file that another program changed, until the game is saved elsewhere."""

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
        """The record of a game to resume, and what it says; raises Busy or RecordError.

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
        """How many events are only in memory."""
        return len(self._lines) - max(self._saved, 1)

    @property
    def full(self) -> bool:
        """Whether there's no room for another move."""
        return len(self._lines) + ROOM_LINES > MOST_LINES or self._bytes + ROOM_BYTES > LARGEST_FILE

    def append(self, event: Event) -> None:
        """Save one more event, or keep it in memory while there is trouble."""
        line = _line(event_line(event))
        self._lines.append(line)
        self._bytes += len(line)
        if self.at_once:
            self.retry()

    def retry(self) -> bool:
        """Check the file and save what waits; return True if everything is on the disk."""
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
        """Retry; return True if every event is on the disk, even if the file is read-only."""
        return self.retry() or not self.unsaved

    def save_elsewhere(self, path: Path) -> None:
        """Write the whole game to a new file and continue there; raises RecordError."""
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
        """Release the game for other programs; a file that never got a line is deleted."""
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
        """Begin a file: there was none yet, or another program has changed or removed it."""
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
            self._let_go()  # this game continues in a file of its own
            raise

    def _take(self, held: HeldFile, saved: int) -> None:
        self._let_go()
        self._held, self._saved, self.path = held, saved, held.path

    def _let_go(self) -> None:
        """Release the file; what it held counts as unsaved."""
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
    """Write the record of a whole game into a new file; raises OSError, also where one is there."""
    lines = [_line(header_line(header)), *(_line(event_line(event)) for event in events)]
    with path.open("xb") as file:
        file.write(b"".join(lines))


def rescue(file: RecordFile) -> Path | None:
    """Write a game that couldn't be saved to a new private temporary folder.

    Return its file there, or None if that failed too.
    """
    import tempfile  # slow to load, and seldom needed

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
    """A name and others like it, in case it's taken."""
    yield path
    for number in range(2, MOST_NAMES):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")
