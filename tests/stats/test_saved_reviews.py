"""What reviews found is kept, for the very game that was reviewed."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from qwirkle.analysis.review import PlayerReview, summarise_players
from qwirkle.game import Game
from qwirkle.paths import data_folder
from qwirkle.stats.finished_games import game_key
from qwirkle.stats.saved_reviews import REVIEWS_FILE, SeatReview, load_reviews, save_review
from tests.stats.saved_games import random_game_of


def found(game: Game, lost: float = 1.5) -> tuple[PlayerReview, ...]:
    """Summaries of a review, as if each player had lost so much."""
    names = [player.name for player in game.header.players]
    empty = summarise_players(names, game.position.scores, ())
    return tuple(replace(each, turns=9, lost=lost, luck=-2.5) for each in empty)


@pytest.mark.parametrize("variant", ["tiles", "cubes"])
def test_a_review_is_kept_for_its_game(variant: str) -> None:
    """The points lost and the luck are found under the key of the game."""
    game, other = random_game_of(variant=variant), random_game_of(variant=variant, seed=2)
    assert save_review(game, found(game)) == ""
    assert save_review(other, found(other, 3.0)) == ""
    assert load_reviews() == {
        game_key(game): (SeatReview(9, 1.5, -2.5),) * 2,
        game_key(other): (SeatReview(9, 3.0, -2.5),) * 2,
    }


def test_the_same_review_is_kept_once_and_the_last_one_counts() -> None:
    """Reviewing again adds nothing, unless something else is found."""
    game = random_game_of()
    for lost, lines in ((1.0, 1), (1.0, 1), (2.0, 2)):
        save_review(game, found(game, lost))
        assert len((data_folder() / REVIEWS_FILE).read_text().splitlines()) == lines
    assert load_reviews()[game_key(game)][0].lost == 2.0


def test_a_game_that_goes_on_is_not_kept(home: Path) -> None:
    """Only finished games count, so only their reviews are kept."""
    game = random_game_of(events=20)
    assert save_review(game, found(game)) == ""
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
def test_lines_that_are_no_reviews_are_left_out(bad: bytes) -> None:
    """Whatever the file holds, what can be read counts, and the next review is added soundly."""
    game = random_game_of()
    data_folder().mkdir(parents=True)
    path = data_folder() / REVIEWS_FILE
    path.write_bytes(bad)
    assert load_reviews() == {}
    assert save_review(game, found(game)) == ""
    assert list(load_reviews()) == [game_key(game)]
    assert path.read_bytes().startswith(bad)


def test_where_nothing_can_be_kept_a_sentence_says_so() -> None:
    """A folder in the place of the file, and a home that is a file, are told of."""
    game = random_game_of()
    (data_folder() / REVIEWS_FILE).mkdir(parents=True)
    assert save_review(game, found(game)) == (
        "The review is not kept for the statistics: Is a directory."
    )
    assert load_reviews() == {}
