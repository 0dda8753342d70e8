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
from qwirkle.i18n import tr, trn
from qwirkle.paths import games_folder
from qwirkle.records.locked_file import RecordLocked, lock, unlock
from qwirkle.records.players import Player
from qwirkle.records.reader import (
    Record,
    RecordError,
    event_line_number,
    open_for_reading,
    parse_header_and_last_event,
    read_record,
    read_record_bytes,
    summarise_record,
)
from qwirkle.records.schema import Header
from qwirkle.records.writer import RECORD_SUFFIX, RecordWriter

MAX_UNFINISHED_LISTED = 50
MAX_FILES_SCANNED = 1000


class SavedGame(Struct, frozen=True):
    """An entry in a list of saved games: a game or a damaged file."""

    path: Path
    mtime: float
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
    def modified_at(self) -> datetime:
        """Modification time in local time, or `datetime.min` if it is out of range."""
        try:
            return datetime.fromtimestamp(self.mtime)
        except (ValueError, OverflowError, OSError):
            return datetime.min


def create_game(header: Header) -> tuple[Game, RecordWriter]:
    """Start a game and its record, which contains it from the first event."""
    writer = RecordWriter.create(header)
    return Game(header, writer.append), writer


def replay_record(record: Record) -> Game:
    """Replay a record, validating each event. Raises RecordError."""
    try:
        return Game.replay(record.header.with_unique_names(), record.events)
    except IllegalEvent as error:
        raise RecordError(str(error.cause), event_line_number(error.index)) from None


def load_game(path: Path) -> Game:
    """Load a game without locking it. Raises RecordError with the number of the invalid line."""
    return replay_record(read_record(path))


def resume_game(path: Path) -> tuple[Game, RecordWriter]:
    """Load a game and lock its record, to continue it.

    Raises RecordError, or RecordLocked if another program is playing it.

    If the program stopped in the middle of a turn, its automatic events happen now.
    """
    try:
        writer, record = RecordWriter.open(path)
    except RecordLocked:
        raise RecordLocked(path) from None
    try:
        game = replay_record(record)
    except BaseException:
        writer.close()
        raise
    game.event_sink = writer.append
    if not writer.is_full:
        game.advance_automatic_steps()
    return game, writer


def resume_latest() -> tuple[Game, RecordWriter, list[SavedGame]]:
    """Resume the latest unfinished game that can be read; also return newer damaged files.

    Raises RecordError if there is none, or RecordLocked if another program is playing it.
    """
    damaged: list[SavedGame] = []
    for summary in iter_summaries():
        if summary.finished:
            continue
        try:
            if summary.problem:
                raise RecordError(summary.problem)
            return *resume_game(summary.path), damaged
        except RecordError as error:
            damaged.append(replace(summary, problem=str(error)))
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


def delete_game(path: Path) -> None:
    """Delete a record. Raises RecordLocked if another program is playing it, or OSError."""
    if is_locked(path):
        raise RecordLocked(path)
    path.unlink()


def is_locked(path: Path) -> bool:
    """Return True if a program is playing this game; False if the file can't be read."""
    try:
        descriptor = open_for_reading(path)
    except RecordError:
        return False
    try:
        lock(descriptor)
        unlock(descriptor)
    except RecordLocked:
        return True
    finally:
        os.close(descriptor)
    return False


class RecordWatcher:
    """Follows a record that another program may be writing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._last_stat: object = self  # differs from any file, so the first call reads it

    def poll(self) -> Game | None:
        """Return the game if its file has changed since the last call, else None.

        Raises RecordError.
        """
        try:
            status = self._path.stat()
            current_stat = (status.st_ino, status.st_size, status.st_mtime_ns)
        except (OSError, ValueError):
            current_stat = None
        if current_stat == self._last_stat:
            return None
        self._last_stat = current_stat
        return load_game(self._path)


def unfinished_games() -> list[SavedGame]:
    """List games that can be resumed, and damaged files, newest first."""
    scanned = islice(iter_summaries(), MAX_FILES_SCANNED)
    candidates = (_summarise(game) for game in scanned if not game.finished)
    return list(islice((game for game in candidates if not game.finished), MAX_UNFINISHED_LISTED))


def saved_games(max_count: int | None = None) -> list[SavedGame]:
    """List all games, finished or not, and damaged files, newest first."""
    return [_summarise(game) for game in islice(_files_newest_first(), max_count)]


def iter_summaries() -> Iterator[SavedGame]:
    """Yield players, variant and `finished` of each file, newest first, without its scores.

    Fast, because only the first and last lines are parsed.
    """
    for game in _files_newest_first():
        try:
            header, last_event = parse_header_and_last_event(read_record_bytes(game.path))
        except RecordError as error:
            yield replace(game, problem=str(error))
        else:
            yield replace(
                game,
                players=header.players,
                variant=header.variant,
                finished=isinstance(last_event, Finished),
            )


def is_unfinished(path: Path) -> bool:
    """Return True if the file is a record whose last event isn't the end of the game."""
    try:
        _, last_event = parse_header_and_last_event(read_record_bytes(path))
    except RecordError:
        return False
    return not isinstance(last_event, Finished)


def _files_newest_first() -> list[SavedGame]:
    folder = games_folder()
    entries = []
    with suppress(OSError):
        for path in folder.glob(f"*{RECORD_SUFFIX}"):
            with suppress(OSError):  # it may be deleted at any time
                entries.append((path.stat().st_mtime, path))
    return [SavedGame(path, mtime) for mtime, path in sorted(entries, reverse=True)]


def _summarise(game: SavedGame) -> SavedGame:
    """Return the entry with players, scores and turns filled in."""
    try:
        record = read_record(game.path)
        summary = summarise_record(record)
    except RecordError as error:
        return SavedGame(game.path, game.mtime, problem=str(error))
    return SavedGame(
        game.path,
        game.mtime,
        record.header.with_unique_names().players,
        summary.scores,
        record.header.variant,
        summary.turns,
        summary.finished,
    )
