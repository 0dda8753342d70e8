"""The library of saved games: create, load, resume, list and delete them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import islice
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.engine.events import Finished
from qwirkle.engine.variant import Variant
from qwirkle.game import Game, IllegalEvent
from qwirkle.notation import Header, Player
from qwirkle.record import (
    Busy,
    Record,
    RecordError,
    RecordFile,
    games_folder,
    line_of,
    parse_ends,
    read,
    read_bytes,
    tally,
)
from qwirkle.record.folder import SUFFIX
from qwirkle.record.locking import lock, unlock
from qwirkle.record.reading import open_to_read
from qwirkle.texts import tr, trn

MOST_LISTED = 50
MOST_LOOKED_AT = 1000


class SavedGame(Struct, frozen=True):
    """An entry in a list of saved games: a game or a damaged file."""

    path: Path
    changed: float
    """Modification time of the file, in seconds since the epoch."""
    players: tuple[Player, ...] = ()
    scores: tuple[int, ...] = ()
    variant: Variant | None = None
    """None if the file couldn't be read."""
    turns: int = 0
    finished: bool = False
    problem: str = ""
    """One sentence on what is wrong with the file; empty if nothing is."""

    @property
    def title(self) -> str:
        """Title of the variant, or empty if the file couldn't be read."""
        return self.variant.title if self.variant else ""

    @property
    def when(self) -> datetime:
        """Modification time in local time, or `datetime.min` if it is out of range."""
        try:
            return datetime.fromtimestamp(self.changed)
        except (ValueError, OverflowError, OSError):
            return datetime.min


def begin(header: Header) -> tuple[Game, RecordFile]:
    """Start a game and its record, which contains it from the first event."""
    file = RecordFile.create(header)
    return Game(header, file.append), file


def game_of(record: Record) -> Game:
    """Replay a record, validating each event. Raises RecordError."""
    try:
        return Game.replay(record.header.told_apart(), record.events)
    except IllegalEvent as error:
        raise RecordError(str(error.refusal), line_of(error.number)) from None


def load(path: Path) -> Game:
    """Load a game, to look at. Raises RecordError with the number of the invalid line."""
    return game_of(read(path))


def resume(path: Path) -> tuple[Game, RecordFile]:
    """Load a game, to continue it. Raises RecordError, or RecordLocked if another program plays it.

    If the program stopped in the middle of a turn, its automatic events happen now.
    """
    try:
        file, record = RecordFile.open(path)
    except Busy:
        raise Busy(path) from None
    try:
        game = game_of(record)
    except BaseException:
        file.close()
        raise
    game.keep = file.append
    if not file.full:
        game.settle()
    return game, file


def resume_newest() -> tuple[Game, RecordFile, list[SavedGame]]:
    """Resume the latest unfinished game that can be read; also return newer damaged files.

    Raises RecordError if there is none, or RecordLocked if another program plays it.
    """
    damaged: list[SavedGame] = []
    for glimpse in glimpses():
        if glimpse.finished:
            continue
        try:
            if glimpse.problem:
                raise RecordError(glimpse.problem)
            return *resume(glimpse.path), damaged
        except RecordError as error:
            damaged.append(replace(glimpse, problem=str(error)))
    if not damaged:
        raise RecordError(tr("There is no unfinished game."))
    raise RecordError(
        trn(
            "There is no sound game to go on with, because {file} is damaged: {problem}",
            "There is no sound game to go on with; {count} files are damaged, first {file}: "
            "{problem}",
            len(damaged),
            file=damaged[0].path,
            problem=damaged[0].problem,
        )
    )


def remove(path: Path) -> None:
    """Delete a record. Raises RecordLocked if another program plays it, or OSError."""
    if is_played(path):
        raise Busy(path)
    path.unlink()


def is_played(path: Path) -> bool:
    """Return True if a program is playing this game; False if the file can't be read."""
    try:
        descriptor = open_to_read(path)
    except RecordError:
        return False
    try:
        lock(descriptor)
        unlock(descriptor)
    except Busy:
        return True
    finally:
        os.close(descriptor)
    return False


class Followed:
    """Follows a record that another program may be writing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: object = self  # differs from any file, so the first call reads it

    def look(self) -> Game | None:
        """Return the game if its file has changed since the last call, else None.

        Raises RecordError.
        """
        try:
            found = self._path.stat()
            seen = (found.st_ino, found.st_size, found.st_mtime_ns)
        except (OSError, ValueError):
            seen = None
        if seen == self._seen:
            return None
        self._seen = seen
        return load(self._path)


def unfinished() -> list[SavedGame]:
    """List games that can be resumed, and damaged files, newest first."""
    looked_at = islice(glimpses(), MOST_LOOKED_AT)
    waiting = (_glance(each) for each in looked_at if not each.finished)
    return list(islice((each for each in waiting if not each.finished), MOST_LISTED))


def saved(most: int | None = None) -> list[SavedGame]:
    """List all games, finished or not, and damaged files, newest first."""
    return [_glance(each) for each in islice(_newest(), most)]


def glimpses() -> Iterator[SavedGame]:
    """Yield players, variant and `finished` of each file, newest first, without its scores.

    Fast, because only the first and last lines are parsed.
    """
    for each in _newest():
        try:
            header, last = parse_ends(read_bytes(each.path))
        except RecordError as error:
            yield replace(each, problem=str(error))
        else:
            yield replace(
                each,
                players=header.players,
                variant=header.variant,
                finished=isinstance(last, Finished),
            )


def is_unfinished(path: Path) -> bool:
    """Return True if the file is a record whose last event isn't the end of the game."""
    try:
        _, last = parse_ends(read_bytes(path))
    except RecordError:
        return False
    return not isinstance(last, Finished)


def _newest() -> list[SavedGame]:
    place = games_folder()
    entries = []
    with suppress(OSError):
        for path in place.glob(f"*{SUFFIX}"):
            with suppress(OSError):  # it may be deleted at any time
                entries.append((path.stat().st_mtime, path))
    return [SavedGame(path, changed) for changed, path in sorted(entries, reverse=True)]


def _glance(each: SavedGame) -> SavedGame:
    """Fill in what a list shows of a file."""
    try:
        record = read(each.path)
        stand = tally(record)
    except RecordError as error:
        return SavedGame(each.path, each.changed, problem=str(error))
    return SavedGame(
        each.path,
        each.changed,
        record.header.told_apart().players,
        stand.scores,
        record.header.variant,
        stand.turns,
        stand.finished,
    )
