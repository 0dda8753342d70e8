"""Review results saved for the statistics: one JSON line per game, by game key.

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
from qwirkle.files import NONBLOCK_FLAG, make_folder, read_limited
from qwirkle.game import Game
from qwirkle.i18n import tr
from qwirkle.paths import data_folder
from qwirkle.stats.finished_games import Count, GameKey, game_key

if TYPE_CHECKING:
    from qwirkle.analysis.review import PlayerReview

REVIEWS_FILE = "reviews.jsonl"
MAX_REVIEWS_BYTES = 64 * 1024 * 1024
"""Enough for several hundred thousand reviews."""

ReviewPoints = Annotated[float, msgspec.Meta(ge=-1e6, le=1e6)]


class SeatReview(msgspec.Struct, frozen=True):
    """Review totals of one seat."""

    turns: Count
    """Number of reviewed turns."""
    lost: ReviewPoints
    """Total loss in points."""
    luck: ReviewPoints
    """Total luck in points."""


SeatReviews = Annotated[tuple[SeatReview, ...], msgspec.Meta(min_length=2, max_length=MAX_PLAYERS)]


class StoredReview(msgspec.Struct, frozen=True):
    """Review totals of one game."""

    game: GameKey
    seats: SeatReviews


def load_reviews() -> dict[str, tuple[SeatReview, ...]]:
    """Load all stored reviews by game key. Raises NoHomeFolder."""
    return {review.game: review.seats for review in _parse_reviews(_read_reviews(_reviews_path()))}


def save_review(game: Game, player_reviews: Sequence[PlayerReview]) -> str:
    """Store the review of a finished game; return an error message, or an empty string."""
    if not game.is_over:
        return ""
    seats = (SeatReview(review.turns, review.lost, review.luck) for review in player_reviews)
    stored_review = StoredReview(game_key(game), tuple(seats))
    try:
        path = _reviews_path()
        if stored_review not in _parse_reviews(data := _read_reviews(path)):
            _append(path, data, msgspec.json.encode(stored_review))
    except OSError as error:
        return tr("The review is not kept for the statistics: {why}.", why=error.strerror or error)
    return ""


def _reviews_path() -> Path:
    return data_folder() / REVIEWS_FILE


def _read_reviews(path: Path) -> bytes:
    """Return the content of the file; empty if there is none."""
    with suppress(OSError):
        return read_limited(path, MAX_REVIEWS_BYTES)
    return b""


def _parse_reviews(data: bytes) -> list[StoredReview]:
    decoder = msgspec.json.Decoder(StoredReview)
    reviews = []
    for line in data.split(b"\n"):
        with suppress(ValueError, RecursionError):
            reviews.append(decoder.decode(line))
    return reviews


def _append(path: Path, content: bytes, line: bytes) -> None:
    """Append a line in a single write, starting a new line after a truncated one."""
    make_folder(path.parent)
    separator = b"" if content.endswith(b"\n") or not content else b"\n"
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | NONBLOCK_FLAG
    descriptor = os.open(path, flags, 0o644)
    try:
        os.write(descriptor, separator + line + b"\n")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
