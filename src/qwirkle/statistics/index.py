"""Index of all saved games: caches the facts about each file, so it's parsed only once.

The index is one JSON file, decoded with types and written as a whole. It's a cache: if it's
missing, damaged or can't be written, the games themselves are read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from qwirkle.files import atomic_write, read_limited
from qwirkle.places import cache_folder
from qwirkle.record import RecordError, games_folder, read_bytes
from qwirkle.record.folder import SUFFIX
from qwirkle.statistics.finished import FinishedGame, finished_game

FILE = "statistics.json"
LARGEST_INDEX = 256 * 1024 * 1024
"""Enough for a million games."""

Told: TypeAlias = Callable[[int, int], None]
"""Called with the number of files read and the total."""


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """Facts about one file, valid while its size and modification time stay the same."""

    size: int
    changed: int
    """Modification time in nanoseconds."""
    found: FinishedGame | Literal["unfinished", "damaged"]


class Index(msgspec.Struct, frozen=True):
    """Entries of all files in a folder, by file name."""

    folder: str
    files: dict[str, Entry]
    format: Literal["qwirkle-statistics-2"] = "qwirkle-statistics-2"


class Collection(Struct, frozen=True):
    """All finished games with their modification times in seconds, and counts of other files."""

    games: tuple[tuple[FinishedGame, float], ...] = ()
    unfinished: int = 0
    damaged: int = 0


def collect(
    tell: Told = lambda done, of: None,
    stop: Callable[[], bool] = lambda: False,
) -> Collection:
    """Read all saved games, using the index. Raises NoPlace.

    The result is incomplete if `stop` returns True before the end.
    """
    place = games_folder()
    known = _load(place)
    files: dict[str, Entry] = {}
    unread: list[tuple[str, os.stat_result]] = []
    for name, status in _records_in(place):
        entry = known.get(name)
        if entry and (entry.size, entry.changed) == (status.st_size, status.st_mtime_ns):
            files[name] = entry
        else:
            unread.append((name, status))
    try:
        for done, (name, status) in enumerate(unread):
            if stop():
                break
            tell(done, len(unread))
            files[name] = Entry(status.st_size, status.st_mtime_ns, _read(place / name))
    finally:
        if files != known:
            _save(place, files)
    return _collection(files)


def _collection(files: Mapping[str, Entry]) -> Collection:
    """Build the collection; copies of a game count once."""
    games: dict[str, tuple[FinishedGame, float]] = {}
    others = {"unfinished": 0, "damaged": 0}
    for entry in files.values():
        if isinstance(entry.found, str):
            others[entry.found] += 1
        else:
            games.setdefault(entry.found.key, (entry.found, entry.changed / 1e9))
    return Collection(tuple(games.values()), **others)


def _records_in(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda each: each.name):
            if entry.name.endswith(SUFFIX):
                with suppress(OSError):  # it may vanish in between
                    yield entry.name, entry.stat()


def _read(path: Path) -> FinishedGame | Literal["unfinished", "damaged"]:
    try:
        return finished_game(read_bytes(path)) or "unfinished"
    except RecordError:
        return "damaged"


def _load(folder: Path) -> Mapping[str, Entry]:
    try:
        index = msgspec.json.decode(read_limited(cache_folder() / FILE, LARGEST_INDEX), type=Index)
    except (OSError, ValueError, RecursionError):
        return {}
    return index.files if index.folder == str(folder) else {}


def _save(folder: Path, files: Mapping[str, Entry]) -> None:
    """Write the index if possible; file names that aren't UTF-8 prevent it."""
    with suppress(OSError, UnicodeEncodeError):
        data = msgspec.json.encode(Index(str(folder), dict(files)))
        atomic_write(cache_folder() / FILE, data, private=True)
