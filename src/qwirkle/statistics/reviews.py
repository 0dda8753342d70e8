"""What reviews found, kept for the statistics: one line for each game, by the game's key.

Reviews take minutes, so they are no cache: they lie beside the games. Lines are only added, and
one that cannot be read is left out; of several for one game the last counts.
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
"""Several hundred thousand reviews take less."""

Points = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class ReviewedSeat(msgspec.Struct, frozen=True):
    """What the review says of one player."""

    turns: Count
    """How many turns were judged."""
    lost: Points
    """What all of them cost against the best."""
    luck: Points
    """What draws and rolls brought beyond their average."""


Seats = Annotated[tuple[ReviewedSeat, ...], msgspec.Meta(min_length=2, max_length=MAX_PLAYERS)]


class KeptReview(msgspec.Struct, frozen=True):
    """What a review says of a game."""

    game: Key
    seats: Seats


def kept_reviews() -> dict[str, tuple[ReviewedSeat, ...]]:
    """All reviews that were kept, by the key of their game; raises NoPlace."""
    return {review.game: review.seats for review in _reviews_in(_read(_path()))}


def keep_review(game: Game, summaries: Sequence[Summary]) -> str:
    """Keep what a review found of a finished game; a sentence where that cannot be."""
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
    """What the file holds; nothing where it is none."""
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
    """Add a line in one go, after the end of a line that was torn."""
    make_folder(path.parent)
    start = b"" if before.endswith(b"\n") or not before else b"\n"
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | WITHOUT_WAITING
    descriptor = os.open(path, flags, 0o644)
    try:
        os.write(descriptor, start + line + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
