"""Writing a record while the game goes on: an event is on the disk before anybody sees it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path

from qwirkle.engine.events import Event, Undone
from qwirkle.notation import Header, event_line, header_line
from qwirkle.record import disk
from qwirkle.record.folder import file_name, games_folder
from qwirkle.record.held import HeldFile
from qwirkle.record.locking import Busy, lock
from qwirkle.record.reading import (
    LARGEST_FILE,
    LONGEST_LINE,
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
"""What must be free for one more move and all that follows from it."""


class Full(Exception):
    """No further turn can be kept."""

    def __str__(self) -> str:
        return tr("The record is full: no further turn can be kept, so the game stops here.")


class RecordFile:
    """The record of one game that is played now, held against other programs.

    No trouble with the disk is raised into the game: the events wait in memory, `trouble`
    says why, and every further event, and `retry`, tries again. The whole game is in memory,
    so a file that somebody else has changed or taken away is left alone and written anew.
    """

    def __init__(self, path: Path, lines: list[bytes], events: Iterable[Event] = ()) -> None:
        self.path = path
        self.trouble: str | None = None
        """One sentence on why the game is not saved at the moment."""
        self.notice = ""
        """One sentence on a file that was not as it was left, and where the game is now."""
        self.torn = False
        """Whether the file was found with its last line cut off."""
        self.at_once = True
        """Whether each event is saved where it happens; else it waits for the next `retry`, which
        may run in another thread while nothing happens."""
        self._lines = lines
        self._size = sum(map(len, lines))
        self._standing: list[int] = []
        """Which lines hold events that were not taken back."""
        for number, event in enumerate(events, start=1):
            self._stand(number, event)
        self._saved = 0
        """How many lines are safe on the disk."""
        self._held: HeldFile | None = None
        self._damaged = False
        """Whether the file ends with half a line."""
        self._thinned = False
        """Whether the file still holds what was taken back, and the lines here do not."""
        self._entered = False
        """Whether the name of the file is safe on the disk."""
        self._lost: Path | None = None
        """A file that was not as it was left, until the game is safe elsewhere."""

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
        file = cls(path, lines, record.events)
        file.trouble, file.torn = trouble, record.torn
        file._held = HeldFile(path, descriptor, data, writable=trouble is None)
        file._saved, file._entered = len(lines), True
        file._damaged = record.torn or not record.ended
        return file, record

    @property
    def unsaved(self) -> int:
        """How many events are only in memory."""
        return max(len(self._lines) - max(self._saved, 1), int(self._thinned))

    @property
    def full(self) -> bool:
        """Whether no further turn can be kept, even without what was taken back."""
        if self._has_room(len(self._lines), self._size):
            return False
        kept = [len(self._lines[number]) for number in (0, *self._standing)]
        return not self._has_room(len(kept), sum(kept))

    def append(self, event: Event) -> None:
        """Save one more event, or keep it in memory while there is trouble."""
        line = _line(event_line(event))
        self._stand(len(self._lines), event)
        self._lines.append(line)
        self._size += len(line)
        if not self._has_room(len(self._lines), self._size):
            self._thin()
        if self.at_once:
            self.retry()

    def retry(self) -> bool:
        """Look after the file and save what waits; whether all is safe on the disk now."""
        try:
            self._save()
        except OSError as error:
            self.trouble = disk.why_unsaved(error, self.path.parent)
        except Busy:
            self.trouble = tr("The game is not saved, because another program plays it too.")
        except Full as full:
            self.trouble = str(full)
        else:
            self.trouble = None
            self._tell_of_lost_file()
        return self.trouble is None

    def make_sure(self) -> bool:
        """Look after the file once more; whether every event is on the disk, be it read-only."""
        return self.retry() or not self.unsaved

    def save_elsewhere(self, path: Path, mode: int = disk.SHARED) -> None:
        """Write the whole game to a new file and go on there; raises RecordError."""
        try:
            self._check_limits()
            held = HeldFile.create(path, mode)
            try:
                held.extend(b"".join(self._lines))
                disk.keep_folder(path.parent)
            except BaseException:
                held.let_go()
                path.unlink(missing_ok=True)
                raise
        except FileExistsError:
            raise RecordError(tr("There is a file {path} already.", path=path)) from None
        except (OSError, ValueError) as error:
            raise RecordError(disk.why_unsaved(error, path.parent)) from None
        except Full as full:
            raise RecordError(str(full)) from None
        held.path = path.resolve()
        self._take(held, len(self._lines))
        self.path, self.trouble, self._entered, self._lost = held.path, None, True, None

    def close(self) -> None:
        """Let other programs have the game; a file that never got a line is taken away."""
        if self._held is not None:
            if not self._saved:
                self._held.remove()
            self._held.let_go()
        self._held = None

    def _save(self) -> None:
        self._check_limits()
        if self._held is not None and not self._held.is_as_left():
            self._lost = self._lost or self.path
            self._let_go()
        if self._held is None:
            self._create()
        elif not self._held.writable:
            self._reopen(self._held)
        held = self._held
        assert held is not None
        if self._damaged or self._thinned:
            self._take(held.replace(b"".join(self._lines)), len(self._lines))
        elif self._saved < len(self._lines):
            held.extend(b"".join(self._lines[self._saved :]))
            self._saved = len(self._lines)
        if not self._entered:
            disk.keep_folder(self.path.parent)
            self._entered = True

    def _create(self) -> None:
        """Begin a file: there was none yet, or somebody has changed it or taken it away."""
        disk.make_folder(self.path.parent)
        for path in free_names(self.path):
            with contextlib.suppress(FileExistsError):
                self._take(HeldFile.create(path), 0)
                self.path = path
                return
        raise FileExistsError

    def _reopen(self, held: HeldFile) -> None:
        try:
            held.reopen()
        except Busy:
            self._let_go()  # what is played on here goes to a file of its own
            raise

    def _take(self, held: HeldFile, saved: int) -> None:
        self._let_go()
        self._held, self._saved = held, saved
        self._damaged = self._thinned = self._entered = False

    def _let_go(self) -> None:
        """Have no file any more; what it held counts as saved no longer."""
        if self._held is not None:
            self._held.let_go()
        self._held, self._saved = None, 0

    def _tell_of_lost_file(self) -> None:
        if self._lost is None:
            return
        if self._lost == self.path:
            self.notice = tr(
                "The whole game was written to {path} anew, because somebody took the file away.",
                path=self.path,
            )
        else:
            self.notice = tr(
                "The whole game is in {path} now, because somebody changed {old}, which stays "
                "as it is.",
                path=self.path,
                old=self._lost.name,
            )
        self._lost = None

    def _stand(self, number: int, event: Event) -> None:
        """Note that the event in this line stands, and which ones it takes back."""
        if isinstance(event, Undone):
            del self._standing[max(0, len(self._standing) - event.events) :]
        else:
            self._standing.append(number)

    def _thin(self) -> None:
        """Leave out what was taken back: the game that remains is the same."""
        kept = [0, *self._standing]
        if len(kept) == len(self._lines):
            return
        self._saved = sum(number < self._saved for number in kept)
        self._lines = [self._lines[number] for number in kept]
        self._size = sum(map(len, self._lines))
        self._standing = list(range(1, len(kept)))
        self._thinned = True

    def _has_room(self, lines: int, size: int) -> bool:
        return lines + ROOM_LINES <= MOST_LINES and size + ROOM_BYTES <= LARGEST_FILE

    def _check_limits(self) -> None:
        """Refuse to write what nobody could read."""
        longest = max(map(len, self._lines[self._saved :]), default=0) - len(b"\n")
        if len(self._lines) > MOST_LINES or self._size > LARGEST_FILE or longest > LONGEST_LINE:
            raise Full


def write_record(path: Path, header: Header, events: Iterable[Event]) -> None:
    """Write the record of a whole game into a new file; raises OSError, also where one is there."""
    lines = [_line(header_line(header)), *(_line(event_line(event)) for event in events)]
    with path.open("xb") as file:
        file.write(b"".join(lines))


def _line(text: str | bytes) -> bytes:
    return (text.encode() if isinstance(text, str) else text) + b"\n"


def free_names(path: Path) -> Iterator[Path]:
    """A name and others like it, for where it is taken."""
    yield path
    for number in range(2, MOST_NAMES):
        yield path.with_name(f"{path.stem}-{number}{path.suffix}")
