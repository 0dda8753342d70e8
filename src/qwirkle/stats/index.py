"""Index of all saved games: caches the facts about each file, so it's parsed only once.

The index is one JSON file, validated on load and always rewritten as a whole. It's a cache: if it's
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
from qwirkle.paths import cache_folder, games_folder
from qwirkle.records.reader import RecordError, read_record_bytes
from qwirkle.records.writer import RECORD_SUFFIX
from qwirkle.stats.finished_games import FinishedGame, parse_finished_game

INDEX_FILE = "statistics.json"
MAX_INDEX_BYTES = 256 * 1024 * 1024
"""Enough for a million games."""

ProgressCallback: TypeAlias = Callable[[int, int], None]
"""Called with the number of files read and the total."""


class IndexEntry(msgspec.Struct, frozen=True, array_like=True):
    """Facts about one file, valid while its size and modification time stay the same."""

    size: int
    mtime_ns: int
    """Modification time in nanoseconds."""
    content: FinishedGame | Literal["unfinished", "damaged"]


class GameIndex(msgspec.Struct, frozen=True):
    """Entries of all files in a folder, by file name."""

    folder: str
    files: dict[str, IndexEntry]
    format: Literal["qwirkle-statistics-2"] = "qwirkle-statistics-2"


class GameCollection(Struct, frozen=True):
    """All finished games with their modification times in seconds, and counts of other files."""

    games: tuple[tuple[FinishedGame, float], ...] = ()
    unfinished: int = 0
    damaged: int = 0


def collect_games(
    on_progress: ProgressCallback = lambda done, total: None,
    stop: Callable[[], bool] = lambda: False,
) -> GameCollection:
    """Read all saved games, using the index. Raises NoHomeFolder.

    The result is incomplete if `stop` returns True before the end.
    """
    folder = games_folder()
    cached = _load_index(folder)
    files: dict[str, IndexEntry] = {}
    unread: list[tuple[str, os.stat_result]] = []
    for name, file_stat in _iter_record_files(folder):
        entry = cached.get(name)
        if entry and (entry.size, entry.mtime_ns) == (file_stat.st_size, file_stat.st_mtime_ns):
            files[name] = entry
        else:
            unread.append((name, file_stat))
    try:
        for index, (name, file_stat) in enumerate(unread):
            if stop():
                break
            on_progress(index, len(unread))
            files[name] = IndexEntry(
                file_stat.st_size, file_stat.st_mtime_ns, _read_game(folder / name)
            )
    finally:
        if files != cached:
            _save_index(folder, files)
    return _build_collection(files)


def _build_collection(files: Mapping[str, IndexEntry]) -> GameCollection:
    """Build the collection; copies of a game count once."""
    games: dict[str, tuple[FinishedGame, float]] = {}
    others = {"unfinished": 0, "damaged": 0}
    for entry in files.values():
        if isinstance(entry.content, str):
            others[entry.content] += 1
        else:
            games.setdefault(entry.content.key, (entry.content, entry.mtime_ns / 1e9))
    return GameCollection(tuple(games.values()), **others)


def _iter_record_files(folder: Path) -> Iterator[tuple[str, os.stat_result]]:
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda item: item.name):
            if entry.name.endswith(RECORD_SUFFIX):
                with suppress(OSError):  # it may be deleted meanwhile
                    yield entry.name, entry.stat()


def _read_game(path: Path) -> FinishedGame | Literal["unfinished", "damaged"]:
    try:
        return parse_finished_game(read_record_bytes(path)) or "unfinished"
    except RecordError:
        return "damaged"


def _load_index(folder: Path) -> Mapping[str, IndexEntry]:
    try:
        index = msgspec.json.decode(
            read_limited(cache_folder() / INDEX_FILE, MAX_INDEX_BYTES), type=GameIndex
        )
    except (OSError, ValueError, RecursionError):
        return {}
    return index.files if index.folder == str(folder) else {}


def _save_index(folder: Path, files: Mapping[str, IndexEntry]) -> None:
    """Write the index if possible; file names that aren't UTF-8 prevent it."""
    with suppress(OSError, UnicodeEncodeError):
        data = msgspec.json.encode(GameIndex(str(folder), dict(files)))
        atomic_write(cache_folder() / INDEX_FILE, data, private=True)
