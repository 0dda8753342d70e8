"""The review of a game: its texts, progress and frames."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from qwirkle.analysis.evaluation import Evaluation, EvaluationWeights
from qwirkle.analysis.review import (
    Luck,
    RollReview,
    TurnReview,
    completed_turns,
    review_turn,
    summarise_players,
)
from qwirkle.analysis.search import SearchMethod
from qwirkle.engine.board import Board
from qwirkle.engine.moves import Place, Trade
from qwirkle.presenter.frame import HintMark
from qwirkle.presenter.review import (
    ComparedMove,
    GameUnderReview,
    ReviewProgress,
    better_placement,
    build_review_frame,
)
from qwirkle.text.review import (
    PIECES_PLACEHOLDER,
    ReviewComment,
    Tone,
    loss_text,
    loss_tone,
    player_summary_text,
    review_progress_text,
    turn_sentences,
)
from tests.random_games import random_game
from tests.tui.conftest import CUBES, TILES, small_variant

EVEN, HALF, MIXED = (
    EvaluationWeights(1.0, 1.0),
    EvaluationWeights(1.0, 0.5),
    EvaluationWeights(1.2, 0.5),
)
ESTIMATED = "An estimate: nothing was played on."
PARTS = (
    "Worth: the points now, less what each other player makes next, plus what Ana makes after "
    "that; both on average."
)

PLACEMENT = ((0, 4, 0), (1, 5, 0))
BETTER_PLACEMENT = ((7, 1, 3),)


def evaluation_of(move: Any, points: int, value: float, **parts: Any) -> Evaluation:
    """Evaluate a move at this value."""
    return Evaluation(
        move, value, points, parts.get("reply", 4.25), parts.get("keep", 6.0), "ends" in parts
    )


def turn_of(**changes: Any) -> TurnReview:
    """Review of a turn that scored six points and was the best, with some fields changed."""
    played = evaluation_of(Place(PLACEMENT), 6, 7.75)
    defaults: dict[str, Any] = {
        "number": 5,
        "player": 0,
        "kind": "place",
        "placed_pieces": PLACEMENT,
        "traded_faces": (),
        "points": 6,
        "qwirkles": 0,
        "played": played,
        "best": played,
        "top_placement": PLACEMENT,
        "max_points": 6,
        "rolls": (),
        "forced_rolls": 0,
        "scores": (6, 0),
    }
    return TurnReview(**(defaults | changes))


def sentences_of(turn: TurnReview, name: str = "Ana") -> list[str]:
    """Sentences about a turn, with `#` for each group of pieces."""
    return [each.text.replace(PIECES_PLACEHOLDER, "#") for each in turn_sentences(turn, name, EVEN)]


def test_a_turn_without_loss_is_the_best() -> None:
    """A turn without loss is called the best, with its evaluation."""
    assert sentences_of(turn_of()) == [
        "Ana laid # for 6 points.",
        "Nothing better was found.",
        "                played\n"
        "points now         6.0\n"
        "others next       -4.2\n"
        "own next turn     +6.0\n"
        "worth              7.8",
        "The best: nothing was lost.",
        ESTIMATED,
        PARTS,
    ]
    assert loss_text(turn_of()) == "the best"
    assert loss_tone(turn_of()) is Tone.GOOD


def test_a_mistake_is_compared_with_the_best_turn() -> None:
    """A mistake is shown beside the best turn, part by part."""
    turn = turn_of(best=evaluation_of(Place(BETTER_PLACEMENT), 9, 11.0, reply=3.0, keep=5.0))
    assert sentences_of(turn) == [
        "Ana laid # for 6 points.",
        "It was best to lay # for 9 points.",
        "                  best played\n"
        "points now         9.0    6.0\n"
        "others next       -3.0   -4.2\n"
        "own next turn     +5.0   +6.0\n"
        "worth             11.0    7.8",
        "Lost 3.2 points.",
        ESTIMATED,
        PARTS,
    ]
    assert [each.pieces for each in turn_sentences(turn, "Ana", EVEN)][:2] == [((0, 1),), ((7,),)]
    assert loss_text(turn) == "lost 3.2"
    assert loss_tone(turn) is Tone.BAD


@pytest.mark.parametrize(
    ("best", "sentence"),
    [
        (evaluation_of(Place(BETTER_PLACEMENT), 1, 9.0), "It was best to lay # for 1 point."),
        (evaluation_of(Trade((3, 4)), 0, 9.0), "It was best to trade #."),
        (
            evaluation_of(Place(BETTER_PLACEMENT), 12, 12.0, ends=True),
            "It was best to lay # and go out, for 12 points in all.",
        ),
    ],
)
def test_the_best_turn_is_named(best: Evaluation, sentence: str) -> None:
    """The best turn is described: a placement, a trade or going out."""
    assert sentences_of(turn_of(best=best))[1] == sentence


@pytest.mark.parametrize(
    ("weights", "rows", "sentence"),
    [
        (HALF, ("others next       -4.0", "50% own next      +3.0"), "plus half of what Ana makes"),
        (MIXED, ("120% others next  -4.8", "50% own next      +3.0"), "less 120% of what each"),
    ],
)
def test_weighted_parts_add_up(
    weights: EvaluationWeights, rows: tuple[str, str], sentence: str
) -> None:
    """Parts show their weights and add up to the value."""
    value = 6 - weights.reply * 4 + weights.own_next_turn * 6
    played = evaluation_of(Place(PLACEMENT), 6, value, reply=4.0, keep=6.0)
    turn = turn_of(played=played, best=played)
    sentences = [each.text for each in turn_sentences(turn, "Ana", weights)]
    lines = sentences[2].splitlines()
    assert tuple(lines[2:4]) == rows
    numbers = [float(line.split()[-1]) for line in lines[1:]]
    assert sum(numbers[:-1]) == pytest.approx(numbers[-1])
    assert sentence in sentences[-1]


def test_luck_is_compared_with_the_average() -> None:
    """Luck in a draw or roll is shown with the score it allowed and the average."""
    drawn = turn_of(luck=Luck(9, 6.5))
    assert "Luck +2.5: the new hand can score 9, on average 6.5." in sentences_of(drawn)
    rolled = turn_of(luck=Luck(4, 4.04), rolls=(RollReview((1,), (2,), 4.04, (1,), 4.04),))
    assert "Luck +0.0: the roll could score 4, on average 4.0." in sentences_of(rolled)


def test_trades_passes_qwirkles_and_forced_rolls_have_texts() -> None:
    """Trades, passes, Qwirkles and forced rolls each have their own text."""
    trade = evaluation_of(Trade((3, 4)), 0, 2.0)
    traded = turn_of(
        kind="trade", placed_pieces=(), traded_faces=(3, 4), points=0, played=trade, best=trade
    )
    assert sentences_of(traded)[0] == "Ana traded #."
    passed = turn_of(kind="pass", placed_pieces=(), points=0, played=None, best=None)
    assert sentences_of(passed) == ["Ana passed: nothing could be done.", "There was no choice."]
    assert loss_text(passed) == "no choice"
    assert sentences_of(turn_of(qwirkles=1))[0] == "Ana laid # for 6 points, with a Qwirkle."
    assert sentences_of(turn_of(qwirkles=2))[0] == "Ana laid # for 6 points, with 2 Qwirkles."
    assert sentences_of(turn_of(forced_rolls=1))[0] == "All dice had to be rolled."
    assert sentences_of(turn_of(forced_rolls=3))[0] == "All dice had to be rolled 3 times."


@pytest.mark.parametrize(
    ("roll", "sentence"),
    [
        (
            RollReview((), (), 5.0, (), 5.0),
            "Ana rolled nothing, which was best: 5.0 points on average.",
        ),
        (
            RollReview((1,), (2,), 5.0, (1,), 5.0),
            "Ana rolled #, which was best: 5.0 points on average.",
        ),
        (
            RollReview((), (), 5.0, (1, 2), 6.5),
            "Ana rolled nothing, for 5.0 points on average; it was best to roll #, for 6.5.",
        ),
        (
            RollReview((1,), (2,), 5.0, (), 6.5),
            "Ana rolled #, for 5.0 points on average; it was best to roll nothing, for 6.5.",
        ),
        (
            RollReview((1,), (2,), 5.0, (3,), 6.5),
            "Ana rolled #, for 5.0 points on average; it was best to roll #, for 6.5.",
        ),
    ],
)
def test_a_free_roll_is_compared_with_the_best_one(roll: RollReview, sentence: str) -> None:
    """The first sentence compares the dice rolled with the best choice."""
    turn = turn_of(rolls=(roll,))
    first, *_, last, _, _ = turn_sentences(turn, "Ana", EVEN)
    assert first.text.replace(PIECES_PLACEHOLDER, "#") == sentence
    assert first.text.count(PIECES_PLACEHOLDER) == len(first.pieces)
    assert last.text == ("Lost 1.5 points." if roll.loss else "The best: nothing was lost.")


def test_roll_and_placement_losses_are_listed_separately() -> None:
    """If both the roll and the placement lost points, each loss is shown."""
    best = evaluation_of(Place(BETTER_PLACEMENT), 9, 8.75)
    turn = turn_of(rolls=(RollReview((), (), 5.0, (1,), 6.5),), best=best)
    assert sentences_of(turn)[-3] == "Lost 2.5 points: 1.5 by the roll, 1.0 by the play."


@pytest.mark.parametrize(
    ("method", "row", "sentence"),
    [
        (SearchMethod.ESTIMATE, "pieces left", ESTIMATED),
        (
            SearchMethod.ROLLOUTS,
            "played on",
            "Played on in many futures: what was lost is sure to ±0.6.",
        ),
        (SearchMethod.EXACT, "to the end", "Certain: every line of play was searched to the end."),
        (
            SearchMethod.BEAM,
            "to the end",
            "Nearly certain: the best lines of play were searched to the end.",
        ),
    ],
)
def test_a_review_states_its_certainty(method: SearchMethod, row: str, sentence: str) -> None:
    """The review names its method, and what that adds to the estimate."""
    best = evaluation_of(Place(BETTER_PLACEMENT), 9, 13.0, reply=3.0, keep=5.0)
    sentences = sentences_of(turn_of(best=best, method=method, loss_error=0.3))
    assert sentence in sentences
    assert f"{row:16}  +2.0   -0.0" in sentences[2] or f"{row:16}  +2.0   +0.0" in sentences[2]
    best_turn_sentences = sentences_of(turn_of(method=SearchMethod.ROLLOUTS, loss_error=0.3))
    assert "Played on in many futures." in best_turn_sentences


def test_a_name_cannot_contain_the_pieces_placeholder() -> None:
    """The pieces placeholder is removed from names."""
    first = turn_sentences(turn_of(), f"A{PIECES_PLACEHOLDER}b [/] {{0}}", EVEN)[0]
    assert first.text.startswith("A?b [/] {0} laid ")
    assert first.text.count(PIECES_PLACEHOLDER) == 1


def test_progress_is_shown_until_the_review_is_complete() -> None:
    """The progress text is empty once every turn is reviewed."""
    assert review_progress_text(3, 9) == "Reviewing: 3 of 9 turns."
    assert review_progress_text(9, 9) == ""


def losing(points: float) -> TurnReview:
    """Review of a turn that lost some points."""
    return turn_of(best=evaluation_of(Place(BETTER_PLACEMENT), 9, 7.75 + points))


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
    game = random_game(small_variant(TILES), 2, seed=6, most_events=20)
    reviewed = GameUnderReview.from_game(game, completed_turns(game))
    sentences = ReviewProgress(1, {0: losing(2.0)}).sentences(reviewed, 0)
    assert sentences
    assert not any(each.pieces for each in sentences)


def test_mistakes_are_found_in_order_and_by_size() -> None:
    """The next mistake wraps around; the largest mistakes come in descending order."""
    progress = ReviewProgress(5, dict(enumerate(map(losing, (2.0, 0.5, 4.0, 0.0, 3.0)))))
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
        game = random_game(small_variant(variant), 2, seed=6, most_events=events)
        reviewed = GameUnderReview.from_game(game, completed_turns(game))
        frame = build_review_frame(reviewed, 0, None, ComparedMove.PLAYED)
        assert bool(frame.hand) is shown
        assert (reviewed.histories[0].seat is not None) is shown


def test_each_player_has_a_summary() -> None:
    """The summary has points, losses, the number of best turns and the biggest mistake."""
    game = random_game(small_variant(TILES), 2, seed=6, most_events=20)
    turns = (replace(losing(2.0), luck=Luck(9, 6.5)), losing(0.0))
    first, second = summarise_players(("Ana", "Ben"), game.position.scores, turns)
    lines = player_summary_text(first, has_rolls=False).splitlines()
    assert lines[0].startswith("Ana: ")
    assert lines[1] == "  Lost 1.0 a turn, 2.0 in all; 1 of 2 turns was the best."
    assert lines[2] == "  The biggest mistake was turn 5: it lost 2.0. Luck +2.5, +1.2 a turn."
    assert "No mistake was found." in player_summary_text(second, has_rolls=True)
    assert "by rolls; 0 of 0 turns were the best." in player_summary_text(second, has_rolls=True)
