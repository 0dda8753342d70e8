"""Saved games: loading them judged by the rules, going on with, listing and removing them."""

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
    """A game in a list of saved ones, or a file that is none."""

    path: Path
    changed: float
    """When the file was last written, in seconds of the system's clock."""
    players: tuple[Player, ...] = ()
    scores: tuple[int, ...] = ()
    variant: Variant | None = None
    """The rules; None for a file that is no record."""
    turns: int = 0
    finished: bool = False
    problem: str = ""
    """One sentence on what is wrong with the file, empty for a sound one."""

    @property
    def title(self) -> str:
        """What the variant is called."""
        return self.variant.title if self.variant else ""

    @property
    def when(self) -> datetime:
        """When the file was last written; the first of all days where it claims no day at all."""
        try:
            return datetime.fromtimestamp(self.changed)
        except (ValueError, OverflowError, OSError):
            return datetime.min


def begin(header: Header) -> tuple[Game, RecordFile]:
    """A new game that is saved from its first event on."""
    file = RecordFile.create(header)
    return Game(header, file.append), file


def game_of(record: Record) -> Game:
    """The game that a record tells of, judged by the rules; raises RecordError."""
    try:
        return Game.replay(record.header.told_apart(), record.events)
    except IllegalEvent as error:
        raise RecordError(str(error.refusal), line_of(error.number)) from None


def load(path: Path) -> Game:
    """The game of a record, to look at; raises RecordError with the line that is wrong."""
    return game_of(read(path))


def resume(path: Path) -> tuple[Game, RecordFile]:
    """The game of a record, to go on with; raises RecordError, or Busy if another program has it.

    What was still due by chance or by the rules when the program stopped happens now.
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
    """The newest unfinished game that is sound, and newer files that are damaged.

    Raises RecordError where there is none, or Busy if another program has it.
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
    """Take a record away for good; raises Busy if another program plays it, or OSError."""
    if is_played(path):
        raise Busy(path)
    path.unlink()


def is_played(path: Path) -> bool:
    """Whether a program plays this game now; what cannot even be read is played by nobody."""
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
    """A record that another program may write on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seen: object = self  # no file looks like this, so that the first look reads it

    def look(self) -> Game | None:
        """The game, where its file has changed since the last look; raises RecordError."""
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
    """The games that can be gone on with, and the files that are damaged, newest first."""
    looked_at = islice(glimpses(), MOST_LOOKED_AT)
    waiting = (_glance(each) for each in looked_at if not each.finished)
    return list(islice((each for each in waiting if not each.finished), MOST_LISTED))


def saved(most: int | None = None) -> list[SavedGame]:
    """All saved games, finished or not, and the files that are damaged, newest first."""
    return [_glance(each) for each in islice(_newest(), most)]


def glimpses() -> Iterator[SavedGame]:
    """Who plays what in each file, newest first, and whether it is over: only the ends are read."""
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
    """Whether a game is there and not over, by its ends alone."""
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
            with suppress(OSError):  # it may vanish while we look
                entries.append((path.stat().st_mtime, path))
    return [SavedGame(path, changed) for changed, path in sorted(entries, reverse=True)]


def _glance(each: SavedGame) -> SavedGame:
    """What a list shows of a file."""
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
