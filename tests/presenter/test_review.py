"""Frames and texts of a game under review."""

from __future__ import annotations

from qwirkle.analysis.review import completed_turns, review_turn
from qwirkle.engine.board import Board
from qwirkle.presenter.frame import HintMark
from qwirkle.presenter.review import (
    ComparedMove,
    GameUnderReview,
    ReviewProgress,
    better_placement,
    build_review_frame,
)
from qwirkle.text.review import ReviewComment, Tone, turn_sentences
from tests.random_games import random_game
from tests.text.sample_reviews import review_with_loss, turn_of
from tests.tui.conftest import CUBES, TILES, small_variant


def test_the_visible_turn_is_reviewed_first() -> None:
    """The visible turn is reviewed first, then the ones after it, then the rest."""
    progress = ReviewProgress(4)
    order = []
    while (index := progress.next_turn_to_review(2)) is not None:
        order.append(index)
        progress.reviews[index] = turn_of()
        if index == 3:
            progress.errors[0] = "No."
    assert order == [2, 3, 1]
    assert progress.done_count == 4


def test_every_turn_has_a_text() -> None:
    """A turn shows its review, its error, or that it's being reviewed."""
    game = random_game(small_variant(TILES), 2, seed=6)
    reviewed = GameUnderReview.from_game(game, completed_turns(game))
    progress = ReviewProgress(3, {0: turn_of()}, {1: "No answer."})
    assert progress.sentences(reviewed, 0) == turn_sentences(
        turn_of(), reviewed.names[0], reviewed.weights
    )
    assert progress.sentences(reviewed, 1) == (ReviewComment("No answer.", tone=Tone.BAD),)
    assert progress.sentences(reviewed, 2) == (
        ReviewComment("This turn is being reviewed…", tone=Tone.ASIDE),
    )


def test_a_running_game_with_hidden_hands_shows_no_pieces() -> None:
    """Sentences about a running game with hidden hands have no pieces."""
    game = random_game(small_variant(TILES), 2, seed=6, max_events=20)
    reviewed = GameUnderReview.from_game(game, completed_turns(game))
    sentences = ReviewProgress(1, {0: review_with_loss(2.0)}).sentences(reviewed, 0)
    assert sentences
    assert not any(each.pieces for each in sentences)


def test_mistakes_are_found_in_order_and_by_size() -> None:
    """The next mistake wraps around; the largest mistakes come in descending order."""
    progress = ReviewProgress(5, dict(enumerate(map(review_with_loss, (2.0, 0.5, 4.0, 0.0, 3.0)))))
    assert [progress.next_mistake(index) for index in range(5)] == [2, 2, 4, 4, 0]
    assert [progress.next_largest_mistake(previous) for previous in (None, 2, 4, 0)] == [2, 4, 0, 2]
    assert ReviewProgress(5).next_mistake(0) is None
    assert ReviewProgress(5).next_largest_mistake(None) is None


def test_the_frame_marks_the_played_and_the_best_turn() -> None:
    """The board highlights the placement that was played, and a better one as a hint."""
    game = random_game(small_variant(TILES), 2, seed=6)
    reviewed = GameUnderReview.from_game(game, completed_turns(game))
    turns = [review_turn(record) for record in reviewed.turns]
    turn_index = next(index for index, turn in enumerate(turns) if better_placement(turn))
    turn = turns[turn_index]
    frame = build_review_frame(reviewed, turn_index, turn, ComparedMove.PLAYED)
    assert frame.last == turn.placed_pieces
    assert frame.hinted == tuple(
        HintMark((x, y), "A", face) for face, x, y in better_placement(turn)
    )
    assert tuple(seat.score for seat in frame.seats) == turn.scores
    best_frame = build_review_frame(reviewed, turn_index, turn, ComparedMove.BEST)
    assert best_frame.recent == ()
    assert best_frame.drafted == better_placement(turn)
    assert Board.of(best_frame.pieces) == reviewed.turns[turn_index].last.before.board
    assert not best_frame.last


def test_hidden_hands_stay_hidden_until_the_game_is_over() -> None:
    """The hand of a reviewed turn is shown if the game is over or hands are open."""
    for variant, events, shown in ((TILES, 20, False), (TILES, 0, True), (CUBES, 20, True)):
        game = random_game(small_variant(variant), 2, seed=6, max_events=events)
        reviewed = GameUnderReview.from_game(game, completed_turns(game))
        frame = build_review_frame(reviewed, 0, None, ComparedMove.PLAYED)
        assert bool(frame.hand) is shown
        assert (reviewed.histories[0].seat is not None) is shown
