"""The twelve-turn example game from the American rule book."""

from __future__ import annotations

import pytest

from qwirkle.engine import rules
from qwirkle.engine.errors import IllegalMove, Reason
from qwirkle.engine.moves import Place
from qwirkle.engine.rules import OpenerDecision, decide_opener
from qwirkle.game import Game
from tests.engine.twelve_turns import HEADER, SCORES, TURNS, events
from tests.oracle import Scoring, is_legal, score
from tests.sample_positions import faces, parse_placement


def test_the_example_game_ends_with_the_printed_scores() -> None:
    """R3 to R11: the twelve turns are legal; Sue has 20 points, Chris 22, Sally 25 and Bob 18."""
    game = Game.replay(HEADER, events())
    assert game.position.scores == SCORES
    assert game.position.turns_played == 12
    assert len(game.position.board) == 25
    assert game.position.seat_to_move == 0


@pytest.mark.parametrize("number", range(1, 13))
def test_each_turn_scores_as_printed(number: int) -> None:
    """R9, R10: each turn scores the printed points in both the engine and the oracle."""
    before = Game.replay(HEADER, events(number - 1)).position
    player, pieces, points, _ = TURNS[number - 1]
    assert before.seat_to_move == player
    after = Game.replay(HEADER, events(number)).position
    assert after.scores[player] - before.scores[player] == points
    if number > 1:
        assert is_legal(before.board.cells, parse_placement(pieces))
    assert score(before.board.cells, parse_placement(pieces), Scoring()) == points


def test_sue_opens() -> None:
    """R3: Sue and Chris both have a set of three, and Sue is older."""
    before_opening = Game.replay(HEADER, events(0)[:4]).position
    assert decide_opener(before_opening) == OpenerDecision((0,), (0, 1), (0, 1), 3, "oldest")


def test_a_second_red_square_does_not_fit_the_column() -> None:
    """R4: in turn 6 Chris can't add the red square to the column of squares."""
    view = Game.replay(HEADER, events(5)).view(1)
    assert faces("Rs")[0] in view.hand
    with pytest.raises(IllegalMove) as caught:
        rules.validate_move(view, Place(parse_placement("Rs 3,3")))
    assert caught.value.reason is Reason.LINE_REPEATS
    assert caught.value.cells == ((3, 0), (3, 1), (3, 2), (3, 3))


def test_diamonds_across_a_gap_form_no_line() -> None:
    """R8: in turn 8 the orange diamond is two cells above the green one, so they form no line."""
    board = Game.replay(HEADER, events(8)).position.board
    assert board.cells[1, -3] == faces("Od")[0]
    assert board.cells[1, -1] == faces("Gd")[0]
    assert [line.cells for line in board.lines_through(parse_placement("Od 1,-3"))] == [
        ((-1, -3), (0, -3), (1, -3))
    ]
