"""Review results kept for the statistics: one JSON line per game, by game key.

Reviews take minutes, so this file isn't a cache: it's stored beside the games. Lines are only
appended, and unreadable ones are skipped; the last line for a game counts.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec

from qwirkle.engine.variant import MAX_PLAYERS
from qwirkle.files import WITHOUT_WAITING, make_folder, read_limited
from qwirkle.game import Game
from qwirkle.places import data_folder
from qwirkle.statistics.finished import Count, Key, key_of
from qwirkle.texts import tr

if TYPE_CHECKING:
    from qwirkle.analysis.review import Summary

FILE = "reviews.jsonl"
LARGEST_FILE = 64 * 1024 * 1024
"""Enough for several hundred thousand reviews."""

Points = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class ReviewedSeat(msgspec.Struct, frozen=True):
    """Review totals of one seat."""

    turns: Count
    """Number of reviewed turns."""
    lost: Points
    """Total loss in points."""
    luck: Points
    """Total luck in points."""


Seats = Annotated[tuple[ReviewedSeat, ...], msgspec.Meta(min_length=2, max_length=MAX_PLAYERS)]


class KeptReview(msgspec.Struct, frozen=True):
    """Review totals of one game."""

    game: Key
    seats: Seats


def kept_reviews() -> dict[str, tuple[ReviewedSeat, ...]]:
    """Load all stored reviews by game key. Raises NoPlace."""
    return {review.game: review.seats for review in _reviews_in(_read(_path()))}


def keep_review(game: Game, summaries: Sequence[Summary]) -> str:
    """Store the review of a finished game; return an error message, or an empty string."""
    if not game.over:
        return ""
    seats = (ReviewedSeat(each.turns, each.lost, each.luck) for each in summaries)
    review = KeptReview(key_of(game), tuple(seats))
    try:
        path = _path()
        if review not in _reviews_in(data := _read(path)):
            _append(path, data, msgspec.json.encode(review))
    except OSError as error:
        return tr("The review is not kept for the statistics: {why}.", why=error.strerror or error)
    return ""


def _path() -> Path:
    return data_folder() / FILE


def _read(path: Path) -> bytes:
    """Return the content of the file; empty if there is none."""
    with suppress(OSError):
        return read_limited(path, LARGEST_FILE)
    return b""


def _reviews_in(data: bytes) -> list[KeptReview]:
    decoder = msgspec.json.Decoder(KeptReview)
    reviews = []
    for line in data.split(b"\n"):
        with suppress(ValueError, RecursionError):
            reviews.append(decoder.decode(line))
    return reviews


def _append(path: Path, before: bytes, line: bytes) -> None:
    """Append a line in a single write, starting a new line after a truncated one."""
    make_folder(path.parent)
    start = b"" if before.endswith(b"\n") or not before else b"\n"
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | WITHOUT_WAITING
    descriptor = os.open(path, flags, 0o644)
    try:
        os.write(descriptor, start + line + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
