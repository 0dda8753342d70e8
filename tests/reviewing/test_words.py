"""What a review says, and how it goes on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from qwirkle.analysis.judging import JudgedTurn, RolledBy, judge_turn, turns_of
from qwirkle.analysis.luck import Luck
from qwirkle.analysis.review import summaries
from qwirkle.analysis.thinking import How
from qwirkle.analysis.value import Weights, Worth
from qwirkle.engine.board import Board
from qwirkle.engine.moves import Place, Trade
from qwirkle.reviewing.frames import Reviewed, Side, best_pieces, frame_of_turn
from qwirkle.reviewing.state import Judged
from qwirkle.reviewing.words import (
    PIECES,
    Told,
    Tone,
    loss_text,
    progress_text,
    summary_text,
    tell_turn,
    tone_of,
)
from qwirkle.table.frame import HintMark
from tests.app.conftest import HIDDEN, OPEN, small
from tests.play import random_game

EVEN, HALF, MIXED = Weights(1.0, 1.0), Weights(1.0, 0.5), Weights(1.2, 0.5)
ESTIMATED = "An estimate: nothing was played on."
PARTS = (
    "Worth: the points now, less what each other player makes next, plus what Ana makes after "
    "that; both on average."
)

LAID = ((0, 4, 0), (1, 5, 0))
OTHER = ((7, 1, 3),)


def worth_of(move: Any, points: int, value: float, **parts: Any) -> Worth:
    """A turn of this value."""
    return Worth(
        move, value, points, parts.get("reply", 4.25), parts.get("keep", 6.0), "ends" in parts
    )


def turn_of(**parts: Any) -> JudgedTurn:
    """A turn of six points that was the best, with whatever a test wants to be different."""
    played = worth_of(Place(LAID), 6, 7.75)
    known: dict[str, Any] = {
        "number": 5,
        "player": 0,
        "did": "place",
        "placed": LAID,
        "traded": (),
        "points": 6,
        "qwirkles": 0,
        "played": played,
        "best": played,
        "most": LAID,
        "most_points": 6,
        "rolls": (),
        "forced_rolls": 0,
        "scores": (6, 0),
    }
    return JudgedTurn(**(known | parts))


def told(turn: JudgedTurn, name: str = "Ana") -> list[str]:
    """The sentences about a turn, with a sign for each group of pieces."""
    return [each.text.replace(PIECES, "#") for each in tell_turn(turn, name, EVEN)]


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
    assert tone_of(turn_of()) is Tone.GOOD


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
    assert [each.pieces for each in tell_turn(turn, "Ana", EVEN)][:2] == [((0, 1),), ((7,),)]
    assert loss_text(turn) == "lost 3.2"
    assert tone_of(turn) is Tone.BAD


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
def test_the_best_turn_is_named(best: Worth, sentence: str) -> None:
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
    weights: Weights, rows: tuple[str, str], sentence: str
) -> None:
    """Parts that count more or less than once are shown so, and add up to the worth."""
    value = 6 - weights.reply * 4 + weights.keep * 6
    played = worth_of(Place(LAID), 6, value, reply=4.0, keep=6.0)
    turn = turn_of(played=played, best=played)
    sentences = [each.text for each in tell_turn(turn, "Ana", weights)]
    lines = sentences[2].splitlines()
    assert tuple(lines[2:4]) == rows
    numbers = [float(line.split()[-1]) for line in lines[1:]]
    assert sum(numbers[:-1]) == pytest.approx(numbers[-1])
    assert sentence in sentences[-1]


def test_luck_is_told_with_what_it_is_held_against() -> None:
    """Of a draw and of a roll it is said what it could score, and what is usual."""
    drawn = turn_of(luck=Luck(9, 6.5))
    assert "Luck +2.5: the new hand can score 9, on average 6.5." in told(drawn)
    rolled = turn_of(luck=Luck(4, 4.04), rolls=(RolledBy((1,), (2,), 4.04, (1,), 4.04),))
    assert "Luck +0.0: the roll could score 4, on average 4.0." in told(rolled)


def test_other_things_than_placements_are_told() -> None:
    """Trades, passes, Qwirkles and forced rolls have sentences of their own."""
    trade = worth_of(Trade((3, 4)), 0, 2.0)
    traded = turn_of(did="trade", placed=(), traded=(3, 4), points=0, played=trade, best=trade)
    assert told(traded)[0] == "Ana traded #."
    passed = turn_of(did="pass", placed=(), points=0, played=None, best=None)
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
            RolledBy((), (), 5.0, (), 5.0),
            "Ana rolled nothing, which was best: 5.0 points on average.",
        ),
        (
            RolledBy((1,), (2,), 5.0, (1,), 5.0),
            "Ana rolled #, which was best: 5.0 points on average.",
        ),
        (
            RolledBy((), (), 5.0, (1, 2), 6.5),
            "Ana rolled nothing, for 5.0 points on average; it was best to roll #, for 6.5.",
        ),
        (
            RolledBy((1,), (2,), 5.0, (), 6.5),
            "Ana rolled #, for 5.0 points on average; it was best to roll nothing, for 6.5.",
        ),
        (
            RolledBy((1,), (2,), 5.0, (3,), 6.5),
            "Ana rolled #, for 5.0 points on average; it was best to roll #, for 6.5.",
        ),
    ],
)
def test_a_free_roll_is_a_decision(roll: RolledBy, sentence: str) -> None:
    """The choice of dice is told first and held against the best choice."""
    turn = turn_of(rolls=(roll,))
    first, *_, last, _, _ = tell_turn(turn, "Ana", EVEN)
    assert first.text.replace(PIECES, "#") == sentence
    assert first.text.count(PIECES) == len(first.pieces)
    assert last.text == ("Lost 1.5 points." if roll.lost else "The best: nothing was lost.")


def test_losses_by_roll_and_by_play_are_told_apart() -> None:
    """Where both the roll and the play cost something, each is named."""
    best = worth_of(Place(OTHER), 9, 8.75)
    turn = turn_of(rolls=(RolledBy((), (), 5.0, (1,), 6.5),), best=best)
    assert told(turn)[-3] == "Lost 2.5 points: 1.5 by the roll, 1.0 by the play."


@pytest.mark.parametrize(
    ("how", "row", "sentence"),
    [
        (How.ESTIMATE, "pieces left", ESTIMATED),
        (How.ROLLOUTS, "played on", "Played on in many futures: what was lost is sure to ±0.6."),
        (How.EXACT, "to the end", "Certain: every line of play was searched to the end."),
        (
            How.BEAM,
            "to the end",
            "Nearly certain: the best lines of play were searched to the end.",
        ),
    ],
)
def test_how_sure_a_judgement_is(how: How, row: str, sentence: str) -> None:
    """A review says what it rests on, and names what the value holds beside the estimate."""
    best = worth_of(Place(OTHER), 9, 13.0, reply=3.0, keep=5.0)
    sentences = told(turn_of(best=best, how=how, unsure=0.3))
    assert sentence in sentences
    assert f"{row:16}  +2.0   -0.0" in sentences[2] or f"{row:16}  +2.0   +0.0" in sentences[2]
    praised = told(turn_of(how=How.ROLLOUTS, unsure=0.3))
    assert "Played on in many futures." in praised


def test_a_name_cannot_pose_as_pieces() -> None:
    """The sign that stands for pieces is taken out of names."""
    first = tell_turn(turn_of(), f"A{PIECES}b [/] {{0}}", EVEN)[0]
    assert first.text.startswith("A?b [/] {0} laid ")
    assert first.text.count(PIECES) == 1


def test_progress_is_told_until_all_is_done() -> None:
    """How far the review is, is said until there is nothing to wait for."""
    assert progress_text(3, 9) == "Reviewing: 3 of 9 turns."
    assert progress_text(9, 9) == ""


def losing(points: float) -> JudgedTurn:
    """A turn that lost so many points."""
    return turn_of(best=worth_of(Place(OTHER), 9, 7.75 + points))


def test_the_shown_turn_is_judged_first() -> None:
    """What is looked at comes first, then what follows it, then the rest."""
    judged = Judged(4)
    order = []
    while (index := judged.next_index(2)) is not None:
        order.append(index)
        judged.found[index] = turn_of()
        if index == 3:
            judged.failed[0] = "No."
    assert order == [2, 3, 1]
    assert judged.done == 4


def test_every_turn_has_something_to_be_said() -> None:
    """A turn is told as judged, as what failed, or as being looked at."""
    game = random_game(small(HIDDEN), 2, seed=6)
    reviewed = Reviewed.of(game, turns_of(game))
    judged = Judged(3, {0: turn_of()}, {1: "No answer."})
    assert judged.told(reviewed, 0) == tell_turn(turn_of(), reviewed.names[0], reviewed.weights)
    assert judged.told(reviewed, 1) == (Told("No answer.", tone=Tone.BAD),)
    assert judged.told(reviewed, 2) == (Told("This turn is being reviewed…", tone=Tone.ASIDE),)


def test_no_pieces_are_named_while_hands_are_hidden() -> None:
    """Of a running game with hidden hands only the sentences without pieces are told."""
    game = random_game(small(HIDDEN), 2, seed=6, most_events=20)
    reviewed = Reviewed.of(game, turns_of(game))
    told = Judged(1, {0: losing(2.0)}).told(reviewed, 0)
    assert told
    assert not any(each.pieces for each in told)


def test_mistakes_are_found_in_order_and_by_size() -> None:
    """The next mistake goes round; the worst come one after the other."""
    judged = Judged(5, dict(enumerate(map(losing, (2.0, 0.5, 4.0, 0.0, 3.0)))))
    assert [judged.next_mistake(shown) for shown in range(5)] == [2, 2, 4, 4, 0]
    assert [judged.next_biggest(after) for after in (None, 2, 4, 0)] == [2, 4, 0, 2]
    assert Judged(5).next_mistake(0) is None
    assert Judged(5).next_biggest(None) is None


def test_the_best_is_a_hint_and_the_played_is_last() -> None:
    """On the table the played pieces are the last ones, and a better placement is hinted at."""
    game = random_game(small(HIDDEN), 2, seed=6)
    reviewed = Reviewed.of(game, turns_of(game))
    turns = [judge_turn(played) for played in reviewed.turns]
    index = next(each for each, turn in enumerate(turns) if best_pieces(turn))
    turn = turns[index]
    frame = frame_of_turn(reviewed, index, turn, Side.PLAYED)
    assert frame.last == turn.placed
    assert frame.hinted == tuple(HintMark((x, y), "A", face) for face, x, y in best_pieces(turn))
    assert tuple(seat.score for seat in frame.seats) == turn.scores
    turned = frame_of_turn(reviewed, index, turn, Side.BEST)
    assert turned.recent == ()
    assert turned.drafted == best_pieces(turn)
    assert Board.of(turned.pieces) == reviewed.turns[index].last.before.board
    assert not turned.last


def test_hidden_hands_stay_hidden_while_a_game_goes_on() -> None:
    """The hand of a turn is shown for a finished game or open hands, and otherwise not."""
    for variant, events, shown in ((HIDDEN, 20, False), (HIDDEN, 0, True), (OPEN, 20, True)):
        game = random_game(small(variant), 2, seed=6, most_events=events)
        reviewed = Reviewed.of(game, turns_of(game))
        frame = frame_of_turn(reviewed, 0, None, Side.PLAYED)
        assert bool(frame.hand) is shown
        assert (reviewed.stories[0].seat is not None) is shown


def test_players_are_summed_up() -> None:
    """Each player gets points, losses, the best turns and the biggest mistake."""
    game = random_game(small(HIDDEN), 2, seed=6, most_events=20)
    turns = (replace(losing(2.0), luck=Luck(9, 6.5)), losing(0.0))
    first, second = summaries(("Ana", "Ben"), game.position.scores, turns)
    lines = summary_text(first, rolls=False).splitlines()
    assert lines[0].startswith("Ana: ")
    assert lines[1] == "  Lost 1.0 a turn, 2.0 in all; 1 of 2 turns was the best."
    assert lines[2] == "  The biggest mistake was turn 5: it lost 2.0. Luck +2.5, +1.2 a turn."
    assert "No mistake was found." in summary_text(second, rolls=True)
    assert "by rolls; 0 of 0 turns were the best." in summary_text(second, rolls=True)
