"""Saving review results for the statistics."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from qwirkle.analysis.review import PlayerReview, summarise_players
from qwirkle.game import Game
from qwirkle.paths import data_folder
from qwirkle.stats.finished_games import game_key
from qwirkle.stats.saved_reviews import REVIEWS_FILE, SeatReview, load_reviews, save_review
from tests.stats.saved_games import random_game_of


def summaries(game: Game, lost: float = 1.5) -> tuple[PlayerReview, ...]:
    """Return review summaries in which each player lost this many points."""
    names = [player.name for player in game.header.players]
    empty = summarise_players(names, game.position.scores, ())
    return tuple(replace(each, turns=9, lost=lost, luck=-2.5) for each in empty)


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
def test_a_review_is_saved_under_its_game_key(variant: str) -> None:
    """The review of each game has its turns, lost points and luck."""
    game, other = random_game_of(variant=variant), random_game_of(variant=variant, seed=2)
    assert save_review(game, summaries(game)) == ""
    assert save_review(other, summaries(other, 3.0)) == ""
    assert load_reviews() == {
        game_key(game): (SeatReview(9, 1.5, -2.5),) * 2,
        game_key(other): (SeatReview(9, 3.0, -2.5),) * 2,
    }


def test_the_last_review_of_a_game_counts() -> None:
    """Reviewing again adds a line only if the result differs."""
    game = random_game_of()
    for lost, lines in ((1.0, 1), (1.0, 1), (2.0, 2)):
        save_review(game, summaries(game, lost))
        assert len((data_folder() / REVIEWS_FILE).read_text().splitlines()) == lines
    assert load_reviews()[game_key(game)][0].lost == 2.0


def test_the_review_of_an_unfinished_game_is_not_saved(home: Path) -> None:
    """Only finished games count in the statistics."""
    game = random_game_of(events=20)
    assert save_review(game, summaries(game)) == ""
    assert not home.exists()


@pytest.mark.parametrize(
    "bad",
    [
        b"\xff\x00",
        b'{"game":"\xff","seats":[]}\n',
        b'{"game":"x","seats":[]}\n',
        b'{"game":"' + b"0" * 32 + b'","seats":[{"turns":-1,"lost":0},{"turns":1,"lost":0}]}\n',
        b'{"game":"' + b"0" * 32 + b'","seats":[{"turns":1,"lost":NaN},{"turns":1,"lost":0}]}\n',
        b"[" * 100_000 + b"\n",
        b'{"game":"',
    ],
)
def test_unreadable_lines_are_skipped(bad: bytes) -> None:
    """They stay in the file, and the next review is appended on a new line."""
    game = random_game_of()
    data_folder().mkdir(parents=True)
    path = data_folder() / REVIEWS_FILE
    path.write_bytes(bad)
    assert load_reviews() == {}
    assert save_review(game, summaries(game)) == ""
    assert list(load_reviews()) == [game_key(game)]
    assert path.read_bytes().startswith(bad)


def test_saving_returns_an_error_if_the_file_cannot_be_written() -> None:
    """The message has the system's reason, here a folder in place of the file."""
    game = random_game_of()
    (data_folder() / REVIEWS_FILE).mkdir(parents=True)
    assert os.strerror(errno.EISDIR) in save_review(game, summaries(game))
    assert load_reviews() == {}
