"""What a review says, and how it goes on."""

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
    ReviewedGame,
    ReviewProgress,
    better_placement,
    build_review_frame,
)
from qwirkle.text.review import (
    PIECES_PLACEHOLDER,
    ReviewSentence,
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

LAID = ((0, 4, 0), (1, 5, 0))
OTHER = ((7, 1, 3),)


def worth_of(move: Any, points: int, value: float, **parts: Any) -> Evaluation:
    """A turn of this value."""
    return Evaluation(
        move, value, points, parts.get("reply", 4.25), parts.get("keep", 6.0), "ends" in parts
    )


def turn_of(**parts: Any) -> TurnReview:
    """A turn of six points that was the best, with whatever a test wants to be different."""
    played = worth_of(Place(LAID), 6, 7.75)
    known: dict[str, Any] = {
        "number": 5,
        "player": 0,
        "kind": "place",
        "placed_pieces": LAID,
        "traded_faces": (),
        "points": 6,
        "qwirkles": 0,
        "played": played,
        "best": played,
        "top_placement": LAID,
        "max_points": 6,
        "rolls": (),
        "forced_rolls": 0,
        "scores": (6, 0),
    }
    return TurnReview(**(known | parts))


def told(turn: TurnReview, name: str = "Ana") -> list[str]:
    """The sentences about a turn, with a sign for each group of pieces."""
    return [each.text.replace(PIECES_PLACEHOLDER, "#") for each in turn_sentences(turn, name, EVEN)]


def test_the_best_turn_is_praised() -> None:
    """A turn that lost nothing is called the best, with what is to be expected from it."""
    assert told(turn_of()) == [
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


def test_a_loss_is_told_with_the_parts_of_the_best_turn() -> None:
    """A mistake is told with the points, the reply and the keep of the best turn found."""
    turn = turn_of(best=worth_of(Place(OTHER), 9, 11.0, reply=3.0, keep=5.0))
    assert told(turn) == [
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
        (worth_of(Place(OTHER), 1, 9.0), "It was best to lay # for 1 point."),
        (worth_of(Trade((3, 4)), 0, 9.0), "It was best to trade #."),
        (
            worth_of(Place(OTHER), 12, 12.0, ends=True),
            "It was best to lay # and go out, for 12 points in all.",
        ),
    ],
)
def test_the_best_turn_is_named(best: Evaluation, sentence: str) -> None:
    """Whether it was best to lay, to trade or to go out is said in a whole sentence."""
    assert told(turn_of(best=best))[1] == sentence


@pytest.mark.parametrize(
    ("weights", "rows", "sentence"),
    [
        (HALF, ("others next       -4.0", "50% own next      +3.0"), "plus half of what Ana makes"),
        (MIXED, ("120% others next  -4.8", "50% own next      +3.0"), "less 120% of what each"),
    ],
)
def test_a_sum_says_how_much_each_part_counts(
    weights: EvaluationWeights, rows: tuple[str, str], sentence: str
) -> None:
    """Parts that count more or less than once are shown so, and add up to the worth."""
    value = 6 - weights.reply * 4 + weights.keep * 6
    played = worth_of(Place(LAID), 6, value, reply=4.0, keep=6.0)
    turn = turn_of(played=played, best=played)
    sentences = [each.text for each in turn_sentences(turn, "Ana", weights)]
    lines = sentences[2].splitlines()
    assert tuple(lines[2:4]) == rows
    numbers = [float(line.split()[-1]) for line in lines[1:]]
    assert sum(numbers[:-1]) == pytest.approx(numbers[-1])
    assert sentence in sentences[-1]


def test_luck_is_told_with_what_it_is_held_against() -> None:
    """Of a draw and of a roll it is said what it could score, and what is usual."""
    drawn = turn_of(luck=Luck(9, 6.5))
    assert "Luck +2.5: the new hand can score 9, on average 6.5." in told(drawn)
    rolled = turn_of(luck=Luck(4, 4.04), rolls=(RollReview((1,), (2,), 4.04, (1,), 4.04),))
    assert "Luck +0.0: the roll could score 4, on average 4.0." in told(rolled)


def test_other_things_than_placements_are_told() -> None:
    """Trades, passes, Qwirkles and forced rolls have sentences of their own."""
    trade = worth_of(Trade((3, 4)), 0, 2.0)
    traded = turn_of(
        kind="trade", placed_pieces=(), traded_faces=(3, 4), points=0, played=trade, best=trade
    )
    assert told(traded)[0] == "Ana traded #."
    passed = turn_of(kind="pass", placed_pieces=(), points=0, played=None, best=None)
    assert told(passed) == ["Ana passed: nothing could be done.", "There was no choice."]
    assert loss_text(passed) == "no choice"
    assert told(turn_of(qwirkles=1))[0] == "Ana laid # for 6 points, with a Qwirkle."
    assert told(turn_of(qwirkles=2))[0] == "Ana laid # for 6 points, with 2 Qwirkles."
    assert told(turn_of(forced_rolls=1))[0] == "All dice had to be rolled."
    assert told(turn_of(forced_rolls=3))[0] == "All dice had to be rolled 3 times."


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
def test_a_free_roll_is_a_decision(roll: RollReview, sentence: str) -> None:
    """The choice of dice is told first and held against the best choice."""
    turn = turn_of(rolls=(roll,))
    first, *_, last, _, _ = turn_sentences(turn, "Ana", EVEN)
    assert first.text.replace(PIECES_PLACEHOLDER, "#") == sentence
    assert first.text.count(PIECES_PLACEHOLDER) == len(first.pieces)
    assert last.text == ("Lost 1.5 points." if roll.loss else "The best: nothing was lost.")


def test_losses_by_roll_and_by_play_are_told_apart() -> None:
    """Where both the roll and the play cost something, each is named."""
    best = worth_of(Place(OTHER), 9, 8.75)
    turn = turn_of(rolls=(RollReview((), (), 5.0, (1,), 6.5),), best=best)
    assert told(turn)[-3] == "Lost 2.5 points: 1.5 by the roll, 1.0 by the play."


@pytest.mark.parametrize(
    ("how", "row", "sentence"),
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
def test_how_sure_a_judgement_is(how: SearchMethod, row: str, sentence: str) -> None:
    """A review says what it rests on, and names what the value holds beside the estimate."""
    best = worth_of(Place(OTHER), 9, 13.0, reply=3.0, keep=5.0)
    sentences = told(turn_of(best=best, method=how, loss_error=0.3))
    assert sentence in sentences
    assert f"{row:16}  +2.0   -0.0" in sentences[2] or f"{row:16}  +2.0   +0.0" in sentences[2]
    praised = told(turn_of(method=SearchMethod.ROLLOUTS, loss_error=0.3))
    assert "Played on in many futures." in praised


def test_a_name_cannot_pose_as_pieces() -> None:
    """The sign that stands for pieces is taken out of names."""
    first = turn_sentences(turn_of(), f"A{PIECES_PLACEHOLDER}b [/] {{0}}", EVEN)[0]
    assert first.text.startswith("A?b [/] {0} laid ")
    assert first.text.count(PIECES_PLACEHOLDER) == 1


def test_progress_is_told_until_all_is_done() -> None:
    """How far the review is, is said until there is nothing to wait for."""
    assert review_progress_text(3, 9) == "Reviewing: 3 of 9 turns."
    assert review_progress_text(9, 9) == ""


def losing(points: float) -> TurnReview:
    """A turn that lost so many points."""
    return turn_of(best=worth_of(Place(OTHER), 9, 7.75 + points))


def test_the_shown_turn_is_judged_first() -> None:
    """What is looked at comes first, then what follows it, then the rest."""
    judged = ReviewProgress(4)
    order = []
    while (index := judged.next_turn_to_review(2)) is not None:
        order.append(index)
        judged.reviews[index] = turn_of()
        if index == 3:
            judged.errors[0] = "No."
    assert order == [2, 3, 1]
    assert judged.done_count == 4


def test_every_turn_has_something_to_be_said() -> None:
    """A turn is told as judged, as what failed, or as being looked at."""
    game = random_game(small_variant(TILES), 2, seed=6)
    reviewed = ReviewedGame.from_game(game, completed_turns(game))
    judged = ReviewProgress(3, {0: turn_of()}, {1: "No answer."})
    assert judged.sentences(reviewed, 0) == turn_sentences(
        turn_of(), reviewed.names[0], reviewed.weights
    )
    assert judged.sentences(reviewed, 1) == (ReviewSentence("No answer.", tone=Tone.BAD),)
    assert judged.sentences(reviewed, 2) == (
        ReviewSentence("This turn is being reviewed…", tone=Tone.ASIDE),
    )


def test_no_pieces_are_named_while_hands_are_hidden() -> None:
    """Of a running game with hidden hands only the sentences without pieces are told."""
    game = random_game(small_variant(TILES), 2, seed=6, most_events=20)
    reviewed = ReviewedGame.from_game(game, completed_turns(game))
    told = ReviewProgress(1, {0: losing(2.0)}).sentences(reviewed, 0)
    assert told
    assert not any(each.pieces for each in told)


def test_mistakes_are_found_in_order_and_by_size() -> None:
    """The next mistake goes round; the worst come one after the other."""
    judged = ReviewProgress(5, dict(enumerate(map(losing, (2.0, 0.5, 4.0, 0.0, 3.0)))))
    assert [judged.next_mistake(shown) for shown in range(5)] == [2, 2, 4, 4, 0]
    assert [judged.next_largest_mistake(after) for after in (None, 2, 4, 0)] == [2, 4, 0, 2]
    assert ReviewProgress(5).next_mistake(0) is None
    assert ReviewProgress(5).next_largest_mistake(None) is None


def test_the_best_is_a_hint_and_the_played_is_last() -> None:
    """On the table the played pieces are the last ones, and a better placement is hinted at."""
    game = random_game(small_variant(TILES), 2, seed=6)
    reviewed = ReviewedGame.from_game(game, completed_turns(game))
    turns = [review_turn(played) for played in reviewed.turns]
    index = next(each for each, turn in enumerate(turns) if better_placement(turn))
    turn = turns[index]
    frame = build_review_frame(reviewed, index, turn, ComparedMove.PLAYED)
    assert frame.last == turn.placed_pieces
    assert frame.hinted == tuple(
        HintMark((x, y), "A", face) for face, x, y in better_placement(turn)
    )
    assert tuple(seat.score for seat in frame.seats) == turn.scores
    turned = build_review_frame(reviewed, index, turn, ComparedMove.BEST)
    assert turned.recent == ()
    assert turned.drafted == better_placement(turn)
    assert Board.of(turned.pieces) == reviewed.turns[index].last.before.board
    assert not turned.last


def test_hidden_hands_stay_hidden_while_a_game_goes_on() -> None:
    """The hand of a turn is shown for a finished game or open hands, and otherwise not."""
    for variant, events, shown in ((TILES, 20, False), (TILES, 0, True), (CUBES, 20, True)):
        game = random_game(small_variant(variant), 2, seed=6, most_events=events)
        reviewed = ReviewedGame.from_game(game, completed_turns(game))
        frame = build_review_frame(reviewed, 0, None, ComparedMove.PLAYED)
        assert bool(frame.hand) is shown
        assert (reviewed.histories[0].seat is not None) is shown


def test_players_are_summed_up() -> None:
    """Each player gets points, losses, the best turns and the biggest mistake."""
    game = random_game(small_variant(TILES), 2, seed=6, most_events=20)
    turns = (replace(losing(2.0), luck=Luck(9, 6.5)), losing(0.0))
    first, second = summarise_players(("Ana", "Ben"), game.position.scores, turns)
    lines = player_summary_text(first, has_rolls=False).splitlines()
    assert lines[0].startswith("Ana: ")
    assert lines[1] == "  Lost 1.0 a turn, 2.0 in all; 1 of 2 turns was the best."
    assert lines[2] == "  The biggest mistake was turn 5: it lost 2.0. Luck +2.5, +1.2 a turn."
    assert "No mistake was found." in player_summary_text(second, has_rolls=True)
    assert "by rolls; 0 of 0 turns were the best." in player_summary_text(second, has_rolls=True)
