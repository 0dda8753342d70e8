"""The review of a game: its texts, progress and frames."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle.analysis.evaluation import Evaluation, EvaluationWeights
from qwirkle.analysis.review import Luck, RollReview, TurnReview, summarise_players
from qwirkle.analysis.search import SearchMethod
from qwirkle.engine.moves import Place, Trade
from qwirkle.text.review import (
    PIECES_PLACEHOLDER,
    Tone,
    loss_text,
    loss_tone,
    player_summary_text,
    review_progress_text,
    turn_sentences,
)
from tests.random_games import random_game
from tests.text.sample_reviews import (
    BETTER_PLACEMENT,
    PLACEMENT,
    evaluation_of,
    review_with_loss,
    turn_of,
)
from tests.tui.conftest import TILES, small_variant

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


def test_each_player_has_a_summary() -> None:
    """The summary has points, losses, the number of best turns and the biggest mistake."""
    game = random_game(small_variant(TILES), 2, seed=6, max_events=20)
    turns = (replace(review_with_loss(2.0), luck=Luck(9, 6.5)), review_with_loss(0.0))
    first, second = summarise_players(("Ana", "Ben"), game.position.scores, turns)
    lines = player_summary_text(first, has_rolls=False).splitlines()
    assert lines[0].startswith("Ana: ")
    assert lines[1] == "  Lost 1.0 a turn, 2.0 in all; 1 of 2 turns was the best."
    assert lines[2] == "  The biggest mistake was turn 5: it lost 2.0. Luck +2.5, +1.2 a turn."
    assert "No mistake was found." in player_summary_text(second, has_rolls=True)
    assert "by rolls; 0 of 0 turns were the best." in player_summary_text(second, has_rolls=True)
